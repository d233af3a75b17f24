//! The values of flags, as they are typed.

use std::num::{NonZeroU8, NonZeroUsize};

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::aggregate::{Key, LEAST_MEMORY};
use crate::grammar::uri::Iri;
use crate::input;
use crate::normal::{self, Steps, UnknownStep, Written};
use crate::options;
use crate::record::{Columns, parse_size};
use crate::search::FARTHEST;
use crate::span::PartLocation;
use urisift_search::internal::time;
use urisift_search::{BodyForm, PatternKind};

/// Steps of the ladder of normal forms.
pub(super) fn steps(text: &str) -> Result<Steps, String> {
    text.parse().map_err(|unknown: UnknownStep| unknown.to_string())
}

/// A URI to resolve against. What no URI may contain is percent-encoded, as in links.
pub(super) fn base(text: &str) -> Result<String, String> {
    match (Written::parse(text.as_bytes()).and_then(Written::mended), Iri::parse(text)) {
        (Some(base), _) => Ok(base.uri),
        (None, Ok(base)) => Ok(base.to_string()),
        (None, Err(fault)) => Err(format!("invalid URI: {fault}")),
    }
}

/// A format, as it is typed.
pub(super) fn format(name: &str) -> Result<String, String> {
    input::parse_format(name).map(|_| name.to_owned())
}

/// A scheme, as it is typed.
pub(super) fn scheme(text: &str) -> Result<String, String> {
    checked(text, PatternKind::Scheme)
}

/// A host, as it is typed.
pub(super) fn host(text: &str) -> Result<String, String> {
    checked(text, PatternKind::Host)
}

/// A domain, as it is typed.
pub(super) fn domain(text: &str) -> Result<String, String> {
    checked(text, PatternKind::Domain)
}

/// A top-level domain, as it is typed.
pub(super) fn tld(text: &str) -> Result<String, String> {
    checked(text, PatternKind::Tld)
}

/// The path of a URI, as it is typed.
pub(super) fn uri_path(text: &str) -> Result<String, String> {
    checked(text, PatternKind::UriPath)
}

/// A regular expression, as it is typed.
pub(super) fn regex(text: &str) -> Result<String, String> {
    checked(text, PatternKind::Regex)
}

fn checked(text: &str, kind: PatternKind) -> Result<String, String> {
    kind.check(text).map(|()| text.to_owned())
}

/// A number of threads, as it is typed.
pub(super) fn threads(text: &str) -> Result<NonZeroU8, String> {
    text.parse().map_err(|_| "expected a number of threads, from 1 to 255".to_owned())
}

/// What two finds have to share to be taken for one, as it is typed.
pub(super) fn key() -> impl TypedValueParser<Value = Key> {
    PossibleValuesParser::new(Key::ALL.map(|(name, _)| name)).try_map(|typed| {
        let is_it = |(name, _): &&(&str, Key)| *name == typed;
        Key::ALL.iter().find(is_it).map(|(_, key)| *key).ok_or("expected a key")
    })
}

/// What stands for all columns.
pub(in crate::cli) const ALL_COLUMNS: &str = "all";

/// The name of a column of the table of finds, as it is typed.
pub(super) fn column(name: &str) -> Result<String, String> {
    if name == ALL_COLUMNS {
        return Ok(name.to_owned());
    }
    Columns::named([name]).map(|_| name.to_owned())
}

/// A time, as it is typed.
pub(super) fn time(text: &str) -> Result<String, String> {
    let period = time::typed_period(text, &time::Zone::default());
    period.map(|_| text.to_owned()).ok_or_else(|| time::EXPECTED.to_owned())
}

/// A place in a message, as it is typed.
pub(super) fn place() -> impl TypedValueParser<Value = PartLocation> {
    PossibleValuesParser::new(PartLocation::ALL.map(PartLocation::name)).try_map(|typed| {
        let is_it = |place: &&PartLocation| place.name() == typed;
        PartLocation::ALL.iter().find(is_it).copied().ok_or("expected a place")
    })
}

/// How many keys, as it is typed.
pub(super) fn top(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| "expected a number, 1 or more".to_owned())
}

/// How many lines, as it is typed.
pub(super) fn lines(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| "expected a number of lines, such as 2".to_owned())
}

/// How many bytes of text around a URI, as it is typed.
pub(super) fn context_bytes(text: &str) -> Result<usize, String> {
    let bytes = parse_size(text)?;
    (bytes <= FARTHEST).then_some(bytes).ok_or_else(|| "expected 64k or less".to_owned())
}

/// How much memory there is for aggregation, as it is typed.
pub(super) fn memory(text: &str) -> Result<usize, String> {
    let bytes = parse_size(text)?;
    (bytes >= LEAST_MEMORY).then_some(bytes).ok_or_else(|| "expected 16M or more".to_owned())
}

/// The least memory for the process, in bytes: that of one thread, with every kind of count, and a database.
pub(in crate::cli) const LEAST: usize = 128 << 20;

/// How much memory there is for the process, as it is typed.
pub(super) fn max_memory(text: &str) -> Result<usize, String> {
    let bytes = parse_size(text)?;
    (bytes >= LEAST).then_some(bytes).ok_or_else(|| "expected 128M or more".to_owned())
}

/// What can be made of the flags.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(in crate::cli) enum Generated {
    Man,
    CompleteBash,
    CompleteZsh,
    CompleteFish,
    CompletePowershell,
}

/// Which links are unwrapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Unwrapped {
    /// Known redirects
    Known,
    /// Also a URI in any query value of any link
    Any,
}

/// Makes the enumeration of a flag's values, and what they mean to the library.
macro_rules! values {
    ($($name:ident is $meaning:ty { $($value:ident),+ })+) => {$(
        #[derive(Clone, Copy, Debug, ValueEnum)]
        pub(in crate::cli) enum $name { $($value),+ }

        impl From<$name> for $meaning {
            fn from(value: $name) -> Self {
                match value { $($name::$value => <$meaning>::$value),+ }
            }
        }
    )+};
}

values! {
    NonAscii is options::NonAscii { Never, Auto, Always }
    Join is options::Join { Never, Auto, Always }
    Fold is options::Fold { Never, Auto, Always }
    Trailing is options::Trailing { Trim, Keep }
    Prefer is BodyForm { Text, Html }
    Excess is normal::ExcessDots { Strip, Keep }
}

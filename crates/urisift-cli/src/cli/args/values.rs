//! The values of flags, as they are typed.

use std::num::{NonZeroU8, NonZeroUsize};
use std::ops::Range;

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::aggregate::{Key, LEAST_MEMORY};
use crate::cli::memory::LEAST;
use crate::grammar::uri::Iri;
use crate::input::{self, Format};
use crate::normal::{self, Steps, UnknownStep, Written};
use crate::options;
use crate::record::{Columns, parse_size};
use crate::search::FARTHEST;
use urisift_search::internal::builder::BodyForm;
use urisift_search::internal::time;

/// Steps of the ladder of normal forms.
pub(super) fn steps(text: &str) -> Result<Steps, String> {
    text.parse().map_err(|unknown: UnknownStep| unknown.to_string())
}

/// A URI to resolve against. What no URI may contain is percent-encoded, as in links.
pub(super) fn base(text: &str) -> Result<String, String> {
    match (Written::parse(text.as_bytes()).and_then(Written::mended), Iri::parse(text)) {
        (Some(base), _) => Ok(base.uri),
        (None, Ok(base)) => Ok(base.to_string()),
        (None, Err(fault)) => Err(format!("no URI: {fault}")),
    }
}

/// What a file is taken for.
#[derive(Clone, Copy, Debug)]
pub(in crate::cli) enum As {
    /// Text.
    Plain,
    Format(&'static dyn Format),
}

/// A format, as it is typed.
pub(super) fn format(name: &str) -> Result<As, String> {
    Ok(input::parse_format(name)?.map_or(As::Plain, As::Format))
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

/// The name of a column of the table of finds, as it is typed.
pub(super) fn column(name: &str) -> Result<String, String> {
    Columns::named([name]).map(|_| name.to_owned())
}

/// A time, as it is typed.
pub(super) fn period(text: &str) -> Result<Range<i64>, String> {
    time::period(text).ok_or_else(|| time::EXPECTED.to_owned())
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

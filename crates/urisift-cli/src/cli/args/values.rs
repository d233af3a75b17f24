//! The values of flags, as they are typed.

use std::num::{NonZeroU8, NonZeroUsize};

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::aggregate::Key;
use crate::grammar::uri::Iri;
use crate::input::{self, FORMATS, Format, Side};
use crate::normal::{Steps, UnknownStep};
use crate::options;
use crate::output::{TEMPLATES, Template, Wrong};
use crate::record::FINDS;
use crate::search::FARTHEST;
use crate::suggest::hint;

/// A scheme, with or without what follows it in a URI.
pub(in crate::cli) fn scheme(text: &str) -> Result<String, String> {
    let name = text.strip_suffix("://").or_else(|| text.strip_suffix(':')).unwrap_or(text);
    let is_scheme = crate::grammar::scheme::is_scheme(name.as_bytes());
    is_scheme
        .then(|| name.to_owned())
        .ok_or_else(|| "expected the name of a scheme, such as http".to_owned())
}

/// A path, with or without wildcards.
pub(in crate::cli) fn path(text: &str) -> Result<String, String> {
    if text.is_empty() {
        return Err("expected a path, such as /docs or '*.pdf'".to_owned());
    }
    Ok(text.to_owned())
}

/// Steps of the ladder of normal forms.
pub(super) fn steps(text: &str) -> Result<Steps, String> {
    text.parse().map_err(|unknown: UnknownStep| unknown.to_string())
}

/// A URI to resolve against.
pub(super) fn base(text: &str) -> Result<String, String> {
    match Iri::parse(text) {
        Ok(base) => Ok(base.to_string()),
        Err(fault) => Err(format!("no URI: {fault}")),
    }
}

/// What a file is taken for.
#[derive(Clone, Copy, Debug)]
pub(in crate::cli) enum As {
    /// Text.
    Plain,
    Format(&'static dyn Format),
}

/// What is written of a find.
pub(super) fn template(text: &str) -> Result<Template, String> {
    Template::parse(text).map_err(|wrong| {
        let hint = match &wrong {
            Wrong::Constant => hint(text, TEMPLATES.into_iter()),
            Wrong::Column(name) => hint(name, FINDS.columns.iter().map(|column| column.name)),
            _ => String::new(),
        };
        format!("{wrong}{hint}")
    })
}

/// A form of a text.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(in crate::cli) enum Prefer {
    Text,
    Html,
}

impl From<Prefer> for Side {
    fn from(prefer: Prefer) -> Self {
        match prefer {
            Prefer::Text => Side::Text,
            Prefer::Html => Side::Html,
        }
    }
}

/// A format, as it is typed.
pub(super) fn format(name: &str) -> Result<As, String> {
    if name == "plain" {
        return Ok(As::Plain);
    }
    input::named(name).map(As::Format).ok_or_else(|| {
        let names: Vec<_> = FORMATS.iter().map(|format| format.name()).collect();
        format!("expected plain, {}", names.join(", "))
    })
}

/// A number of threads, as it is typed.
pub(super) fn threads(text: &str) -> Result<NonZeroU8, String> {
    text.parse().map_err(|_| "expected a number of threads, from 1 to 255".to_owned())
}

/// A number of bytes, as it is typed.
pub(super) fn size(text: &str) -> Result<usize, String> {
    let expected = || "expected a number of bytes, such as 4096, 8k or 1M".to_owned();
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let shift = match text[digits.len()..].to_ascii_lowercase().as_str() {
        "" | "b" => 0,
        "k" | "kb" | "kib" => 10,
        "m" | "mb" | "mib" => 20,
        "g" | "gb" | "gib" => 30,
        _ => return Err(expected()),
    };
    let number: usize = digits.parse().map_err(|_| expected())?;
    match number.checked_mul(1 << shift) {
        Some(0) => Err("expected at least one byte".to_owned()),
        Some(bytes) => Ok(bytes),
        None => Err("that is more than this machine can count".to_owned()),
    }
}

/// What two finds have to share to be taken for one, as it is typed.
pub(super) fn key() -> impl TypedValueParser<Value = Key> {
    PossibleValuesParser::new(Key::ALL.map(|(name, _)| name)).try_map(|typed| {
        let is_it = |(name, _): &&(&str, Key)| *name == typed;
        Key::ALL.iter().find(is_it).map(|(_, key)| *key).ok_or("expected a key")
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
    let bytes = size(text)?;
    (bytes <= FARTHEST).then_some(bytes).ok_or_else(|| "expected 64k or less".to_owned())
}

/// Less memory than this holds no buffers for what is put aside.
const LEAST_MEMORY: usize = 16 << 20;

/// How much memory there is for gathering, as it is typed.
pub(super) fn memory(text: &str) -> Result<usize, String> {
    let bytes = size(text)?;
    (bytes >= LEAST_MEMORY).then_some(bytes).ok_or_else(|| "expected 16M or more".to_owned())
}

/// Makes the enumeration of a flag's values, and what they mean to the library.
macro_rules! values {
    ($($name:ident { $($value:ident),+ })+) => {$(
        #[derive(Clone, Copy, Debug, ValueEnum)]
        pub(in crate::cli) enum $name { $($value),+ }

        impl From<$name> for options::$name {
            fn from(value: $name) -> Self {
                match value { $($name::$value => options::$name::$value),+ }
            }
        }
    )+};
}

values! {
    NonAscii { Never, Auto, Always }
    Join { Never, Auto, Always }
    Fold { Never, Auto, Always }
    Trailing { Trim, Keep }
}

#[cfg(test)]
mod tests {
    #[test]
    fn sizes() {
        assert_eq!(super::size("4096"), Ok(4096));
        assert_eq!(super::size("8k"), Ok(8192));
        assert_eq!(super::size("1MiB"), Ok(1 << 20));
        assert!(
            super::size("0").is_err() && super::size("x").is_err() && super::size("-1").is_err()
        );
        assert!(
            super::size("99999999999999999999").is_err() && super::size("9999999999999G").is_err()
        );
    }
}

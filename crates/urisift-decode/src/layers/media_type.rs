//! The parser of media types and their parameters: Content-Type in mail, HTTP and WARC (RFC 2045 5, RFC 2231,
//! RFC 9110 8.3.1). What a `meta` element says is parsed by other rules, in `charset/meta.rs`.

use std::borrow::Cow;

use super::quoted_printable::unescaped;

/// Longer values, in bytes, are truncated: they are never meant.
const MAX_VALUE: usize = 4 << 10;
/// The most pieces of a value.
const MAX_PIECES: usize = 64;

/// A media type.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Media {
    /// Type and subtype, in lower case; empty where there is none.
    pub essence: String,
    /// The `charset` parameter, without quotes.
    pub charset: Option<String>,
}

impl Media {
    /// Parses a Content-Type. The type is as written: it may be invalid.
    pub fn parse(value: &[u8]) -> Self {
        let [charset] = parameters(value, ["charset"]);
        Media::of(value, charset)
    }

    /// The type that a Content-Type says, and its `charset`.
    pub fn of(value: &[u8], charset: Option<Cow<'_, [u8]>>) -> Self {
        let value = value.trim_ascii_start();
        let end = value.iter().position(|b| b";( \t\r\n".contains(b)).unwrap_or(value.len());
        let essence = String::from_utf8_lossy(&value[..end.min(MAX_VALUE)]).to_ascii_lowercase();
        Media { essence, charset: charset.map(|c| String::from_utf8_lossy(&c).into_owned()) }
    }

    /// Returns `true` if it has that main type, such as `text`.
    pub fn is(&self, main: &str) -> bool {
        self.essence.split('/').next() == Some(main)
    }
}

/// The values of the parameters of these names, each joined from its pieces, and decoded if it is encoded.
pub(crate) fn parameters<'v, const N: usize>(
    value: &'v [u8],
    names: [&str; N],
) -> [Option<Cow<'v, [u8]>>; N] {
    let mut values = [const { None }; N];
    let mut pieces = [const { Vec::<(usize, Cow<'_, [u8]>)>::new() }; N];
    for (key, value) in keys(value) {
        let ends = names.iter().map(|name| strip_prefix(key, name));
        let Some((index, rest)) = ends.enumerate().find_map(|(i, rest)| Some((i, rest?))) else {
            continue;
        };
        let (number, is_encoded) = match rest.strip_suffix(b"*") {
            Some(number) => (number, true),
            None => (rest, false),
        };
        let value = if is_encoded { decoded(&value).into() } else { value };
        let pieces = &mut pieces[index];
        match number {
            b"" => values[index] = values[index].take().or(Some(value)),
            [b'*', digits @ ..] if pieces.len() < MAX_PIECES => {
                let number = std::str::from_utf8(digits).ok().and_then(|d| d.parse().ok());
                pieces.extend(number.map(|number| (number, value)));
            }
            _ => {}
        }
    }
    for (value, mut pieces) in values.iter_mut().zip(pieces) {
        if value.is_none() && !pieces.is_empty() {
            pieces.sort_by_key(|(number, _)| *number);
            let all: Vec<_> = pieces.into_iter().map(|(_, value)| value).collect();
            *value = Some(all.concat().into());
        }
    }
    values
}

fn strip_prefix<'k>(key: &'k [u8], name: &str) -> Option<&'k [u8]> {
    let start = key.get(..name.len())?;
    start.eq_ignore_ascii_case(name.as_bytes()).then(|| &key[name.len()..])
}

/// A value with escaped bytes, after its charset and language (RFC 2231 4).
fn decoded(value: &[u8]) -> Vec<u8> {
    let quote = |from: usize| value[from..].iter().position(|b| *b == b'\'').map(|i| from + i + 1);
    let start = quote(0).and_then(quote).unwrap_or(0);
    unescaped(&value[start..], b'%', |byte| byte)
}

/// Each parameter: its name, and its value without quotes.
fn keys(value: &[u8]) -> impl Iterator<Item = (&[u8], Cow<'_, [u8]>)> {
    let start = value.iter().position(|b| *b == b';').unwrap_or(value.len());
    let mut rest = &value[start..];
    std::iter::from_fn(move || {
        loop {
            rest = rest.trim_ascii_start().strip_prefix(b";")?;
            let key = rest.iter().position(|b| b"=;".contains(b))?;
            let (name, after) = (rest[..key].trim_ascii(), &rest[key..]);
            let Some(after) = after.strip_prefix(b"=") else {
                rest = after;
                continue;
            };
            let (value, after) = parameter_value(after.trim_ascii_start());
            let next = after.iter().position(|b| *b == b';').unwrap_or(after.len());
            rest = &after[next..];
            return Some((name, value));
        }
    })
}

/// A token or a quoted string, and the rest of the text.
fn parameter_value(text: &[u8]) -> (Cow<'_, [u8]>, &[u8]) {
    let Some(quoted) = text.strip_prefix(b"\"") else {
        let end = text.iter().position(|b| b"; \t\r\n".contains(b)).unwrap_or(text.len());
        return (text[..end.min(MAX_VALUE)].into(), &text[end..]);
    };
    // Mostly it is what it says.
    let end = quoted.iter().take(MAX_VALUE).position(|b| b"\"\\\r\n".contains(b));
    if let Some(end) = end.filter(|end| quoted[*end] == b'"') {
        return (quoted[..end].into(), &quoted[end + 1..]);
    }
    let (mut value, mut is_escaped) = (Vec::new(), false);
    for (at, byte) in quoted.iter().enumerate() {
        match byte {
            b'\\' if !is_escaped => is_escaped = true,
            b'"' if !is_escaped => return (value.into(), &quoted[at + 1..]),
            b'\r' | b'\n' => {}
            byte => {
                is_escaped = false;
                if value.len() < MAX_VALUE {
                    value.push(*byte);
                }
            }
        }
    }
    (value.into(), b"")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::cases::{assert_cases, assert_texts, or_dash};

    #[test]
    fn types_and_parameters() {
        assert_cases("layers/types", |[value]| {
            let media = Media::parse(value);
            format!("{} ¦ {}", media.essence, or_dash(media.charset))
        });
    }

    #[test]
    fn parameters_of_a_type() {
        assert_texts("layers/parameters", |row| {
            let (name, value) = row.split_once(" of ").unwrap();
            let [value] = parameters(value.as_bytes(), [name]);
            or_dash(value.map(|value| String::from_utf8(value.to_vec()).unwrap()))
        });
    }
}

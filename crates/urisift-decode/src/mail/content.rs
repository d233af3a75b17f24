//! What a header says of the body: Content-Type and its parameters (RFC 2045 5, RFC 2231), and the
//! encoding.

use super::head::Head;
use crate::media::Media;
use crate::part::Side;
use crate::transfer::unescaped;

/// Longer values, in bytes, are truncated: they are never meant.
const MAX_VALUE: usize = 4 << 10;
/// The most pieces of a value.
const MAX_PIECES: usize = 64;

/// The content of a part, and its encoding.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Content {
    pub media: Media,
    pub encoding: Encoding,
    pub boundary: Option<Vec<u8>>,
    /// Lines that end in a blank continue in the next one, without the blank (RFC 3676 4.1).
    pub deletes_spaces: bool,
    /// The base of its references: Content-Base, else Content-Location.
    pub base: Option<String>,
}

/// A Content-Transfer-Encoding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Encoding {
    /// 7bit, 8bit, binary, and anything unknown.
    #[default]
    None,
    QuotedPrintable,
    Base64,
}

impl Content {
    /// What a header says; `kind` is the default type.
    pub fn of(head: &Head, text: &[u8], kind: &str) -> Content {
        let field = |name| head.body(text, name);
        let value = field("Content-Type").unwrap_or_default();
        let declared = declared_kind(value);
        let parameter = |name| parameter(value, name);
        let is =
            |name, value: &[u8]| parameter(name).is_some_and(|v| v.eq_ignore_ascii_case(value));
        let base = field("Content-Base").or_else(|| field("Content-Location"));
        let essence = declared.unwrap_or_else(|| kind.to_owned());
        let charset = parameter("charset").map(|c| String::from_utf8_lossy(&c).into_owned());
        Content {
            media: Media { essence, charset },
            encoding: encoding(field("Content-Transfer-Encoding").unwrap_or_default()),
            boundary: parameter("boundary").filter(|boundary| !boundary.is_empty()),
            deletes_spaces: is("format", b"flowed") && is("delsp", b"yes"),
            base: base.map(unfolded).filter(|base| !base.is_empty()),
        }
    }

    /// Text without any declaration.
    pub fn text() -> Content {
        let media = Media { essence: "text/plain".to_owned(), charset: None };
        Content { media, ..Content::default() }
    }

    /// Which form of a text it is.
    pub fn side(&self) -> Side {
        match &*self.media.essence {
            "text/plain" => Side::Text,
            "text/html" | "application/xhtml+xml" => Side::Html,
            _ => Side::Other,
        }
    }

    /// Whether it has that main type, such as `text`.
    pub fn is(&self, main: &str) -> bool {
        self.media.essence.split('/').next() == Some(main)
    }
}

/// The type, if it is valid.
fn declared_kind(value: &[u8]) -> Option<String> {
    let end = value.iter().position(|b| b";( \t\r\n".contains(b)).unwrap_or(value.len());
    let kind = std::str::from_utf8(&value[..end.min(MAX_VALUE)]).ok()?.to_ascii_lowercase();
    let is_kind = kind.split('/').count() == 2 && !kind.starts_with('/') && !kind.ends_with('/');
    // `Content-Type: text` is from before there were subtypes.
    match is_kind {
        true => Some(kind),
        false => (kind == "text").then(|| "text/plain".to_owned()),
    }
}

fn encoding(value: &[u8]) -> Encoding {
    let is =
        |name: &[u8]| value.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name));
    match () {
        () if is(b"quoted-printable") => Encoding::QuotedPrintable,
        () if is(b"base64") => Encoding::Base64,
        () => Encoding::None,
    }
}

/// White space at a fold is not part of a URI (RFC 2557 4.4.1).
fn unfolded(value: &[u8]) -> String {
    let text = value.iter().copied().filter(|b| !b.is_ascii_whitespace()).take(MAX_VALUE).collect();
    let text: Vec<u8> = text;
    let text = String::from_utf8_lossy(&text).into_owned();
    text.trim_matches(['"', '<', '>']).to_owned()
}

/// The value of a parameter, joined from its pieces, and decoded if it is encoded.
fn parameter(value: &[u8], name: &str) -> Option<Vec<u8>> {
    let mut pieces: Vec<(usize, Vec<u8>)> = Vec::new();
    for (key, value) in parameters(value) {
        let Some(rest) = strip_prefix(key, name) else { continue };
        let (number, is_encoded) = match rest.strip_suffix(b"*") {
            Some(number) => (number, true),
            None => (rest, false),
        };
        let value = if is_encoded { decoded(&value) } else { value };
        match number {
            b"" => return Some(value),
            [b'*', digits @ ..] if pieces.len() < MAX_PIECES => {
                let number = std::str::from_utf8(digits).ok().and_then(|d| d.parse().ok());
                pieces.extend(number.map(|number| (number, value)));
            }
            _ => {}
        }
    }
    pieces.sort_by_key(|(number, _)| *number);
    (!pieces.is_empty()).then(|| pieces.into_iter().flat_map(|(_, value)| value).collect())
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
fn parameters(value: &[u8]) -> impl Iterator<Item = (&[u8], Vec<u8>)> {
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
fn parameter_value(text: &[u8]) -> (Vec<u8>, &[u8]) {
    let Some(quoted) = text.strip_prefix(b"\"") else {
        let end = text.iter().position(|b| b"; \t\r\n".contains(b)).unwrap_or(text.len());
        return (text[..end.min(MAX_VALUE)].to_vec(), &text[end..]);
    };
    let (mut value, mut is_escaped) = (Vec::new(), false);
    for (at, byte) in quoted.iter().enumerate() {
        match byte {
            b'\\' if !is_escaped => is_escaped = true,
            b'"' if !is_escaped => return (value, &quoted[at + 1..]),
            b'\r' | b'\n' => {}
            byte => {
                is_escaped = false;
                if value.len() < MAX_VALUE {
                    value.push(*byte);
                }
            }
        }
    }
    (value, b"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_of_a_type() {
        for (value, name, expected) in [
            ("text/plain; charset=utf-8", "charset", Some("utf-8")),
            ("text/plain; CHARSET = \"utf-8\" ; x=y", "charset", Some("utf-8")),
            ("multipart/mixed;\r\n\tboundary=\"a \\\"b;c\"", "boundary", Some("a \"b;c")),
            ("x/y; name*=utf-8'en'a%20b", "name", Some("a b")),
            ("x/y; name*1=b; name*0=a; name*2*=%63", "name", Some("abc")),
            ("x/y; flag; boundary=z", "boundary", Some("z")),
            ("x/y; boundary=\"open", "boundary", Some("open")),
            ("x/y; boundaryless=1", "boundary", None),
            ("x/y", "boundary", None),
        ] {
            let value = parameter(value.as_bytes(), name);
            assert_eq!(value.as_deref(), expected.map(str::as_bytes), "{name}");
        }
    }

    #[test]
    fn kinds() {
        for (value, expected) in [
            ("TEXT/HTML; charset=x", Some("text/html")),
            ("text", Some("text/plain")),
            ("text/plain(comment)", Some("text/plain")),
            ("", None),
            ("/", None),
            ("a/b/c", None),
        ] {
            assert_eq!(declared_kind(value.as_bytes()).as_deref(), expected, "{value}");
        }
    }
}

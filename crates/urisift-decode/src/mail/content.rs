//! What a header says of the body: its type, its encoding and its base.

use crate::fields::Head;
use crate::media_type::{Media, parameter};
use crate::walker::Side;

/// The longest base, in bytes; the rest is dropped.
const MAX_BASE: usize = 4 << 10;

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
        let field = |name| head.value(text, name);
        let value = field("Content-Type").unwrap_or_default();
        let parameter = |name| parameter(value, name);
        let is =
            |name, value: &[u8]| parameter(name).is_some_and(|v| v.eq_ignore_ascii_case(value));
        let base = field("Content-Base").or_else(|| field("Content-Location"));
        Content {
            media: declared(Media::parse(value), kind),
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

/// The type, if it is valid; else the default.
fn declared(media: Media, default: &str) -> Media {
    let is_name = |name: &str| !name.is_empty() && !name.contains(char::REPLACEMENT_CHARACTER);
    let essence = match media.essence.split_once('/') {
        Some((main, sub)) if is_name(main) && is_name(sub) && !sub.contains('/') => media.essence,
        // `Content-Type: text` is from before there were subtypes.
        None if media.essence == "text" => "text/plain".to_owned(),
        _ => default.to_owned(),
    };
    Media { essence, ..media }
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
    let text = value.iter().copied().filter(|b| !b.is_ascii_whitespace()).take(MAX_BASE).collect();
    let text: Vec<u8> = text;
    let text = String::from_utf8_lossy(&text).into_owned();
    text.trim_matches(['"', '<', '>']).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds() {
        for (value, expected) in [
            ("TEXT/HTML; charset=x", "text/html"),
            ("text", "text/plain"),
            ("text/plain(comment)", "text/plain"),
            ("", "x/y"),
            ("/", "x/y"),
            ("a/b/c", "x/y"),
        ] {
            let media = declared(Media::parse(value.as_bytes()), "x/y");
            assert_eq!(media.essence, expected, "{value}");
        }
    }
}

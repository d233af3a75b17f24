//! Text in UTF-16 or UTF-32, detected by its byte order mark.

use std::ops::ControlFlow;

use super::charset::{Charset, Decoded};
use super::format::{Format, Prefix, Sniff};
use super::peek::PeekReader;
use super::walker::Walker;

/// Text with a byte order mark.
pub enum Marked {
    /// UTF-16 (RFC 2781).
    Utf16,
    /// UTF-32. Tried first: its little-endian mark starts with that of UTF-16.
    Utf32,
}

impl Format for Marked {
    fn name(&self) -> &'static str {
        match self {
            Marked::Utf16 => "utf16",
            Marked::Utf32 => "utf32",
        }
    }

    fn sniff(&self, head: Prefix<'_>) -> Sniff {
        match self {
            Marked::Utf16 => head.starts_with(&[0xff, 0xfe]).or(head.starts_with(&[0xfe, 0xff])),
            Marked::Utf32 => {
                head.starts_with(&[0xff, 0xfe, 0, 0]).or(head.starts_with(&[0, 0, 0xfe, 0xff]))
            }
        }
    }

    /// Decodes the text to UTF-8, which may be of a format again.
    fn open(&self, reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
        let (step, charset) = match self {
            Marked::Utf16 => ("utf-16", Charset::UTF_16),
            Marked::Utf32 => ("utf-32", Charset::UTF_32),
        };
        let mut decoded = PeekReader::of_mapped(Decoded::new(reader, &charset));
        let name = to.name.clone();
        to.within(step, |to| to.open_file(name, &mut decoded))
    }
}

#[cfg(test)]
mod tests {
    use crate::testing;

    /// Each text with its path, and the raw end of its last byte.
    fn shown(bytes: &[u8]) -> Vec<String> {
        let all = testing::opened(bytes);
        let show = |text: &testing::Seen| {
            let end = text.spans.last().map_or(0, |span| span.end);
            format!("{}:{}:{end}", text.path, String::from_utf8_lossy(&text.text))
        };
        all.texts.iter().map(show).collect()
    }

    #[test]
    fn marks() {
        for (bytes, expected) in [
            (&b"\xff\xfea\0b\0"[..], "utf-16:ab:6"),
            (b"\xfe\xff\0a\0b", "utf-16:ab:6"),
            (b"\xff\xfe", "utf-16::0"),
            (b"\xff\xfe\0\0a\0\0\0", "utf-32:a:8"),
            (b"\0\0\xfe\xff\0\0\0a", "utf-32:a:8"),
            (b"\xef\xbb\xbfa", ":\u{feff}a:4"),
            (b"\xff", ":\u{fffd}:1"),
        ] {
            assert_eq!(shown(bytes), [expected], "{bytes:02x?}");
        }
    }

    #[test]
    fn what_is_in_it_is_looked_at_again() {
        let json = r#"{"a": "\/"}"#;
        let bytes: Vec<u8> =
            format!("\u{feff}{json}").encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(shown(&bytes), ["utf-16/json:{\"a\": \"/\"}:24"]);
        // A mark in a text with a mark.
        let marked = b"\xff\xfe\xff\xfea\0";
        assert_eq!(shown(marked), ["utf-16:\u{feff}a:6"]);
    }
}

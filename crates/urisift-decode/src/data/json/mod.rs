//! JSON, and JSON lines (RFC 8259).

use std::ops::ControlFlow;

mod har;
mod sniff;
mod strings;

use memchr::{memchr, memchr_iter, memrchr};

use crate::core::format::{Format, Prefix, Sniff};
use crate::core::mapped::MappedRead;
use crate::core::peek::PeekReader;
use crate::core::walker::Walker;
use crate::layers::coding::{Batch, Coding, Recoded, push_char};
use crate::web::html::Html;
use strings::Strings;

/// JSON text.
pub struct Json;

impl Format for Json {
    fn name(&self) -> &'static str {
        "json"
    }

    fn has_magic(&self) -> bool {
        false
    }

    fn sniff(&self, head: Prefix<'_>) -> Sniff {
        sniff::sniff(head)
    }

    fn is_text(&self) -> bool {
        true
    }

    fn open(&self, reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
        to.within("json", |to| match har::is_at(reader) {
            true => har::open(reader, to),
            false => read(reader, to),
        })
    }
}

/// Reads JSON text. Strings with markup in them are read as that.
pub(crate) fn read(text: &mut dyn MappedRead, to: &mut Walker<'_>) -> ControlFlow<()> {
    let max_len = to.limits.max_len;
    let mut text = Recoded::by(Escapes::default(), Strings::new(text));
    let text: &mut dyn MappedRead = &mut text;
    to.text(&mut Html::of_texts(text, max_len))
}

/// Decodes the escapes in the strings of a JSON text (RFC 8259 7).
#[derive(Debug, Default)]
pub struct Escapes {
    is_in_string: bool,
}

/// What a backslash starts.
pub(crate) enum Escape {
    Char {
        /// How many bytes it is written with.
        raw: usize,
        char: char,
    },
    /// The backslash stands for itself.
    None,
    /// More bytes are needed.
    More,
}

impl Escapes {
    /// Takes bytes without escapes. A line feed ends any string, as it may not be in one: an unclosed
    /// string goes no further than its line.
    fn follow(&mut self, bytes: &[u8]) {
        let line = match memrchr(b'\n', bytes) {
            Some(feed) => {
                self.is_in_string = false;
                &bytes[feed + 1..]
            }
            None => bytes,
        };
        self.is_in_string ^= memchr_iter(b'"', line).count() % 2 == 1;
    }
}

impl Coding for Escapes {
    /// Up to the next backslash; one outside of strings is no escape.
    fn plain(&mut self, bytes: &[u8]) -> usize {
        let from = usize::from(!self.is_in_string && bytes.first() == Some(&b'\\'));
        let len = memchr(b'\\', &bytes[from..]).map_or(bytes.len(), |at| from + at);
        self.follow(&bytes[..len]);
        len
    }

    fn first(&mut self, head: Prefix<'_>, out: &mut Vec<u8>) -> Option<usize> {
        let byte = *head.bytes.first()?;
        if byte == b'\\' && self.is_in_string {
            match escape(head) {
                Escape::More => return None,
                Escape::None => {}
                Escape::Char { raw, char } => {
                    push_char(char, out);
                    return Some(raw);
                }
            }
        }
        self.follow(&[byte]);
        out.push(byte);
        Some(1)
    }

    /// As many escapes as have the same length.
    fn batch(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> Option<Batch> {
        let mut batch = Batch::one(self.first(Prefix { bytes, is_all: false }, out)?);
        let mut rest = &bytes[batch.raw..];
        while batch.raw > 1
            && let Escape::Char { raw, char } = escape(Prefix { bytes: rest, is_all: false })
            && raw == batch.raw
        {
            push_char(char, out);
            batch.count += 1;
            rest = &rest[raw..];
        }
        Some(batch)
    }
}

/// The escape at the front.
pub(crate) fn escape(head: Prefix<'_>) -> Escape {
    let char = match head.bytes {
        [b'\\', b'u', ..] => return hex(head),
        [] | [b'\\'] if !head.is_all => return Escape::More,
        [b'\\', b'n', ..] => '\n',
        [b'\\', b'r', ..] => '\r',
        [b'\\', b't', ..] => '\t',
        [b'\\', b'b', ..] => '\x08',
        [b'\\', b'f', ..] => '\x0c',
        [b'\\', byte @ (b'"' | b'\\' | b'/'), ..] => char::from(*byte),
        _ => return Escape::None,
    };
    Escape::Char { raw: 2, char }
}

/// `\uXXXX`, or two of them for a character beyond the BMP. A lone surrogate is U+FFFD.
fn hex(head: Prefix<'_>) -> Escape {
    let first = match unit(head) {
        Unit::Known(unit) => unit,
        Unit::None => return Escape::None,
        Unit::More => return Escape::More,
    };
    if let Some(char) = char::from_u32(u32::from(first)) {
        return Escape::Char { raw: 6, char };
    }
    let second = match unit(Prefix { bytes: &head.bytes[6..], ..head }) {
        Unit::Known(second) => Some(second),
        Unit::More if (0xd800..0xdc00).contains(&first) => return Escape::More,
        _ => None,
    };
    match char::decode_utf16([first].into_iter().chain(second)).next() {
        Some(Ok(char)) => Escape::Char { raw: 12, char },
        _ => Escape::Char { raw: 6, char: char::REPLACEMENT_CHARACTER },
    }
}

/// A code unit of UTF-16.
enum Unit {
    Known(u16),
    None,
    More,
}

/// The unit of a `\uXXXX`.
fn unit(head: Prefix<'_>) -> Unit {
    let len = head.bytes.len().min(6);
    let mut value = 0;
    for (at, byte) in head.bytes[..len].iter().enumerate() {
        match (at, char::from(*byte).to_digit(16)) {
            (0, _) if *byte == b'\\' => {}
            (1, _) if *byte == b'u' => {}
            (2.., Some(digit)) => value = value << 4 | digit as u16,
            _ => return Unit::None,
        }
    }
    match len {
        6 => Unit::Known(value),
        _ if head.is_all => Unit::None,
        _ => Unit::More,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::mapped::Ratio;
    use crate::testing::cases::assert_cases;
    use crate::testing::{Drip, Random, UNCUT, shown, traced};

    fn unescaped(text: Drip<'_>) -> Recoded<Drip<'_>, Escapes> {
        Recoded::by(Escapes::default(), text)
    }

    #[test]
    fn escapes() {
        assert_cases("data/escapes", |[json]| shown(json, unescaped));
    }

    #[test]
    fn broken_escapes_are_the_same_for_all_cuts() {
        let alphabet = br#"\\\uuuuddDD8cC00f"/n"#;
        let mut random = Random::default();
        for _ in 0..2000 {
            let mut json = b"\"".to_vec();
            json.extend((0..random.below(40)).map(|_| alphabet[random.below(alphabet.len())]));
            traced(&json, Ratio::PLAIN, unescaped);
        }
    }

    #[test]
    fn what_has_no_escapes_is_not_copied() {
        let json = "{\"key\": [1, 2]}\n".repeat(1000);
        let mut chunks = unescaped(Drip::plain(json.as_bytes(), UNCUT));
        assert_eq!(chunks.chunk().bytes.as_ptr_range(), json.as_bytes().as_ptr_range());
    }
}

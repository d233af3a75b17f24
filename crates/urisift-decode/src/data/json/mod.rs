//! JSON, and JSON lines (RFC 8259).

use std::ops::ControlFlow;

mod chat;
mod har;
mod sniff;
mod strings;

use memchr::{memchr, memchr_iter, memrchr};

use crate::core::format::{BodyReader, Format, Prefix, Sniff};
use crate::core::mapped::MappedRead;
use crate::core::peek::PeekReader;
use crate::core::step::StepKind;
use crate::core::walker::Walker;
use crate::layers::coding::{Batch, Coding, Recoded, push_char};
use crate::layers::json_escape::{Escape, escape};
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

    fn media_types(&self) -> &'static [&'static str] {
        &["application/json", "text/json", "+json"]
    }

    fn body_reader(&self) -> Option<BodyReader> {
        Some(|body, to| body.in_utf8(|text| read(text, to)))
    }

    fn is_text(&self) -> bool {
        true
    }

    fn open(&self, reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
        to.within(StepKind::Layer, "json", |to| {
            if har::is_at(reader) {
                return har::open(reader, to);
            }
            match chat::depth(reader) {
                Some(depth) => chat::open(depth, reader, to),
                None => read(reader, to),
            }
        })
    }
}

/// Reads JSON text. Strings with markup in them are read as that.
pub(crate) fn read(text: &mut dyn MappedRead, to: &mut Walker<'_>) -> ControlFlow<()> {
    let max_len = to.limits.max_len;
    let mut text = Recoded::by(Escapes::default(), Strings::new(text));
    let text: &mut dyn MappedRead = &mut text;
    let details = to.visitor.details();
    to.text(&mut Html::of_texts(text, max_len).with(details))
}

/// Decodes the escapes in the strings of a JSON text (RFC 8259 7).
#[derive(Debug, Default)]
pub struct Escapes {
    is_in_string: bool,
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
    /// Up to the next backslash; one outside of strings is not an escape.
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

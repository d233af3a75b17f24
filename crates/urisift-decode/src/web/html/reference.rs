//! Character references (HTML 13.2.5.72 ff., XML 4.1).

use super::out::Located;
use crate::core::mapped::Chunk;
use crate::core::mapped_bytes::MappedBytes;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;
use urisift::internal::byteset::{ALNUM, ALPHA, DIGIT, HEXDIG};

/// The most bytes looked at; the longest name has 33 with its marks.
pub(super) const LONGEST: usize = 40;

/// A reference and its characters.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Reference {
    /// Its length as written, in bytes.
    pub len: usize,
    text: [u8; 8],
    text_len: usize,
}

impl Reference {
    fn new(len: usize, meant: &str) -> Option<Self> {
        let mut text = [0; 8];
        text.get_mut(..meant.len())?.copy_from_slice(meant.as_bytes());
        Some(Reference { len, text, text_len: meant.len() })
    }

    /// The characters in UTF-8.
    pub fn text(&self) -> &[u8] {
        &self.text[..self.text_len]
    }
}

/// The reference at the front. The bytes must be all, or at least [`LONGEST`].
pub(crate) fn at_front(bytes: &[u8]) -> Option<Reference> {
    let bytes = &bytes[..bytes.len().min(LONGEST)];
    match bytes {
        [b'&', b'a', b'm', b'p', b';', ..] => Reference::new(5, "&"),
        [b'&', b'#', b'x' | b'X', ..] => numeric(bytes, 3, 16),
        [b'&', b'#', ..] => numeric(bytes, 2, 10),
        [b'&', letter, ..] if ALPHA.contains(*letter) => named(bytes),
        _ => None,
    }
}

/// Without a semicolon a name must be alone: `&copy=2` is more often part of a query than a character. HTML has this
/// rule for attributes; URIs are in text too.
fn named(bytes: &[u8]) -> Option<Reference> {
    let end = 1 + bytes[1..].iter().position(|b| !ALNUM.contains(*b)).unwrap_or(LONGEST);
    let len = match bytes.get(end) {
        Some(b';') => end + 1,
        Some(b'=') => return None,
        _ => end.min(bytes.len()),
    };
    let written = str::from_utf8(&bytes[..len]).ok()?;
    // Most are one of these, and the map is slower.
    match written {
        "&lt;" => return Reference::new(len, "<"),
        "&gt;" => return Reference::new(len, ">"),
        "&quot;" => return Reference::new(len, "\""),
        "&nbsp;" => return Reference::new(len, "\u{a0}"),
        _ => {}
    }
    Reference::new(len, NAMED.get(written)?)
}

/// The names of HTML 13.5 with their marks, and their characters.
static NAMED: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
    entities::ENTITIES.iter().map(|entity| (entity.entity, entity.characters)).collect()
});

fn numeric(bytes: &[u8], start: usize, base: u32) -> Option<Reference> {
    let digits = if base == 16 { HEXDIG } else { DIGIT };
    let rest = &bytes[start..];
    let count = rest.iter().take_while(|b| digits.contains(**b)).count();
    if count == 0 || start + count == LONGEST {
        return None;
    }
    let number = rest[..count].iter().fold(0u32, |number, digit| {
        let digit = char::from(*digit).to_digit(base).unwrap_or(0);
        number.saturating_mul(base).saturating_add(digit)
    });
    let semicolon = usize::from(rest.get(count) == Some(&b';'));
    let mut text = [0; 4];
    Reference::new(start + count + semicolon, character(number).encode_utf8(&mut text))
}

/// The character of a number (HTML 13.2.5.80).
fn character(number: u32) -> char {
    match number {
        0 => char::REPLACEMENT_CHARACTER,
        0x80..=0x9f => {
            let byte = [number as u8];
            let (text, _) = encoding_rs::WINDOWS_1252.decode_without_bom_handling(&byte);
            text.chars().next().unwrap_or(char::REPLACEMENT_CHARACTER)
        }
        _ => char::from_u32(number).unwrap_or(char::REPLACEMENT_CHARACTER),
    }
}

/// Appends a range of what is kept, with references decoded. If it was cut, a possible partial reference
/// is left; returns the offset of the rest.
pub(super) fn decode(
    from: &impl Located,
    range: Range<usize>,
    end: End,
    to: &mut MappedBytes,
) -> usize {
    let bytes = &from.bytes()[..range.end];
    let mut at = range.start;
    while let Some(before) = memchr::memchr(b'&', &bytes[at..]) {
        let start = at + before;
        from.copy(at..start, to);
        if end == End::Cut && bytes.len() - start < LONGEST {
            return start;
        }
        at = match at_front(&bytes[start..]) {
            Some(reference) => {
                let raw = from.span(start..start + reference.len);
                to.push(Chunk::whole(reference.text(), raw));
                start + reference.len
            }
            None => {
                from.copy(start..start + 1, to);
                start + 1
            }
        };
    }
    from.copy(at..range.end, to);
    range.end
}

/// How a value ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum End {
    #[default]
    Whole,
    /// It is longer than what is kept.
    Cut,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::cases::assert_cases;

    #[test]
    fn references() {
        assert_cases("html/references", |[written]| {
            at_front(written).map_or("-".to_owned(), |reference| {
                let meant = String::from_utf8_lossy(reference.text()).into_owned();
                format!("{} ¦ {meant}", reference.len)
            })
        });
        let long = format!("&#{};", "0".repeat(LONGEST));
        assert_eq!(at_front(long.as_bytes()), None);
    }
}

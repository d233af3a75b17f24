//! Where something is in a source: byte ranges, lines and columns, characters.

use std::fmt;

/// A range of bytes, `start..end`, counted from the first byte of the source.
///
/// ```
/// let text = b"See http://a.example/b.";
/// let span = urisift::find_iter(text).next().unwrap().span();
/// assert_eq!((span.start, span.len()), (4, 18));
/// assert_eq!(span.to_string(), "4..22");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u64,
    /// Offset after the last byte.
    pub end: u64,
}

impl Span {
    /// Length in bytes.
    pub fn len(self) -> u64 {
        self.end - self.start
    }

    /// Returns `true` if it is empty.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.start, self.end)
    }
}

/// A line and a column, both counted from 1; the column is in bytes.
///
/// A line ends with a line feed, as in grep: a bare carriage return ends none.
///
/// ```
/// use urisift::{Extractor, Position};
/// let extractor = Extractor::builder().positions(true).build();
/// let found = extractor.find_iter(b"One line,\nand http://a.example/").next().unwrap();
/// assert_eq!(found.position(), Some(Position { line: 2, column: 5 }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The line's number, from 1.
    pub line: u64,
    /// The byte's number in its line, from 1.
    pub column: u64,
}

/// Counts lines up to given offsets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineCounter {
    /// Everything before this offset has been counted.
    at: u64,
    line: u64,
    line_start: u64,
}

/// Nothing has been counted.
impl Default for LineCounter {
    fn default() -> Self {
        LineCounter { at: 0, line: 1, line_start: 0 }
    }
}

impl LineCounter {
    /// A counter that has counted `newlines` line feeds before `at`; the line after the last one
    /// starts at `line_start`.
    pub fn after(newlines: u64, line_start: u64, at: u64) -> Self {
        LineCounter { at, line: newlines + 1, line_start }
    }

    /// The position of the byte at `offset`, which never falls from call to call; the text starts at
    /// `base`.
    pub(crate) fn position(&mut self, text: &[u8], base: u64, offset: u64) -> Position {
        self.count(text, base, offset);
        Position { line: self.line, column: offset - self.line_start + 1 }
    }

    /// Counts up to `offset`; the text starts at `base`.
    pub fn count(&mut self, text: &[u8], base: u64, offset: u64) {
        if offset <= self.at {
            return;
        }
        let passed = &text[(self.at - base) as usize..(offset - base) as usize];
        if let Some(newline) = memchr::memrchr(b'\n', passed) {
            self.line += newlines(&passed[..newline]) + 1;
            self.line_start = self.at + newline as u64 + 1;
        }
        self.at = offset;
    }
}

/// How many line feeds there are.
fn newlines(text: &[u8]) -> u64 {
    const SHORT: usize = 128;
    const LINE_FEEDS: u64 = u64::from_ne_bytes([b'\n'; 8]);
    const LOW: u64 = u64::from_ne_bytes([0x7f; 8]);
    const ONES: u64 = u64::from_ne_bytes([1; 8]);
    if text.len() >= SHORT {
        return memchr::memchr_iter(b'\n', text).count() as u64;
    }
    // A word at a time, with a count in each of its bytes: these are too few to overflow it.
    let (words, rest) = text.as_chunks();
    let counts = words.iter().fold(0, |counts, word| {
        let differs = u64::from_ne_bytes(*word) ^ LINE_FEEDS;
        let is_other = ((differs & LOW) + LOW) | differs;
        counts + (!is_other >> 7 & ONES)
    });
    let last = rest.iter().filter(|&&byte| byte == b'\n').count() as u64;
    (counts.wrapping_mul(ONES) >> (u64::BITS - u8::BITS)) + last
}

/// Counts the characters of a UTF-8 text up to given offsets.
///
/// ```
/// let text = "ä http://a.example/".as_bytes();
/// let mut chars = urisift::Chars::default();
/// assert_eq!((chars.before(text, 3), chars.before(text, 20)), (2, 19));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Chars {
    at: usize,
    count: u64,
}

impl Chars {
    /// How many characters start before the byte `at`, which never falls from call to call.
    ///
    /// # Panics
    /// If it does, or lies beyond the end of the text.
    pub fn before(&mut self, text: &[u8], at: usize) -> u64 {
        self.count += text[self.at..at].iter().filter(|byte| !goes_on(byte)).count() as u64;
        self.at = at;
        self.count
    }
}

/// Returns `true` if the byte continues a character (RFC 3629 3).
fn goes_on(byte: &u8) -> bool {
    byte & 0xc0 == 0x80
}

/// The text from its first whole character on; nearly all of a text that is not UTF-8.
pub fn without_rest(text: &[u8]) -> &[u8] {
    let rest = text.iter().take(3).take_while(|byte| goes_on(byte)).count();
    &text[rest..]
}

/// The text without an incomplete character at its end.
pub fn without_cut(text: &[u8]) -> &[u8] {
    let rest = text.iter().rev().take(3).take_while(|byte| goes_on(byte)).count();
    let Some(start) = text.len().checked_sub(rest + 1) else { return text };
    let len = match text[start] {
        0xc0..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf7 => 4,
        _ => 1,
    };
    if len > rest + 1 { &text[..start] } else { text }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::cases;

    proptest! {
        #![proptest_config(cases(32, 256))]

        /// Lines are counted alike in words and one by one.
        #[test]
        fn line_feeds_are_counted(text in proptest::collection::vec(prop_oneof![Just(b'\n'), any::<u8>()], 0..200)) {
            let count = text.iter().filter(|&&byte| byte == b'\n').count() as u64;
            prop_assert_eq!(newlines(&text), count);
        }
    }
}

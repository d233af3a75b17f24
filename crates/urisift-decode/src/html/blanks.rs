//! White space that only lays out markup.

use super::Html;
use super::items::{skip, until};
use super::opening::SPACE;
use crate::mapped::MappedRead;
use urisift::internal::byteset::ByteSet;

/// The longest value that white space may be around, with that.
const MAX_VALUE: usize = 4 << 10;

/// Which white space at the front is no text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Blanks {
    None,
    /// That before the next text.
    Leading,
    /// That around a single value, if there is one up to the next markup.
    OfValue,
    /// All of it.
    Any,
}

impl Blanks {
    /// The length of the text at the front of bytes without markup.
    pub fn first(self, bytes: &[u8]) -> usize {
        match self {
            Blanks::Any => until(SPACE, bytes, 0),
            _ => bytes.len(),
        }
    }
}

/// Whether a text is one value with white space around it: all up to markup, or to the end.
fn is_value(text: &[u8]) -> bool {
    const WORD_END: ByteSet = SPACE.or(ByteSet::of(b"<"));
    let start = skip(SPACE, text, 0);
    let end = until(WORD_END, text, start);
    let after = skip(SPACE, text, end);
    let has_blanks = start > 0 || after > end;
    let is_all = text.get(after).map_or(text.len() < MAX_VALUE, |byte| *byte == b'<');
    has_blanks && is_all && memchr::memchr(b':', &text[start..end]).is_some()
}

impl<R: MappedRead> Html<R> {
    /// Passes white space that is no text; returns whether there was any.
    pub(super) fn skip_blanks(&mut self) -> bool {
        if self.blanks == Blanks::OfValue {
            let text = self.input.peek(MAX_VALUE);
            let is_value = is_value(&text[..text.len().min(MAX_VALUE)]);
            self.blanks = if is_value { Blanks::Any } else { Blanks::None };
        }
        if self.blanks == Blanks::None {
            return false;
        }
        let bytes = self.input.chunk().bytes;
        let count = skip(SPACE, bytes, 0);
        if self.blanks == Blanks::Leading && count < bytes.len() {
            self.blanks = Blanks::None;
        }
        self.input.advance(count);
        count > 0
    }
}

//! Whitespace that only lays out markup.

use super::Html;
use super::items::{skip, until};
use super::opening::SPACE;
use super::page::Page;
use crate::core::format::Prefix;
use crate::core::mapped::MappedRead;
use urisift::internal::byteset::ByteSet;

/// The longest value that whitespace may be around, with that.
const MAX_VALUE: usize = 4 << 10;

/// Which whitespace at the front is not text.
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

/// Returns `true` if a text is one value with whitespace around it: all up to markup, or to the end. `None` if that
/// depends on what follows.
fn is_value(text: Prefix<'_>) -> Option<bool> {
    const WORD_END: ByteSet = SPACE.or(ByteSet::of(b"<"));
    let bytes = &text.bytes[..text.bytes.len().min(MAX_VALUE)];
    let start = skip(SPACE, bytes, 0);
    let end = until(WORD_END, bytes, start);
    let after = skip(SPACE, bytes, end);
    let is_all = match bytes.get(after) {
        Some(byte) => *byte == b'<',
        None if bytes.len() < MAX_VALUE && !text.is_all => return None,
        None => bytes.len() < MAX_VALUE,
    };
    let has_blanks = start > 0 || after > end;
    Some(is_all && has_blanks && memchr::memchr(b':', &bytes[start..end]).is_some())
}

impl Page {
    /// The length of the whitespace at the front that is not text; `None` if that depends on more than there is.
    pub(super) fn blanks_at_front(&mut self, bytes: &[u8]) -> Option<usize> {
        if self.blanks == Blanks::OfValue {
            self.blanks =
                if is_value(Prefix { bytes, is_all: false })? { Blanks::Any } else { Blanks::None };
        }
        if self.blanks == Blanks::None {
            return Some(0);
        }
        let count = skip(SPACE, bytes, 0);
        if self.blanks == Blanks::Leading && count < bytes.len() {
            self.blanks = Blanks::None;
        }
        Some(count)
    }
}

impl<R: MappedRead> Html<R> {
    /// Passes whitespace that is not text; returns whether there was any.
    pub(super) fn skip_blanks(&mut self) -> bool {
        if self.page.blanks == Blanks::OfValue {
            let text = Prefix { bytes: self.input.peek(MAX_VALUE), is_all: true };
            let is_value = is_value(text) == Some(true);
            self.page.blanks = if is_value { Blanks::Any } else { Blanks::None };
        }
        let count = self.page.blanks_at_front(self.input.chunk().bytes).unwrap_or(0);
        self.input.advance(count);
        count > 0
    }
}

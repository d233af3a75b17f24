//! The text as a delimiting rule may see it.
//!
//! Every look ahead goes through here and sets a mark when it reaches the end of what has been
//! read. A decision without the mark does not depend on what is still to come; one with it is made
//! again later. So the records do not depend on how the input is cut. How far back a rule may look
//! is bounded, and the same everywhere.

use std::cell::Cell;

use memchr::memrchr2;

use crate::byteset::BLANK;
use crate::scan::{Class, Tier, run_end};
#[cfg(any(test, fuzzing))]
use crate::testing::steps;

/// How far before a URI's first byte its context is looked at, in bytes.
pub(crate) const LOOKBEHIND: usize = 512;

/// How many blanks in a row are skipped; text after more of them has nothing to do with the text
/// before.
const MAX_BLANKS: usize = 1024;

pub(crate) struct View<'t> {
    /// All that has been read and not yet dropped.
    text: &'t [u8],
    /// Nothing before this is looked at.
    low: usize,
    /// Whether `low` is the first byte of the whole source.
    at_source_start: bool,
    /// A look ahead wanted more than there is.
    reached_end: Cell<bool>,
}

impl<'t> View<'t> {
    /// A view for a URI that starts at `start`; `base` is the offset of the text's first byte in
    /// the source.
    pub fn new(text: &'t [u8], base: u64, start: usize) -> Self {
        let low = start.saturating_sub(LOOKBEHIND);
        View { text, low, at_source_start: base == 0 && low == 0, reached_end: Cell::new(false) }
    }

    /// A view of an unescaped piece of this text, which starts as far back as may be looked.
    pub fn of_reading<'o>(&self, text: &'o [u8]) -> View<'o> {
        View { text, low: 0, at_source_start: self.at_source_start, reached_end: Cell::new(false) }
    }

    /// Marks that an answer depends on text not read yet.
    pub fn want_more(&self) {
        self.reached_end.set(true);
    }

    /// Returns `true` if the answers so far may change once more has been read.
    pub fn reached_end(&self) -> bool {
        self.reached_end.get()
    }

    /// The byte at `i`.
    #[inline(always)]
    pub fn at(&self, i: usize) -> Option<u8> {
        #[cfg(any(test, fuzzing))]
        steps::add(1);
        let byte = self.text.get(i).copied();
        if byte.is_none() {
            self.reached_end.set(true);
        }
        byte
    }

    /// Returns `true` if the byte at `i` has been read already. This sets no mark: no answer may depend on it, only the
    /// way to get there.
    pub fn has_come(&self, i: usize) -> bool {
        i < self.text.len()
    }

    /// Returns `true` if the byte at `i` passes the test.
    pub fn is(&self, i: usize, test: impl Fn(u8) -> bool) -> bool {
        self.at(i).is_some_and(test)
    }

    /// The character at `i`, and its length in bytes; nothing where the bytes are not UTF-8.
    pub fn char_at(&self, i: usize) -> Option<(char, usize)> {
        let bytes = &self.text[i..self.text.len().min(i + 4)];
        match bstr::decode_utf8(bytes) {
            (Some(c), len) => Some((c, len)),
            (None, len) if i + len == self.text.len() && len < 4 => {
                self.reached_end.set(true);
                None
            }
            (None, _) => None,
        }
    }

    /// Bytes that have been looked at already.
    pub fn slice(&self, from: usize, to: usize) -> &'t [u8] {
        #[cfg(any(test, fuzzing))]
        steps::add(to - from);
        &self.text[from..to]
    }

    /// Returns `true` if `literal` is at `i`, in any case.
    pub fn has(&self, i: usize, literal: &[u8]) -> bool {
        literal.iter().enumerate().all(|(k, b)| self.is(i + k, |c| c.eq_ignore_ascii_case(b)))
    }

    /// What has been read of the bytes from `from` on, at most `most`.
    pub fn sight(&self, from: usize, most: usize) -> &'t [u8] {
        &self.text[from.min(self.text.len())..self.text.len().min(from.saturating_add(most))]
    }

    /// The first byte at or after `from` that passes, looking at up to `most` bytes; `None` if none
    /// of them does.
    pub fn find(
        &self,
        from: usize,
        most: usize,
        mut test: impl FnMut(u8) -> bool,
    ) -> Option<usize> {
        let sight = self.sight(from, most);
        let found = sight.iter().position(|&b| test(b));
        #[cfg(any(test, fuzzing))]
        steps::add(found.unwrap_or(sight.len()));
        if found.is_none() && sight.len() < most {
            self.reached_end.set(true);
        }
        found.map(|i| from + i)
    }

    /// The offset after the bytes at `from` that are in the class, but not after `most`.
    #[inline]
    pub fn pass(&self, from: usize, most: usize, class: &Class) -> usize {
        let end = most.min(self.text.len());
        let end =
            if from > end { from } else { run_end(Tier::chosen(), self.text, from, end, class) };
        #[cfg(any(test, fuzzing))]
        steps::add(end - from);
        end
    }

    /// The first byte at or after `from` that is not a blank, or the one after [`MAX_BLANKS`].
    pub fn skip_blanks(&self, from: usize) -> usize {
        let most = from + MAX_BLANKS;
        let mut at = from;
        while at < most && self.is(at, |b| BLANK.contains(b)) {
            at += 1;
        }
        at
    }

    /// What is before `i`, as far back as may be looked.
    pub fn before(&self, i: usize) -> &'t [u8] {
        #[cfg(any(test, fuzzing))]
        steps::add(i - self.low);
        &self.text[self.low..i]
    }

    /// Where the line that holds `i` starts, if that is near enough.
    pub fn line_start(&self, i: usize) -> Option<usize> {
        match memrchr2(b'\n', b'\r', self.before(i)) {
            Some(at) => Some(self.low + at + 1),
            None if self.at_source_start => Some(self.low),
            None => None,
        }
    }

    /// What is before `i` in its paragraph, as far back as may be looked.
    pub fn paragraph_before(&self, i: usize) -> &'t [u8] {
        let before = self.before(i);
        let ends_blank = |&end: &usize| matches!(before[..end], [.., b'\n'] | [.., b'\n', b'\r']);
        let blank = memchr::memrchr_iter(b'\n', before).find(ends_blank);
        &before[blank.unwrap_or(0)..]
    }

    /// What is before `i` on its line, as far back as may be looked.
    pub fn line_before(&self, i: usize) -> &'t [u8] {
        &self.text[self.line_start(i).unwrap_or(self.low)..i]
    }
}

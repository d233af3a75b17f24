//! Which symbols and letters of unspaced scripts belong to a path, a query or a fragment, and not to the sentence.

use super::super::field;
use super::super::iri::{self, Kind};
use super::Walk;
use crate::byteset::URI;

impl Walk<'_, '_> {
    /// Returns `true` if the URI plainly holds the character at `i`: after `#`, `=` or `_`, if it has used such a
    /// script before, if it continues after it, or if nothing else is there.
    pub(super) fn holds(&self, i: usize, kind: Kind) -> bool {
        let last = self.view.slice(i - 1, i)[0];
        // A `_` may close an emphasis that is around the URI.
        let joined = b"#=_".contains(&last)
            && i > self.head.body
            && !(last == b'_' && self.view.before(self.head.start).ends_with(b"_"));
        let is_symbol = kind == Kind::Symbol && (self.follows_symbol(i) || self.is_segment(i));
        self.unspaced.contains(&true)
            || joined
            || self.goes_on(i)
            || is_symbol
            || (kind != Kind::Symbol || self.close.is_some())
                && field::encloses(self.view, &self.head, self.close, i)
    }

    /// Returns `true` if the URI holds a symbol right before `i`.
    fn follows_symbol(&self, i: usize) -> bool {
        let before = self.view.slice(self.head.body.max(i.saturating_sub(4)), i);
        bstr::decode_last_utf8(before).0.is_some_and(iri::is_of_symbol)
    }

    /// Returns `true` if symbols from `i` on are the start of a segment, or all of it: only the end, more of the URI,
    /// or what ends a sentence follows them. An arrow needs more of the URI.
    fn is_segment(&self, i: usize) -> bool {
        if !self.view.is(i - 1, |b| b == b'/') {
            return false;
        }
        let is_arrow = self.view.char_at(i).is_some_and(|(c, _)| iri::is_arrow(c));
        let mut end = i;
        let most = i + 256;
        while end < most && self.view.is(end, |b| b >= 0x80) {
            match iri::letter_at(self.view, end) {
                Some((Kind::Symbol | Kind::Mark | Kind::Joint, len)) => end += len,
                Some((kind, _)) => return kind == Kind::Letter,
                None => return !is_arrow,
            }
        }
        let more = self.view.is(end, |b| URI.contains(b));
        (more || !is_arrow) && !self.starts_another(end)
    }
}

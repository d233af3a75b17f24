//! Which symbols and letters of unspaced scripts belong to a path, a query or a fragment, and not to the sentence.

use super::super::iri::{self, Kind};
use super::Walk;
use crate::byteset::{BLANK, MARGIN, URI};

impl Walk<'_, '_> {
    /// Whether the URI plainly holds the character at `i`: after `#`, `=` or `_`, if it has used such a script before, if
    /// it continues after it, or if nothing else stands there.
    pub(super) fn holds(&self, i: usize, kind: Kind) -> bool {
        let last = self.view.slice(i - 1, i)[0];
        // A `_` may close an emphasis that stands around the URI.
        let joined = b"#=_".contains(&last)
            && i > self.head.body
            && !(last == b'_' && self.view.before(self.head.start).ends_with(b"_"));
        let stands = || match kind {
            Kind::Symbol => self.follows_symbol(i) || self.is_segment(i),
            _ => self.is_alone(i),
        };
        self.unspaced.contains(&true)
            || joined
            || self.goes_on(i)
            || self.is_quoted_on(i)
            || stands()
    }

    /// Whether the URI holds a symbol right before `i`.
    fn follows_symbol(&self, i: usize) -> bool {
        let before = self.view.slice(self.head.body.max(i.saturating_sub(4)), i);
        bstr::decode_last_utf8(before).0.is_some_and(iri::is_of_symbol)
    }

    /// Whether symbols from `i` on are the start of a segment, or all of it: only the end, more of the URI, or what ends
    /// a sentence follows them. An arrow needs more of the URI.
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

    /// Whether the URI is all that stands on its line, and continues from `i` to its end.
    fn is_alone(&self, i: usize) -> bool {
        let before = self.view.line_before(self.head.start);
        if !before.iter().all(|&b| MARGIN.contains(b)) {
            return false;
        }
        let (mut end, most) = (i, i + 256);
        while end < most {
            end += match self.view.at(end) {
                Some(b) if URI.contains(b) => 1,
                Some(0x80..) => match iri::letter_at(self.view, end) {
                    Some((_, len)) => len,
                    None => return false,
                },
                _ => break,
            };
        }
        let end =
            if self.view.is(end, |b| BLANK.contains(b)) { self.view.skip_blanks(end) } else { end };
        end < most && self.view.at(end).is_none_or(|b| b == b'\r' || b == b'\n')
    }
}

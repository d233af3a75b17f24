//! Whether a `|` belongs to a URI, or separates: cells, the label of a link, the commands of a shell.

use super::{Component, Walk, starts_uri};
use crate::byteset::{ALNUM, BLANK, ByteSet, MARGIN};

/// How far a line is looked at for other separators, in bytes.
const SIGHT: usize = 256;

fn is_break(byte: u8) -> bool {
    byte == b'\n' || byte == b'\r'
}

impl Walk<'_, '_> {
    /// A separator, except between the URI's own characters on a line without signs of cells.
    pub(super) fn pipe(&mut self, i: usize) -> Option<usize> {
        if let Some(len) = self.of_grammar(i) {
            return Some(len);
        }
        if self.is_quoted_on(i + 1) || self.is_drive(i) {
            return Some(1);
        }
        let next = self.view.find(i, SIGHT, |b| b != b'|')?;
        let separates = self.precedes_label(i + 1)
            || self.component_at(i) == Component::Authority
            || !self.is_inside(i, next)
            || self.starts_command(next)
            || self.separates_cells(i, next);
        (!separates).then(|| self.skip(i, next - i))
    }

    /// Returns `true` if the `|` follows the letter of a drive: `file:///c|/x` (RFC 8089 Appendix E.2.2).
    fn is_drive(&self, i: usize) -> bool {
        let is_file = || self.head.name(self.view).eq_ignore_ascii_case(b"file");
        self.view.is(i + 1, |b| b == b'/' || b == b'\\')
            && matches!(self.view.slice(i - 2, i), [b'/', letter] if letter.is_ascii_alphabetic())
            && is_file()
    }

    /// Returns `true` if the pipes from `i` to `next` are between characters of the URI. In a path, what follows must
    /// be more than a word.
    fn is_inside(&mut self, i: usize, next: usize) -> bool {
        const OWN: ByteSet = ALNUM.or(ByteSet::of(b"%:+="));
        let view = self.view;
        let before = view.is(i - 1, |b| OWN.contains(b));
        let own = self.read_at(next).0.is_some_and(|b| OWN.contains(b));
        if self.component_at(i) > Component::Path || self.open[0] > 0 {
            return before && own;
        }
        let ends = view.find(next, SIGHT, |b| !ALNUM.contains(b) && !b"_-.|+;".contains(&b));
        // `|title=` is the next parameter of a wiki's template.
        before && own && ends.is_some_and(|end| end > next && view.is(end, |b| b"?%".contains(&b)))
    }

    /// Returns `true` if the line has other cells: a `|` before the URI, one beside a blank or at the end after it, a
    /// line next to it that has as many, or a number alone after a URI that starts its line. The first pipes in the
    /// URI, from `i` to `next`, decide.
    fn separates_cells(&mut self, i: usize, next: usize) -> bool {
        if let Some(separates) = self.in_cells {
            return separates;
        }
        // A choice of a regular expression.
        if self.open[0] > 0 {
            return false;
        }
        let line = self.view.line_before(self.head.start);
        let starts_line = || line.iter().all(|&b| MARGIN.contains(b));
        let separates = memchr::memchr(b'|', line).is_some()
            || self.has_cells_after(i)
            || self.is_lone_number(next) && starts_line();
        *self.in_cells.insert(separates)
    }

    /// Returns `true` if nothing but a number stands from `i` up to the end of the line.
    fn is_lone_number(&self, i: usize) -> bool {
        let end = self.view.find(i, 32, |b| !b.is_ascii_digit());
        end.is_none_or(|end| end > i && self.view.is(end, |b| b <= b' '))
    }

    /// Returns `true` if a `|` is beside a blank or at the end of the line from `i` on, or a line next to it has as
    /// many.
    fn has_cells_after(&self, i: usize) -> bool {
        let view = self.view;
        let (mut last, mut count) = (0, 0);
        let end = view.find(i, SIGHT, |b| {
            let is_border = last == b'|' && (BLANK.contains(b) || is_break(b))
                || b == b'|' && BLANK.contains(last);
            count += usize::from(b == b'|');
            last = b;
            is_border || is_break(b)
        });
        let is_row = match end {
            Some(end) => !view.is(end, is_break) || view.is(end - 1, |b| b == b'|'),
            None => last == b'|',
        };
        is_row || end.is_some_and(|end| self.has_twin(end, count))
    }

    /// Returns `true` if the line above, or the one after the break at `end`, has `count` pipes.
    fn has_twin(&self, end: usize, count: usize) -> bool {
        let (view, start) = (self.view, self.head.start);
        let pipes = |line: &[u8]| memchr::memchr_iter(b'|', line).count();
        let above = view.before(start);
        let above = &above[..above.len() - view.line_before(start).len()];
        let above = above.strip_suffix(b"\n").unwrap_or(above);
        if above.rsplit(|&b| b == b'\n').next().is_some_and(|line| pipes(line) == count) {
            return true;
        }
        let Some(from) = view.find(end, 2, |b| !is_break(b)) else { return false };
        let below = view.find(from, SIGHT, is_break);
        below.is_some_and(|to| pipes(view.slice(from, to)) == count)
    }

    /// Returns `true` if the label of a link in brackets is at `i`, after a separator: `<url|label>`, `[[url|label]]`.
    /// In square brackets a blank sets the label off too, so what is at `i` may be more of a query.
    fn precedes_label(&self, i: usize) -> bool {
        use super::super::wrapper::Close;
        match self.close {
            Some(Close::Byte(b'>' | b'}') | Close::Text("&gt;")) => true,
            Some(Close::Byte(b']')) => {
                let end = self.view.find(i, 256, |b| b"]=&|%".contains(&b) || b <= b' ');
                end.is_none_or(|end| self.view.is(end, |b| b == b']' || b <= b' '))
            }
            _ => false,
        }
    }

    /// Returns `true` if a command of a shell is at `i`: the line before the URI fetches it, or a word with something
    /// after it follows. Also whether another URI does.
    pub(super) fn starts_command(&self, i: usize) -> bool {
        let fetches =
            |word: &[u8]| [b"curl".as_slice(), b"wget", b"lynx", b"fetch"].contains(&word);
        let line = self.view.line_before(self.head.start);
        if line.split(|b| !ALNUM.contains(*b)).any(fetches) {
            return true;
        }
        let Some(end) = self.view.find(i, 32, |b| !b.is_ascii_lowercase()) else { return false };
        self.view.is(end, |b| b == b' ') && self.view.is(end + 1, |b| b > b' ')
            || starts_uri(self.view, i)
    }
}

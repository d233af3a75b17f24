//! Backslashes in a URI: escapes and control words of the text around it end it, separators in the name of a
//! Windows file belong to it.

use super::super::view::View;
use super::{Component, Walk};
use crate::byteset::{ALNUM, ByteSet};

/// What may follow a separator in the name of a file.
const NAME: ByteSet = ALNUM.or(ByteSet::of(b"_-.~$%(@!+{[")).or(ByteSet::range(0x80, 0xff));
/// How long the name of a host may be (RFC 1035 2.3.4).
const MAX_HOST: usize = 255;

/// The separators of a file's name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Separators {
    /// Where the ones before a host stand, `\\`, if there are any.
    first: usize,
    /// How many they are.
    count: usize,
    /// Of how many backslashes one between two names consists: of two in a string that escapes them.
    each: usize,
}

impl Separators {
    /// Those of a URI of a file where a drive or a second backslash follows the slashes.
    fn of(view: &View<'_>, body: usize) -> Option<Self> {
        let scheme = view.before(body).last_chunk::<5>()?;
        if !scheme.eq_ignore_ascii_case(b"file:") {
            return None;
        }
        let row =
            |from: usize, byte: u8| view.find(from, 8, |b| b != byte).map_or(0, |end| end - from);
        let first = body + row(body, b'/');
        let count = row(first, b'\\');
        let each = match count {
            0 if view.is(first, |b| b.is_ascii_alphabetic())
                && view.is(first + 1, |b| b":|".contains(&b)) =>
            {
                row(first + 2, b'\\')
            }
            2 | 3 => 1,
            4 => 2,
            _ => 0,
        };
        (1..=2).contains(&each).then_some(Separators { first, count, each })
    }

    /// The length of the separator at `i`.
    fn len_at(&self, view: &View<'_>, i: usize) -> Option<usize> {
        let len = if i == self.first { self.count } else { self.each };
        let is_whole = (i..i + len).all(|i| view.is(i, |b| b == b'\\'));
        let precedes_name = view.is(i + len, |b| NAME.contains(b));
        (is_whole && precedes_name && !(len == 1 && is_escape(view, i + 1))).then_some(len)
    }
}

/// Returns `true` if the letter at `i` is that of an escape and not the start of a name: a break or a tab at the end.
fn is_escape(view: &View<'_>, i: usize) -> bool {
    view.is(i, |b| b"nrt".contains(&b))
        && view.at(i + 1).is_none_or(|b| !NAME.contains(b) && b != b':')
}

/// Returns `true` if `file:` is followed by backslashes instead of slashes, at `body`: `\\host\share`.
pub(in super::super) fn are_backslashes(view: &View<'_>, body: usize) -> bool {
    if !view.has(body, br"\\") {
        return false;
    }
    let Some(own) = Separators::of(view, body) else { return false };
    let host = own.first + own.count;
    let end = view.find(host, MAX_HOST, |b| b == b'\\' || !NAME.contains(b) && b != b':');
    end.is_some_and(|end| end > host + 1 && own.len_at(view, end).is_some())
}

impl Walk<'_, '_> {
    /// The length of the separator at `i`, in the name of a file.
    pub(super) fn file_separator(&mut self, i: usize) -> Option<usize> {
        let (view, head) = (self.view, self.head);
        let own = self.separators.get_or_insert_with(|| Separators::of(view, head.body));
        own.as_ref()?.len_at(view, i)
    }

    /// An escape or a control word of the surrounding text ends the URI; a backslash before a mark
    /// belongs, and so does a separator. In a path, after a slash, so does an escaped backslash.
    pub(super) fn backslash(&mut self, i: usize) -> Option<usize> {
        const MARK: ByteSet = ByteSet::of(b"-._~&:%#");
        if let Some(len) = self.file_separator(i) {
            self.enter(Component::Path);
            return Some(len);
        }
        let doubled = self.view.is(i + 1, |b| b == b'\\');
        let in_path = self.backslashes || self.view.is(i - 1, |b| b == b'/');
        if doubled && in_path && self.view.is(i + 2, |b| b.is_ascii_alphabetic()) {
            self.backslashes = true;
            return Some(2);
        }
        self.read_at(i + 1).0.is_some_and(|b| MARK.contains(b)).then_some(1)
    }
}

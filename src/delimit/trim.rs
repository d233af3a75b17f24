//! What trails a URI is taken off, and what may belong to it makes a second reading.

use memchr::memchr;

use super::join::Joined;
use super::view::View;
use super::wrapper::{self, Opening};
use super::{Extent, Head, printable, trail};
use crate::found::Readings;
use crate::options::{Options, Trailing};

/// Takes off what trails a URI.
pub(super) struct Trim<'v, 't> {
    view: &'v View<'t>,
    head: Head,
    options: &'v Options,
    /// The byte before the URI.
    before: Option<u8>,
    /// The URI is not trimmed below this length.
    least: usize,
}

impl<'v, 't> Trim<'v, 't> {
    pub fn new(view: &'v View<'t>, head: Head, options: &'v Options) -> Self {
        let before = view.before(head.start).last().copied();
        // `news:*` is a URI, and its star no emphasis.
        let star = head.authority.is_none() && view.is(head.body, |b| b == b'*');
        let least = head.body - head.start + usize::from(star);
        Trim { view, head, options, before, least }
    }

    /// The length without what trails.
    pub fn len(&self, uri: &[u8]) -> usize {
        trail::trimmed(uri, self.least, self.before, self.options.trailing)
    }

    /// A URI of several lines, if anything of its last line is left; its part on the first line ends
    /// at `line_end`.
    pub fn joined(&self, joined: Joined, opening: &Opening, line_end: usize) -> Option<Extent> {
        let Joined { mut uri, other, last, end: run_end } = joined;
        let len = self.len(&uri);
        let cut = uri.len() - len;
        if cut >= last {
            return None;
        }
        uri.truncate(len);
        let end = run_end - cut;
        let own_part = || {
            let line = self.view.slice(self.head.start, line_end);
            // A scheme alone is not a reading.
            let is_scheme = line.ends_with(b":") || line.ends_with(b":/") || line.ends_with(b"://");
            (!is_scheme).then(|| line[..self.len(line)].to_vec())
        };
        let second = match other {
            Some(mut other) => {
                other.truncate(other.len() - cut);
                Some(other)
            }
            None => own_part(),
        };
        let wrapper = wrapper::closed(self.view, opening, end, run_end);
        let readings = Readings::of(Some(uri), second);
        Some(Extent { readings, wrapper, ..self.head.to(end) })
    }

    /// A URI on one line that runs to `run_end`.
    pub fn single(&self, opening: &Opening, run_end: usize) -> Extent {
        let (len, second) = match self.is_prefix(opening, run_end) {
            true => (run_end - self.head.start, None),
            false => self.readings(self.without_mark(run_end), run_end),
        };
        let end = self.head.start + len;
        let wrapper = wrapper::closed(self.view, opening, end, run_end);
        Extent { readings: Readings::of(None, second), wrapper, ..self.head.to(end) }
    }

    /// Returns `true` if an opaque URI between quotes ends in a colon, as the prefix of other ones does:
    /// `"urn:ietf:params:xml:ns:"`.
    fn is_prefix(&self, opening: &Opening, run_end: usize) -> bool {
        self.head.authority.is_none()
            && opening
                .close
                .is_some_and(|close| close.is_quote() && close.is_at(self.view, run_end))
            && self.view.slice(run_end - 1, run_end) == b":"
    }

    /// The bytes up to `run_end` without the first part of a mark that continues there: an arrow, `->` or `=>`,
    /// or the end of an HTML comment `-->`, a template `${`, or a command `@{`. Also without a line of hyphens after it,
    /// or the end of a comment `*/`, or what quoted-printable puts at
    /// the end of a line.
    fn without_mark(&self, run_end: usize) -> &'t [u8] {
        let run = self.view.slice(self.head.start, run_end);
        let cut = |marks: &[u8]| {
            let keep = run.iter().rposition(|b| !marks.contains(b)).map_or(0, |i| i + 1);
            &run[..keep]
        };
        match (run, self.view.at(run_end)) {
            ([.., b'-', b'-'], Some(b'>')) | ([.., b'-', b'-', b'-'], _) => cut(b"-"),
            ([.., b'-'], Some(b'>')) if self.before != Some(b'<') => cut(b"-"),
            ([.., b'='], Some(b'>')) if memchr(b'?', run).is_none() => cut(b"="),
            ([.., b'$' | b'#'], Some(b'{')) => cut(b"$#"),
            ([.., b'%', b'n'], Some(b'"' | b'\\')) => run.strip_suffix(b"%n").unwrap_or(run),
            ([.., b'@'], Some(b'{')) if self.view.is(run_end + 1, |b| b.is_ascii_alphabetic()) => {
                cut(b"@")
            }
            ([.., b'*', b'/'], _) if self.view.line_before(self.head.start).contains(&b'*') => {
                cut(b"*/")
            }
            ([.., b'='] | [.., b'=', b'2', b'0'], Some(b'\r' | b'\n'))
                if printable::is_around(self.view, self.head.start, run_end) =>
            {
                printable::without_debris(run)
            }
            _ => run,
        }
    }

    /// The first reading's length, and the second reading if what trails may belong to it.
    fn readings(&self, run: &[u8], run_end: usize) -> (usize, Option<Vec<u8>>) {
        let len = self.len(run);
        let (own, rest) = run.split_at(len);
        if self.options.trailing == Trailing::Keep {
            return (len, None);
        }
        let path = self.head.authority.unwrap_or(self.head.body) - self.head.start;
        if let Some(without) = trail::without_place(own, path) {
            let ends = |b: u8| b"\r\n)]}\"'".contains(&b);
            let escaped = |i| self.view.has(i, b"\\n") || self.view.has(i, b"\\r");
            let after = || {
                let next = self.view.skip_blanks(run_end);
                self.view.at(next).is_none_or(ends) || escaped(next)
            };
            if rest.first().map_or_else(after, |&b| ends(b)) {
                return (without, Some(own.to_vec()));
            }
        }
        let stop = rest.starts_with(b".") && rest[1..].iter().all(|b| b",;:)]'".contains(b));
        let second = (stop && trail::may_own_stop(own)).then(|| run[..len + 1].to_vec());
        (len, second)
    }
}

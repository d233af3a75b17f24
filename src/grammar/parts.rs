//! Where the components of a reference begin and end.

use std::ops::Range;

/// Marks an undefined component, which differs from an empty one (RFC 3986 5.3).
const NONE: usize = usize::MAX;

/// The components of a reference as byte offsets. It borrows nothing: the text is sliced on
/// request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Parts {
    /// Where the reference begins: 4 after the prefix `URL:` of 1994, else 0.
    start: usize,
    /// Where the colon after the scheme is.
    colon: usize,
    /// Where the authority begins, after the two slashes.
    authority: usize,
    /// Where the `@` after the userinfo is.
    at: usize,
    /// Where the host ends: at the colon before the port, or where the authority does.
    host_end: usize,
    /// Where the authority ends and the path begins.
    path: usize,
    /// Where the path ends.
    path_end: usize,
    /// Where the query ends, if there is one.
    query_end: usize,
    /// Where the text ends.
    len: usize,
}

impl Parts {
    /// A path and nothing else, from `start` to `len`.
    pub fn path_only(start: usize, len: usize) -> Self {
        Parts {
            start,
            colon: NONE,
            authority: NONE,
            at: NONE,
            host_end: NONE,
            path: start,
            path_end: len,
            query_end: NONE,
            len,
        }
    }

    /// Ends the scheme at the colon; the rest is path.
    pub fn with_scheme(mut self, colon: usize) -> Self {
        self.colon = colon;
        self.path = colon + 1;
        self
    }

    /// Puts an authority before the path, which starts at its end.
    pub(crate) fn with_authority(mut self, authority: Authority) -> Self {
        self.authority = authority.start;
        self.at = authority.at.unwrap_or(NONE);
        self.host_end = authority.host_end;
        self.path = authority.end;
        self
    }

    /// Ends the path, at `?`, `#` or the end.
    pub fn with_path_end(mut self, end: usize) -> Self {
        self.path_end = end;
        self
    }

    /// Ends the query, at `#` or the end.
    pub fn with_query_end(mut self, end: usize) -> Self {
        self.query_end = end;
        self
    }

    /// Where the reference starts.
    pub fn start(&self) -> usize {
        self.start
    }

    /// The scheme.
    pub fn scheme(&self) -> Option<Range<usize>> {
        (self.colon != NONE).then_some(self.start..self.colon)
    }

    /// The authority.
    pub fn authority(&self) -> Option<Range<usize>> {
        (self.authority != NONE).then_some(self.authority..self.path)
    }

    /// The userinfo.
    pub fn userinfo(&self) -> Option<Range<usize>> {
        (self.at != NONE).then_some(self.authority..self.at)
    }

    /// The host.
    pub fn host(&self) -> Option<Range<usize>> {
        let start = if self.at == NONE { self.authority } else { self.at + 1 };
        (self.authority != NONE).then_some(start..self.host_end)
    }

    /// The port.
    pub fn port(&self) -> Option<Range<usize>> {
        (self.authority != NONE && self.host_end < self.path).then(|| self.host_end + 1..self.path)
    }

    /// The path.
    pub fn path(&self) -> Range<usize> {
        self.path..self.path_end
    }

    /// The query.
    pub fn query(&self) -> Option<Range<usize>> {
        (self.query_end != NONE).then(|| self.path_end + 1..self.query_end)
    }

    /// The fragment.
    pub fn fragment(&self) -> Option<Range<usize>> {
        let end = self.without_fragment();
        (end < self.len).then(|| end + 1..self.len)
    }

    /// Where the fragment's `#` is, or the end.
    pub fn without_fragment(&self) -> usize {
        if self.query_end == NONE { self.path_end } else { self.query_end }
    }
}

/// The parts of an authority.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Authority {
    pub start: usize,
    /// The `@` after the userinfo.
    pub at: Option<usize>,
    pub host_end: usize,
    pub end: usize,
}

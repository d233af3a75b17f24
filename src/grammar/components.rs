//! The components of any text, whether it is a reference or not: where they begin and end, and the
//! bytes there.

use std::ops::Range;

use memchr::{memchr, memchr2, memchr3};

/// The components of a text, whether it is a URI or not: what the regular expression of RFC 3986
/// Appendix B finds, with the authority split further.
///
/// Nothing is validated: see [`Uri`](crate::Uri) for that. The userinfo goes up to the last `@` of the
/// authority; the port starts after the last colon outside brackets.
///
/// ```
/// let components = urisift::Components::of(b"http://a.example:8o/x#");
/// assert_eq!(components.host(), Some(&b"a.example"[..]));
/// assert_eq!(components.port(), Some(&b"8o"[..]));
/// assert_eq!((components.query(), components.fragment()), (None, Some(&b""[..])));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Components<'t> {
    text: &'t [u8],
    parts: Parts,
}

impl<'t> Components<'t> {
    /// The components of a text that starts with a scheme, or of a relative reference.
    pub fn of(text: &'t [u8]) -> Self {
        Components { text, parts: split(text) }
    }

    /// The components of a text that starts with the authority, such as `www.w3.org/Addressing/`.
    pub fn of_abbreviated(text: &'t [u8]) -> Self {
        Components { text, parts: split_abbreviated(text) }
    }

    /// Components that are known already.
    pub(crate) fn with_parts(text: &'t [u8], parts: Parts) -> Self {
        Components { text, parts }
    }

    #[doc(hidden)]
    #[inline]
    pub fn parts(&self) -> &Parts {
        &self.parts
    }

    #[inline]
    fn slice(&self, range: Option<Range<usize>>) -> Option<&'t [u8]> {
        range.map(|range| &self.text[range])
    }

    /// scheme, without its colon.
    #[inline]
    pub fn scheme(&self) -> Option<&'t [u8]> {
        self.slice(self.parts.scheme())
    }

    /// authority, without the slashes before it.
    #[inline]
    pub fn authority(&self) -> Option<&'t [u8]> {
        self.slice(self.parts.authority())
    }

    /// userinfo, without its `@`.
    #[inline]
    pub fn userinfo(&self) -> Option<&'t [u8]> {
        self.slice(self.parts.userinfo())
    }

    /// host, with the brackets of a literal.
    #[inline]
    pub fn host(&self) -> Option<&'t [u8]> {
        self.slice(self.parts.host())
    }

    /// port, without its colon.
    #[inline]
    pub fn port(&self) -> Option<&'t [u8]> {
        self.slice(self.parts.port())
    }

    /// path.
    #[inline]
    pub fn path(&self) -> &'t [u8] {
        &self.text[self.parts.path()]
    }

    /// query, without its `?`.
    #[inline]
    pub fn query(&self) -> Option<&'t [u8]> {
        self.slice(self.parts.query())
    }

    /// fragment, without its `#`.
    #[inline]
    pub fn fragment(&self) -> Option<&'t [u8]> {
        self.slice(self.parts.fragment())
    }
}

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
    #[inline]
    pub fn start(&self) -> usize {
        self.start
    }

    /// The scheme.
    #[inline]
    pub fn scheme(&self) -> Option<Range<usize>> {
        (self.colon != NONE).then_some(self.start..self.colon)
    }

    /// The authority.
    #[inline]
    pub fn authority(&self) -> Option<Range<usize>> {
        (self.authority != NONE).then_some(self.authority..self.path)
    }

    /// The userinfo.
    #[inline]
    pub fn userinfo(&self) -> Option<Range<usize>> {
        (self.at != NONE).then_some(self.authority..self.at)
    }

    /// The host.
    #[inline]
    pub fn host(&self) -> Option<Range<usize>> {
        let start = if self.at == NONE { self.authority } else { self.at + 1 };
        (self.authority != NONE).then_some(start..self.host_end)
    }

    /// The port.
    #[inline]
    pub fn port(&self) -> Option<Range<usize>> {
        (self.authority != NONE && self.host_end < self.path).then(|| self.host_end + 1..self.path)
    }

    /// The path.
    #[inline]
    pub fn path(&self) -> Range<usize> {
        self.path..self.path_end
    }

    /// The query.
    #[inline]
    pub fn query(&self) -> Option<Range<usize>> {
        (self.query_end != NONE).then(|| self.path_end + 1..self.query_end)
    }

    /// The fragment.
    #[inline]
    pub fn fragment(&self) -> Option<Range<usize>> {
        let end = self.without_fragment();
        (end < self.len).then(|| end + 1..self.len)
    }

    /// Where the fragment's `#` is, or the end.
    #[inline]
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

/// Splits `text`, as the regular expression of RFC 3986 Appendix B does. Nothing is validated, and
/// nothing is refused.
pub(crate) fn split(text: &[u8]) -> Parts {
    split_from(text, 0)
}

/// Splits `text` from `start` on.
pub(crate) fn split_from(text: &[u8], start: usize) -> Parts {
    let parts = Parts::path_only(start, text.len());
    match scheme_colon(&text[start..]).map(|colon| start + colon) {
        Some(colon) => hierarchy(text, parts.with_scheme(colon), colon + 1),
        None => hierarchy(text, parts, start),
    }
}

/// Splits a text that starts with its authority.
pub(crate) fn split_abbreviated(text: &[u8]) -> Parts {
    from_authority(text, Parts::path_only(0, text.len()), 0)
}

fn hierarchy(text: &[u8], parts: Parts, at: usize) -> Parts {
    if text[at..].starts_with(b"//") {
        from_authority(text, parts, at + 2)
    } else {
        from_path(text, parts, at)
    }
}

fn from_authority(text: &[u8], parts: Parts, start: usize) -> Parts {
    let end = memchr3(b'/', b'?', b'#', &text[start..]).map_or(text.len(), |i| start + i);
    from_path(text, parts.with_authority(authority(text, start, end)), end)
}

fn from_path(text: &[u8], mut parts: Parts, mut at: usize) -> Parts {
    at = memchr2(b'?', b'#', &text[at..]).map_or(text.len(), |i| at + i);
    parts = parts.with_path_end(at);
    if text.get(at) == Some(&b'?') {
        at = memchr(b'#', &text[at..]).map_or(text.len(), |i| at + i);
        parts = parts.with_query_end(at);
    }
    parts
}

/// `[^:/?#]+` and a colon.
fn scheme_colon(text: &[u8]) -> Option<usize> {
    let stop = text.iter().position(|b| b":/?#".contains(b))?;
    (stop > 0 && text[stop] == b':').then_some(stop)
}

/// Userinfo up to the last `@`, since what precedes it cannot be the host; the port after the last
/// colon outside brackets.
fn authority(text: &[u8], start: usize, end: usize) -> Authority {
    // In one pass: an authority is too short for `memchr` calls to pay off.
    let (mut at, mut colon) = (None, None);
    for (i, byte) in text[start..end].iter().enumerate() {
        match byte {
            b'@' => (at, colon) = (Some(start + i), None),
            b']' => colon = None,
            b':' => colon = Some(start + i),
            _ => {}
        }
    }
    Authority { start, at, host_end: colon.unwrap_or(end), end }
}

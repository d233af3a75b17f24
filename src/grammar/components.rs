//! The components of any text, as bytes.

use std::ops::Range;

use super::parts::Parts;
use super::split;

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
        Components { text, parts: split::split(text) }
    }

    /// The components of a text that starts with the authority, such as `www.w3.org/Addressing/`.
    pub fn of_abbreviated(text: &'t [u8]) -> Self {
        Components { text, parts: split::split_abbreviated(text) }
    }

    /// Components that are known already.
    pub(crate) fn with_parts(text: &'t [u8], parts: Parts) -> Self {
        Components { text, parts }
    }

    #[doc(hidden)]
    pub fn parts(&self) -> &Parts {
        &self.parts
    }

    fn slice(&self, range: Option<Range<usize>>) -> Option<&'t [u8]> {
        range.map(|range| &self.text[range])
    }

    /// scheme, without its colon.
    pub fn scheme(&self) -> Option<&'t [u8]> {
        self.slice(self.parts.scheme())
    }

    /// authority, without the slashes before it.
    pub fn authority(&self) -> Option<&'t [u8]> {
        self.slice(self.parts.authority())
    }

    /// userinfo, without its `@`.
    pub fn userinfo(&self) -> Option<&'t [u8]> {
        self.slice(self.parts.userinfo())
    }

    /// host, with the brackets of a literal.
    pub fn host(&self) -> Option<&'t [u8]> {
        self.slice(self.parts.host())
    }

    /// port, without its colon.
    pub fn port(&self) -> Option<&'t [u8]> {
        self.slice(self.parts.port())
    }

    /// path.
    pub fn path(&self) -> &'t [u8] {
        &self.text[self.parts.path()]
    }

    /// query, without its `?`.
    pub fn query(&self) -> Option<&'t [u8]> {
        self.slice(self.parts.query())
    }

    /// fragment, without its `#`.
    pub fn fragment(&self) -> Option<&'t [u8]> {
        self.slice(self.parts.fragment())
    }
}

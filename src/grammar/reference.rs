//! What all parsed forms have in common: a text, and where its components are.

use std::borrow::Cow;
use std::fmt;
use std::net::{Ipv4Addr, Ipv6Addr};
use std::ops::Range;

use super::components::{Parts, split, split_abbreviated};
use super::edition::rfc3986::AUTHORITY;
use super::edition::{Editions, Shape};
use super::escape::percent_decode;
use super::parse_error::ParseError;
use super::scheme::{self, Specific};
use super::uri::{Grammar, Repertoire, conforms, judge};
use super::{host, ports};

/// A reference in its components.
///
/// It has everything that [`Uri`](crate::Uri), [`UriRef`](crate::UriRef), [`Iri`](crate::Iri) and
/// [`IriRef`](crate::IriRef) have in common. A component that is undefined is `None`; one that is empty is
/// `Some("")`; the path is never undefined (RFC 3986 5.3). All offsets are bytes.
///
/// ```
/// use urisift::{IriRef, Reference, Uri};
/// fn last<'t>(reference: &Reference<'t>) -> Option<&'t str> {
///     reference.segments().last()
/// }
/// let (uri, iri) = (Uri::parse("http://a.example/b/c?d")?, IriRef::parse("../ä")?);
/// assert_eq!((last(&uri), last(&iri)), (Some("c"), Some("ä")));
/// # Ok::<(), urisift::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Reference<'t> {
    pub(super) text: &'t str,
    pub(super) parts: Parts,
}

impl<'t> Reference<'t> {
    /// The components of any text, valid or not.
    pub(crate) fn unchecked(text: &'t str) -> Self {
        Reference { text, parts: split(text.as_bytes()) }
    }

    fn slice(&self, range: Option<Range<usize>>) -> Option<&'t str> {
        range.map(|range| &self.text[range])
    }

    /// The whole text, as it was parsed.
    pub fn as_str(&self) -> &'t str {
        self.text
    }

    /// scheme, without its colon (RFC 3986 3.1).
    pub fn scheme(&self) -> Option<&'t str> {
        self.slice(self.parts.scheme())
    }

    /// authority, without the slashes before it (RFC 3986 3.2).
    pub fn authority(&self) -> Option<&'t str> {
        self.slice(self.parts.authority())
    }

    /// The authority in its parts.
    ///
    /// ```
    /// let uri = urisift::Uri::parse("x://who:secret@[::1]:80/a")?;
    /// let authority = uri.authority_parts().unwrap();
    /// assert_eq!((authority.user(), authority.password()), (Some("who"), Some("secret")));
    /// assert_eq!(authority.without_userinfo(), "[::1]:80");
    /// # Ok::<(), urisift::ParseError>(())
    /// ```
    pub fn authority_parts(&self) -> Option<Authority<'t>> {
        self.authority()
            .map(|text| Authority(Reference { text, parts: split_abbreviated(text.as_bytes()) }))
    }

    /// userinfo, without its `@` (RFC 3986 3.2.1).
    pub fn userinfo(&self) -> Option<&'t str> {
        self.slice(self.parts.userinfo())
    }

    /// host, with the brackets of a literal (RFC 3986 3.2.2).
    pub fn host(&self) -> Option<&'t str> {
        self.slice(self.parts.host())
    }

    /// What the host is.
    pub fn host_kind(&self) -> Option<Host<'t>> {
        self.host().map(Host::of)
    }

    /// port, without its colon: digits, or nothing (RFC 3986 3.2.3). By the draft of 2003 it may be
    /// anything, since the authority may be a name of a registry.
    pub fn port(&self) -> Option<&'t str> {
        self.slice(self.parts.port())
    }

    /// The port as a number; `None` also where it is empty or greater than any port.
    pub fn port_number(&self) -> Option<u16> {
        self.port().and_then(ports::number)
    }

    /// path (RFC 3986 3.3).
    pub fn path(&self) -> &'t str {
        &self.text[self.parts.path()]
    }

    /// The segments of the path, between its slashes. A path that starts with a slash
    /// has no segment before it; an empty path has none at all.
    pub fn segments(&self) -> impl Iterator<Item = &'t str> + use<'t> {
        let path = self.path();
        let inner = path.strip_prefix('/').unwrap_or(path);
        inner.split('/').take(if path.is_empty() { 0 } else { usize::MAX })
    }

    /// query, without its `?` (RFC 3986 3.4).
    pub fn query(&self) -> Option<&'t str> {
        self.slice(self.parts.query())
    }

    /// The names and values of a query of the form `name=value&name=value`, in order, still encoded: see
    /// [`percent_decode`](crate::percent_decode). A name without `=` has the value `None`. Browsers send a
    /// space in a form as `+`.
    ///
    /// ```
    /// let uri = urisift::Uri::parse("http://a.example/?q=a%26b&lang=de&debug")?;
    /// let pairs: Vec<_> = uri.query_pairs().collect();
    /// assert_eq!(pairs, [("q", Some("a%26b")), ("lang", Some("de")), ("debug", None)]);
    /// assert_eq!(&*urisift::percent_decode(b"a%26b"), b"a&b");
    /// # Ok::<(), urisift::ParseError>(())
    /// ```
    pub fn query_pairs(&self) -> impl Iterator<Item = (&'t str, Option<&'t str>)> + use<'t> {
        let pairs = self.query().unwrap_or_default().split('&').filter(|pair| !pair.is_empty());
        pairs.map(|pair| {
            pair.split_once('=').map_or((pair, None), |(name, value)| (name, Some(value)))
        })
    }

    /// The names and values of a query, decoded as those of a form: `+` is a space, and octets that are not UTF-8 become
    /// U+FFFD. A name without `=` has an empty value.
    ///
    /// ```
    /// let uri = urisift::Uri::parse("http://a.example/?q=a%26b+c&debug")?;
    /// let pairs: Vec<_> = uri.form_pairs().collect();
    /// assert_eq!(pairs, [("q".into(), "a&b c".into()), ("debug".into(), "".into())]);
    /// # Ok::<(), urisift::ParseError>(())
    /// ```
    pub fn form_pairs(&self) -> impl Iterator<Item = (Cow<'t, str>, Cow<'t, str>)> + use<'t> {
        self.query_pairs().map(|(name, value)| (form(name), form(value.unwrap_or_default())))
    }

    /// fragment, without its `#` (RFC 3986 3.5).
    pub fn fragment(&self) -> Option<&'t str> {
        self.slice(self.parts.fragment())
    }

    /// Returns `true` if it has no scheme (RFC 3986 4.2).
    pub fn is_relative(&self) -> bool {
        self.parts.scheme().is_none()
    }

    /// Returns `true` if it has a scheme and no fragment: absolute-URI (RFC 3986 4.3).
    pub fn is_absolute(&self) -> bool {
        !self.is_relative() && self.parts.fragment().is_none()
    }

    /// Returns `true` if it refers to the document that contains it: it is empty, or only a fragment (RFC 3986 4.4).
    pub fn is_same_document(&self) -> bool {
        self.parts.without_fragment() == 0
    }

    /// Returns `true` if another refers to the same document, as far as it can be told: the texts are the same but for
    /// their fragments (RFC 3986 4.4). Compare a resolved reference with its base this way.
    pub fn same_document_as(&self, other: &Reference<'_>) -> bool {
        let document = |r: &Reference<'_>| r.parts.without_fragment();
        self.text[..document(self)] == other.text[..document(other)]
    }

    /// Where the reference begins in its text: after `URL:` in 1994.
    pub(crate) fn start(&self) -> usize {
        self.parts.start()
    }

    /// Where the path begins in the text.
    pub(crate) fn path_start(&self) -> usize {
        self.parts.path().start
    }

    /// The editions whose grammar the text satisfies, of [`Edition::REPORTED`](crate::Edition::REPORTED).
    pub fn editions(&self) -> Editions {
        let shape = if self.is_relative() { Shape::Reference } else { Shape::Absolute };
        conforms(self.text.as_bytes(), shape)
    }

    /// Its components as offsets.
    pub(crate) fn parts(&self) -> &Parts {
        &self.parts
    }

    /// The URI in the terms of its scheme; [`Specific::Other`] if it has no scheme, or one without a
    /// grammar here.
    ///
    /// # Errors
    /// The byte and the rule of the scheme's own grammar that is broken.
    pub fn scheme_specific(&self) -> Result<Specific<'t>, ParseError> {
        scheme::specific(self.text, self.parts)
    }
}

impl fmt::Display for Reference<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text)
    }
}

impl fmt::Debug for Reference<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reference")
            .field("scheme", &self.scheme())
            .field("userinfo", &self.userinfo())
            .field("host", &self.host())
            .field("port", &self.port())
            .field("path", &self.path())
            .field("query", &self.query())
            .field("fragment", &self.fragment())
            .finish()
    }
}

/// A name or a value of a form, decoded.
fn form(text: &str) -> Cow<'_, str> {
    if !text.contains(['+', '%']) {
        return Cow::Borrowed(text);
    }
    let spaced = text.replace('+', " ");
    Cow::Owned(String::from_utf8_lossy(&percent_decode(spaced.as_bytes())).into_owned())
}

/// An authority in its parts: who, where and which port (RFC 3986 3.2). It is that of a reference, or parsed alone.
///
/// ```
/// use urisift::{Authority, Host};
/// let authority = Authority::parse("who@a.example:8080")?;
/// assert_eq!((authority.userinfo(), authority.host()), (Some("who"), "a.example"));
/// assert_eq!((authority.host_kind(), authority.port_number()), (Host::Name("a.example"), Some(8080)));
/// assert_eq!(Authority::parse("a.example/b").unwrap_err().offset(), 9);
/// # Ok::<(), urisift::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Authority<'t>(Reference<'t>);

impl<'t> Authority<'t> {
    /// Parses a whole text by RFC 3986, or RFC 3987 if it has characters beyond ASCII.
    ///
    /// # Errors
    /// The first byte that does not fit, and the rule that expects another one.
    pub fn parse(text: &'t str) -> Result<Self, ParseError> {
        let by = (Grammar::default(), Repertoire::Iri);
        let parts = judge(text.as_bytes(), by.0, by.1, Shape::Abbreviated)?;
        match parts.path().start {
            end if end == text.len() => Ok(Authority(Reference { text, parts })),
            end => Err(ParseError::new(end, &AUTHORITY)),
        }
    }

    /// The whole text.
    pub fn as_str(&self) -> &'t str {
        self.0.text
    }

    /// userinfo, without its `@` (RFC 3986 3.2.1).
    pub fn userinfo(&self) -> Option<&'t str> {
        self.0.userinfo()
    }

    /// The userinfo up to its first colon, still encoded.
    pub fn user(&self) -> Option<&'t str> {
        scheme::split_userinfo(self.userinfo()).0
    }

    /// The userinfo after its first colon, still encoded.
    pub fn password(&self) -> Option<&'t str> {
        scheme::split_userinfo(self.userinfo()).1
    }

    /// host, with the brackets of a literal (RFC 3986 3.2.2); it may be empty.
    pub fn host(&self) -> &'t str {
        self.0.host().unwrap_or_default()
    }

    /// What the host is.
    pub fn host_kind(&self) -> Host<'t> {
        Host::of(self.host())
    }

    /// port, without its colon: digits, or nothing (RFC 3986 3.2.3).
    pub fn port(&self) -> Option<&'t str> {
        self.0.port()
    }

    /// The port as a number; `None` also where it is empty or greater than any port.
    pub fn port_number(&self) -> Option<u16> {
        self.0.port_number()
    }

    /// Host and port, as in the field `Host` of HTTP.
    pub fn without_userinfo(&self) -> &'t str {
        let start = self.userinfo().map_or(0, |userinfo| userinfo.len() + 1);
        &self.as_str()[start..]
    }
}

impl fmt::Display for Authority<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// What a host is (RFC 3986 3.2.2).
///
/// ```
/// use urisift::{Host, Uri};
/// let kind = |text| Uri::parse(text).ok()?.host_kind();
/// assert_eq!(kind("http://127.0.0.1/"), Some(Host::Ipv4([127, 0, 0, 1].into())));
/// assert_eq!(kind("http://127.1/"), Some(Host::Name("127.1")));
/// assert!(matches!(kind("http://[::1]/"), Some(Host::Ipv6 { address, .. }) if address.is_loopback()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Host<'t> {
    /// IPv4address.
    Ipv4(Ipv4Addr),
    /// IPv6address, with the zone after its `%25` (RFC 6874), still encoded.
    Ipv6 {
        /// The address.
        address: Ipv6Addr,
        /// The zone.
        zone: Option<&'t str>,
    },
    /// IPvFuture, without its brackets.
    Future(&'t str),
    /// reg-name; it may be empty.
    Name(&'t str),
}

impl<'t> Host<'t> {
    fn of(host: &'t str) -> Self {
        let Some(literal) = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')) else {
            return host::ipv4(host.as_bytes()).map_or(Host::Name(host), Host::Ipv4);
        };
        match host::ipv6(literal.as_bytes()) {
            Ok((address, end)) => Host::Ipv6 { address, zone: literal[end..].strip_prefix("%25") },
            Err(_) => Host::Future(literal),
        }
    }
}

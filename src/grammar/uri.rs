//! The parsed forms: a text, and where its components are.

use std::fmt;
use std::net::{Ipv4Addr, Ipv6Addr};
use std::ops::{Deref, Range};
use std::str::FromStr;

use super::bnf::{Rule, law};
use super::caution::{self, Caution};
use super::edition::{Edition, Editions, Shape};
use super::fault::Fault;
use super::generic::{self, Switches};
use super::host::{self, Zones};
use super::parts::Parts;
use super::ports;
use super::scheme::{self, Specific};
use super::split;

/// The grammar to parse by: an edition, and whether addresses may have zones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Grammar {
    edition: Edition,
    zones: Zones,
}

impl Grammar {
    /// The grammar of an edition.
    pub const fn of(edition: Edition) -> Self {
        Grammar { edition, zones: Zones::Never }
    }

    /// The same, with `%25` and a zone name after an IPv6 address (RFC 6874). Only the grammars of
    /// RFC 3986 and RFC 3987 use it.
    pub const fn with_zones(self) -> Self {
        Grammar { edition: self.edition, zones: Zones::Allowed }
    }
}

impl From<Edition> for Grammar {
    fn from(edition: Edition) -> Self {
        Grammar::of(edition)
    }
}

/// Which characters a text may contain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repertoire {
    /// ASCII only (RFC 3986).
    Uri,
    /// Characters beyond it (RFC 3987), where the edition is RFC 3986.
    Iri,
}

/// The components of a text of the given shape.
pub fn judge(
    text: &[u8],
    grammar: Grammar,
    repertoire: Repertoire,
    shape: Shape,
) -> Result<Parts, Fault> {
    let edition = grammar.edition;
    let iri = repertoire == Repertoire::Iri && edition == Edition::Rfc3986;
    let switches = Switches { iri, zones: grammar.zones };
    if edition == Edition::Rfc3986 {
        let parts = match shape {
            Shape::Abbreviated => generic::parse_abbreviated(text, switches),
            Shape::Absolute | Shape::Reference => generic::parse(text, switches),
        };
        match parts {
            Some(parts) if shape != Shape::Absolute || parts.scheme().is_some() => {
                return Ok(parts);
            }
            _ => {}
        }
    }
    edition.check(text, shape, switches)?;
    Ok(split::split_from(text, edition.start(text)))
}

/// The editions that a text of the given shape conforms to.
pub fn conforms(text: &[u8], shape: Shape) -> Editions {
    let accepts =
        |edition: &Edition| judge(text, (*edition).into(), Repertoire::Uri, shape).is_ok();
    Edition::ALL.into_iter().filter(accepts).collect()
}

/// A reference in its components.
///
/// It has everything that [`Uri`], [`UriRef`], [`Iri`] and [`IriRef`] have in common. A component
/// that is undefined is `None`; one that is empty is `Some("")`; the path is never undefined
/// (RFC 3986 5.3). All offsets are bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Reference<'t> {
    text: &'t str,
    parts: Parts,
}

impl<'t> Reference<'t> {
    fn parse(
        text: &'t str,
        grammar: Grammar,
        repertoire: Repertoire,
        shape: Shape,
    ) -> Result<Self, Fault> {
        judge(text.as_bytes(), grammar, repertoire, shape).map(|parts| Reference { text, parts })
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
    /// # Ok::<(), urisift::Fault>(())
    /// ```
    pub fn query_pairs(&self) -> impl Iterator<Item = (&'t str, Option<&'t str>)> + use<'t> {
        let pairs = self.query().unwrap_or_default().split('&').filter(|pair| !pair.is_empty());
        pairs.map(|pair| {
            pair.split_once('=').map_or((pair, None), |(name, value)| (name, Some(value)))
        })
    }

    /// fragment, without its `#` (RFC 3986 3.5).
    pub fn fragment(&self) -> Option<&'t str> {
        self.slice(self.parts.fragment())
    }

    /// Whether it has no scheme (RFC 3986 4.2).
    pub fn is_relative(&self) -> bool {
        self.parts.scheme().is_none()
    }

    /// Whether it has a scheme and no fragment: absolute-URI (RFC 3986 4.3).
    pub fn is_absolute(&self) -> bool {
        !self.is_relative() && self.parts.fragment().is_none()
    }

    /// Whether it refers to the document that contains it: it is empty, or only a fragment
    /// (RFC 3986 4.4).
    pub fn is_same_document(&self) -> bool {
        self.parts.without_fragment() == 0
    }

    /// Whether another refers to the same document, as far as it can be told: the texts are the same
    /// but for their fragments (RFC 3986 4.4). Compare a resolved reference with its base this way.
    pub fn same_document_as(&self, other: &Reference<'_>) -> bool {
        let document = |r: &Reference<'_>| r.parts.without_fragment();
        self.text[..document(self)] == other.text[..document(other)]
    }

    /// Where the reference begins in its text: after `URL:` in 1994.
    pub(crate) fn start(&self) -> usize {
        self.parts.start()
    }

    /// The editions whose grammar the text satisfies.
    pub fn conforms(&self) -> Editions {
        let shape = if self.is_relative() { Shape::Reference } else { Shape::Absolute };
        conforms(self.text.as_bytes(), shape)
    }

    /// What to be careful about.
    pub fn cautions(&self) -> Vec<Caution> {
        caution::cautions(self.text.as_bytes(), &self.parts)
    }

    /// The URI in the terms of its scheme; [`Specific::Other`] if it has no scheme, or one without a
    /// grammar here.
    ///
    /// # Errors
    /// The byte and the rule of the scheme's own grammar that is broken.
    pub fn specific(&self) -> Result<Specific<'t>, Fault> {
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

/// What a host is (RFC 3986 3.2.2).
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

/// Generates the types, which differ in what they accept.
macro_rules! forms {
    ($($(#[$doc:meta])* $name:ident, $owned:ident, $shape:ident, $repertoire:ident;)+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $name<'t>(Reference<'t>);

        impl<'t> $name<'t> {
            /// Parses a whole text, without a copy.
            ///
            /// # Errors
            /// The first byte that does not fit, and the rule that expects another one.
            pub fn parse(text: &'t str) -> Result<Self, Fault> {
                Self::parse_in(text, Grammar::default())
            }

            /// Parses a whole text by an edition, or with zones allowed. Characters beyond ASCII are
            /// allowed in an IRI by RFC 3987 alone: older editions know none.
            ///
            /// # Errors
            /// As for [`Self::parse`].
            pub fn parse_in(text: &'t str, grammar: impl Into<Grammar>) -> Result<Self, Fault> {
                let repertoire = Repertoire::$repertoire;
                Reference::parse(text, grammar.into(), repertoire, Shape::$shape).map($name)
            }

            /// The same as an owned value.
            pub fn to_buf(&self) -> $owned {
                $owned { text: self.as_str().to_owned(), parts: self.parts }
            }
        }

        #[doc = concat!("A [`", stringify!($name), "`] that owns its text, to be kept and sent to other threads.")]
        ///
        /// ```
        #[doc = concat!("let uri: urisift::", stringify!($owned), " = \"http://a.example:80/b\".parse()?;")]
        /// assert_eq!(uri.borrow().port_number(), Some(80));
        /// # Ok::<(), urisift::Fault>(())
        /// ```
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        pub struct $owned {
            text: String,
            parts: Parts,
        }

        impl $owned {
            /// Borrows it, with all accessors.
            pub fn borrow(&self) -> $name<'_> {
                $name(Reference { text: &self.text, parts: self.parts })
            }

            /// The whole text, as it was parsed.
            pub fn as_str(&self) -> &str {
                &self.text
            }
        }

        impl From<$owned> for String {
            fn from(owned: $owned) -> String {
                owned.text
            }
        }

        impl fmt::Display for $owned {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(&self.text)
            }
        }

        impl TryFrom<String> for $owned {
            type Error = Fault;

            fn try_from(text: String) -> Result<Self, Fault> {
                let parts = $name::parse(&text)?.parts;
                Ok($owned { text, parts })
            }
        }

        impl FromStr for $owned {
            type Err = Fault;

            fn from_str(text: &str) -> Result<Self, Fault> {
                Ok($name::parse(text)?.to_buf())
            }
        }

        impl<'t> Deref for $name<'t> {
            type Target = Reference<'t>;

            fn deref(&self) -> &Reference<'t> {
                &self.0
            }
        }

        impl AsRef<str> for $name<'_> {
            fn as_ref(&self) -> &str {
                self.as_str()
            }
        }

        impl fmt::Display for $name<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl<'t> TryFrom<&'t str> for $name<'t> {
            type Error = Fault;

            fn try_from(text: &'t str) -> Result<Self, Fault> {
                $name::parse(text)
            }
        }
    )+};
}

forms! {
    /// A URI: it starts with a scheme, and may have a fragment (RFC 3986 3).
    ///
    /// ```
    /// use urisift::{Edition, Uri};
    /// let uri = Uri::parse("http://www.ics.uci.edu/pub/ietf/uri/#Related")?;
    /// assert_eq!((uri.host(), uri.path()), (Some("www.ics.uci.edu"), "/pub/ietf/uri/"));
    /// assert_eq!((uri.query(), uri.fragment()), (None, Some("Related")));
    /// assert!(!uri.conforms().contains(Edition::Rfc1738)); // It had no fragments.
    /// # Ok::<(), urisift::Fault>(())
    /// ```
    Uri, UriBuf, Absolute, Uri;
    /// A URI or a relative reference (RFC 3986 4.1).
    UriRef, UriRefBuf, Reference, Uri;
    /// A URI with characters beyond ASCII, as they are (RFC 3987).
    Iri, IriBuf, Absolute, Iri;
    /// An IRI or a relative reference to one (RFC 3987 2.2).
    IriRef, IriRefBuf, Reference, Iri;
}

impl<'t> Iri<'t> {
    /// Parses bytes, which have to be UTF-8.
    pub(crate) fn of_bytes(text: &'t [u8]) -> Result<Self, Fault> {
        let parts = judge(text, Grammar::default(), Repertoire::Iri, Shape::Absolute)?;
        // An accepted text is UTF-8.
        Ok(Iri(Reference { text: str::from_utf8(text).unwrap_or_default(), parts }))
    }
}

impl Uri<'_> {
    /// Whether it is an absolute-URI, which has no fragment.
    ///
    /// # Errors
    /// The fragment.
    #[doc(hidden)]
    pub fn without_fragment(&self) -> Result<(), Fault> {
        match self.parts.fragment() {
            Some(fragment) => Err(Fault::new(fragment.start - 1, &ABSOLUTE_URI)),
            None => Ok(()),
        }
    }

    /// Whether it is a URN.
    ///
    /// # Errors
    /// Another scheme, or what the grammar of URNs finds.
    #[doc(hidden)]
    pub fn is_urn(&self) -> Result<(), Fault> {
        match self.specific()? {
            Specific::Urn(_) => Ok(()),
            _ => Err(Fault::new(0, &URN)),
        }
    }
}

static ABSOLUTE_URI: Rule =
    law(r#"absolute-URI = scheme ":" hier-part [ "?" query ]"#, "RFC 3986 4.3");
static URN: Rule = law(r#"assigned-name = "urn" ":" NID ":" NSS"#, "RFC 8141 2");

/// Generates the conversions to wider forms.
macro_rules! widening {
    ($($from:ident -> $to:ident),+) => {$(
        impl<'t> From<$from<'t>> for $to<'t> {
            fn from(narrow: $from<'t>) -> Self {
                $to(narrow.0)
            }
        }
    )+};
}

widening! { Uri -> UriRef, Uri -> Iri, Uri -> IriRef, UriRef -> IriRef, Iri -> IriRef }

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_of_a_query() {
        let pairs = |text| UriRef::parse(text).unwrap().query_pairs().collect::<Vec<_>>();
        assert_eq!(pairs("?"), []);
        assert_eq!(pairs("/a#b?c=d"), []);
        assert_eq!(
            pairs("?a=b=c&&d&=e&f="),
            [("a", Some("b=c")), ("d", None), ("", Some("e")), ("f", Some("")),]
        );
    }

    #[test]
    fn owned_forms_are_what_was_parsed() {
        let borrowed = Uri::parse("http://a.example/b").unwrap();
        let owned = borrowed.to_buf();
        assert_eq!(owned.borrow(), borrowed);
        assert_eq!(owned, "http://a.example/b".to_owned().try_into().unwrap());
        assert_eq!(String::from(owned), borrowed.as_str());
        assert!("b".parse::<UriBuf>().is_err() && "b".parse::<UriRefBuf>().is_ok());
        assert!("http://ä.example/".parse::<UriBuf>().is_err());
        assert!("http://ä.example/".parse::<IriBuf>().is_ok());
    }
}

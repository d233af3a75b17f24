//! The parsed forms, which differ in what they accept.

use std::cmp::Ordering;
use std::fmt;
use std::ops::Deref;
use std::str::FromStr;

use super::bnf::{Rule, constraint};
use super::components::{Parts, split_from};
use super::edition::rfc3986::REFERENCE;
use super::edition::{Edition, Editions, Shape};
use super::generic::{self, Switches};
use super::host::Zones;
use super::parse_error::ParseError;
use super::reference::Reference;
use super::scheme::{self, Specific};

/// The grammar to parse by: an edition, and whether addresses may have zones.
///
/// ```
/// use urisift::{Edition, Grammar, Uri};
/// let text = "http://[fe80::a%25en1]/";
/// assert!(Uri::parse(text).is_err());
/// assert!(Uri::parse_in(text, Grammar::of(Edition::Rfc3986).with_zones()).is_ok());
/// ```
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

    /// Like `of`, with `%25` and a zone name after an IPv6 address (RFC 6874). Only the grammars of RFC 3986 and RFC
    /// 3987 use it.
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
) -> Result<Parts, ParseError> {
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
    edition.check(text, shape, switches).map_err(|error| scheme::explained(text, error))?;
    Ok(split_from(text, edition.start(text)))
}

/// Like [`judge`] by the grammar of today, whose references are mostly URIs by the generic syntax.
#[inline]
pub fn judge_today(text: &[u8], shape: Shape) -> Result<Parts, ParseError> {
    if shape == Shape::Absolute
        && let Some(parts) = generic::parse_iri(text)
        && parts.scheme().is_some()
    {
        return Ok(parts);
    }
    judge(text, Grammar::default(), Repertoire::Iri, shape)
}

/// The fault of a text that was no reference until it was mended there.
pub fn no_reference(at: usize) -> ParseError {
    ParseError::new(at, &REFERENCE)
}

/// Those of [`Edition::REPORTED`] that a text of the given shape conforms to.
pub fn conforms(text: &[u8], shape: Shape) -> Editions {
    let accepts =
        |edition: &Edition| judge(text, (*edition).into(), Repertoire::Uri, shape).is_ok();
    Edition::REPORTED.into_iter().filter(accepts).collect()
}

/// Generates the order of the texts, and what serializes them.
macro_rules! ordered {
    ($($type:ty),+) => {$(
        impl Ord for $type {
            fn cmp(&self, other: &Self) -> Ordering {
                self.as_str().cmp(other.as_str())
            }
        }

        impl PartialOrd for $type {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }

        #[cfg(any(test, feature = "serde"))]
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.serialize_str(self.as_str())
            }
        }
    )+};
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
            pub fn parse(text: &'t str) -> Result<Self, ParseError> {
                Self::parse_in(text, Grammar::default())
            }

            /// Parses a whole text by an edition, or with zones allowed. Characters non-ASCII are allowed in an IRI by
            /// RFC 3987 alone: older editions know none.
            ///
            /// # Errors
            /// As for [`Self::parse`].
            pub fn parse_in(text: &'t str, grammar: impl Into<Grammar>) -> Result<Self, ParseError> {
                let repertoire = Repertoire::$repertoire;
                let parts = judge(text.as_bytes(), grammar.into(), repertoire, Shape::$shape)?;
                Ok($name(Reference { text, parts }))
            }

            /// Copies the reference into an owned value.
            pub fn to_buf(&self) -> $owned {
                $owned { text: self.as_str().to_owned(), parts: self.parts }
            }
        }

        #[doc = concat!("A [`", stringify!($name), "`] that owns its text, to be kept and sent to other threads.")]
        ///
        /// ```
        #[doc = concat!("let uri: urisift::", stringify!($owned), " = \"http://a.example:80/b\".parse()?;")]
        /// assert_eq!(uri.borrow().port_number(), Some(80));
        /// # Ok::<(), urisift::ParseError>(())
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

            /// Takes a text that was made of valid components, from this byte on.
            pub(crate) fn recomposed(text: String, start: usize) -> Self {
                let parts = split_from(text.as_bytes(), start);
                $owned { text, parts }
            }
        }

        impl AsRef<str> for $owned {
            fn as_ref(&self) -> &str {
                self.as_str()
            }
        }

        impl Deref for $owned {
            type Target = str;

            fn deref(&self) -> &str {
                self.as_str()
            }
        }

        ordered! { $name<'_>, $owned }

        #[cfg(any(test, feature = "serde"))]
        impl<'de> serde::Deserialize<'de> for $owned {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                String::deserialize(from)?.try_into().map_err(serde::de::Error::custom)
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
            type Error = ParseError;

            fn try_from(text: String) -> Result<Self, ParseError> {
                let parts = $name::parse(&text)?.parts;
                Ok($owned { text, parts })
            }
        }

        impl FromStr for $owned {
            type Err = ParseError;

            fn from_str(text: &str) -> Result<Self, ParseError> {
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
            type Error = ParseError;

            fn try_from(text: &'t str) -> Result<Self, ParseError> {
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
    /// assert!(!uri.editions().contains(Edition::Rfc1738)); // It had no fragments.
    /// # Ok::<(), urisift::ParseError>(())
    /// ```
    Uri, UriBuf, Absolute, Uri;
    /// A URI or a relative reference (RFC 3986 4.1).
    ///
    /// ```
    /// use urisift::{Uri, UriRef};
    /// let reference = UriRef::parse("../g?y#s")?;
    /// assert!(reference.is_relative() && Uri::parse("../g?y#s").is_err());
    /// assert_eq!((reference.path(), reference.query()), ("../g", Some("y")));
    /// # Ok::<(), urisift::ParseError>(())
    /// ```
    UriRef, UriRefBuf, Reference, Uri;
    /// A URI with non-ASCII characters, as they are (RFC 3987).
    ///
    /// ```
    /// use urisift::{Iri, Step, Uri};
    /// let iri = Iri::parse("http://a.example/ä")?;
    /// assert!(Uri::parse(iri.as_str()).is_err());
    /// assert_eq!(iri.normalized(Step::Uri).as_ref(), "http://a.example/%C3%A4");
    /// # Ok::<(), urisift::ParseError>(())
    /// ```
    Iri, IriBuf, Absolute, Iri;
    /// An IRI or a relative reference to one (RFC 3987 2.2).
    ///
    /// ```
    /// use urisift::{Iri, IriRef, ResolveOptions};
    /// let reference = IriRef::parse("ä?ö")?;
    /// assert_eq!((reference.path(), reference.query()), ("ä", Some("ö")));
    /// let target = Iri::parse("http://a.example/b")?.resolve(&reference, ResolveOptions::default());
    /// assert_eq!(target.uri(), Some("http://a.example/ä?ö"));
    /// # Ok::<(), urisift::ParseError>(())
    /// ```
    IriRef, IriRefBuf, Reference, Iri;
}

impl<'t> Iri<'t> {
    /// Parses bytes, which have to be UTF-8.
    pub(crate) fn of_bytes(text: &'t [u8]) -> Result<Self, ParseError> {
        let parts = judge(text, Grammar::default(), Repertoire::Iri, Shape::Absolute)?;
        // An accepted text is UTF-8.
        Ok(Iri(Reference { text: str::from_utf8(text).unwrap_or_default(), parts }))
    }
}

impl Uri<'_> {
    /// Returns `true` if it is an absolute-URI, which has no fragment.
    ///
    /// # Errors
    /// The fragment.
    #[doc(hidden)]
    pub fn without_fragment(&self) -> Result<(), ParseError> {
        match self.parts.fragment() {
            Some(fragment) => Err(ParseError::new(fragment.start - 1, &ABSOLUTE_URI)),
            None => Ok(()),
        }
    }

    /// Returns `true` if it is a URN.
    ///
    /// # Errors
    /// Another scheme, or what the grammar of URNs finds.
    #[doc(hidden)]
    pub fn is_urn(&self) -> Result<(), ParseError> {
        match self.scheme_specific()? {
            Specific::Urn(_) => Ok(()),
            _ => Err(ParseError::new(0, &URN)),
        }
    }
}

static ABSOLUTE_URI: Rule =
    constraint(r#"RFC 3986 4.3: absolute-URI = scheme ":" hier-part [ "?" query ]"#);
static URN: Rule = constraint(r#"RFC 8141 2: assigned-name = "urn" ":" NID ":" NSS"#);

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
        let json = serde_json::to_string(&borrowed).unwrap();
        assert_eq!(json, "\"http://a.example/b\"");
        assert_eq!(serde_json::from_str::<UriBuf>(&json).unwrap(), borrowed.to_buf());
        assert!(serde_json::from_str::<UriBuf>("\"b\"").is_err());
        assert!(borrowed < Uri::parse("http://b/").unwrap() && borrowed.to_buf().len() == 18);
        assert!("b".parse::<UriBuf>().is_err() && "b".parse::<UriRefBuf>().is_ok());
        assert!("http://ä.example/".parse::<UriBuf>().is_err());
        assert!("http://ä.example/".parse::<IriBuf>().is_ok());
    }
}

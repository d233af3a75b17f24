//! URIs that are made, not found: from components, from others with a component replaced, and from templates.

mod encode;
#[cfg(any(test, feature = "template"))]
pub mod template;

use std::net::Ipv6Addr;
use std::ops::Range;

pub use encode::{AllowedBytes, percent_encode};

use crate::grammar::host::{self, Reach, Zones};
use crate::grammar::parse_error::ParseError;
use crate::grammar::reference::Reference;
use crate::grammar::uri::{Iri, IriBuf, IriRef, IriRefBuf, Uri, UriBuf, UriRef, UriRefBuf};
use encode::{Escapes, push_encoded};

/// Makes a URI from components. What is built is valid by RFC 3986 whatever the components are: a character that one
/// may not contain is percent-encoded, and an escape stays as it is.
///
/// Where several data are put together, as in [`segments`](Self::segments) and [`query_pairs`](Self::query_pairs), `%`
/// and delimiters are encoded too.
///
/// ```
/// use urisift::{Uri, UriBuilder};
/// let uri = UriBuilder::new().scheme("https").host("a.example").port(8443).path("/b c/ä").build()?;
/// assert_eq!(uri.as_str(), "https://a.example:8443/b%20c/%C3%A4");
/// let search = uri.borrow().to_builder().segments(["find", "a/b"]).query_pairs([("q", "c&d"), ("lang", "")]);
/// assert_eq!(search.build()?.as_str(), "https://a.example:8443/find/a%2Fb?q=c%26d&lang=");
/// let mail = Uri::builder().scheme("mailto").path("who@a.example").query_pairs([("subject", "1 + 1")]);
/// assert_eq!(mail.build()?.as_str(), "mailto:who@a.example?subject=1%20%2B%201");
/// # Ok::<(), urisift::ParseError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[must_use]
pub struct UriBuilder {
    scheme: Option<String>,
    userinfo: Option<String>,
    host: Option<String>,
    port: Option<String>,
    path: String,
    query: Option<String>,
    fragment: Option<String>,
}

impl UriBuilder {
    /// A builder without any component.
    pub fn new() -> Self {
        UriBuilder::default()
    }

    /// Sets the scheme, without its colon.
    pub fn scheme(mut self, scheme: &str) -> Self {
        self.scheme = Some(scheme.to_owned());
        self
    }

    /// Sets the userinfo; of a URI without a host, the host is empty.
    pub fn userinfo(mut self, userinfo: &str) -> Self {
        self.userinfo = Some(encoded(userinfo, &AllowedBytes::USERINFO));
        self
    }

    /// Sets the host: a name, an IPv4 address, or an IPv6 address with or without its brackets. A character that a name
    /// may not contain is percent-encoded, a slash too: for IDNA, see [`Step::Uri`](crate::Step::Uri).
    pub fn host(mut self, host: &str) -> Self {
        self.host = Some(match host.parse::<Ipv6Addr>() {
            Ok(_) => format!("[{host}]"),
            Err(_) if is_literal(host) => host.to_owned(),
            Err(_) => encoded(host, &AllowedBytes::REG_NAME),
        });
        self
    }

    /// Sets the port; of a URI without a host, the host is empty.
    pub fn port(mut self, port: u16) -> Self {
        self.port = Some(port.to_string());
        self
    }

    /// Sets the path. After a host, a slash is put before it if it has none; where its start would be taken for a
    /// scheme or a host, `./` or `/.` (RFC 3986 3.3, 4.2).
    pub fn path(mut self, path: &str) -> Self {
        self.path = encoded(path, &AllowedBytes::PATH);
        self
    }

    /// Sets the path to segments with a slash before each.
    pub fn segments<T: AsRef<str>>(mut self, segments: impl IntoIterator<Item = T>) -> Self {
        self.path.clear();
        for segment in segments {
            self.path.push('/');
            push_data(segment.as_ref(), &AllowedBytes::SEGMENT, &mut self.path);
        }
        self
    }

    /// Sets the query, without its `?`.
    pub fn query(mut self, query: &str) -> Self {
        self.query = Some(encoded(query, &AllowedBytes::QUERY));
        self
    }

    /// Sets the query to names and values: `name=value&name=value`. Without pairs, there is none.
    /// [`Reference::form_pairs`](crate::Reference::form_pairs) gives them back.
    pub fn query_pairs<K: AsRef<str>, V: AsRef<str>>(
        mut self,
        pairs: impl IntoIterator<Item = (K, V)>,
    ) -> Self {
        self.query = joined(pairs);
        self
    }

    /// Sets the fragment, without its `#`.
    pub fn fragment(mut self, fragment: &str) -> Self {
        self.fragment = Some(encoded(fragment, &AllowedBytes::FRAGMENT));
        self
    }

    /// Builds the URI.
    ///
    /// # Errors
    /// The scheme is missing, or is none.
    pub fn build(&self) -> Result<UriBuf, ParseError> {
        self.text().try_into()
    }

    /// Builds the URI, or a relative reference if there is no scheme.
    ///
    /// # Errors
    /// The scheme is none.
    pub fn build_reference(&self) -> Result<UriRefBuf, ParseError> {
        self.text().try_into()
    }

    /// The components put together (RFC 3986 5.3).
    fn text(&self) -> String {
        let mut text = String::new();
        if let Some(scheme) = &self.scheme {
            text.push_str(scheme);
            text.push(':');
        }
        let has_authority = self.userinfo.is_some() || self.host.is_some() || self.port.is_some();
        if has_authority {
            text.push_str("//");
            let userinfo = self.userinfo.iter().flat_map(|userinfo| [userinfo, "@"]);
            let port = self.port.iter().flat_map(|port| [":", port]);
            text.extend(userinfo.chain(self.host.as_deref()).chain(port));
        }
        text.push_str(guard(&self.path, has_authority, self.scheme.is_some()));
        text.push_str(&self.path);
        for (mark, part) in [('?', &self.query), ('#', &self.fragment)] {
            if let Some(part) = part {
                text.push(mark);
                text.push_str(part);
            }
        }
        text
    }
}

impl Reference<'_> {
    /// A builder with its components, to change some of them. What is not ASCII is percent-encoded.
    pub fn to_builder(&self) -> UriBuilder {
        let kept = |part: Option<&str>, set| part.map(|part| encoded(part, set));
        UriBuilder {
            scheme: self.scheme().map(str::to_owned),
            userinfo: kept(self.userinfo(), &AllowedBytes::USERINFO),
            host: self.host().and_then(|host| UriBuilder::new().host(host).host),
            port: self.port().map(str::to_owned),
            path: encoded(self.path(), &AllowedBytes::PATH),
            query: kept(self.query(), &AllowedBytes::QUERY),
            fragment: kept(self.fragment(), &AllowedBytes::FRAGMENT),
        }
    }

    /// Its text with another path.
    fn replacing_path(&self, path: &str) -> String {
        let path = encoded(path, &AllowedBytes::PATH);
        let guard = guard(&path, self.authority().is_some(), self.scheme().is_some());
        self.replacing(self.parts().path(), &[guard, &path])
    }

    /// Its text with another query.
    fn replacing_query(&self, query: Option<String>) -> String {
        let (start, end) = (self.parts().path().end, self.parts().without_fragment());
        self.replacing(start..end, &query.as_ref().map_or([""; 2], |query| ["?", query]))
    }

    /// Its text with another fragment.
    fn replacing_fragment(&self, fragment: Option<&str>) -> String {
        let fragment = fragment.map(|fragment| encoded(fragment, &AllowedBytes::FRAGMENT));
        let range = self.parts().without_fragment()..self.as_str().len();
        self.replacing(range, &fragment.as_ref().map_or([""; 2], |fragment| ["#", fragment]))
    }

    fn replacing(&self, range: Range<usize>, new: &[&str; 2]) -> String {
        [&self.as_str()[..range.start], new[0], new[1], &self.as_str()[range.end..]].concat()
    }
}

/// Generates what gives a URI or a reference like another.
macro_rules! setters {
    ($($name:ident, $owned:ident;)+) => {$(
        impl $name<'_> {
            /// A copy with another path, encoded as by [`UriBuilder::path`].
            ///
            /// ```
            #[doc = concat!("let uri = urisift::", stringify!($name), "::parse(\"http://a.example/b?c#d\")?;")]
            /// assert_eq!(uri.with_path("e f").as_str(), "http://a.example/e%20f?c#d");
            /// # Ok::<(), urisift::ParseError>(())
            /// ```
            pub fn with_path(&self, path: &str) -> $owned {
                $owned::recomposed(self.replacing_path(path), self.start())
            }

            /// A copy with another query, encoded as by [`UriBuilder::query`], or without one.
            ///
            /// ```
            #[doc = concat!("let uri = urisift::", stringify!($name), "::parse(\"http://a.example/b?c#d\")?;")]
            /// assert_eq!(uri.with_query(Some("e=%66 g")).as_str(), "http://a.example/b?e=%66%20g#d");
            /// assert_eq!(uri.with_query(None).as_str(), "http://a.example/b#d");
            /// # Ok::<(), urisift::ParseError>(())
            /// ```
            pub fn with_query(&self, query: Option<&str>) -> $owned {
                let query = query.map(|query| encoded(query, &AllowedBytes::QUERY));
                $owned::recomposed(self.replacing_query(query), self.start())
            }

            /// A copy with these names and values as its query, encoded as by [`UriBuilder::query_pairs`].
            ///
            /// ```
            #[doc = concat!("let uri = urisift::", stringify!($name), "::parse(\"http://a.example/?utm_id=c&d=e%20\")?;")]
            /// let kept = uri.form_pairs().filter(|(name, _)| !name.starts_with("utm_"));
            /// assert_eq!(uri.with_query_pairs(kept).as_str(), "http://a.example/?d=e%20");
            /// # Ok::<(), urisift::ParseError>(())
            /// ```
            pub fn with_query_pairs<K: AsRef<str>, V: AsRef<str>>(
                &self,
                pairs: impl IntoIterator<Item = (K, V)>,
            ) -> $owned {
                $owned::recomposed(self.replacing_query(joined(pairs)), self.start())
            }

            /// A copy with another fragment, encoded as by [`UriBuilder::fragment`], or without one.
            ///
            /// ```
            #[doc = concat!("let uri = urisift::", stringify!($name), "::parse(\"http://a.example/b#c\")?;")]
            /// assert_eq!(uri.with_fragment(Some("d#e")).as_str(), "http://a.example/b#d%23e");
            /// assert_eq!(uri.with_fragment(None).as_str(), "http://a.example/b");
            /// # Ok::<(), urisift::ParseError>(())
            /// ```
            pub fn with_fragment(&self, fragment: Option<&str>) -> $owned {
                $owned::recomposed(self.replacing_fragment(fragment), self.start())
            }
        }
    )+};
}

setters! {
    Uri, UriBuf;
    UriRef, UriRefBuf;
    Iri, IriBuf;
    IriRef, IriRefBuf;
}

impl Uri<'_> {
    /// A builder without any component: see [`UriBuilder`].
    pub fn builder() -> UriBuilder {
        UriBuilder::new()
    }
}

/// IP-literal (RFC 3986 3.2.2).
fn is_literal(host: &str) -> bool {
    host::ip_literal(host.as_bytes(), Zones::Never) == Reach::Whole(host.len())
}

/// What a path needs before it, so that it is read as one.
fn guard(path: &str, has_authority: bool, has_scheme: bool) -> &'static str {
    let first = path.split('/').next().unwrap_or_default();
    match has_authority {
        true if !path.is_empty() && !path.starts_with('/') => "/",
        false if path.starts_with("//") => "/.",
        false if !has_scheme && first.contains(':') => "./",
        _ => "",
    }
}

/// A component that may have escapes.
fn encoded(text: &str, allowed: &AllowedBytes) -> String {
    let mut out = String::with_capacity(text.len());
    push_encoded(text.as_bytes(), allowed, Escapes::Keep, &mut out);
    out
}

fn push_data(text: &str, allowed: &AllowedBytes, out: &mut String) {
    push_encoded(text.as_bytes(), allowed, Escapes::Encode, out);
}

/// Pairs as a query, if there are any. A space is `%20`, which forms take like `+`, and others do too.
fn joined<K: AsRef<str>, V: AsRef<str>>(pairs: impl IntoIterator<Item = (K, V)>) -> Option<String> {
    const DATA: AllowedBytes = AllowedBytes::QUERY.without(b"&=+;");
    let mut query = String::new();
    for (name, value) in pairs {
        if !query.is_empty() {
            query.push('&');
        }
        push_data(name.as_ref(), &DATA, &mut query);
        query.push('=');
        push_data(value.as_ref(), &DATA, &mut query);
    }
    (!query.is_empty()).then_some(query)
}

//! A URI split into the parts that finds are selected and aggregated by.

use std::borrow::Cow;

use crate::found::Found;
use crate::grammar::components::Components;
use crate::registrable;

/// A URI, split once.
pub struct Subject<'u> {
    uri: &'u [u8],
    components: Components<'u>,
}

impl<'u> Subject<'u> {
    /// Splits a URI, or an abbreviated one, which has no scheme and starts with its host.
    pub fn of(uri: &'u [u8], scheme: Scheme) -> Self {
        let components = match scheme {
            Scheme::Written => Components::of(uri),
            Scheme::Missing => Components::of_abbreviated(uri),
        };
        Subject { uri, components }
    }

    /// The whole URI.
    pub fn uri(&self) -> &'u [u8] {
        self.uri
    }

    /// Its components as written.
    pub fn components(&self) -> &Components<'u> {
        &self.components
    }

    /// The scheme in lower case; empty if there is none.
    pub fn scheme(&self) -> Cow<'u, [u8]> {
        lower(self.components.scheme().unwrap_or_default())
    }

    /// The host in lower case, without the brackets of an IP literal and the trailing dot of the root
    /// (RFC 3986 3.2.2); `None` if missing or empty.
    pub fn host(&self) -> Option<Cow<'u, [u8]>> {
        let host = bare(self.components.host()?);
        (!host.is_empty()).then(|| lower(host))
    }

    /// The registrable domain of the host by the public suffix list, in lower case; the host itself
    /// if it has none, as with an address or a name of one label.
    pub fn domain(&self) -> Option<Cow<'u, [u8]>> {
        let host = self.host()?;
        let len = domain_len(&host);
        Some(len.map_or_else(|| host.clone(), |len| end(host.clone(), len)))
    }

    /// Length of the registrable domain at the end of the host, in bytes, if it has one.
    pub fn domain_len(&self) -> Option<usize> {
        domain_len(&self.host()?)
    }

    /// The last label of the host, in lower case; `None` for addresses.
    pub fn tld(&self) -> Option<Cow<'u, [u8]>> {
        let host = self.host().filter(|host| is_name(host))?;
        let len = host.rsplit(|b| *b == b'.').next().map_or(0, <[u8]>::len);
        Some(end(host, len))
    }

    /// The registrable domain of the first address in a URI of mail (RFC 6068), in lower case.
    pub fn address_domain(&self) -> Option<Cow<'u, [u8]>> {
        let is_mail = |scheme: &[u8]| scheme.eq_ignore_ascii_case(b"mailto");
        self.components.scheme().filter(|scheme| is_mail(scheme))?;
        let first = self.components.path().split(|b| *b == b',').next()?;
        let at = memchr::memrchr(b'@', first)?;
        let host = lower(bare(&first[at + 1..]));
        Some(match domain_len(&host) {
            Some(len) => end(host, len),
            None => host,
        })
        .filter(|domain| !domain.is_empty())
    }

    /// What follows the last dot of the last segment of the path, in lower case. A path without segments, as that of an
    /// address, has none.
    pub fn extension(&self) -> Option<Cow<'u, [u8]>> {
        let path = self.components.path();
        let has_segments = self.components.host().is_some() || path.starts_with(b"/");
        extension(path).filter(|_| has_segments).map(lower)
    }

    /// The URI without its query and fragment.
    pub fn without_query(&self) -> &'u [u8] {
        let end = self.uri.iter().position(|b| b"?#".contains(b));
        &self.uri[..end.unwrap_or(self.uri.len())]
    }
}

/// Whether a URI has a scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// It is written.
    Written,
    /// Abbreviated, such as `www.example.com/path`.
    Missing,
}

impl Scheme {
    /// Returns `true` if the URI that a find means has one.
    pub fn of(found: &Found<'_>, meant: &[u8]) -> Self {
        let is_abbreviated = found.scheme().is_empty() && meant == found.uri();
        if is_abbreviated { Scheme::Missing } else { Scheme::Written }
    }
}

/// The host as compared: without the brackets of an IP literal or the trailing dot of the root.
fn bare(host: &[u8]) -> &[u8] {
    let literal = host.strip_prefix(b"[").and_then(|host| host.strip_suffix(b"]"));
    literal.unwrap_or(host.strip_suffix(b".").unwrap_or(host))
}

/// Length of the registrable domain at the end of a lower-case host, in bytes.
fn domain_len(host: &[u8]) -> Option<usize> {
    registrable::domain_len(host).filter(|_| is_name(host))
}

/// The registrable domain of a host by the public suffix list, in lower case; `None` if it has none,
/// as with an address, a name of one label or a public suffix.
///
/// ```
/// assert_eq!(urisift_search::registrable_domain("www.A.co.uk").as_deref(), Some("a.co.uk"));
/// assert_eq!(urisift_search::registrable_domain("10.0.0.1"), None);
/// ```
pub fn registrable_domain(host: &str) -> Option<String> {
    let host = bare(host.as_bytes()).to_ascii_lowercase();
    let domain = host[host.len() - domain_len(&host)?..].to_vec();
    String::from_utf8(domain).ok()
}

/// Length of the public suffix at the end of a host as written, in bytes; 0 for an address.
pub fn public_suffix_len(host: &[u8]) -> usize {
    let lower = lower(host);
    let bare = lower.strip_suffix(b".").unwrap_or(&lower);
    let len = registrable::suffix_len(bare).filter(|_| is_name(bare));
    len.map_or(0, |len| len + lower.len() - bare.len())
}

/// What follows the last dot of a file name; `None` of one that only starts with a dot.
pub fn extension(path: &[u8]) -> Option<&[u8]> {
    let name = path.rsplit(|b| *b == b'/').next()?;
    let stop = name.iter().rposition(|b| *b == b'.').filter(|stop| *stop > 0)?;
    Some(&name[stop + 1..])
}

/// Returns `true` if a host is a name, not an address.
pub fn is_name(host: &[u8]) -> bool {
    let last = host.rsplit(|b| *b == b'.').next().unwrap_or_default();
    !host.contains(&b':') && !last.iter().all(u8::is_ascii_digit)
}

fn lower(text: &[u8]) -> Cow<'_, [u8]> {
    match text.iter().any(u8::is_ascii_uppercase) {
        true => Cow::Owned(text.to_ascii_lowercase()),
        false => Cow::Borrowed(text),
    }
}

/// The last `len` bytes.
fn end(text: Cow<'_, [u8]>, len: usize) -> Cow<'_, [u8]> {
    let start = text.len() - len;
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(&text[start..]),
        Cow::Owned(text) => Cow::Owned(text[start..].to_vec()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(part: Option<Cow<'_, [u8]>>) -> String {
        part.map_or_else(|| "-".to_owned(), |part| String::from_utf8_lossy(&part).into_owned())
    }

    #[test]
    fn hosts_domains_and_top_levels() {
        for (uri, host, domain, tld) in [
            ("http://www.A.co.uk./x", "www.a.co.uk", "a.co.uk", "uk"),
            ("http://me@a.b.example:80", "a.b.example", "b.example", "example"),
            ("http://localhost/", "localhost", "localhost", "localhost"),
            ("http://co.uk/", "co.uk", "co.uk", "uk"),
            ("http://10.0.0.1/", "10.0.0.1", "10.0.0.1", "-"),
            ("http://[2001:DB8::1]:80/", "2001:db8::1", "2001:db8::1", "-"),
            ("http://münchen.de/", "münchen.de", "münchen.de", "de"),
            ("file:///etc/passwd", "-", "-", "-"),
            ("mailto:a@b.example", "-", "-", "-"),
        ] {
            let subject = Subject::of(uri.as_bytes(), Scheme::Written);
            let parts = [subject.host(), subject.domain(), subject.tld()].map(text);
            assert_eq!(parts, [host, domain, tld], "{uri}");
        }
        for (host, len) in
            [("WWW.A.co.UK", 5), ("a.co.jp", 5), ("localhost", 9), ("10.0.0.1", 0), ("[::1]", 0)]
        {
            assert_eq!(public_suffix_len(host.as_bytes()), len, "{host}");
        }
        let subject = Subject::of(b"www.a.example/b?c#d", Scheme::Missing);
        assert_eq!(text(subject.domain()), "a.example");
        assert_eq!(
            (subject.without_query(), &*subject.scheme()),
            (&b"www.a.example/b"[..], &b""[..])
        );
    }
}

//! A URI that is parsed only as far as it is asked for.

use std::cell::OnceCell;

use super::host::Host;
use crate::aggregate::{Scheme, Subject};

/// A URI that is parsed when more than its scheme is first asked for.
pub struct Look<'u> {
    uri: &'u [u8],
    scheme: Scheme,
    subject: OnceCell<Subject<'u>>,
    host: OnceCell<Option<Host<'u>>>,
}

impl<'u> Look<'u> {
    /// A look at a URI.
    pub fn at(uri: &'u [u8], scheme: Scheme) -> Self {
        Look { uri, scheme, subject: OnceCell::new(), host: OnceCell::new() }
    }

    /// All of it.
    pub(super) fn uri(&self) -> &'u [u8] {
        self.uri
    }

    /// The scheme as it is written; empty if there is none.
    pub(super) fn scheme(&self) -> &'u [u8] {
        let end = match self.scheme {
            Scheme::Written => memchr::memchr(b':', self.uri),
            Scheme::Missing => None,
        };
        &self.uri[..end.unwrap_or(0)]
    }

    fn subject(&self) -> &Subject<'u> {
        self.subject.get_or_init(|| Subject::of(self.uri, self.scheme))
    }

    /// The host, if there is one that is not empty.
    pub(super) fn host(&self) -> Option<&Host<'u>> {
        self.host.get_or_init(|| self.subject().host().map(Host::of)).as_ref()
    }

    /// The path as it is written; after an authority, an empty one is the root (RFC 3986 6.2.3).
    pub(super) fn path(&self) -> &'u [u8] {
        let components = self.subject().components();
        match components.path() {
            b"" if components.authority().is_some() => b"/",
            path => path,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts() {
        for (uri, scheme, as_written, path) in [
            ("HTTP://a.example", Scheme::Written, "HTTP", "/"),
            ("http://a.example/b?c#d", Scheme::Written, "http", "/b"),
            ("mailto:", Scheme::Written, "mailto", ""),
            ("www.a.example:80?x", Scheme::Missing, "", "/"),
        ] {
            let look = Look::at(uri.as_bytes(), scheme);
            assert_eq!((look.scheme(), look.path()), (as_written.as_bytes(), path.as_bytes()));
        }
        assert!(Look::at(b"urn:a:b", Scheme::Written).host().is_none());
    }
}

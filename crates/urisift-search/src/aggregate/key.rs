//! The part of a URI by which finds are compared.

use std::borrow::Cow;

use super::Subject;
use crate::grammar::uri::Iri;
use crate::normal::Steps;

/// A part or a form of a URI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// The URI as it is written.
    Uri,
    /// Its normal form by the rules of its scheme (RFC 3986 6.2.3).
    Normal,
    /// The URI up to its query or fragment.
    WithoutQuery,
    /// The scheme; none if it is not written.
    Scheme,
    /// The host.
    Host,
    /// The registrable domain.
    Domain,
    /// The top-level domain.
    Tld,
    /// The path of the URI.
    Path,
}

impl Key {
    /// Every key by its name.
    pub const ALL: [(&'static str, Key); 8] = [
        ("uri", Key::Uri),
        ("normal", Key::Normal),
        ("without-query", Key::WithoutQuery),
        ("scheme", Key::Scheme),
        ("host", Key::Host),
        ("domain", Key::Domain),
        ("tld", Key::Tld),
        ("path", Key::Path),
    ];

    #[doc(hidden)]
    /// The key of a URI; `None` if the URI does not have it.
    pub fn of<'u>(self, subject: &Subject<'u>) -> Option<Cow<'u, [u8]>> {
        match self {
            Key::Uri => Some(Cow::Borrowed(subject.uri())),
            Key::Normal => Some(normal(subject.uri())),
            Key::WithoutQuery => Some(Cow::Borrowed(subject.without_query())),
            Key::Scheme => Some(subject.scheme()).filter(|scheme| !scheme.is_empty()),
            Key::Host => subject.host(),
            Key::Domain => subject.domain(),
            Key::Tld => subject.tld(),
            Key::Path => Some(Cow::Borrowed(subject.components().path())),
        }
    }
}

/// The normal form; the text itself if it is not an IRI.
fn normal(uri: &[u8]) -> Cow<'_, [u8]> {
    let iri = std::str::from_utf8(uri).ok().and_then(|text| Iri::parse(text).ok());
    match iri.map(|iri| iri.normal(Steps::SCHEME).into_text()) {
        Some(Cow::Borrowed(text)) => Cow::Borrowed(text.as_bytes()),
        Some(Cow::Owned(text)) => Cow::Owned(text.into_bytes()),
        None => Cow::Borrowed(uri),
    }
}

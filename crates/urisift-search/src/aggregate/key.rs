//! The part of a URI by which finds are compared, and its fingerprint.

use std::borrow::Cow;
use std::hash::{BuildHasher, RandomState};

use xxhash_rust::xxh3::xxh3_128_with_secret;

use super::{Scheme, Subject};
use crate::found::Found;
use crate::grammar::uri::Iri;
use crate::normal::Steps;
use crate::record::Transforms;

/// A part or a form of a URI.
///
/// ```
/// use urisift_search::{Event, Key, Search};
///
/// let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpora/web");
/// // The first find of each registrable domain.
/// for event in Search::builder().path(folder).batches().unique(Key::Domain).build()? {
///     if let Event::Batch(batch) = event? {
///         assert!(batch.rows() > 10);
///     }
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
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

/// A key of the URI that a find means.
pub struct By {
    /// The key.
    pub key: Key,
    /// Applied to the URI first.
    pub transforms: Transforms,
}

impl By {
    /// Calls `act` with the key of a find, if it has one.
    pub(super) fn with(&self, found: &Found<'_>, act: impl FnOnce(&[u8])) {
        let uri = self.transforms.meant(found);
        if let Some(key) = self.key.of(&Subject::of(&uri, Scheme::of(found, &uri))) {
            act(&key);
        }
    }
}

/// The length of XXH3's default secret.
const SECRET: usize = 192;

/// Stands for a record without a key.
pub(super) const NO_KEY: u128 = 0;

/// Hashes keys to 128-bit numbers.
///
/// The secret is random in every run, so that no input can be crafted to collide. By chance, two of
/// 10^9 keys collide with a probability of 1.5 in 10^21.
pub(super) struct Fingerprints {
    secret: [u8; SECRET],
}

impl Fingerprints {
    pub fn new() -> Self {
        let (random, mut secret) = (RandomState::new(), [0; SECRET]);
        for (number, bytes) in secret.chunks_exact_mut(8).enumerate() {
            bytes.copy_from_slice(&random.hash_one(number).to_le_bytes());
        }
        Fingerprints { secret }
    }

    /// Never [`NO_KEY`].
    pub fn of(&self, key: &[u8]) -> u128 {
        xxh3_128_with_secret(key, &self.secret).max(NO_KEY + 1)
    }
}

//! What finds are counted and compared by, and its fingerprint.

use std::borrow::Cow;
use std::hash::{BuildHasher, RandomState};

use bstr::ByteSlice;
use xxhash_rust::xxh3::xxh3_128_with_secret;

use super::{Scheme, Subject};
use crate::found::Found;
use crate::grammar::uri::Iri;
use crate::normal::Steps;
use crate::record::{Metadata, Transforms, path_bytes};
use crate::span::{Origin, PartOrigin};
use crate::time::Zone;

/// A part or a form of a URI, or what is known of the text that it is in.
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
    /// The extension of the last segment of that path, in lower case.
    Extension,
    /// What to be careful about. A URI has as many keys as it has kinds of cautions.
    Caution,
    /// The year in which the text was written, in UTC unless the search has [another zone](crate::SearchBuilder::local_time).
    /// So for the next three.
    Year,
    /// The month, as `2020-01`.
    Month,
    /// The day, as `2020-01-31`.
    Day,
    /// The hour, as `2020-01-31T12`.
    Hour,
    /// The address of the author of the message, in lower case.
    From,
    /// The identifier of its mailing list, in lower case.
    List,
    /// The Message-ID of the first message of its thread, as far as the message tells.
    Thread,
    /// Where in its message it stands, such as `body` or `list-header`.
    Place,
    /// How deep its line is quoted in a message; 0 if it is not.
    Quoted,
    /// The host that sent the request of an access log.
    Client,
    /// The status code of its response.
    Status,
    /// The path of the file.
    File,
}

impl Key {
    /// Every key by its name.
    pub const ALL: [(&'static str, Key); 22] = [
        ("uri", Key::Uri),
        ("normal", Key::Normal),
        ("without-query", Key::WithoutQuery),
        ("scheme", Key::Scheme),
        ("host", Key::Host),
        ("domain", Key::Domain),
        ("tld", Key::Tld),
        ("path", Key::Path),
        ("ext", Key::Extension),
        ("caution", Key::Caution),
        ("year", Key::Year),
        ("month", Key::Month),
        ("day", Key::Day),
        ("hour", Key::Hour),
        ("from", Key::From),
        ("list", Key::List),
        ("thread", Key::Thread),
        ("place", Key::Place),
        ("quoted", Key::Quoted),
        ("client", Key::Client),
        ("status", Key::Status),
        ("file", Key::File),
    ];

    /// What it needs to know of the texts that finds are in.
    fn metadata(self) -> Metadata {
        match self {
            Key::Year | Key::Month | Key::Day | Key::Hour => Metadata::TIME,
            Key::From | Key::List | Key::Thread | Key::Client | Key::Status => Metadata::FIELDS,
            Key::Place | Key::Quoted => Metadata::LINES,
            Key::Caution => Metadata::LINK_TEXTS,
            _ => Metadata::NONE,
        }
    }

    /// The keys of a find, whose URI is split; none if it does not have that.
    fn all<'u>(
        self,
        subject: &Subject<'u>,
        origin: &Origin<'u>,
        found: &Found<'_>,
        zone: &Zone,
    ) -> Vec<Cow<'u, [u8]>> {
        if self != Key::Caution {
            return self.one(subject, origin, zone).into_iter().collect();
        }
        let mut names: Vec<_> =
            found.cautions().iter().map(|caution| caution.kind.label()).collect();
        names.sort_unstable();
        names.dedup();
        names.into_iter().map(|name| Cow::Borrowed(name.as_bytes())).collect()
    }

    /// The key of a find, if it cannot have several.
    fn one<'u>(
        self,
        subject: &Subject<'u>,
        origin: &Origin<'u>,
        zone: &Zone,
    ) -> Option<Cow<'u, [u8]>> {
        self.of(subject).or_else(|| self.of_origin(origin, zone))
    }

    /// The key that an origin has.
    fn of_origin<'o>(self, origin: &Origin<'o>, zone: &Zone) -> Option<Cow<'o, [u8]>> {
        let time = |len: usize| Some(Cow::Owned(origin.time?.text_in(zone)[..len].to_vec()));
        let fields = || Some(origin.part?.message?.fields());
        let lower =
            |text: &Option<String>| Some(Cow::Owned(text.as_ref()?.to_lowercase().into_bytes()));
        match self {
            Key::Year => time(4),
            Key::Month => time(7),
            Key::Day => time(10),
            Key::Hour => time(13),
            Key::From => {
                fields().and_then(|fields| lower(&fields.from).or_else(|| lower(&fields.from_name)))
            }
            Key::List => lower(&fields()?.list_id),
            Key::Thread => Some(Cow::Borrowed(origin.part?.message?.thread()?.as_bytes())),
            Key::Place => Some(Cow::Borrowed(origin.location().name().as_bytes())),
            Key::Quoted => {
                let part = origin.part.filter(PartOrigin::is_of_message)?;
                Some(Cow::Owned(part.quoted.unwrap_or(0).to_string().into_bytes()))
            }
            Key::Client => Some(Cow::Borrowed(fields()?.client.as_ref()?.as_bytes())),
            Key::Status => Some(Cow::Owned(fields()?.status?.to_string().into_bytes())),
            Key::File => Some(Cow::Borrowed(path_bytes(origin.path))),
            _ => None,
        }
    }

    #[doc(hidden)]
    /// The key of a URI; `None` if the URI does not have it.
    pub fn of<'u>(self, subject: &Subject<'u>) -> Option<Cow<'u, [u8]>> {
        match self {
            Key::Uri => Some(Cow::Borrowed(subject.uri())),
            Key::Normal => Some(normal(subject.uri())),
            Key::WithoutQuery => Some(Cow::Borrowed(subject.without_query())),
            Key::Scheme => Some(subject.scheme()).filter(|scheme| !scheme.is_empty()),
            Key::Host => subject.host(),
            Key::Domain => subject.domain().or_else(|| subject.address_domain()),
            Key::Tld => subject.tld(),
            Key::Path => Some(Cow::Borrowed(subject.components().path())),
            Key::Extension => subject.extension().filter(|extension| !extension.is_empty()),
            _ => None,
        }
    }
}

/// The normal form; the text itself if it is not an IRI.
fn normal(uri: &[u8]) -> Cow<'_, [u8]> {
    let iri = std::str::from_utf8(uri).ok().and_then(|text| Iri::parse(text).ok());
    match iri.map(|iri| iri.normalized(Steps::SCHEME).into_text()) {
        Some(Cow::Borrowed(text)) => Cow::Borrowed(text.as_bytes()),
        Some(Cow::Owned(text)) => Cow::Owned(text.into_bytes()),
        None => Cow::Borrowed(uri),
    }
}

/// The byte between the keys of a combination, which no key has: they are sorted one after the other.
pub(super) const BETWEEN: u8 = b'\0';

/// A key with U+FFFD for each NUL, which stands [between](BETWEEN) keys.
fn without_nul(key: Cow<'_, [u8]>) -> Cow<'_, [u8]> {
    match key.contains(&BETWEEN) {
        true => Cow::Owned(key.replace([BETWEEN], "\u{fffd}")),
        false => key,
    }
}

/// Keys of finds and of the URIs that they mean.
pub struct By {
    /// The keys, of which a find has to have all.
    pub keys: Vec<Key>,
    /// Applied to the URI first.
    pub transforms: Transforms,
    /// The time zone of days.
    pub zone: Zone,
}

impl By {
    /// Calls `act` with each combination of the keys of a find: those of one with [`BETWEEN`] between them.
    pub(super) fn with(&self, origin: &Origin<'_>, found: &Found<'_>, mut act: impl FnMut(&[u8])) {
        let uri = self.transforms.meant(found);
        let subject = Subject::of(&uri, Scheme::of(found, &uri));
        // Nearly always there is one, which needs no allocation.
        if let [key] = self.keys[..]
            && key != Key::Caution
        {
            return key.one(&subject, origin, &self.zone).iter().for_each(|key| act(key));
        }
        let of = |key: &Key| {
            let all = key.all(&subject, origin, found, &self.zone).into_iter();
            all.map(without_nul).collect::<Vec<_>>()
        };
        let [first, others @ ..] = &self.keys[..] else { return };
        let mut combined = of(first);
        for key in others {
            let keys = of(key);
            let with =
                |start: &Cow<'_, [u8]>, key| Cow::Owned([start, &[BETWEEN][..], key].concat());
            combined = combined.iter().flat_map(|a| keys.iter().map(move |b| with(a, b))).collect();
        }
        combined.iter().for_each(|key| act(key));
    }

    /// What the keys need to know of the texts that finds are in.
    pub(super) fn metadata(&self) -> Metadata {
        self.keys.iter().fold(Metadata::NONE, |all, key| all.or(key.metadata()))
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

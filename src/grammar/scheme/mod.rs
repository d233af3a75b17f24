//! The registry of schemes: which names are known, the grammar of each, and which of them need no
//! `//` in running text.
//!
//! Every family of schemes is a file with a row in [`FAMILIES`]; a row has a column for each
//! edition that gives the scheme a grammar of its own.

/// Declares types whose fields are what their rule captured, under the same names.
macro_rules! typed {
    ($($(#[$doc:meta])* pub struct $name:ident<'t> {
        $($(#[$field_doc:meta])* $visible:vis $field:ident: $type:ty,)*
    })+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize))]
        #[non_exhaustive]
        pub struct $name<'t> {
            $($(#[$field_doc])* $visible $field: $type,)*
        }

        impl<'t> $name<'t> {
            fn of(uri: &Parsed<'t>) -> Self {
                $name { $($field: Field::of(uri, stringify!($field)),)* }
            }
        }
    )+};
}

mod data;
mod file;
mod ftp;
mod geo;
mod gopher;
mod irc;
mod ldap;
#[cfg(feature = "serde")]
mod lists;
mod mailbox;
mod mailto;
mod message;
mod named;
mod names;
mod nested;
mod news;
mod prose;
mod prospero;
mod repository;
mod server;
mod session;
mod sip;
mod tel;
mod urn;
mod wais;
mod web;
mod xmpp;

// The files of the schemes use all of these.
use crate::byteset::{ALNUM, ALPHA, ByteSet, DIGIT, HEXDIG, SCHEME, SUB_DELIMS, UNRESERVED};
use crate::grammar::bnf::{self, Captures, Is::*, Rule, Sequence, law, rule};
use crate::grammar::edition::{Edition, draft1994, rfc1738};
use crate::grammar::fault::Fault;
use crate::grammar::generic::Switches;
use crate::grammar::parts::Parts;
use server::{AUTHORITY_END, PATH, QUERY, REST, SEGMENT};

pub(crate) use prose::{may_end, prose_rule};

pub use data::Data;
pub use file::{Afs, File, Nfs};
pub use ftp::{Ftp, FtpType};
pub use geo::Geo;
pub use gopher::{Answers, Attributes, Gopher, Plus};
pub use irc::Irc;
pub use ldap::{Ldap, Scope};
pub use mailbox::{Imap, Pop};
pub use mailto::{Address, Mailto};
pub use message::Message;
pub use named::{Doi, Info, Magnet, Tag};
pub use nested::{About, Blob, JavaScript, Jdbc, ViewSource};
pub use news::{Articles, News, Nntp};
pub use prospero::Prospero;
pub use repository::Repository;
pub use server::Server;
pub use session::{Session, Shell};
pub use sip::Sip;
pub use tel::{Sms, Tel};
pub use urn::{Service, Urn};
pub use wais::{Wais, Wanted};
pub use web::Web;
pub use xmpp::Xmpp;

/// A URI in the terms of its scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Specific<'t> {
    /// http, https, ws, wss, dav, davs, rtsp, rtsps, rtspu, mms.
    Web(Web<'t>),
    /// ftp, ftps.
    Ftp(Ftp<'t>),
    /// file.
    File(File<'t>),
    /// afs.
    Afs(Afs<'t>),
    /// nfs.
    Nfs(Nfs<'t>),
    /// gopher, gophers.
    Gopher(Gopher<'t>),
    /// mailto.
    Mailto(Mailto<'t>),
    /// mid and cid.
    Message(Message<'t>),
    /// news, snews.
    News(News<'t>),
    /// nntp, nntps.
    Nntp(Nntp<'t>),
    /// telnet, rlogin, tn3270.
    Session(Session<'t>),
    /// ssh, sftp, scp.
    Shell(Shell<'t>),
    /// wais.
    Wais(Wais<'t>),
    /// prospero.
    Prospero(Prospero<'t>),
    /// urn.
    Urn(Urn<'t>),
    /// ldap, ldaps, ldapi.
    Ldap(Ldap<'t>),
    /// sip, sips.
    Sip(Sip<'t>),
    /// tel, fax, modem.
    Tel(Tel<'t>),
    /// sms.
    Sms(Sms<'t>),
    /// data.
    Data(Data<'t>),
    /// geo.
    Geo(Geo<'t>),
    /// doi.
    Doi(Doi<'t>),
    /// magnet.
    Magnet(Magnet<'t>),
    /// tag.
    Tag(Tag<'t>),
    /// info.
    Info(Info<'t>),
    /// xmpp.
    Xmpp(Xmpp<'t>),
    /// irc, ircs, irc6, ircs6.
    Irc(Irc<'t>),
    /// git, svn, hg, bzr, alone or with a transport, as in svn+ssh.
    Repository(Repository<'t>),
    /// jdbc.
    Jdbc(Jdbc<'t>),
    /// imap, imaps.
    Imap(Imap<'t>),
    /// pop, pops.
    Pop(Pop<'t>),
    /// about.
    About(About<'t>),
    /// blob.
    Blob(Blob<'t>),
    /// view-source.
    ViewSource(ViewSource<'t>),
    /// javascript.
    #[cfg_attr(feature = "serde", serde(rename = "javascript"))]
    JavaScript(JavaScript<'t>),
    /// A scheme without a grammar here: only the generic components are known.
    Other,
}

/// Some schemes with the same grammar.
pub(crate) struct Family {
    /// In lower case.
    pub names: &'static [&'static str],
    /// The grammar of today.
    pub today: Form,
    /// The grammar of RFC 1738, of the whole URL.
    pub rfc1738: Option<&'static Rule>,
    /// The grammar of draft-ietf-uri-url-03, of the whole URL.
    pub draft1994: Option<&'static Rule>,
    typed: Typed,
}

/// Converts what was read to the scheme's type, or reports what the rule cannot.
type Typed = for<'t> fn(&Parsed<'t>) -> Result<Specific<'t>, Fault>;

/// What follows the colon, up to the fragment.
pub(crate) enum Form {
    /// A host, and what the generic syntax allows.
    Host,
    /// The same, without a user and without a fragment.
    Socket,
    /// By a rule.
    Rule(&'static Rule),
}

impl Family {
    const fn new(names: &'static [&'static str], today: Form, typed: Typed) -> Self {
        Family { names, today, rfc1738: None, draft1994: None, typed }
    }

    /// The same, with a grammar in RFC 1738.
    const fn rfc1738(self, rule: &'static Rule) -> Self {
        Family { rfc1738: Some(rule), ..self }
    }

    /// The same, with a grammar in the draft of 1994.
    const fn draft1994(self, rule: &'static Rule) -> Self {
        Family { draft1994: Some(rule), ..self }
    }

    /// Checks that there is a host, and no user or fragment where none is allowed.
    fn server(&self, parts: Parts) -> Result<(), Fault> {
        let missing = |at| Err(Fault::new(at, &server::HOST));
        let host = match parts.host() {
            Some(host) if !host.is_empty() => host,
            Some(host) => return missing(host.end),
            None => return missing(after_colon(parts)),
        };
        let barred = match self.today {
            Form::Socket => parts.userinfo().map(|_| host.start - 1),
            _ => None,
        };
        let fragment = parts.fragment().filter(|_| matches!(self.today, Form::Socket));
        match barred.or(fragment.map(|fragment| fragment.start - 1)) {
            Some(at) => Err(Fault::new(at, &web::WS_URI)),
            None => Ok(()),
        }
    }

    /// The rule of an edition that has one for each scheme.
    fn rule_in(&self, edition: Edition) -> Option<&'static Rule> {
        match edition {
            Edition::Draft1994 => self.draft1994,
            Edition::Rfc1738 => self.rfc1738,
            _ => None,
        }
    }
}

/// Every family; one file each, the most frequent first.
const FAMILIES: &[&[Family]] = &[
    web::FAMILIES,
    mailto::FAMILIES,
    news::FAMILIES,
    sip::FAMILIES,
    file::FAMILIES,
    ftp::FAMILIES,
    urn::FAMILIES,
    repository::FAMILIES,
    nested::FAMILIES,
    message::FAMILIES,
    tel::FAMILIES,
    data::FAMILIES,
    named::FAMILIES,
    session::FAMILIES,
    gopher::FAMILIES,
    irc::FAMILIES,
    ldap::FAMILIES,
    xmpp::FAMILIES,
    geo::FAMILIES,
    mailbox::FAMILIES,
    wais::FAMILIES,
    prospero::FAMILIES,
];

/// The family of a scheme, in any case.
fn family(scheme: &[u8]) -> Option<&'static Family> {
    let of = |family: &&Family| {
        family.names.iter().any(|name| name.as_bytes().eq_ignore_ascii_case(scheme))
    };
    FAMILIES.iter().flat_map(|file| file.iter()).find(of)
}

/// The rule that an edition has for the scheme, and for no other.
pub(crate) fn rule_in(edition: Edition, scheme: &[u8]) -> Option<&'static Rule> {
    family(scheme).and_then(|family| family.rule_in(edition))
}

/// The rules that an edition has for one scheme each.
#[cfg(test)]
pub(crate) fn rules_in(edition: Edition) -> impl Iterator<Item = &'static Rule> {
    FAMILIES.iter().flat_map(|file| file.iter()).filter_map(move |family| family.rule_in(edition))
}

/// The rules of today.
#[cfg(test)]
pub(crate) fn rules_of_today() -> impl Iterator<Item = &'static Rule> {
    FAMILIES.iter().flat_map(|file| file.iter()).filter_map(|family| match family.today {
        Form::Rule(rule) => Some(rule),
        Form::Host | Form::Socket => None,
    })
}

/// A URI, read by its scheme's rule.
pub(crate) struct Parsed<'t> {
    text: &'t str,
    parts: Parts,
    captures: Captures,
}

impl<'t> Parsed<'t> {
    fn capture(&self, name: &str) -> Option<&'t str> {
        self.captures.get(name).map(|range| &self.text[range])
    }

    /// A fault `at` bytes into a capture.
    fn fault(&self, name: &str, at: usize, rule: &'static Rule) -> Fault {
        Fault::new(self.captures.get(name).map_or(0, |range| range.start) + at, rule)
    }
}

/// What a type of [`typed`] has in a field of this type: of the URI, or of the capture with the
/// field's name.
trait Field<'t>: Sized {
    fn of(uri: &Parsed<'t>, name: &str) -> Self;
}

/// What was captured, or nothing.
impl<'t> Field<'t> for &'t str {
    fn of(uri: &Parsed<'t>, name: &str) -> Self {
        uri.capture(name).unwrap_or("")
    }
}

impl<'t> Field<'t> for Option<&'t str> {
    fn of(uri: &Parsed<'t>, name: &str) -> Self {
        uri.capture(name)
    }
}

/// Whether anything was captured.
impl<'t> Field<'t> for bool {
    fn of(uri: &Parsed<'t>, name: &str) -> Self {
        uri.capture(name).is_some()
    }
}

impl<'t> Field<'t> for Server<'t> {
    fn of(uri: &Parsed<'t>, _: &str) -> Self {
        Server::of(uri)
    }
}

/// The server, if its place was captured.
impl<'t> Field<'t> for Option<Server<'t>> {
    fn of(uri: &Parsed<'t>, name: &str) -> Self {
        uri.capture(name).map(|_| Server::of(uri))
    }
}

/// A URI of the generic grammar in the terms of its scheme.
///
/// # Errors
/// The byte and the rule of the scheme's own grammar that is broken.
pub(crate) fn specific(text: &str, parts: Parts) -> Result<Specific<'_>, Fault> {
    let Some(family) = family_of(text, parts) else { return Ok(Specific::Other) };
    let captures = match family.today {
        Form::Rule(rule) => read(text, parts, rule)?,
        Form::Host | Form::Socket => family.server(parts).map(|()| Captures::default())?,
    };
    (family.typed)(&Parsed { text, parts, captures })
}

/// Whether a URI of the generic grammar is one of its scheme: [`specific`] without its result.
pub(crate) fn check(text: &str, parts: Parts) -> Result<(), Fault> {
    match family_of(text, parts) {
        Some(family) if !matches!(family.today, Form::Rule(_)) => family.server(parts),
        _ => specific(text, parts).map(|_| ()),
    }
}

fn family_of(text: &str, parts: Parts) -> Option<&'static Family> {
    parts.scheme().and_then(|scheme| family(&text.as_bytes()[scheme]))
}

fn read(text: &str, parts: Parts, rule: &'static Rule) -> Result<Captures, Fault> {
    let text = &text.as_bytes()[..parts.without_fragment()];
    bnf::read(text, after_colon(parts), rule, Switches::default())
}

/// Where the scheme-specific part begins.
fn after_colon(parts: Parts) -> usize {
    parts.scheme().map_or(0, |scheme| scheme.end + 1)
}

/// Names and values of parameters, each after a `;`.
fn parameters(text: &str) -> impl Iterator<Item = (&str, Option<&str>)> {
    text.split(';').filter(|parameter| !parameter.is_empty()).map(|parameter| {
        match parameter.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (parameter, None),
        }
    })
}

/// The longest run before a colon that is considered as a scheme, in bytes.
pub(crate) const MAX_SCHEME: usize = u64::BITS as usize; // As many as `Shapes` has lengths.

/// Schemes that are cut out of a longer run of scheme characters: in `foo-http://a/` the URI starts
/// at `http`. Registered names that are ordinary words are left out, since `my-app-content://` is one
/// scheme.
const FREQUENT: &[&str] = &[
    "https", "http", "ftp", "ftps", "sftp", "file", "mailto", "news", "nntp", "gopher", "telnet",
    "wais", "prospero", "ldap", "ldaps", "ws", "wss", "ssh", "git", "svn", "irc", "ircs", "sip",
    "sips", "tel", "urn", "magnet", "doi", "rtsp", "rtmp", "hxxp", "hxxps",
];

/// Whether `name` is a known scheme, in any case.
pub fn is_known(name: &[u8]) -> bool {
    static NAME_SHAPES: Shapes = Shapes::NONE.with(names::NAMES);
    if !NAME_SHAPES.may_hold(name) {
        return false;
    }
    let mut lower = [0; MAX_SCHEME];
    let Some(name) = lowered(name, &mut lower) else { return false };
    let Some(first) = name.first().and_then(|b| b.checked_sub(b'a')).filter(|i| *i < 26) else {
        return false;
    };
    let range = STARTS[first as usize] as usize..STARTS[first as usize + 1] as usize;
    names::NAMES[range].iter().any(|known| known.as_bytes() == name)
}

/// The index of the first name for each letter.
static STARTS: [u16; 27] = starts();

const fn starts() -> [u16; 27] {
    let mut starts = [names::NAMES.len() as u16; 27];
    let mut i = names::NAMES.len();
    while i > 0 {
        i -= 1;
        let mut letter = (names::NAMES[i].as_bytes()[0] - b'a') as usize + 1;
        while letter > 0 {
            letter -= 1;
            starts[letter] = i as u16;
        }
    }
    starts
}

/// Whether `name` is one of the schemes that are cut out of a longer run.
#[inline]
pub(crate) fn is_frequent(name: &[u8]) -> bool {
    let is = |n: &&str| n.as_bytes().eq_ignore_ascii_case(name);
    is_web(name) || FREQUENT_SHAPES.may_hold(name) && FREQUENT.iter().any(is)
}

static FREQUENT_SHAPES: Shapes = Shapes::NONE.with(FREQUENT);

/// The first letters of names, and the names' lengths: rejects most other words for the price of a
/// load.
struct Shapes([u64; 32]);

impl Shapes {
    const NONE: Shapes = Shapes([0; 32]);

    /// Adds names, which have fewer characters than there are bits.
    const fn with(mut self, names: &[&str]) -> Self {
        let mut i = 0;
        while i < names.len() {
            let name = names[i].as_bytes();
            self.0[name[0] as usize & 31] |= 1 << name.len();
            i += 1;
        }
        self
    }

    /// Whether a name may be among them, in any case.
    #[inline]
    fn may_hold(&self, name: &[u8]) -> bool {
        let Some(first) = name.first() else { return false };
        name.len() < MAX_SCHEME && self.0[*first as usize & 31] >> name.len() & 1 == 1
    }
}

/// The bit that distinguishes lower from upper case, for four letters. With it set, only "h", "t"
/// and "p" of either case are the lower-case ones.
const LOWER: u32 = u32::from_le_bytes([0x20; 4]);

/// Whether `name` is `http` or `https`: what most URIs start with.
#[inline]
pub(crate) fn is_web(name: &[u8]) -> bool {
    let is_http = |letters| u32::from_le_bytes(letters) | LOWER == u32::from_le_bytes(*b"http");
    match *name {
        [a, b, c, d] | [a, b, c, d, b's' | b'S'] => is_http([a, b, c, d]),
        _ => false,
    }
}

/// Whether `name` has the syntax of a scheme (RFC 3986 3.1).
pub fn is_scheme(name: &[u8]) -> bool {
    name.first().is_some_and(u8::is_ascii_alphabetic) && name.iter().all(|&b| SCHEME.contains(b))
}

fn lowered<'b>(name: &[u8], into: &'b mut [u8; MAX_SCHEME]) -> Option<&'b [u8]> {
    let into = into.get_mut(..name.len())?;
    into.copy_from_slice(name);
    into.make_ascii_lowercase();
    Some(into)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_lower_case_schemes() {
        assert!(names::NAMES.windows(2).all(|pair| pair[0] < pair[1]));
        for name in names::NAMES {
            assert!(is_scheme(name.as_bytes()), "{name}");
            assert!(!name.bytes().any(|b| b.is_ascii_uppercase()), "{name}");
            assert!(name.len() <= MAX_SCHEME);
        }
    }

    #[test]
    fn families_are_of_known_schemes_and_no_scheme_is_in_two() {
        let all = || FAMILIES.iter().flat_map(|file| file.iter());
        let mut seen = std::collections::BTreeSet::new();
        let names = || all().flat_map(|family| family.names);
        let unknown: Vec<_> = names().filter(|name| !is_known(name.as_bytes())).collect();
        assert!(unknown.is_empty(), "{unknown:?}");
        for name in names() {
            assert!(seen.insert(*name), "{name}");
        }
    }

    #[test]
    fn every_family_has_cases() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/corpora/grammar/schemes.toml");
        let cases: toml::Table = toml::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        for family in FAMILIES.iter().flat_map(|file| file.iter()) {
            assert!(family.names.iter().any(|n| cases.contains_key(*n)), "{:?}", family.names);
        }
        // The check alone agrees with the full reading.
        let uris = cases.values().flat_map(|case| case["valid"].as_array().unwrap());
        let faulty = cases.values().flat_map(|case| case["invalid"].as_array().unwrap());
        for uri in uris.chain(faulty.map(|case| &case["uri"])) {
            let text = uri.as_str().unwrap();
            let parts = crate::grammar::split::split(text.as_bytes());
            assert_eq!(check(text, parts), specific(text, parts).map(|_| ()), "{text}");
        }
    }

    #[test]
    fn tables_are_made_when_compiled() {
        assert_eq!(starts(), STARTS);
        assert!(names::NAMES.iter().all(|name| is_known(name.as_bytes())));
        let family = Family::new(&["x"], Form::Host, FAMILIES[0][0].typed);
        assert!(family.rule_in(Edition::Rfc1738).is_none());
    }

    #[test]
    fn case_does_not_matter() {
        assert!(is_known(b"HTTP") && is_known(b"uRn") && prose_rule(b"MailTo").is_some());
        assert!(!is_known(b"htp") && !is_known(b"") && !is_known(&[b'a'; 100]));
    }
}

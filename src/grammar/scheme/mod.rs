//! The registry of schemes: which names are known, the grammar of each, and which of them need no
//! `//` in running text.
//!
//! Every family of schemes is a file with a row in `families!` below. The file's own rows have a
//! column for each edition that gives the scheme a grammar of its own.

/// Declares types whose fields are what their rule captured, under the same names.
macro_rules! typed {
    ($($(#[$doc:meta])* pub struct $name:ident<'t> {
        $($(#[$field_doc:meta])* $visible:vis $field:ident: $type:ty,)*
    })+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[cfg_attr(any(test, feature = "serde"), derive(serde::Serialize))]
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

/// A family that a rule describes, and its type: what the rule captures.
macro_rules! family {
    ($names:expr, $rule:ident, $type:ident) => {
        Family::new(&$names, Syntax::Rule(&$rule), |uri| Ok(Specific::$type($type::of(uri))))
    };
}

mod account;
mod connection;
mod data;
mod digest;
mod directory;
mod field;
mod file;
mod ftp;
mod geo;
mod gopher;
mod irc;
mod ldap;
mod lists;
mod lookup;
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
use crate::grammar::bnf::{self, Captures, Expr::*, Rule, Sequence, constraint, rule};
use crate::grammar::components::Parts;
use crate::grammar::edition::{Edition, draft1994, rfc1738};
use crate::grammar::generic::Switches;
use crate::grammar::parse_error::ParseError;
use field::Field;
use lists::{Items, Pairs};
use names::Shapes;
use server::{AUTHORITY_END, HOSTPORT, LOGIN, MORE, NEVER, PATH, QUERY, REST, SEGMENT};

pub(crate) use names::{MAX_SCHEME, is_frequent, is_web};
pub(crate) use prose::{ProseRule, enclosed_rule, is_office, may_end, prose_rule};

pub(crate) use sip::explained;

pub use names::{is_known, is_scheme};
pub use server::Server;
pub(crate) use server::split_userinfo;
pub use types::*;

/// A URI in the terms of its scheme.
///
/// ```
/// use urisift::{Uri, scheme::Specific};
/// let host = match Uri::parse("ftp://info.cern.ch/pub/www/doc;type=d")?.scheme_specific()? {
///     Specific::Web(web) => Some(web.server.host),
///     Specific::Ftp(ftp) => Some(ftp.server.host),
///     _ => None,
/// };
/// assert_eq!(host, Some("info.cern.ch"));
/// # Ok::<(), urisift::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(any(test, feature = "serde"), derive(serde::Serialize))]
#[cfg_attr(any(test, feature = "serde"), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Specific<'t> {
    /// http, https, ws, wss, dav, davs, rtsp, rtsps, rtspu, mms, coap, coaps (alone, +tcp or +ws), mqtt, mqtts.
    Web(Web<'t>),
    /// ftp, ftps.
    Ftp(Ftp<'t>),
    /// tftp.
    Tftp(Tftp<'t>),
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
    /// acct.
    Acct(Acct<'t>),
    /// im, pres.
    Im(Im<'t>),
    /// dns.
    Dns(Dns<'t>),
    /// stun, stuns.
    Stun(Stun<'t>),
    /// turn, turns.
    Turn(Turn<'t>),
    /// ni.
    Ni(Ni<'t>),
    /// nih.
    Nih(Nih<'t>),
    /// postgres, postgresql, mysql, redis, rediss, amqp, amqps.
    Connection(Connection<'t>),
    /// dict.
    Dict(Dict<'t>),
    /// service.
    ServiceUrl(ServiceUrl<'t>),
    /// snmp.
    Snmp(Snmp<'t>),
    /// z39.50r, z39.50s.
    Z3950(Z3950<'t>),
    /// about.
    About(About<'t>),
    /// blob.
    Blob(Blob<'t>),
    /// view-source.
    ViewSource(ViewSource<'t>),
    /// javascript.
    #[cfg_attr(any(test, feature = "serde"), serde(rename = "javascript"))]
    JavaScript(JavaScript<'t>),
    /// A scheme without a grammar here: only the generic components are known.
    Other,
}

/// Some schemes with the same grammar.
pub(crate) struct Family {
    /// In lower case.
    pub names: &'static [&'static str],
    /// The grammar of today.
    pub today: Syntax,
    /// The grammar of RFC 1738, of the whole URL.
    pub rfc1738: Option<&'static Rule>,
    /// The grammar of draft-ietf-uri-url-03, of the whole URL.
    pub draft1994: Option<&'static Rule>,
    typed: Typed,
}

/// Converts what was read to the scheme's type, or reports what the rule cannot.
type Typed = for<'t> fn(&Parsed<'t>) -> Result<Specific<'t>, ParseError>;

/// What follows the colon, up to the fragment.
pub(crate) enum Syntax {
    /// A host, and what the generic syntax allows.
    Host,
    /// Like `Host`, without a user and without a fragment, by this rule.
    Socket(&'static Rule),
    /// By a rule.
    Rule(&'static Rule),
}

impl Family {
    const fn new(names: &'static [&'static str], today: Syntax, typed: Typed) -> Self {
        Family { names, today, rfc1738: None, draft1994: None, typed }
    }

    /// Adds a grammar in RFC 1738.
    const fn rfc1738(self, rule: &'static Rule) -> Self {
        Family { rfc1738: Some(rule), ..self }
    }

    /// Adds a grammar in the draft of 1994.
    const fn draft1994(self, rule: &'static Rule) -> Self {
        Family { draft1994: Some(rule), ..self }
    }

    /// Checks that there is a host, and no user or fragment where none is allowed.
    fn server(&self, parts: &Parts) -> Result<(), ParseError> {
        let missing = |at| Err(ParseError::new(at, &server::HOST));
        let host = match parts.host() {
            Some(host) if !host.is_empty() => host,
            Some(host) => return missing(host.end),
            None => return missing(after_colon(*parts)),
        };
        let Syntax::Socket(rule) = self.today else { return Ok(()) };
        let barred = parts.userinfo().map(|_| host.start - 1);
        match barred.or(parts.fragment().map(|fragment| fragment.start - 1)) {
            Some(at) => Err(ParseError::new(at, rule)),
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

/// Lists every family, and makes its types public.
macro_rules! families {
    ($($file:ident: $($type:ident),+;)+) => {
        const FAMILIES: &[&[Family]] = &[$($file::FAMILIES),+];

        /// The types of [`Reference::scheme_specific`](crate::Reference::scheme_specific).
        pub mod types {
            pub use super::{Server, Specific};
            $(pub use super::$file::{$($type),+};)+
        }
    };
}

// One file each, the most frequent first.
families! {
    web: Web;
    mailto: Address, Mailto;
    news: Articles, News, Nntp;
    sip: Sip;
    file: Afs, File, Nfs;
    ftp: Ftp, FtpType, Tftp;
    urn: Service, Urn;
    repository: Repository;
    nested: About, Blob, JavaScript, Jdbc, ViewSource;
    message: Message;
    tel: Sms, Tel;
    data: Data;
    named: Doi, Info, Magnet, Tag;
    session: Session, Shell;
    gopher: Answers, Attributes, Gopher, Plus;
    irc: Irc;
    ldap: Ldap, Scope;
    xmpp: Xmpp;
    geo: Geo;
    mailbox: Imap, Pop;
    account: Acct, Im;
    lookup: Dns, Stun, Turn;
    digest: Ni, Nih;
    connection: Connection;
    directory: Dict, ServiceUrl, Snmp, Z3950;
    wais: Wais, Wanted;
    prospero: Prospero;
}

/// The family of a scheme, in any case.
#[inline]
fn family(scheme: &[u8]) -> Option<&'static Family> {
    // What most URIs start with, without the search.
    match scheme {
        b"http" => Some(&FAMILIES[0][0]),
        b"https" => Some(&FAMILIES[0][1]),
        _ => any_family(scheme),
    }
}

fn any_family(scheme: &[u8]) -> Option<&'static Family> {
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
        Syntax::Rule(rule) => Some(rule),
        Syntax::Host | Syntax::Socket(_) => None,
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
    fn fault(&self, name: &str, at: usize, rule: &'static Rule) -> ParseError {
        ParseError::new(self.captures.get(name).map_or(0, |range| range.start) + at, rule)
    }
}

/// A URI of the generic grammar in the terms of its scheme.
///
/// # Errors
/// The byte and the rule of the scheme's own grammar that is broken.
pub(crate) fn specific(text: &str, parts: Parts) -> Result<Specific<'_>, ParseError> {
    let scheme = parts.scheme().map(|scheme| &text.as_bytes()[scheme]);
    match scheme.and_then(family) {
        Some(family) => specific_of(family, text, parts),
        None => Ok(Specific::Other),
    }
}

fn specific_of<'t>(
    family: &Family,
    text: &'t str,
    parts: Parts,
) -> Result<Specific<'t>, ParseError> {
    let captures = match family.today {
        Syntax::Rule(rule) => read(text, parts, rule)?,
        Syntax::Host | Syntax::Socket(_) => family.server(&parts).map(|()| Captures::default())?,
    };
    (family.typed)(&Parsed { text, parts, captures })
}

/// Returns `true` if a URI of the generic grammar is one of its scheme: [`specific`] without its result.
#[inline]
pub(crate) fn check(text: &[u8], parts: &Parts) -> Result<(), ParseError> {
    match parts.scheme().and_then(|scheme| family(&text[scheme])) {
        None => Ok(()),
        Some(family) => match family.today {
            Syntax::Rule(_) => specific_of(family, self::text(text), *parts).map(|_| ()),
            Syntax::Host | Syntax::Socket(_) => family.server(parts),
        },
    }
}

/// A URI of the generic grammar, which is UTF-8.
pub(crate) fn text(uri: &[u8]) -> &str {
    str::from_utf8(uri).unwrap_or_default()
}

/// Checks a host without a scheme, as if it followed `http://`.
pub(crate) fn check_host(parts: &Parts) -> Result<(), ParseError> {
    family(b"http").map_or(Ok(()), |family| family.server(parts))
}

fn read(text: &str, parts: Parts, rule: &'static Rule) -> Result<Captures, ParseError> {
    let text = &text.as_bytes()[..parts.without_fragment()];
    let mut captures = Captures::default();
    bnf::read(text, after_colon(parts), rule, Switches::default(), &mut captures)?;
    Ok(captures)
}

/// Where the scheme-specific part begins.
fn after_colon(parts: Parts) -> usize {
    parts.scheme().map_or(0, |scheme| scheme.end + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn every_family_has_cases_and_a_row() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/corpora/grammar/schemes.toml");
        let cases: toml::Table = toml::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        for family in FAMILIES.iter().flat_map(|file| file.iter()) {
            assert!(family.names.iter().any(|n| cases.contains_key(*n)), "{:?}", family.names);
        }
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/records.md");
        let listed = std::fs::read_to_string(path).unwrap();
        let is_listed = |name: &&&str| listed.contains(&format!("`{name}`")) || name.contains('+');
        for family in FAMILIES.iter().flat_map(|file| file.iter()) {
            assert_eq!(family.names.iter().find(|name| !is_listed(name)), None);
        }
        // The check alone agrees with the full reading.
        let uris = cases.values().flat_map(|case| case["valid"].as_array().unwrap());
        let faulty = cases.values().flat_map(|case| case["invalid"].as_array().unwrap());
        for uri in uris.chain(faulty.map(|case| &case["uri"])) {
            let text = uri.as_str().unwrap();
            let parts = crate::grammar::components::split(text.as_bytes());
            let checked = check(text.as_bytes(), &parts);
            assert_eq!(checked, specific(text, parts).map(|_| ()), "{text}");
        }
    }

    #[test]
    fn tables_are_made_when_compiled() {
        let family = Family::new(&["x"], Syntax::Host, FAMILIES[0][0].typed);
        assert!(family.rule_in(Edition::Rfc1738).is_none());
    }

    #[test]
    fn frequent_schemes_have_the_family_that_a_search_finds() {
        for scheme in [&b"http"[..], b"https", b"HTTPS", b"rtsp", b"x"] {
            let names = |family: &'static Family| family.names;
            assert_eq!(family(scheme).map(names), any_family(scheme).map(names));
        }
        assert!(prose_rule(b"MailTo").is_some());
    }
}

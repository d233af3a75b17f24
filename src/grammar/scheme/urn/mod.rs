//! urn: RFC 8141, and draft-ietf-urnbis-rfc2141bis-urn-03 (2012), which has a query of directives
//! where RFC 8141 has its r-, q- and f-components.

mod namespace;

use super::server::{PATH, QUERY, SEGMENT};
use super::{Family, Form, Seen, Specific};
use crate::byteset::{ALNUM, ALPHA, ByteSet};
use crate::grammar::bnf::{
    Is::{All, Code, Each, If, Keep, Maybe, Of, Run, Text},
    MANY, NOTHING, Rule, Slot, law, rule,
};
use crate::grammar::fault::Fault;
use crate::grammar::host::Reach;

pub(super) const FAMILIES: &[Family] = &[Family::new(&["urn"], Form::Rule(&NAMESTRING), urn)];

const NID: Slot = 0;
const NSS: Slot = 1;
const RESOLUTION: Slot = 2;
const QUERY_SLOT: Slot = 3;
const DIRECTIVES: Slot = 4;

/// A name in a namespace. All of it is still encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Urn<'t> {
    /// The namespace identifier; its case does not matter.
    pub nid: &'t str,
    /// The namespace specific string.
    pub nss: &'t str,
    /// The r-component, after `?+`: for the resolver of the name (RFC 8141 2.3.1).
    pub resolution: Option<&'t str>,
    /// The q-component, after `?=`: for the holder of the resource (RFC 8141 2.3.2).
    pub query: Option<&'t str>,
    /// The f-component: the fragment (RFC 8141 2.3.3).
    pub fragment: Option<&'t str>,
    #[cfg_attr(feature = "serde", serde(serialize_with = "super::lists::ampersands"))]
    directives: Option<&'t str>,
}

impl<'t> Urn<'t> {
    /// The directives of the query, as the draft of 2012 has them (its 2.3): keyword and value.
    pub fn directives(&self) -> impl Iterator<Item = (&'t str, &'t str)> + use<'t> {
        let directives = self.directives.into_iter().flat_map(|all| all.split('&'));
        directives.filter_map(|directive| directive.split_once('='))
    }

    /// The resolution service that the directive `s` asks for; `None` also for an unregistered one, which
    /// a resolver ignores (draft of 2012, 2.3.1).
    pub fn service(&self) -> Option<Service> {
        let (_, name) = self.directives().find(|(keyword, _)| *keyword == "s")?;
        SERVICES.iter().find(|(registered, _)| *registered == name).map(|(_, service)| *service)
    }

    /// The component of the resource that the directive `c` asks for (draft of 2012, 2.3.2).
    pub fn component(&self) -> Option<&'t str> {
        self.directives().find(|(keyword, _)| *keyword == "c").map(|(_, value)| value)
    }
}

/// What a resolver can return for a name (RFC 2483 4; draft of 2012, 9.2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Service {
    /// `I2L`: a URL.
    Url,
    /// `I2Ls`: URLs.
    Urls,
    /// `I2R`: the resource.
    Resource,
    /// `I2Rs`: resources.
    Resources,
    /// `I2C`: a description.
    Characteristics,
    /// `I2Cs`: descriptions.
    AllCharacteristics,
    /// `I2N`: a URN.
    Urn,
    /// `I2Ns`: URNs.
    Urns,
    /// `I=I`: whether another name is the same.
    Equal,
}

/// The registry of services.
const SERVICES: &[(&str, Service)] = &[
    ("I2L", Service::Url),
    ("I2Ls", Service::Urls),
    ("I2R", Service::Resource),
    ("I2Rs", Service::Resources),
    ("I2C", Service::Characteristics),
    ("I2Cs", Service::AllCharacteristics),
    ("I2N", Service::Urn),
    ("I2Ns", Service::Urns),
    ("I=I", Service::Equal),
];

/// The keywords that may occur only once (draft of 2012, 2.3 and 9.2.1).
const KEYWORDS: &[&str] = &["s", "c"];

fn urn<'t>(seen: &Seen<'t>) -> Result<Specific<'t>, Fault> {
    let [nid, nss] = [NID, NSS].map(|slot| seen.slot(slot).unwrap_or(""));
    if let Some(nul) = nss.find("%00") {
        return Err(seen.fault(NSS, nul, &NO_NUL));
    }
    if nid.eq_ignore_ascii_case("urn") {
        return Err(seen.fault(NID, 0, &NID_RESERVED));
    }
    if let Err((at, rule)) = namespace::check(nid, nss) {
        return Err(seen.fault(NSS, at, rule));
    }
    let urn = Urn {
        nid,
        nss,
        resolution: seen.slot(RESOLUTION),
        query: seen.slot(QUERY_SLOT),
        fragment: seen.parts.fragment().map(|range| &seen.text[range]),
        directives: seen.slot(DIRECTIVES),
    };
    match repeated(seen.slot(DIRECTIVES).unwrap_or("")) {
        Some(at) => Err(seen.fault(DIRECTIVES, at, &KEYWD_ONCE)),
        None => Ok(Specific::Urn(urn)),
    }
}

/// Where a registered keyword occurs for the second time.
fn repeated(directives: &str) -> Option<usize> {
    let mut counts = [0; KEYWORDS.len()];
    let mut at = 0;
    for directive in directives.split('&') {
        let keyword = directive.split('=').next();
        if let Some(i) = KEYWORDS.iter().position(|k| keyword == Some(k)) {
            counts[i] += 1;
            if counts[i] == 2 {
                return Some(at);
            }
        }
        at += directive.len() + 1;
    }
    None
}

static NAMESTRING: Rule = rule(
    "namestring",
    r##"assigned-name [ rq-components ] [ "#" f-component ]"##,
    "RFC 8141 2",
    All(&[
        Keep(NID, &Of(&NID_RULE)),
        Text(":"),
        Keep(NSS, &Of(&NSS_RULE)),
        If("?+", &Of(&R_COMPONENT), NOTHING),
        If("?=", &Of(&Q_COMPONENT), NOTHING),
        Maybe(&All(&[Text("?"), Keep(DIRECTIVES, &Of(&URN_QUERY))])),
    ]),
);
static NID_RULE: Rule = rule(
    "NID",
    "(ALPHA / DIGIT) 0*30(ALPHA / DIGIT / \"-\") (ALPHA / DIGIT)",
    "RFC 8141 2",
    Code(|text, _| nid(text)),
);

fn nid(text: &[u8]) -> Reach {
    let end = text.iter().take_while(|&&b| ALNUM.contains(b) || b == b'-').count();
    match &text[..end] {
        [] | [b'-', ..] => Reach::Fault(0),
        [_] => Reach::Fault(1),
        nid if nid.len() > 32 => Reach::Fault(32),
        [.., b'-'] => Reach::Fault(end),
        _ => Reach::Whole(end),
    }
}

/// The draft of 2012 allows no slash in it.
static NSS_RULE: Rule = rule(
    "NSS",
    r#"pchar *( pchar / "/" )"#,
    "RFC 8141 2",
    All(&[Run(&SEGMENT, 1, 1), Run(&PATH, 0, MANY)]),
);
static R_COMPONENT: Rule = rule(
    "r-component",
    r#"pchar *( pchar / "/" / "?" )"#,
    "RFC 8141 2",
    All(&[
        Text("?+"),
        Keep(
            RESOLUTION,
            &crate::grammar::bnf::Is::Until(
                "?=",
                &All(&[Run(&SEGMENT, 1, 1), Run(&QUERY, 0, MANY)]),
            ),
        ),
    ]),
);
static Q_COMPONENT: Rule = rule(
    "q-component",
    r#"pchar *( pchar / "/" / "?" )"#,
    "RFC 8141 2",
    All(&[Text("?="), Keep(QUERY_SLOT, &All(&[Run(&SEGMENT, 1, 1), Run(&QUERY, 0, MANY)]))]),
);
static URN_QUERY: Rule = rule(
    "urn-query",
    r#"directive *( "&" directive)"#,
    "draft-ietf-urnbis-rfc2141bis-urn-03 2.3",
    All(&[Of(&DIRECTIVE), Each(&All(&[Text("&"), Of(&DIRECTIVE)]))]),
);
static DIRECTIVE: Rule = rule(
    "directive",
    r#"keywd "=" value"#,
    "draft-ietf-urnbis-rfc2141bis-urn-03 2.3",
    All(&[Of(&KEYWD), Text("="), Of(&VALUE)]),
);
static KEYWD: Rule = rule(
    "keywd",
    r#"ALPHA *( ["-"] (ALPHA / DIGIT))"#,
    "draft-ietf-urnbis-rfc2141bis-urn-03 2.3",
    All(&[Run(&LETTER, 1, 1), Each(&All(&[Maybe(&Text("-")), Run(&LETTER_OR_DIGIT, 1, 1)]))]),
);
static LETTER: ByteSet = ALPHA;
static LETTER_OR_DIGIT: ByteSet = ALNUM;
static VALUE: Rule =
    rule("value", "*v-pchar", "draft-ietf-urnbis-rfc2141bis-urn-03 2.3", Run(&V_PCHAR, 0, MANY));
static V_PCHAR: ByteSet = QUERY.without(ByteSet::of(b"&"));
static NO_NUL: Rule =
    law("NSS", "no NUL, encoded or not", "draft-ietf-urnbis-rfc2141bis-urn-03 2.5.3");
static NID_RESERVED: Rule = law("NID", r#"any but "urn", which is reserved"#, "RFC 8141 5.1");
static KEYWD_ONCE: Rule =
    law("keywd", "a registered keyword once only", "draft-ietf-urnbis-rfc2141bis-urn-03 2.3");

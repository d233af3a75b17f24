//! sip and sips (RFC 3261 19.1).

use super::{Family, Form, Seen, Specific};
use crate::byteset::{ALNUM, ByteSet};
use crate::grammar::bnf::{
    Is::{All, Code, Each, Keep, Maybe, Of, Run, Text, When},
    MANY, NOTHING, Rule, Slot, rule,
};
use crate::grammar::fault::Fault;
use crate::grammar::host;

pub(super) const FAMILIES: &[Family] = &[Family::new(&["sip", "sips"], Form::Rule(&SIP_URI), sip)];

const USER: Slot = 0;
const PASSWORD: Slot = 1;
const HOST: Slot = 2;
const PORT: Slot = 3;
const PARAMETERS: Slot = 4;
const HEADERS: Slot = 5;

/// Who is called, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Sip<'t> {
    /// The user, or a telephone number.
    pub user: Option<&'t str>,
    /// The password.
    pub password: Option<&'t str>,
    /// The host.
    pub host: &'t str,
    /// The digits of the port.
    pub port: Option<&'t str>,
    #[cfg_attr(feature = "serde", serde(serialize_with = "super::lists::semicolons"))]
    parameters: &'t str,
    #[cfg_attr(feature = "serde", serde(serialize_with = "super::lists::ampersands"))]
    headers: Option<&'t str>,
}

impl<'t> Sip<'t> {
    /// Names and values of the parameters; a value may be missing.
    pub fn parameters(&self) -> impl Iterator<Item = (&'t str, Option<&'t str>)> + use<'t> {
        super::parameters(self.parameters)
    }

    /// Names and values of the headers.
    pub fn headers(&self) -> impl Iterator<Item = (&'t str, &'t str)> + use<'t> {
        let headers = self.headers.into_iter().flat_map(|headers| headers.split('&'));
        headers.filter_map(|header| header.split_once('='))
    }
}

fn sip<'t>(seen: &Seen<'t>) -> Result<Specific<'t>, Fault> {
    Ok(Specific::Sip(Sip {
        user: seen.slot(USER),
        password: seen.slot(PASSWORD),
        host: seen.slot(HOST).unwrap_or(""),
        port: seen.slot(PORT),
        parameters: seen.slot(PARAMETERS).unwrap_or(""),
        headers: seen.slot(HEADERS),
    }))
}

/// RFC 3986 allows no brackets in a path, so an address in brackets is refused earlier.
static SIP_URI: Rule = rule(
    "SIP-URI",
    r#""sip:" [ userinfo ] hostport uri-parameters [ headers ]"#,
    "RFC 3261 25.1",
    All(&[
        When(b'@', &NEVER, &Of(&USERINFO), NOTHING),
        Keep(HOST, &Of(&HOST_RULE)),
        Maybe(&All(&[Text(":"), Keep(PORT, &Run(&DIGITS, 1, MANY))])),
        Keep(PARAMETERS, &Each(&Of(&PARAMETER))),
        Maybe(&All(&[Text("?"), Keep(HEADERS, &Of(&HEADERS_RULE))])),
    ]),
);
static NEVER: ByteSet = ByteSet::of(b"");
static DIGITS: ByteSet = crate::byteset::DIGIT;
static USERINFO: Rule = rule(
    "userinfo",
    r#"( user / telephone-subscriber ) [ ":" password ] "@""#,
    "RFC 3261 25.1",
    All(&[
        Keep(USER, &Run(&USER_SET, 1, MANY)),
        Maybe(&All(&[Text(":"), Keep(PASSWORD, &Run(&PASSWORD_SET, 0, MANY))])),
        Text("@"),
    ]),
);
static USER_SET: ByteSet =
    ALNUM.or(ByteSet::of(b"-_.!~*'()%&=+$,;?/")).or(ByteSet::range(0x80, 0xff));
static PASSWORD_SET: ByteSet = USER_SET.without(ByteSet::of(b";?/"));
static HOST_RULE: Rule = rule(
    "host",
    "hostname / IPv4address / IPv6reference",
    "RFC 3261 25.1",
    Code(|text, _| host::qualified_name(text)),
);
static PARAMETER: Rule = rule(
    "uri-parameter",
    r#"";" pname [ "=" pvalue ]"#,
    "RFC 3261 25.1",
    All(&[
        Text(";"),
        Run(&PARAMETER_SET, 1, MANY),
        Maybe(&All(&[Text("="), Run(&PARAMETER_SET, 1, MANY)])),
    ]),
);
/// paramchar = param-unreserved / unreserved / escaped
static PARAMETER_SET: ByteSet = MARKED.or(ByteSet::of(b"[]/:&+$"));
/// unreserved and escaped
const MARKED: ByteSet = ALNUM.or(ByteSet::of(b"-_.!~*'()%")).or(ByteSet::range(0x80, 0xff));
static HEADERS_RULE: Rule = rule(
    "headers",
    r#""?" header *( "&" header )"#,
    "RFC 3261 25.1",
    All(&[Of(&HEADER), Each(&All(&[Text("&"), Of(&HEADER)]))]),
);
static HEADER: Rule = rule(
    "header",
    r#"hname "=" hvalue"#,
    "RFC 3261 25.1",
    All(&[Run(&HEADER_SET, 1, MANY), Text("="), Run(&HEADER_SET, 0, MANY)]),
);
/// hnv-unreserved / unreserved / escaped
static HEADER_SET: ByteSet = MARKED.or(ByteSet::of(b"[]/?:+$"));

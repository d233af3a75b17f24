//! sip and sips (RFC 3261 19.1).

use super::{Family, Form, Seen, Specific};
use crate::byteset::{ALNUM, ByteSet};
use crate::grammar::bnf::{Is::*, Rule, rule};
use crate::grammar::fault::Fault;
use crate::grammar::host;

pub(super) const FAMILIES: &[Family] = &[Family::new(&["sip", "sips"], Form::Rule(&SIP_URI), sip)];

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
        user: seen.slot("user"),
        password: seen.slot("password"),
        host: seen.slot("host").unwrap_or(""),
        port: seen.slot("port"),
        parameters: seen.slot("parameters").unwrap_or(""),
        headers: seen.slot("headers"),
    }))
}

/// RFC 3986 allows no brackets in a path, so an address in brackets is refused earlier.
static SIP_URI: Rule = rule(
    r#"SIP-URI = "sip:" [ userinfo ] hostport uri-parameters [ headers ]"#,
    "RFC 3261 25.1",
    &[
        When(b'@', &NEVER, &[Of(&USERINFO)], &[]),
        Keep("host", &[Of(&HOST_RULE)]),
        Maybe(&[Text(":"), Keep("port", &[Plus(&crate::byteset::DIGIT)])]),
        Keep("parameters", &[Each(&[Of(&PARAMETER)])]),
        Maybe(&[Text("?"), Keep("headers", &[Of(&HEADERS_RULE)])]),
    ],
);
static NEVER: ByteSet = ByteSet::of(b"");
static USERINFO: Rule = rule(
    r#"userinfo = ( user / telephone-subscriber ) [ ":" password ] "@""#,
    "RFC 3261 25.1",
    &[
        Keep("user", &[Plus(&USER_SET)]),
        Maybe(&[Text(":"), Keep("password", &[Star(&PASSWORD_SET)])]),
        Text("@"),
    ],
);
static USER_SET: ByteSet =
    ALNUM.or(ByteSet::of(b"-_.!~*'()%&=+$,;?/")).or(ByteSet::range(0x80, 0xff));
static PASSWORD_SET: ByteSet = USER_SET.without(ByteSet::of(b";?/"));
static HOST_RULE: Rule = rule(
    "host = hostname / IPv4address / IPv6reference",
    "RFC 3261 25.1",
    &[Code(|text, _| host::qualified_name(text))],
);
static PARAMETER: Rule = rule(
    r#"uri-parameter = ";" pname [ "=" pvalue ]"#,
    "RFC 3261 25.1",
    &[Text(";"), Plus(&PARAMETER_SET), Maybe(&[Text("="), Plus(&PARAMETER_SET)])],
);
/// paramchar = param-unreserved / unreserved / escaped
static PARAMETER_SET: ByteSet = MARKED.or(ByteSet::of(b"[]/:&+$"));
/// unreserved and escaped
const MARKED: ByteSet = ALNUM.or(ByteSet::of(b"-_.!~*'()%")).or(ByteSet::range(0x80, 0xff));
static HEADERS_RULE: Rule =
    rule(r#"headers = "?" header *( "&" header )"#, "RFC 3261 25.1", &[List("&", &[Of(&HEADER)])]);
static HEADER: Rule = rule(
    r#"header = hname "=" hvalue"#,
    "RFC 3261 25.1",
    &[Plus(&HEADER_SET), Text("="), Star(&HEADER_SET)],
);
/// hnv-unreserved / unreserved / escaped
static HEADER_SET: ByteSet = MARKED.or(ByteSet::of(b"[]/?:+$"));

//! sip and sips (RFC 3261 19.1).

use super::*;
use crate::grammar::host::{self, Reach};

pub(super) const FAMILIES: &[Family] =
    &[Family::new(&["sip", "sips"], Syntax::Rule(&SIP_URI), sip)];

typed! {
    /// Who is called, and how.
    ///
    /// ```
    /// use urisift::{Uri, scheme::Specific};
    /// let uri = Uri::parse("sip:+1-212-555-1212:1234@gateway.com;user=phone")?;
    /// let Specific::Sip(sip) = uri.scheme_specific()? else { unreachable!() };
    /// assert_eq!((sip.user, sip.password), (Some("+1-212-555-1212"), Some("1234")));
    /// assert_eq!((sip.host, sip.parameters().next()), ("gateway.com", Some(("user", Some("phone")))));
    /// # Ok::<(), urisift::ParseError>(())
    /// ```
    pub struct Sip<'t> {
        /// The user, or a telephone number.
        pub user: Option<&'t str>,
        /// The password.
        pub password: Option<&'t str>,
        /// The host.
        pub host: &'t str,
        /// The digits of the port.
        pub port: Option<&'t str>,
        parameters: Pairs<&'t str, ';'>,
        headers: Pairs<Option<&'t str>, '&'>,
    }
}

impl<'t> Sip<'t> {
    /// Names and values of the parameters; a value may be missing.
    pub fn parameters(&self) -> impl Iterator<Item = (&'t str, Option<&'t str>)> + use<'t> {
        self.parameters.optional()
    }

    /// Names and values of the headers.
    pub fn headers(&self) -> impl Iterator<Item = (&'t str, &'t str)> + use<'t> {
        self.headers.iter()
    }
}

fn sip<'t>(uri: &Parsed<'t>) -> Result<Specific<'t>, ParseError> {
    let sip = Sip::of(uri);
    match sip.parameters.repeated() {
        Some(at) => Err(uri.fault("parameters", at, &ONCE)),
        None => Ok(Specific::Sip(sip)),
    }
}

static ONCE: Rule = constraint(
    "RFC 3261 19.1.1: uri-parameters = *( \";\" uri-parameter ), each name at most once",
);
/// An error of the generic grammar: where it is the bracket of an address that the scheme allows, it says so.
pub(crate) fn explained(text: &[u8], error: ParseError) -> ParseError {
    let (before, rest) = text.split_at(error.offset().min(text.len()));
    let is_host = rest.starts_with(b"[") && matches!(before.last(), Some(b':' | b'@'));
    let scheme = before.split(|&b| b == b':').next().unwrap_or_default();
    let is_sip = || [&b"sip"[..], b"sips"].iter().any(|name| scheme.eq_ignore_ascii_case(name));
    if is_host && is_sip() { ParseError::new(error.offset(), &LITERAL) } else { error }
}

static LITERAL: Rule = constraint(
    r#"RFC 3986 3.3: pchar = unreserved / pct-encoded / sub-delims / ":" / "@", though RFC 3261 25.1 allows an IPv6reference"#,
);
/// RFC 3986 allows no brackets in a path, so an address in brackets is refused earlier.
static SIP_URI: Rule = rule(
    r#"RFC 3261 25.1: SIP-URI = "sip:" [ userinfo ] hostport uri-parameters [ headers ]"#,
    &[
        When(b'@', &NEVER, &[Of(&USERINFO)], &[]),
        Of(&NO_EXTENSION),
        Capture("host", &[Of(&HOST_RULE)]),
        Maybe(&[Text(":"), Capture("port", &[Plus(&crate::byteset::DIGIT)])]),
        Capture("parameters", &[Each(&[Of(&PARAMETER)])]),
        Maybe(&[Text("?"), Capture("headers", &[Of(&HEADERS_RULE)])]),
    ],
);
static USERINFO: Rule = rule(
    r#"RFC 3261 25.1: userinfo = ( user / telephone-subscriber ) [ ":" password ] "@""#,
    &[
        Capture("user", &[Plus(&USER_SET)]),
        Maybe(&[Text(":"), Capture("password", &[Star(&PASSWORD_SET)])]),
        Text("@"),
    ],
);
static USER_SET: ByteSet =
    ALNUM.or(ByteSet::of(b"-_.!~*'()%&=+$,;?/")).or(ByteSet::range(0x80, 0xff));
static PASSWORD_SET: ByteSet = USER_SET.without(ByteSet::of(b";?/"));
static HOST_RULE: Rule = rule(
    "RFC 3261 25.1: host = hostname / IPv4address / IPv6reference",
    &[Code(|text, _| host::name_or_address(text))],
);
/// The number of an extension is none.
static NO_EXTENSION: Rule = rule(
    r#"RFC 3261 25.1: toplabel = ALPHA *( alphanum / "-" ), so a number alone is a user without a host"#,
    &[Code(|text, _| {
        let digits = text.iter().take_while(|byte| DIGIT.contains(**byte)).count();
        let is_all = text.get(digits).is_none_or(|byte| b";?".contains(byte));
        if digits > 0 && is_all { Reach::ParseError(0) } else { Reach::Whole(0) }
    })],
);
static PARAMETER: Rule = rule(
    r#"RFC 3261 25.1: uri-parameter = ";" pname [ "=" pvalue ]"#,
    &[Text(";"), Plus(&PARAMETER_SET), Maybe(&[Text("="), Plus(&PARAMETER_SET)])],
);
/// paramchar = param-unreserved / unreserved / escaped
static PARAMETER_SET: ByteSet = MARKED.or(ByteSet::of(b"[]/:&+$"));
/// unreserved and escaped
const MARKED: ByteSet = ALNUM.or(ByteSet::of(b"-_.!~*'()%")).or(ByteSet::range(0x80, 0xff));
static HEADERS_RULE: Rule =
    rule(r#"RFC 3261 25.1: headers = "?" header *( "&" header )"#, &[List("&", &[Of(&HEADER)])]);
static HEADER: Rule = rule(
    r#"RFC 3261 25.1: header = hname "=" hvalue"#,
    &[Plus(&HEADER_SET), Text("="), Star(&HEADER_SET)],
);
/// hnv-unreserved / unreserved / escaped
static HEADER_SET: ByteSet = MARKED.or(ByteSet::of(b"[]/?:+$"));

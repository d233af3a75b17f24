//! RFC 3986 (January 2005), Appendix A, and what RFC 3987 and RFC 6874 add to it.
//!
//! Only addresses have square brackets; a fragment is part of a URI. The recogniser in
//! [`crate::grammar::generic`] accepts the same texts.

use crate::byteset::{ALPHA, ByteSet, DIGIT, SCHEME as SCHEME_SET, SUB_DELIMS, UNRESERVED};
use crate::grammar::bnf::{Is::*, Rule, Sequence, rule};
use crate::grammar::host;

const PCT: ByteSet = ByteSet::of(b"%");
static PCHAR: ByteSet = UNRESERVED.or(PCT).or(SUB_DELIMS).or(ByteSet::of(b":@"));
static SEGMENT_NC: ByteSet = UNRESERVED.or(PCT).or(SUB_DELIMS).or(ByteSet::of(b"@"));
static USERINFO_SET: ByteSet = UNRESERVED.or(PCT).or(SUB_DELIMS).or(ByteSet::of(b":"));
static REG_NAME_SET: ByteSet = UNRESERVED.or(PCT).or(SUB_DELIMS);
static QUERY_SET: ByteSet = PCHAR.or(ByteSet::of(b"/?"));
static AUTHORITY_END: ByteSet = ByteSet::of(b"/?#");

/// A colon before any slash follows a scheme, or is a fault (4.2).
pub(crate) static REFERENCE: Rule = rule(
    "URI-reference = URI / relative-ref",
    "RFC 3986 4.1",
    &[When(b':', &AUTHORITY_END, &[Of(&URI)], &[Of(&RELATIVE_REF)])],
);
pub(crate) static URI: Rule = rule(
    r##"URI = scheme ":" hier-part [ "?" query ] [ "#" fragment ]"##,
    "RFC 3986 3",
    &[Of(&SCHEME), Text(":"), Of(&HIER_PART), Maybe(QUERY_PART), Maybe(FRAGMENT_PART)],
);
/// Shorthand for a URI that begins with `http://`.
pub(crate) static ABBREVIATED: Rule = rule(
    r##"abbreviated URI = authority path-abempty [ "?" query ] [ "#" fragment ]"##,
    "draft-fielding-uri-rfc2396bis-01 F",
    &[Of(&AUTHORITY), Of(&PATH_ABEMPTY), Maybe(QUERY_PART), Maybe(FRAGMENT_PART)],
);
const QUERY_PART: Sequence = &[Text("?"), Of(&QUERY)];
const FRAGMENT_PART: Sequence = &[Text("#"), Of(&FRAGMENT)];
static RELATIVE_REF: Rule = rule(
    r##"relative-ref = relative-part [ "?" query ] [ "#" fragment ]"##,
    "RFC 3986 4.2",
    &[Of(&RELATIVE_PART), Maybe(QUERY_PART), Maybe(FRAGMENT_PART)],
);
static SCHEME: Rule = rule(
    r#"scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )"#,
    "RFC 3986 3.1",
    &[Run(&ALPHA, 1, 1), Star(&SCHEME_SET)],
);
static HIER_PART: Rule = rule(
    r#"hier-part = "//" authority path-abempty / path-absolute / path-rootless / path-empty"#,
    "RFC 3986 3",
    &[If(
        "//",
        &[Text("//"), Of(&AUTHORITY), Of(&PATH_ABEMPTY)],
        &[If("/", &[Of(&PATH_ABSOLUTE)], &[Maybe(&[Of(&PATH_ROOTLESS)])])],
    )],
);
static RELATIVE_PART: Rule = rule(
    r#"relative-part = "//" authority path-abempty / path-absolute / path-noscheme / path-empty"#,
    "RFC 3986 4.2",
    &[If(
        "//",
        &[Text("//"), Of(&AUTHORITY), Of(&PATH_ABEMPTY)],
        &[If("/", &[Of(&PATH_ABSOLUTE)], &[Maybe(&[Of(&PATH_NOSCHEME)])])],
    )],
);
static AUTHORITY: Rule = rule(
    r#"authority = [ userinfo "@" ] host [ ":" port ]"#,
    "RFC 3986 3.2",
    &[
        When(b'@', &AUTHORITY_END, &[Of(&USERINFO), Text("@")], &[]),
        Of(&HOST),
        Maybe(&[Text(":"), Of(&PORT)]),
    ],
);
static USERINFO: Rule = rule(
    r#"userinfo = *( unreserved / pct-encoded / sub-delims / ":" )"#,
    "RFC 3986 3.2.1",
    &[Star(&USERINFO_SET)],
);
/// An IPv4address matches reg-name too, and is told apart afterwards.
static HOST: Rule = rule(
    "host = IP-literal / IPv4address / reg-name",
    "RFC 3986 3.2.2",
    &[If("[", &[Of(&IP_LITERAL)], &[Of(&REG_NAME)])],
);
static IP_LITERAL: Rule = rule(
    r#"IP-literal = "[" ( IPv6address / IPvFuture ) "]""#,
    "RFC 3986 3.2.2",
    &[Code(|text, switches| host::ip_literal(text, switches.zones))],
);
static REG_NAME: Rule = rule(
    "reg-name = *( unreserved / pct-encoded / sub-delims )",
    "RFC 3986 3.2.2",
    &[Star(&REG_NAME_SET)],
);
static PORT: Rule = rule("port = *DIGIT", "RFC 3986 3.2.3", &[Star(&DIGIT)]);
static PATH_ABEMPTY: Rule =
    rule(r#"path-abempty = *( "/" segment )"#, "RFC 3986 3.3", &[Each(&[Text("/"), Of(&SEGMENT)])]);
static PATH_ABSOLUTE: Rule = rule(
    r#"path-absolute = "/" [ segment-nz *( "/" segment ) ]"#,
    "RFC 3986 3.3",
    &[Text("/"), Maybe(&[Of(&SEGMENT_NZ), Of(&PATH_ABEMPTY)])],
);
static PATH_ROOTLESS: Rule = rule(
    r#"path-rootless = segment-nz *( "/" segment )"#,
    "RFC 3986 3.3",
    &[Of(&SEGMENT_NZ), Of(&PATH_ABEMPTY)],
);
static PATH_NOSCHEME: Rule = rule(
    r#"path-noscheme = segment-nz-nc *( "/" segment )"#,
    "RFC 3986 3.3",
    &[Of(&SEGMENT_NZ_NC), Of(&PATH_ABEMPTY)],
);
static SEGMENT: Rule = rule("segment = *pchar", "RFC 3986 3.3", &[Star(&PCHAR)]);
static SEGMENT_NZ: Rule = rule("segment-nz = 1*pchar", "RFC 3986 3.3", &[Plus(&PCHAR)]);
static SEGMENT_NZ_NC: Rule = rule(
    r#"segment-nz-nc = 1*( unreserved / pct-encoded / sub-delims / "@" )"#,
    "RFC 3986 3.3",
    &[Plus(&SEGMENT_NC)],
);
static QUERY: Rule = rule(r#"query = *( pchar / "/" / "?" )"#, "RFC 3986 3.4", &[Star(&QUERY_SET)]);
static FRAGMENT: Rule =
    rule(r#"fragment = *( pchar / "/" / "?" )"#, "RFC 3986 3.5", &[Star(&QUERY_SET)]);

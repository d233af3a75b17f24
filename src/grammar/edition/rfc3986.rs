//! RFC 3986 (January 2005), Appendix A, and what RFC 3987 and RFC 6874 add to it.
//!
//! Only addresses have square brackets; a fragment is part of a URI. The recognizer in [`crate::grammar::generic`]
//! accepts the same texts.

use crate::byteset::{ALPHA, ByteSet, DIGIT, SCHEME as SCHEME_SET, SUB_DELIMS, UNRESERVED};
use crate::grammar::bnf::{Expr::*, Rule, Sequence, rule};
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
    "RFC 3986 4.1: URI-reference = URI / relative-ref",
    &[When(b':', &AUTHORITY_END, &[Of(&URI)], &[Of(&RELATIVE_REF)])],
);
pub(crate) static URI: Rule = rule(
    r##"RFC 3986 3: URI = scheme ":" hier-part [ "?" query ] [ "#" fragment ]"##,
    &[Of(&SCHEME), Text(":"), Of(&HIER_PART), Maybe(QUERY_PART), Maybe(FRAGMENT_PART)],
);
/// Shorthand for a URI that begins with `http://`.
pub(crate) static ABBREVIATED: Rule = rule(
    r##"draft-fielding-uri-rfc2396bis-01 F: abbreviated URI = authority path-abempty [ "?" query ] [ "#" fragment ]"##,
    &[Of(&AUTHORITY), Of(&PATH_ABEMPTY), Maybe(QUERY_PART), Maybe(FRAGMENT_PART)],
);
const QUERY_PART: Sequence = &[Text("?"), Of(&QUERY)];
const FRAGMENT_PART: Sequence = &[Text("#"), Of(&FRAGMENT)];
static RELATIVE_REF: Rule = rule(
    r##"RFC 3986 4.2: relative-ref = relative-part [ "?" query ] [ "#" fragment ]"##,
    &[Of(&RELATIVE_PART), Maybe(QUERY_PART), Maybe(FRAGMENT_PART)],
);
static SCHEME: Rule = rule(
    r#"RFC 3986 3.1: scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )"#,
    &[Run(&ALPHA, 1, 1), Star(&SCHEME_SET)],
);
static HIER_PART: Rule = rule(
    r#"RFC 3986 3: hier-part = "//" authority path-abempty / path-absolute / path-rootless / path-empty"#,
    &[If(
        "//",
        &[Text("//"), Of(&AUTHORITY), Of(&PATH_ABEMPTY)],
        &[If("/", &[Of(&PATH_ABSOLUTE)], &[Maybe(&[Of(&PATH_ROOTLESS)])])],
    )],
);
static RELATIVE_PART: Rule = rule(
    r#"RFC 3986 4.2: relative-part = "//" authority path-abempty / path-absolute / path-noscheme / path-empty"#,
    &[If(
        "//",
        &[Text("//"), Of(&AUTHORITY), Of(&PATH_ABEMPTY)],
        &[If("/", &[Of(&PATH_ABSOLUTE)], &[Maybe(&[Of(&PATH_NOSCHEME)])])],
    )],
);
pub(crate) static AUTHORITY: Rule = rule(
    r#"RFC 3986 3.2: authority = [ userinfo "@" ] host [ ":" port ]"#,
    &[
        When(b'@', &AUTHORITY_END, &[Of(&USERINFO), Text("@")], &[]),
        Of(&HOST),
        Maybe(&[Text(":"), Of(&PORT)]),
    ],
);
static USERINFO: Rule = rule(
    r#"RFC 3986 3.2.1: userinfo = *( unreserved / pct-encoded / sub-delims / ":" )"#,
    &[Star(&USERINFO_SET)],
);
/// An IPv4address matches reg-name too, and is reported apart afterwards.
static HOST: Rule = rule(
    "RFC 3986 3.2.2: host = IP-literal / IPv4address / reg-name",
    &[If("[", &[Of(&IP_LITERAL)], &[Of(&REG_NAME)])],
);
static IP_LITERAL: Rule = rule(
    r#"RFC 3986 3.2.2: IP-literal = "[" ( IPv6address / IPvFuture ) "]""#,
    &[Code(|text, switches| host::ip_literal(text, switches.zones))],
);
static REG_NAME: Rule = rule(
    "RFC 3986 3.2.2: reg-name = *( unreserved / pct-encoded / sub-delims )",
    &[Star(&REG_NAME_SET)],
);
static PORT: Rule = rule("RFC 3986 3.2.3: port = *DIGIT", &[Star(&DIGIT)]);
static PATH_ABEMPTY: Rule =
    rule(r#"RFC 3986 3.3: path-abempty = *( "/" segment )"#, &[Each(&[Text("/"), Of(&SEGMENT)])]);
static PATH_ABSOLUTE: Rule = rule(
    r#"RFC 3986 3.3: path-absolute = "/" [ segment-nz *( "/" segment ) ]"#,
    &[Text("/"), Maybe(&[Of(&SEGMENT_NZ), Of(&PATH_ABEMPTY)])],
);
static PATH_ROOTLESS: Rule = rule(
    r#"RFC 3986 3.3: path-rootless = segment-nz *( "/" segment )"#,
    &[Of(&SEGMENT_NZ), Of(&PATH_ABEMPTY)],
);
static PATH_NOSCHEME: Rule = rule(
    r#"RFC 3986 3.3: path-noscheme = segment-nz-nc *( "/" segment )"#,
    &[Of(&SEGMENT_NZ_NC), Of(&PATH_ABEMPTY)],
);
static SEGMENT: Rule = rule("RFC 3986 3.3: segment = *pchar", &[Star(&PCHAR)]);
static SEGMENT_NZ: Rule = rule("RFC 3986 3.3: segment-nz = 1*pchar", &[Plus(&PCHAR)]);
static SEGMENT_NZ_NC: Rule = rule(
    r#"RFC 3986 3.3: segment-nz-nc = 1*( unreserved / pct-encoded / sub-delims / "@" )"#,
    &[Plus(&SEGMENT_NC)],
);
static QUERY: Rule = rule(r#"RFC 3986 3.4: query = *( pchar / "/" / "?" )"#, &[Star(&QUERY_SET)]);
static FRAGMENT: Rule =
    rule(r#"RFC 3986 3.5: fragment = *( pchar / "/" / "?" )"#, &[Star(&QUERY_SET)]);

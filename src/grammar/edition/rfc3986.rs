//! RFC 3986 (January 2005), Appendix A, and what RFC 3987 and RFC 6874 add to it.
//!
//! Only addresses have square brackets; a fragment is part of a URI. The recogniser in
//! [`crate::grammar::generic`] accepts the same texts.

use crate::byteset::{ALPHA, ByteSet, DIGIT, SCHEME as SCHEME_SET, SUB_DELIMS, UNRESERVED};
use crate::grammar::bnf::{
    Is::{self, All, Code, Each, If, Maybe, Of, Run, Text, When},
    MANY, NOTHING, Rule, rule,
};
use crate::grammar::host;

const PCT: ByteSet = ByteSet::of(b"%");
static PCHAR: ByteSet = UNRESERVED.or(PCT).or(SUB_DELIMS).or(ByteSet::of(b":@"));
static SEGMENT_NC: ByteSet = UNRESERVED.or(PCT).or(SUB_DELIMS).or(ByteSet::of(b"@"));
static USERINFO_SET: ByteSet = UNRESERVED.or(PCT).or(SUB_DELIMS).or(ByteSet::of(b":"));
static REG_NAME_SET: ByteSet = UNRESERVED.or(PCT).or(SUB_DELIMS);
static QUERY_SET: ByteSet = PCHAR.or(ByteSet::of(b"/?"));
static AUTHORITY_END: ByteSet = ByteSet::of(b"/?#");
static ALPHA_SET: ByteSet = ALPHA;
static DIGIT_SET: ByteSet = DIGIT;
static SCHEME_MORE: ByteSet = SCHEME_SET;

/// A colon before any slash follows a scheme, or is a fault (4.2).
pub(crate) static REFERENCE: Rule = rule(
    "URI-reference",
    "URI / relative-ref",
    "RFC 3986 4.1",
    When(b':', &AUTHORITY_END, &Of(&URI), &Of(&RELATIVE_REF)),
);
pub(crate) static URI: Rule = rule(
    "URI",
    r##"scheme ":" hier-part [ "?" query ] [ "#" fragment ]"##,
    "RFC 3986 3",
    All(&[Of(&SCHEME), Text(":"), Of(&HIER_PART), Maybe(&QUERY_PART), Maybe(&FRAGMENT_PART)]),
);
/// Shorthand for a URI that begins with `http://`.
pub(crate) static ABBREVIATED: Rule = rule(
    "abbreviated URI",
    r##"authority path-abempty [ "?" query ] [ "#" fragment ]"##,
    "draft-fielding-uri-rfc2396bis-01 F",
    All(&[Of(&AUTHORITY), Of(&PATH_ABEMPTY), Maybe(&QUERY_PART), Maybe(&FRAGMENT_PART)]),
);
static QUERY_PART: Is = All(&[Text("?"), Of(&QUERY)]);
static FRAGMENT_PART: Is = All(&[Text("#"), Of(&FRAGMENT)]);
static RELATIVE_REF: Rule = rule(
    "relative-ref",
    r##"relative-part [ "?" query ] [ "#" fragment ]"##,
    "RFC 3986 4.2",
    All(&[Of(&RELATIVE_PART), Maybe(&QUERY_PART), Maybe(&FRAGMENT_PART)]),
);
static SCHEME: Rule = rule(
    "scheme",
    r#"ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )"#,
    "RFC 3986 3.1",
    All(&[Run(&ALPHA_SET, 1, 1), Run(&SCHEME_MORE, 0, MANY)]),
);
static HIER_PART: Rule = rule(
    "hier-part",
    r#""//" authority path-abempty / path-absolute / path-rootless / path-empty"#,
    "RFC 3986 3",
    If(
        "//",
        &All(&[Text("//"), Of(&AUTHORITY), Of(&PATH_ABEMPTY)]),
        &If("/", &Of(&PATH_ABSOLUTE), &Maybe(&Of(&PATH_ROOTLESS))),
    ),
);
static RELATIVE_PART: Rule = rule(
    "relative-part",
    r#""//" authority path-abempty / path-absolute / path-noscheme / path-empty"#,
    "RFC 3986 4.2",
    If(
        "//",
        &All(&[Text("//"), Of(&AUTHORITY), Of(&PATH_ABEMPTY)]),
        &If("/", &Of(&PATH_ABSOLUTE), &Maybe(&Of(&PATH_NOSCHEME))),
    ),
);
static AUTHORITY: Rule = rule(
    "authority",
    r#"[ userinfo "@" ] host [ ":" port ]"#,
    "RFC 3986 3.2",
    All(&[
        When(b'@', &AUTHORITY_END, &All(&[Of(&USERINFO), Text("@")]), NOTHING),
        Of(&HOST),
        Maybe(&All(&[Text(":"), Of(&PORT)])),
    ]),
);
static USERINFO: Rule = rule(
    "userinfo",
    r#"*( unreserved / pct-encoded / sub-delims / ":" )"#,
    "RFC 3986 3.2.1",
    Run(&USERINFO_SET, 0, MANY),
);
/// An IPv4address matches reg-name too, and is told apart afterwards.
static HOST: Rule = rule(
    "host",
    "IP-literal / IPv4address / reg-name",
    "RFC 3986 3.2.2",
    If("[", &Of(&IP_LITERAL), &Of(&REG_NAME)),
);
static IP_LITERAL: Rule = rule(
    "IP-literal",
    r#""[" ( IPv6address / IPvFuture ) "]""#,
    "RFC 3986 3.2.2",
    Code(|text, switches| host::ip_literal(text, switches.zones)),
);
static REG_NAME: Rule = rule(
    "reg-name",
    "*( unreserved / pct-encoded / sub-delims )",
    "RFC 3986 3.2.2",
    Run(&REG_NAME_SET, 0, MANY),
);
static PORT: Rule = rule("port", "*DIGIT", "RFC 3986 3.2.3", Run(&DIGIT_SET, 0, MANY));
static PATH_ABEMPTY: Rule = rule(
    "path-abempty",
    r#"*( "/" segment )"#,
    "RFC 3986 3.3",
    Each(&All(&[Text("/"), Of(&SEGMENT)])),
);
static PATH_ABSOLUTE: Rule = rule(
    "path-absolute",
    r#""/" [ segment-nz *( "/" segment ) ]"#,
    "RFC 3986 3.3",
    All(&[Text("/"), Maybe(&All(&[Of(&SEGMENT_NZ), Of(&PATH_ABEMPTY)]))]),
);
static PATH_ROOTLESS: Rule = rule(
    "path-rootless",
    r#"segment-nz *( "/" segment )"#,
    "RFC 3986 3.3",
    All(&[Of(&SEGMENT_NZ), Of(&PATH_ABEMPTY)]),
);
static PATH_NOSCHEME: Rule = rule(
    "path-noscheme",
    r#"segment-nz-nc *( "/" segment )"#,
    "RFC 3986 3.3",
    All(&[Of(&SEGMENT_NZ_NC), Of(&PATH_ABEMPTY)]),
);
static SEGMENT: Rule = rule("segment", "*pchar", "RFC 3986 3.3", Run(&PCHAR, 0, MANY));
static SEGMENT_NZ: Rule = rule("segment-nz", "1*pchar", "RFC 3986 3.3", Run(&PCHAR, 1, MANY));
static SEGMENT_NZ_NC: Rule = rule(
    "segment-nz-nc",
    r#"1*( unreserved / pct-encoded / sub-delims / "@" )"#,
    "RFC 3986 3.3",
    Run(&SEGMENT_NC, 1, MANY),
);
static QUERY: Rule =
    rule("query", r#"*( pchar / "/" / "?" )"#, "RFC 3986 3.4", Run(&QUERY_SET, 0, MANY));
static FRAGMENT: Rule =
    rule("fragment", r#"*( pchar / "/" / "?" )"#, "RFC 3986 3.5", Run(&QUERY_SET, 0, MANY));

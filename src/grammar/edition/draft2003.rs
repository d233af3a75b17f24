//! draft-fielding-uri-rfc2396bis-01 (March 2003), on the way from RFC 2396 to RFC 3986: IPv6
//! literals, dec-octets, names of a registry; an opaque part may hold square brackets.

use crate::byteset::{ALNUM, ALPHA, ByteSet, DIGIT, SCHEME as SCHEME_SET};
use crate::grammar::bnf::{
    Is::{self, All, Any, Code, Each, If, Maybe, Of, Run, Text, When, Within},
    MANY, NOTHING, Rule, rule,
};
use crate::grammar::host::{self, Reach};

/// unreserved = ALPHA / DIGIT / mark
const UNRESERVED: ByteSet = ALNUM.or(ByteSet::of(b"-_.!~*'()"));
const ESCAPED: ByteSet = ByteSet::of(b"%");
static PCHAR: ByteSet = UNRESERVED.or(ESCAPED).or(ByteSet::of(b";:@&=+$,"));
static USERINFO_SET: ByteSet = UNRESERVED.or(ESCAPED).or(ByteSet::of(b";:&=+$,"));
static URIC_NO_SLASH: ByteSet = UNRESERVED.or(ESCAPED).or(ByteSet::of(b"[];?:@&=+$,"));
static URIC: ByteSet = URIC_NO_SLASH.or(ByteSet::of(b"/"));
static QUERY_SET: ByteSet = PCHAR.or(ByteSet::of(b"/?"));
static REL_SEGMENT_SET: ByteSet = UNRESERVED.or(ESCAPED).or(ByteSet::of(b";@&=+$,"));
static AUTHORITY_END: ByteSet = ByteSet::of(b"/?#");
static HOST_END: ByteSet = ByteSet::of(b":/?#");
static ALPHA_SET: ByteSet = ALPHA;
static DIGIT_SET: ByteSet = DIGIT;
static SCHEME_MORE: ByteSet = SCHEME_SET;

pub(crate) static REFERENCE: Rule = rule(
    "URI-reference",
    r##"[ absolute-URI / relative-URI ] [ "#" fragment ]"##,
    "draft-fielding-uri-rfc2396bis-01 4",
    All(&[
        When(b':', &AUTHORITY_END, &Of(&ABSOLUTE_URI), &Of(&RELATIVE_URI)),
        Maybe(&FRAGMENT_PART),
    ]),
);
pub(crate) static ABSOLUTE: Rule = rule(
    "absolute-URI-reference",
    r##"absolute-URI [ "#" fragment ]"##,
    "draft-fielding-uri-rfc2396bis-01 4",
    All(&[Of(&ABSOLUTE_URI), Maybe(&FRAGMENT_PART)]),
);
static FRAGMENT_PART: Is = All(&[Text("#"), Of(&FRAGMENT)]);
/// The opaque part has every byte that a query has, so that `?` may start one.
static ABSOLUTE_URI: Rule = rule(
    "absolute-URI",
    r#"scheme ":" ( hier-part / opaque-part )"#,
    "draft-fielding-uri-rfc2396bis-01 3",
    All(&[
        Of(&SCHEME),
        Text(":"),
        If("/", &Of(&HIER_PART), &Any(&[Of(&OPAQUE_PART), Of(&HIER_PART)])),
    ]),
);
static SCHEME: Rule = rule(
    "scheme",
    r#"ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )"#,
    "draft-fielding-uri-rfc2396bis-01 3.1",
    All(&[Run(&ALPHA_SET, 1, 1), Run(&SCHEME_MORE, 0, MANY)]),
);
static HIER_PART: Rule = rule(
    "hier-part",
    r#"[ net-path / abs-path ] [ "?" query ]"#,
    "draft-fielding-uri-rfc2396bis-01 3",
    All(&[If("//", &Of(&NET_PATH), &Maybe(&Of(&ABS_PATH))), Maybe(&All(&[Text("?"), Of(&QUERY)]))]),
);
static NET_PATH: Rule = rule(
    "net-path",
    r#""//" authority [ abs-path ]"#,
    "draft-fielding-uri-rfc2396bis-01 3",
    All(&[Text("//"), Of(&AUTHORITY), Maybe(&Of(&ABS_PATH))]),
);
static ABS_PATH: Rule = rule(
    "abs-path",
    r#""/" path-segments"#,
    "draft-fielding-uri-rfc2396bis-01 3",
    All(&[Text("/"), Of(&PATH_SEGMENTS)]),
);
static PATH_SEGMENTS: Rule = rule(
    "path-segments",
    r#"segment *( "/" segment )"#,
    "draft-fielding-uri-rfc2396bis-01 3.3",
    All(&[Of(&SEGMENT), Each(&All(&[Text("/"), Of(&SEGMENT)]))]),
);
static SEGMENT: Rule =
    rule("segment", "*pchar", "draft-fielding-uri-rfc2396bis-01 3.3", Run(&PCHAR, 0, MANY));
static OPAQUE_PART: Rule = rule(
    "opaque-part",
    "uric-no-slash *uric",
    "draft-fielding-uri-rfc2396bis-01 3",
    All(&[Run(&URIC_NO_SLASH, 1, 1), Run(&URIC, 0, MANY)]),
);
static RELATIVE_URI: Rule = rule(
    "relative-URI",
    r#"[ net-path / abs-path / rel-path ] [ "?" query ]"#,
    "draft-fielding-uri-rfc2396bis-01 5",
    All(&[
        If("//", &Of(&NET_PATH), &If("/", &Of(&ABS_PATH), &Maybe(&Of(&REL_PATH)))),
        Maybe(&All(&[Text("?"), Of(&QUERY)])),
    ]),
);
static REL_PATH: Rule = rule(
    "rel-path",
    "rel-segment [ abs-path ]",
    "draft-fielding-uri-rfc2396bis-01 5",
    All(&[Of(&REL_SEGMENT), Maybe(&Of(&ABS_PATH))]),
);
static REL_SEGMENT: Rule = rule(
    "rel-segment",
    r#"1*( unreserved / escaped / ";" / "@" / "&" / "=" / "+" / "$" / "," )"#,
    "draft-fielding-uri-rfc2396bis-01 5",
    Run(&REL_SEGMENT_SET, 1, MANY),
);
static AUTHORITY: Rule = rule(
    "authority",
    "server / reg-name",
    "draft-fielding-uri-rfc2396bis-01 3.2",
    Any(&[Within(&AUTHORITY_END, &Of(&SERVER)), Of(&REG_NAME)]),
);
static REG_NAME: Rule = rule(
    "reg-name",
    r#"1*( unreserved / escaped / ";" / ":" / "@" / "&" / "=" / "+" / "$" / "," )"#,
    "draft-fielding-uri-rfc2396bis-01 3.2.1",
    Run(&PCHAR, 1, MANY),
);
static SERVER: Rule = rule(
    "server",
    r#"[ [ userinfo "@" ] hostport ]"#,
    "draft-fielding-uri-rfc2396bis-01 3.2.2",
    Maybe(&All(&[
        When(b'@', &AUTHORITY_END, &All(&[Of(&USERINFO), Text("@")]), NOTHING),
        Of(&HOSTPORT),
    ])),
);
static USERINFO: Rule = rule(
    "userinfo",
    r#"*( unreserved / escaped / ";" / ":" / "&" / "=" / "+" / "$" / "," )"#,
    "draft-fielding-uri-rfc2396bis-01 3.2.2",
    Run(&USERINFO_SET, 0, MANY),
);
static HOSTPORT: Rule = rule(
    "hostport",
    r#"host [ ":" port ]"#,
    "draft-fielding-uri-rfc2396bis-01 3.2.2",
    All(&[Of(&HOST), Maybe(&All(&[Text(":"), Of(&PORT)]))]),
);
static PORT: Rule =
    rule("port", "*DIGIT", "draft-fielding-uri-rfc2396bis-01 3.2.2", Run(&DIGIT_SET, 0, MANY));
static HOST: Rule = rule(
    "host",
    "IPv6reference / IPv4address / hostname",
    "draft-fielding-uri-rfc2396bis-01 3.2.2",
    If("[", &Of(&IPV6_REFERENCE), &Any(&[Within(&HOST_END, &Of(&IPV4_ADDRESS)), Of(&HOSTNAME)])),
);
static IPV6_REFERENCE: Rule = rule(
    "IPv6reference",
    r#""[" IPv6address "]""#,
    "draft-fielding-uri-rfc2396bis-01 3.2.2",
    Code(|text, _| host::ipv6_reference(text)),
);
static IPV4_ADDRESS: Rule = rule(
    "IPv4address",
    r#"dec-octet "." dec-octet "." dec-octet "." dec-octet"#,
    "draft-fielding-uri-rfc2396bis-01 3.2.2",
    Code(|text, _| match host::ipv4(text) {
        Some(_) => Reach::Whole(text.len()),
        None => Reach::Fault(0),
    }),
);
static HOSTNAME: Rule = rule(
    "hostname",
    "domainlabel qualified",
    "draft-fielding-uri-rfc2396bis-01 3.2.2",
    Code(|text, _| host::qualified_name(text)),
);
static QUERY: Rule = rule(
    "query",
    r#"*( pchar / "/" / "?" )"#,
    "draft-fielding-uri-rfc2396bis-01 3.4",
    Run(&QUERY_SET, 0, MANY),
);
static FRAGMENT: Rule = rule(
    "fragment",
    r#"*( pchar / "/" / "?" )"#,
    "draft-fielding-uri-rfc2396bis-01 4.1",
    Run(&QUERY_SET, 0, MANY),
);

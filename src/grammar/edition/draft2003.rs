//! draft-fielding-uri-rfc2396bis-01 (March 2003), on the way from RFC 2396 to RFC 3986: IPv6
//! literals, dec-octets, names of a registry; an opaque part may hold square brackets.

use crate::byteset::{ALNUM, ALPHA, ByteSet, DIGIT, SCHEME as SCHEME_SET};
use crate::grammar::bnf::{Is::*, Rule, Sequence, rule};
use crate::grammar::host::{self, Reach};

macro_rules! section {
    ($number:literal) => {
        concat!("draft-fielding-uri-rfc2396bis-01 ", $number)
    };
}

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

pub(crate) static REFERENCE: Rule = rule(
    r##"URI-reference = [ absolute-URI / relative-URI ] [ "#" fragment ]"##,
    section!("4"),
    &[When(b':', &AUTHORITY_END, &[Of(&ABSOLUTE_URI)], &[Of(&RELATIVE_URI)]), Maybe(FRAGMENT_PART)],
);
pub(crate) static ABSOLUTE: Rule = rule(
    r##"absolute-URI-reference = absolute-URI [ "#" fragment ]"##,
    section!("4"),
    &[Of(&ABSOLUTE_URI), Maybe(FRAGMENT_PART)],
);
const FRAGMENT_PART: Sequence = &[Text("#"), Of(&FRAGMENT)];
/// The opaque part has every byte that a query has, so that `?` may start one.
static ABSOLUTE_URI: Rule = rule(
    r#"absolute-URI = scheme ":" ( hier-part / opaque-part )"#,
    section!("3"),
    &[
        Of(&SCHEME),
        Text(":"),
        If("/", &[Of(&HIER_PART)], &[Any(&[&[Of(&OPAQUE_PART)], &[Of(&HIER_PART)]])]),
    ],
);
static SCHEME: Rule = rule(
    r#"scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )"#,
    section!("3.1"),
    &[Run(&ALPHA, 1, 1), Star(&SCHEME_SET)],
);
static HIER_PART: Rule = rule(
    r#"hier-part = [ net-path / abs-path ] [ "?" query ]"#,
    section!("3"),
    &[If("//", &[Of(&NET_PATH)], &[Maybe(&[Of(&ABS_PATH)])]), Maybe(&[Text("?"), Of(&QUERY)])],
);
static NET_PATH: Rule = rule(
    r#"net-path = "//" authority [ abs-path ]"#,
    section!("3"),
    &[Text("//"), Of(&AUTHORITY), Maybe(&[Of(&ABS_PATH)])],
);
static ABS_PATH: Rule =
    rule(r#"abs-path = "/" path-segments"#, section!("3"), &[Text("/"), Of(&PATH_SEGMENTS)]);
static PATH_SEGMENTS: Rule = rule(
    r#"path-segments = segment *( "/" segment )"#,
    section!("3.3"),
    &[List("/", &[Of(&SEGMENT)])],
);
static SEGMENT: Rule = rule("segment = *pchar", section!("3.3"), &[Star(&PCHAR)]);
static OPAQUE_PART: Rule = rule(
    "opaque-part = uric-no-slash *uric",
    section!("3"),
    &[Run(&URIC_NO_SLASH, 1, 1), Star(&URIC)],
);
static RELATIVE_URI: Rule = rule(
    r#"relative-URI = [ net-path / abs-path / rel-path ] [ "?" query ]"#,
    section!("5"),
    &[
        If("//", &[Of(&NET_PATH)], &[If("/", &[Of(&ABS_PATH)], &[Maybe(&[Of(&REL_PATH)])])]),
        Maybe(&[Text("?"), Of(&QUERY)]),
    ],
);
static REL_PATH: Rule = rule(
    "rel-path = rel-segment [ abs-path ]",
    section!("5"),
    &[Of(&REL_SEGMENT), Maybe(&[Of(&ABS_PATH)])],
);
static REL_SEGMENT: Rule = rule(
    r#"rel-segment = 1*( unreserved / escaped / ";" / "@" / "&" / "=" / "+" / "$" / "," )"#,
    section!("5"),
    &[Plus(&REL_SEGMENT_SET)],
);
static AUTHORITY: Rule = rule(
    "authority = server / reg-name",
    section!("3.2"),
    &[Any(&[&[Within(&AUTHORITY_END, &[Of(&SERVER)])], &[Of(&REG_NAME)]])],
);
static REG_NAME: Rule = rule(
    r#"reg-name = 1*( unreserved / escaped / ";" / ":" / "@" / "&" / "=" / "+" / "$" / "," )"#,
    section!("3.2.1"),
    &[Plus(&PCHAR)],
);
static SERVER: Rule = rule(
    r#"server = [ [ userinfo "@" ] hostport ]"#,
    section!("3.2.2"),
    &[Maybe(&[When(b'@', &AUTHORITY_END, &[Of(&USERINFO), Text("@")], &[]), Of(&HOSTPORT)])],
);
static USERINFO: Rule = rule(
    r#"userinfo = *( unreserved / escaped / ";" / ":" / "&" / "=" / "+" / "$" / "," )"#,
    section!("3.2.2"),
    &[Star(&USERINFO_SET)],
);
static HOSTPORT: Rule = rule(
    r#"hostport = host [ ":" port ]"#,
    section!("3.2.2"),
    &[Of(&HOST), Maybe(&[Text(":"), Of(&PORT)])],
);
static PORT: Rule = rule("port = *DIGIT", section!("3.2.2"), &[Star(&DIGIT)]);
static HOST: Rule = rule(
    "host = IPv6reference / IPv4address / hostname",
    section!("3.2.2"),
    &[If(
        "[",
        &[Of(&IPV6_REFERENCE)],
        &[Any(&[&[Within(&HOST_END, &[Of(&IPV4_ADDRESS)])], &[Of(&HOSTNAME)]])],
    )],
);
static IPV6_REFERENCE: Rule = rule(
    r#"IPv6reference = "[" IPv6address "]""#,
    section!("3.2.2"),
    &[Code(|text, _| host::ipv6_reference(text))],
);
static IPV4_ADDRESS: Rule = rule(
    r#"IPv4address = dec-octet "." dec-octet "." dec-octet "." dec-octet"#,
    section!("3.2.2"),
    &[Code(|text, _| match host::ipv4(text) {
        Some(_) => Reach::Whole(text.len()),
        None => Reach::Fault(0),
    })],
);
static HOSTNAME: Rule = rule(
    "hostname = domainlabel qualified",
    section!("3.2.2"),
    &[Code(|text, _| host::qualified_name(text))],
);
static QUERY: Rule =
    rule(r#"query = *( pchar / "/" / "?" )"#, section!("3.4"), &[Star(&QUERY_SET)]);
static FRAGMENT: Rule =
    rule(r#"fragment = *( pchar / "/" / "?" )"#, section!("4.1"), &[Star(&QUERY_SET)]);

//! draft-fielding-uri-rfc2396bis-01 (March 2003), on the way from RFC 2396 to RFC 3986: IPv6
//! literals, dec-octets, names of a registry; an opaque part may hold square brackets.

use crate::byteset::{ALNUM, ALPHA, ByteSet, DIGIT, SCHEME as SCHEME_SET};
use crate::grammar::bnf::{Expr::*, Rule, Sequence, rule};
use crate::grammar::host::{self, Reach};

/// A production, after the number of its section.
macro_rules! draft2003 {
    ($line:literal, $is:expr $(,)?) => {
        rule(concat!("draft-fielding-uri-rfc2396bis-01 ", $line), $is)
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

pub(crate) static REFERENCE: Rule = draft2003!(
    r##"4: URI-reference = [ absolute-URI / relative-URI ] [ "#" fragment ]"##,
    &[When(b':', &AUTHORITY_END, &[Of(&ABSOLUTE_URI)], &[Of(&RELATIVE_URI)]), Maybe(FRAGMENT_PART)],
);
pub(crate) static ABSOLUTE: Rule = draft2003!(
    r##"4: absolute-URI-reference = absolute-URI [ "#" fragment ]"##,
    &[Of(&ABSOLUTE_URI), Maybe(FRAGMENT_PART)],
);
const FRAGMENT_PART: Sequence = &[Text("#"), Of(&FRAGMENT)];
/// The opaque part has every byte that a query has, so that `?` may start one.
static ABSOLUTE_URI: Rule = draft2003!(
    r#"3: absolute-URI = scheme ":" ( hier-part / opaque-part )"#,
    &[
        Of(&SCHEME),
        Text(":"),
        If("/", &[Of(&HIER_PART)], &[Any(&[&[Of(&OPAQUE_PART)], &[Of(&HIER_PART)]])]),
    ],
);
static SCHEME: Rule = draft2003!(
    r#"3.1: scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )"#,
    &[Run(&ALPHA, 1, 1), Star(&SCHEME_SET)],
);
static HIER_PART: Rule = draft2003!(
    r#"3: hier-part = [ net-path / abs-path ] [ "?" query ]"#,
    &[If("//", &[Of(&NET_PATH)], &[Maybe(&[Of(&ABS_PATH)])]), Maybe(&[Text("?"), Of(&QUERY)])],
);
static NET_PATH: Rule = draft2003!(
    r#"3: net-path = "//" authority [ abs-path ]"#,
    &[Text("//"), Of(&AUTHORITY), Maybe(&[Of(&ABS_PATH)])],
);
static ABS_PATH: Rule =
    draft2003!(r#"3: abs-path = "/" path-segments"#, &[Text("/"), Of(&PATH_SEGMENTS)]);
static PATH_SEGMENTS: Rule =
    draft2003!(r#"3.3: path-segments = segment *( "/" segment )"#, &[List("/", &[Of(&SEGMENT)])],);
static SEGMENT: Rule = draft2003!("3.3: segment = *pchar", &[Star(&PCHAR)]);
static OPAQUE_PART: Rule =
    draft2003!("3: opaque-part = uric-no-slash *uric", &[Run(&URIC_NO_SLASH, 1, 1), Star(&URIC)],);
static RELATIVE_URI: Rule = draft2003!(
    r#"5: relative-URI = [ net-path / abs-path / rel-path ] [ "?" query ]"#,
    &[
        If("//", &[Of(&NET_PATH)], &[If("/", &[Of(&ABS_PATH)], &[Maybe(&[Of(&REL_PATH)])])]),
        Maybe(&[Text("?"), Of(&QUERY)]),
    ],
);
static REL_PATH: Rule = draft2003!(
    "5: rel-path = rel-segment [ abs-path ]",
    &[Of(&REL_SEGMENT), Maybe(&[Of(&ABS_PATH)])],
);
static REL_SEGMENT: Rule = draft2003!(
    r#"5: rel-segment = 1*( unreserved / escaped / ";" / "@" / "&" / "=" / "+" / "$" / "," )"#,
    &[Plus(&REL_SEGMENT_SET)],
);
static AUTHORITY: Rule = draft2003!(
    "3.2: authority = server / reg-name",
    &[Any(&[&[Within(&AUTHORITY_END, &[Of(&SERVER)])], &[Of(&REG_NAME)]])],
);
static REG_NAME: Rule = draft2003!(
    r#"3.2.1: reg-name = 1*( unreserved / escaped / ";" / ":" / "@" / "&" / "=" / "+" / "$" / "," )"#,
    &[Plus(&PCHAR)],
);
static SERVER: Rule = draft2003!(
    r#"3.2.2: server = [ [ userinfo "@" ] hostport ]"#,
    &[Maybe(&[When(b'@', &AUTHORITY_END, &[Of(&USERINFO), Text("@")], &[]), Of(&HOSTPORT)])],
);
static USERINFO: Rule = draft2003!(
    r#"3.2.2: userinfo = *( unreserved / escaped / ";" / ":" / "&" / "=" / "+" / "$" / "," )"#,
    &[Star(&USERINFO_SET)],
);
static HOSTPORT: Rule = draft2003!(
    r#"3.2.2: hostport = host [ ":" port ]"#,
    &[Of(&HOST), Maybe(&[Text(":"), Of(&PORT)])],
);
static PORT: Rule = draft2003!("3.2.2: port = *DIGIT", &[Star(&DIGIT)]);
static HOST: Rule = draft2003!(
    "3.2.2: host = IPv6reference / IPv4address / hostname",
    &[If(
        "[",
        &[Of(&IPV6_REFERENCE)],
        &[Any(&[&[Within(&HOST_END, &[Of(&IPV4_ADDRESS)])], &[Of(&HOSTNAME)]])],
    )],
);
static IPV6_REFERENCE: Rule = draft2003!(
    r#"3.2.2: IPv6reference = "[" IPv6address "]""#,
    &[Code(|text, _| host::ipv6_reference(text))],
);
static IPV4_ADDRESS: Rule = draft2003!(
    r#"3.2.2: IPv4address = dec-octet "." dec-octet "." dec-octet "." dec-octet"#,
    &[Code(|text, _| match host::ipv4(text) {
        Some(_) => Reach::Whole(text.len()),
        None => Reach::ParseError(0),
    })],
);
static HOSTNAME: Rule = draft2003!(
    "3.2.2: hostname = domainlabel qualified",
    &[Code(|text, _| host::qualified_name(text))],
);
static QUERY: Rule = draft2003!(r#"3.4: query = *( pchar / "/" / "?" )"#, &[Star(&QUERY_SET)]);
static FRAGMENT: Rule =
    draft2003!(r#"4.1: fragment = *( pchar / "/" / "?" )"#, &[Star(&QUERY_SET)]);

//! RFC 2396 (August 1998), which the draft of 1997 became: a scheme starts with a letter, an authority may be a name
//! of a registry, a query follows only a path or an authority, and an opaque part starts without a slash.

use crate::byteset::{ALNUM, ALPHA, ByteSet, DIGIT, SCHEME as SCHEME_SET};
use crate::grammar::bnf::{Expr::*, Rule, Sequence, rule};
use crate::grammar::host;

/// A production, after the number of its section.
macro_rules! rfc2396 {
    ($line:literal, $is:expr $(,)?) => {
        rule(concat!("RFC 2396 ", $line), $is)
    };
}

/// unreserved = alphanum | mark
const UNRESERVED: ByteSet = ALNUM.or(ByteSet::of(b"-_.!~*'()"));
const ESCAPED: ByteSet = ByteSet::of(b"%");
static PCHAR: ByteSet = UNRESERVED.or(ESCAPED).or(ByteSet::of(b":@&=+$,"));
static USERINFO_SET: ByteSet = UNRESERVED.or(ESCAPED).or(ByteSet::of(b";:&=+$,"));
static REG_NAME_SET: ByteSet = UNRESERVED.or(ESCAPED).or(ByteSet::of(b"$,;:@&=+"));
static REL_SEGMENT_SET: ByteSet = UNRESERVED.or(ESCAPED).or(ByteSet::of(b";@&=+$,"));
static URIC_NO_SLASH: ByteSet = UNRESERVED.or(ESCAPED).or(ByteSet::of(b";?:@&=+$,"));
/// uric = reserved | unreserved | escaped
static URIC: ByteSet = URIC_NO_SLASH.or(ByteSet::of(b"/"));
static AUTHORITY_END: ByteSet = ByteSet::of(b"/?#");

/// A relative segment has no colon, so what has one before any slash is absolute.
pub(crate) static REFERENCE: Rule = rfc2396!(
    r##"4: URI-reference = [ absoluteURI | relativeURI ] [ "#" fragment ]"##,
    &[
        When(b':', &AUTHORITY_END, &[Of(&ABSOLUTE_URI)], &[Maybe(&[Of(&RELATIVE_URI)])]),
        Maybe(FRAGMENT_PART),
    ],
);
/// A reference that is absolute.
pub(crate) static ABSOLUTE: Rule = rfc2396!(
    r##"4: absolute-URI-reference = absoluteURI [ "#" fragment ]"##,
    &[Of(&ABSOLUTE_URI), Maybe(FRAGMENT_PART)],
);
const FRAGMENT_PART: Sequence = &[Text("#"), Of(&FRAGMENT)];
static ABSOLUTE_URI: Rule = rfc2396!(
    r#"3: absoluteURI = scheme ":" ( hier_part | opaque_part )"#,
    &[Of(&SCHEME), Text(":"), If("/", &[Of(&HIER_PART)], &[Of(&OPAQUE_PART)])],
);
static SCHEME: Rule = rfc2396!(
    r#"3.1: scheme = alpha *( alpha | digit | "+" | "-" | "." )"#,
    &[Run(&ALPHA, 1, 1), Star(&SCHEME_SET)],
);
static HIER_PART: Rule = rfc2396!(
    r#"3: hier_part = ( net_path | abs_path ) [ "?" query ]"#,
    &[If("//", &[Of(&NET_PATH)], &[Of(&ABS_PATH)]), Maybe(&[Text("?"), Of(&QUERY)])],
);
static OPAQUE_PART: Rule =
    rfc2396!("3: opaque_part = uric_no_slash *uric", &[Run(&URIC_NO_SLASH, 1, 1), Star(&URIC)],);
/// By this rule, a query needs a path or an authority, though Appendix C.1 resolves `?y`.
static RELATIVE_URI: Rule = rfc2396!(
    r#"5: relativeURI = ( net_path | abs_path | rel_path ) [ "?" query ]"#,
    &[
        If("//", &[Of(&NET_PATH)], &[If("/", &[Of(&ABS_PATH)], &[Of(&REL_PATH)])]),
        Maybe(&[Text("?"), Of(&QUERY)]),
    ],
);
static NET_PATH: Rule = rfc2396!(
    r#"3: net_path = "//" authority [ abs_path ]"#,
    &[Text("//"), Of(&AUTHORITY), Maybe(&[Of(&ABS_PATH)])],
);
static ABS_PATH: Rule =
    rfc2396!(r#"3: abs_path = "/" path_segments"#, &[Text("/"), Of(&PATH_SEGMENTS)]);
static REL_PATH: Rule = rfc2396!(
    "5: rel_path = rel_segment [ abs_path ]",
    &[Of(&REL_SEGMENT), Maybe(&[Of(&ABS_PATH)])],
);
static REL_SEGMENT: Rule = rfc2396!(
    r#"5: rel_segment = 1*( unreserved | escaped | ";" | "@" | "&" | "=" | "+" | "$" | "," )"#,
    &[Plus(&REL_SEGMENT_SET)],
);
static AUTHORITY: Rule = rfc2396!(
    "3.2: authority = server | reg_name",
    &[Any(&[&[Within(&AUTHORITY_END, &[Of(&SERVER)])], &[Of(&REG_NAME)]])],
);
static REG_NAME: Rule = rfc2396!(
    r#"3.2.1: reg_name = 1*( unreserved | escaped | "$" | "," | ";" | ":" | "@" | "&" | "=" | "+" )"#,
    &[Plus(&REG_NAME_SET)],
);
static SERVER: Rule = rfc2396!(
    r#"3.2.2: server = [ [ userinfo "@" ] hostport ]"#,
    &[Maybe(&[When(b'@', &AUTHORITY_END, &[Of(&USERINFO), Text("@")], &[]), Of(&HOSTPORT)])],
);
static USERINFO: Rule = rfc2396!(
    r#"3.2.2: userinfo = *( unreserved | escaped | ";" | ":" | "&" | "=" | "+" | "$" | "," )"#,
    &[Star(&USERINFO_SET)],
);
static HOSTPORT: Rule = rfc2396!(
    r#"3.2.2: hostport = host [ ":" port ]"#,
    &[Of(&HOST), Maybe(&[Text(":"), Of(&PORT)])],
);
static HOST: Rule = rfc2396!(
    "3.2.2: host = hostname | IPv4address",
    &[Any(&[
        &[Code(|text, _| host::top_level_name(text))],
        &[Code(|text, _| host::name_or_number(text))],
    ])],
);
static PORT: Rule = rfc2396!("3.2.2: port = *digit", &[Star(&DIGIT)]);
static PATH_SEGMENTS: Rule =
    rfc2396!(r#"3.3: path_segments = segment *( "/" segment )"#, &[List("/", &[Of(&SEGMENT)])]);
static SEGMENT: Rule = rfc2396!(
    r#"3.3: segment = *pchar *( ";" param )"#,
    &[Star(&PCHAR), Each(&[Text(";"), Of(&PARAM)])],
);
static PARAM: Rule = rfc2396!("3.3: param = *pchar", &[Star(&PCHAR)]);
static QUERY: Rule = rfc2396!("3.4: query = *uric", &[Star(&URIC)]);
static FRAGMENT: Rule = rfc2396!("4.1: fragment = *uric", &[Star(&URIC)]);

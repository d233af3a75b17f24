//! draft-fielding-url-syntax-05 (May 1997), which became RFC 2396: one syntax for all schemes, with
//! relative references and fragments.
//!
//! Its Appendix A lets any absolute URL pass as opaque; its section 4.4 gives the site component
//! precedence after two slashes, and so does this table.

use crate::byteset::{ALNUM, ByteSet, DIGIT, SCHEME as SCHEME_SET};
use crate::grammar::bnf::{Is::*, Rule, Sequence, rule};
use crate::grammar::host;

macro_rules! section {
    ($number:literal) => {
        concat!("draft-fielding-url-syntax-05 ", $number)
    };
}

/// unreserved = alphanum | mark
const UNRESERVED: ByteSet = ALNUM.or(ByteSet::of(b"$-_.!~*'(),"));
const ESCAPED: ByteSet = ByteSet::of(b"%");
static USER_SET: ByteSet = UNRESERVED.or(ESCAPED).or(ByteSet::of(b";&=+"));
static PCHAR: ByteSet = UNRESERVED.or(ESCAPED).or(ByteSet::of(b":@&=+"));
/// urlc = reserved | unreserved | escaped
static URLC: ByteSet = UNRESERVED.or(ESCAPED).or(ByteSet::of(b";/?:@&=+"));
static SITE_END: ByteSet = ByteSet::of(b"/?#");

pub(crate) static REFERENCE: Rule = rule(
    r##"URL-reference = [ absoluteURL | relativeURL ] [ "#" fragment ]"##,
    section!("3"),
    &[Any(&[&[Of(&ABSOLUTE_URL)], &[Of(&RELATIVE_URL)]]), Maybe(FRAGMENT_PART)],
);
/// A reference that is absolute.
pub(crate) static ABSOLUTE: Rule = rule(
    r##"URL-reference = absoluteURL [ "#" fragment ]"##,
    section!("3"),
    &[Of(&ABSOLUTE_URL), Maybe(FRAGMENT_PART)],
);
const FRAGMENT_PART: Sequence = &[Text("#"), Of(&FRAGMENT)];
static ABSOLUTE_URL: Rule = rule(
    "absoluteURL = generic-URL | opaque-URL",
    section!("4.2"),
    &[Of(&SCHEME), Text(":"), If("//", &[Of(&NET_PATH)], &[Of(&OPAQUE)])],
);
static SCHEME: Rule = rule(
    r#"scheme = 1*( alpha | digit | "+" | "-" | "." )"#,
    section!("4.1"),
    &[Plus(&SCHEME_SET)],
);
static OPAQUE: Rule = rule(r#"opaque-URL = scheme ":" *urlc"#, section!("4.2"), &[Star(&URLC)]);
static RELATIVE_URL: Rule = rule(
    "relativeURL = net_path | abs_path | rel_path",
    section!("5"),
    &[If("//", &[Of(&NET_PATH)], &[If("/", &[Of(&ABS_PATH)], &[Of(&REL_PATH)])])],
);
static NET_PATH: Rule = rule(
    r#"net_path = "//" site [ abs_path ]"#,
    section!("5"),
    &[Text("//"), Of(&SITE), Maybe(&[Of(&ABS_PATH)])],
);
static ABS_PATH: Rule =
    rule(r#"abs_path = "/" rel_path"#, section!("5"), &[Text("/"), Of(&REL_PATH)]);
static REL_PATH: Rule = rule(
    r#"rel_path = [ path_segments ] [ "?" query ]"#,
    section!("5"),
    &[Of(&PATH_SEGMENTS), Maybe(&[Text("?"), Of(&QUERY)])],
);
static SITE: Rule = rule(
    r#"site = [ [ user [ ":" password ] "@" ] hostport ]"#,
    section!("4.3.1"),
    &[Any(&[
        &[
            When(b'@', &SITE_END, &[Of(&USER), Maybe(&[Text(":"), Of(&PASSWORD)]), Text("@")], &[]),
            Of(&HOSTPORT),
        ],
        &[],
    ])],
);
static USER: Rule = rule(
    r#"user = *( unreserved | escaped | ";" | "&" | "=" | "+" )"#,
    section!("4.3.1"),
    &[Star(&USER_SET)],
);
static PASSWORD: Rule = rule(
    r#"password = *( unreserved | escaped | ";" | "&" | "=" | "+" )"#,
    section!("4.3.1"),
    &[Star(&USER_SET)],
);
static HOSTPORT: Rule = rule(
    r#"hostport = host [ ":" port ]"#,
    section!("4.3.1"),
    &[Of(&HOST), Maybe(&[Text(":"), Of(&PORT)])],
);
static HOST: Rule = rule(
    "host = hostname | hostnumber",
    section!("4.3.1"),
    &[Code(|text, _| host::name_or_number(text))],
);
static PORT: Rule = rule("port = *digit", section!("4.3.1"), &[Star(&DIGIT)]);
static PATH_SEGMENTS: Rule = rule(
    r#"path_segments = segment *( "/" segment )"#,
    section!("4.3.2"),
    &[List("/", &[Of(&SEGMENT)])],
);
static SEGMENT: Rule = rule(
    r#"segment = *pchar *( ";" param )"#,
    section!("4.3.2"),
    &[Star(&PCHAR), Each(&[Text(";"), Of(&PARAM)])],
);
static PARAM: Rule = rule("param = *pchar", section!("4.3.2"), &[Star(&PCHAR)]);
static QUERY: Rule = rule("query = *urlc", section!("4.3.3"), &[Star(&URLC)]);
static FRAGMENT: Rule = rule("fragment = *urlc", section!("3"), &[Star(&URLC)]);

//! draft-fielding-url-syntax-05 (May 1997), which became RFC 2396: one syntax for all schemes, with
//! relative references and fragments.
//!
//! Its Appendix A lets any absolute URL pass as opaque; its section 4.4 gives the site component
//! precedence after two slashes, and so does this table.

use crate::byteset::{ALNUM, ByteSet, DIGIT, SCHEME as SCHEME_SET};
use crate::grammar::bnf::{Expr::*, Rule, Sequence, rule};
use crate::grammar::host;

/// A production, after the number of its section.
macro_rules! draft1997 {
    ($line:literal, $is:expr $(,)?) => {
        rule(concat!("draft-fielding-url-syntax-05 ", $line), $is)
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

pub(crate) static REFERENCE: Rule = draft1997!(
    r##"3: URL-reference = [ absoluteURL | relativeURL ] [ "#" fragment ]"##,
    &[Any(&[&[Of(&ABSOLUTE_URL)], &[Of(&RELATIVE_URL)]]), Maybe(FRAGMENT_PART)],
);
/// A reference that is absolute.
pub(crate) static ABSOLUTE: Rule = draft1997!(
    r##"3: URL-reference = absoluteURL [ "#" fragment ]"##,
    &[Of(&ABSOLUTE_URL), Maybe(FRAGMENT_PART)],
);
const FRAGMENT_PART: Sequence = &[Text("#"), Of(&FRAGMENT)];
static ABSOLUTE_URL: Rule = draft1997!(
    "4.2: absoluteURL = generic-URL | opaque-URL",
    &[Of(&SCHEME), Text(":"), If("//", &[Of(&NET_PATH)], &[Of(&OPAQUE)])],
);
static SCHEME: Rule =
    draft1997!(r#"4.1: scheme = 1*( alpha | digit | "+" | "-" | "." )"#, &[Plus(&SCHEME_SET)],);
static OPAQUE: Rule = draft1997!(r#"4.2: opaque-URL = scheme ":" *urlc"#, &[Star(&URLC)]);
static RELATIVE_URL: Rule = draft1997!(
    "5: relativeURL = net_path | abs_path | rel_path",
    &[If("//", &[Of(&NET_PATH)], &[If("/", &[Of(&ABS_PATH)], &[Of(&REL_PATH)])])],
);
static NET_PATH: Rule = draft1997!(
    r#"5: net_path = "//" site [ abs_path ]"#,
    &[Text("//"), Of(&SITE), Maybe(&[Of(&ABS_PATH)])],
);
static ABS_PATH: Rule = draft1997!(r#"5: abs_path = "/" rel_path"#, &[Text("/"), Of(&REL_PATH)]);
static REL_PATH: Rule = draft1997!(
    r#"5: rel_path = [ path_segments ] [ "?" query ]"#,
    &[Of(&PATH_SEGMENTS), Maybe(&[Text("?"), Of(&QUERY)])],
);
static SITE: Rule = draft1997!(
    r#"4.3.1: site = [ [ user [ ":" password ] "@" ] hostport ]"#,
    &[Any(&[
        &[
            When(b'@', &SITE_END, &[Of(&USER), Maybe(&[Text(":"), Of(&PASSWORD)]), Text("@")], &[]),
            Of(&HOSTPORT),
        ],
        &[],
    ])],
);
static USER: Rule = draft1997!(
    r#"4.3.1: user = *( unreserved | escaped | ";" | "&" | "=" | "+" )"#,
    &[Star(&USER_SET)],
);
static PASSWORD: Rule = draft1997!(
    r#"4.3.1: password = *( unreserved | escaped | ";" | "&" | "=" | "+" )"#,
    &[Star(&USER_SET)],
);
static HOSTPORT: Rule = draft1997!(
    r#"4.3.1: hostport = host [ ":" port ]"#,
    &[Of(&HOST), Maybe(&[Text(":"), Of(&PORT)])],
);
static HOST: Rule = draft1997!(
    "4.3.1: host = hostname | hostnumber",
    &[Code(|text, _| host::name_or_number(text))],
);
static PORT: Rule = draft1997!("4.3.1: port = *digit", &[Star(&DIGIT)]);
static PATH_SEGMENTS: Rule = draft1997!(
    r#"4.3.2: path_segments = segment *( "/" segment )"#,
    &[List("/", &[Of(&SEGMENT)])],
);
static SEGMENT: Rule = draft1997!(
    r#"4.3.2: segment = *pchar *( ";" param )"#,
    &[Star(&PCHAR), Each(&[Text(";"), Of(&PARAM)])],
);
static PARAM: Rule = draft1997!("4.3.2: param = *pchar", &[Star(&PCHAR)]);
static QUERY: Rule = draft1997!("4.3.3: query = *urlc", &[Star(&URLC)]);
static FRAGMENT: Rule = draft1997!("3: fragment = *urlc", &[Star(&URLC)]);

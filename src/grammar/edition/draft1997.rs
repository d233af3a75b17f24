//! draft-fielding-url-syntax-05 (May 1997), which became RFC 2396: one syntax for all schemes, with
//! relative references and fragments.
//!
//! Its Appendix A lets any absolute URL pass as opaque; its section 4.4 gives the site component
//! precedence after two slashes, and so does this table.

use crate::byteset::{ALNUM, ByteSet, DIGIT, SCHEME as SCHEME_SET};
use crate::grammar::bnf::{
    Is::{self, All, Any, Code, Each, If, Maybe, Of, Run, Text, When},
    MANY, NOTHING, Rule, rule,
};
use crate::grammar::host;

/// unreserved = alphanum | mark
const UNRESERVED: ByteSet = ALNUM.or(ByteSet::of(b"$-_.!~*'(),"));
const ESCAPED: ByteSet = ByteSet::of(b"%");
static USER_SET: ByteSet = UNRESERVED.or(ESCAPED).or(ByteSet::of(b";&=+"));
static PCHAR: ByteSet = UNRESERVED.or(ESCAPED).or(ByteSet::of(b":@&=+"));
/// urlc = reserved | unreserved | escaped
static URLC: ByteSet = UNRESERVED.or(ESCAPED).or(ByteSet::of(b";/?:@&=+"));
static SITE_END: ByteSet = ByteSet::of(b"/?#");
static DIGIT_SET: ByteSet = DIGIT;

pub(crate) static REFERENCE: Rule = rule(
    "URL-reference",
    r##"[ absoluteURL | relativeURL ] [ "#" fragment ]"##,
    "draft-fielding-url-syntax-05 3",
    All(&[Any(&[Of(&ABSOLUTE_URL), Of(&RELATIVE_URL)]), Maybe(&FRAGMENT_PART)]),
);
/// A reference that is absolute.
pub(crate) static ABSOLUTE: Rule = rule(
    "URL-reference",
    r##"absoluteURL [ "#" fragment ]"##,
    "draft-fielding-url-syntax-05 3",
    All(&[Of(&ABSOLUTE_URL), Maybe(&FRAGMENT_PART)]),
);
static FRAGMENT_PART: Is = All(&[Text("#"), Of(&FRAGMENT)]);
static ABSOLUTE_URL: Rule = rule(
    "absoluteURL",
    "generic-URL | opaque-URL",
    "draft-fielding-url-syntax-05 4.2",
    All(&[Of(&SCHEME), Text(":"), If("//", &Of(&NET_PATH), &Of(&OPAQUE))]),
);
static SCHEME: Rule = rule(
    "scheme",
    r#"1*( alpha | digit | "+" | "-" | "." )"#,
    "draft-fielding-url-syntax-05 4.1",
    Run(&SCHEME_SET, 1, MANY),
);
static OPAQUE: Rule = rule(
    "opaque-URL",
    r#"scheme ":" *urlc"#,
    "draft-fielding-url-syntax-05 4.2",
    Run(&URLC, 0, MANY),
);
static RELATIVE_URL: Rule = rule(
    "relativeURL",
    "net_path | abs_path | rel_path",
    "draft-fielding-url-syntax-05 5",
    If("//", &Of(&NET_PATH), &If("/", &Of(&ABS_PATH), &Of(&REL_PATH))),
);
static NET_PATH: Rule = rule(
    "net_path",
    r#""//" site [ abs_path ]"#,
    "draft-fielding-url-syntax-05 5",
    All(&[Text("//"), Of(&SITE), Maybe(&Of(&ABS_PATH))]),
);
static ABS_PATH: Rule = rule(
    "abs_path",
    r#""/" rel_path"#,
    "draft-fielding-url-syntax-05 5",
    All(&[Text("/"), Of(&REL_PATH)]),
);
static REL_PATH: Rule = rule(
    "rel_path",
    r#"[ path_segments ] [ "?" query ]"#,
    "draft-fielding-url-syntax-05 5",
    All(&[Of(&PATH_SEGMENTS), Maybe(&All(&[Text("?"), Of(&QUERY)]))]),
);
static SITE: Rule = rule(
    "site",
    r#"[ [ user [ ":" password ] "@" ] hostport ]"#,
    "draft-fielding-url-syntax-05 4.3.1",
    Any(&[
        All(&[
            When(
                b'@',
                &SITE_END,
                &All(&[Of(&USER), Maybe(&All(&[Text(":"), Of(&PASSWORD)])), Text("@")]),
                NOTHING,
            ),
            Of(&HOSTPORT),
        ]),
        All(&[]),
    ]),
);
static USER: Rule = rule(
    "user",
    r#"*( unreserved | escaped | ";" | "&" | "=" | "+" )"#,
    "draft-fielding-url-syntax-05 4.3.1",
    Run(&USER_SET, 0, MANY),
);
static PASSWORD: Rule = rule(
    "password",
    r#"*( unreserved | escaped | ";" | "&" | "=" | "+" )"#,
    "draft-fielding-url-syntax-05 4.3.1",
    Run(&USER_SET, 0, MANY),
);
static HOSTPORT: Rule = rule(
    "hostport",
    r#"host [ ":" port ]"#,
    "draft-fielding-url-syntax-05 4.3.1",
    All(&[Of(&HOST), Maybe(&All(&[Text(":"), Of(&PORT)]))]),
);
static HOST: Rule = rule(
    "host",
    "hostname | hostnumber",
    "draft-fielding-url-syntax-05 4.3.1",
    Code(|text, _| host::name_or_number(text)),
);
static PORT: Rule =
    rule("port", "*digit", "draft-fielding-url-syntax-05 4.3.1", Run(&DIGIT_SET, 0, MANY));
static PATH_SEGMENTS: Rule = rule(
    "path_segments",
    r#"segment *( "/" segment )"#,
    "draft-fielding-url-syntax-05 4.3.2",
    All(&[Of(&SEGMENT), Each(&All(&[Text("/"), Of(&SEGMENT)]))]),
);
static SEGMENT: Rule = rule(
    "segment",
    r#"*pchar *( ";" param )"#,
    "draft-fielding-url-syntax-05 4.3.2",
    All(&[Run(&PCHAR, 0, MANY), Each(&All(&[Text(";"), Of(&PARAM)]))]),
);
static PARAM: Rule =
    rule("param", "*pchar", "draft-fielding-url-syntax-05 4.3.2", Run(&PCHAR, 0, MANY));
static QUERY: Rule =
    rule("query", "*urlc", "draft-fielding-url-syntax-05 4.3.3", Run(&URLC, 0, MANY));
static FRAGMENT: Rule =
    rule("fragment", "*urlc", "draft-fielding-url-syntax-05 3", Run(&URLC, 0, MANY));

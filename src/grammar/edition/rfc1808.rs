//! RFC 1808 (June 1995): relative references, fragments and parameters, added to the syntax of RFC 1738.
//!
//! An absolute URL may be anything after its colon, and a relative path may have a colon in its first segment.

use super::rfc1738::{UCHAR, XCHAR};
use crate::byteset::{ByteSet, SCHEME as SCHEME_SET};
use crate::grammar::bnf::{Expr::*, Rule, Sequence, rule};

/// A production, after the number of its section.
macro_rules! rfc1808 {
    ($line:literal, $is:expr $(,)?) => {
        rule(concat!("RFC 1808 ", $line), $is)
    };
}

static PCHAR: ByteSet = UCHAR.or(ByteSet::of(b":@&="));
static PARAM_SET: ByteSet = PCHAR.or(ByteSet::of(b"/"));
static NET_LOC_SET: ByteSet = PCHAR.or(ByteSet::of(b";?"));

/// What is no absolute URL may still be a relative one: `a_b:c` is a path.
pub(crate) static REFERENCE: Rule = rfc1808!(
    r##"2.2: URL = ( absoluteURL | relativeURL ) [ "#" fragment ]"##,
    &[Any(&[&[Of(&ABSOLUTE_URL)], &[Of(&RELATIVE_URL)]]), Maybe(FRAGMENT_PART)],
);
/// A URL that is absolute.
pub(crate) static ABSOLUTE: Rule = rfc1808!(
    r##"2.2: absolute-URL = absoluteURL [ "#" fragment ]"##,
    &[Of(&ABSOLUTE_URL), Maybe(FRAGMENT_PART)],
);
const FRAGMENT_PART: Sequence = &[Text("#"), Of(&FRAGMENT)];
/// A generic-RL has no other characters.
static ABSOLUTE_URL: Rule = rfc1808!(
    r#"2.2: absoluteURL = generic-RL | ( scheme ":" *( uchar | reserved ) )"#,
    &[Of(&SCHEME), Text(":"), Star(&XCHAR)],
);
static SCHEME: Rule =
    rfc1808!(r#"2.2: scheme = 1*( alpha | digit | "+" | "-" | "." )"#, &[Plus(&SCHEME_SET)]);
static RELATIVE_URL: Rule = rfc1808!(
    "2.2: relativeURL = net_path | abs_path | rel_path",
    &[If("//", &[Of(&NET_PATH)], &[If("/", &[Of(&ABS_PATH)], &[Of(&REL_PATH)])])],
);
static NET_PATH: Rule = rfc1808!(
    r#"2.2: net_path = "//" net_loc [ abs_path ]"#,
    &[Text("//"), Of(&NET_LOC), Maybe(&[Of(&ABS_PATH)])],
);
static NET_LOC: Rule = rfc1808!(r#"2.2: net_loc = *( pchar | ";" | "?" )"#, &[Star(&NET_LOC_SET)]);
static ABS_PATH: Rule = rfc1808!(r#"2.2: abs_path = "/" rel_path"#, &[Text("/"), Of(&REL_PATH)]);
static REL_PATH: Rule = rfc1808!(
    r#"2.2: rel_path = [ path ] [ ";" params ] [ "?" query ]"#,
    &[Maybe(&[Of(&PATH)]), Maybe(&[Text(";"), Of(&PARAMS)]), Maybe(&[Text("?"), Of(&QUERY)]),],
);
static PATH: Rule = rfc1808!(
    r#"2.2: path = fsegment *( "/" segment )"#,
    &[Of(&FSEGMENT), Each(&[Text("/"), Of(&SEGMENT)])],
);
static FSEGMENT: Rule = rfc1808!("2.2: fsegment = 1*pchar", &[Plus(&PCHAR)]);
static SEGMENT: Rule = rfc1808!("2.2: segment = *pchar", &[Star(&PCHAR)]);
static PARAMS: Rule =
    rfc1808!(r#"2.2: params = param *( ";" param )"#, &[List(";", &[Of(&PARAM)])]);
static PARAM: Rule = rfc1808!(r#"2.2: param = *( pchar | "/" )"#, &[Star(&PARAM_SET)]);
static QUERY: Rule = rfc1808!("2.2: query = *( uchar | reserved )", &[Star(&XCHAR)]);
static FRAGMENT: Rule = rfc1808!("2.2: fragment = *( uchar | reserved )", &[Star(&XCHAR)]);

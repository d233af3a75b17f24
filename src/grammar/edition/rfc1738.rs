//! The productions that several schemes of RFC 1738 (December 1994) share, and the general form of
//! all others. `national` characters, `~` among them, are in no production.

use crate::byteset::{ALNUM, ByteSet, DIGIT, SCHEME as SCHEME_SET};
use crate::grammar::bnf::{
    Is::{All, Code, Maybe, Of, Run, Text, When},
    MANY, NOTHING, Rule, rule,
};
use crate::grammar::host;

const SOURCE: &str = "RFC 1738 5";

/// uchar = unreserved | escape, with unreserved = alpha | digit | safe | extra
pub(crate) static UCHAR: ByteSet = ALNUM.or(ByteSet::of(b"$-_.+")).or(ByteSet::of(b"!*'(),%"));
/// xchar = unreserved | reserved | escape
pub(crate) static XCHAR: ByteSet = UCHAR.or(ByteSet::of(b";/?:@&="));
static USER_SET: ByteSet = UCHAR.or(ByteSet::of(b";?&="));
pub(crate) static DIGIT_SET: ByteSet = DIGIT;
static SLASH: ByteSet = ByteSet::of(b"/");
/// What a segment of a path to a file is made of.
pub(crate) static FSEGMENT_SET: ByteSet = UCHAR.or(ByteSet::of(b"?:@&="));
/// What hsegment and search are made of.
pub(crate) static SEARCH_SET: ByteSet = UCHAR.or(ByteSet::of(b";:@&="));

pub(crate) static DIGITS: Rule = rule("digits", "1*digit", SOURCE, Run(&DIGIT_SET, 1, MANY));
pub(crate) static HOST: Rule =
    rule("host", "hostname | hostnumber", SOURCE, Code(|text, _| host::name_or_number(text)));
pub(crate) static PORT: Rule = rule("port", "digits", SOURCE, Of(&DIGITS));
pub(crate) static HOSTPORT: Rule = rule(
    "hostport",
    r#"host [ ":" port ]"#,
    SOURCE,
    All(&[Of(&HOST), Maybe(&All(&[Text(":"), Of(&PORT)]))]),
);
pub(crate) static USER: Rule =
    rule("user", r#"*[ uchar | ";" | "?" | "&" | "=" ]"#, SOURCE, Run(&USER_SET, 0, MANY));
pub(crate) static PASSWORD: Rule =
    rule("password", r#"*[ uchar | ";" | "?" | "&" | "=" ]"#, SOURCE, Run(&USER_SET, 0, MANY));
pub(crate) static LOGIN: Rule = rule(
    "login",
    r#"[ user [ ":" password ] "@" ] hostport"#,
    SOURCE,
    All(&[
        When(
            b'@',
            &SLASH,
            &All(&[Of(&USER), Maybe(&All(&[Text(":"), Of(&PASSWORD)])), Text("@")]),
            NOTHING,
        ),
        Of(&HOSTPORT),
    ]),
);

pub(crate) static SCHEME: Rule = rule(
    "scheme",
    r#"1*[ lowalpha | digit | "+" | "-" | "." ]"#,
    SOURCE,
    Run(&SCHEME_SET, 1, MANY),
);
/// ip-schemepart is a part of *xchar.
pub(crate) static SCHEMEPART: Rule =
    rule("schemepart", "*xchar | ip-schemepart", SOURCE, Run(&XCHAR, 0, MANY));
/// A scheme that the document has no grammar for.
pub(crate) static OTHERURL: Rule = rule(
    "otherurl",
    r#"scheme ":" schemepart"#,
    SOURCE,
    All(&[Of(&SCHEME), Text(":"), Of(&SCHEMEPART)]),
);

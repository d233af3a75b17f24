//! The productions that several schemes of RFC 1738 (December 1994) share, and the general form of
//! all others. `national` characters, `~` among them, are in no production.

use crate::byteset::{ALNUM, ByteSet, DIGIT, SCHEME as SCHEME_SET};
use crate::grammar::bnf::{Expr::*, Rule, Sequence, rule_of};
use crate::grammar::host;

/// A production of the document.
pub(crate) const fn rule(line: &'static str, is: Sequence) -> Rule {
    rule_of("RFC 1738 5", line, is)
}

/// uchar = unreserved | escape, with unreserved = alpha | digit | safe | extra
pub(crate) static UCHAR: ByteSet = ALNUM.or(ByteSet::of(b"$-_.+")).or(ByteSet::of(b"!*'(),%"));
/// xchar = unreserved | reserved | escape
pub(crate) static XCHAR: ByteSet = UCHAR.or(ByteSet::of(b";/?:@&="));
static USER_SET: ByteSet = UCHAR.or(ByteSet::of(b";?&="));
static SLASH: ByteSet = ByteSet::of(b"/");
/// What a segment of a path to a file is made of.
pub(crate) static FSEGMENT_SET: ByteSet = UCHAR.or(ByteSet::of(b"?:@&="));
/// What hsegment and search are made of.
pub(crate) static SEARCH_SET: ByteSet = UCHAR.or(ByteSet::of(b";:@&="));

pub(crate) static DIGITS: Rule = rule("digits = 1*digit", &[Plus(&DIGIT)]);
pub(crate) static HOST: Rule =
    rule("host = hostname | hostnumber", &[Code(|text, _| host::name_or_number(text))]);
pub(crate) static PORT: Rule = rule("port = digits", &[Of(&DIGITS)]);
pub(crate) static HOSTPORT: Rule =
    rule(r#"hostport = host [ ":" port ]"#, &[Of(&HOST), Maybe(&[Text(":"), Of(&PORT)])]);
pub(crate) static USER: Rule =
    rule(r#"user = *[ uchar | ";" | "?" | "&" | "=" ]"#, &[Star(&USER_SET)]);
pub(crate) static PASSWORD: Rule =
    rule(r#"password = *[ uchar | ";" | "?" | "&" | "=" ]"#, &[Star(&USER_SET)]);
pub(crate) static LOGIN: Rule = rule(
    r#"login = [ user [ ":" password ] "@" ] hostport"#,
    &[
        When(b'@', &SLASH, &[Of(&USER), Maybe(&[Text(":"), Of(&PASSWORD)]), Text("@")], &[]),
        Of(&HOSTPORT),
    ],
);

pub(crate) static SCHEME: Rule =
    rule(r#"scheme = 1*[ lowalpha | digit | "+" | "-" | "." ]"#, &[Plus(&SCHEME_SET)]);
/// ip-schemepart is a part of *xchar.
pub(crate) static SCHEMEPART: Rule = rule("schemepart = *xchar | ip-schemepart", &[Star(&XCHAR)]);
/// A scheme that the document has no grammar for.
pub(crate) static OTHERURL: Rule =
    rule(r#"otherurl = scheme ":" schemepart"#, &[Of(&SCHEME), Text(":"), Of(&SCHEMEPART)]);

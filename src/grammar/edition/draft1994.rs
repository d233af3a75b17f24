//! The productions that several schemes of draft-ietf-uri-url-03 (March 1994) share.
//!
//! Its BNF lists the schemes there are and has no general form. `national` characters, `~` among
//! them, are in no production; `"` is in `extra`.

use crate::byteset::{ALNUM, ALPHA, ByteSet, DIGIT};
use crate::grammar::bnf::{Expr::*, Rule, Sequence, rule_of};

/// A production of the document.
pub(crate) const fn rule(line: &'static str, is: Sequence) -> Rule {
    rule_of("draft-ietf-uri-url-03, BNF", line, is)
}

/// safe: `$ - _ @ . & + -`
const SAFE: ByteSet = ByteSet::of(b"$-_@.&+");
/// extra: `! * " ' ( ) ,`
const EXTRA: ByteSet = ByteSet::of(b"!*\"'(),");
/// xalpha: alpha | digit | safe | extra | escape
pub(crate) static XALPHA_SET: ByteSet = ALNUM.or(SAFE).or(EXTRA).or(ByteSet::of(b"%"));
static ALPHANUM2_SET: ByteSet = ALNUM.or(ByteSet::of(b"-_.+"));

pub(crate) static XALPHA: Rule =
    rule("xalpha = alpha | digit | safe | extra | escape", &[Run(&XALPHA_SET, 1, 1)]);
pub(crate) static XALPHAS: Rule = rule("xalphas = xalpha [ xalphas ]", &[Plus(&XALPHA_SET)]);
pub(crate) static XPALPHAS: Rule = rule("xpalphas = xpalpha [ xpalphas ]", &[Plus(&XALPHA_SET)]);
pub(crate) static IALPHA: Rule =
    rule("ialpha = alpha [ xalphas ]", &[Run(&ALPHA, 1, 1), Star(&XALPHA_SET)]);
pub(crate) static DIGITS: Rule = rule("digits = digit [ digits ]", &[Plus(&DIGIT)]);
pub(crate) static ALPHANUMS: Rule = rule("alphanums = alphanum [ alphanums ]", &[Plus(&ALNUM)]);

/// The dots are in xalphas already.
pub(crate) static HOSTNAME: Rule = rule("hostname = ialpha [ . hostname ]", &[Of(&IALPHA)]);
pub(crate) static HOSTNUMBER: Rule = rule(
    "hostnumber = digits . digits . digits . digits",
    &[Of(&DIGITS), Text("."), Of(&DIGITS), Text("."), Of(&DIGITS), Text("."), Of(&DIGITS)],
);
pub(crate) static HOST: Rule =
    rule("host = hostname | hostnumber", &[Any(&[&[Of(&HOSTNAME)], &[Of(&HOSTNUMBER)]])]);
pub(crate) static PORT: Rule = rule("port = digits", &[Of(&DIGITS)]);
pub(crate) static HOSTPORT: Rule =
    rule("hostport = host [ : port ]", &[Of(&HOST), Maybe(&[Text(":"), Of(&PORT)])]);
pub(crate) static USER: Rule = rule("user = alphanum2 [ user ]", &[Plus(&ALPHANUM2_SET)]);
pub(crate) static PASSWORD: Rule =
    rule("password = alphanum2 [ password ]", &[Plus(&ALPHANUM2_SET)]);
pub(crate) static LOGIN: Rule = rule(
    "login = [ user [ : password ] @ ] hostport",
    &[Maybe(&[Of(&USER), Maybe(&[Text(":"), Of(&PASSWORD)]), Text("@")]), Of(&HOSTPORT)],
);

pub(crate) static SEGMENT: Rule = rule("segment = xpalphas", &[Of(&XPALPHAS)]);
/// A segment is never empty; only the last slash may have nothing after it.
pub(crate) static PATH: Rule = rule(
    "path = void | segment [ / path ]",
    &[Maybe(&[List("/", &[Of(&SEGMENT)]), Maybe(&[Text("/")])])],
);
/// The plus is in xalphas already.
pub(crate) static SEARCH: Rule = rule("search = xalphas [ + search ]", &[Of(&XALPHAS)]);

/// The schemes that a URL may have.
pub(crate) static URL: Rule = rule(
    "url = httpaddress | ftpaddress | newsaddress | nntpaddress | prosperoaddress | telnetaddress | \
     gopheraddress | waisaddress | mailtoaddress | midaddress | cidaddress",
    &[Any(&[])],
);

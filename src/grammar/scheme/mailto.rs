//! mailto (RFC 6068; RFC 1738 3.5; draft-ietf-uri-url-03, "MAILTO").

use super::server::SEGMENT;
use super::{Family, Form, Seen, Specific};
use crate::byteset::{ALNUM, ByteSet, UNRESERVED};
use crate::grammar::bnf::{Is::*, Rule, rule};
use crate::grammar::edition::{draft1994, rfc1738};
use crate::grammar::fault::Fault;
use crate::grammar::host::Reach;

pub(super) const FAMILIES: &[Family] = &[Family::new(&["mailto"], Form::Rule(&MAILTO_URI), mailto)
    .rfc1738(&MAILTOURL)
    .draft1994(&MAILTOADDRESS)];

/// Addresses to write to, and header fields to write (RFC 6068).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Mailto<'t> {
    #[cfg_attr(feature = "serde", serde(serialize_with = "super::lists::commas"))]
    to: &'t str,
    #[cfg_attr(feature = "serde", serde(serialize_with = "super::lists::ampersands"))]
    fields: Option<&'t str>,
}

/// A mailbox: `local@domain`, still encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Address<'t> {
    /// The part before the last `@`.
    pub local: &'t str,
    /// The domain.
    pub domain: &'t str,
}

impl<'t> Address<'t> {
    pub(super) fn of(text: &'t str) -> Self {
        let (local, domain) = text.rsplit_once('@').unwrap_or((text, ""));
        Address { local, domain }
    }
}

impl<'t> Mailto<'t> {
    /// The addresses before `?`, in order; those of header fields called `to` are not among them.
    pub fn to(&self) -> impl Iterator<Item = Address<'t>> + use<'t> {
        self.to.split(',').filter(|to| !to.is_empty()).map(Address::of)
    }

    /// The header fields, names and values still encoded.
    pub fn fields(&self) -> impl Iterator<Item = (&'t str, &'t str)> + use<'t> {
        let fields = self.fields.into_iter().flat_map(|fields| fields.split('&'));
        fields.map(|field| field.split_once('=').unwrap_or((field, "")))
    }
}

fn mailto<'t>(seen: &Seen<'t>) -> Result<Specific<'t>, Fault> {
    let to = seen.slot("to").unwrap_or("");
    Ok(Specific::Mailto(Mailto { to, fields: seen.slot("fields") }))
}

static MAILTO_URI: Rule = rule(
    r#"mailtoURI = "mailto:" [ to ] [ hfields ]"#,
    "RFC 6068 2",
    &[Keep("to", &[Maybe(&[Of(&TO_RULE)])]), Maybe(&[Text("?"), Keep("fields", &[Of(&HFIELDS)])])],
);
static TO_RULE: Rule =
    rule(r#"to = addr-spec *("," addr-spec )"#, "RFC 6068 2", &[List(",", &[Of(&ADDR_SPEC)])]);
pub(super) static ADDR_SPEC: Rule = rule(
    r#"addr-spec = local-part "@" domain"#,
    "RFC 6068 2",
    &[Of(&LOCAL_PART), Text("@"), Of(&DOMAIN)],
);
static LOCAL_PART: Rule = rule(
    "local-part = dot-atom-text / quoted-string",
    "RFC 6068 2",
    &[If("%22", &[Of(&QUOTED_STRING)], &[Of(&LOCAL_ATOM)])],
);
/// The quotes are escapes, and so is what a URI does not allow.
static QUOTED_STRING: Rule = rule(
    "quoted-string = DQUOTE *qcontent DQUOTE, percent-encoded",
    "RFC 6068 2",
    &[Text("%22"), Until("%22@", &[Star(&ATEXT_AND_DOT)]), Text("%22")],
);
static LOCAL_ATOM: Rule = rule(
    r#"dot-atom-text = 1*atext *("." 1*atext)"#,
    "RFC 5322 3.2.3",
    &[List(".", &[Plus(&ATEXT)])],
);
/// atext without what RFC 6068 wants encoded: "/", "?", "#", "[", "]", "&", ";" and "=".
static ATEXT: ByteSet = ALNUM.or(ByteSet::of(b"!$'*+-_~%")).or(ByteSet::range(0x80, 0xff));
/// A comma stands between addresses, and is `%2C` within one.
static ATEXT_AND_DOT: ByteSet = ATEXT.or(ByteSet::of(b".():"));
static DOMAIN: Rule = rule(
    r#"domain = dot-atom-text / "[" *dtext-no-obs "]""#,
    "RFC 6068 2",
    &[If(
        "%5B",
        &[Text("%5B"), Until("%5D", &[Star(&DTEXT)]), Text("%5D")],
        &[List(".", &[Plus(&ATEXT)])],
    )],
);
static DTEXT: ByteSet = SEGMENT.without(ByteSet::of(b",@"));
static HFIELDS: Rule =
    rule(r#"hfields = "?" hfield *( "&" hfield )"#, "RFC 6068 2", &[List("&", &[Of(&HFIELD)])]);
static HFIELD: Rule =
    rule(r#"hfield = hfname "=" hfvalue"#, "RFC 6068 2", &[Star(&QCHAR), Text("="), Star(&QCHAR)]);
/// qchar = unreserved / pct-encoded / some-delims. "/" and "?" are missing there but occur in real
/// fields; RFC 3986 3.4 allows them.
static QCHAR: ByteSet =
    UNRESERVED.or(ByteSet::of(b"%!$'()*+,;:@/?")).or(ByteSet::range(0x80, 0xff));

static MAILTOURL: Rule = rule(
    r#"mailtourl = "mailto:" encoded822addr"#,
    "RFC 1738 5",
    &[Text("mailto:"), Of(&ENCODED822ADDR)],
);
static ENCODED822ADDR: Rule =
    rule("encoded822addr = 1*xchar", "RFC 1738 5", &[Plus(&rfc1738::XCHAR)]);

/// The draft's BNF has a second colon, which its own examples lack.
static MAILTOADDRESS: Rule = rule(
    "mailtoaddress = m a i l t o : xalphas @ hostname",
    draft1994::SOURCE,
    &[Text("mailto:"), Of(&XALPHAS_AT_HOST)],
);
/// "@" is in xalphas too: any of them may be the separator.
pub(super) static XALPHAS_AT_HOST: Rule =
    rule("addr-spec = xalphas @ hostname", draft1994::SOURCE, &[Code(|text, _| at_host(text))]);

fn at_host(text: &[u8]) -> Reach {
    let end = xalphas(text);
    let host_after =
        |at: usize| text[at] == b'@' && text.get(at + 1).is_some_and(u8::is_ascii_alphabetic);
    match (1..end).any(host_after) {
        true => Reach::Whole(end),
        false => Reach::Fault(end),
    }
}

/// article: xalphas @ host, where the host may be a hostnumber too.
pub(super) static XALPHAS_AT_NUMBER: Rule = rule(
    "article = xalphas @ host",
    draft1994::SOURCE,
    &[Code(|text, _| match text[..xalphas(text)].iter().rposition(|&b| b == b'@') {
        Some(at @ 1..) if four_numbers(&text[at + 1..xalphas(text)]) => Reach::Whole(xalphas(text)),
        _ => at_host(text),
    })],
);

/// hostnumber: digits . digits . digits . digits
fn four_numbers(text: &[u8]) -> bool {
    let is_number = |n: &[u8]| !n.is_empty() && n.iter().all(u8::is_ascii_digit);
    text.split(|&b| b == b'.').count() == 4 && text.split(|&b| b == b'.').all(is_number)
}

/// The number of leading bytes of xalphas.
fn xalphas(text: &[u8]) -> usize {
    let mut at = 0;
    while let Some(&b) = text.get(at) {
        at += match b {
            b'%' if crate::grammar::escape::is_escape(&text[at..]) => 3,
            b'%' => break,
            b if draft1994::XALPHA_SET.contains(b) => 1,
            _ => break,
        };
    }
    at
}

//! mailto (RFC 6068; RFC 1738 3.5; draft-ietf-uri-url-03, "MAILTO").

use super::*;
use crate::grammar::host::Reach;

pub(super) const FAMILIES: &[Family] =
    &[family!(["mailto"], MAILTO_URI, Mailto).rfc1738(&MAILTOURL).draft1994(&MAILTOADDRESS)];

typed! {
    /// Addresses to write to, and header fields to write (RFC 6068).
    ///
    /// ```
    /// use urisift::{Uri, scheme::Specific};
    /// let uri = Uri::parse("mailto:addr1@an.example,addr2@an.example?subject=current%20issue")?;
    /// let Specific::Mailto(mailto) = uri.scheme_specific()? else { unreachable!() };
    /// assert_eq!(mailto.to().map(|address| address.local).collect::<Vec<_>>(), ["addr1", "addr2"]);
    /// assert_eq!(mailto.fields().next(), Some(("subject", "current%20issue")));
    /// # Ok::<(), urisift::ParseError>(())
    /// ```
    pub struct Mailto<'t> {
        to: Items<&'t str>,
        fields: Pairs<Option<&'t str>, '&'>,
    }
}

/// A mailbox: `local@domain`, still encoded.
///
/// ```
/// use urisift::{Uri, percent_decode, scheme::Specific};
/// let uri = Uri::parse("mailto:%22not%40me%22@example.org")?;
/// let Specific::Mailto(mailto) = uri.scheme_specific()? else { unreachable!() };
/// let address = mailto.to().next().unwrap();
/// assert_eq!((address.local, address.domain), ("%22not%40me%22", "example.org"));
/// assert_eq!(&*percent_decode(address.local.as_bytes()), b"\"not@me\"");
/// # Ok::<(), urisift::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(any(test, feature = "serde"), derive(serde::Serialize))]
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
        self.to.iter().map(Address::of)
    }

    /// The header fields, names and values still encoded.
    pub fn fields(&self) -> impl Iterator<Item = (&'t str, &'t str)> + use<'t> {
        self.fields.iter()
    }
}

static MAILTO_URI: Rule = rule(
    r#"RFC 6068 2: mailtoURI = "mailto:" [ to ] [ hfields ]"#,
    &[
        Capture("to", &[Maybe(&[Of(&TO_RULE)])]),
        Maybe(&[Text("?"), Capture("fields", &[Of(&HFIELDS)])]),
    ],
);
static TO_RULE: Rule =
    rule(r#"RFC 6068 2: to = addr-spec *("," addr-spec )"#, &[List(",", &[Of(&ADDR_SPEC)])]);
pub(super) static ADDR_SPEC: Rule = rule(
    r#"RFC 6068 2: addr-spec = local-part "@" domain"#,
    &[Of(&LOCAL_PART), Text("@"), Of(&DOMAIN)],
);
static LOCAL_PART: Rule = rule(
    "RFC 6068 2: local-part = dot-atom-text / quoted-string",
    &[If("%22", &[Of(&QUOTED_STRING)], &[Of(&LOCAL_ATOM)])],
);
/// The quotes are escapes, and so is what a URI does not allow.
static QUOTED_STRING: Rule = rule(
    "RFC 6068 2: quoted-string = DQUOTE *qcontent DQUOTE, percent-encoded",
    &[Text("%22"), Until("%22@", &[Star(&ATEXT_AND_DOT)]), Text("%22")],
);
static LOCAL_ATOM: Rule = rule(
    r#"RFC 5322 3.2.3: dot-atom-text = 1*atext *("." 1*atext)"#,
    &[List(".", &[Plus(&ATEXT)])],
);
/// atext without what RFC 6068 wants encoded: "/", "?", "#", "[", "]", "&", ";" and "=".
static ATEXT: ByteSet = ALNUM.or(ByteSet::of(b"!$'*+-_~%")).or(ByteSet::range(0x80, 0xff));
/// A comma is between addresses, and is `%2C` within one.
static ATEXT_AND_DOT: ByteSet = ATEXT.or(ByteSet::of(b".():"));
static DOMAIN: Rule = rule(
    r#"RFC 6068 2: domain = dot-atom-text / "[" *dtext-no-obs "]""#,
    &[If(
        "%5B",
        &[Text("%5B"), Until("%5D", &[Star(&DTEXT)]), Text("%5D")],
        &[List(".", &[Plus(&ATEXT)])],
    )],
);
static DTEXT: ByteSet = SEGMENT.without(ByteSet::of(b",@"));
static HFIELDS: Rule =
    rule(r#"RFC 6068 2: hfields = "?" hfield *( "&" hfield )"#, &[List("&", &[Of(&HFIELD)])]);
static HFIELD: Rule =
    rule(r#"RFC 6068 2: hfield = hfname "=" hfvalue"#, &[Star(&QCHAR), Text("="), Star(&QCHAR)]);
/// qchar = unreserved / pct-encoded / some-delims. "/" and "?" are missing there but occur in real
/// fields; RFC 3986 3.4 allows them.
static QCHAR: ByteSet =
    UNRESERVED.or(ByteSet::of(b"%!$'()*+,;:@/?")).or(ByteSet::range(0x80, 0xff));

static MAILTOURL: Rule = rfc1738::rule(
    r#"mailtourl = "mailto:" encoded822addr"#,
    &[Text("mailto:"), Of(&ENCODED822ADDR)],
);
static ENCODED822ADDR: Rule = rfc1738::rule("encoded822addr = 1*xchar", &[Plus(&rfc1738::XCHAR)]);

/// The draft's BNF has a second colon, which its own examples lack.
static MAILTOADDRESS: Rule = draft1994::rule(
    "mailtoaddress = m a i l t o : xalphas @ hostname",
    &[Text("mailto:"), Of(&XALPHAS_AT_HOST)],
);
/// "@" is in xalphas too: any of them may be the separator.
pub(super) static XALPHAS_AT_HOST: Rule =
    draft1994::rule("addr-spec = xalphas @ hostname", &[Code(|text, _| at_host(text))]);

fn at_host(text: &[u8]) -> Reach {
    let end = xalphas(text);
    let host_after =
        |at: usize| text[at] == b'@' && text.get(at + 1).is_some_and(u8::is_ascii_alphabetic);
    match (1..end).any(host_after) {
        true => Reach::Whole(end),
        false => Reach::ParseError(end),
    }
}

/// article: xalphas @ host, where the host may be a hostnumber too.
pub(super) static XALPHAS_AT_NUMBER: Rule = draft1994::rule(
    "article = xalphas @ host",
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

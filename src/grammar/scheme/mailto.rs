//! mailto (RFC 6068; RFC 1738 3.5; draft-ietf-uri-url-03, "MAILTO").

use super::*;
use crate::grammar::escape::{character_at, octet};
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
pub(super) static TO_RULE: Rule =
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
    "RFC 6068 2: quoted-string = DQUOTE *qcontent DQUOTE, percent-encoded, without white space",
    &[Text("%22"), Code(|text, _| quoted(text))],
);
static LOCAL_ATOM: Rule = rule(
    r#"RFC 5322 3.2.3: dot-atom-text = 1*atext *("." 1*atext)"#,
    &[Code(|text, _| atoms(text, |byte| ATEXT.contains(byte)))],
);
static DOMAIN: Rule = rule(
    r#"RFC 6068 2: domain = dot-atom-text / "[" *dtext-no-obs "]", with escapes of UTF-8 only"#,
    &[If(
        "%5B",
        &[Text("%5B"), Until("%5D", &[Star(&DTEXT)]), Text("%5D")],
        &[Code(|text, _| atoms(text, |_| false))],
    )],
);
static DTEXT: ByteSet = SEGMENT.without(ByteSet::of(b",@%"));
/// atext (RFC 5322 3.2.3), in ASCII.
static ATEXT: ByteSet = ALNUM.or(ByteSet::of(b"!#$%&'*+-/=?^_`{|}~"));
/// atext without what RFC 6068 wants encoded.
static PLAIN_ATEXT: ByteSet = ATEXT.without(ByteSet::of(b"#%&/=?^`{|}"));
/// What may stand between quotes as it is. A comma is between addresses.
static PLAIN_QTEXT: ByteSet = PLAIN_ATEXT.or(ByteSet::of(b".():"));

/// An octet of an address.
struct Octet {
    byte: u8,
    is_escape: bool,
    /// Where the next one, or after a character beyond ASCII the next character, starts.
    next: usize,
}

impl Octet {
    /// The one at `at`; `None` at the end, and for octets that are no character.
    fn at(text: &[u8], at: usize) -> Option<Self> {
        let is_escape = *text.get(at)? == b'%';
        let (character, next) = character_at(text, at);
        character.map(|_| Octet { byte: octet(text, at).0, is_escape, next })
    }
}

/// dot-atom-text, in which an escape may stand for a byte beyond ASCII, and for another one that passes.
fn atoms(text: &[u8], may_be_escaped: impl Fn(u8) -> bool) -> Reach {
    let (mut at, mut is_open) = (0, true);
    while let Some(Octet { byte, is_escape, next }) = Octet::at(text, at) {
        match byte {
            b'.' if !is_open && !is_escape => is_open = true,
            0x80.. => is_open = false,
            _ if is_escape && may_be_escaped(byte) => is_open = false,
            _ if !is_escape && PLAIN_ATEXT.contains(byte) => is_open = false,
            _ if is_escape => return Reach::ParseError(at),
            _ => break,
        }
        at = next;
    }
    let is_broken = text.get(at).is_some_and(|byte| *byte == b'%');
    if is_open || is_broken { Reach::ParseError(at) } else { Reach::Whole(at) }
}

/// What follows the first quote of a quoted-string. A backslash makes a quoted-pair with the next octet.
fn quoted(text: &[u8]) -> Reach {
    let mut at = 0;
    while let Some(Octet { byte, is_escape, next }) = Octet::at(text, at) {
        at = match byte {
            b'"' => return Reach::Whole(next),
            b'\\' => match Octet::at(text, next) {
                Some(pair @ Octet { byte: b'\t' | b' '..=b'~' | 0x80.., .. }) => pair.next,
                _ => return Reach::ParseError(next),
            },
            0x80.. => next,
            b'!'..=b'~' if is_escape || PLAIN_QTEXT.contains(byte) => next,
            _ => break,
        };
    }
    Reach::ParseError(at)
}

static HFIELDS: Rule =
    rule(r#"RFC 6068 2: hfields = "?" hfield *( "&" hfield )"#, &[List("&", &[Of(&HFIELD)])]);
static HFIELD: Rule =
    rule(r#"RFC 6068 2: hfield = hfname "=" hfvalue"#, &[Star(&QCHAR), Text("="), Star(&QCHAR)]);
/// qchar = unreserved / pct-encoded / some-delims
static QCHAR: ByteSet = UNRESERVED.or(MORE).or(ByteSet::of(b"!$'()*+,;:@"));

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

//! What to be careful about in a URI. None of it is an error.

mod kind;
mod label;
mod tables;
mod target;

use std::ops::Range;

use memchr::memchr_iter;

use crate::grammar::components::Parts;
use crate::grammar::escape::{octet, percent_decode};
use crate::grammar::host;
use crate::grammar::ports::default_port;
use crate::grammar::reference::Reference;
use crate::grammar::tld;

pub use kind::{CautionKind, UnknownCaution};

/// Something in a URI that may mislead a reader or a program, or that is usual in URIs of abuse.
///
/// ```
/// use urisift::{CautionKind, Uri};
/// let uri = Uri::parse("http://www.example.com&story=breaking_news@10.0.0.1/top_story.htm")?;
/// let cautions = uri.cautions();
/// assert_eq!(cautions[0].kind, CautionKind::UserinfoLooksLikeHost);
/// assert_eq!(&uri.as_str()[cautions[0].span.clone()], "www.example.com&story=breaking_news");
/// # Ok::<(), urisift::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Caution {
    /// What it is.
    pub kind: CautionKind,
    /// The bytes of the URI it is about.
    pub span: Range<usize>,
    /// What is not in these bytes: see [`CautionKind`].
    pub detail: Option<String>,
}

impl Caution {
    /// A caution about those bytes.
    #[doc(hidden)]
    pub fn new(kind: CautionKind, span: Range<usize>) -> Self {
        Caution { kind, span, detail: None }
    }
}

impl Reference<'_> {
    /// What to be careful about.
    pub fn cautions(&self) -> Vec<Caution> {
        cautions(self.as_str().as_bytes(), self.parts())
    }
}

/// All cautions of a text with these components, in the order of the components; those about
/// escapes and characters of the whole text come last.
pub fn cautions(text: &[u8], parts: &Parts) -> Vec<Caution> {
    let mut cautions = Vec::new();
    target::of_scheme(text, parts, &mut cautions);
    if let Some(userinfo) = parts.userinfo() {
        let colon = text[userinfo.clone()].iter().position(|&b| b == b':');
        let user = userinfo.start..colon.map_or(userinfo.end, |colon| userinfo.start + colon);
        if parts.scheme().is_some() && looks_like_host(&percent_decode(&text[user.clone()])) {
            cautions.push(Caution::new(CautionKind::UserinfoLooksLikeHost, user.clone()));
        }
        if user.end + 1 < userinfo.end {
            cautions.push(Caution::new(CautionKind::Password, user.end + 1..userinfo.end));
        }
    }
    if let Some(span) = parts.host() {
        if is_rare_ipv4(&percent_decode(&text[span.clone()])) {
            cautions.push(Caution::new(CautionKind::RareIpv4, span.clone()));
        }
        target::of_host(text, parts, span.clone(), &mut cautions);
        label::add(text, span, &mut cautions);
    }
    if let Some(span) = parts.port() {
        let scheme = parts.scheme().map_or(&b""[..], |scheme| &text[scheme]);
        if is_reserved_elsewhere(&text[span.clone()], scheme) {
            cautions.push(Caution::new(CautionKind::ReservedPort, span));
        }
    }
    target::of_port_and_path(text, parts, &mut cautions);
    for at in memchr_iter(b'%', text) {
        if is_encoded_control(&text[at..]) {
            cautions.push(Caution::new(CautionKind::EncodedControl, at..at + 3));
        }
    }
    bidi_controls(text, &mut |span| cautions.push(Caution::new(CautionKind::BidiControl, span)));
    cautions
}

/// Returns `true` if a user begins like a host: like an address, with `www.`, or with a name that ends in a top-level
/// domain. Without a scheme, the part before the `@` is a mailbox, which no one takes for a host.
fn looks_like_host(user: &[u8]) -> bool {
    let end = user.iter().position(|b| !b.is_ascii_alphanumeric() && !b"-.".contains(b));
    let name = &user[..end.unwrap_or(user.len())];
    let www = name.get(..4).is_some_and(|start| start.eq_ignore_ascii_case(b"www."));
    if www || host::ipv4(name).is_some() {
        return true;
    }
    let Some(dot) = name.iter().rposition(|&b| b == b'.') else { return false };
    dot > 0 && tld::is_tld(&name[dot + 1..].to_ascii_lowercase())
}

/// Returns `true` if inet_aton reads an address that the grammar does not.
fn is_rare_ipv4(name: &[u8]) -> bool {
    if name.is_empty() || host::ipv4(name).is_some() {
        return false;
    }
    let count = name.split(|&b| b == b'.').count();
    let numbers = name.split(|&b| b == b'.').map(number).enumerate();
    count <= 4
        && numbers.into_iter().all(|(i, number)| {
            // The last number fills the remaining octets.
            let bits = if i + 1 == count { 8 * (5 - count as u32) } else { 8 };
            number.is_some_and(|number| number >> bits == 0)
        })
}

/// A number in C notation: hexadecimal after `0x`, octal after `0`.
fn number(text: &[u8]) -> Option<u64> {
    let text = std::str::from_utf8(text).ok()?;
    let hex = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    let (digits, radix) = match (hex, text.strip_prefix('0')) {
        (Some(hex), _) => (hex, 16),
        (None, Some(octal)) if !octal.is_empty() => (octal, 8),
        _ => (text, 10),
    };
    // The parser accepts a sign, which no address has.
    if digits.starts_with('+') { None } else { u64::from_str_radix(digits, radix).ok() }
}

fn is_reserved_elsewhere(port: &[u8], scheme: &[u8]) -> bool {
    let port = std::str::from_utf8(port).ok().and_then(|port| port.parse::<u16>().ok());
    match (port, default_port(scheme)) {
        (Some(port), Some(own)) => port < 1024 && port != own,
        _ => false,
    }
}

fn is_encoded_control(escape: &[u8]) -> bool {
    matches!(escape, [b'%', b'0', b'0' | b'a' | b'A' | b'd' | b'D', ..])
}

/// Bidirectional controls (U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069) in UTF-8, as
/// they are or as escapes.
fn bidi_controls(text: &[u8], add: &mut dyn FnMut(Range<usize>)) {
    let mut at = 0;
    while at < text.len() {
        let (byte, mut end) = octet(text, at);
        let mut control = [byte, 0, 0];
        let wanted = if byte == 0xe2 { 3 } else { 2 };
        if byte == 0xe2 || byte == 0xd8 {
            for next in control.iter_mut().take(wanted).skip(1) {
                let (byte, after) = octet(text, end);
                (*next, end) = (byte, after);
            }
            if is_bidi(control) {
                add(at..end);
                at = end;
                continue;
            }
        }
        at = octet(text, at).1;
    }
}

fn is_bidi(utf8: [u8; 3]) -> bool {
    matches!(
        utf8,
        [0xd8, 0x9c, _] | [0xe2, 0x80, 0x8e | 0x8f | 0xaa..=0xae] | [0xe2, 0x81, 0xa6..=0xa9]
    )
}

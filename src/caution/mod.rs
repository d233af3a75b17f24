//! What to be careful about in a URI. None of it is an error.

mod kind;
mod label;
mod tables;
mod target;

use std::ops::Range;

use memchr::memchr_iter;

use crate::grammar::components::Parts;
use crate::grammar::escape::{character_at, percent_decode};
use crate::grammar::host;
use crate::grammar::ports::default_port;
use crate::grammar::reference::Reference;
use crate::grammar::tld;

pub use kind::{CautionKind, UnknownCaution};
pub use label::skeleton;

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
        let plain = percent_decode(&text[user.clone()]);
        let has_host = || plain.split(|&b| b == b'@').any(looks_like_host);
        if parts.scheme().is_some() && has_host() {
            cautions.push(Caution::new(CautionKind::UserinfoLooksLikeHost, user.clone()));
        }
        if user.end + 1 < userinfo.end {
            cautions.push(Caution::new(CautionKind::Password, user.end + 1..userinfo.end));
        }
    }
    if let Some(span) = parts.host() {
        let host = &text[span.clone()];
        if host::ipv4(host).is_none() && host::ipv4_in_any_form(host).is_some() {
            cautions.push(Caution::new(CautionKind::RareIpv4, span.clone()));
        }
        if host.starts_with(b"-") {
            cautions.push(Caution::new(CautionKind::LeadingHyphen, span.clone()));
        }
        for (c, span) in characters(text, span.clone()) {
            cautions.extend(of_character(c).map(|kind| Caution::new(kind, span)));
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
    let controls = characters(text, 0..text.len()).filter(|(c, _)| is_bidi(*c));
    cautions.extend(controls.map(|(_, span)| Caution::new(CautionKind::BidiControl, span)));
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

/// The characters of a text, as they are or as escapes of UTF-8, and where each is. An octet that is none is U+FFFD.
fn characters(text: &[u8], within: Range<usize>) -> impl Iterator<Item = (char, Range<usize>)> {
    let text = &text[..within.end];
    let mut at = within.start;
    std::iter::from_fn(move || {
        let start = at;
        if start >= text.len() {
            return None;
        }
        let character;
        (character, at) = character_at(text, start);
        Some((character.unwrap_or(char::REPLACEMENT_CHARACTER), start..at))
    })
}

/// The caution about a character of a host, if there is one.
fn of_character(c: char) -> Option<CautionKind> {
    match c {
        '\u{2044}' | '\u{2215}' | '\u{29f8}' | '\u{ff0f}' => Some(CautionKind::SlashLookalike),
        '\u{ad}'
        | '\u{34f}'
        | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200d}'
        | '\u{2060}'
        | '\u{feff}' => Some(CautionKind::InvisibleCharacter),
        _ => None,
    }
}

/// Returns `true` for a bidirectional control.
fn is_bidi(c: char) -> bool {
    matches!(
        c,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    )
}

//! What to be careful about in a URI. None of it is an error.

use std::ops::Range;

use super::components::Parts;
use super::escape::{octet, percent_decode};
use super::host;
use super::ports::default_port;
use super::tld;
use memchr::memchr_iter;

/// Something in a URI that may mislead a reader or a program.
///
/// ```
/// use urisift::{CautionKind, Uri};
/// let uri = Uri::parse("http://www.example.com&story=breaking_news@10.0.0.1/top_story.htm")?;
/// let cautions = uri.cautions();
/// assert_eq!(cautions[0].kind, CautionKind::UserinfoLooksLikeHost);
/// assert_eq!(&uri.as_str()[cautions[0].span.clone()], "www.example.com&story=breaking_news");
/// # Ok::<(), urisift::Fault>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Caution {
    /// What it is.
    pub kind: CautionKind,
    /// The bytes of the URI it is about.
    pub span: Range<usize>,
}

impl Caution {
    /// A caution about those bytes.
    #[doc(hidden)]
    pub fn new(kind: CautionKind, span: Range<usize>) -> Self {
        Caution { kind, span }
    }
}

/// What there is to be careful about.
///
/// ```
/// use urisift::{CautionKind, Uri};
/// let cautions = Uri::parse("http://0x7f.1:22/")?.cautions();
/// assert!(cautions.iter().any(|caution| caution.kind == CautionKind::RareIpv4));
/// assert_eq!(cautions[1].kind.name(), "reserved port");
/// # Ok::<(), urisift::Fault>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum CautionKind {
    /// The userinfo may be taken for the host (RFC 3986 7.6).
    UserinfoLooksLikeHost,
    /// The userinfo has a password (RFC 3986 7.5).
    Password,
    /// Some programs take the host for an IPv4 address: in one to three parts, octal or hexadecimal
    /// (RFC 3986 7.4).
    RareIpv4,
    /// An escape is CR, LF or NUL, which may end a line of a protocol (RFC 3986 7.2).
    EncodedControl,
    /// The port is below 1024 and not the scheme's known default (draft of 2003, 7.2).
    ReservedPort,
    /// A label of the host has letters of scripts that are not written together; looked for with the
    /// feature `unicode` only.
    MixedScripts,
    /// A label of the host stands for letters that are not shown (RFC 5890 2.3.2.1).
    Punycode,
    /// A bidirectional control may display characters out of order (RFC 3987 4.1).
    BidiControl,
    /// The text can be read in another way too.
    OneOfTwoReadings,
}

impl CautionKind {
    /// What reports say.
    pub fn name(self) -> &'static str {
        match self {
            CautionKind::UserinfoLooksLikeHost => "userinfo looks like a host",
            CautionKind::Password => "password",
            CautionKind::RareIpv4 => "rare IPv4 form",
            CautionKind::EncodedControl => "encoded control",
            CautionKind::ReservedPort => "reserved port",
            CautionKind::MixedScripts => "mixed scripts",
            CautionKind::Punycode => "punycode",
            CautionKind::BidiControl => "bidirectional control",
            CautionKind::OneOfTwoReadings => "one of two readings",
        }
    }
}

impl CautionKind {
    /// A phrase that explains it.
    pub fn sentence(self) -> &'static str {
        match self {
            CautionKind::UserinfoLooksLikeHost => {
                "what stands before the @ may be taken for the host (RFC 3986 7.6)"
            }
            CautionKind::Password => "a password that everybody can read (RFC 3986 7.5)",
            CautionKind::RareIpv4 => "some programs take it for an IPv4 address (RFC 3986 7.4)",
            CautionKind::EncodedControl => {
                "decoded, it may end a line of a protocol (RFC 3986 7.2)"
            }
            CautionKind::ReservedPort => "the port of another protocol (RFC 3986 7.2)",
            CautionKind::MixedScripts => {
                "letters of scripts that are not written together (UTS 39)"
            }
            CautionKind::Punycode => "stands for letters that are not shown (RFC 5890)",
            CautionKind::BidiControl => "puts characters elsewhere than they are (RFC 3987 4.1)",
            CautionKind::OneOfTwoReadings => "the text can be read in another way too",
        }
    }
}

/// All cautions of a text with these components, in the order of the components; those about
/// escapes and characters of the whole text come last.
pub fn cautions(text: &[u8], parts: &Parts) -> Vec<Caution> {
    let mut cautions = Vec::new();
    let mut add = |kind, span| cautions.push(Caution { kind, span });
    if let Some(userinfo) = parts.userinfo() {
        let colon = text[userinfo.clone()].iter().position(|&b| b == b':');
        let user = userinfo.start..colon.map_or(userinfo.end, |colon| userinfo.start + colon);
        if parts.scheme().is_some() && looks_like_host(&percent_decode(&text[user.clone()])) {
            add(CautionKind::UserinfoLooksLikeHost, user.clone());
        }
        if user.end + 1 < userinfo.end {
            add(CautionKind::Password, user.end + 1..userinfo.end);
        }
    }
    if let Some(span) = parts.host() {
        if is_rare_ipv4(&percent_decode(&text[span.clone()])) {
            add(CautionKind::RareIpv4, span.clone());
        }
        labels(text, span).for_each(|label| {
            if let Some(kind) = of_label(&text[label.clone()]) {
                add(kind, label);
            }
        });
    }
    if let Some(span) = parts.port() {
        let scheme = parts.scheme().map_or(&b""[..], |scheme| &text[scheme]);
        if is_reserved_elsewhere(&text[span.clone()], scheme) {
            add(CautionKind::ReservedPort, span);
        }
    }
    for at in memchr_iter(b'%', text) {
        if is_encoded_control(&text[at..]) {
            add(CautionKind::EncodedControl, at..at + 3);
        }
    }
    bidi_controls(text, &mut |span| add(CautionKind::BidiControl, span));
    cautions
}

/// Whether a user begins like a host: like an address, with `www.`, or with a name that ends in a
/// top-level domain. Without a scheme, the part before the `@` is a mailbox, which no one takes for a
/// host.
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

/// Whether inet_aton reads an address that the grammar does not.
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

/// The labels of a host, as spans of the text.
fn labels(text: &[u8], host: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let mut start = host.start;
    text[host].split(|&b| b == b'.').map(move |label| {
        let span = start..start + label.len();
        start = span.end + 1;
        span
    })
}

fn of_label(label: &[u8]) -> Option<CautionKind> {
    if label.get(..4).is_some_and(|start| start.eq_ignore_ascii_case(b"xn--")) {
        return Some(CautionKind::Punycode);
    }
    let label = percent_decode(label);
    let text = std::str::from_utf8(&label).ok().filter(|text| !text.is_ascii())?;
    is_mixed(text).then_some(CautionKind::MixedScripts)
}

/// Whether the label has letters of scripts that are not written together (UTS 39 5.2, "highly
/// restrictive").
#[cfg(feature = "unicode")]
fn is_mixed(label: &str) -> bool {
    use unicode_script::Script::{
        self, Bopomofo, Common, Han, Hangul, Hiragana, Inherited, Katakana, Latin,
    };
    const TOGETHER: [&[Script]; 3] =
        [&[Latin, Han, Hiragana, Katakana], &[Latin, Han, Bopomofo], &[Latin, Han, Hangul]];
    let scripts = || {
        let scripts = label.chars().map(Script::from);
        scripts.filter(|script| !matches!(script, Common | Inherited))
    };
    let first = scripts().next();
    let one = scripts().all(|script| Some(script) == first);
    !one && !TOGETHER.iter().any(|set| scripts().all(|script| set.contains(&script)))
}

/// Scripts are unknown without the feature `unicode`.
#[cfg(not(feature = "unicode"))]
fn is_mixed(_label: &str) -> bool {
    false
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

//! Hosts: addresses in their exact forms (RFC 3986 3.2.2, RFC 6874), and names.

use std::net::{Ipv4Addr, Ipv6Addr};

use super::escape::is_escape;
use crate::byteset::{ALNUM, ByteSet, DIGIT, HEXDIG, SUB_DELIMS, UNRESERVED};

/// How far a form goes from the start of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// It is there, and ends at this byte.
    Whole(usize),
    /// It is not there: this byte, or the end there, does not fit.
    ParseError(usize),
}

/// IPv4address = dec-octet "." dec-octet "." dec-octet "." dec-octet, to the end of the text.
///
/// dec-octet is 0 to 255, without leading zeros: what the standard library reads.
pub fn ipv4(text: &[u8]) -> Option<Ipv4Addr> {
    // Most names start with a letter.
    let may_be = text.first().is_some_and(u8::is_ascii_digit);
    may_be.then(|| str::from_utf8(text).ok()?.parse().ok()).flatten()
}

/// IPv6address, up to the first byte that cannot be part of one.
///
/// The nine lines of the ABNF amount to eight groups of one to four hexadecimal digits, where the
/// last two may be an IPv4address, and one run of one group or more may be `::`.
pub fn ipv6(text: &[u8]) -> Result<(Ipv6Addr, usize), usize> {
    let end = text.iter().position(|b| !HEXDIG.contains(*b) && !b":.".contains(b));
    let text = &text[..end.unwrap_or(text.len())];
    let mut groups = Groups::default();
    let mut at = 0;
    if text.starts_with(b"::") {
        groups.elide();
        at = 2;
    }
    while at < text.len() {
        let digits = text[at..].iter().take_while(|b| HEXDIG.contains(**b)).count();
        if text.get(at + digits) == Some(&b'.') {
            let tail = ipv4(&text[at..]).filter(|_| groups.room() >= 2).ok_or(at)?;
            let [a, b, c, d] = tail.octets();
            groups.push(u16::from_be_bytes([a, b]));
            groups.push(u16::from_be_bytes([c, d]));
            at = text.len();
            break;
        }
        if digits == 0 || groups.room() == 0 {
            return Err(at);
        }
        if digits > 4 {
            return Err(at + 4);
        }
        groups.push(group(&text[at..at + digits]));
        at += digits;
        match (text.get(at), text.get(at + 1)) {
            (None, _) => break,
            (Some(_), Some(b':')) if groups.elided.is_none() && groups.room() > 0 => {
                groups.elide();
                at += 2;
            }
            // A single colon requires another group.
            (Some(_), Some(b':') | None) => return Err(at + 1),
            (Some(_), Some(_)) => at += 1,
        }
    }
    groups.address().map(|address| (address, at)).ok_or(at)
}

fn group(digits: &[u8]) -> u16 {
    let value = |b: u8| (b as char).to_digit(16).unwrap_or(0) as u16;
    digits.iter().fold(0, |n, &b| n << 4 | value(b))
}

/// The groups read so far, and where `::` is between them.
#[derive(Default)]
struct Groups {
    groups: [u16; 8],
    len: usize,
    elided: Option<usize>,
}

impl Groups {
    /// How many more groups may follow; `::` stands for at least one.
    fn room(&self) -> usize {
        8 - self.len - usize::from(self.elided.is_some())
    }

    fn push(&mut self, group: u16) {
        self.groups[self.len] = group;
        self.len += 1;
    }

    fn elide(&mut self) {
        self.elided = Some(self.len);
    }

    fn address(mut self) -> Option<Ipv6Addr> {
        match self.elided {
            None if self.len < 8 => return None,
            None => {}
            Some(at) => {
                self.groups.copy_within(at..self.len, 8 - (self.len - at));
                self.groups[at..8 - (self.len - at)].fill(0);
            }
        }
        Some(Ipv6Addr::from(self.groups))
    }
}

/// IPvFuture = "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )
fn ipv_future(text: &[u8]) -> Reach {
    const ADDRESS: ByteSet = UNRESERVED.or(SUB_DELIMS).or(ByteSet::of(b":"));
    let run = |from: usize, set: &ByteSet| {
        from + text[from..].iter().take_while(|b| set.contains(**b)).count()
    };
    let version = run(1, &HEXDIG);
    if version == 1 || text.get(version) != Some(&b'.') {
        return Reach::ParseError(version);
    }
    let end = run(version + 1, &ADDRESS);
    if end == version + 1 { Reach::ParseError(end) } else { Reach::Whole(end) }
}

/// "%25" ZoneID, ZoneID = 1*( unreserved / pct-encoded ) (RFC 6874 2).
fn zone(text: &[u8]) -> Reach {
    if !text.starts_with(b"%25") {
        return Reach::ParseError(0);
    }
    let mut at = 3;
    while let Some(&b) = text.get(at) {
        match b {
            b'%' if is_escape(&text[at..]) => at += 3,
            b if UNRESERVED.contains(b) => at += 1,
            _ => break,
        }
    }
    if at == 3 { Reach::ParseError(at) } else { Reach::Whole(at) }
}

/// Whether an address may carry the zone it is valid in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Zones {
    /// RFC 3986.
    #[default]
    Never,
    /// RFC 6874.
    Allowed,
}

/// IP-literal = "[" ( IPv6address / IPv6addrz / IPvFuture ) "]"
pub(crate) fn ip_literal(text: &[u8], zones: Zones) -> Reach {
    if text.first() != Some(&b'[') {
        return Reach::ParseError(0);
    }
    let inner = match text.get(1) {
        Some(b'v' | b'V') => ipv_future(&text[1..]),
        _ => match ipv6(&text[1..]) {
            Ok((_, end)) if zones == Zones::Allowed && text.get(1 + end) == Some(&b'%') => {
                after(end, zone(&text[1 + end..]))
            }
            Ok((_, end)) => Reach::Whole(end),
            Err(at) => Reach::ParseError(at),
        },
    };
    match after(1, inner) {
        Reach::Whole(end) if text.get(end) == Some(&b']') => Reach::Whole(end + 1),
        Reach::Whole(end) | Reach::ParseError(end) => Reach::ParseError(end),
    }
}

/// IPv6reference = "[" IPv6address "]": the literals of 2003.
pub(crate) fn ipv6_reference(text: &[u8]) -> Reach {
    match text.get(1) {
        Some(b'v' | b'V') => Reach::ParseError(1),
        _ => ip_literal(text, Zones::Never),
    }
}

fn after(start: usize, reach: Reach) -> Reach {
    match reach {
        Reach::Whole(end) => Reach::Whole(start + end),
        Reach::ParseError(at) => Reach::ParseError(start + at),
    }
}

/// hostname | hostnumber, as in RFC 1738 and the draft of 1997: labels of letters, digits and inner
/// hyphens, where the last label starts with a letter; or four numbers.
pub(crate) fn name_or_number(text: &[u8]) -> Reach {
    let labels = labels(text);
    let Reach::Whole(end) = labels else { return labels };
    let last = text[..end].iter().rposition(|&b| b == b'.').map_or(0, |dot| dot + 1);
    let numbers = text[..end].iter().all(|&b| DIGIT.contains(b) || b == b'.');
    let four = numbers && text[..end].iter().filter(|&&b| b == b'.').count() == 3;
    if four || text[last].is_ascii_alphabetic() {
        Reach::Whole(end)
    } else {
        Reach::ParseError(last)
    }
}

/// Labels that start and end with a letter or a digit, separated by dots.
pub(crate) fn labels(text: &[u8]) -> Reach {
    let mut at = 0;
    loop {
        let label = text[at..].iter().take_while(|&&b| ALNUM.contains(b) || b == b'-').count();
        if label == 0 || text[at] == b'-' {
            return Reach::ParseError(at);
        }
        at += label;
        if text[at - 1] == b'-' {
            return Reach::ParseError(at);
        }
        if text.get(at) != Some(&b'.') {
            return Reach::Whole(at);
        }
        at += 1;
    }
}

/// hostname = domainlabel qualified, as in the draft of 2003 (3.2.2): labels of at most 63 bytes; a
/// dot may end the name if a letter starts its last label.
pub(crate) fn qualified_name(text: &[u8]) -> Reach {
    let dotted = |end: usize| text.get(end - 1) == Some(&b'.');
    let end = text.iter().take_while(|&&b| ALNUM.contains(b) || b"-.".contains(&b)).count();
    let name = match end {
        0 => return Reach::ParseError(0),
        end if dotted(end) => &text[..end - 1],
        end => &text[..end],
    };
    // The name holds only labels and dots, so valid labels reach its end.
    if let Reach::ParseError(at) = labels(name) {
        return Reach::ParseError(at);
    }
    let mut at = 0;
    for label in name.split(|&b| b == b'.') {
        if label.len() > 63 {
            return Reach::ParseError(at + 63);
        }
        at += label.len() + 1;
    }
    let last = name.rsplit(|&b| b == b'.').next().unwrap_or(name);
    let several = last.len() < name.len();
    if name.len() < end && !(several && last[0].is_ascii_alphabetic()) {
        return Reach::ParseError(end - 1);
    }
    Reach::Whole(end)
}

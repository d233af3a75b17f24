//! Hosts: addresses in their exact forms (RFC 3986 3.2.2, RFC 6874), and names.

use std::net::{Ipv4Addr, Ipv6Addr};

use super::escape::{is_escape, percent_decode};
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

/// An IPv4 address in any form that programs read: numbers in one to four parts, decimal, octal or hexadecimal, as
/// inet_aton does (RFC 3986 7.4); with a dot at the end; in escapes, or in other digits and dots, which a host has the
/// same as those of ASCII (UTS 46).
pub fn ipv4_in_any_form(host: &[u8]) -> Option<Ipv4Addr> {
    // Most names start with a letter.
    let may_be = host.first().is_some_and(|&b| b.is_ascii_digit() || b == b'%' || b >= 0x80);
    if !may_be || ipv4(host).is_some() {
        return ipv4(host);
    }
    let name = percent_decode(host);
    let name: String = str::from_utf8(&name).ok()?.chars().map(compatible).collect();
    let name = name.strip_suffix('.').unwrap_or(&name);
    if let Some(address) = ipv4(name.as_bytes()) {
        return Some(address);
    }
    let (mut address, mut bits) = (0, 32);
    let mut parts = name.split('.').peekable();
    while let Some(part) = parts.next() {
        // The last number fills the remaining octets.
        let is_last = parts.peek().is_none();
        let width = if is_last { bits } else { 8 };
        let number = number(part).filter(|number| width > 0 && number >> width == 0)?;
        bits -= width;
        address |= number << bits;
        if bits == 0 && !is_last {
            return None;
        }
    }
    u32::try_from(address).ok().map(Ipv4Addr::from)
}

/// A number in C notation: hexadecimal after `0x`, octal after `0`.
fn number(text: &str) -> Option<u64> {
    let hex = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    let (digits, radix) = match (hex, text.strip_prefix('0')) {
        (Some(hex), _) => (hex, 16),
        (None, Some(octal)) if !octal.is_empty() => (octal, 8),
        _ => (text, 10),
    };
    // The parser accepts a sign, which no address has.
    if digits.starts_with('+') { None } else { u64::from_str_radix(digits, radix).ok() }
}

/// The ASCII that a letter, digit or dot of another width or shape is mapped to in a host (UTS 46).
fn compatible(c: char) -> char {
    let ascii = |code: u32| char::from_u32(code).unwrap_or(c);
    let digit = |value: u32| ascii(u32::from(b'0') + value % 10);
    match u32::from(c) {
        code @ 0xff01..=0xff5e => ascii(code - 0xfee0),
        0x3002 | 0xff61 => '.',
        code @ (0xb2 | 0xb3) => digit(code - 0xb0),
        0xb9 => '1',
        code @ (0x2070 | 0x2074..=0x2079) => digit(code - 0x2070),
        code @ 0x2080..=0x2089 => digit(code - 0x2080),
        code @ 0x2460..=0x2468 => digit(code - 0x245f),
        0x24ea => '0',
        code @ 0x1d7ce..=0x1d7ff => digit(code - 0x1d7ce),
        _ => c,
    }
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
            let is_last = groups.room() == 2 || groups.elided.is_some() && groups.room() > 2;
            let tail = ipv4(&text[at..]).filter(|_| groups.room() >= 2);
            let tail = tail.ok_or(at + if is_last { ipv4_fault(&text[at..]) } else { digits })?;
            let [a, b, c, d] = tail.octets();
            groups.push(u16::from_be_bytes([a, b]));
            groups.push(u16::from_be_bytes([c, d]));
            at = text.len();
            break;
        }
        if digits == 0 || groups.room() == 0 {
            // A colon at the start requires another one.
            return Err(at + usize::from(at == 0 && text[0] == b':'));
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

/// The first byte that does not fit into an IPv4address.
fn ipv4_fault(text: &[u8]) -> usize {
    let mut at = 0;
    for number in 0..4 {
        if number > 0 {
            if text.get(at) != Some(&b'.') {
                break;
            }
            at += 1;
        }
        let digits = text[at..].iter().take_while(|b| b.is_ascii_digit()).count().min(3);
        let is_octet = |len: &usize| {
            let octet = str::from_utf8(&text[at..at + len]).unwrap_or_default();
            (*len == 1 || text[at] != b'0') && octet.parse::<u8>().is_ok()
        };
        let Some(len) = (1..=digits).rev().find(is_octet) else { break };
        at += len;
    }
    at
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

/// hostname of RFC 3261 (25.1) and domainname of RFC 3966 (3): labels, of which the last starts with a letter; a dot may
/// end the name.
pub(crate) fn top_level_name(text: &[u8]) -> Reach {
    let end = match labels(text) {
        Reach::Whole(end) => end,
        // The label after the last dot is empty.
        Reach::ParseError(end) if end > 1 && text[end - 1] == b'.' && is_after_name(text, end) => {
            end - 1
        }
        error => return error,
    };
    let last = text[..end].iter().rposition(|&b| b == b'.').map_or(0, |dot| dot + 1);
    match text[last].is_ascii_alphabetic() {
        true => Reach::Whole(end + usize::from(text.get(end) == Some(&b'.'))),
        false => Reach::ParseError(last),
    }
}

/// Returns `true` if no label can start here.
fn is_after_name(text: &[u8], at: usize) -> bool {
    text.get(at).is_none_or(|&b| !ALNUM.contains(b) && !b"-.".contains(&b))
}

/// host of RFC 3261 (25.1), but for addresses in brackets: a name, or four numbers of up to three digits.
pub(crate) fn name_or_address(text: &[u8]) -> Reach {
    let end = text.iter().position(|b| !DIGIT.contains(*b) && *b != b'.').unwrap_or(text.len());
    let numbers = text[..end].split(|&b| b == b'.');
    let are_numbers = numbers.clone().all(|number| (1..=3).contains(&number.len()));
    match are_numbers && numbers.count() == 4 && is_after_name(text, end) {
        true => Reach::Whole(end),
        false => top_level_name(text),
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

//! The steps of the ladder but for dot segments: each gives the text that it changes.

use std::ops::Range;

use super::push_escaped;
use crate::byteset::UNRESERVED;
use crate::grammar::components::Parts;
use crate::grammar::escape::{is_escape, octet, percent_decode};
use crate::grammar::ports::{default_port, number};

/// Scheme and host in lower case, the digits of escapes in upper case (RFC 3986 6.2.2.1).
pub(super) fn case(text: &str, parts: &Parts) -> Option<String> {
    let bytes = text.as_bytes();
    let host = parts.host().map(|host| without_zone(bytes, host));
    let lower = [parts.scheme(), host];
    let is_upper = |range: &Range<usize>| bytes[range.clone()].iter().any(u8::is_ascii_uppercase);
    if !lower.iter().flatten().any(is_upper) && !escapes(bytes).any(|at| is_low(&bytes[at..at + 3]))
    {
        return None;
    }
    let mut out = bytes.to_vec();
    lower.into_iter().flatten().for_each(|range| out[range].make_ascii_lowercase());
    escapes(bytes).for_each(|at| out[at + 1..at + 3].make_ascii_uppercase());
    (out != bytes).then(|| String::from_utf8(out).unwrap_or_default())
}

/// The host without its zone, whose name and case are local to the node (RFC 6874 2).
fn without_zone(text: &[u8], host: Range<usize>) -> Range<usize> {
    let literal = text.get(host.start) == Some(&b'[');
    let zone = text[host.clone()].iter().position(|&b| b == b'%').filter(|_| literal);
    host.start..zone.map_or(host.end, |zone| host.start + zone)
}

/// Where the escapes begin.
fn escapes(text: &[u8]) -> impl Iterator<Item = usize> {
    memchr::memchr_iter(b'%', text).filter(|at| is_escape(&text[*at..]))
}

fn is_low(escape: &[u8]) -> bool {
    escape.iter().any(u8::is_ascii_lowercase)
}

/// Unreserved characters decoded (RFC 3986 6.2.2.2), in lower case within a host, so that the steps
/// below have nothing left to do; the digits of the remaining escapes in upper case.
///
/// What would make a whole segment "." or ".." stays encoded: it would lead elsewhere when resolved.
pub(super) fn percent(text: &str, parts: &Parts) -> Option<String> {
    let bytes = text.as_bytes();
    let stays = |at| {
        let octet = octet(bytes, at).0;
        let dot = octet == b'.' && parts.path().contains(&at) && makes_dots(bytes, parts, at);
        dot || !UNRESERVED.contains(octet)
    };
    let is_normal = |at| stays(at) && !bytes[at..at + 3].iter().any(u8::is_ascii_lowercase);
    let first = escapes(bytes).find(|at| !is_normal(*at))?;
    let host = parts.host().map(|host| without_zone(bytes, host));
    let in_host = |at| host.as_ref().is_some_and(|host| host.contains(&at));
    let (mut out, mut at) = (bytes[..first].to_vec(), first);
    while at < bytes.len() {
        let (octet, next) = octet(bytes, at);
        match is_escape(&bytes[at..]) {
            true if stays(at) => out.extend(bytes[at..next].iter().map(u8::to_ascii_uppercase)),
            true if in_host(at) => out.push(octet.to_ascii_lowercase()),
            _ => out.push(octet),
        }
        at = next;
    }
    String::from_utf8(out).ok()
}

/// Returns `true` if the segment around a byte of the path stands for "." or "..".
fn makes_dots(text: &[u8], parts: &Parts, at: usize) -> bool {
    /// Two escapes.
    const LONGEST: usize = 6;
    let path = parts.path();
    let low = path.start.max(at.saturating_sub(LONGEST));
    let high = path.end.min(at + LONGEST + 1);
    let is_slash = |b: &u8| *b == b'/';
    let start = text[low..at].iter().rposition(is_slash).map(|slash| low + slash + 1);
    let end = text[at..high].iter().position(is_slash).map(|slash| at + slash);
    // With no slash and no end of the path this near, the segment is longer.
    let start = start.or((low == path.start).then_some(low));
    let end = end.or((high == path.end).then_some(high));
    match (start, end) {
        (Some(start), Some(end)) => matches!(&*percent_decode(&text[start..end]), b"." | b".."),
        _ => false,
    }
}

/// Schemes whose empty path is the root (RFC 9110 4.2.3, RFC 6455 3).
const ROOTED: [&str; 4] = ["http", "https", "ws", "wss"];

/// What the scheme says is the same (RFC 3986 6.2.3): default port, empty port, empty path, local host,
/// namespace, domain.
pub(super) fn scheme(text: &str, parts: &Parts) -> Option<String> {
    let scheme = &text[parts.scheme()?];
    let is = |name: &str| scheme.eq_ignore_ascii_case(name);
    let path = parts.path();
    if is("urn") {
        let nid = text[path.clone()].find(':')?;
        return lowered(text, std::iter::once(path.start..path.start + nid));
    }
    if is("mailto") {
        return lowered(text, domains(text, path));
    }
    // From the end, so that earlier offsets stay valid.
    let root = path.is_empty() && parts.authority().is_some() && ROOTED.into_iter().any(is);
    let port = parts.port().filter(|port| is_default(&text[port.clone()], scheme));
    let local = |host: &Range<usize>| text[host.clone()].eq_ignore_ascii_case("localhost");
    let host = parts.host().filter(|host| is("file") && local(host));
    if !root && port.is_none() && host.is_none() {
        return None;
    }
    let mut out = text.to_owned();
    if root {
        out.insert(path.start, '/');
    }
    if let Some(port) = port {
        out.replace_range(port.start - 1..port.end, "");
    }
    if let Some(host) = host {
        out.replace_range(host, "");
    }
    Some(out)
}

/// Returns `true` if a port is empty, or the scheme's own.
fn is_default(port: &str, scheme: &str) -> bool {
    port.is_empty() || number(port).is_some_and(|p| default_port(scheme.as_bytes()) == Some(p))
}

/// The text with these parts in lower case, save for the digits of escapes.
fn lowered(text: &str, parts: impl Iterator<Item = Range<usize>>) -> Option<String> {
    let mut bytes = text.as_bytes().to_vec();
    for part in parts {
        let mut at = part.start;
        while at < part.end {
            match bytes[at] {
                b'%' => at += 3,
                _ => {
                    bytes[at].make_ascii_lowercase();
                    at += 1;
                }
            }
        }
    }
    (bytes != text.as_bytes()).then(|| String::from_utf8(bytes).unwrap_or_default())
}

/// The part after the `@` of each address (RFC 6068 2).
pub(super) fn domains(text: &str, path: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let mut start = path.start;
    text[path].split(',').filter_map(move |address| {
        let at = start;
        start += address.len() + 1;
        let domain = at + address.rfind('@')? + 1;
        Some(domain..at + address.len())
    })
}

/// From an IRI to a URI (RFC 3987 3.1): the host by IDNA, everything else non-ASCII as escapes of its UTF-8.
pub(super) fn uri(text: &str, parts: &Parts) -> Option<String> {
    let host = parts.host().unwrap_or(0..0);
    if text.is_ascii() && !text[host.clone()].contains('%') {
        return None;
    }
    let mut out = String::with_capacity(text.len() * 2);
    push_ascii(&text[..host.start], &mut out);
    let name = &text[host.clone()];
    match ascii_host(name) {
        Some(ascii) => out.push_str(&ascii),
        None => push_ascii(name, &mut out),
    }
    push_ascii(&text[host.end..], &mut out);
    (out != text).then_some(out)
}

/// The host by IDNA (RFC 3987 3.1, 2 c), if it is a domain name.
///
/// Escapes in it are UTF-8 (RFC 3986 3.2.2).
fn ascii_host(name: &str) -> Option<String> {
    let is_domain = |b: u8| b >= 0x80 || b.is_ascii_alphanumeric() || b"-._".contains(&b);
    let octets = percent_decode(name.as_bytes());
    let name = std::str::from_utf8(&octets).ok().filter(|name| !name.is_ascii())?;
    let domain = name.bytes().all(is_domain);
    let ascii = domain.then(|| to_ascii(name)).flatten();
    // IDNA may map a character to a space, say, or to nothing: neither gives a valid label.
    let labels =
        |ascii: &str| ascii.trim_end_matches('.').split('.').all(|label| !label.is_empty());
    ascii.filter(|ascii| ascii.bytes().all(is_domain) && labels(ascii))
}

#[cfg(any(test, feature = "unicode"))]
fn to_ascii(name: &str) -> Option<String> {
    idna::domain_to_ascii(name).ok()
}

/// Without the tables of IDNA, the name is escaped like everything else (RFC 3987 3.1, 2 c is optional).
#[cfg(not(any(test, feature = "unicode")))]
fn to_ascii(_name: &str) -> Option<String> {
    None
}

fn push_ascii(text: &str, out: &mut String) {
    for c in text.chars() {
        match c.is_ascii() {
            true => out.push(c),
            false => push_escaped(c, out),
        }
    }
}

//! Letters whose case does not matter (RFC 3986 6.2.2.1).

use std::ops::Range;

use crate::grammar::escape::is_escape;
use crate::grammar::parts::Parts;

/// Scheme and host in lower case, the digits of escapes in upper case.
pub(super) fn apply(text: &str, parts: &Parts) -> Option<String> {
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
pub(super) fn without_zone(text: &[u8], host: Range<usize>) -> Range<usize> {
    let literal = text.get(host.start) == Some(&b'[');
    let zone = text[host.clone()].iter().position(|&b| b == b'%').filter(|_| literal);
    host.start..zone.map_or(host.end, |zone| host.start + zone)
}

/// Where the escapes begin.
pub(super) fn escapes(text: &[u8]) -> impl Iterator<Item = usize> {
    memchr::memchr_iter(b'%', text).filter(|at| is_escape(&text[*at..]))
}

fn is_low(escape: &[u8]) -> bool {
    escape.iter().any(u8::is_ascii_lowercase)
}

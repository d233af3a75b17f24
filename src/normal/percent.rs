//! Escapes of characters that need none (RFC 3986 6.2.2.2).

use super::case::{escapes, without_zone};
use crate::byteset::UNRESERVED;
use crate::grammar::escape::{is_escape, octet, percent_decode};
use crate::grammar::parts::Parts;

/// Unreserved characters decoded, in lower case within a host, so that the steps below have nothing
/// left to do; the digits of the remaining escapes in upper case.
///
/// What would make a whole segment "." or ".." stays encoded: it would lead elsewhere when resolved.
pub(super) fn apply(text: &str, parts: &Parts) -> Option<String> {
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

/// Whether the segment around a byte of the path stands for "." or "..".
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

//! Letters whose case does not matter (RFC 3986 6.2.2.1).

use crate::grammar::escape::is_escape;
use crate::grammar::parts::Parts;

/// Scheme and host in lower case, the digits of escapes in upper case.
pub(super) fn apply(text: &str, parts: &Parts) -> Option<String> {
    let mut bytes = text.as_bytes().to_vec();
    if let Some(scheme) = parts.scheme() {
        bytes[scheme].make_ascii_lowercase();
    }
    if let Some(host) = parts.host() {
        bytes[host.clone()].make_ascii_lowercase();
        keep_zone(text, &mut bytes, host);
    }
    upper_escapes(&mut bytes);
    (bytes != text.as_bytes()).then(|| String::from_utf8(bytes).unwrap_or_default())
}

/// The name of a zone is the host's affair, its case too (RFC 6874 2).
fn keep_zone(text: &str, bytes: &mut [u8], host: std::ops::Range<usize>) {
    let literal = text[host.clone()].starts_with('[');
    if let Some(zone) = text[host.clone()].find('%').filter(|_| literal) {
        let zone = host.start + zone..host.end;
        bytes[zone.clone()].copy_from_slice(&text.as_bytes()[zone]);
    }
}

fn upper_escapes(bytes: &mut [u8]) {
    let mut at = 0;
    while at < bytes.len() {
        let escape = is_escape(&bytes[at..]);
        if escape {
            bytes[at + 1..at + 3].make_ascii_uppercase();
        }
        at += if escape { 3 } else { 1 };
    }
}

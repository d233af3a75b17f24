//! Escapes of characters that need none (RFC 3986 6.2.2.2).

use crate::byteset::UNRESERVED;
use crate::grammar::host::is_escape;
use crate::grammar::parts::Parts;

/// Unreserved characters decoded, in lower case where they are a host's, so that the steps below have
/// nothing left to do; the digits of what stays encoded in upper case.
pub(super) fn apply(text: &str, parts: &Parts) -> Option<String> {
    if !text.contains('%') {
        return None;
    }
    let bytes = text.as_bytes();
    let in_host = |at| parts.host().is_some_and(|host| host.contains(&at));
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        if !is_escape(&bytes[at..]) {
            out.push(bytes[at]);
            at += 1;
            continue;
        }
        let digit = |b: u8| char::from(b).to_digit(16).unwrap_or(0) as u8;
        let octet = digit(bytes[at + 1]) << 4 | digit(bytes[at + 2]);
        match UNRESERVED.contains(octet) {
            true if in_host(at) => out.push(octet.to_ascii_lowercase()),
            true => out.push(octet),
            false => {
                let digits = [bytes[at + 1], bytes[at + 2]].map(|b| b.to_ascii_uppercase());
                out.extend([b'%', digits[0], digits[1]]);
            }
        }
        at += 3;
    }
    (out != bytes).then(|| String::from_utf8(out).unwrap_or_default())
}

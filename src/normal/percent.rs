//! Escapes of characters that need none (RFC 3986 6.2.2.2).

use crate::byteset::UNRESERVED;
use crate::grammar::escape::octet;
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
        let (octet, next) = octet(bytes, at);
        match next - at == 3 {
            true if UNRESERVED.contains(octet) && in_host(at) => {
                out.push(octet.to_ascii_lowercase());
            }
            true if !UNRESERVED.contains(octet) => {
                out.extend(bytes[at..next].iter().map(u8::to_ascii_uppercase));
            }
            _ => out.push(octet),
        }
        at = next;
    }
    (out != bytes).then(|| String::from_utf8(out).unwrap_or_default())
}

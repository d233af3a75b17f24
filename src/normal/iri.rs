//! From an IRI to a URI (RFC 3987 3.1).

use crate::grammar::escape::percent_decode;
use crate::grammar::parts::Parts;

/// The host by IDNA, everything else beyond ASCII as escapes of its UTF-8.
pub(super) fn apply(text: &str, parts: &Parts) -> Option<String> {
    let host = parts.host().unwrap_or(0..0);
    if text.is_ascii() && !text[host.clone()].contains('%') {
        return None;
    }
    let mut out = String::with_capacity(text.len() * 2);
    escape(&text[..host.start], &mut out);
    let name = &text[host.clone()];
    match ascii_host(name) {
        Some(ascii) => out.push_str(&ascii),
        None => escape(name, &mut out),
    }
    escape(&text[host.end..], &mut out);
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

#[cfg(feature = "unicode")]
fn to_ascii(name: &str) -> Option<String> {
    idna::domain_to_ascii(name).ok()
}

/// Without the tables of IDNA, the name is escaped like everything else (RFC 3987 3.1, 2 c is optional).
#[cfg(not(feature = "unicode"))]
fn to_ascii(_name: &str) -> Option<String> {
    None
}

fn escape(text: &str, out: &mut String) {
    for c in text.chars() {
        match c.is_ascii() {
            true => out.push(c),
            false => super::push_escaped(c, out),
        }
    }
}

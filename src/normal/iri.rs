//! From an IRI to a URI (RFC 3987 3.1).

use crate::grammar::parts::Parts;

/// The host by IDNA, everything else beyond ASCII as escapes of its UTF-8.
pub(super) fn apply(text: &str, parts: &Parts) -> Option<String> {
    if text.is_ascii() {
        return None;
    }
    let host = parts.host().unwrap_or(0..0);
    let mut out = escaped(&text[..host.start]);
    let name = &text[host.clone()];
    out += &ascii_host(name).unwrap_or_else(|| escaped(name));
    out += &escaped(&text[host.end..]);
    Some(out)
}

/// The host by IDNA (RFC 3987 3.1, 2 c), if it is the name of a domain and not of anything else.
fn ascii_host(name: &str) -> Option<String> {
    let is_domain = |b: u8| b >= 0x80 || b.is_ascii_alphanumeric() || b"-._".contains(&b);
    let domain = !name.is_ascii() && name.bytes().all(is_domain);
    let ascii = domain.then(|| idna::domain_to_ascii(name).ok()).flatten();
    // What it maps to a space, say, is no name either.
    ascii.filter(|ascii| !ascii.is_empty() && ascii.bytes().all(is_domain))
}

fn escaped(text: &str) -> String {
    text.bytes().fold(String::with_capacity(text.len()), |mut out, byte| {
        match byte {
            0x80.. => out += &format!("%{byte:02X}"),
            _ => out.push(char::from(byte)),
        }
        out
    })
}

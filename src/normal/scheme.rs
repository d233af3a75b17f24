//! What a scheme says is the same (RFC 3986 6.2.3).

use std::ops::Range;

use crate::grammar::parts::Parts;
use crate::grammar::ports::{default_port, number};

/// Schemes whose empty path is the root (RFC 9110 4.2.3, RFC 6455 3).
const ROOTED: [&str; 4] = ["http", "https", "ws", "wss"];

/// Default port, empty port, empty path, local host, namespace, domain.
pub(super) fn apply(text: &str, parts: &Parts) -> Option<String> {
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

/// Whether a port is empty, or the scheme's own.
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

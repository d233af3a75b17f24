//! What a scheme says is the same (RFC 3986 6.2.3).

use crate::grammar::parts::Parts;
use crate::grammar::ports::default_port;

/// Schemes whose empty path is the root (RFC 9110 4.2.3, RFC 6455 3).
const ROOTED: [&str; 4] = ["http", "https", "ws", "wss"];

/// Default port, empty port, empty path, local host, namespace, domain.
pub(super) fn apply(text: &str, parts: &Parts) -> Option<String> {
    let scheme = text[parts.scheme()?].to_ascii_lowercase();
    let mut out = text.to_owned();
    let path = parts.path();
    // From behind, so that what stands before keeps its place.
    match scheme.as_str() {
        "urn" => {
            if let Some(nid) = text[path.clone()].find(':') {
                lower(&mut out, path.start..path.start + nid);
            }
        }
        "mailto" => lower_domains(&mut out, path.clone()),
        scheme if path.is_empty() && parts.authority().is_some() && ROOTED.contains(&scheme) => {
            out.insert(path.start, '/');
        }
        _ => {}
    }
    if let Some(port) = parts.port() {
        let number = text[port.clone()].parse::<u16>();
        let own = default_port(scheme.as_bytes());
        if port.is_empty() || number.is_ok_and(|number| Some(number) == own) {
            out.replace_range(port.start - 1..port.end, "");
        }
    }
    match parts.host() {
        Some(host) if scheme == "file" && text[host.clone()].eq_ignore_ascii_case("localhost") => {
            out.replace_range(host, "");
        }
        _ => {}
    }
    (out != text).then_some(out)
}

/// Where a character first stands; the length, where it does not.
fn first(text: &str, of: char) -> usize {
    text.find(of).unwrap_or(text.len())
}

/// Lower case, save for the digits of escapes.
fn lower(text: &mut str, range: std::ops::Range<usize>) {
    let mut at = range.start;
    while at < range.end {
        let end = text[at..range.end].find('%').map_or(range.end, |escape| at + escape);
        text[at..end].make_ascii_lowercase();
        at = (end + 3).min(range.end);
        while !text.is_char_boundary(at) {
            at += 1;
        }
    }
}

/// The domain behind each `@`, up to the next address (RFC 6068 2).
fn lower_domains(text: &mut str, path: std::ops::Range<usize>) {
    let mut start = path.start;
    while start < path.end {
        let end = start + first(&text[start..path.end], ',');
        if let Some(at) = text[start..end].rfind('@') {
            lower(text, start + at + 1..end);
        }
        start = end + 1;
    }
}

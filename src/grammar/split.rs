//! The components of any text, whether it is a reference or not: what the regular expression of
//! RFC 3986 Appendix B gives.

use memchr::{memchr, memchr2, memchr3};

use super::parts::{Authority, Parts};

/// Splits `text`. Nothing is validated, and nothing is refused.
pub(crate) fn split(text: &[u8]) -> Parts {
    split_from(text, 0)
}

/// Splits `text` from `start` on.
pub(crate) fn split_from(text: &[u8], start: usize) -> Parts {
    let parts = Parts::path_only(start, text.len());
    match scheme_colon(&text[start..]).map(|colon| start + colon) {
        Some(colon) => hierarchy(text, parts.with_scheme(colon), colon + 1),
        None => hierarchy(text, parts, start),
    }
}

/// Splits a text that starts with its authority.
pub(crate) fn split_abbreviated(text: &[u8]) -> Parts {
    from_authority(text, Parts::path_only(0, text.len()), 0)
}

fn hierarchy(text: &[u8], parts: Parts, at: usize) -> Parts {
    if text[at..].starts_with(b"//") {
        from_authority(text, parts, at + 2)
    } else {
        from_path(text, parts, at)
    }
}

fn from_authority(text: &[u8], parts: Parts, start: usize) -> Parts {
    let end = memchr3(b'/', b'?', b'#', &text[start..]).map_or(text.len(), |i| start + i);
    from_path(text, parts.with_authority(authority(text, start, end)), end)
}

fn from_path(text: &[u8], mut parts: Parts, mut at: usize) -> Parts {
    at = memchr2(b'?', b'#', &text[at..]).map_or(text.len(), |i| at + i);
    parts = parts.with_path_end(at);
    if text.get(at) == Some(&b'?') {
        at = memchr(b'#', &text[at..]).map_or(text.len(), |i| at + i);
        parts = parts.with_query_end(at);
    }
    parts
}

/// `[^:/?#]+` and a colon.
fn scheme_colon(text: &[u8]) -> Option<usize> {
    let stop = text.iter().position(|b| b":/?#".contains(b))?;
    (stop > 0 && text[stop] == b':').then_some(stop)
}

/// Userinfo up to the last `@`, since what precedes it cannot be the host; the port after the last
/// colon outside brackets.
fn authority(text: &[u8], start: usize, end: usize) -> Authority {
    // In one pass: an authority is too short for `memchr` calls to pay off.
    let (mut at, mut colon) = (None, None);
    for (i, byte) in text[start..end].iter().enumerate() {
        match byte {
            b'@' => (at, colon) = (Some(start + i), None),
            b']' => colon = None,
            b':' => colon = Some(start + i),
            _ => {}
        }
    }
    Authority { start, at, host_end: colon.unwrap_or(end), end }
}

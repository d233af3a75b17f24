//! Names of properties in calendars and cards (RFC 5545 3.1, RFC 6350 3.3), which look like schemes:
//! `TEL:555-0100`.

use super::view::View;
use crate::byteset::ALNUM;

/// Schemes that are names of properties too, written in capitals there.
const NAMES: &[&[u8]] = &[b"TEL", b"FAX", b"MODEM", b"SMS", b"GEO"];

/// How much of the next line is looked at, in bytes.
const SIGHT: usize = 64;

/// The kind of a name in a certificate, as OpenSSL prints and reads it: `DNS:a.example`.
const OF_CERTIFICATE: &[u8] = b"DNS";

/// Returns `true` if the name at `start..colon` is that of a kind in a certificate, or of a property: that starts a
/// line, perhaps after a group's name, and a line above or the next one is a property too.
pub(super) fn is_name(view: &View<'_>, start: usize, colon: usize) -> bool {
    let name = view.slice(start, colon);
    name == OF_CERTIFICATE
        || NAMES.contains(&name) && stands_alone(view, start) && is_among(view, colon)
}

fn stands_alone(view: &View<'_>, start: usize) -> bool {
    let group = view.line_before(start);
    let name = group.strip_suffix(b".").unwrap_or(group);
    let near = view.line_start(start).is_some();
    near && (group.is_empty() || name.len() < group.len() && name.iter().all(|&b| is_letter(b)))
}

fn is_among(view: &View<'_>, colon: usize) -> bool {
    let above = view.before(colon).split(|&b| b == b'\n' || b == b'\r').rev().skip(1);
    if above.into_iter().any(is_property) {
        return true;
    }
    let is_break = |b| b == b'\n' || b == b'\r';
    let Some(end) = view.find(colon, 2 * SIGHT, is_break) else { return false };
    let Some(line) = view.find(end, 2, |b| !is_break(b)) else { return false };
    let name = view.find(line, SIGHT, |b| !is_letter(b) && b != b'.');
    name.is_some_and(|end| {
        view.is(end, |b| b":;".contains(&b)) && is_property(view.slice(line, end + 1))
    })
}

/// Returns `true` if the line starts with the name of a property, in capitals, perhaps after a group's.
fn is_property(line: &[u8]) -> bool {
    let len = line.iter().take_while(|&&b| is_letter(b) || b == b'.').count();
    let name = line[..len].rsplit(|&b| b == b'.').next().unwrap_or(&[]);
    name.len() > 1
        && name.iter().all(|b| !b.is_ascii_lowercase())
        && name[0].is_ascii_uppercase()
        && line.get(len).is_some_and(|b| b":;".contains(b))
}

/// Returns `true` if the byte may be in a name (RFC 6350 3.3).
fn is_letter(byte: u8) -> bool {
    ALNUM.contains(byte) || byte == b'-'
}

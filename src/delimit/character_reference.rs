//! Character references of HTML (HTML 13.2.5.72) in markup that a text holds: in `<a href="http://a.example/?b&amp;c">`,
//! wherever that stands, and before an end tag.

use memchr::{memchr, memrchr};

use super::Extent;
use super::view::View;
use crate::byteset::{BLANK, ByteSet};
use crate::found::Readings;

/// Attributes that hold a URI, in any markup. One of another name counts in a tag.
const NAMES: [&[u8]; 10] = [
    b"href",
    b"src",
    b"action",
    b"formaction",
    b"cite",
    b"poster",
    b"background",
    b"data-src",
    b"data-href",
    b"xlink:href",
];

/// What names of attributes are made of.
const NAME: ByteSet = crate::byteset::ALNUM.or(ByteSet::of(b"-_:"));

/// The longest reference, in bytes.
const LONGEST: usize = 10;

/// The readings with their references decoded; `None` if there are none, or they are not in markup.
pub(super) fn decoded(view: &View<'_>, extent: &Extent) -> Option<Box<Readings>> {
    let own = extent.uri().unwrap_or_else(|| view.slice(extent.start, extent.end));
    let first = memchr(b'&', own)?;
    if !references(&own[first..]).any(|(_, len, _)| len > 0) {
        return None;
    }
    let times = times(view, extent);
    let all = |uri: &[u8]| (0..times).fold(uri.to_vec(), |uri, _| once(&uri));
    let second = extent.readings.as_deref().and_then(|readings| readings.second.as_deref());
    (times > 0).then(|| Readings::of(Some(all(own)), second.map(all))).flatten()
}

/// Returns `true` if only its character references distinguish a text from the URI that it stands for.
pub(crate) fn is_decoded(text: &[u8], uri: &[u8]) -> bool {
    let decoded = once(text);
    decoded.len() < text.len() && (decoded == uri || once(&decoded) == uri)
}

/// How often the references around a URI are escaped: not at all, once in markup, and twice in markup that is escaped
/// itself, as in `&lt;a href="…&amp;amp;…"&gt;`.
fn times(view: &View<'_>, extent: &Extent) -> usize {
    if view.is(extent.end, |byte| byte == b'<') && view.is(extent.end + 1, |byte| byte == b'/') {
        return usize::from(view.is(extent.end + 2, |byte| byte.is_ascii_alphabetic()));
    }
    let before = view.before(extent.start);
    let quotes = before.iter().rev().take_while(|byte| b"\"'\\".contains(byte)).count();
    let before = before[..before.len() - quotes.min(4)].trim_ascii_end();
    let Some(before) = before.strip_suffix(b"=") else { return 0 };
    let before = before.trim_ascii_end();
    let len = before.iter().rev().take_while(|byte| NAME.contains(**byte)).count();
    let (mut tag, mut name) = before.split_at(before.len() - len);
    // A line break in a string.
    if tag.ends_with(b"\\") && name.first().is_some_and(|byte| b"nrt".contains(byte)) {
        name = &name[1..];
        tag = &before[..before.len() - name.len()];
    }
    let is_apart =
        tag.last().is_some_and(|byte| BLANK.contains(*byte) || b"\r\n\"'nrt".contains(byte));
    let is_known = NAMES.iter().any(|known| name.eq_ignore_ascii_case(known));
    let open = memrchr(b'<', tag).filter(|open| memchr(b'>', &tag[*open..]).is_none());
    let escaped =
        memchr::memmem::rfind(tag, b"&lt;").filter(|open| memchr(b'>', &tag[*open..]).is_none());
    match (open, escaped) {
        _ if len == 0 || !is_apart => 0,
        (open, Some(escaped)) if open.is_none_or(|open| open < escaped) => 2,
        (Some(_), _) => 1,
        _ => usize::from(is_known),
    }
}

/// The references in a text: where each starts, its length, and the character. Other ampersands have no length.
fn references(text: &[u8]) -> impl Iterator<Item = (usize, usize, u8)> {
    memchr::memchr_iter(b'&', text).map(|at| {
        let (len, char) = reference(&text[at..]).unwrap_or_default();
        (at, len, char)
    })
}

/// The length of the reference at the front and its character: an ampersand, or any of a URI by its number.
fn reference(text: &[u8]) -> Option<(usize, u8)> {
    let text = &text[..text.len().min(LONGEST)];
    let end = memchr(b';', text)?;
    let char = match &text[1..end] {
        b"amp" => b'&',
        [b'#', b'x' | b'X', digits @ ..] => {
            u8::from_str_radix(str::from_utf8(digits).ok()?, 16).ok()?
        }
        [b'#', digits @ ..] => str::from_utf8(digits).ok()?.parse().ok()?,
        _ => return None,
    };
    (char.is_ascii_graphic() && !b"<>\"".contains(&char)).then_some((end + 1, char))
}

fn once(text: &[u8]) -> Vec<u8> {
    let (mut out, mut from) = (Vec::with_capacity(text.len()), 0);
    for (at, len, char) in references(text).filter(|(_, len, _)| *len > 0) {
        out.extend_from_slice(&text[from..at]);
        out.push(char);
        from = at + len;
    }
    out.extend_from_slice(&text[from..]);
    out
}

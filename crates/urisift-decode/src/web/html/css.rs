//! References in style sheets (CSS Syntax 4.3.6, CSS Values 4.5, CSS Cascading 2).

use std::ops::Range;

use super::items::{skip, until};
use super::opening::SPACE;
use super::out::Located;
use super::reference::End;
use crate::core::mapped::Chunk;
use crate::core::mapped_bytes::MappedBytes;
use urisift::internal::byteset::{ALNUM, ByteSet, HEXDIG};

/// The next item of a style sheet.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// The content of `url()`, or the string after `@import`, without quotes.
    Reference(Range<usize>),
    /// No reference up to here; the rest needs more bytes, if there are any.
    Rest(usize),
}

const IMPORT: &[u8] = b"@import";
const IMAGE_SET: &[u8] = b"-webkit-image-set(";
/// One byte more than the longest name: what is looked at before the parenthesis.
const BEFORE: usize = IMAGE_SET.len();
/// How many bytes there are at most between the candidates of an image.
const BETWEEN: usize = 64;

/// The characters of names; one of them before `url` makes it another name.
const NAME: ByteSet = ALNUM.or(ByteSet::of(b"-_\\")).or(ByteSet::range(0x80, 0xff));
/// The end of an unquoted URL. Whitespace may only be at its end.
const BARE_END: ByteSet = SPACE.or(ByteSet::of(b")"));
/// The end of a string; a line end also ends it, as an error.
const LINE_END: ByteSet = ByteSet::of(b"\n\r\x0c");

/// The first reference at or after `from`.
pub(super) fn next(css: &[u8], from: usize, end: End) -> Next {
    let mut at = from;
    match candidate(css, from) {
        Found::Reference(range) => return Next::Reference(range),
        Found::Open(..) if end == End::Cut => return Next::Rest(from),
        _ => {}
    }
    while let Some(before) = memchr::memchr3(b'(', b'@', b'/', &css[at..]) {
        let mark = at + before;
        let found = match css[mark] {
            b'(' => url(css, at, mark),
            b'@' => import(css, mark),
            _ => comment(css, mark),
        };
        match found {
            Found::Reference(range) if range.is_empty() => at = range.end,
            Found::Reference(range) => return Next::Reference(range),
            Found::Open(..) if end == End::Cut => return Next::Rest(start(at, mark)),
            Found::Open(range) if range.is_empty() => return Next::Rest(css.len()),
            Found::Open(range) => return Next::Reference(range),
            Found::None => at = mark + 1,
            Found::Comment(end) => at = end,
        }
    }
    match end {
        End::Whole => Next::Rest(css.len()),
        End::Cut => Next::Rest(start(at, css.len())),
    }
}

/// Where to resume so that a reference at the mark is found again.
fn start(from: usize, mark: usize) -> usize {
    mark.saturating_sub(BEFORE).max(from)
}

/// What is found at a mark.
enum Found {
    Reference(Range<usize>),
    /// No end: a reference up to here, or too little to tell.
    Open(Range<usize>),
    /// A comment up to here.
    Comment(usize),
    None,
}

fn url(css: &[u8], from: usize, parenthesis: usize) -> Found {
    let before = &css[start(from, parenthesis)..parenthesis];
    if is_named(before, &IMAGE_SET[..BEFORE - 1]) || is_named(before, b"image-set") {
        let start = skip(SPACE, css, parenthesis + 1);
        return match css.get(start) {
            Some(b'"' | b'\'') => string(css, start),
            Some(_) => Found::None,
            None => Found::Open(start..start),
        };
    }
    if !is_named(before, b"url") {
        return Found::None;
    }
    let start = skip(SPACE, css, parenthesis + 1);
    match css.get(start) {
        Some(b'"' | b'\'') => string(css, start),
        _ => unescaped(css, start, BARE_END),
    }
}

/// Returns `true` if these bytes end with that name, and no longer one.
fn is_named(bytes: &[u8], name: &[u8]) -> bool {
    let Some(at) = bytes.len().checked_sub(name.len()) else { return false };
    bytes[at..].eq_ignore_ascii_case(name) && (at == 0 || !NAME.contains(bytes[at - 1]))
}

/// The next candidate of an image (CSS Images 4, 2.4), after one whose string or `url()` ends there: only a resolution
/// is between them.
fn candidate(css: &[u8], from: usize) -> Found {
    let Some(b'"' | b'\'' | b')') = css.get(from) else { return Found::None };
    const RESOLUTION: ByteSet = ALNUM.or(SPACE).or(ByteSet::of(b"."));
    let near = &css[..css.len().min(from + BETWEEN)];
    let start = skip(SPACE, near, from + 1);
    let comma = skip(RESOLUTION, near, start);
    let quote = skip(SPACE, near, comma + usize::from(near.get(comma) == Some(&b',')));
    let is_resolution = near.get(start).is_none_or(u8::is_ascii_digit);
    match near.get(quote) {
        _ if !is_resolution => Found::None,
        Some(b'"' | b'\'') if comma < quote => string(css, quote),
        None if near.len() < from + BETWEEN => Found::Open(quote..quote),
        _ => Found::None,
    }
}

fn import(css: &[u8], mark: usize) -> Found {
    let name = &css[mark..css.len().min(mark + IMPORT.len())];
    if !name.eq_ignore_ascii_case(&IMPORT[..name.len()]) {
        return Found::None;
    }
    let start = skip(SPACE, css, mark + name.len());
    match css.get(start) {
        Some(b'"' | b'\'') => string(css, start),
        Some(_) => Found::None,
        None => Found::Open(start..start),
    }
}

fn comment(css: &[u8], mark: usize) -> Found {
    match css.get(mark + 1) {
        Some(b'*') => match memchr::memmem::find(&css[mark + 2..], b"*/") {
            Some(len) => Found::Comment(mark + 2 + len + 2),
            None => Found::Open(css.len()..css.len()),
        },
        Some(_) => Found::None,
        None => Found::Open(css.len()..css.len()),
    }
}

fn string(css: &[u8], quote: usize) -> Found {
    unescaped(css, quote + 1, LINE_END.or(ByteSet::of(&[css[quote]])))
}

/// Up to an unescaped byte of the set.
fn unescaped(css: &[u8], start: usize, stops: ByteSet) -> Found {
    let stops = stops.or(ByteSet::of(b"\\"));
    let mut at = until(stops, css, start);
    while css.get(at) == Some(&b'\\') {
        at = until(stops, css, at + escape_len(&css[at..]));
    }
    if at < css.len() { Found::Reference(start..at) } else { Found::Open(start..css.len()) }
}

/// Appends a range of what is kept, with CSS escapes decoded (CSS Syntax 4.3.7).
pub(super) fn unescape(from: &impl Located, range: Range<usize>, to: &mut MappedBytes) {
    let bytes = &from.bytes()[..range.end];
    let mut at = range.start;
    while let Some(before) = memchr::memchr(b'\\', &bytes[at..]) {
        let start = at + before;
        from.copy(at..start, to);
        at = start + escape(from, start..range.end, to);
    }
    from.copy(at..range.end, to);
}

/// How many hex digits an escape has.
fn digits(escape: &[u8]) -> usize {
    escape[1..].iter().take(6).take_while(|b| HEXDIG.contains(**b)).count()
}

/// Whitespace after the digits is part of the escape.
fn escape_len(bytes: &[u8]) -> usize {
    match digits(bytes) {
        0 => 2,
        digits => {
            1 + digits + usize::from(bytes.get(1 + digits).is_some_and(|b| SPACE.contains(*b)))
        }
    }
}

/// Appends the character of an escape; returns the escape's length.
fn escape(from: &impl Located, range: Range<usize>, to: &mut MappedBytes) -> usize {
    let bytes = &from.bytes()[range.clone()];
    let digits = digits(bytes);
    if digits == 0 {
        let len = bytes.len().min(2);
        if len == 2 {
            to.push(Chunk::whole(&bytes[1..2], from.span(range.start..range.start + 2)));
        }
        return len;
    }
    let number = str::from_utf8(&bytes[1..1 + digits]).ok();
    let number = number.and_then(|digits| u32::from_str_radix(digits, 16).ok());
    let character = number.filter(|n| *n != 0).and_then(char::from_u32);
    let character = character.unwrap_or(char::REPLACEMENT_CHARACTER);
    let len = escape_len(bytes);
    let raw = from.span(range.start..range.start + len);
    to.push(Chunk::whole(character.encode_utf8(&mut [0; 4]).as_bytes(), raw));
    len
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::cases::assert_texts;

    fn references(css: &str) -> String {
        let (mut at, mut found) = (0, Vec::new());
        while let Next::Reference(range) = next(css.as_bytes(), at, End::Whole) {
            at = range.end;
            found.push(&css[range]);
        }
        found.join("|")
    }

    #[test]
    fn of_every_form() {
        assert_texts("html/css", references);
    }

    #[test]
    fn what_is_cut_is_read_again() {
        let css = "/* x */ a{b:url(c.png)}@import 'd.css';/* y */e:url( \"f\" )\
                   g:-webkit-image-set( 'h' 1x, \"i\" 2x)";
        for cut in 0..css.len() {
            let (mut at, mut found) = (0, Vec::new());
            while let Next::Reference(range) = next(&css.as_bytes()[..cut], at, End::Cut) {
                at = range.end;
                found.push(&css[range]);
            }
            let Next::Rest(rest) = next(&css.as_bytes()[..cut], at, End::Cut) else { panic!() };
            assert!(rest <= cut);
            let again = references(&css[rest..]);
            found.extend(again.split_terminator('|'));
            assert_eq!(found.join("|"), "c.png|d.css|f|h|i", "{cut}");
        }
    }

    #[test]
    fn escapes() {
        for (written, meant) in [
            ("https\\3a //a/\\(b\\)", "https://a/(b)"),
            ("\\00003a3", ":3"),
            ("a\\", "a"),
            ("\\0 \\d800 ", "\u{fffd}\u{fffd}"),
        ] {
            let (mut from, mut to) = (MappedBytes::default(), MappedBytes::default());
            from.push(Chunk::plain(written.as_bytes(), 0));
            unescape(&from, 0..written.len(), &mut to);
            assert_eq!(String::from_utf8_lossy(to.bytes()), meant);
        }
    }
}

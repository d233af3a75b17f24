//! Escapes of the text around a URI, one by one: of strings, `\/` and `\u0026` (RFC 8259 7), `\x26`
//! (ECMA-262 12.9.4), `\U00000026` (RDF 1.1 N-Triples 6.4); of bytes in UTF-8, `\xc3\xa9`, as in the logs of web servers;
//! marks after a backslash, as in TeX, roff, Markdown, shells, properties and regular expressions; entities of HTML.

use super::iri::Kind;
use super::view::View;
use crate::byteset::{ALNUM, HEXDIG, URI};

/// How many backslashes an escape may start with: a string inside another one has them escaped
/// too.
const MAX_BACKSLASHES: usize = 8;
/// The longest escape, in bytes: a character in four units.
const MAX_LEN: usize = 4 * (MAX_BACKSLASHES + b"x00".len());

/// A character that is written as an escape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Escaped {
    /// Nothing if it only allows a line break or protects a dot, as `\:` and `\&` in roff.
    pub c: Option<char>,
    /// Length of the escape, in bytes.
    pub len: usize,
}

/// Why a text does not start with a readable escape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unread {
    /// It starts with something else, or with the escape of a control, which would be invisible. An
    /// escaped backslash is left alone, since it might escape what follows.
    Other,
    /// It ends too soon to tell.
    Cut,
}

/// The escape that the text starts with.
pub(super) fn read(text: &[u8]) -> Result<Escaped, Unread> {
    // Most are of this kind.
    if text.starts_with(b"\\/") {
        return Ok(Escaped { c: Some('/'), len: 2 });
    }
    let first = match unit(text) {
        Err(Unread::Other) => return mark(text),
        first => first?,
    };
    let (c, len) = match u16::try_from(first.code) {
        Ok(0x80..) if first.is_byte => in_utf8(text, first)?,
        Ok(high @ 0xd800..0xdc00) => {
            let second = unit(&text[first.len..])?;
            let units = [Some(high), u16::try_from(second.code).ok()].into_iter().flatten();
            let c = char::decode_utf16(units).next().and_then(Result::ok);
            (c, first.len + second.len)
        }
        _ => (char::from_u32(first.code), first.len),
    };
    let c = c.filter(|&c| !c.is_control() && c != '\\');
    c.map(|c| Escaped { c: Some(c), len }).ok_or(Unread::Other)
}

/// The escape of a mark. `\~{}` is TeX's tilde. A percent sign is one only before two digits.
fn mark(text: &[u8]) -> Result<Escaped, Unread> {
    let [b'\\', mark, rest @ ..] = text else { return Err(Unread::Other) };
    let own = Ok(Escaped { c: Some(char::from(*mark)), len: 2 });
    let nothing = Ok(Escaped { c: None, len: 2 });
    match (mark, rest) {
        (b'_' | b'#' | b'-' | b'.' | b'=' | b'?', _) => own,
        (b'~', [b'{', b'}', ..]) => Ok(Escaped { c: Some('~'), len: 4 }),
        (b'~', [] | [b'{']) | (b'&' | b':' | b',' | b';', []) => Err(Unread::Cut),
        (b'%', _) if rest.len() < 2 => Err(Unread::Cut),
        (b'~', _) => own,
        (b':', _) | (b'&', [b'.', ..]) => nothing,
        (b'&', _) => own,
        (b'%', [x, y, ..]) if HEXDIG.contains(*x) && HEXDIG.contains(*y) => own,
        (b',' | b';', [next, ..]) if ALNUM.contains(*next) => own,
        _ => Err(Unread::Other),
    }
}

/// A code unit of UTF-16, or a whole character, as it is written.
struct Unit {
    code: u32,
    len: usize,
    /// It is written with two digits.
    is_byte: bool,
}

/// The character whose bytes in UTF-8 the text starts with, and the length of their escapes. Python and others write
/// bytes as `\xe9`, and JavaScript characters: another one is not clear.
fn in_utf8(text: &[u8], first: Unit) -> Result<(Option<char>, usize), Unread> {
    let count = match first.code {
        0xc2..0xe0 => 2,
        0xe0..0xf0 => 3,
        0xf0..0xf5 => 4,
        _ => return Err(Unread::Other),
    };
    let (mut bytes, mut len) = ([first.code as u8, 0, 0, 0], first.len);
    for byte in &mut bytes[1..count] {
        let next = unit(&text[len..])?;
        *byte = if next.is_byte { next.code as u8 } else { 0 };
        len += next.len;
    }
    Ok((str::from_utf8(&bytes[..count]).ok().and_then(|text| text.chars().next()), len))
}

fn unit(text: &[u8]) -> Result<Unit, Unread> {
    let marks = text.iter().take(MAX_BACKSLASHES + 1).take_while(|b| **b == b'\\').count();
    if marks > MAX_BACKSLASHES {
        return Err(Unread::Other);
    }
    let (&kind, digits) = text[marks..].split_first().ok_or(Unread::Cut)?;
    let (code, len) = match kind {
        _ if marks == 0 => return Err(Unread::Other),
        b'/' => (u32::from(b'/'), 0),
        b'u' => (number(digits, 4)?, 4),
        b'U' => (number(digits, 8)?, 8),
        b'x' => (number(digits, 2)?, 2),
        _ => return Err(Unread::Other),
    };
    Ok(Unit { code, len: marks + 1 + len, is_byte: kind == b'x' })
}

/// The number of `count` hexadecimal digits.
fn number(text: &[u8], count: usize) -> Result<u32, Unread> {
    let digits = &text[..text.len().min(count)];
    let number = digits.iter().try_fold(0, |number, &b| {
        let digit = char::from(b).to_digit(16)?;
        Some(number << 4 | digit)
    });
    match number {
        None => Err(Unread::Other),
        Some(_) if digits.len() < count => Err(Unread::Cut),
        Some(number) => Ok(number),
    }
}

/// The escape at `i`, if there is one.
fn at(view: &View<'_>, i: usize) -> Option<Escaped> {
    let read = read(view.sight(i, MAX_LEN));
    if read == Err(Unread::Cut) {
        view.want_more();
    }
    read.ok()
}

/// The length of the escape of an ellipsis at `i`, if there is one.
pub(super) fn ellipsis_len(view: &View<'_>, i: usize) -> Option<usize> {
    let escaped = view.is(i, |b| b == b'\\').then(|| at(view, i)).flatten()?;
    (escaped.c == Some('…')).then_some(escaped.len)
}

/// Returns `true` if the escapes of two slashes are at `i`. Usually one byte decides.
#[inline]
pub(super) fn are_slashes(view: &View<'_>, i: usize) -> bool {
    view.is(i, |b| b == b'\\') && are_two(view, i)
}

#[cold]
fn are_two(view: &View<'_>, i: usize) -> bool {
    let slash = |i| at(view, i).filter(|escaped| escaped.c == Some('/'));
    slash(i).is_some_and(|first| slash(i + first.len).is_some())
}

/// Returns `true` if an escape is at `i` that may belong to a URI: of a character that a URI may contain, or of a
/// letter. In the name of a file, a backslash before a mark separates.
pub(super) fn may_belong(view: &View<'_>, start: usize, i: usize) -> bool {
    let is_mark = |b: u8| b.is_ascii_punctuation() && !b"/\\".contains(&b);
    let escaped = at(view, i);
    if escaped.is_some() && view.is(i + 1, is_mark) && view.has(start, b"file:") {
        return false;
    }
    escaped.is_some_and(|escaped| match escaped.c.map(|c| (c, u8::try_from(c))) {
        None => true,
        Some((_, Ok(byte))) if byte.is_ascii() => URI.contains(byte),
        Some((c, _)) => Kind::of(c) != Kind::Other,
    })
}

/// Returns `true` if the HTML entity of a character that ends a URI is at `i`. `&amp;` alone ends none.
pub(super) fn entity_ends_uri(view: &View<'_>, i: usize) -> bool {
    let from = if view.has(i + 1, b"amp;") { i + 5 } else { i + 1 };
    let doubled = from > i + 1;
    if view.is(from, |b| b == b'#') {
        return entity_number_ends_uri(view, from + 1);
    }
    let Some(end) = view.find(from, 9, |b| !ALNUM.contains(b)) else { return false };
    let name = view.slice(from, end);
    view.is(end, |b| b == b';')
        && name != b"amp"
        && (!doubled || DELIMITERS.contains(&name))
        && is_entity(name)
}

/// Entities of delimiters in a text that was escaped twice.
const DELIMITERS: &[&[u8]] = &[b"lt", b"gt", b"quot", b"nbsp", b"apos"];

/// The names of entities that occur after a URI: delimiters, blanks, dashes, quotes, arrows and the
/// like (HTML 4.01 24.3 and 24.4).
fn is_entity(name: &[u8]) -> bool {
    const NAMES: &[&str] = &[
        "lt", "gt", "quot", "apos", "nbsp", "ensp", "emsp", "thinsp", "shy", "zwnj", "zwj", "lrm",
        "rlm", "ldquo", "rdquo", "bdquo", "lsquo", "rsquo", "sbquo", "laquo", "raquo", "lsaquo",
        "rsaquo", "hellip", "mdash", "ndash", "bull", "middot", "sdot", "copy", "reg", "trade",
        "rarr", "larr", "uarr", "darr", "harr", "rArr", "lArr", "para", "sect", "dagger", "Dagger",
        "iexcl", "iquest", "deg", "NewLine", "Tab", "lpar", "rpar", "lbrack", "rbrack", "lsqb",
        "rsqb", "lcub", "rcub", "comma", "period", "times", "divide", "minus", "plusmn", "euro",
        "pound", "cent", "yen", "lang", "rang", "sup1", "sup2", "sup3", "prime", "Prime", "infin",
        "crarr", "hearts", "check", "star", "bigstar", "ordf", "ordm", "frac12", "frac14",
        "frac34", "not", "macr", "acute",
    ];
    NAMES.iter().any(|n| n.as_bytes() == name)
}

/// Returns `true` if the number of a character that ends a URI is at `i`, with a semicolon: `39;`, `x27;`.
fn entity_number_ends_uri(view: &View<'_>, i: usize) -> bool {
    let hex = view.is(i, |b| b | 0x20 == b'x');
    let from = i + usize::from(hex);
    let Some(end) = view.find(from, 8, |b| !HEXDIG.contains(b)) else { return false };
    let digits = std::str::from_utf8(view.slice(from, end)).unwrap_or_default();
    let code = u32::from_str_radix(digits, if hex { 16 } else { 10 });
    let own = |b: u8| ALNUM.contains(b) || b"&=/?%-_~#+:@".contains(&b);
    let ends = |code: u32| match u8::try_from(code) {
        Ok(byte) if byte < 0x80 => !own(byte),
        _ => char::from_u32(code)
            .is_none_or(|c| matches!(Kind::of(c), Kind::Other | Kind::Symbol | Kind::Joint)),
    };
    view.is(end, |b| b == b';') && code.is_ok_and(ends)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_of_characters() {
        for (text, c) in [
            (r"\/", '/'),
            (r"\\\/", '/'),
            (r"\u0026", '&'),
            (r"\\u003D", '='),
            (r"\x2f", '/'),
            (r"\xd0\xBF", 'п'),
            (r"\\xe2\\x82\\xac", '€'),
            (r"\xf0\x9f\x98\x80", '😀'),
            (r"\u00e9", 'é'),
            (r"\U0001F600", '😀'),
            (r"\ud83d\ude00", '😀'),
            (r"\\uD83D\\uDE00", '😀'),
        ] {
            let escaped = Escaped { c: Some(c), len: text.len() };
            assert_eq!(read(text.as_bytes()), Ok(escaped), "{text}");
            let longer = text.to_owned() + "0";
            assert_eq!(read(longer.as_bytes()), Ok(escaped), "{longer}");
            for len in 0..text.len() {
                assert_eq!(read(&text.as_bytes()[..len]), Err(Unread::Cut), "{text} to {len}");
            }
        }
    }

    #[test]
    fn what_is_left_as_it_is() {
        for text in [
            "a",
            r"\n",
            r"\u000a",
            r"\u005c",
            r"\x5C",
            r"\x7f",
            r"\u009b",
            r"\u00g0",
            r"\xe9x",
            r"\xd0a",
            r"\xd0\u00bf",
            r"\xd0\xd0",
            r"\xc0\x80",
            r"\xed\xa0\x80",
            r"\xbf\xbf",
            r"\ude00",
            r"\ud83dx",
            r"\ud83d\n",
            r"\ud83d\u0041",
            r"\U0026x",
            r"\u{26}",
            "\\\\\\\\\\\\\\\\\\/",
        ] {
            assert_eq!(read(text.as_bytes()), Err(Unread::Other), "{text}");
        }
    }
}

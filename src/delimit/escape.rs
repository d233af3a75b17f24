//! Backslash escapes of strings, one by one: `\/` and `\u0026` (RFC 8259 7), `\x26` (ECMA-262 12.9.4).

use super::iri::Kind;
use super::view::View;
use crate::byteset::URI;

/// How many backslashes an escape may start with: a string inside another one has them escaped
/// too.
const MAX_BACKSLASHES: usize = 8;
/// The longest escape, in bytes: a character in two units.
const MAX_LEN: usize = 2 * (MAX_BACKSLASHES + b"u0000".len());

/// A character that is written as an escape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Escaped {
    pub c: char,
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
        return Ok(Escaped { c: '/', len: 2 });
    }
    let first = unit(text)?;
    let is_high = (0xd800..0xdc00).contains(&first.code);
    let (c, len) = if is_high {
        let second = unit(&text[first.len..])?;
        (char::decode_utf16([first.code, second.code]).next(), first.len + second.len)
    } else {
        (char::decode_utf16([first.code]).next(), first.len)
    };
    let c = c.and_then(Result::ok).filter(|&c| !c.is_control() && c != '\\');
    c.map(|c| Escaped { c, len }).ok_or(Unread::Other)
}

/// A code unit of UTF-16, as it is written.
struct Unit {
    code: u16,
    len: usize,
}

fn unit(text: &[u8]) -> Result<Unit, Unread> {
    let marks = text.iter().take(MAX_BACKSLASHES + 1).take_while(|b| **b == b'\\').count();
    if marks > MAX_BACKSLASHES {
        return Err(Unread::Other);
    }
    let (&kind, digits) = text[marks..].split_first().ok_or(Unread::Cut)?;
    let (code, len) = match kind {
        _ if marks == 0 => return Err(Unread::Other),
        b'/' => (u16::from(b'/'), 0),
        b'u' => (number(digits, 4)?, 4),
        b'x' => (number(digits, 2)?, 2),
        _ => return Err(Unread::Other),
    };
    // Python and others write bytes as `\xe9`, JavaScript characters: only ASCII is the same in both.
    let is_clear = kind != b'x' || code < 0x80;
    is_clear.then_some(Unit { code, len: marks + 1 + len }).ok_or(Unread::Other)
}

/// The number of `count` hexadecimal digits.
fn number(text: &[u8], count: usize) -> Result<u16, Unread> {
    let digits = &text[..text.len().min(count)];
    let number = digits.iter().try_fold(0, |number, &b| {
        let digit = char::from(b).to_digit(16)?;
        Some(number << 4 | digit as u16)
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

/// Whether the escapes of two slashes stand at `i`. Usually one byte decides.
#[inline]
pub(super) fn are_slashes(view: &View<'_>, i: usize) -> bool {
    view.is(i, |b| b == b'\\') && are_two(view, i)
}

#[cold]
fn are_two(view: &View<'_>, i: usize) -> bool {
    let slash = |i| at(view, i).filter(|escaped| escaped.c == '/');
    slash(i).is_some_and(|first| slash(i + first.len).is_some())
}

/// Whether an escape stands at `i` that may belong to a URI: of a character that a URI may contain,
/// or of a letter.
pub(super) fn may_belong(view: &View<'_>, i: usize) -> bool {
    at(view, i).is_some_and(|escaped| match u8::try_from(escaped.c) {
        Ok(byte) if byte.is_ascii() => URI.contains(byte),
        _ => Kind::of(escaped.c) != Kind::Other,
    })
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
            (r"\u00e9", 'é'),
            (r"\ud83d\ude00", '😀'),
            (r"\\uD83D\\uDE00", '😀'),
        ] {
            assert_eq!(read(text.as_bytes()), Ok(Escaped { c, len: text.len() }), "{text}");
            let longer = text.to_owned() + "0";
            assert_eq!(read(longer.as_bytes()), Ok(Escaped { c, len: text.len() }), "{longer}");
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
            r"\xe9",
            r"\ude00",
            r"\ud83dx",
            r"\ud83d\n",
            r"\ud83d\u0041",
            r"\U0026",
            r"\u{26}",
            "\\\\\\\\\\\\\\\\\\/",
        ] {
            assert_eq!(read(text.as_bytes()), Err(Unread::Other), "{text}");
        }
    }
}

//! Properties of Java: keys and values, with escapes and lines that continue.

use std::ops::Range;

use memchr::memchr;

use super::Dialect;
use super::escapes::{self, Escape};
use crate::layers::coding::push_char;
use crate::layers::syntax::{Syntax, Unit};

/// Properties (`java.util.Properties.load`).
pub(crate) const PROPERTIES: Dialect<Properties> = Dialect {
    name: "properties",
    extensions: &["properties"],
    media_types: &[],
    may_start_as: &[],
    syntax: || Properties,
};

/// Keys and values that are one URI have exact ends.
pub(crate) struct Properties;

impl Syntax for Properties {
    fn read(&mut self, unit: &mut Unit<'_>) {
        let mut at = 0;
        while at < unit.text.len() {
            at = line(unit, at);
        }
    }
}

/// Reads the line at an offset, with those that continue it; returns the offset after it.
fn line(unit: &mut Unit<'_>, at: usize) -> usize {
    let text = unit.text;
    let start = at + blanks(&text[at..]);
    if text.get(start).is_some_and(|b| b"#!".contains(b)) {
        return memchr(b'\n', &text[start..]).map_or(text.len(), |feed| start + feed + 1);
    }
    let key = start..start + unescaped(&text[start..], b"=: \t\x0c\r\n");
    let mut at = key.end + blanks(&text[key.end..]);
    at += usize::from(text.get(at).is_some_and(|b| b"=:".contains(b)));
    at += blanks(&text[at..]);
    let value = at..at + unescaped(&text[at..], b"\r\n");
    let end = value.end;
    element(unit, key);
    element(unit, value);
    text.len().min(end + 1)
}

/// How many blanks are at the front.
fn blanks(text: &[u8]) -> usize {
    text.iter().take_while(|b| b" \t\x0c".contains(b)).count()
}

/// The offset of the first of the bytes that no backslash escapes.
fn unescaped(text: &[u8], ends: &[u8]) -> usize {
    let mut at = 0;
    while let Some(byte) = text.get(at) {
        match byte {
            b'\\' if text[at + 1..].starts_with(b"\r\n") => at += 3,
            b'\\' => at += 2,
            byte if ends.contains(byte) => return at,
            _ => at += 1,
        }
    }
    text.len()
}

/// Reads a key or a value.
fn element(unit: &mut Unit<'_>, range: Range<usize>) {
    let text = &unit.text[range.clone()];
    let range = range.start..range.start + text.trim_ascii_end().len();
    escapes::value(unit, range, escape);
}

/// What the backslash at the front makes of the bytes after it.
fn escape(text: &[u8]) -> Option<Escape> {
    let second = text.strip_prefix(b"\\")?.first()?;
    let stands = match second {
        b'u' => return unicode(text),
        b'\r' | b'\n' => {
            let feed = 1 + usize::from(text[1..].starts_with(b"\r\n"));
            let next = text.get(1 + feed..).unwrap_or_default();
            return Some(Escape { len: 1 + feed + blanks(next), stands: Vec::new() });
        }
        b't' => b'\t',
        b'n' => b'\n',
        b'r' => b'\r',
        b'f' => b'\x0c',
        byte => *byte,
    };
    Some(Escape { len: 2, stands: vec![stands] })
}

/// `\u` and four hexadecimal digits, or two of these for one character.
fn unicode(text: &[u8]) -> Option<Escape> {
    let unit = |at: usize| {
        let digits = text.get(at..at + 6)?.strip_prefix(b"\\u")?;
        let digits =
            str::from_utf8(digits).ok().filter(|_| digits.iter().all(u8::is_ascii_hexdigit));
        u16::from_str_radix(digits?, 16).ok()
    };
    let units = [Some(unit(0)?), unit(6)].into_iter().flatten();
    let char = char::decode_utf16(units).next()?.ok()?;
    let mut stands = Vec::new();
    push_char(char, &mut stands);
    Some(Escape { len: 6 * char.len_utf16(), stands })
}

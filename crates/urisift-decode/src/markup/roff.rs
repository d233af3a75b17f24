//! Manual pages and other roff: references are arguments of macros, and escapes hide in URIs.

use memchr::{memchr, memchr2};

use super::Dialect;
use crate::core::format::{Prefix, Sniff};
use crate::layers::syntax::{Syntax, Unit};

/// Roff. Other files have its extensions too, so most of it is known by its first line.
pub(crate) const ROFF: Dialect<Roff> = Dialect {
    name: "roff",
    extensions: &["man", "mdoc", "roff"],
    media_types: &[],
    may_start_as: &[],
    syntax: || Roff,
};

/// The references of the macros of manual pages.
pub(crate) struct Roff;

/// How roff starts: a comment, or a request that is at the start of manual pages.
const STARTS: &[&[u8]] =
    &[b".\\\"", b"'\\\"", b".TH ", b".Dd ", b".de ", b".ig ", b".ig\n", b".so man", b".lf 1 "];

/// Macros whose first argument is a URI (groff_man 7, groff_mdoc 7).
const MACROS: &[&str] = &[".UR", ".URL", ".Lk", ".%U"];

/// Special characters with a name of two letters (groff_char 7).
const CHARACTERS: &[(&[u8; 2], &str)] = &[
    (b"ti", "~"),
    (b"aq", "'"),
    (b"dq", "\""),
    (b"lq", "\""),
    (b"rq", "\""),
    (b"ha", "^"),
    (b"at", "@"),
    (b"sl", "/"),
    (b"rs", "\\"),
    (b"hy", "-"),
    (b"la", "<"),
    (b"ra", ">"),
    (b"lB", "["),
    (b"rB", "]"),
    (b"lC", "{"),
    (b"rC", "}"),
    (b"or", "|"),
    (b"sh", "#"),
    (b"Do", "$"),
    (b"eq", "="),
];

impl Syntax for Roff {
    fn sniff(head: Prefix<'_>) -> Sniff {
        let starts = STARTS.iter().map(|start| head.starts_with(start));
        starts.fold(Sniff::No, Sniff::or)
    }

    fn read(&mut self, unit: &mut Unit<'_>) {
        let text = unit.text;
        let mut at = argument(unit, 0);
        while let Some(found) = memchr2(b'\\', b'\n', &text[at..]) {
            at += found;
            // `http://` in one font and a name in another are a pattern, no URI.
            let is_pattern = text[at + 1..].starts_with(b"f") && text[..at].ends_with(b"://");
            let is_escape = text[at] == b'\\' && !is_pattern;
            let escape = is_escape.then(|| escape(&text[at..])).flatten();
            at = match escape {
                Some((len, stands)) => {
                    unit.decoded(at..at + len, stands.as_bytes().to_vec());
                    at + len
                }
                None if text[at] == b'\n' => argument(unit, at + 1),
                // An escape that is not known stays, with what it escapes.
                None => text.len().min(at + 2),
            };
        }
    }
}

/// Reads the reference of the line at an offset, if it calls such a macro; returns the offset after that,
/// or else the same one.
fn argument(unit: &mut Unit<'_>, at: usize) -> usize {
    let line = &unit.text[at..];
    let line = &line[..memchr(b'\n', line).unwrap_or(line.len())];
    let is_called = |name: &&&str| {
        line.strip_prefix(name.as_bytes()).is_some_and(|rest| rest.starts_with(b" "))
    };
    let Some(name) = MACROS.iter().find(is_called) else { return at };
    let blanks = line[name.len()..].iter().take_while(|b| **b == b' ').count();
    let mut start = name.len() + blanks;
    let is_quoted = line.get(start) == Some(&b'"');
    start += usize::from(is_quoted);
    let Some((len, value)) = word(&line[start..], is_quoted) else { return at };
    let range = at + start..at + start + len;
    let end = range.end;
    unit.reference(range, value, name);
    end
}

/// The argument at the front: its length, and what it stands for if that is not the same. None if it cannot
/// be a URI.
fn word(text: &[u8], is_quoted: bool) -> Option<(usize, Option<Vec<u8>>)> {
    let (mut at, mut value) = (0, Vec::new());
    while let Some(byte) = text.get(at) {
        match byte {
            b'"' if is_quoted => break,
            b' ' | b'\t' | b'\r' => break,
            b'<' | b'>' => return None,
            b'\\' => {
                let (len, stands) = escape(&text[at..])?;
                value.extend_from_slice(stands.as_bytes());
                at += len;
            }
            byte => {
                value.push(*byte);
                at += 1;
            }
        }
    }
    let is_same = value == text[..at];
    Some((at, (!is_same).then_some(value)))
}

/// What the escape at the front stands for, and its length.
fn escape(text: &[u8]) -> Option<(usize, &'static str)> {
    match text.get(1)? {
        b'-' => Some((2, "-")),
        b'.' => Some((2, ".")),
        b'\'' => Some((2, "'")),
        b'e' => Some((2, "\\")),
        b'&' | b':' | b'%' | b'/' | b',' | b')' | b'|' | b'^' | b'\n' => Some((2, "")),
        b'f' | b'm' | b'M' | b'F' => Some((2 + name_len(&text[2..])?, "")),
        b's' => Some((2 + size_len(&text[2..])?, "")),
        b'(' => Some((4, character(text.get(2..4)?)?)),
        b'*' if text.get(2) == Some(&b'(') => Some((5, string(text.get(3..5)?)?)),
        b'[' => {
            let name = text.get(2..5)?.strip_suffix(b"]")?;
            Some((5, character(name)?))
        }
        _ => None,
    }
}

/// The special character of that name.
fn character(name: &[u8]) -> Option<&'static str> {
    CHARACTERS.iter().find(|(known, _)| known[..] == *name).map(|(_, stands)| *stands)
}

/// What a string stands for that the macros of manual pages define.
fn string(name: &[u8]) -> Option<&'static str> {
    match name {
        b"lq" | b"rq" => Some("\""),
        b"Aq" => Some("'"),
        _ => None,
    }
}

/// The length of the name of a font or color: `B`, `(CW` or `[name]`.
fn name_len(text: &[u8]) -> Option<usize> {
    match text.first()? {
        b'(' => (text.len() >= 3).then_some(3),
        b'[' => text.iter().take(32).position(|b| *b == b']').map(|end| end + 1),
        byte => byte.is_ascii_alphanumeric().then_some(1),
    }
}

/// The length of a size: a digit after a sign, or up to two.
fn size_len(text: &[u8]) -> Option<usize> {
    let sign = usize::from(text.first().is_some_and(|b| b"+-".contains(b)));
    let digits = &text[sign..];
    let count = digits.iter().take(2).take_while(|b| b.is_ascii_digit()).count();
    let count = if sign > 0 || digits.first() == Some(&b'0') { count.min(1) } else { count };
    (count > 0).then_some(sign + count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::cases::assert_cases;

    #[test]
    fn first_lines() {
        assert_cases("markup/first lines of roff", |[text]| {
            format!("{:?}", Roff::sniff(Prefix { bytes: text, is_all: false }))
        });
    }
}

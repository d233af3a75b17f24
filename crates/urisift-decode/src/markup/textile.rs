//! Textile: `"text":target`, `!image!`, and aliases of links.

use std::ops::Range;

use super::Dialect;
use super::source::{Ahead, lines, run};
use crate::layers::syntax::{Syntax, Unit};

/// Textile.
pub(crate) const TEXTILE: Dialect<Textile> = Dialect {
    name: "textile",
    extensions: &["textile"],
    media_types: &[],
    may_start_as: &["html"],
    syntax: Textile::default,
};

/// Marks of blocks whose text is not read.
const RAW: &[&[u8]] = &[b"bc.", b"bc..", b"pre.", b"pre..", b"notextile.", b"notextile.."];

/// Reads the links of a text, but not of code.
#[derive(Default)]
pub(crate) struct Textile;

impl Syntax for Textile {
    fn read(&mut self, unit: &mut Unit<'_>) {
        let text = unit.text;
        let first = &text[..run(text, |b| b > b' ' && b != b'(')];
        if RAW.contains(&first) {
            return;
        }
        for line in lines(text) {
            match alias(text, line.clone()) {
                Some(target) => unit.reference(target, None, "alias"),
                None => inline(unit, line),
            }
        }
    }
}

/// The target of a line `[name]target`.
fn alias(text: &[u8], line: Range<usize>) -> Option<Range<usize>> {
    let rest = text[line.clone()].strip_prefix(b"[")?;
    let name = run(rest, |b| b.is_ascii_alphanumeric() || b"_-".contains(&b));
    let target = rest[name..].strip_prefix(b"]")?.trim_ascii_end();
    let start = line.start + name + 2;
    let is_one = name > 0 && target.len() > 1 && !target.iter().any(u8::is_ascii_whitespace);
    let is_target = is_one && target.iter().any(|b| b":/".contains(b));
    is_target.then_some(start..start + target.len())
}

/// Reads the links and images in a line.
fn inline(unit: &mut Unit<'_>, line: Range<usize>) {
    let text = &unit.text[..line.end];
    let mut codes = Ahead::new(text, b"@");
    let mut at = line.start;
    let mut quoted = false;
    while let Some(next) = text[at..].iter().position(|b| b"\"!@".contains(b)) {
        at += next;
        let before = at.checked_sub(1).map_or(b' ', |before| text[before]);
        at = match text[at] {
            b'@' if !before.is_ascii_alphanumeric() => codes.from(at + 1).unwrap_or(at) + 1,
            b'"' if quoted && text[at..].starts_with(b"\":") => {
                quoted = false;
                let open = memchr::memrchr(b'"', &text[..at]);
                unit.label(open.map_or(at, |open| open + 1)..at);
                refer(unit, text, at + 2, "link")
            }
            b'"' => {
                quoted = !before.is_ascii_alphanumeric() || !quoted;
                at + 1
            }
            b'!' if !before.is_ascii_alphanumeric() => image(unit, text, at + 1),
            _ => at + 1,
        };
    }
}

/// Refers to the target at an offset, without the punctuation after it; returns the offset after it.
fn refer(unit: &mut Unit<'_>, text: &[u8], start: usize, name: &'static str) -> usize {
    let len = run(&text[start..], |b| b > b' ' && !b"\"<>]|".contains(&b));
    let is_bracketed = text.get(start + len) == Some(&b']');
    let mut target = &text[start..start + len];
    let count = |mark| memchr::memchr_iter(mark, target).count();
    let mut unopened = count(b')').saturating_sub(count(b'('));
    while let [rest @ .., last] = target {
        let closes = *last == b')' && unopened > 0;
        if is_bracketed || !closes && !b".,;:!?'".contains(last) {
            break;
        }
        unopened -= usize::from(closes);
        target = rest;
    }
    unit.reference(start..start + target.len(), None, name);
    start + len
}

/// An image, from after its first mark; returns the offset after it, and after its link.
fn image(unit: &mut Unit<'_>, text: &[u8], start: usize) -> usize {
    let start = start + run(&text[start..], |b| b"<>=-".contains(&b));
    let len = run(&text[start..], |b| b > b' ' && !b"!(\"".contains(&b));
    let target = &text[start..start + len];
    let title = &text[start + len..];
    let title = match title.first() {
        Some(b'(') => memchr::memchr2(b')', b'!', title).map_or(0, |close| close + 1),
        _ => 0,
    };
    let end = start + len + title;
    let is_one = text.get(end) == Some(&b'!') && target.iter().any(|b| b"./".contains(b));
    if !is_one {
        return start;
    }
    unit.reference(start..start + len, None, "image");
    match text[end + 1..].starts_with(b":") {
        true => refer(unit, text, end + 2, "link"),
        false => end + 1,
    }
}

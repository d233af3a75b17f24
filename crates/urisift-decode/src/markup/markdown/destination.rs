//! Destinations of links (CommonMark 6.3), and reference definitions (CommonMark 4.7).

use std::ops::Range;

use crate::markup::source::{Escapes, indent, run};

/// Parentheses in a destination may be nested that deep.
const MAX_NESTED: usize = 32;
/// The longest label, in bytes.
const MAX_LABEL: usize = 999;

const ESCAPES: Escapes =
    Escapes { backslash: |byte| byte.is_ascii_punctuation(), references: true };

/// A destination and where the construct that it is in ends.
pub(super) struct Destination {
    pub target: Range<usize>,
    pub end: usize,
}

/// What a destination stands for, if it has escapes.
pub(super) fn decoded(target: &[u8]) -> Option<Vec<u8>> {
    ESCAPES.decoded(target)
}

/// What follows the text of an inline link, from after the opening parenthesis.
pub(super) fn inline(text: &[u8], range: Range<usize>) -> Option<Destination> {
    let text = &text[..range.end];
    let start = blanks(text, range.start);
    let Destination { target, end } = destination(text, start)?;
    let after = blanks(text, end);
    let after_title = title(text, after).filter(|_| after > end);
    let end = after_title.map_or(after, |end| blanks(text, end));
    (text.get(end) == Some(&b')')).then_some(Destination { target, end: end + 1 })
}

/// The definition at the start of a range.
pub(super) fn definition(text: &[u8], range: Range<usize>) -> Option<Destination> {
    let text = &text[..range.end];
    let label = range.start + indent(&text[range.start..]) + 1;
    let is_one = text.get(label - 1) == Some(&b'[') && text.get(label) != Some(&b'^');
    let close = label_end(text, label).filter(|_| is_one)?;
    text[close..].starts_with(b"]:").then_some(())?;
    let Destination { target, end } = destination(text, blanks(text, close + 2))?;
    let after = blanks(text, end);
    let end = title(text, after)
        .filter(|_| after > end)
        .and_then(|end| line_end(text, end))
        .or_else(|| line_end(text, end))?;
    (!target.is_empty()).then_some(Destination { target, end })
}

/// Where a label ends.
fn label_end(text: &[u8], start: usize) -> Option<usize> {
    let end = text.len().min(start + MAX_LABEL);
    let close = find(&text[..end], start, |b| b == b']' || b == b'[')?;
    (text[close] == b']' && !text[start..close].trim_ascii().is_empty()).then_some(close)
}

/// The destination at an offset. It may be empty.
fn destination(text: &[u8], start: usize) -> Option<Destination> {
    if text.get(start) == Some(&b'<') {
        let end = find(text, start + 1, |b| b"<>\n".contains(&b))?;
        return (text[end] == b'>').then_some(Destination { target: start + 1..end, end: end + 1 });
    }
    let mut depth = 0;
    let mut at = start;
    let is_end = |b: u8| b <= b' ' || b == 0x7f;
    loop {
        at = find(text, at, |b| is_end(b) || b == b'(' || b == b')').unwrap_or(text.len());
        match text.get(at) {
            Some(b'(') if depth == MAX_NESTED => return None,
            Some(b'(') => depth += 1,
            Some(b')') if depth > 0 => depth -= 1,
            _ => break,
        }
        at += 1;
    }
    (depth == 0).then_some(Destination { target: start..at, end: at })
}

/// The end of the title at an offset.
fn title(text: &[u8], start: usize) -> Option<usize> {
    let close = match text.get(start)? {
        b'(' => b')',
        quote @ (b'"' | b'\'') => *quote,
        _ => return None,
    };
    let end = find(text, start + 1, |b| b == close || close == b')' && b == b'(')?;
    (text[end] == close).then_some(end + 1)
}

/// The start of the line after the offset, if only blanks precede it.
fn line_end(text: &[u8], at: usize) -> Option<usize> {
    let end = at + run(&text[at..], |b| b" \t\r".contains(&b));
    match text.get(end) {
        None => Some(end),
        Some(b'\n') => Some(end + 1),
        Some(_) => None,
    }
}

/// The offset after whitespace.
fn blanks(text: &[u8], at: usize) -> usize {
    at + run(&text[at..], |b| b.is_ascii_whitespace())
}

/// The first byte from an offset that passes, without those after a backslash.
fn find(text: &[u8], mut at: usize, test: impl Fn(u8) -> bool) -> Option<usize> {
    loop {
        at += run(text.get(at..)?, |b| b != b'\\' && !test(b));
        match text.get(at)? {
            b'\\' if text.get(at + 1).is_some_and(u8::is_ascii_punctuation) => at += 2,
            b'\\' => at += 1,
            _ => return Some(at),
        }
    }
}

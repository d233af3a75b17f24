//! BBCode: `[url=target]text[/url]`, `[url]target[/url]` and `[img]target[/img]`.

use std::ops::Range;

use super::Dialect;
use super::source::{Ahead, run};
use crate::layers::syntax::{Syntax, Unit, trimmed};

/// BBCode.
pub(crate) const BBCODE: Dialect<BbCode> = Dialect {
    name: "bbcode",
    extensions: &["bbcode"],
    media_types: &[],
    may_start_as: &[],
    syntax: BbCode::default,
};

/// Tags with a target as their value or their content, and what the references are called.
const TAGS: &[(&[u8], &str)] =
    &[(b"url", "link"), (b"img", "image"), (b"video", "video"), (b"media", "video")];

/// Reads the tags of a text, but not of code.
#[derive(Default)]
pub(crate) struct BbCode {
    is_code: bool,
}

impl Syntax for BbCode {
    fn read(&mut self, unit: &mut Unit<'_>) {
        let text = unit.text;
        let mut opens = Ahead::new(text, b"[");
        let mut at = 0;
        while let Some(open) = opens.from(at) {
            let name = &text[open + 1..];
            let name = &name[..run(name, |b| b.is_ascii_alphabetic() || b == b'/')];
            at = open + 1 + name.len();
            if name.eq_ignore_ascii_case(b"/code") {
                self.is_code = false;
            } else if name.eq_ignore_ascii_case(b"code") {
                self.is_code = true;
            } else if !self.is_code
                && let Some((_, kind)) = TAGS.iter().find(|tag| name.eq_ignore_ascii_case(tag.0))
            {
                at = tag(unit, at, kind);
            }
        }
    }
}

/// Reads a tag from after its name on; returns the offset after its target.
fn tag(unit: &mut Unit<'_>, at: usize, kind: &'static str) -> usize {
    let text = unit.text;
    let start = match text.get(at) {
        Some(b'=') => at + 1,
        Some(b']' | b' ') => at,
        _ => return at,
    };
    let quoted = text.get(start).filter(|b| b"\"'".contains(b));
    let value = start + usize::from(quoted.is_some());
    let is_end = |b: u8| b == b'\n' || Some(&b) == quoted || quoted.is_none() && b"[]".contains(&b);
    let end = value + run(&text[value..], |b| !is_end(b));
    // The value of an image is its size.
    if start > at
        && kind == "link"
        && text.get(end).is_some_and(|b| quoted.is_some() && *b != b'\n' || *b == b']')
    {
        let label = end + run(&text[end..], |b| b != b']') + 1;
        let label = label.min(text.len());
        unit.label(label..label + run(&text[label..], |b| b != b'[' && b != b'\n'));
        refer(unit, value..end, kind);
        return end;
    }
    let close = end + run(&text[end..], |b| !b"[]\n".contains(&b));
    if text.get(close) != Some(&b']') {
        return close.max(at);
    }
    let end = close + 1 + run(&text[close + 1..], |b| b != b'[' && b != b'\n');
    if text[end..].starts_with(b"[/") {
        refer(unit, close + 1..end, kind);
    }
    end
}

/// Refers to what a range holds, if it is one word.
fn refer(unit: &mut Unit<'_>, range: Range<usize>, kind: &'static str) {
    let range = trimmed(unit.text, range);
    if !unit.text[range.clone()].iter().any(|b| b" \t[".contains(b)) {
        unit.reference(range, None, kind);
    }
}

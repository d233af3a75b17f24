//! Org: `[[target][description]]`, `[[target]]`, and keywords whose value is a URI.

use std::ops::Range;

use memchr::memmem::find;

use super::Dialect;
use super::source::{Escapes, lines, run};
use crate::layers::syntax::{Syntax, Unit, has_scheme, is_one_uri, trimmed};

/// Org mode.
pub(crate) const ORG: Dialect<Org> = Dialect {
    name: "org",
    extensions: &["org"],
    media_types: &[],
    may_start_as: &[],
    syntax: Org::default,
};

const ESCAPES: Escapes = Escapes { backslash: |byte| b"[]\\".contains(&byte), references: false };
/// Blocks whose content is not markup.
const RAW: &[&[u8]] = &[b"src", b"example", b"export", b"comment"];

/// Reads the links of a text, but not in blocks without markup.
#[derive(Default)]
pub(crate) struct Org {
    is_raw: bool,
}

impl Syntax for Org {
    fn read(&mut self, unit: &mut Unit<'_>) {
        let text = unit.text;
        for line in lines(text) {
            let content = trimmed(text, line.clone());
            match text[content.clone()].strip_prefix(b"#+") {
                Some(keyword) => self.keyword(unit, keyword, content.end),
                None if self.is_raw => {}
                None => links(unit, line),
            }
        }
    }
}

impl Org {
    /// Reads a keyword up to the end of its line. It may be the border of a block.
    fn keyword(&mut self, unit: &mut Unit<'_>, keyword: &[u8], end: usize) {
        let name = run(keyword, |b| b.is_ascii_alphanumeric() || b"_-".contains(&b));
        let name = keyword[..name].to_ascii_lowercase();
        if let Some(block) = name.strip_prefix(b"begin_") {
            self.is_raw |= RAW.contains(&block);
        } else if name.starts_with(b"end_") {
            self.is_raw = false;
        } else if !self.is_raw {
            let value = keyword.rsplit(u8::is_ascii_whitespace).next().unwrap_or_default();
            let words = keyword.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
            if is_one_uri(value) && words.count() <= 3 {
                unit.reference(end - value.len()..end, None, "keyword");
            } else {
                links(unit, end - keyword.len()..end);
            }
        }
    }
}

/// Reads the links in a line.
fn links(unit: &mut Unit<'_>, line: Range<usize>) {
    let text = &unit.text[..line.end];
    let mut at = line.start;
    while let Some(open) = find(&text[at..], b"[[") {
        let start = at + open + run(&text[at + open..], |b| b == b'[');
        at = target_end(text, start);
        if matches!(text[at..], [b']', b']' | b'[', ..]) {
            if text[at..].starts_with(b"][") {
                unit.label(at + 2..at + 2 + run(&text[at + 2..], |b| b != b']'));
            }
            refer(unit, trimmed(text, start..at));
        }
    }
}

/// Where a target ends; a bracket in it has a backslash.
fn target_end(text: &[u8], mut at: usize) -> usize {
    loop {
        at += run(&text[at..], |b| !b"[]\\".contains(&b));
        match text[at..] {
            [b'\\', _, ..] => at += 2,
            _ => return at,
        }
    }
}

/// Refers to a URI or a file. Other targets are places in the document.
fn refer(unit: &mut Unit<'_>, target: Range<usize>) {
    let text = unit.text;
    let target = match text[target.clone()].strip_prefix(b"file:") {
        Some(path) => {
            let len = find(path, b"::").unwrap_or(path.len());
            let is_absolute = path.starts_with(b"/") || path.starts_with(b"~");
            let start = target.end - path.len();
            if is_absolute { target.start..start + len } else { start..start + len }
        }
        None if is_place(&text[target.clone()]) => return,
        None => target,
    };
    let value = ESCAPES.decoded(&text[target.clone()]);
    unit.reference(target, value, "link");
}

/// Returns `true` if a target is a heading or a name in the document.
fn is_place(target: &[u8]) -> bool {
    let is_path = [&b"./"[..], b"../", b"/"].iter().any(|start| target.starts_with(start));
    !is_path && !has_scheme(target)
}

//! AsciiDoc: the macros whose target is a URI, and attributes whose value is one.

use std::ops::Range;

use super::Dialect;
use super::source::{Ahead, lines, run};
use crate::layers::syntax::{Syntax, Unit, is_one_uri, trimmed};

/// AsciiDoc.
pub(crate) const ASCIIDOC: Dialect<AsciiDoc> = Dialect {
    name: "asciidoc",
    extensions: &["adoc", "asciidoc", "asc"],
    media_types: &[],
    may_start_as: &[],
    syntax: AsciiDoc::default,
};

/// Macros with a target before their attributes, `name:target[…]`, and what their references are called.
const MACROS: &[(&[u8], &str)] =
    &[(b"link:", "link"), (b"image:", "image"), (b"video:", "video"), (b"audio:", "audio")];
/// What encloses a target that is not to be read as text.
const PASSED: &[(&[u8], &[u8])] = &[(b"++", b"++"), (b"pass:[", b"]")];

/// The longest target in these, in bytes.
const MAX_PASSED: usize = 4 << 10;

/// Reads the macros of a text, but not in listings.
#[derive(Default)]
pub(crate) struct AsciiDoc {
    /// The line that ends the listing.
    fence: Option<Vec<u8>>,
}

impl Syntax for AsciiDoc {
    fn read(&mut self, unit: &mut Unit<'_>) {
        let text = unit.text;
        let mut block = 0;
        for line in lines(text) {
            let content = text[line.clone()].trim_ascii_end();
            match &self.fence {
                Some(fence) if content != fence => {}
                Some(_) => {
                    self.fence = None;
                    block = line.end;
                }
                None if is_fence(content) => {
                    inline(unit, block..line.start);
                    let marks = run(content, |b| b == content[0]);
                    self.fence = Some(content[..marks].to_vec());
                }
                None => {
                    if let Some(value) = attribute(text, line.clone()) {
                        inline(unit, block..line.start);
                        unit.reference(value, None, "attribute");
                        block = line.end;
                    }
                }
            }
        }
        if self.fence.is_none() {
            inline(unit, block..text.len());
        }
    }
}

/// Returns `true` if a line opens a listing, a literal block or a block that is passed through.
fn is_fence(line: &[u8]) -> bool {
    let marks = line.first().map_or(0, |mark| run(line, |b| b == *mark));
    match line.first() {
        Some(b'-' | b'.' | b'+') => marks >= 4 && marks == line.len(),
        Some(b'`') => marks == 3,
        _ => false,
    }
}

/// The value of an attribute, `:name: value`, if it is a URI.
fn attribute(text: &[u8], line: Range<usize>) -> Option<Range<usize>> {
    let rest = text[line.clone()].strip_prefix(b":")?;
    let name = run(rest, |b| b.is_ascii_alphanumeric() || b"_-!".contains(&b));
    rest[name..].starts_with(b": ").then_some(())?;
    let value = trimmed(text, line.start + name + 2..line.end);
    is_one_uri(&text[value.clone()]).then_some(value)
}

/// Reads the macros in a range.
fn inline(unit: &mut Unit<'_>, range: Range<usize>) {
    let text = &unit.text[..range.end];
    let mut closes = Ahead::new(text, b"]");
    let mut at = range.start;
    while let Some(colon) = memchr::memchr(b':', &text[at..]) {
        let colon = at + colon;
        at = colon + 1;
        let Some((target, name)) = target(text, range.start, colon) else { continue };
        at = at.max(target.end);
        if is_macro(text, target.end, &mut closes) {
            let label = target.end + 1;
            unit.label(label..label + run(&text[label..], |b| b != b']'));
            unit.reference(unpassed(text, target), None, name);
        }
    }
}

/// The target of the macro whose name ends in that colon, or of a bare URI.
fn target(text: &[u8], start: usize, colon: usize) -> Option<(Range<usize>, &'static str)> {
    let before = &text[start..=colon];
    for (macro_name, name) in MACROS {
        if before.ends_with(macro_name)
            && !before[..before.len() - macro_name.len()].last().is_some_and(|b| is_word(*b))
        {
            let is_block = text.get(colon + 1) == Some(&b':');
            let from = colon + 1 + usize::from(is_block);
            return Some((from..target_end(text, from)?, name));
        }
    }
    let scheme = before[..before.len() - 1].iter().rev().take_while(|b| is_word(**b)).count();
    let is_uri = scheme > 1 && text[colon..].starts_with(b"://");
    let end = if is_uri { uri_end(text, colon + 3) } else { return None };
    Some((colon - scheme..end, "link"))
}

/// Returns `true` if a byte may be in the name of a macro or a scheme.
fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_-+".contains(&byte)
}

/// Where the target of a macro ends.
fn target_end(text: &[u8], from: usize) -> Option<usize> {
    let Some((open, close)) = PASSED.iter().find(|(open, _)| text[from..].starts_with(open)) else {
        return Some(uri_end(text, from));
    };
    let rest = &text[from + open.len()..];
    let end = memchr::memmem::find(&rest[..rest.len().min(MAX_PASSED)], close)?;
    Some(from + open.len() + end + close.len())
}

/// The offset of the first byte that no target holds.
fn uri_end(text: &[u8], from: usize) -> usize {
    from + run(&text[from..], |b| b > b' ' && !b"[]<>\"`".contains(&b))
}

/// The target without what encloses it.
fn unpassed(text: &[u8], target: Range<usize>) -> Range<usize> {
    for (open, close) in PASSED {
        if text[target.clone()].starts_with(open) {
            return target.start + open.len()..target.end - close.len();
        }
    }
    target
}

/// Returns `true` if the attributes of a macro are at the offset: brackets after which the URI does not continue.
fn is_macro(text: &[u8], at: usize, closes: &mut Ahead<'_>) -> bool {
    let goes_on = |end: usize| text.get(end + 1).is_some_and(|b| b"=[/&".contains(b));
    text.get(at) == Some(&b'[') && closes.from(at).is_some_and(|end| !goes_on(end))
}

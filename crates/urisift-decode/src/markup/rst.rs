//! reStructuredText: hyperlink targets, embedded URIs, and the URIs of images.

use std::ops::Range;

use memchr::memmem::find;

use super::Dialect;
use super::source::{Ahead, Escapes, indent, lines, run};
use crate::layers::syntax::{Syntax, Unit, trimmed};

/// reStructuredText.
pub(crate) const RST: Dialect<Rst> = Dialect {
    name: "rst",
    extensions: &["rst", "rest"],
    media_types: &[],
    may_start_as: &[],
    syntax: Rst::default,
};

const ESCAPES: Escapes = Escapes { backslash: |_| true, references: false };
/// Characters of URIs that a backslash is put before, lest they be markup.
const MARKS: &[u8] = b"_*|.:";
/// Directives whose content is text.
const LITERAL: &[&[u8]] = &[b"code", b"sourcecode", b"raw", b"math", b"prompt", b"doctest"];

/// Reads targets, and references with a target.
#[derive(Default)]
pub(crate) struct Rst {
    /// The lines that are indented more than this are a literal block.
    literal: Option<usize>,
}

impl Syntax for Rst {
    fn read(&mut self, unit: &mut Unit<'_>) {
        let text = unit.text;
        let first = indent(text);
        if self.literal.is_some_and(|outer| first > outer || text.trim_ascii().is_empty()) {
            unit.code(0..text.len());
            return;
        }
        self.literal = None;
        let all: Vec<_> = lines(text).collect();
        let mut prose = 0;
        let mut next = 0;
        while next < all.len() {
            let line = all[next].clone();
            next += 1;
            let Some((start, name)) = target(text, line.clone()) else { continue };
            let depth = indent(&text[line.clone()]);
            let mut end = line.end;
            while next < all.len() && goes_on(&text[all[next].clone()], depth) {
                end = all[next].end;
                next += 1;
            }
            inline(unit, prose..line.start);
            refer(unit, start..end, name);
            prose = end;
        }
        inline(unit, prose..text.len());
        let last =
            all.iter().map(|line| &text[line.clone()]).rfind(|line| !line.trim_ascii().is_empty());
        self.literal = last.and_then(literal_after);
    }
}

/// Returns `true` if a line continues a target or an argument: it is indented more, and is not an option.
fn goes_on(line: &[u8], depth: usize) -> bool {
    indent(line) > depth && !line.trim_ascii().is_empty() && !line.trim_ascii().starts_with(b":")
}

/// Where in a line the URI of a target or an image starts, and what it is called.
fn target(text: &[u8], line: Range<usize>) -> Option<(usize, &'static str)> {
    let start = line.start + indent(&text[line.clone()]);
    let rest = &text[start..line.end];
    let (len, name) = if rest.starts_with(b".. _") {
        (4 + name_len(&rest[4..])?, "target")
    } else if rest.starts_with(b"__ ") {
        (3, "target")
    } else if rest.starts_with(b":target:") {
        (8, "target")
    } else if rest.starts_with(b".. ") {
        let (image, figure) = (find(rest, b"image::"), find(rest, b"figure::"));
        let at = image.map(|at| at + 7).or(figure.map(|at| at + 8))?;
        let before = rest[3..at].trim_ascii_start();
        let is_named = before.starts_with(b"|") || !before.contains(&b' ');
        (is_named.then_some(at)?, "image")
    } else {
        return None;
    };
    Some((start + len, name))
}

/// The length of a target's name, with its colon. In backquotes it may hold colons.
fn name_len(text: &[u8]) -> Option<usize> {
    let from = match text.first()? {
        b'`' => 2 + memchr::memchr(b'`', &text[1..])?,
        _ => 0,
    };
    let mut at = from;
    loop {
        at += memchr::memchr(b':', &text[at..])? + 1;
        let is_escaped = at > 1 && text[at - 2] == b'\\';
        if !is_escaped && text.get(at).is_none_or(u8::is_ascii_whitespace) {
            return Some(at);
        }
    }
}

/// Refers to what a range stands for, without whitespace, unless it is the name of another target.
fn refer(unit: &mut Unit<'_>, range: Range<usize>, name: &'static str) {
    let range = trimmed(unit.text, range);
    let written = &unit.text[range.clone()];
    if written.ends_with(b"_") && !written.ends_with(b"\\_") {
        return;
    }
    let value = ESCAPES.decoded(written);
    let joined = value.as_deref().unwrap_or(written);
    match joined.iter().any(u8::is_ascii_whitespace) {
        true => {
            let bytes = joined.iter().copied().filter(|b| !b.is_ascii_whitespace());
            let value = bytes.collect();
            unit.reference(range, Some(value), name);
        }
        false => unit.reference(range, value, name),
    }
}

/// Reads references with their target, `` `text <target>`_ ``, and skips backslashes before marks.
fn inline(unit: &mut Unit<'_>, range: Range<usize>) {
    let text = &unit.text[..range.end];
    let mut closes = Ahead::new(text, b">`_");
    let mut at = range.start;
    let mut opening = None;
    while let Some(next) = memchr::memchr3(b'`', b'\\', b'<', &text[at..]) {
        at += next;
        match text[at] {
            b'\\' => {
                if text.get(at + 1).is_some_and(|b| MARKS.contains(b)) {
                    unit.skip(at..at + 1);
                }
                at += 2;
            }
            b'`' if text[at..].starts_with(b"``") => {
                at += 2;
                at += find(&text[at..], b"``").map_or(0, |len| len + 2);
            }
            b'`' => {
                opening = opening.is_none().then_some(at);
                at += 1;
            }
            _ => {
                if let Some(start) = opening
                    && let Some(end) = closes.from(at)
                    && !text[at + 1..end].iter().any(|b| b"<>`".contains(b))
                {
                    unit.label(start + 1..at);
                    refer(unit, at + 1..end, "link");
                    opening = None;
                    at = end + 2;
                }
                at += 1;
            }
        }
        if at > text.len() {
            return;
        }
    }
}

/// The indentation of the text that a literal block comes after, if this is its last line. The text of a list item is
/// indented by the mark of the item.
fn literal_after(line: &[u8]) -> Option<usize> {
    let depth = indent(line) + item_mark(line.trim_ascii());
    let line = line.trim_ascii();
    let is_literal = match line.strip_prefix(b".. ") {
        Some(directive) => LITERAL.iter().any(|name| directive.starts_with(name)),
        None => line.ends_with(b"::"),
    };
    is_literal.then_some(depth)
}

/// The length of the mark of a list item at the front, with the blanks after it: `*`, `2.`, `#.`, `(a)` or `b)`.
fn item_mark(line: &[u8]) -> usize {
    let bullet = usize::from(line.first().is_some_and(|b| b"*+-".contains(b)));
    let open = usize::from(line.starts_with(b"("));
    let number = run(&line[open..], |b| b.is_ascii_alphanumeric() || b == b'#');
    let end = open + number;
    let is_number = (1..=4).contains(&number) && line.get(end).is_some_and(|b| b".)".contains(b));
    let mark = if is_number { end + 1 } else { bullet };
    let blanks = run(&line[mark..], |b| b == b' ');
    if mark > 0 && blanks > 0 { mark + blanks } else { 0 }
}

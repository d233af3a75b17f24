//! The text of a block: code spans, links and images, and escapes in what lies between them.

use std::collections::BTreeMap;
use std::ops::Range;

use super::destination;
use crate::layers::syntax::Unit;
use crate::markup::source::{Escapes, run};
use crate::web::html::reference::at_front;

/// Characters of URIs that a backslash is put before, lest they be markup.
const MARKS: &[u8] = b"_*~&#.-+=!?%@:/$";

/// In an attribute, only these are escapes.
const REFERENCES: Escapes = Escapes { backslash: |_| false, references: true };

/// Reads the text in a range.
pub(super) fn read(unit: &mut Unit<'_>, range: Range<usize>) {
    let text = &unit.text[..range.end];
    let mut inline = Inline::new(text, range.start);
    let mut at = range.start;
    loop {
        at += run(&text[at..], |b| !b"\\`[]<&!".contains(&b));
        let Some(byte) = text.get(at) else { return };
        at = match byte {
            b'&' => character(unit, text, at),
            _ if at < inline.tag_end => at + 1,
            b'\\' => escape(unit, text, at),
            b'`' => inline.code(unit, at),
            b'<' => inline.angle(unit, at),
            b']' => inline.close(unit, at),
            _ => inline.open(at),
        };
    }
}

/// A backslash before a mark that may be in a URI stands for nothing.
fn escape(unit: &mut Unit<'_>, text: &[u8], at: usize) -> usize {
    match text.get(at + 1) {
        Some(byte) if MARKS.contains(byte) => {
            unit.skip(at..at + 1);
            at + 2
        }
        Some(byte) if byte.is_ascii_punctuation() => at + 2,
        _ => at + 1,
    }
}

/// An ampersand in a URI may be written as a reference. Others are left to the search, since they end it.
fn character(unit: &mut Unit<'_>, text: &[u8], at: usize) -> usize {
    match at_front(&text[at..]) {
        Some(reference) if reference.text() == b"&" && text[at + reference.len - 1] == b';' => {
            unit.decoded(at..at + reference.len, b"&".to_vec());
            at + reference.len
        }
        _ => at + 1,
    }
}

/// Reads the attributes of a tag that refer to something.
fn attributes(unit: &mut Unit<'_>, tag: Range<usize>) {
    let text = &unit.text[..tag.end];
    let mut at = tag.start;
    while let Some(quote) = memchr::memchr2(b'"', b'\'', &text[at..]) {
        let start = at + quote + 1;
        let Some(len) = memchr::memchr(text[start - 1], &text[start..]) else { return };
        let before = &text[at..start - 1];
        let name = ["href", "src"].into_iter().find(|name| {
            let front = before.strip_suffix(b"=").and_then(|b| b.strip_suffix(name.as_bytes()));
            front.is_some_and(|front| front.last().is_some_and(u8::is_ascii_whitespace))
        });
        if let Some(name) = name {
            let value = REFERENCES.decoded(&text[start..start + len]);
            unit.reference(start..start + len, value, name);
        }
        at = start + len + 1;
    }
}

/// What is open in a block.
struct Inline<'t> {
    text: &'t [u8],
    /// The last run of backticks of each length.
    ticks: BTreeMap<usize, usize>,
    /// The brackets that are open: which are of images, and where their texts start.
    open: Vec<(bool, usize)>,
    /// How many of these have a link in them, so that they are not links themselves.
    dead: usize,
    /// The end of the tag or autolink being read.
    tag_end: usize,
}

impl<'t> Inline<'t> {
    fn new(text: &'t [u8], start: usize) -> Self {
        let mut ticks = BTreeMap::new();
        let mut at = start;
        while let Some(tick) = memchr::memchr(b'`', &text[at..]) {
            at += tick;
            let len = run(&text[at..], |b| b == b'`');
            ticks.insert(len, at);
            at += len;
        }
        Inline { text, ticks, open: Vec::new(), dead: 0, tag_end: 0 }
    }

    /// The offset after a code span, or after backticks that open none (CommonMark 6.1).
    fn code(&self, unit: &mut Unit<'_>, start: usize) -> usize {
        let len = run(&self.text[start..], |b| b == b'`');
        if self.ticks.get(&len).is_none_or(|last| *last <= start) {
            return start + len;
        }
        let mut at = start + len;
        while let Some(tick) = memchr::memchr(b'`', &self.text[at..]) {
            at += tick;
            let found = run(&self.text[at..], |b| b == b'`');
            at += found;
            if found == len {
                unit.code(start..at);
                return at;
            }
        }
        start + len
    }

    /// What looks like a tag or an autolink holds no links (CommonMark 6.5, 6.6).
    fn angle(&mut self, unit: &mut Unit<'_>, at: usize) -> usize {
        let inner = &self.text[at + 1..];
        let name = run(inner, |b| b.is_ascii_alphanumeric() || b"/-".contains(&b));
        let end = memchr::memchr2(b'<', b'>', inner).unwrap_or(inner.len());
        if name == 0 || inner.get(end) != Some(&b'>') {
            return at + 1;
        }
        self.tag_end = at + 1 + end;
        if inner[name].is_ascii_whitespace() {
            attributes(unit, at + 1 + name..self.tag_end);
            return self.tag_end;
        }
        at + 1
    }

    /// A bracket opens, or an image.
    fn open(&mut self, at: usize) -> usize {
        match &self.text[at..] {
            [b'!', b'[', ..] => {
                self.open.push((true, at + 2));
                at + 2
            }
            [b'[', ..] => {
                self.open.push((false, at + 1));
                at + 1
            }
            _ => at + 1,
        }
    }

    /// A bracket closes, and a destination may follow it.
    fn close(&mut self, unit: &mut Unit<'_>, at: usize) -> usize {
        let Some((is_image, start)) = self.open.pop() else { return at + 1 };
        let is_dead = self.open.len() < self.dead && !is_image;
        self.dead = self.dead.min(self.open.len());
        if is_dead || self.text.get(at + 1) != Some(&b'(') {
            return at + 1;
        }
        let Some(link) = destination::inline(self.text, at + 2..self.text.len()) else {
            return at + 1;
        };
        let value = destination::decoded(&self.text[link.target.clone()]);
        if !is_image {
            unit.label(start..at);
        }
        unit.reference(link.target, value, if is_image { "image" } else { "link" });
        if !is_image {
            self.dead = self.open.len();
        }
        link.end
    }
}

//! The values of rows, as one text: each has exact ends.

use std::mem;
use std::ops::Range;

use super::pages::{Encoding, Kind, Pages};
use super::record::{self, Payload, Value};
use super::schema;
use super::tree::Trees;
use crate::core::mapped::{Chunk, Link, MappedRead};
use crate::core::peek::PeekReader;
use crate::core::pieces::Queue;
use crate::data::table::may_hold_uri;
use crate::layers::syntax::{Unit, trimmed};

/// The rows of a database: of all of its pages if there are trees, of the page at the front if not.
pub(super) struct Rows<'t, 's> {
    reader: &'t mut PeekReader<'s>,
    pages: Pages,
    trees: Option<Trees>,
    /// The number of the page that the pieces are of; 0 before the first.
    number: usize,
    /// How many bytes are passed with the page at the front.
    passed: usize,
    queue: Queue,
    /// How many values are broken or cut.
    broken: u64,
}

impl<'t, 's> Rows<'t, 's> {
    pub fn new(reader: &'t mut PeekReader<'s>, pages: Pages, trees: Option<Trees>) -> Self {
        let (queue, broken) = (Queue::default(), trees.as_ref().map_or(0, |trees| trees.broken));
        Rows { reader, pages, trees, number: 0, passed: 0, queue, broken }
    }

    pub fn broken(&self) -> u64 {
        self.broken
    }

    /// Reads the next page; returns whether there is one.
    fn next(&mut self) -> bool {
        let size = self.pages.size;
        self.number += 1;
        let start = match &self.trees {
            Some(_) => (self.number - 1) * size,
            None => {
                self.reader.pass_bytes(mem::take(&mut self.passed));
                self.passed = self.reader.peek(size).len().min(size);
                0
            }
        };
        let bytes = self.reader.live();
        if start >= bytes.len() {
            self.passed = 0;
            self.queue.refill(|_| {});
            return false;
        }
        let (number, pages, trees) = (self.number, &self.pages, &mut self.trees);
        let mut broken = 0;
        self.queue.refill(|queue| {
            let mut unit = Unit::from(bytes, start, queue);
            broken = read_page(number, start, pages, trees, &mut unit);
        });
        self.broken += broken;
        true
    }
}

/// Reads the rows of a page; returns how many values are broken.
fn read_page(
    number: usize,
    start: usize,
    pages: &Pages,
    trees: &mut Option<Trees>,
    unit: &mut Unit<'_>,
) -> u64 {
    if trees.as_ref().is_some_and(|trees| trees.table_of(number).is_none()) {
        return 0;
    }
    let Some(page) = pages.page(unit.text, start..start + pages.usable, number == 1) else {
        return 0;
    };
    let has_rows = match page.kind {
        Kind::Leaf => true,
        Kind::Inner => false,
        Kind::IndexInner | Kind::IndexLeaf => trees.is_some(),
    };
    let (mut broken, mut end) = (0, start);
    for cell in page.cells.iter().filter(|_| has_rows) {
        let payload = Payload::of(page.kind, *cell, page.end, unit.text, pages);
        let Some(payload) = payload.filter(|_| *cell >= end) else {
            broken += 1;
            continue;
        };
        end = payload.end;
        broken += read_row(number, &payload, pages, trees, unit);
    }
    broken
}

/// Reads the values of a row; returns how many are broken.
fn read_row(
    number: usize,
    payload: &Payload,
    pages: &Pages,
    trees: &mut Option<Trees>,
    unit: &mut Unit<'_>,
) -> u64 {
    let (bytes, local) = (unit.text, payload.local.clone());
    let whole = match trees {
        Some(trees) => trees.ranges(payload, pages, bytes),
        None => payload.rest.is_none().then(|| vec![local.clone()]),
    };
    let (is_whole, ranges) = (whole.is_some(), whole.unwrap_or_else(|| vec![local.clone()]));
    let first = match record::values(&bytes[local.clone()], payload.len) {
        Some(values) => Some(values),
        // The header of the record may be longer than what is here.
        None if is_whole && ranges.len() > 1 => {
            record::values(&record::gathered(bytes, &ranges, 0..payload.len), payload.len)
        }
        None => None,
    };
    let Some(values) = first else { return 1 };
    let table = trees.as_ref().and_then(|trees| trees.table_of(number));
    for value in &values {
        let here = value.range.start.min(local.len())..value.range.end.min(local.len());
        let is_here = here == value.range;
        let here = local.start + here.start..local.start + here.end;
        if !is_here && !is_whole {
            write_cut(here, value, pages.encoding, unit);
            continue;
        }
        let text = record::gathered(bytes, &ranges, value.range.clone());
        let text = &*text;
        let encoding = if value.is_blob { Encoding::Utf8 } else { pages.encoding };
        if value.is_blob && !is_text(text) {
            continue;
        }
        let utf8 = (encoding != Encoding::Utf8).then(|| schema::decoded(text, encoding));
        if !may_hold_uri(utf8.as_deref().map_or(text, str::as_bytes)) {
            continue;
        }
        let here = if is_here && utf8.is_none() { trimmed(bytes, here) } else { here };
        unit.skip(unit.done()..here.start);
        match table {
            Some(table) => unit.column(here.start, table.column(value.column)),
            None => unit.border(here.start),
        }
        let written = write(here.clone(), text, encoding, unit);
        if !is_here {
            // The number of the next page stands for what is there.
            write_rest(&text[written..], local.end..local.end + 4, encoding, unit);
        }
        unit.border(unit.done());
    }
    u64::from(!is_whole)
}

/// Writes what of the text is in that range; returns how many bytes of it that is.
fn write(range: Range<usize>, text: &[u8], encoding: Encoding, unit: &mut Unit<'_>) -> usize {
    if encoding == Encoding::Utf8 {
        unit.verbatim(range.end);
        return range.len();
    }
    let (mut at, mut len) = (range.start, range.len() / 2 * 2);
    let is_all = range.len() == text.len();
    // A pair of surrogates stays together.
    let last = usize::from(encoding == Encoding::Utf16Le);
    if !is_all && len >= 2 && text[len - 2 + last] & 0xfc == 0xd8 {
        len -= 2;
    }
    for char in schema::decoded(&text[..len], encoding).chars() {
        let end = at + 2 * char.len_utf16();
        unit.decoded(at..end, char.to_string().into_bytes());
        at = end;
    }
    len
}

/// Writes the rest of a text, for which that range stands.
fn write_rest(text: &[u8], range: Range<usize>, encoding: Encoding, unit: &mut Unit<'_>) {
    let utf8 = schema::decoded(text, encoding);
    let bytes = if encoding == Encoding::Utf8 { text } else { utf8.as_bytes() };
    unit.skip(unit.done()..range.start);
    unit.decoded(range, bytes.trim_ascii_end().to_vec());
}

/// Writes the part of a value that is here, without its last word, which may continue.
fn write_cut(here: Range<usize>, value: &Value, encoding: Encoding, unit: &mut Unit<'_>) {
    let bytes = unit.text;
    let is_end = |at: &usize| bytes[*at] <= b' ';
    let end = here.clone().rev().find(is_end).unwrap_or(here.start);
    let is_read = encoding == Encoding::Utf8 && !value.is_blob;
    if is_read && end > here.start && here.start >= unit.done() {
        unit.skip(unit.done()..here.start);
        unit.border(here.start);
        unit.border(end);
    }
}

/// Returns `true` if a blob is text: UTF-8, without control characters.
fn is_text(blob: &[u8]) -> bool {
    let is_control = |b: &u8| *b < b' ' && !matches!(b, b'\t' | b'\n' | b'\r');
    !blob.iter().any(is_control) && str::from_utf8(blob).is_ok()
}

impl MappedRead for Rows<'_, '_> {
    fn chunk(&mut self) -> Chunk<'_> {
        while self.queue.is_empty() && self.next() {}
        self.queue.chunk(self.reader)
    }

    fn advance(&mut self, count: usize) {
        self.queue.advance(count);
    }

    fn take_link(&mut self) -> Option<Link> {
        self.queue.take_link(self.reader)
    }
}

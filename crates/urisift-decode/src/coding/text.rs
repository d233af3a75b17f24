//! Characters that were decoded, as chunks.

use std::ops::Range;

use super::super::mapped::Chunk;
use super::Batch;
use super::place::Place;
use urisift::Span;

/// A batch of characters and their place. It is yielded in stretches of one ratio to the raw bytes, so
/// of characters of equal length.
pub(super) struct Text {
    /// The decoded batch, at most three bytes for each byte of it.
    bytes: Vec<u8>,
    batch: Batch,
    /// How many of the bytes have been consumed.
    front: usize,
    /// The first stretch that is not consumed.
    stretch: Range<usize>,
    place: Place,
    /// The place after the stretch.
    next: Place,
}

impl Text {
    /// Nothing.
    pub fn new() -> Self {
        let place = Place::whole(0, Span { start: 0, end: 0 });
        let (bytes, batch, stretch) = (Vec::new(), Batch::one(0), 0..0);
        Text { bytes, batch, front: 0, stretch, place, next: place }
    }

    pub fn is_passed(&self) -> bool {
        self.front >= self.bytes.len()
    }

    /// The cleared buffer to write the next characters to.
    pub fn emptied(&mut self) -> &mut Vec<u8> {
        self.bytes.clear();
        (self.front, self.stretch) = (0, 0..0);
        &mut self.bytes
    }

    /// Sets the batch that was written, and its place.
    pub fn written(&mut self, batch: Batch, from: Place) {
        (self.batch, self.next) = (batch, from);
        self.find_stretch();
    }

    pub fn chunk(&self) -> Chunk<'_> {
        let place = self.place.onward(self.front - self.stretch.start);
        place.chunk(&self.bytes[self.front..self.stretch.end])
    }

    pub fn advance(&mut self, count: usize) {
        self.front = (self.front + count).min(self.stretch.end);
        if self.front == self.stretch.end {
            self.find_stretch();
        }
    }

    fn find_stretch(&mut self) {
        let rest = &self.bytes[self.stretch.end..];
        if rest.is_empty() {
            self.stretch = self.bytes.len()..self.bytes.len();
            return;
        }
        let unit = if self.batch.count == 1 { rest.len() } else { unit(rest[0]) };
        let (from, raw) = (self.next, self.batch.raw);
        let alike = from.composed(raw, unit);
        let count = if alike.is_some() { alike_count(rest, unit) } else { 1 };
        self.stretch = self.stretch.end..self.stretch.end + count * unit;
        self.place = alike.unwrap_or_else(|| Place::whole(unit, from.span(raw)));
        self.next = from.onward(count * raw);
    }
}

/// The length of a character by its first byte (RFC 3629 3).
fn unit(first: u8) -> usize {
    match first {
        0..0x80 => 1,
        0x80..0xe0 => 2,
        0xe0..0xf0 => 3,
        0xf0.. => 4,
    }
}

/// How many characters at the front are of length `len`.
fn alike_count(text: &[u8], len: usize) -> usize {
    match len {
        1 => text.iter().position(|byte| !byte.is_ascii()).unwrap_or(text.len()).max(1),
        _ if len == text.len() => 1,
        _ => text.chunks_exact(len).take_while(|char| unit(char[0]) == len).count(),
    }
}

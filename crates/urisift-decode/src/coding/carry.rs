//! Bytes of a character that is not complete yet.

use super::super::mapped::Chunk;
use super::LONGEST;
use super::place::Place;
use urisift::Span;

/// A few bytes of several chunks, each with its own raw span.
#[derive(Debug, Default)]
pub(super) struct Carry {
    /// At most [`LONGEST`], like the spans.
    bytes: Vec<u8>,
    spans: Vec<Span>,
}

impl Carry {
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub fn is_full(&self) -> bool {
        self.bytes.len() == LONGEST
    }

    /// Takes up to `wanted` bytes of the chunk, as far as there is room; returns how many.
    pub fn take(&mut self, chunk: &Chunk<'_>, wanted: usize) -> usize {
        let count = chunk.bytes.len().min(wanted).min(LONGEST - self.bytes.len());
        self.bytes.extend_from_slice(&chunk.bytes[..count]);
        self.spans.extend((0..count).map(|at| chunk.span(at..at + 1)));
        count
    }

    /// Removes the first `count` bytes; returns their common place.
    pub fn advance(&mut self, count: usize) -> Place {
        let count = count.min(self.bytes.len());
        self.bytes.drain(..count);
        let raw = self.spans.drain(..count).reduce(|all, span| Span {
            start: all.start.min(span.start),
            end: all.end.max(span.end),
        });
        Place::whole(count, raw.unwrap_or(Span { start: 0, end: 0 }))
    }
}

//! Bytes that are held until something is complete, with their places in the source.

use std::ops::Range;

use super::mapped::Chunk;
use super::source_map::SourceMap;
use urisift::Span;

/// Bytes of chunks, in a queue. The caller bounds how many are pushed.
#[derive(Debug, Default)]
pub(crate) struct MappedBytes {
    bytes: Vec<u8>,
    map: SourceMap,
    /// How many of the bytes are dropped; less than all of them, unless there are none.
    start: usize,
}

/// The bytes move to the front once this many before them are dropped.
const PASSED: usize = 4 << 10;

impl MappedBytes {
    pub fn bytes(&self) -> &[u8] {
        &self.bytes[self.start..]
    }

    pub fn len(&self) -> usize {
        self.bytes.len() - self.start
    }

    pub fn clear(&mut self) {
        self.bytes.clear();
        self.map.clear();
        self.start = 0;
    }

    /// Drops the first `count` bytes.
    pub fn forget(&mut self, count: usize) {
        self.start += count;
        if self.len() == 0 {
            self.clear();
        } else if self.start >= PASSED {
            let mut rest = MappedBytes::default();
            rest.push_from(self, 0..self.len());
            *self = rest;
        }
    }

    /// Drops all after the first `len` bytes; nothing may be pushed before the next clear.
    pub fn truncate(&mut self, len: usize) {
        self.bytes.truncate(self.start + len);
    }

    /// Appends the chunk.
    pub fn push(&mut self, chunk: Chunk<'_>) {
        self.map.push(self.bytes.len() as u64, chunk);
        self.bytes.extend_from_slice(chunk.bytes);
    }

    /// Appends a range of another `MappedBytes`.
    pub fn push_from(&mut self, other: &MappedBytes, range: Range<usize>) {
        for chunk in other.chunks(range) {
            self.push(chunk);
        }
    }

    /// The longest chunk at the start of a range.
    pub fn chunk(&self, range: Range<usize>) -> Chunk<'_> {
        let Span { start, end } = self.text(range.clone());
        let (len, chunk) = self.map.chunk(start, end);
        Chunk { bytes: &self.bytes()[range][..len], ..chunk }
    }

    /// The chunks of a range.
    pub fn chunks(&self, range: Range<usize>) -> impl Iterator<Item = Chunk<'_>> {
        let Span { start, end } = self.text(range.clone());
        let mut rest = &self.bytes()[range];
        self.map.chunks(start, end).map(move |(len, chunk)| {
            let bytes;
            (bytes, rest) = rest.split_at(len);
            Chunk { bytes, ..chunk }
        })
    }

    /// The raw span of a range.
    pub fn span(&self, range: Range<usize>) -> Span {
        self.map.span(self.text(range))
    }

    /// Returns `true` if a range is the raw bytes themselves.
    pub fn is_plain(&self, range: Range<usize>) -> bool {
        self.map.is_plain(self.text(range))
    }

    /// A range as the map counts it.
    fn text(&self, range: Range<usize>) -> Span {
        let [start, end] = [range.start, range.end].map(|at| (self.start + at) as u64);
        Span { start, end }
    }
}

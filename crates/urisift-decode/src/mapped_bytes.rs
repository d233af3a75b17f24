//! Bytes that are held until something is complete, with their places in the source.

use std::ops::Range;

use super::mapped::{Chunk, SourceMap};
use urisift::Span;

/// Bytes of chunks. The caller bounds how many are pushed.
#[derive(Debug, Default)]
pub(super) struct MappedBytes {
    bytes: Vec<u8>,
    map: SourceMap,
}

impl MappedBytes {
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    pub fn clear(&mut self) {
        self.bytes.clear();
        self.map.clear();
    }

    /// Drops the first `count` bytes.
    pub fn forget(&mut self, count: usize) {
        let mut rest = MappedBytes::default();
        rest.push_from(self, count..self.len());
        self.clear();
        self.push_from(&rest, 0..rest.len());
    }

    /// Drops all after the first `len` bytes; nothing may be pushed before the next clear.
    pub fn truncate(&mut self, len: usize) {
        self.bytes.truncate(len);
    }

    /// Appends the chunk.
    pub fn push(&mut self, chunk: Chunk<'_>) {
        self.map.push(self.bytes.len() as u64, chunk);
        self.bytes.extend_from_slice(chunk.bytes);
    }

    /// Appends a range of another `MappedBytes`.
    pub fn push_from(&mut self, other: &MappedBytes, range: Range<usize>) {
        let mut from = range.start;
        while from < range.end {
            let chunk = other.chunk(from..range.end);
            self.push(chunk);
            from += chunk.bytes.len();
        }
    }

    /// The longest chunk at the start of a range.
    pub fn chunk(&self, range: Range<usize>) -> Chunk<'_> {
        let (len, chunk) = self.map.chunk(range.start as u64, range.end as u64);
        Chunk { bytes: &self.bytes[range][..len], ..chunk }
    }

    /// The raw span of a range.
    pub fn span(&self, range: Range<usize>) -> Span {
        self.map.span(text(range))
    }

    /// Whether a range is the raw bytes themselves.
    pub fn is_plain(&self, range: Range<usize>) -> bool {
        self.map.is_plain(text(range))
    }
}

fn text(range: Range<usize>) -> Span {
    Span { start: range.start as u64, end: range.end as u64 }
}

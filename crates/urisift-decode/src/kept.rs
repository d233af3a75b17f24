//! Bytes that are kept until something is whole, with where they come from.

use std::ops::Range;

use super::mapped::{Chunk, SourceMap};
use urisift::Span;

/// Bytes out of chunks. Whoever pushes sees to it that they do not become too many.
#[derive(Debug, Default)]
pub(super) struct Kept {
    bytes: Vec<u8>,
    map: SourceMap,
}

impl Kept {
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

    /// Forgets so many bytes at the front.
    pub fn forget(&mut self, count: usize) {
        let mut rest = Kept::default();
        rest.push_from(self, count..self.len());
        self.clear();
        self.push_from(&rest, 0..rest.len());
    }

    /// Forgets what comes behind so many bytes; nothing is pushed to it before it is clear.
    pub fn truncate(&mut self, len: usize) {
        self.bytes.truncate(len);
    }

    /// The chunk, behind everything that is there.
    pub fn push(&mut self, chunk: Chunk<'_>) {
        self.map.push(self.bytes.len() as u64, chunk);
        self.bytes.extend_from_slice(chunk.bytes);
    }

    /// Some of what another one keeps.
    pub fn push_from(&mut self, other: &Kept, range: Range<usize>) {
        let mut from = range.start;
        while from < range.end {
            let chunk = other.chunk(from..range.end);
            self.push(chunk);
            from += chunk.bytes.len();
        }
    }

    /// The longest chunk at the front of a range.
    pub fn chunk(&self, range: Range<usize>) -> Chunk<'_> {
        let (len, chunk) = self.map.chunk(range.start as u64, range.end as u64);
        Chunk { bytes: &self.bytes[range][..len], ..chunk }
    }

    /// The raw bytes that some of it stands for.
    pub fn span(&self, range: Range<usize>) -> Span {
        self.map.span(text(range))
    }

    /// Whether some of it is the raw bytes themselves.
    pub fn is_plain(&self, range: Range<usize>) -> bool {
        self.map.is_plain(text(range))
    }
}

fn text(range: Range<usize>) -> Span {
    Span { start: range.start as u64, end: range.end as u64 }
}

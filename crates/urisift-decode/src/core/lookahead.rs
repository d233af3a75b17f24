//! A [`MappedRead`] with lookahead across chunk boundaries.

use super::mapped::{Chunk, MappedRead, Notes, TextKind};
use super::mapped_bytes::MappedBytes;
use urisift::Span;

/// Copies only what is peeked at across the end of a chunk; all else goes straight through.
pub(crate) struct Lookahead<R> {
    inner: R,
    /// What precedes the inner chunk.
    held: MappedBytes,
}

/// How many bytes of a chunk are copied at least, if it has so many: peeking again then costs little.
const BLOCK: usize = 256;

impl<R: MappedRead> Lookahead<R> {
    pub fn new(inner: R) -> Self {
        Lookahead { inner, held: MappedBytes::default() }
    }

    /// At least `count` bytes, or all that remain.
    pub fn peek(&mut self, count: usize) -> &[u8] {
        if self.held.len() == 0 && self.inner.chunk().bytes.len() >= count {
            return self.inner.chunk().bytes;
        }
        while self.held.len() < count {
            let chunk = self.inner.chunk();
            let more = chunk.bytes.len().min((count - self.held.len()).max(BLOCK));
            if more == 0 {
                break;
            }
            self.held.push(chunk.piece(0..more));
            self.inner.advance(more);
        }
        self.held.bytes()
    }

    /// Holds up to `most` bytes after the current chunk; returns whether there were any.
    pub fn more(&mut self, most: usize) -> bool {
        if self.held.len() == 0 {
            let chunk = self.inner.chunk();
            let count = chunk.bytes.len();
            self.held.push(chunk);
            self.inner.advance(count);
        }
        let chunk = self.inner.chunk();
        let count = chunk.bytes.len().min(most);
        self.held.push(chunk.piece(0..count));
        self.inner.advance(count);
        count > 0
    }

    /// Reads from the inner chunks, unless something precedes them.
    pub fn read_inner(&mut self, out: &mut [u8], at: u64, notes: &mut Notes<'_>) -> usize {
        if self.held.len() > 0 { 0 } else { self.inner.read(out, at, notes) }
    }

    /// The chunks of the next text: see [`MappedRead::next_text`].
    pub fn next_text(&mut self) -> Option<TextKind> {
        self.inner.next_text()
    }

    /// Consumes `count` peeked bytes and returns their raw span.
    pub fn take(&mut self, count: usize) -> Span {
        let span = match self.held.len() {
            0 => self.inner.chunk().span(0..count),
            _ => self.held.span(0..count),
        };
        self.advance(count);
        span
    }
}

impl<R: MappedRead> MappedRead for Lookahead<R> {
    fn chunk(&mut self) -> Chunk<'_> {
        match self.held.len() {
            0 => self.inner.chunk(),
            len => self.held.chunk(0..len),
        }
    }

    fn advance(&mut self, count: usize) {
        match self.held.len() {
            0 => self.inner.advance(count),
            _ => self.held.forget(count),
        }
    }

    fn read(&mut self, out: &mut [u8], at: u64, notes: &mut Notes<'_>) -> usize {
        if self.held.len() == 0 {
            return self.inner.read(out, at, notes);
        }
        let count = self.chunk().put(out, at, notes.map);
        self.advance(count);
        count
    }

    fn whole(&mut self) -> Option<Chunk<'_>> {
        if self.held.len() == 0 { self.inner.whole() } else { None }
    }

    fn at_hand(&mut self) -> Option<usize> {
        Some(self.held.len() + self.inner.at_hand()?)
    }
}

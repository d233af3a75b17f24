//! A [`MappedRead`] with lookahead across chunk boundaries.

use super::mapped::{Chunk, MappedRead};
use super::mapped_bytes::MappedBytes;
use urisift::Span;

/// Copies only what is peeked at across the end of a chunk; all else goes straight through.
pub(super) struct Lookahead<R> {
    inner: R,
    /// What precedes the inner chunk.
    held: MappedBytes,
}

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
            let more = chunk.bytes.len().min(count - self.held.len());
            if more == 0 {
                break;
            }
            self.held.push(chunk.piece(0..more));
            self.inner.advance(more);
        }
        self.held.bytes()
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

    pub fn chunk(&mut self) -> Chunk<'_> {
        match self.held.len() {
            0 => self.inner.chunk(),
            len => self.held.chunk(0..len),
        }
    }

    pub fn advance(&mut self, count: usize) {
        match self.held.len() {
            0 => self.inner.advance(count),
            _ => self.held.forget(count),
        }
    }
}

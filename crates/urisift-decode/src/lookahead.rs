//! A [`MappedRead`] with lookahead across chunk boundaries.

use super::mapped::{Chunk, MappedRead};
use super::mapped_bytes::MappedBytes;
use urisift::Span;

/// The held bytes move to the front once this many before them are consumed.
const PASSED: usize = 4 << 10;

/// Copies only what is peeked at across the end of a chunk; all else goes straight through.
pub(super) struct Lookahead<R> {
    inner: R,
    held: MappedBytes,
    /// How much of `held` is consumed; equal to its length only when nothing is held.
    start: usize,
}

impl<R: MappedRead> Lookahead<R> {
    pub fn new(inner: R) -> Self {
        Lookahead { inner, held: MappedBytes::default(), start: 0 }
    }

    /// At least `count` bytes, or all that remain.
    pub fn peek(&mut self, count: usize) -> &[u8] {
        if self.held() == 0 && self.inner.chunk().bytes.len() >= count {
            return self.inner.chunk().bytes;
        }
        self.make_room();
        while self.held() < count {
            let chunk = self.inner.chunk();
            let more = chunk.bytes.len().min(count - (self.held.len() - self.start));
            if more == 0 {
                break;
            }
            self.held.push(chunk.piece(0..more));
            self.inner.advance(more);
        }
        &self.held.bytes()[self.start..]
    }

    /// Consumes `count` peeked bytes and returns their raw span.
    pub fn take(&mut self, count: usize) -> Span {
        let span = match self.held() {
            0 => self.inner.chunk().span(0..count),
            _ => self.held.span(self.start..self.start + count),
        };
        self.advance(count);
        span
    }

    pub fn chunk(&mut self) -> Chunk<'_> {
        match self.held() {
            0 => self.inner.chunk(),
            _ => self.held.chunk(self.start..self.held.len()),
        }
    }

    pub fn advance(&mut self, count: usize) {
        if self.held() == 0 {
            return self.inner.advance(count);
        }
        self.start += count;
        if self.held() == 0 {
            self.held.clear();
            self.start = 0;
        }
    }

    fn held(&self) -> usize {
        self.held.len() - self.start
    }

    fn make_room(&mut self) {
        if self.start >= PASSED {
            self.held.forget(self.start);
            self.start = 0;
        }
    }
}

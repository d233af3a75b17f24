//! MappedRead of which the first bytes can be looked at together, however they are cut.

use super::kept::Kept;
use super::mapped::{Chunk, MappedRead};
use urisift::Span;

/// What is held is moved to the front when so many bytes before it are passed.
const PASSED: usize = 4 << 10;

/// Holds only what somebody has peeked at across the end of a chunk; anything else goes through.
pub(super) struct Ahead<R> {
    inner: R,
    held: Kept,
    /// How much of that is passed: all of it only where nothing is held.
    start: usize,
}

impl<R: MappedRead> Ahead<R> {
    pub fn new(inner: R) -> Self {
        Ahead { inner, held: Kept::default(), start: 0 }
    }

    /// At least so many bytes, or all that there are.
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

    /// Passes over so many bytes of what has been peeked at; where they stand.
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

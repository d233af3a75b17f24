//! The rolling buffer between a reader and what looks at its bytes.

use std::io::{self, Read};
use std::mem;
use std::ops::Range;

/// Room beyond one read, in bytes. It mostly holds the text kept from before, so that all reads of a
/// stream go to the same place in memory.
const SLACK: usize = 1 << 12;

/// The most bytes that are left at the front of a buffer.
const MAX_FRONT: usize = 64;

/// Where to read into a buffer: at the start of a cache line. Large buffers start 16 bytes after that of a page; what is
/// read from a file starts with a page of the cache of files, and some processors copy from one to the other at a
/// third of their speed.
fn front(buffer: &[u8]) -> usize {
    let front = buffer.as_ptr().align_offset(MAX_FRONT);
    if front <= buffer.len() { front } else { 0 }
}

/// A sliding window over a stream: what has been read and not yet dropped.
///
/// Invariant: `start <= end <= buffer.len()`, the live bytes are `buffer[start..end]`, and `base`
/// is the offset in the stream of `buffer[start]`.
#[derive(Debug, Default)]
pub struct Window {
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    base: u64,
}

impl Window {
    /// An empty window at the offset `base` of its stream. The buffer may come from another window.
    pub fn new(base: u64, buffer: Vec<u8>) -> Self {
        let start = front(&buffer);
        Window { buffer, start, end: start, base }
    }

    /// A window over the bytes of a buffer at `live`, the first of which is at the offset `base` of the stream.
    pub fn over(buffer: Vec<u8>, live: Range<usize>, base: u64) -> Self {
        Window { buffer, start: live.start, end: live.end, base }
    }

    /// Takes the buffer. Returns where the live bytes are in it, too.
    pub fn take_buffer(&mut self) -> (Vec<u8>, Range<usize>) {
        (mem::take(&mut self.buffer), self.start..self.end)
    }

    /// Puts the buffer back that was taken.
    pub fn put_back(&mut self, buffer: Vec<u8>) {
        self.buffer = buffer;
    }

    /// The live bytes.
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    /// The offset of the first live byte in the stream.
    #[inline]
    pub fn base(&self) -> u64 {
        self.base
    }

    /// Drops what lies before the offset `until` of the stream.
    pub fn settle(&mut self, until: u64) {
        self.pass(until.saturating_sub(self.base).min(usize::MAX as u64) as usize);
    }

    /// Drops that many of the live bytes, or all.
    #[inline]
    pub fn pass(&mut self, count: usize) {
        let count = count.min(self.end - self.start);
        self.start += count;
        self.base += count as u64;
    }

    /// Reads once, up to `len` bytes. Returns the number of bytes, 0 at the end of the stream.
    ///
    /// # Errors
    /// Any error of the reader, except an interruption, after which it is read again.
    pub fn fill(&mut self, len: usize, reader: &mut impl Read) -> io::Result<usize> {
        drop(self.make_room(len, |len| vec![0; len]));
        loop {
            match reader.read(self.room(len)) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
                Ok(count) => {
                    self.end += count;
                    return Ok(count);
                }
            }
        }
    }

    /// Passes over bytes of the stream that have been read elsewhere; no byte is live.
    pub fn skip(&mut self, count: usize) {
        debug_assert_eq!(self.start, self.end);
        self.base += count as u64;
    }

    /// Makes room for `len` bytes after the live ones, if need be by moving these to the front of the buffer, or to a new
    /// one of at least the length that `allocate` is given. Returns the old buffer then. Twice the live bytes is enough for
    /// moves to cost no more than the reads.
    pub fn make_room(
        &mut self,
        len: usize,
        allocate: impl FnOnce(usize) -> Vec<u8>,
    ) -> Option<Vec<u8>> {
        if self.buffer.len() - self.end >= len {
            return None;
        }
        let (live, to) = (self.end - self.start, front(&self.buffer));
        let is_worth = self.start >= live || self.buffer.len() >= 2 * live + len + MAX_FRONT;
        let mut old = None;
        if is_worth && self.buffer.len() - live >= len + to {
            self.buffer.copy_within(self.start..self.end, to);
            self.start = to;
        } else {
            let mut buffer = allocate(2 * live + len + SLACK);
            let start = front(&buffer);
            buffer[start..][..live].copy_from_slice(self.bytes());
            old = Some(mem::replace(&mut self.buffer, buffer));
            self.start = start;
        }
        self.end = self.start + live;
        old
    }

    /// The first `len` bytes after the live ones, which there is room for.
    pub fn room(&mut self, len: usize) -> &mut [u8] {
        &mut self.buffer[self.end..][..len]
    }

    /// The first `count` bytes after the live ones have been read.
    pub fn add(&mut self, count: usize) {
        self.end += count;
        debug_assert!(self.end <= self.buffer.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_roll_through() {
        let source: Vec<u8> = (0..10_000u32).map(|i| i as u8).collect();
        for chunk in [1, 2, 3, 100, 20_000] {
            let mut reader = source.as_slice();
            let mut window = Window::new(0, Vec::new());
            while window.fill(chunk, &mut reader).unwrap() > 0 {
                let base = window.base() as usize;
                let live = window.bytes();
                assert_eq!(live, &source[base..base + live.len()]);
                window.settle((base + live.len()).saturating_sub(7) as u64);
            }
            assert_eq!(window.base() as usize + window.bytes().len(), source.len());
        }
    }

    #[test]
    fn reads_start_with_a_cache_line() {
        for len in [0, 1, 63, 64, 1 << 10, 1 << 20] {
            let buffer = vec![0; len];
            let at = front(&buffer);
            assert!(at <= len && at < MAX_FRONT);
            assert!(len < MAX_FRONT || buffer[at..].as_ptr().align_offset(MAX_FRONT) == 0);
        }
    }

    #[test]
    fn memory_follows_what_is_kept() {
        let mut window = Window::new(0, Vec::new());
        let mut reader = io::repeat(b'x');
        for _ in 0..100_000 {
            window.fill(64, &mut reader).unwrap();
            let end = window.base() + window.bytes().len() as u64;
            window.settle(end - 100.min(end));
        }
        assert!(window.buffer.len() < 20_000);
    }
}

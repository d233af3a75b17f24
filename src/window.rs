//! The rolling buffer between a reader and the text that is looked at.

use std::io::{self, Read};
use std::ops::Range;

/// Room beyond one read, in bytes. It mostly holds the text kept from before, so that all reads of a
/// stream go to the same place in memory.
const SLACK: usize = 1 << 12;

/// The most bytes that are left at the front of a buffer.
pub const MAX_FRONT: usize = 64;

/// Where to read into a buffer: at the start of a cache line. Large buffers start 16 bytes after that of a page; what is
/// read from a file starts with a page of the cache of files, and some processors copy from one to the other at a
/// third of their speed.
pub fn front(buffer: &[u8]) -> usize {
    let front = buffer.as_ptr().align_offset(MAX_FRONT);
    if front <= buffer.len() { front } else { 0 }
}

/// A sliding window over a stream: what has been read and not yet dropped.
///
/// Invariant: `start <= end <= buffer.len()`, the live bytes are `buffer[start..end]`, and `base`
/// is the offset in the stream of `buffer[start]`.
#[derive(Debug)]
pub(crate) struct Window {
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    base: u64,
    /// How many bytes one fill asks for.
    chunk: usize,
}

impl Window {
    /// A window that reads `chunk` bytes at a time, at least one, at most 1 GiB, from a reader that
    /// starts at the offset `base` of its stream. The buffer may come from another window.
    pub fn new(chunk: usize, base: u64, buffer: Vec<u8>) -> Self {
        let start = front(&buffer);
        Window { buffer, start, end: start, base, chunk: chunk.clamp(1, 1 << 30) }
    }

    /// The buffer, for another window.
    pub fn into_buffer(self) -> Vec<u8> {
        self.buffer
    }

    /// The buffer, and where the live bytes are in it.
    pub fn into_live(self) -> (Vec<u8>, Range<usize>) {
        (self.buffer, self.start..self.end)
    }

    /// The live bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    /// The offset of the first live byte in the stream.
    pub fn base(&self) -> u64 {
        self.base
    }

    /// Drops what lies before the offset `until` of the stream.
    pub fn settle(&mut self, until: u64) {
        let count = until.saturating_sub(self.base).min((self.end - self.start) as u64);
        self.start += count as usize;
        self.base += count;
    }

    /// Reads once. Returns the number of bytes, 0 at the end of the stream.
    ///
    /// # Errors
    /// Any error of the reader, except an interruption, after which it is read again.
    pub fn fill(&mut self, reader: &mut impl Read) -> io::Result<usize> {
        self.make_room();
        loop {
            match reader.read(&mut self.buffer[self.end..][..self.chunk]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
                Ok(count) => {
                    self.end += count;
                    return Ok(count);
                }
            }
        }
    }

    /// Makes room for one more chunk after the live bytes, if need be by moving them to the front or
    /// growing. Twice the live bytes is enough for moves to cost no more than the reads.
    fn make_room(&mut self) {
        if self.buffer.len() - self.end >= self.chunk {
            return;
        }
        let (live, to) = (self.end - self.start, front(&self.buffer));
        if self.start >= live && self.buffer.len() - live >= self.chunk + to {
            self.buffer.copy_within(self.start..self.end, to);
            self.start = to;
        } else {
            let mut buffer = vec![0; 2 * live + self.chunk + SLACK];
            let start = front(&buffer);
            buffer[start..][..live].copy_from_slice(self.bytes());
            (self.buffer, self.start) = (buffer, start);
        }
        self.end = self.start + live;
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
            let mut window = Window::new(chunk, 0, Vec::new());
            while window.fill(&mut reader).unwrap() > 0 {
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
        let mut window = Window::new(64, 0, Vec::new());
        let mut reader = io::repeat(b'x');
        for _ in 0..100_000 {
            window.fill(&mut reader).unwrap();
            let end = window.base() + window.bytes().len() as u64;
            window.settle(end - 100.min(end));
        }
        assert!(window.buffer.len() < 20_000);
    }
}

//! The bytes at the front of a reader: a number of them, or those before a place that is searched for.

use std::io::{self, Read};

use super::mapped::{Chunk, MappedRead};
use super::peek::PeekReader;

/// At most `size` bytes of a reader.
pub struct Limited<'t, 's> {
    reader: &'t mut PeekReader<'s>,
    size: u64,
    left: u64,
}

impl<'t, 's> Limited<'t, 's> {
    pub fn new(reader: &'t mut PeekReader<'s>, size: u64) -> Self {
        Limited { reader, size, left: size }
    }

    /// How many bytes there should be in all.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Consumes the rest; returns how many bytes were missing.
    pub fn finish(mut self) -> u64 {
        loop {
            let count = self.chunk().bytes.len();
            if count == 0 {
                return self.left;
            }
            self.advance(count);
        }
    }
}

impl MappedRead for Limited<'_, '_> {
    fn chunk(&mut self) -> Chunk<'_> {
        if self.left == 0 {
            return Chunk::END;
        }
        if self.reader.is_at_end() {
            self.reader.set_cut();
        }
        let chunk = self.reader.chunk();
        let count = (chunk.bytes.len() as u64).min(self.left) as usize;
        chunk.piece(0..count)
    }

    fn advance(&mut self, count: usize) {
        self.reader.pass_bytes(count);
        self.left = self.left.saturating_sub(count as u64);
    }
}

impl Read for Limited<'_, '_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = self.chunk().bytes.read(out)?;
        self.advance(count);
        Ok(count)
    }
}

impl io::BufRead for Limited<'_, '_> {
    /// The same pieces however the bytes come: see [`InBlocks`].
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.left == 0 {
            return Ok(&[]);
        }
        let block = self.reader.block(0);
        Ok(&block[..(block.len() as u64).min(self.left) as usize])
    }

    fn consume(&mut self, count: usize) {
        self.advance(count);
    }
}

/// Gives a decoder the same pieces however the bytes come, so that what it leaves when it fails is the same too,
/// even if it reads ahead.
pub(crate) struct InBlocks<'t, 's>(pub &'t mut PeekReader<'s>);

impl Read for InBlocks<'_, '_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = self.0.block(0).read(out)?;
        self.0.pass_bytes(count);
        Ok(count)
    }
}

impl io::BufRead for InBlocks<'_, '_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        Ok(self.0.block(0))
    }

    fn consume(&mut self, count: usize) {
        self.0.pass_bytes(count);
    }
}

/// The bytes of a reader up to a place that `find` finds, or all of them.
pub(crate) struct Before<'t, 's, F> {
    reader: &'t mut PeekReader<'s>,
    find: F,
    /// How many bytes must follow the first one of the place for `find` to see it. The search resumes
    /// with these last bytes when more have come.
    hold: usize,
    /// There is no such place before this offset in the reader.
    clear: u64,
    /// The offset of the place.
    end: Option<u64>,
}

impl<'t, 's, F: FnMut(&[u8], u64) -> Option<usize>> Before<'t, 's, F> {
    /// `find` takes bytes and the offset of their first one in the reader; it returns the place in them.
    pub fn new(reader: &'t mut PeekReader<'s>, hold: usize, find: F) -> Self {
        let clear = reader.at();
        Before { reader, find, hold, clear, end: None }
    }

    /// Returns `true` if the place has been found.
    pub fn is_found(&self) -> bool {
        self.end.is_some()
    }

    /// How many bytes are known to lie before the place.
    fn len(&mut self) -> usize {
        if self.end.is_none() && self.clear <= self.reader.at() {
            self.search();
        }
        self.end.unwrap_or(self.clear).saturating_sub(self.reader.at()) as usize
    }

    fn search(&mut self) {
        let at = self.reader.at();
        let bytes = self.reader.peek(self.hold + 1);
        let held = if bytes.len() > self.hold { self.hold } else { 0 };
        self.clear = at + (bytes.len() - held) as u64;
        self.end = (self.find)(bytes, at).map(|end| at + end as u64);
    }
}

impl<F: FnMut(&[u8], u64) -> Option<usize>> MappedRead for Before<'_, '_, F> {
    fn chunk(&mut self) -> Chunk<'_> {
        let len = self.len();
        if len == 0 { Chunk::END } else { self.reader.chunk_in(0..len) }
    }

    fn advance(&mut self, count: usize) {
        self.reader.pass_bytes(count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{dripping, seen};

    #[test]
    fn what_lies_before_is_given_however_it_comes() {
        for (bytes, expected) in [
            (&b"ab\nXY cd"[..], &b"ab"[..]),
            (b"\nXY", b""),
            (b"ab\nX", b"ab\nX"),
            (b"\n\nX\nXY", b"\n\nX"),
            (b"", b""),
        ] {
            for step in 1..9 {
                let mut reader = dripping(bytes, step);
                let find = |bytes: &[u8], _| memchr::memmem::find(bytes, b"\nXY");
                let mut before = Before::new(&mut reader, 2, find);
                let given = seen(&mut before, step).text;
                assert_eq!(given, expected, "{step} at a time");
                assert_eq!(before.is_found(), expected.len() < bytes.len());
            }
        }
    }
}

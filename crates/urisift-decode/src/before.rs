//! What lies before a place that has to be searched for.

use super::mapped::{Chunk, MappedRead};
use super::peek::PeekReader;

/// The bytes of a reader as far as a place that is found, or all of them.
pub(super) struct Before<'t, 's, F> {
    reader: &'t mut PeekReader<'s>,
    find: F,
    /// So many bytes have to lie behind the first one of the place for it to be known: the search goes
    /// on with the last ones when more have come.
    hold: usize,
    /// The offset in the reader before which there is no such place.
    clear: u64,
    /// The offset of the place.
    end: Option<u64>,
}

impl<'t, 's, F: FnMut(&[u8], u64) -> Option<usize>> Before<'t, 's, F> {
    /// `find` gives the place in bytes of which the first is at that offset in the reader.
    pub fn new(reader: &'t mut PeekReader<'s>, hold: usize, find: F) -> Self {
        let clear = reader.at();
        Before { reader, find, hold, clear, end: None }
    }

    /// Whether the place has been found.
    pub fn is_found(&self) -> bool {
        self.end.is_some()
    }

    /// How many bytes there are before the place, as far as is known.
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
        if len == 0 { Chunk::END } else { self.reader.run_in(0..len) }
    }

    fn advance(&mut self, count: usize) {
        self.reader.pass_bytes(count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seen::dripping;

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
                let mut given = Vec::new();
                while let Some(byte) = before.chunk().bytes.first().copied() {
                    given.push(byte);
                    before.advance(1);
                }
                assert_eq!(given, expected, "{step} at a time");
                assert_eq!(before.is_found(), expected.len() < bytes.len());
            }
        }
    }
}

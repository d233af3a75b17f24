//! The bytes before a place that is searched for.

use super::mapped::{Chunk, MappedRead};
use super::peek::PeekReader;

/// The bytes of a reader up to a place that `find` finds, or all of them.
pub(super) struct Before<'t, 's, F> {
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

    /// Whether the place has been found.
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
        if len == 0 { Chunk::END } else { self.reader.run_in(0..len) }
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

//! What lies before a place that has to be searched for.

use super::run::{Run, Runs};
use super::tape::Tape;

/// The bytes of a tape as far as a place that is found, or all of them.
pub(super) struct Before<'t, 's, F> {
    tape: &'t mut Tape<'s>,
    find: F,
    /// So many bytes have to lie behind the first one of the place for it to be known: the search goes
    /// on with the last ones when more have come.
    hold: usize,
    /// The offset in the tape before which there is no such place.
    clear: u64,
    /// The offset of the place.
    end: Option<u64>,
}

impl<'t, 's, F: FnMut(&[u8], u64) -> Option<usize>> Before<'t, 's, F> {
    /// `find` gives the place in bytes of which the first is at that offset in the tape.
    pub fn new(tape: &'t mut Tape<'s>, hold: usize, find: F) -> Self {
        let clear = tape.at();
        Before { tape, find, hold, clear, end: None }
    }

    /// Whether the place has been found.
    pub fn is_found(&self) -> bool {
        self.end.is_some()
    }

    /// How many bytes there are before the place, as far as is known.
    fn len(&mut self) -> usize {
        if self.end.is_none() && self.clear <= self.tape.at() {
            self.search();
        }
        self.end.unwrap_or(self.clear).saturating_sub(self.tape.at()) as usize
    }

    fn search(&mut self) {
        let at = self.tape.at();
        let bytes = self.tape.peek(self.hold + 1);
        let held = if bytes.len() > self.hold { self.hold } else { 0 };
        self.clear = at + (bytes.len() - held) as u64;
        self.end = (self.find)(bytes, at).map(|end| at + end as u64);
    }
}

impl<F: FnMut(&[u8], u64) -> Option<usize>> Runs for Before<'_, '_, F> {
    fn run(&mut self) -> Run<'_> {
        let len = self.len();
        if len == 0 { Run::END } else { self.tape.run_in(0..len) }
    }

    fn pass(&mut self, count: usize) {
        self.tape.pass_bytes(count);
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
                let mut tape = dripping(bytes, step);
                let find = |bytes: &[u8], _| memchr::memmem::find(bytes, b"\nXY");
                let mut before = Before::new(&mut tape, 2, find);
                let mut given = Vec::new();
                while let Some(byte) = before.run().bytes.first().copied() {
                    given.push(byte);
                    before.pass(1);
                }
                assert_eq!(given, expected, "{step} at a time");
                assert_eq!(before.is_found(), expected.len() < bytes.len());
            }
        }
    }
}

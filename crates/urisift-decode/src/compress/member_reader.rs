//! What a member takes of a reader, and can give back.

use std::cell::{Cell, RefCell};
use std::io::{self, BufRead, Read};
use std::rc::Rc;

use super::Compression;
use super::ahead::Ahead;
use crate::compress::codec::zst;
use crate::core::budget::Budget;
use crate::core::line_index::LineIndex;
use crate::core::peek::PeekReader;
use crate::core::start::Members;

/// How much can be given back, in bytes. A Zstandard block has at most half of it (RFC 8878 3.1.1.2).
const MOST: usize = 256 << 10;

/// How often all bytes of a reader may be given back in total: this bounds the cost.
const TIMES: u64 = 4;

/// A reader that keeps the last bytes taken: a truncated member takes some of the next one before it is
/// found broken.
pub(super) struct MemberReader<'t, 's> {
    reader: &'t mut PeekReader<'s>,
    /// How many of the live bytes are taken; at most [`MOST`] between calls.
    count: usize,
    losses: Rc<Losses>,
    in_blocks: bool,
}

/// What the members of a reader share: their faults, a decoder, and what is decompressed ahead.
pub(super) struct Losses {
    /// The line index of the reader's raw bytes: positions before what can be given back are never asked for.
    line_index: Rc<LineIndex>,
    /// How many bytes have been given back in all.
    given: Cell<u64>,
    is_broken: Cell<bool>,
    frames: Rc<zst::Common>,
    ahead: Rc<Ahead>,
    budget: Rc<Budget>,
    /// Notes where members start, up to the first fault.
    members: RefCell<Option<Rc<Members>>>,
}

impl Default for Losses {
    fn default() -> Self {
        Losses::on(&Rc::default(), Ahead::default(), Rc::default(), None)
    }
}

impl Losses {
    pub fn on(
        line_index: &Rc<LineIndex>,
        ahead: Ahead,
        budget: Rc<Budget>,
        members: Option<Rc<Members>>,
    ) -> Self {
        let (line_index, ahead) = (Rc::clone(line_index), Rc::new(ahead));
        let (given, is_broken) = Default::default();
        let (frames, members) = (Rc::new(zst::Common::of(&budget)), RefCell::new(members));
        Losses { line_index, given, is_broken, frames, ahead, budget, members }
    }

    /// No member is noted any more.
    pub fn end_members(&self) {
        self.members.take();
    }

    /// Returns `true` if the members have a dictionary.
    pub fn has_dictionary(&self) -> bool {
        self.frames.has_dictionary()
    }

    /// Returns `true` if a member was broken since the last call.
    pub fn take_broken(&self) -> bool {
        self.is_broken.take()
    }
}

impl<'t, 's> MemberReader<'t, 's> {
    pub fn of(reader: &'t mut PeekReader<'s>, losses: Rc<Losses>) -> Self {
        MemberReader { reader, count: 0, losses, in_blocks: false }
    }

    /// Like `take_broken`, for a decoder that reads ahead: otherwise what it has taken when it fails would depend on
    /// the size of reads.
    pub fn in_blocks(mut self) -> Self {
        self.in_blocks = true;
        self
    }

    /// What frames of Zstandard share.
    pub fn frames(&self) -> Rc<zst::Common> {
        Rc::clone(&self.losses.frames)
    }

    /// What decoders share.
    pub fn budget(&self) -> Rc<Budget> {
        Rc::clone(&self.losses.budget)
    }

    /// What is decompressed ahead.
    pub fn ahead(&self) -> Rc<Ahead> {
        Rc::clone(&self.losses.ahead)
    }

    /// Decompresses the members here ahead, if there is a batch of them.
    pub fn batch<S: Compression>(&mut self) -> Option<Vec<u8>> {
        self.settle();
        self.losses.ahead.batch::<S>(self.reader, &self.losses.line_index)
    }

    /// A member starts here, after that many decompressed bytes.
    pub fn note_member(&mut self, made: u64) {
        if let Some(members) = self.losses.members.borrow().as_deref()
            && !self.losses.has_dictionary()
        {
            let (at, line_index) = (self.reader.raw(), &self.losses.line_index);
            members.note(at, made, || line_index.position(at));
        }
    }

    /// The offset in the reader of what is not taken.
    pub fn offset(&self) -> u64 {
        self.reader.at() + self.count as u64
    }

    /// The bytes from an offset on, which is that of a byte taken just now or not yet: `more` that are not taken, or
    /// all that remain.
    pub fn view(&mut self, from: u64, more: usize) -> &[u8] {
        let from = (from - self.reader.at()) as usize;
        &self.reader.peek(self.count + more)[from..]
    }

    /// The reader after what was taken, which can no longer be given back.
    pub fn settle(&mut self) -> &mut PeekReader<'s> {
        self.reader.pass_bytes(std::mem::take(&mut self.count));
        self.reader
    }

    /// Marks the member as broken. Gives back all from what `find` finds, but not the first byte; `find`
    /// may look `more` bytes ahead.
    pub fn give_back(&mut self, more: usize, find: impl Fn(&[u8]) -> Option<usize>) {
        self.losses.is_broken.set(true);
        self.count = self.count.max(1);
        let most = self.most();
        let bytes = self.reader.peek(self.count + more);
        let start = self.count.saturating_sub(most).max(1);
        let end = bytes.len().min(self.count + more);
        if let Some(found) = bytes.get(start..end).and_then(find)
            && start + found < self.count
        {
            let given = self.count - (start + found);
            self.losses.given.set(self.losses.given.get() + given as u64);
            self.count -= given;
        }
    }

    /// How many bytes may be given back.
    fn most(&self) -> usize {
        let all = self.reader.at() + self.count as u64;
        let left = all.saturating_mul(TIMES).saturating_sub(self.losses.given.get());
        left.min(MOST as u64) as usize
    }
}

impl Drop for MemberReader<'_, '_> {
    fn drop(&mut self) {
        self.settle();
    }
}

impl Read for MemberReader<'_, '_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(out)?;
        self.consume(count);
        Ok(count)
    }
}

impl BufRead for MemberReader<'_, '_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        match self.in_blocks {
            true => Ok(self.reader.block(self.count)),
            false => Ok(&self.reader.peek(self.count + 1)[self.count..]),
        }
    }

    fn consume(&mut self, count: usize) {
        self.count += count;
        let old = self.count.saturating_sub(MOST);
        if old > 0 {
            self.reader.pass_bytes(old);
            self.count -= old;
            self.losses.line_index.settle(self.reader.raw());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::dripping;

    #[test]
    fn what_is_found_is_given_back() {
        for (taken, expected) in [(0, 1), (1, 1), (3, 3), (4, 3), (7, 3), (9, 3), (99, 3)] {
            for step in 1..9 {
                let mut reader = dripping(b"xxxbab   ", step);
                let mut front = MemberReader::of(&mut reader, Rc::default());
                io::copy(&mut (&mut front).take(taken), &mut io::sink()).unwrap();
                front.give_back(2, |bytes| memchr::memmem::find(bytes, b"bab"));
                drop(front);
                assert_eq!(reader.at(), expected, "{taken} taken");
            }
        }
    }

    #[test]
    fn no_more_is_given_back_than_may_be_read_again() {
        let bytes = vec![b'a'; 1000];
        let mut reader = dripping(&bytes, 99);
        let (losses, mut taken) = (Rc::<Losses>::default(), 0);
        while !reader.is_at_end() {
            let mut front = MemberReader::of(&mut reader, Rc::clone(&losses));
            taken += io::copy(&mut front, &mut io::sink()).unwrap();
            front.give_back(0, |bytes| (!bytes.is_empty()).then_some(0));
        }
        assert_eq!(losses.given.get(), 1000 * TIMES);
        assert_eq!(taken, 1000 + losses.given.get());
        assert!(losses.take_broken() && !losses.take_broken());
    }

    #[test]
    fn what_was_taken_long_ago_is_gone() {
        let bytes = vec![b'a'; 3 * MOST];
        let mut reader = dripping(&bytes, 1 << 16);
        let mut front = MemberReader::of(&mut reader, Rc::default());
        io::copy(&mut (&mut front).take(2 * MOST as u64), &mut io::sink()).unwrap();
        front.give_back(0, |bytes| (!bytes.is_empty()).then_some(0));
        drop(front);
        assert_eq!(reader.at(), MOST as u64 + 1);
    }
}

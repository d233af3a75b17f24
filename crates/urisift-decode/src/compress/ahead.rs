//! Batches of members that are decompressed ahead.
//!
//! A batch is a guess: it ends where a member seems to start. A gzip file that is stored in a member looks like that
//! too. So a batch counts only if its members end there, and nothing is wrong with them; if not, they are decompressed
//! one after the other, like all others.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::io::{self, Read};
use std::ops::Range;
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};

use super::blocks::Known;
use super::member_reader::Losses;
use super::{Compression, MAGIC, Members, next_member};
use crate::compress::codec::snappy;
use crate::core::budget::Budget;
use crate::core::limits::Limits;
use crate::core::line_index::LineIndex;
use crate::core::peek::PeekReader;
use crate::core::task::{Helpers, Offered};

/// How much of the compressed bytes is read ahead. The budget counts what is read, so this must not depend on the
/// number of threads.
pub(super) const SIGHT: usize = 2 << 20;

/// How much a task may decompress to.
pub(super) const MOST: usize = 2 << 20;

/// What is decompressed ahead of the members of a reader.
#[derive(Default)]
pub(super) struct Ahead {
    /// The least length of a batch in bytes, if bytes are read ahead.
    least: Option<u64>,
    pub helpers: Option<Arc<dyn Helpers>>,
    batches: RefCell<VecDeque<Batch>>,
    /// Up to this offset of the reader, bytes have been read ahead.
    seen: Cell<u64>,
    /// Up to this offset, no member starts after the last batch.
    searched: Cell<u64>,
    /// How many batches in a row were wrong, and the offset up to which there are no others for that.
    wrong: Cell<u32>,
    paused: Cell<u64>,
    /// What is known of blocks of bzip2.
    pub known: RefCell<Known>,
    /// The limits of a task.
    limits: Limits,
    spare: Spare,
}

/// Buffers of batches that are done, for the next ones: page faults in a new buffer cost as much as decompression to
/// it.
type Spare = Arc<Mutex<Vec<Vec<u8>>>>;

/// Members between two offsets of the reader.
struct Batch {
    range: Range<u64>,
    task: Offered,
}

impl Ahead {
    /// Reads ahead, for those that help with batches of at least that length.
    pub fn of(helpers: Option<Arc<dyn Helpers>>, least: u64, limits: Limits) -> Self {
        Ahead { least: Some(least.max(1)), helpers, limits, ..Ahead::default() }
    }

    pub fn is_on(&self) -> bool {
        self.least.is_some()
    }

    /// Decompresses the batch of members that the reader is at, if there is one.
    pub fn batch<S: Compression>(
        &self,
        reader: &mut PeekReader<'_>,
        line_index: &LineIndex,
    ) -> Option<Vec<u8>> {
        let (at, least) = (reader.at(), self.least?);
        if at >= self.seen.get() {
            reader.peek(SIGHT);
            self.seen.set(at + least);
        }
        // A stream of Snappy continues in the next one: only what is broken ends it.
        let helpers = self.helpers.as_deref().filter(|_| S::MAGIC != snappy::MAGIC)?;
        let mut batches = self.batches.borrow_mut();
        while batches.front().is_some_and(|batch| batch.range.start < at) {
            batches.pop_front();
        }
        if at >= self.paused.get() {
            self.offer::<S>(&mut batches, least, helpers, reader);
        }
        let Batch { range, task } = match batches.front() {
            Some(batch) if batch.range.start == at => batches.pop_front()?,
            _ => return None,
        };
        drop(batches);
        let unpacked = task.unpacked(helpers);
        if unpacked.is_some() {
            self.wrong.set(0);
            reader.pass_bytes((range.end - range.start) as usize);
            line_index.settle(reader.raw());
        } else {
            let wrong = self.wrong.get() + 1;
            self.wrong.set(wrong);
            self.paused.set(range.end + (least << wrong.min(20)));
        }
        unpacked
    }

    /// Takes the buffer of a batch that is done.
    pub fn take_back(&self, mut unpacked: Vec<u8>) {
        unpacked.clear();
        self.spare.lock().unwrap_or_else(PoisonError::into_inner).push(unpacked);
    }

    /// Makes batches of what has been read.
    fn offer<S: Compression>(
        &self,
        batches: &mut VecDeque<Batch>,
        least: u64,
        helpers: &dyn Helpers,
        reader: &PeekReader<'_>,
    ) {
        let (at, live) = (reader.at(), reader.live());
        while batches.len() < helpers.room() {
            let start = batches.back().map_or(at, |last| last.range.end);
            let from = self.searched.get().max(start + least);
            let Some(sight) = live.get((from - at) as usize..) else { return };
            let Some(found) = next_member::<S>(sight) else {
                // A member may start in the last bytes.
                let end = from + sight.len().saturating_sub(MAGIC) as u64;
                return self.searched.set(end);
            };
            let end = from + found as u64;
            let packed = live[(start - at) as usize..(end - at) as usize].to_vec();
            let (limits, spare) = (self.limits, Arc::clone(&self.spare));
            let task = Offered::to(helpers, move || unpack::<S>(packed, &limits, &spare));
            batches.push_back(Batch { range: start..end, task });
        }
    }
}

/// Decompresses bytes that are members and nothing else.
fn unpack<S: Compression>(packed: Vec<u8>, limits: &Limits, spare: &Spare) -> Option<Vec<u8>> {
    let (len, line_index) = (packed.len(), Rc::new(LineIndex::new(false)));
    let mut reader = PeekReader::of_buffer(packed, 0..len, 0, line_index);
    let budget = Rc::new(Budget::of(limits, None));
    let losses = Rc::new(Losses::on(&Rc::default(), Ahead::default(), budget, None));
    let unpacked = spare.lock().unwrap_or_else(PoisonError::into_inner).pop();
    let mut unpacked = unpacked.unwrap_or_else(|| Vec::with_capacity(MOST / 2));
    let mut members = Members::<S>::of(&mut reader, Rc::clone(&losses)).ok()?;
    (&mut members).take(MOST as u64 + 1).read_to_end(&mut unpacked).ok()?;
    drop(members);
    // Members after the batch may need its dictionary.
    let is_all = unpacked.len() <= MOST && reader.is_at_end() && !losses.has_dictionary();
    is_all.then_some(unpacked)
}

/// Fills what is asked for, as far as there is anything: so the reads of what is decompressed ahead are the same as
/// those of other bytes.
pub(super) struct Filled<R> {
    read: R,
    /// Returned by the next read.
    failure: Option<io::Error>,
}

impl<R> Filled<R> {
    pub fn new(read: R) -> Self {
        Filled { read, failure: None }
    }
}

impl<R: Read> Read for Filled<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let mut filled = 0;
        while filled < out.len() && self.failure.is_none() {
            match self.read.read(&mut out[filled..]) {
                Ok(0) => break,
                Ok(count) => filled += count,
                Err(error) => self.failure = Some(error),
            }
        }
        match self.failure.take() {
            Some(failure) if filled == 0 => Err(failure),
            failure => {
                self.failure = failure;
                Ok(filled)
            }
        }
    }
}

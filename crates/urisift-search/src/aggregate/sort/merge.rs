//! Merges sorted runs.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::io;
use std::ops::Range;
use std::sync::Arc;

use super::scratch::{Stretch, Written, of_temporary_file};
use super::{Entry, SortOrder};

/// Sorted entries: runs in a temporary file, and one in memory.
pub struct Sorted<O: SortOrder> {
    pub(super) written: Arc<Written>,
    /// The range of each run.
    pub(super) places: Vec<Range<u64>>,
    pub(super) held: Vec<O::Entry>,
    /// How many of the first entries are wanted.
    pub(super) limit: usize,
}

impl<O: SortOrder> Sorted<O> {
    /// The entries, in order.
    ///
    /// # Errors
    /// If a run cannot be read.
    pub fn into_entries(self) -> io::Result<impl Iterator<Item = io::Result<O::Entry>>> {
        let Sorted { written, places, held, limit } = self;
        Ok(Entries::<O, _>::of(&written, &places, held.into_iter())?.take(limit))
    }

    /// Like `into_entries`, for a first of several readings.
    ///
    /// # Errors
    /// If a run cannot be read.
    pub fn entries(&self) -> io::Result<impl Iterator<Item = io::Result<O::Entry>>>
    where
        O::Entry: Clone,
    {
        let held = self.held.iter().cloned();
        Ok(Entries::<O, _>::of(&self.written, &self.places, held)?.take(self.limit))
    }
}

/// The entries of sorted runs.
enum Entries<O: SortOrder, H> {
    /// All are in memory.
    Held(H),
    Merged(Merged<O, H>),
}

impl<O: SortOrder, H: Iterator<Item = O::Entry>> Entries<O, H> {
    fn of(written: &Arc<Written>, places: &[Range<u64>], held: H) -> io::Result<Self> {
        match places {
            [] => Ok(Entries::Held(held)),
            places => Merged::of(written, places, held).map(Entries::Merged),
        }
    }
}

impl<O: SortOrder, H: Iterator<Item = O::Entry>> Iterator for Entries<O, H> {
    type Item = io::Result<O::Entry>;

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Entries::Held(entries) => entries.next().map(Ok),
            Entries::Merged(merged) => merged.next(),
        }
    }
}

/// Yields the entries of all runs in order, with equal ones absorbed.
pub(super) struct Merged<O: SortOrder, H> {
    runs: Vec<Run<H>>,
    /// The next entry of each run that has one.
    heads: BinaryHeap<RunHead<O>>,
}

/// A run, in the file or in memory.
enum Run<H> {
    Written(Stretch),
    Held(H),
}

/// The next entry of a run.
struct RunHead<O: SortOrder> {
    entry: O::Entry,
    run: usize,
}

impl<O: SortOrder, H: Iterator<Item = O::Entry>> Merged<O, H> {
    /// Merges the runs at those places with one in memory.
    pub fn of(written: &Arc<Written>, places: &[Range<u64>], held: H) -> io::Result<Self> {
        let stretch = |place: &Range<_>| Stretch::new(Arc::clone(written), place.start, place.end);
        let written = places.iter().map(|place| Run::Written(stretch(place)));
        let runs: Vec<_> = written.chain([Run::Held(held)]).collect();
        let mut merged = Merged { runs, heads: BinaryHeap::new() };
        for (run, entries) in merged.runs.iter_mut().enumerate() {
            let head = entries.next()?.map(|entry| RunHead { entry, run });
            merged.heads.extend(head);
        }
        Ok(merged)
    }

    /// Removes the first of the entries that are left.
    fn pop(&mut self) -> io::Result<Option<O::Entry>> {
        let Some(mut head) = self.heads.peek_mut() else { return Ok(None) };
        Ok(Some(match self.runs[head.run].next()? {
            Some(next) => std::mem::replace(&mut head.entry, next),
            None => PeekMut::pop(head).entry,
        }))
    }

    /// Removes the first entry, and absorbs those equal to it.
    fn pop_all(&mut self) -> io::Result<Option<O::Entry>> {
        let Some(mut first) = self.pop()? else { return Ok(None) };
        while self.heads.peek().is_some_and(|head| O::absorb(&mut first, &head.entry)) {
            self.pop()?;
        }
        Ok(Some(first))
    }
}

impl<O: SortOrder, H: Iterator<Item = O::Entry>> Iterator for Merged<O, H> {
    type Item = io::Result<O::Entry>;

    fn next(&mut self) -> Option<Self::Item> {
        self.pop_all().transpose()
    }
}

impl<H: Iterator<Item: Entry>> Run<H> {
    /// The next entry.
    fn next(&mut self) -> io::Result<Option<H::Item>> {
        let stretch = match self {
            Run::Written(stretch) => stretch,
            Run::Held(entries) => return Ok(entries.next()),
        };
        let Some(packed) = stretch.next_record()? else { return Ok(None) };
        match H::Item::unpack(packed) {
            None => Err(of_temporary_file(io::Error::new(
                io::ErrorKind::InvalidData,
                "it has been changed",
            ))),
            entry => Ok(entry),
        }
    }
}

/// Reversed: the greatest in the heap is the first in the order.
impl<O: SortOrder> Ord for RunHead<O> {
    fn cmp(&self, other: &Self) -> Ordering {
        O::compare(&other.entry, &self.entry).then(other.run.cmp(&self.run))
    }
}

impl<O: SortOrder> PartialOrd for RunHead<O> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<O: SortOrder> PartialEq for RunHead<O> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<O: SortOrder> Eq for RunHead<O> {}

//! Merges sorted runs.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::io;
use std::ops::Range;
use std::sync::Arc;
use std::vec;

use super::scratch::{Stretch, Written, of_temporary_file};
use super::{Entry, SortOrder};

/// Yields the entries of all runs in order, with equal ones absorbed.
pub struct Merged<O: SortOrder> {
    runs: Vec<Run<O::Entry>>,
    /// The next entry of each run that has one.
    heads: BinaryHeap<RunHead<O>>,
}

/// A run, in the file or in memory.
enum Run<E> {
    Aside(Stretch),
    Held(vec::IntoIter<E>),
}

/// The next entry of a run.
struct RunHead<O: SortOrder> {
    entry: O::Entry,
    run: usize,
}

impl<O: SortOrder> Merged<O> {
    /// Merges the runs at those places with one in memory.
    pub fn of(
        written: &Arc<Written>,
        places: &[Range<u64>],
        held: Vec<O::Entry>,
    ) -> io::Result<Self> {
        let stretch = |place: &Range<_>| Stretch::new(Arc::clone(written), place.start, place.end);
        let aside = places.iter().map(|place| Run::Aside(stretch(place)));
        let runs: Vec<_> = aside.chain([Run::Held(held.into_iter())]).collect();
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

impl<O: SortOrder> Iterator for Merged<O> {
    type Item = io::Result<O::Entry>;

    fn next(&mut self) -> Option<Self::Item> {
        self.pop_all().transpose()
    }
}

impl<E: Entry> Run<E> {
    /// The next entry.
    fn next(&mut self) -> io::Result<Option<E>> {
        let stretch = match self {
            Run::Aside(stretch) => stretch,
            Run::Held(entries) => return Ok(entries.next()),
        };
        let Some(packed) = stretch.next_record()? else { return Ok(None) };
        match E::unpack(packed) {
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

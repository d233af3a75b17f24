//! Sorted runs, read as one.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::fs::File;
use std::io;
use std::ops::Range;
use std::sync::Arc;

use super::scratch::{Stretch, told};
use super::{Entry, Order};

/// Gives the entries of all runs in their order, those that are one taken together.
pub(crate) struct Merged<O: Order> {
    runs: Vec<Stretch>,
    /// The next entry of each run that has one.
    heads: BinaryHeap<Head<O>>,
}

/// The next entry of a run.
struct Head<O: Order> {
    entry: O::Entry,
    run: usize,
}

impl<O: Order> Merged<O> {
    pub fn of_nothing() -> Self {
        Merged { runs: Vec::new(), heads: BinaryHeap::new() }
    }

    /// Of the runs that lie there.
    pub fn of(file: &Arc<File>, places: &[Range<u64>]) -> io::Result<Self> {
        let mut merged = Self::of_nothing();
        for (run, place) in places.iter().enumerate() {
            let mut stretch = Stretch::new(Arc::clone(file), place.start, place.end);
            if let Some(entry) = entry::<O>(&mut stretch)? {
                merged.heads.push(Head { entry, run });
            }
            merged.runs.push(stretch);
        }
        Ok(merged)
    }

    /// The first of all entries that are left.
    fn pop(&mut self) -> io::Result<Option<O::Entry>> {
        let Some(mut head) = self.heads.peek_mut() else { return Ok(None) };
        Ok(Some(match entry::<O>(&mut self.runs[head.run])? {
            Some(next) => std::mem::replace(&mut head.entry, next),
            None => PeekMut::pop(head).entry,
        }))
    }

    /// That one, with all that are one with it.
    fn pop_all(&mut self) -> io::Result<Option<O::Entry>> {
        let Some(mut first) = self.pop()? else { return Ok(None) };
        while self.heads.peek().is_some_and(|head| O::absorb(&mut first, &head.entry)) {
            self.pop()?;
        }
        Ok(Some(first))
    }
}

impl<O: Order> Iterator for Merged<O> {
    type Item = io::Result<O::Entry>;

    fn next(&mut self) -> Option<Self::Item> {
        self.pop_all().transpose()
    }
}

/// The next entry of a run.
fn entry<O: Order>(run: &mut Stretch) -> io::Result<Option<O::Entry>> {
    let Some(packed) = run.next()? else { return Ok(None) };
    match O::Entry::unpack(packed) {
        None => Err(told(io::Error::new(io::ErrorKind::InvalidData, "it has been changed"))),
        entry => Ok(entry),
    }
}

/// The greatest in the heap is the first in the order.
impl<O: Order> Ord for Head<O> {
    fn cmp(&self, other: &Self) -> Ordering {
        O::compare(&other.entry, &self.entry).then(other.run.cmp(&self.run))
    }
}

impl<O: Order> PartialOrd for Head<O> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<O: Order> PartialEq for Head<O> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<O: Order> Eq for Head<O> {}

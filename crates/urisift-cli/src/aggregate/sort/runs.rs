//! Sorted runs in a temporary file.

use std::borrow::Borrow;
use std::io;
use std::marker::PhantomData;
use std::ops::Range;
use std::sync::Arc;

use super::merge::Merged;
use super::scratch::{Scratch, Written};
use super::{Entry, SortOrder};

/// So many runs are read at the same time at most: each has a buffer.
const FAN_IN: usize = 64;

/// Runs that are written one after the other.
pub(crate) struct Runs<O> {
    scratch: Scratch,
    /// Where each lies.
    places: Vec<Range<u64>>,
    /// An entry, as it is written.
    packed: Vec<u8>,
    order: PhantomData<fn() -> O>,
}

impl<O: SortOrder> Runs<O> {
    pub fn new() -> Self {
        Runs {
            scratch: Scratch::default(),
            places: Vec::new(),
            packed: Vec::new(),
            order: PhantomData,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Makes a run of the entries, and takes them away.
    ///
    /// # Errors
    /// Where they cannot be written. They are all there then, in any order, and so are the runs before.
    pub fn add(&mut self, entries: &mut Vec<O::Entry>) -> io::Result<()> {
        self.scratch.failure().map_or(Ok(()), Err)?;
        sort::<O>(entries);
        self.write(entries.iter().map(Ok))?;
        entries.clear();
        Ok(())
    }

    /// All runs as one, together with entries that are in no run.
    ///
    /// # Errors
    /// Where a run cannot be read.
    pub fn merged(self, mut held: Vec<O::Entry>) -> io::Result<Merged<O>> {
        let (mut written, mut places) = (self.scratch.done(), self.places);
        // Where they cannot be written again, all of them are read at the same time.
        while places.len() > FAN_IN
            && let Ok(fewer) = Self::fewer(&written, &places)
        {
            (written, places) = (fewer.scratch.done(), fewer.places);
        }
        sort::<O>(&mut held);
        Merged::of(&written, &places, held)
    }

    /// The same entries in fewer runs.
    fn fewer(written: &Arc<Written>, places: &[Range<u64>]) -> io::Result<Self> {
        let mut fewer = Runs::new();
        for places in places.chunks(FAN_IN) {
            fewer.write(Merged::<O>::of(written, places, Vec::new())?)?;
        }
        Ok(fewer)
    }

    /// Makes a run of entries that are in order.
    fn write<E: Borrow<O::Entry>>(
        &mut self,
        entries: impl Iterator<Item = io::Result<E>>,
    ) -> io::Result<()> {
        let start = self.scratch.len();
        for entry in entries {
            self.packed.clear();
            entry?.borrow().pack(&mut self.packed);
            self.scratch.write(&self.packed)?;
        }
        self.places.push(start..self.scratch.len());
        Ok(())
    }
}

/// Sorts entries, those that are one taken together.
pub(super) fn sort<O: SortOrder>(entries: &mut Vec<O::Entry>) {
    entries.sort_unstable_by(O::compare);
    entries.dedup_by(|next, first| O::absorb(first, next));
}

//! Sorted runs in a temporary file.

use std::borrow::Borrow;
use std::io;
use std::iter;
use std::marker::PhantomData;
use std::ops::Range;
use std::sync::Arc;

use super::merge::{Merged, Sorted};
use super::scratch::{Scratch, Written};
use super::{Entry, SortOrder};

/// At most this many runs are read at a time: each has a buffer.
const FAN_IN: usize = 64;

/// Runs written one after the other.
pub struct Runs<O> {
    scratch: Scratch,
    /// The range of each run.
    places: Vec<Range<u64>>,
    /// A packed entry.
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

    /// Writes the entries as a run, and clears them.
    ///
    /// # Errors
    /// If they cannot be written. All of them are kept then, in any order, and so are earlier runs.
    pub fn add(&mut self, entries: &mut Vec<O::Entry>) -> io::Result<()> {
        self.scratch.failure().map_or(Ok(()), Err)?;
        sort::<O>(entries);
        self.write(entries.iter().map(Ok))?;
        entries.clear();
        Ok(())
    }

    /// All runs, and entries that are in no run.
    pub fn sorted_with(self, mut held: Vec<O::Entry>) -> Sorted<O> {
        let (mut written, mut places) = (self.scratch.done(), self.places);
        // If they cannot be written again, all of them are read at once.
        while places.len() > FAN_IN
            && let Ok(fewer) = Self::fewer(&written, &places)
        {
            (written, places) = (fewer.scratch.done(), fewer.places);
        }
        sort::<O>(&mut held);
        Sorted { written, places, held, limit: usize::MAX }
    }

    /// The same entries in fewer runs.
    fn fewer(written: &Arc<Written>, places: &[Range<u64>]) -> io::Result<Self> {
        let mut fewer = Runs::new();
        for places in places.chunks(FAN_IN) {
            fewer.write(Merged::<O, _>::of(written, places, iter::empty())?)?;
        }
        Ok(fewer)
    }

    /// Writes sorted entries as a run.
    fn write<E: Borrow<O::Entry>>(
        &mut self,
        entries: impl Iterator<Item = io::Result<E>>,
    ) -> io::Result<()> {
        let start = self.scratch.byte_len();
        for entry in entries {
            self.packed.clear();
            entry?.borrow().pack(&mut self.packed);
            self.scratch.write(&self.packed)?;
        }
        self.places.push(start..self.scratch.byte_len());
        Ok(())
    }
}

/// Sorts entries, absorbing equal ones.
pub(super) fn sort<O: SortOrder>(entries: &mut Vec<O::Entry>) {
    entries.sort_unstable_by(O::compare);
    entries.dedup_by(|next, first| O::absorb(first, next));
}

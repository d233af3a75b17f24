//! Sorted runs in a temporary file.

use std::io;
use std::marker::PhantomData;
use std::ops::Range;

use super::merge::Merged;
use super::scratch::Scratch;
use super::{Entry, Order};

/// So many runs are read at the same time at most: each has a buffer.
const FAN_IN: usize = 64;

/// Runs that are written one after the other.
pub(crate) struct Runs<O> {
    scratch: Option<Scratch>,
    /// Where each lies.
    places: Vec<Range<u64>>,
    /// An entry, as it is written.
    packed: Vec<u8>,
    order: PhantomData<fn() -> O>,
}

impl<O: Order> Runs<O> {
    pub fn new() -> Self {
        Runs { scratch: None, places: Vec::new(), packed: Vec::new(), order: PhantomData }
    }

    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Makes a run of the entries, and takes them away.
    pub fn add(&mut self, entries: &mut Vec<O::Entry>) -> io::Result<()> {
        sort::<O>(entries);
        let start = self.len();
        entries.iter().try_for_each(|entry| self.write(entry))?;
        entries.clear();
        self.places.push(start..self.len());
        Ok(())
    }

    /// All runs as one.
    pub fn merged(mut self) -> io::Result<Merged<O>> {
        while self.places.len() > FAN_IN {
            self = self.fewer()?;
        }
        let Runs { scratch, places, .. } = self;
        match scratch {
            Some(scratch) => Merged::of(&scratch.done()?, &places),
            None => Ok(Merged::of_nothing()),
        }
    }

    /// The same entries in fewer runs.
    fn fewer(self) -> io::Result<Self> {
        let mut fewer = Runs::new();
        let Some(scratch) = self.scratch else { return Ok(fewer) };
        let file = scratch.done()?;
        for places in self.places.chunks(FAN_IN) {
            let start = fewer.len();
            for entry in Merged::<O>::of(&file, places)? {
                fewer.write(&entry?)?;
            }
            fewer.places.push(start..fewer.len());
        }
        Ok(fewer)
    }

    fn len(&self) -> u64 {
        self.scratch.as_ref().map_or(0, Scratch::len)
    }

    fn write(&mut self, entry: &O::Entry) -> io::Result<()> {
        let scratch = match &mut self.scratch {
            Some(scratch) => scratch,
            none => none.insert(Scratch::new()?),
        };
        self.packed.clear();
        entry.pack(&mut self.packed);
        scratch.write(&self.packed)
    }
}

/// Sorts entries, those that are one taken together.
pub(super) fn sort<O: Order>(entries: &mut Vec<O::Entry>) {
    entries.sort_unstable_by(O::compare);
    entries.dedup_by(|next, first| O::absorb(first, next));
}

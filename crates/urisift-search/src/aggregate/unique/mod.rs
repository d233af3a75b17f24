//! The first find of each key.
//!
//! As long as there is memory for the keys, a new find is passed on at once. After that, finds that may be
//! new are put aside until the end. If that fails, they are passed on too, and may be duplicates, which is
//! reported at the end.

mod keyed;
mod spill;

use std::io;

use hashbrown::HashTable;

use super::key::NO_KEY;
use super::sort::{at_the_cost_of, table_with_one_more};
use crate::record::{Sink, Unpack};

use keyed::Record;
use spill::Spill;

pub use keyed::Keyed;

/// Takes what [`Keyed`] writes, and passes on the first record of each key, and all records
/// without one.
pub struct Unique {
    seen: Seen,
    aside: Option<Spill>,
    /// Why something could not be put aside, if so.
    failure: Option<io::Error>,
    /// Memory limit, in bytes.
    memory: usize,
    /// Records to be passed on together.
    first: Vec<u8>,
    next: Box<dyn Sink>,
}

impl Unique {
    /// Remembers keys in that much memory, in bytes, and passes first finds on to a sink.
    pub fn new(memory: usize, next: Box<dyn Sink>) -> Self {
        let (seen, first) = (Seen::new(memory), Vec::new());
        Unique { seen, aside: None, failure: None, memory, first, next }
    }

    /// What is known of a key. A record without one is passed on, after all that came before it.
    fn sight(&mut self, fingerprint: u128) -> Sight {
        match (fingerprint, &self.aside) {
            (NO_KEY, None) => Sight::First,
            (NO_KEY, Some(_)) => Sight::Unknown,
            _ => self.seen.see(fingerprint),
        }
    }

    fn put_aside(&mut self, record: &Record<'_>) {
        let memory = self.memory.saturating_sub(self.seen.takes());
        let aside = self.aside.get_or_insert_with(|| Spill::new(memory));
        if let Err(error) = aside.put(record) {
            self.failure.get_or_insert(error);
            self.first.extend_from_slice(record.bytes);
        }
    }
}

impl Sink for Unique {
    fn take(&mut self, records: &[u8]) -> io::Result<()> {
        let mut packed = Unpack(records);
        while let Some(record) = Record::unpack(&mut packed) {
            match self.sight(record.fingerprint) {
                Sight::First => self.first.extend_from_slice(record.bytes),
                Sight::Again => {}
                Sight::Unknown => self.put_aside(&record),
            }
        }
        if !self.first.is_empty() {
            self.next.take(&self.first)?;
            self.first.clear();
        }
        Ok(())
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        let Unique { seen, aside, failure, mut next, .. } = *self;
        drop(seen);
        let mut unread = None;
        if let Some(aside) = aside {
            aside.give(&mut *next, &mut unread)?;
        }
        next.finish()?;
        let unread = unread.map(|error| at_the_cost_of(error, "some are left out"));
        let again = failure.map(|error| at_the_cost_of(error, "some may be there more than once"));
        unread.or(again).map_or(Ok(()), Err)
    }

    fn end_early(self: Box<Self>) -> io::Result<()> {
        self.finish()
    }
}

/// The keys seen so far, as many as fit in memory, by fingerprint.
struct Seen {
    fingerprints: HashTable<u128>,
    /// Memory limit, in bytes.
    memory: usize,
}

/// What is known of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sight {
    First,
    Again,
    /// Not seen while there was room.
    Unknown,
}

impl Seen {
    pub fn new(memory: usize) -> Self {
        Seen { fingerprints: HashTable::new(), memory }
    }

    /// Memory that they take, in bytes.
    pub fn takes(&self) -> usize {
        self.fingerprints.allocation_size()
    }

    /// Looks up a key, and adds it if there is room.
    pub fn see(&mut self, fingerprint: u128) -> Sight {
        let hash = |fingerprint: &u128| *fingerprint as u64;
        let known = self.fingerprints.find(hash(&fingerprint), |other| *other == fingerprint);
        if known.is_some() {
            Sight::Again
        } else if table_with_one_more(&self.fingerprints) > self.memory {
            Sight::Unknown
        } else {
            self.fingerprints.insert_unique(hash(&fingerprint), fingerprint, hash);
            Sight::First
        }
    }
}

#[cfg(test)]
mod tests;

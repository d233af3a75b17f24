//! The first find of each key.
//!
//! As long as there is memory for the keys, a find that is new goes on at once. From then on, what may
//! be new is put aside until the end. Where that cannot be, it goes on too, though it may be there twice then,
//! which is told at the end.

mod aside;
mod keyed;
mod seen;

use std::io;

use super::fingerprint::NO_KEY;
use super::sort::{Unpack, at_the_cost_of};
use crate::output::Sink;

use aside::Aside;
use keyed::Record;
use seen::{Seen, Sight};

pub(crate) use keyed::Keyed;

/// Takes what [`Keyed`] writes, and gives on the records that are the first of their keys, and those
/// without a key.
pub(crate) struct Unique {
    seen: Seen,
    aside: Option<Aside>,
    /// Why something could not be put aside, if that was so.
    failure: Option<io::Error>,
    /// What all of it may take, in bytes.
    memory: usize,
    /// What is given on, together.
    first: Vec<u8>,
    next: Box<dyn Sink>,
}

impl Unique {
    pub fn new(memory: usize, next: Box<dyn Sink>) -> Self {
        let (seen, first) = (Seen::new(memory), Vec::new());
        Unique { seen, aside: None, failure: None, memory, first, next }
    }

    /// What is known of a key. A record without one is given on, behind all that came before it.
    fn sight(&mut self, fingerprint: u128) -> Sight {
        match (fingerprint, &self.aside) {
            (NO_KEY, None) => Sight::First,
            (NO_KEY, Some(_)) => Sight::Unknown,
            _ => self.seen.see(fingerprint),
        }
    }

    fn put_aside(&mut self, record: &Record<'_>) {
        let memory = self.memory.saturating_sub(self.seen.takes());
        let aside = self.aside.get_or_insert_with(|| Aside::new(memory));
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
}

#[cfg(test)]
mod tests;

//! The first find of each key.
//!
//! As long as there is memory for the keys, a find that is new goes on at once. From then on, what may
//! be new is put aside until the end.

mod aside;
mod keyed;
mod seen;

use std::io;

use super::fingerprint::NO_KEY;
use super::sort::Unpack;
use crate::report::Sink;

use aside::Aside;
use keyed::Record;
use seen::{Seen, Sight};

pub(crate) use keyed::Keyed;

/// Takes what [`Keyed`] writes, and gives on the records that are the first of their keys, and those
/// without a key.
pub(crate) struct Unique {
    seen: Seen,
    aside: Option<Aside>,
    /// What all of it may take, in bytes.
    memory: usize,
    /// What is given on, together.
    first: Vec<u8>,
    next: Box<dyn Sink>,
}

impl Unique {
    pub fn new(memory: usize, next: Box<dyn Sink>) -> Self {
        Unique { seen: Seen::new(memory), aside: None, memory, first: Vec::new(), next }
    }

    /// What is known of a key. A record without one is given on, behind all that came before it.
    fn sight(&mut self, fingerprint: u128) -> Sight {
        match (fingerprint, &self.aside) {
            (NO_KEY, None) => Sight::First,
            (NO_KEY, Some(_)) => Sight::Unknown,
            _ => self.seen.see(fingerprint),
        }
    }

    fn put_aside(&mut self, record: &Record<'_>) -> io::Result<()> {
        let aside = match &mut self.aside {
            Some(aside) => aside,
            none => none.insert(Aside::new(self.memory.saturating_sub(self.seen.takes()))?),
        };
        aside.put(record)
    }
}

impl Sink for Unique {
    fn take(&mut self, records: &[u8]) -> io::Result<()> {
        let mut packed = Unpack(records);
        while let Some(record) = Record::unpack(&mut packed) {
            match self.sight(record.fingerprint) {
                Sight::First => self.first.extend_from_slice(record.bytes),
                Sight::Again => {}
                Sight::Unknown => self.put_aside(&record)?,
            }
        }
        if !self.first.is_empty() {
            self.next.take(&self.first)?;
            self.first.clear();
        }
        Ok(())
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        let Unique { seen, aside, mut next, .. } = *self;
        drop(seen);
        if let Some(aside) = aside {
            aside.give(&mut *next)?;
        }
        next.finish()
    }
}

#[cfg(test)]
mod tests;

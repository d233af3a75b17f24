//! Records of keys for which there was no room: which of them are the first is known at the end.

use std::cmp::Ordering;
use std::io;

use super::Record;
use crate::gather::fingerprint::NO_KEY;
use crate::gather::sort::{Entry, Order, Scratch, Sorter, Stretch, Unpack};
use crate::report::Sink;

/// So much is given on together, in bytes.
const BLOCK: usize = 64 << 10;

/// Records in a temporary file, and where each key has any.
pub(super) struct Aside {
    records: Scratch,
    places: Sorter<ByKey>,
    /// What all of it may take, in bytes.
    memory: usize,
}

impl Aside {
    pub fn new(memory: usize) -> io::Result<Self> {
        Ok(Aside { records: Scratch::new()?, places: Sorter::new(memory), memory })
    }

    pub fn put(&mut self, record: &Record<'_>) -> io::Result<()> {
        self.places.push(Place::of(record.fingerprint, self.records.len()))?;
        self.records.write(record.bytes)
    }

    /// Gives on the first record of each key, and all without one, in the order in which they were put here.
    pub fn give(self, next: &mut dyn Sink) -> io::Result<()> {
        // The places take the other half, if there are no more than fit.
        let mut first = Sorter::<ByOffset>::new(self.memory / 2);
        for place in self.places.sorted()? {
            first.push(First(place?.offset))?;
        }
        let (end, mut block) = (self.records.len(), Vec::new());
        let mut records = Stretch::new(self.records.done()?, 0, end);
        for first in first.sorted()? {
            records.skip_to(first?.0);
            block.extend_from_slice(records.next()?.unwrap_or_default());
            if block.len() >= BLOCK {
                next.take(&block)?;
                block.clear();
            }
        }
        if block.is_empty() { Ok(()) } else { next.take(&block) }
    }
}

/// Where a record lies whose key has this fingerprint.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    /// In halves, which take less room beside the offset.
    fingerprint: [u64; 2],
    offset: u64,
}

impl Place {
    fn of(fingerprint: u128, offset: u64) -> Self {
        Place { fingerprint: halves(fingerprint), offset }
    }
}

fn halves(fingerprint: u128) -> [u64; 2] {
    [(fingerprint >> 64) as u64, fingerprint as u64]
}

impl Entry for Place {
    fn pack(&self, out: &mut Vec<u8>) {
        let [high, low] = self.fingerprint;
        [high, low, self.offset]
            .iter()
            .for_each(|number| out.extend_from_slice(&number.to_le_bytes()));
    }

    fn unpack(packed: &[u8]) -> Option<Self> {
        let mut packed = Unpack(packed);
        let mut number = || packed.array().map(u64::from_le_bytes);
        Some(Place { fingerprint: [number()?, number()?], offset: number()? })
    }
}

/// Of each key, the first record only; of no key, every one.
struct ByKey;

impl Order for ByKey {
    type Entry = Place;

    fn compare(a: &Place, b: &Place) -> Ordering {
        a.cmp(b)
    }

    fn absorb(first: &mut Place, next: &Place) -> bool {
        first.fingerprint == next.fingerprint && first.fingerprint != halves(NO_KEY)
    }
}

/// Where a record lies that is the first of its key.
struct First(u64);

impl Entry for First {
    fn pack(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.0.to_le_bytes());
    }

    fn unpack(packed: &[u8]) -> Option<Self> {
        Unpack(packed).array().map(u64::from_le_bytes).map(First)
    }
}

struct ByOffset;

impl Order for ByOffset {
    type Entry = First;

    fn compare(a: &First, b: &First) -> Ordering {
        a.0.cmp(&b.0)
    }
}

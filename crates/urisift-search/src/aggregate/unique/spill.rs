//! Records whose keys had no room: which of them are the first is known at the end.

use std::cmp::Ordering;
use std::sync::Arc;
use std::{io, mem};

use super::Record;
use crate::aggregate::key::NO_KEY;
use crate::aggregate::sort::{Entry, Scratch, SortOrder, Sorter, Stretch, Written, up_to_failure};
use crate::record::{Sink, Unpack};

/// Size of a block that is passed on, in bytes.
const BLOCK: usize = 64 << 10;

/// Records in a temporary file, and where those of each key are.
pub(super) struct Spill {
    records: Scratch,
    places: Sorter<ByKey>,
    /// Memory limit, in bytes.
    memory: usize,
}

impl Spill {
    pub fn new(memory: usize) -> Self {
        Spill { records: Scratch::default(), places: Sorter::new(memory), memory }
    }

    /// Takes a record.
    ///
    /// # Errors
    /// If there is no room for it.
    pub fn put(&mut self, record: &Record<'_>) -> io::Result<()> {
        let offset = self.records.byte_len();
        self.records.write(record.bytes)?;
        self.places.push(KeyedOffset::of(record.fingerprint, offset))
    }

    /// Passes on the first record of each key, and all without one, in the order in which they were put.
    /// Records that cannot be read are left out, and the error is noted.
    ///
    /// # Errors
    /// If `next` fails.
    pub fn give(self, next: &mut dyn Sink, failure: &mut Option<io::Error>) -> io::Result<()> {
        // The places take the other half, if they fit.
        let sorter = || Sorter::<ByOffset>::new(self.memory / 2);
        let (mut first, records) = (sorter(), self.records.done());
        let mut unread = None;
        for place in up_to_failure(self.places.sorted(), failure) {
            if first.push(First(place.offset)).is_err() {
                // If they cannot all be sorted together, they are passed on in sorted batches.
                let full = mem::replace(&mut first, sorter());
                give_records(&records, full, next, &mut unread)?;
                first.hold(vec![First(place.offset)]);
            }
        }
        give_records(&records, first, next, &mut unread)?;
        *failure = failure.take().or(unread);
        Ok(())
    }
}

/// Passes on the records at those offsets.
fn give_records(
    records: &Arc<Written>,
    offsets: Sorter<ByOffset>,
    next: &mut dyn Sink,
    failure: &mut Option<io::Error>,
) -> io::Result<()> {
    let mut records = Stretch::new(Arc::clone(records), 0, records.byte_len());
    let mut read = move |First(offset)| {
        records.skip_to(offset);
        records.next_record().map(|record| record.unwrap_or_default().to_vec())
    };
    let records = offsets.sorted().map(|offsets| offsets.map(move |offset| read(offset?)));
    let mut block = Vec::new();
    for record in up_to_failure(records, failure) {
        block.extend_from_slice(&record);
        if block.len() >= BLOCK {
            next.take(&block)?;
            block.clear();
        }
    }
    if block.is_empty() { Ok(()) } else { next.take(&block) }
}

/// The fingerprint of a record's key, and where the record is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct KeyedOffset {
    /// In halves, which avoid padding beside the offset.
    fingerprint: [u64; 2],
    offset: u64,
}

impl KeyedOffset {
    fn of(fingerprint: u128, offset: u64) -> Self {
        KeyedOffset { fingerprint: halves(fingerprint), offset }
    }
}

fn halves(fingerprint: u128) -> [u64; 2] {
    [(fingerprint >> 64) as u64, fingerprint as u64]
}

impl Entry for KeyedOffset {
    fn pack(&self, out: &mut Vec<u8>) {
        let [high, low] = self.fingerprint;
        [high, low, self.offset]
            .iter()
            .for_each(|number| out.extend_from_slice(&number.to_le_bytes()));
    }

    fn unpack(packed: &[u8]) -> Option<Self> {
        let mut packed = Unpack(packed);
        let mut number = || packed.array().map(u64::from_le_bytes);
        Some(KeyedOffset { fingerprint: [number()?, number()?], offset: number()? })
    }
}

/// Keeps the first record of each key, and every record without one.
struct ByKey;

impl SortOrder for ByKey {
    type Entry = KeyedOffset;

    fn compare(a: &KeyedOffset, b: &KeyedOffset) -> Ordering {
        a.cmp(b)
    }

    fn absorb(first: &mut KeyedOffset, next: &KeyedOffset) -> bool {
        first.fingerprint == next.fingerprint && first.fingerprint != halves(NO_KEY)
    }
}

/// The offset of a record that is the first of its key.
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

impl SortOrder for ByOffset {
    type Entry = First;

    fn compare(a: &First, b: &First) -> Ordering {
        a.0.cmp(&b.0)
    }
}

//! What is counted of a key, and the orders in which that is put.

use std::cmp::Ordering;

use crate::aggregate::sort::{Entry, SortOrder, Unpack, pack_number, pack_text};

/// How many bytes the system keeps beside what it gives out.
const OVERHEAD: usize = 16;

/// Where a key stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// Of the file: see [`Names`](super::Names).
    pub name: u64,
    pub start: u64,
    /// From 1; 0 where lines are not counted.
    pub line: u64,
}

/// A key, and what is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tally {
    pub key: Box<[u8]>,
    pub count: u64,
    /// Which of all finds its first one is.
    appearance: u64,
    pub first: Place,
    pub last: Place,
}

impl Tally {
    /// Of one find.
    pub fn new(key: &[u8], appearance: u64, place: Place) -> Self {
        Tally { key: key.into(), count: 1, appearance, first: place, last: place }
    }

    /// There is another find.
    pub fn count_again(&mut self, place: Place) {
        self.count += 1;
        self.last = place;
    }
}

/// What a key takes in memory, in bytes.
pub(super) fn behind(key: &[u8]) -> usize {
    key.len() + OVERHEAD
}

impl Entry for Tally {
    fn behind(&self) -> usize {
        behind(&self.key)
    }

    fn pack(&self, out: &mut Vec<u8>) {
        pack_text(&self.key, out);
        pack_number(self.count, out);
        pack_number(self.appearance, out);
        for place in [self.first, self.last] {
            for number in [place.name, place.start, place.line] {
                pack_number(number, out);
            }
        }
    }

    fn unpack(packed: &[u8]) -> Option<Self> {
        let mut packed = Unpack(packed);
        let key = packed.text()?.into();
        let (count, appearance) = (packed.number()?, packed.number()?);
        let mut place = || {
            let (name, start, line) = (packed.number()?, packed.number()?, packed.number()?);
            Some(Place { name, start, line })
        };
        Some(Tally { key, count, appearance, first: place()?, last: place()? })
    }
}

/// Tallies of one key are added up.
pub(super) struct ByKey;

impl SortOrder for ByKey {
    type Entry = Tally;

    fn compare(a: &Tally, b: &Tally) -> Ordering {
        a.key.cmp(&b.key).then(a.appearance.cmp(&b.appearance))
    }

    fn absorb(first: &mut Tally, next: &Tally) -> bool {
        let is_same = first.key == next.key;
        if is_same {
            first.count += next.count;
            first.last = next.last;
        }
        is_same
    }
}

/// The most frequent first.
pub(super) struct ByCount;

impl SortOrder for ByCount {
    type Entry = Tally;

    fn compare(a: &Tally, b: &Tally) -> Ordering {
        b.count.cmp(&a.count).then(a.appearance.cmp(&b.appearance))
    }
}

/// The first seen first.
pub(super) struct ByAppearance;

impl SortOrder for ByAppearance {
    type Entry = Tally;

    fn compare(a: &Tally, b: &Tally) -> Ordering {
        a.appearance.cmp(&b.appearance)
    }
}

//! The tally of a key, and the orders in which tallies are sorted.

use std::cmp::Ordering;

use crate::aggregate::sort::{Entry, SortOrder};
use crate::record::{Unpack, pack_numbers, pack_text};

/// Allocator overhead of an allocation, in bytes.
const OVERHEAD: usize = 16;

/// Where a key was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Occurrence {
    /// The number of the path: see [`Names`](super::Names).
    pub name: u64,
    pub start: u64,
    /// From 1; 0 if lines are not counted.
    pub line: u64,
}

/// A key, its count and its places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tally {
    pub key: Box<[u8]>,
    pub count: u64,
    /// The number of its first find among all finds.
    appearance: u64,
    pub first: Occurrence,
    pub last: Occurrence,
}

impl Tally {
    /// The tally of one find.
    pub fn new(key: &[u8], appearance: u64, place: Occurrence) -> Self {
        Tally { key: key.into(), count: 1, appearance, first: place, last: place }
    }

    /// Counts another find.
    pub fn count_again(&mut self, place: Occurrence) {
        self.count += 1;
        self.last = place;
    }
}

/// Heap memory of a key, in bytes.
pub(super) fn heap_len(key: &[u8]) -> usize {
    key.len() + OVERHEAD
}

impl Entry for Tally {
    fn heap_len(&self) -> usize {
        heap_len(&self.key)
    }

    fn pack(&self, out: &mut Vec<u8>) {
        pack_text(&self.key, out);
        pack_numbers([self.count, self.appearance], out);
        for Occurrence { name, start, line } in [self.first, self.last] {
            pack_numbers([name, start, line], out);
        }
    }

    fn unpack(packed: &[u8]) -> Option<Self> {
        let mut packed = Unpack(packed);
        let key = packed.text()?.into();
        let [count, appearance] = packed.numbers()?;
        let mut place =
            || packed.numbers().map(|[name, start, line]| Occurrence { name, start, line });
        Some(Tally { key, count, appearance, first: place()?, last: place()? })
    }
}

/// Adds up tallies of the same key.
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

/// Most frequent first.
pub(super) struct ByCount;

impl SortOrder for ByCount {
    type Entry = Tally;

    fn compare(a: &Tally, b: &Tally) -> Ordering {
        b.count.cmp(&a.count).then(a.appearance.cmp(&b.appearance))
    }
}

/// In order of first appearance.
pub(super) struct ByAppearance;

impl SortOrder for ByAppearance {
    type Entry = Tally;

    fn compare(a: &Tally, b: &Tally) -> Ordering {
        a.appearance.cmp(&b.appearance)
    }
}

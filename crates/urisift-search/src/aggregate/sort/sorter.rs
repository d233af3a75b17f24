//! Sorts entries in bounded memory.

use std::io;
use std::num::NonZeroUsize;

use super::merge::Sorted;
use super::runs::Runs;
use super::{Entry, SortOrder, vec_with_one_more};

/// Takes entries in any order.
pub struct Sorter<O: SortOrder> {
    entries: Vec<O::Entry>,
    /// Heap memory of the entries, in bytes.
    heap_len: usize,
    /// Memory limit for the entries, in bytes.
    memory: usize,
    /// How many of the first entries are wanted.
    limit: Option<NonZeroUsize>,
    runs: Runs<O>,
}

impl<O: SortOrder> Sorter<O> {
    /// Sorts in that much memory, in bytes.
    pub fn new(memory: usize) -> Self {
        let (entries, runs) = (Vec::new(), Runs::new());
        Sorter { entries, heap_len: 0, memory, limit: None, runs }
    }

    /// Yields only the first `limit` entries, and drops the others. No two may then be equal.
    pub fn limited(self, limit: Option<NonZeroUsize>) -> Self {
        Sorter { limit, ..self }
    }

    /// Takes all of these, which must fit; the sorter must be empty.
    pub fn hold(&mut self, entries: Vec<O::Entry>) {
        self.heap_len = entries.iter().map(Entry::heap_len).sum();
        self.entries = entries;
    }

    /// Takes an entry.
    ///
    /// # Errors
    /// If there is no room for it. Earlier entries are kept.
    pub fn push(&mut self, entry: O::Entry) -> io::Result<()> {
        self.make_room_for(&entry)?;
        self.hold_one(entry);
        Ok(())
    }

    /// Takes an entry. If there is no room for all, drops the last half in the order.
    ///
    /// # Errors
    /// If entries were dropped.
    pub fn push_or_cut(&mut self, entry: O::Entry) -> io::Result<()> {
        let done = self.make_room_for(&entry);
        if done.is_err() {
            self.trim(self.entries.len() / 2);
        }
        self.hold_one(entry);
        done
    }

    fn hold_one(&mut self, entry: O::Entry) {
        self.heap_len += entry.heap_len();
        self.entries.push(entry);
    }

    fn make_room_for(&mut self, entry: &O::Entry) -> io::Result<()> {
        let heap_len = self.heap_len.saturating_add(entry.heap_len());
        let takes = vec_with_one_more(&self.entries).saturating_add(heap_len);
        let is_full = takes > self.memory && !self.entries.is_empty();
        if is_full { self.make_room() } else { Ok(()) }
    }

    /// Drops unwanted entries if they are at least half of all; otherwise writes a run.
    fn make_room(&mut self) -> io::Result<()> {
        let half = self.entries.len() / 2;
        match self.limit {
            Some(limit) if limit.get() <= half => self.trim(limit.get()),
            _ => {
                self.runs.add(&mut self.entries)?;
                self.heap_len = 0;
            }
        }
        Ok(())
    }

    /// Keeps the first `limit` entries.
    fn trim(&mut self, limit: usize) {
        if limit < self.entries.len() {
            self.entries.select_nth_unstable_by(limit, O::compare);
            self.entries.truncate(limit);
            self.heap_len = self.entries.iter().map(Entry::heap_len).sum();
        }
    }

    /// The entries, in order.
    ///
    /// # Errors
    /// If a run cannot be read.
    pub fn sorted(self) -> io::Result<impl Iterator<Item = io::Result<O::Entry>>> {
        self.done().into_entries()
    }

    /// Ends sorting.
    pub fn done(mut self) -> Sorted<O> {
        let limit = self.limit.map_or(usize::MAX, NonZeroUsize::get);
        if self.runs.is_empty() {
            self.trim(limit);
        } else {
            // Frees memory for the merge. If the write fails, it has less.
            let _ = self.runs.add(&mut self.entries);
            self.entries.shrink_to_fit();
        }
        Sorted { limit, ..self.runs.sorted_with(self.entries) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Unpack, pack_number};
    use proptest::prelude::*;
    use std::cmp::Ordering;

    /// A number, and its order of arrival.
    #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
    struct Seen(u64, u64);

    impl Entry for Seen {
        fn pack(&self, out: &mut Vec<u8>) {
            pack_number(self.0, out);
            pack_number(self.1, out);
        }

        fn unpack(packed: &[u8]) -> Option<Self> {
            let mut packed = Unpack(packed);
            Some(Seen(packed.number()?, packed.number()?))
        }
    }

    /// Of equal numbers, the first is kept.
    struct First;

    impl SortOrder for First {
        type Entry = Seen;

        fn compare(a: &Seen, b: &Seen) -> Ordering {
            a.cmp(b)
        }

        fn absorb(first: &mut Seen, next: &Seen) -> bool {
            first.0 == next.0
        }
    }

    /// All are kept.
    struct All;

    impl SortOrder for All {
        type Entry = Seen;

        fn compare(a: &Seen, b: &Seen) -> Ordering {
            a.cmp(b)
        }
    }

    fn sorted<O: SortOrder<Entry = Seen>>(sorter: Sorter<O>, entries: &[Seen]) -> Vec<Seen> {
        let mut sorter = sorter;
        entries.iter().for_each(|entry| sorter.push(entry.clone()).unwrap());
        sorter.sorted().unwrap().map(Result::unwrap).collect()
    }

    proptest! {
        /// With any memory, down to that for one entry, the result is that of the library's sort.
        #[test]
        fn any_memory_gives_the_same(numbers in proptest::collection::vec(0..400u64, 0..600), memory in 0..20_000usize, limit in 1..100usize) {
            let entries: Vec<_> = numbers.iter().zip(0..).map(|(n, i)| Seen(*n, i)).collect();
            let mut expected = entries.clone();
            expected.sort();
            let limit = NonZeroUsize::new(limit);
            let first = sorted(Sorter::<All>::new(memory).limited(limit), &entries);
            prop_assert_eq!(&first[..], &expected[..limit.unwrap().get().min(expected.len())]);
            prop_assert_eq!(&sorted(Sorter::<All>::new(memory), &entries), &expected);
            expected.dedup_by_key(|entry| entry.0);
            prop_assert_eq!(sorted(Sorter::<First>::new(memory), &entries), expected);
        }
    }
}

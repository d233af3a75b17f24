//! Tallies by key, in memory.

use std::io;

use hashbrown::HashTable;

use super::counted::Mark;
use super::entry::{self, ByAppearance, Tally};
use crate::aggregate::sort::{SortOrder, table_with_one_more, vec_with_one_more};

/// Tallies are in the order in which their keys appeared.
#[derive(Default)]
pub(super) struct Counts {
    index: HashTable<Slot>,
    tallies: Vec<Tally>,
    /// Memory of the keys, in bytes.
    keys: usize,
}

/// Where the tally of a key is.
struct Slot {
    hash: u64,
    index: usize,
}

impl Counts {
    /// The tally of the find's key.
    pub fn find(&mut self, mark: &Mark<'_>) -> Option<&mut Tally> {
        let Counts { index, tallies, .. } = self;
        let is_it = |slot: &Slot| slot.hash == mark.hash && *tallies[slot.index].key == *mark.key;
        let slot = index.find(mark.hash, is_it)?;
        tallies.get_mut(slot.index)
    }

    /// Bytes they take while the find's key is inserted.
    pub fn with_one_more(&self, mark: &Mark<'_>) -> usize {
        if self.tallies.is_empty() {
            // There is always room for one.
            return 0;
        }
        let fields = table_with_one_more(&self.index) + vec_with_one_more(&self.tallies);
        fields + self.keys + entry::heap_len(mark.key)
    }

    /// Inserts the tally of a new key.
    pub fn insert(&mut self, mark: &Mark<'_>, tally: Tally) {
        let slot = Slot { hash: mark.hash, index: self.tallies.len() };
        self.index.insert_unique(mark.hash, slot, |slot| slot.hash);
        self.keys += entry::heap_len(mark.key);
        self.tallies.push(tally);
    }

    /// Passes all tallies to `take` and clears them; keeps them if it fails.
    ///
    /// # Errors
    /// If `take` fails.
    pub fn give(&mut self, take: impl FnOnce(&mut Vec<Tally>) -> io::Result<()>) -> io::Result<()> {
        let taken = take(&mut self.tallies);
        match taken {
            Ok(()) => self.clear(),
            // The index relies on this order.
            Err(_) => self.tallies.sort_unstable_by(ByAppearance::compare),
        }
        taken
    }

    pub fn into_entries(self) -> Vec<Tally> {
        self.tallies
    }

    fn clear(&mut self) {
        self.index.clear();
        self.tallies.clear();
        self.keys = 0;
    }
}

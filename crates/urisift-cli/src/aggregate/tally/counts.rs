//! Tallies by their keys, in memory.

use std::io;

use hashbrown::HashTable;

use super::counted::Mark;
use super::entry::{self, ByAppearance, Tally};
use crate::aggregate::sort::{SortOrder, table_with_one_more, vec_with_one_more};

/// The tallies stand in the order in which their keys have appeared.
#[derive(Default)]
pub(super) struct Counts {
    index: HashTable<Slot>,
    tallies: Vec<Tally>,
    /// What the keys take, in bytes.
    keys: usize,
}

/// Where the tally of a key stands.
struct Slot {
    hash: u64,
    index: usize,
}

impl Counts {
    /// That of the find's key.
    pub fn find(&mut self, mark: &Mark<'_>) -> Option<&mut Tally> {
        let Counts { index, tallies, .. } = self;
        let is_it = |slot: &Slot| slot.hash == mark.hash && *tallies[slot.index].key == *mark.key;
        let slot = index.find(mark.hash, is_it)?;
        tallies.get_mut(slot.index)
    }

    /// What they take while the find's key is put in, in bytes.
    pub fn with_one_more(&self, mark: &Mark<'_>) -> usize {
        if self.tallies.is_empty() {
            // There is always room for one.
            return 0;
        }
        let fields = table_with_one_more(&self.index) + vec_with_one_more(&self.tallies);
        fields + self.keys + entry::behind(mark.key)
    }

    /// Puts in the tally of a key that is not there.
    pub fn insert(&mut self, mark: &Mark<'_>, tally: Tally) {
        let slot = Slot { hash: mark.hash, index: self.tallies.len() };
        self.index.insert_unique(mark.hash, slot, |slot| slot.hash);
        self.keys += entry::behind(mark.key);
        self.tallies.push(tally);
    }

    /// Gives all of them away, and forgets them; or keeps all.
    ///
    /// # Errors
    /// Where they are not taken.
    pub fn give(&mut self, take: impl FnOnce(&mut Vec<Tally>) -> io::Result<()>) -> io::Result<()> {
        let taken = take(&mut self.tallies);
        match taken {
            Ok(()) => self.clear(),
            // The index goes by this order.
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

//! The keys that have been seen, as many as there is memory for.

use hashbrown::HashTable;

use crate::aggregate::sort::table_with_one_more;

/// Keys by their fingerprints.
pub(super) struct Seen {
    fingerprints: HashTable<u128>,
    /// What they may take, in bytes.
    memory: usize,
}

/// What is known of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sight {
    First,
    Again,
    /// It has not been seen as long as there was room.
    Unknown,
}

impl Seen {
    pub fn new(memory: usize) -> Self {
        Seen { fingerprints: HashTable::new(), memory }
    }

    /// What they take, in bytes.
    pub fn takes(&self) -> usize {
        self.fingerprints.allocation_size()
    }

    /// Sees a key, and keeps it if there is room.
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

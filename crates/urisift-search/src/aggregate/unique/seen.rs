//! The keys seen so far, as many as fit in memory.

use hashbrown::HashTable;

use crate::aggregate::sort::table_with_one_more;

/// Keys by fingerprint.
pub(super) struct Seen {
    fingerprints: HashTable<u128>,
    /// Memory limit, in bytes.
    memory: usize,
}

/// What is known of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sight {
    First,
    Again,
    /// Not seen while there was room.
    Unknown,
}

impl Seen {
    pub fn new(memory: usize) -> Self {
        Seen { fingerprints: HashTable::new(), memory }
    }

    /// Memory that they take, in bytes.
    pub fn takes(&self) -> usize {
        self.fingerprints.allocation_size()
    }

    /// Looks up a key, and adds it if there is room.
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

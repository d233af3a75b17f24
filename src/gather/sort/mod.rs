//! Sorts more than there is memory for: runs of what fits go to a temporary file, sorted, and are read as one.

mod memory;
mod merge;
mod packed;
mod runs;
mod scratch;
mod sorter;

use std::cmp::Ordering;

pub(crate) use memory::{table_with_one_more, vec_with_one_more};
pub(crate) use packed::{Unpack, pack_number, pack_text};
pub(crate) use runs::Runs;
pub(crate) use scratch::{Scratch, Stretch, told};
pub(crate) use sorter::Sorter;

/// What can be put aside.
pub(crate) trait Entry: Sized + Send {
    /// How much memory it takes behind its own fields, in bytes.
    fn behind(&self) -> usize {
        0
    }

    /// Writes it.
    fn pack(&self, out: &mut Vec<u8>);

    /// Reads what [`Entry::pack`] has written.
    fn unpack(packed: &[u8]) -> Option<Self>;
}

/// An order of entries, and which of them are one.
pub(crate) trait Order {
    type Entry: Entry;

    /// Those that are one have to stand together, the one that was put in first in front.
    fn compare(a: &Self::Entry, b: &Self::Entry) -> Ordering;

    /// Takes in the next one in the order if both are one; whether they are.
    fn absorb(_first: &mut Self::Entry, _next: &Self::Entry) -> bool {
        false
    }
}

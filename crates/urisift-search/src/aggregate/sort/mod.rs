//! External sort: runs that fit in memory are sorted, written to a temporary file, and merged.
//!
//! If nothing more can be written, no accepted entry is lost: the caller decides what to leave out.

mod merge;
mod runs;
mod scratch;
mod sorter;

use std::cmp::Ordering;
use std::io;

use hashbrown::HashTable;

pub use runs::Runs;
pub use scratch::{Scratch, Stretch, Written, at_the_cost_of, of_temporary_file};
pub use sorter::Sorter;

/// An entry that can be put aside in a file.
pub trait Entry: Sized + Send {
    /// Heap memory beside its own fields, in bytes.
    fn heap_len(&self) -> usize {
        0
    }

    /// Writes it.
    fn pack(&self, out: &mut Vec<u8>);

    /// Reads what [`Entry::pack`] has written.
    fn unpack(packed: &[u8]) -> Option<Self>;
}

/// An order of entries, and which of them are equal.
pub trait SortOrder {
    /// What is sorted.
    type Entry: Entry;

    /// Equal entries must be adjacent, the one pushed first in front.
    fn compare(a: &Self::Entry, b: &Self::Entry) -> Ordering;

    /// Absorbs the next entry in the order if both are equal; returns whether it did.
    fn absorb(_first: &mut Self::Entry, _next: &Self::Entry) -> bool {
        false
    }
}

/// The entries up to the first read error, which is noted unless there is an earlier one.
pub fn up_to_failure<T>(
    entries: io::Result<impl Iterator<Item = io::Result<T>>>,
    failure: &mut Option<io::Error>,
) -> impl Iterator<Item = T> {
    let (entries, error) = match entries {
        Ok(entries) => (Some(entries), None),
        Err(error) => (None, Some(Err(error))),
    };
    let mut note = |error| _ = failure.get_or_insert(error);
    entries.into_iter().flatten().chain(error).map_while(move |entry| entry.map_err(&mut note).ok())
}

/// Bytes that the vector takes while one more is pushed. While it grows, it exists twice: at its old size and
/// at twice that.
pub fn vec_with_one_more<T>(vec: &Vec<T>) -> usize {
    let now = vec.capacity().saturating_mul(size_of::<T>());
    if vec.len() < vec.capacity() { now } else { now.saturating_mul(3) }
}

/// Bytes that the table takes while one more is inserted; see [`vec_with_one_more`].
pub fn table_with_one_more<T>(table: &HashTable<T>) -> usize {
    let now = table.allocation_size();
    if table.len() < table.capacity() { now } else { now.saturating_mul(3) }
}

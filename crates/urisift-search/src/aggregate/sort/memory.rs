//! How much memory a growing collection takes.
//!
//! While it grows, it exists twice: at its old size and at twice that.

use hashbrown::HashTable;

/// Bytes that the vector takes while one more is pushed.
pub fn vec_with_one_more<T>(vec: &Vec<T>) -> usize {
    let now = vec.capacity().saturating_mul(size_of::<T>());
    if vec.len() < vec.capacity() { now } else { now.saturating_mul(3) }
}

/// Bytes that the table takes while one more is inserted.
pub fn table_with_one_more<T>(table: &HashTable<T>) -> usize {
    let now = table.allocation_size();
    if table.len() < table.capacity() { now } else { now.saturating_mul(3) }
}

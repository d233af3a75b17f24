//! Aggregation between the search and the writer: keys, statistics, tallies, unique finds, sorting.

mod by;
mod fingerprint;
mod key;
mod sort;
mod stats;
mod subject;
#[cfg(test)]
mod taken;
mod tally;
mod unique;

pub(crate) use by::By;
pub(crate) use key::Key;
pub(crate) use sort::{
    Entry, Scratch, SortOrder, Sorter, Stretch, Unpack, Written, at_the_cost_of, pack_number,
    pack_text, up_to_failure,
};
pub(crate) use stats::{Share, Stats};
pub use subject::registrable_domain;
pub(crate) use subject::{Scheme, Subject, is_name, public_suffix_len};
pub(crate) use tally::{Counted, Lines, Names, Paths, Ranking, TALLY, Tallies};
pub(crate) use unique::{Keyed, Unique};

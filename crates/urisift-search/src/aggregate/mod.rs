//! Aggregation between the search and the writer: keys, statistics, tallies, unique finds, sorting.

mod key;
mod sort;
mod stats;
mod subject;
mod tally;
mod unique;

/// Less memory than this, in bytes, holds no buffers for what is put aside.
pub const LEAST_MEMORY: usize = 16 << 20;

pub use key::{By, Key};
pub use sort::{Entry, SortOrder, Sorter, at_the_cost_of, up_to_failure};
pub use stats::{Share, Stats};
pub use subject::registrable_domain;
pub use subject::{Scheme, Subject, extension, is_name, public_suffix_len};
pub use tally::{
    Bars, Counted, Names, Ranking, TALLY, Tallies, TallyLines, TallyPaths, bar, tally,
};
pub use unique::{Keyed, Unique};

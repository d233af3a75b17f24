//! The laws that hold for any text, any options and any reads: one file each.

mod cuts;
mod grammar;
mod memory;
mod output;
mod places;
mod problems;
// Only the laws make such texts; the other tests need not be built with that.
#[path = "../../kit/text.rs"]
mod text;

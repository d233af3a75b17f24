//! The laws that hold for any text, any options and any reads, one file each.

mod cuts;
mod grammar;
mod memory;
mod output;
mod places;
mod problems;
// Only the laws generate such texts; the other tests build without this module.
#[path = "../../kit/text.rs"]
mod text;

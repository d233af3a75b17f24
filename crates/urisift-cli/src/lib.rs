//! The command `urisift`, and searches of files as it does them, for programs.
//!
//! The library [`urisift`] has what finds and judges URIs in text.

#![deny(unsafe_code)]
#![warn(missing_docs)]
// The laws need some of what is there for the tests.
#![cfg_attr(fuzzing, allow(dead_code))]

mod aggregate;
mod input;
mod output;
mod problem;
mod registrable;
mod report;
mod search;
mod select;
mod span;
mod suggest;

#[doc(hidden)]
pub mod cli;
#[cfg(fuzzing)]
#[doc(hidden)]
pub mod laws;

use urisift::internal::{chars, found, grammar, normal, options, sanitize, scan, stream};
#[cfg(test)]
use urisift::testing as model;

/// Searches of files as the command does them: finds as columns, laid out as Apache Arrow has them.
pub mod batch {
    pub use crate::cli::{Event, Listed, Scan, Stop, Texts, columns, list};
    pub use crate::output::{Batch, BatchColumn as Column, Kind};
    pub use crate::problem::Problem;
}

pub use aggregate::registrable_domain;

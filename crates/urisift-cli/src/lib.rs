//! The command `urisift`, and its searches of files as a library.
//!
//! The crate [`urisift`] finds and judges URIs in text.

#![deny(unsafe_code)]
#![warn(missing_docs)]
// The fuzz targets use some of the test code.
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

/// Searches files as the command does, and returns finds as columns in the layout of Apache Arrow.
pub mod batch {
    pub use crate::cli::{Event, Listed, Scan, Stop, Texts, columns, list};
    pub use crate::output::{Batch, BatchColumn as Column, Kind};
    pub use crate::problem::Problem;
}

pub use aggregate::registrable_domain;

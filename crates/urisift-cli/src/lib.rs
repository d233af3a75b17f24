//! The command `urisift`.
//!
//! The crate [`urisift`] finds and judges URIs in text, and [`urisift_search`] searches files.

#![deny(unsafe_code)]
#![warn(missing_docs)]
// The fuzz targets use some of the test code.
#![cfg_attr(fuzzing, allow(dead_code))]

mod output;

#[doc(hidden)]
pub mod cli;

use urisift::internal::{chars, found, grammar, normal, options, sanitize, scan, stream};
use urisift_search::internal::{
    aggregate, background, input, problem, record, search, select, span, suggest,
};

/// Searches files as the command does, and returns finds as columns in the layout of Apache Arrow.
pub mod batch {
    pub use crate::background::Stop;
    pub use crate::cli::{Event, Listed, Scan, Texts, columns, list};
    pub use crate::problem::Problem;
    pub use crate::record::{Batch, BatchColumn as Column, Kind};
}

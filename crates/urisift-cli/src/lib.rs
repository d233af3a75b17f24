//! The command `urisift`.
//!
//! The crate [`urisift`] finds and judges URIs in text, and [`urisift_search`] searches files.

#![deny(unsafe_code)]
#![warn(missing_docs)]
// The fuzz targets use some of the test code.
#![cfg_attr(fuzzing, allow(dead_code))]

mod output;

mod cli;

use urisift::internal::{found, grammar, normal, options, sanitize, scan};
use urisift_search::internal::{aggregate, input, problem, record, search, select, span, suggest};

#[cfg(fuzzing)]
pub use cli::explained;
pub use cli::{Process, main};

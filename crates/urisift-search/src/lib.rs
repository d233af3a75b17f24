//! Searches files and folders of any kind for URIs, in parallel, and returns what was found in a fixed order.
//!
//! The crate [`urisift`] finds and judges URIs in text; `urisift_decode` reads what is in containers.

#![deny(unsafe_code)]
#![warn(missing_docs)]

mod aggregate;
mod background;
mod builder;
mod input;
mod problem;
mod record;
mod registrable;
mod search;
mod select;
mod span;
mod suggest;
#[cfg(test)]
mod testing;

#[doc(hidden)]
pub mod internal;

use urisift::internal::{chars, found, grammar, normal, sanitize, stream};
#[cfg(test)]
use urisift::testing as model;

pub use aggregate::registrable_domain;
pub use background::Stop;
pub use builder::{BuildError, Patterns, Search, SearchBuilder};
pub use input::Side;
pub use problem::Problem;
pub use record::{ContextRecord, PartRecord, Record};

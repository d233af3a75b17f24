//! What is done with finds between the search and the report: which are asked for, and what they come
//! to together.

mod key;
mod stats;
mod subject;

pub(crate) use key::Key;
pub(crate) use stats::{Share, Stats};
pub(crate) use subject::{Scheme, Subject};

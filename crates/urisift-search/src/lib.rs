//! Searches files of any kind for URIs, in parallel, and returns typed records in input order.
//!
//! The crate [`urisift`] finds and validates URIs in text, and `urisift_decode` decodes mail, web pages and archives;
//! this crate searches files with both, like the command `urisift`.
//!
//! * **Search files:** [`Search::builder`] takes paths and settings; the [`Search`] is an iterator over each
//!   [`Record`], and over each [`Problem`] with what could not be read.
//! * **Write them:** records and problems are serializable with serde, with the fields of the command's JSON;
//!   [`Record::write_json`] writes the same, quicker.
//! * **Choose URIs:** [`Patterns`] for schemes, hosts, domains, paths and more, in [`SearchBuilder::include`] and
//!   [`SearchBuilder::exclude`].
//! * **Stop it:** drop the iterator, or call [`Stopper::stop`] from another thread.
//! * **Group hosts:** [`registrable_domain`], by the public suffix list.
//!
//! ```
//! use urisift_search::{Patterns, Search};
//!
//! # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpora")).unwrap();
//! let search = Search::builder()
//!     .path("mail")
//!     .include(Patterns::new().scheme("https").tld("example"))
//!     .context_lines(0)
//!     .build()?;
//! for found in search {
//!     match found {
//!         Ok(record) => {
//!             let time = record.time.map(|time| time.to_string()).unwrap_or_default();
//!             println!("{}: {} {time}", record.path.display(), record.uri());
//!         }
//!         Err(problem) => eprintln!("{problem}"),
//!     }
//! }
//! # Ok::<(), urisift_search::BuildError>(())
//! ```
//!
//! As with the command, a file that standard output is redirected to is reported as a problem, not searched.
//! `.urisift-….part` files in directories are skipped as temporary output. Before `main`, the crate checks which
//! standard streams are open, since Rust opens those that are closed.
//!
//! Features: `zstd` and `xz`, on by default, read these formats with C libraries.

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
mod time;

#[doc(hidden)]
pub mod internal;

use urisift::internal::{chars, found, grammar, normal, sanitize, stream};
#[cfg(test)]
use urisift::testing as model;

pub use urisift::{Error, Options, Steps};

pub use aggregate::{Key, Ranking, registrable_domain};
pub use background::Stopper;
pub use builder::{
    BatchBuilder, BatchSearch, BodyForm, BuildError, Event, FileEntry, PatternKind, Patterns,
    Pieces, Search, SearchBuilder, TextSearch, find_columns,
};
pub use input::{InvalidPiece, Message, MessageFields, Opened, PartLocation, Piece, Separator};
pub use problem::{Problem, ProblemKind};
pub use record::{
    Batch, BatchColumn as Column, ContextRecord, Kind as ColumnKind, PartRecord, Record,
};
pub use time::{Time, TimeSource};

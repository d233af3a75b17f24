//! The HTML report: what was found, in charts and in a table, as one self-contained file.
//!
//! [`Report`] writes the page of a search:
//!
//! ```
//! use urisift_report::Report;
//! use urisift_search::Search;
//!
//! let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpora/mail");
//! let mut page = Vec::new();
//! let complain = |problem: &_| eprintln!("{problem}");
//! Report::new("Links in mail").write(Search::builder().path(folder), &mut page, complain)?;
//! assert!(String::from_utf8(page)?.contains("<title>"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod builder;
mod charts;
mod compare;
mod counts;
mod figures;
mod find;
mod histogram;
mod html;
mod notes;
mod page;
mod place;
mod problems;
mod row;
mod table;
mod tee;
mod verdicts;

use urisift::internal::{chars, found, grammar, normal, sanitize};
use urisift_search::internal::{aggregate, problem, record, search, select, span};

pub use builder::{Report, ReportError};

/// For the other crates of this workspace only. Not part of the public API: it changes without notice.
#[doc(hidden)]
pub mod internal {
    pub use crate::compare::Comparison;
    pub use crate::notes::NoteWriter;
    pub use crate::page::PageSink;
    pub use crate::table::TableSize;
    pub use crate::tee::{TeeSink, TeeWriter};
}

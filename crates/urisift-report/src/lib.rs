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

mod beside;
mod blocks;
mod builder;
mod charts;
mod dates;
mod entry;
mod figures;
mod html;
mod moments;
mod note;
mod notes;
mod page;
mod place;
mod row;
mod rows;
mod stamps;
mod survey;
mod top;
mod totals;

use urisift::internal::{chars, found, grammar, sanitize};
use urisift_search::internal::{aggregate, problem, record, search, span};

pub use builder::{Report, ReportError};

/// For the other crates of this workspace only. Not part of the public API: it changes without notice.
#[doc(hidden)]
pub mod internal {
    pub use crate::beside::{Both, Split};
    pub use crate::notes::Notes;
    pub use crate::page::InPage;
    pub use crate::survey::Room;
}

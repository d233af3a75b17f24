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
//!
//! # How it is made
//!
//! `Notes` writes a note of each find, with the text around it. `InPage` sorts the notes by domain, host
//! and URI in bounded memory, and writes the page at the end, in two passes: the first counts everything and
//! judges each URI once (`survey`), the second writes what the page has room for (`rows`). `assets` holds
//! what the browser runs; what was found reaches it only as data.

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
mod place;
mod row;
mod rows;
mod stamps;
mod survey;
mod top;
mod totals;

use std::io;
use std::time::Instant;

use urisift::internal::{chars, found, grammar, sanitize};
use urisift_search::internal::{aggregate, problem, record, span};

use crate::aggregate::{Names, Sorter, Stats, at_the_cost_of};
use crate::record::Sink;
use crate::record::Unpack;

pub use builder::{Report, ReportError};

/// For the other crates of this workspace only. Not part of the public API: it changes without notice.
#[doc(hidden)]
pub mod internal {
    pub use crate::InPage;
    pub use crate::beside::{Both, Split};
    pub use crate::notes::{Notes, SIGHT};
    pub use crate::place::Around;
    pub use crate::survey::Room;
}

use entry::{ByUri, Entry};
use moments::Moments;
use note::{Find, Note};
use rows::Rows;
use survey::Room;
use survey::Survey;
use totals::{Problems, Totals};

/// Takes what [`Notes`](internal::Notes) writes, and writes the page.
pub struct InPage {
    finds: Sorter<ByUri>,
    names: Names,
    /// Why finds are left out of the table, if any are.
    failure: Option<io::Error>,
    /// How many finds there are, also by scheme and wrapper; they are judged at the end.
    stats: Stats,
    moments: Moments,
    totals: Totals,
    problems: Problems,
    room: Room,
    /// Memory limit for sorting, in bytes.
    memory: usize,
    /// The title of the page, harmless.
    title: String,
    started: Instant,
    next: Box<dyn Sink>,
}

impl InPage {
    /// A page of that title and size, which is written to a sink; sorting takes `memory` bytes, beside the
    /// rows that the page has.
    pub fn new(title: String, room: Room, memory: usize, next: Box<dyn Sink>) -> Self {
        InPage {
            finds: Sorter::new(memory),
            // A small part of the memory.
            names: Names::new(memory / 16),
            failure: None,
            stats: Stats::default(),
            moments: Moments::default(),
            totals: Totals::default(),
            problems: Problems::default(),
            room,
            memory,
            title,
            started: Instant::now(),
            next,
        }
    }

    fn find(&mut self, find: &Find<'_>) {
        let path = self.names.number(find.path);
        if let Err(error) = self.finds.push(Entry::new(find, self.stats.finds, path)) {
            self.failure.get_or_insert(error);
        }
        self.moments.count(find.minute);
        let scheme = find.uri.get(..find.scheme_len as usize).unwrap_or_default();
        self.stats.count_unjudged(scheme, find.traits.wrapper);
    }
}

impl Sink for InPage {
    fn take(&mut self, records: &[u8]) -> io::Result<()> {
        let mut packed = Unpack(records);
        while let Some(note) = Note::unpack(&mut packed) {
            match note {
                Note::Find(find) => self.find(&find),
                Note::Source(source) => self.totals.count(source),
                Note::Problem(what) => self.problems.count(what),
            }
        }
        Ok(())
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        let InPage { finds, mut names, stats, moments, totals, mut problems, .. } = *self;
        let (room, title, started, mut next) = (self.room, self.title, self.started, self.next);
        let (counts, mut kept) = Survey::of(stats, finds.sorted(), room, self.memory)?.finish();
        let incomplete = |error| at_the_cost_of(error, "the table of the report is incomplete");
        let failure = self.failure.or(kept.failure.take()).map(incomplete).or(names.take_failure());
        if let Some(failure) = &failure {
            problems.count(failure.to_string().as_bytes());
        }
        let most = rows::most(&kept.rows, room.places);
        let page = html::Page { title: &title };
        let shown = totals::Shown { totals, counts: &counts, time: started.elapsed() };
        page.write_head(&mut *next)?;
        page.write_body(
            &format!("{}{}", shown.list(), problems.list()),
            &figures::all(&counts, &moments),
            &html::meta(&counts, kept.rows.len(), most),
            &mut *next,
        )?;
        Rows::new(&mut names, most, &mut *next).write(&kept)?;
        page.write_end(&mut *next)?;
        next.finish()?;
        failure.or(names.take_failure()).map_or(Ok(()), Err)
    }
}

//! The page of a search, for a program.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::{error, fmt, mem};

use urisift_search::{BuildError, SearchBuilder};

use super::compare::Comparison;
use super::notes::NoteWriter;
use super::page::PageSink;
use super::table::TableSize;
use crate::aggregate::LEAST_MEMORY;
use crate::problem::{Error, Problem};
use crate::record::{Sink, Transforms};
use crate::sanitize;
use crate::search::Meter;

/// A report on what a search finds: one HTML file that needs no network, and runs nothing of what was found.
///
/// The crate's front page has an example.
#[derive(Clone, Debug)]
pub struct Report {
    title: String,
    size: TableSize,
    memory: usize,
    /// The paths of two inputs that are compared, the one before and the one after.
    compared: Option<[PathBuf; 2]>,
}

impl Report {
    /// A report with that title.
    pub fn new(title: impl Into<String>) -> Self {
        let size = TableSize { rows: 100_000, places: 300_000 };
        Report { title: title.into(), size, memory: 256 << 20, compared: None }
    }

    /// How many URIs the table has, the most frequent ones; 100,000 by default. Charts and totals count all.
    pub fn rows(mut self, rows: usize) -> Self {
        self.size.rows = rows;
        self
    }

    /// How many places the page has, of all URIs together; 300,000 by default.
    pub fn places(mut self, places: usize) -> Self {
        self.size.places = places;
        self
    }

    /// How much memory sorting takes, in bytes; what exceeds it goes to temporary files. 256 MiB by default,
    /// and 16 MiB at least.
    pub fn memory(mut self, bytes: usize) -> Self {
        self.memory = bytes.max(LEAST_MEMORY);
        self
    }

    /// Compares two inputs: the page says which URIs, hosts and domains are new after, gone, more frequent or less
    /// frequent. Both are paths of the search, files or directories, and neither is in the other.
    ///
    /// ```
    /// use urisift_report::Report;
    /// use urisift_search::Search;
    ///
    /// let corpora = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpora");
    /// let [before, after] = ["mail", "web"].map(|name| format!("{corpora}/{name}"));
    /// let search = Search::builder().path(&before).path(&after);
    /// let mut page = Vec::new();
    /// Report::new("What is new").compare(before, after).write(search, &mut page, |_| {})?;
    /// assert!(String::from_utf8(page)?.contains("are new"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn compare(mut self, before: impl Into<PathBuf>, after: impl Into<PathBuf>) -> Self {
        self.compared = Some([before.into(), after.into()]);
        self
    }

    /// Runs the search, and writes the page when it has ended. `complain` is called with what could not be read,
    /// which the page lists too.
    ///
    /// # Errors
    /// If a setting of the search is wrong, or the page cannot be written. If temporary files cannot be
    /// written, the page is there and says what it lacks.
    pub fn write(
        &self,
        search: SearchBuilder,
        mut out: impl Write,
        mut complain: impl FnMut(&Problem) + Send,
    ) -> Result<(), ReportError> {
        let (asked, base) = search.asked();
        let transforms = Transforms { base: base.map(str::to_owned), ..Transforms::default() };
        let after = self.compared.as_ref().map(|[_, after]| after.clone());
        let notes = NoteWriter::new(transforms, asked, true).comparing(after);
        let buffer = SharedBuffer::default();
        let title = sanitize::text(&self.title);
        let mut page = PageSink::new(title, self.size, self.memory, Box::new(buffer.clone()));
        if let Some(compared) = &self.compared {
            page = page.comparing(Comparison::of(compared));
        }
        let settings = search.reach(Some(notes.reach)).settle().map_err(ReportError::Search)?;
        let done = settings.run(&Meter::default(), &notes, Box::new(page), &mut complain);
        // A page says what it lacks because temporary files could not be written.
        out.write_all(&buffer.into_bytes())
            .and_then(|()| out.flush())
            .map_err(ReportError::Write)?;
        done.map(drop).map_err(|error| match error {
            Error::Write(error) => ReportError::Write(error),
            error => ReportError::Write(io::Error::other(error)),
        })
    }
}

/// The page, in memory until it is whole. The numbers of rows and places bound it.
#[derive(Clone, Default)]
struct SharedBuffer(Arc<Mutex<Vec<u8>>>);

impl SharedBuffer {
    fn into_bytes(self) -> Vec<u8> {
        mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Sink for SharedBuffer {
    fn take(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(())
    }
}

/// Why there is no report.
#[derive(Debug)]
#[non_exhaustive]
pub enum ReportError {
    /// A setting of the search is wrong.
    Search(BuildError),
    /// The page, or a temporary file, cannot be written.
    Write(io::Error),
}

impl fmt::Display for ReportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReportError::Search(_) => f.write_str("the search cannot begin"),
            ReportError::Write(_) => f.write_str("the report cannot be written in full"),
        }
    }
}

impl error::Error for ReportError {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            ReportError::Search(error) => Some(error),
            ReportError::Write(error) => Some(error),
        }
    }
}

//! The page of a search, for a program.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::{error, fmt, mem};

use urisift_search::internal::builder::{asked, run_into};
use urisift_search::{BuildError, SearchBuilder};

use super::notes::NoteWriter;
use super::page::PageSink;
use super::table::TableSize;
use crate::aggregate::LEAST_MEMORY;
use crate::problem::{Error, Problem};
use crate::record::{Sink, Transforms};
use crate::sanitize;

/// A report on what a search finds: one HTML file that needs no network, and runs nothing of what was found.
///
/// The crate's front page has an example.
#[derive(Clone, Debug)]
pub struct Report {
    title: String,
    size: TableSize,
    memory: usize,
}

impl Report {
    /// A report with that title.
    pub fn new(title: impl Into<String>) -> Self {
        let size = TableSize { rows: 100_000, places: 300_000 };
        Report { title: title.into(), size, memory: 256 << 20 }
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
        let (asked, base) = asked(&search);
        let transforms = Transforms { base: base.map(str::to_owned), ..Transforms::default() };
        let notes = NoteWriter::new(transforms, asked, true);
        let buffer = SharedBuffer::default();
        let title = sanitize::text(&self.title);
        let page = PageSink::new(title, self.size, self.memory, Box::new(buffer.clone()));
        let done = run_into(search, notes.reach, &notes, Box::new(page), &mut complain);
        let done = done.map_err(ReportError::Search)?;
        // A page says what it lacks because temporary files could not be written.
        out.write_all(&buffer.into_bytes())
            .and_then(|()| out.flush())
            .map_err(ReportError::Write)?;
        done.map_err(|error| match error {
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
            ReportError::Write(_) => f.write_str("the report cannot be buffer whole"),
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

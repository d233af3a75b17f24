//! Writes all output: records in blocks, problems at once.

use std::io;
use std::mem;
use std::sync::Arc;

use super::{OnFailure, Sinks, Summary, Work};
use crate::aggregate::Stats;
use crate::problem::{Error, Problem, Severity};
use crate::record::{End, RecordWriter, Total};

use super::divided::{Divided, Kind};
use super::large::Checkpoint;

/// The minimum size of a write, in bytes.
pub(super) const BLOCK: usize = 64 << 10;

/// The size that a problem counts for, in bytes.
const PROBLEM: usize = 256;

/// The results of a job, or of a piece of one.
#[derive(Default)]
pub(super) struct Results {
    /// Records.
    pub out: Vec<u8>,
    /// Problems and notes.
    complaints: Vec<Complaint>,
    /// Something was found.
    pub found: bool,
    /// No more results are wanted.
    pub is_last: bool,
    /// The counts.
    pub stats: Stats,
    /// Why no more results are wanted, if it is a failure.
    failure: Option<Problem>,
}

/// A problem or a note.
struct Complaint {
    /// The length of the records that come before it.
    at: usize,
    severity: Severity,
    problem: Problem,
    /// What it is to a source that several threads search.
    of: Option<(Arc<Divided>, Kind)>,
}

impl Results {
    /// Adds a problem after the records so far.
    pub fn complain(&mut self, problem: Problem) {
        self.add(Severity::Problem, problem, None);
    }

    /// Adds the problem that a source cannot be opened, or read to its end, after the records so far.
    pub fn fail(&mut self, problem: Problem, on_failure: OnFailure) {
        match on_failure {
            OnFailure::GoOn => self.complain(problem),
            OnFailure::Stop => {
                self.failure.get_or_insert(problem);
                self.is_last = true;
            }
        }
    }

    /// Adds a problem or a note after the records so far; `of` says what it is to a source that several threads
    /// search.
    pub fn add(&mut self, severity: Severity, problem: Problem, of: Option<(Arc<Divided>, Kind)>) {
        self.complaints.push(Complaint { at: self.out.len(), severity, problem, of });
    }

    /// Counts a source that has ended.
    pub fn count_source(&mut self, total: Total) {
        self.stats.sources += 1;
        self.stats.bytes += total.bytes;
        self.stats.broken += u64::from(total.end == End::Broken);
    }

    /// The memory used, in bytes.
    pub fn len(&self) -> usize {
        self.out.len() + PROBLEM * self.complaints.len()
    }
}

pub(super) struct OrderedWriter<'a> {
    sinks: Sinks<'a>,
    pub writer: &'a dyn RecordWriter,
    /// Write each record as soon as it is complete.
    by_line: bool,
    /// Records that are too few for a write.
    pending: Vec<u8>,
    summary: Summary,
    failure: Option<io::Error>,
    /// Nothing more is written.
    closed: bool,
    /// Where the last part of a large file has ended.
    pub checkpoint: Checkpoint,
}

impl<'a> OrderedWriter<'a> {
    pub fn new(work: &Work<'a>, sinks: Sinks<'a>) -> Self {
        OrderedWriter {
            sinks,
            writer: work.writer,
            by_line: work.by_line,
            pending: Vec::new(),
            summary: Summary::default(),
            failure: None,
            closed: false,
            checkpoint: Checkpoint::default(),
        }
    }

    /// Whether nothing more is written.
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    /// Writes the results and clears them.
    pub fn take(&mut self, results: &mut Results) {
        if !self.closed {
            self.summary.found |= results.found;
            self.summary.stats.add(&results.stats);
            self.emit(results);
            if let Some(problem) = results.failure.take() {
                self.record(&problem, Severity::Problem);
                self.summary.failure = Some(problem);
            }
            self.closed |= results.is_last;
        }
        results.out.clear();
        results.complaints.clear();
        results.failure = None;
        results.stats = Stats::default();
    }

    /// The same, once they fill a block.
    pub fn take_if_much(&mut self, results: &mut Results) {
        if self.by_line || results.len() >= BLOCK {
            self.take(results);
        }
    }

    /// Writes records and problems in the order in which they came.
    fn emit(&mut self, results: &mut Results) {
        let mut written = 0;
        for complaint in mem::take(&mut results.complaints) {
            let Complaint { at, severity, mut problem, of } = complaint;
            if let Some((source, kind)) = of
                && !source.admits(severity, kind, &mut problem)
            {
                continue;
            }
            self.write(&results.out[written..at]);
            if severity == Severity::Problem {
                (self.sinks.complain)(&problem);
            }
            self.record(&problem, severity);
            written = at;
        }
        if written == 0 && self.pending.is_empty() {
            mem::swap(&mut self.pending, &mut results.out);
        }
        let rest = results.out.get(written..).unwrap_or_default();
        self.write(rest);
    }

    /// Writes the record of a problem or a note, where the writer has one.
    fn record(&mut self, problem: &Problem, severity: Severity) {
        self.writer.problem(problem, severity, &mut self.pending);
        self.write(&[]);
    }

    /// Writes records in blocks.
    pub fn write(&mut self, records: &[u8]) {
        self.pending.extend_from_slice(records);
        if self.by_line || self.pending.len() >= BLOCK {
            self.flush();
        }
    }

    /// Writes all pending records.
    pub fn flush(&mut self) {
        if self.pending.is_empty() || self.failure.is_some() {
            return;
        }
        if let Err(error) = self.sinks.sink.take(&self.pending) {
            (self.closed, self.failure) = (true, Some(error));
        }
        self.pending.clear();
    }

    /// Ends the run and returns its summary.
    ///
    /// # Errors
    /// [`Error::Write`] where the output has failed.
    pub fn close(mut self) -> Result<Summary, Error> {
        self.flush();
        self.failure.map_or(Ok(self.summary), |error| Err(Error::Write(error)))
    }
}

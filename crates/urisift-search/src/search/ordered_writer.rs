//! Writes all output: records in blocks, problems at once.

use std::any::Any;
use std::io;
use std::mem;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;

use super::{OnFailure, Sinks, Summary, Work};
use crate::aggregate::Stats;
use crate::problem::{Error, Problem, Severity};
use crate::record::{End, Item, Record, RecordWriter, Skip, Total};

use super::internal_error::InternalError;
use super::shared_source::{Scope, SharedSource};

/// The minimum size of a write, in bytes.
pub(super) const BLOCK: usize = 64 << 10;

/// The size that a problem counts for, in bytes.
const PROBLEM: usize = 256;

/// The results of a job, or of a piece of one.
#[derive(Default)]
pub(super) struct Results {
    /// Records.
    out: Vec<u8>,
    /// Typed records, and the memory that they use, in bytes.
    items: Vec<Item>,
    items_len: usize,
    /// The length of those that are complete.
    complete: usize,
    /// The finds and messages.
    pub finds: u64,
    pub messages: u64,
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
    /// The length of the records that come before it, and the number of typed ones.
    at: (usize, usize),
    severity: Severity,
    problem: Problem,
    /// What it is to a source that several threads search.
    of: Option<(Arc<SharedSource>, Scope)>,
}

impl Results {
    /// Writes records.
    #[inline]
    pub fn write<T>(&mut self, write: impl FnOnce(&mut Vec<u8>) -> T) -> T {
        let written = write(&mut self.out);
        self.complete = self.out.len();
        written
    }

    /// Adds the problem that the search of a source has panicked. A record that is not complete is dropped.
    pub fn fail_internally(&mut self, error: InternalError, on_failure: OnFailure) {
        self.drop_incomplete();
        error.problem.into_iter().for_each(|problem| self.fail(problem, on_failure));
    }

    /// Adds a typed record.
    pub fn hand_over(&mut self, record: Option<Record>) -> ControlFlow<Skip> {
        self.items_len += record.as_ref().map_or(0, Record::len);
        self.items.extend(record.map(Ok));
        ControlFlow::Continue(())
    }

    /// Drops a record that is not complete.
    pub fn drop_incomplete(&mut self) {
        self.out.truncate(self.complete);
    }

    /// Drops all, except that no more may be wanted.
    pub fn clear(&mut self) {
        self.out.clear();
        self.items.clear();
        self.complaints.clear();
        self.failure = None;
        self.stats = Stats::default();
        self.found = false;
        (self.complete, self.items_len, self.finds, self.messages) = (0, 0, 0, 0);
    }

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
    pub fn add(
        &mut self,
        severity: Severity,
        problem: Problem,
        of: Option<(Arc<SharedSource>, Scope)>,
    ) {
        let at = (self.out.len(), self.items.len());
        self.complaints.push(Complaint { at, severity, problem, of });
    }

    /// Counts a source that has ended.
    pub fn count_source(&mut self, total: Total) {
        self.stats.sources += 1;
        self.stats.bytes += total.bytes;
        self.stats.broken += u64::from(total.end == End::Broken);
    }

    /// The memory used, in bytes.
    pub fn len(&self) -> usize {
        self.out.len() + self.items_len + PROBLEM * self.complaints.len()
    }
}

pub(super) struct OrderedWriter<'a> {
    sinks: Sinks<'a>,
    pub writer: &'a dyn RecordWriter,
    /// Write each record as soon as it is complete.
    by_line: bool,
    /// Records that are too few for a write.
    pending: Vec<u8>,
    /// Typed ones, and the memory that they use, in bytes.
    items: Vec<Item>,
    items_len: usize,
    summary: Summary,
    failure: Option<io::Error>,
    /// What writes has panicked.
    panic: Option<Box<dyn Any + Send>>,
    /// Nothing more is written.
    closed: bool,
}

impl<'a> OrderedWriter<'a> {
    pub fn new(work: &Work<'a>, sinks: Sinks<'a>) -> Self {
        OrderedWriter {
            sinks,
            writer: work.writer,
            by_line: work.by_line,
            pending: Vec::new(),
            items: Vec::new(),
            items_len: 0,
            summary: Summary::default(),
            failure: None,
            panic: None,
            closed: false,
        }
    }

    /// Returns `true` if nothing more is written.
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    /// Writes the results and clears them.
    pub fn take(&mut self, results: &mut Results) {
        if !self.closed {
            self.guarded(|writer| {
                writer.summary.found |= results.found;
                writer.summary.stats.add(&results.stats);
                writer.emit(results);
                if let Some(problem) = results.failure.take() {
                    writer.record(&problem, Severity::Problem);
                    writer.summary.failure = Some(problem);
                }
                writer.closed |= results.is_last;
            });
        }
        results.clear();
    }

    /// Writes. A panic, of the sink or of what takes the problems, ends the run: see [`OrderedWriter::close`].
    pub fn guarded(&mut self, write: impl FnOnce(&mut Self)) {
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| write(self))) {
            self.closed = true;
            self.panic.get_or_insert(panic);
        }
    }

    /// Takes the results once they fill a block.
    pub fn take_if_much(&mut self, results: &mut Results) {
        if self.by_line || results.len() >= BLOCK {
            self.take(results);
        }
    }

    /// Writes records and problems in the order in which they came.
    fn emit(&mut self, results: &mut Results) {
        let (mut written, mut handed) = (0, 0);
        let mut items = mem::take(&mut results.items).into_iter();
        self.items_len += mem::take(&mut results.items_len);
        for complaint in mem::take(&mut results.complaints) {
            let Complaint { at, severity, problem, of } = complaint;
            if let Some((source, kind)) = of
                && !source.admits(severity, kind)
            {
                continue;
            }
            self.items.extend(items.by_ref().take(at.1 - handed));
            self.write(&results.out[written..at.0]);
            if severity == Severity::Problem {
                (self.sinks.complain)(&problem);
            }
            self.record(&problem, severity);
            (written, handed) = at;
        }
        self.items.extend(items);
        if written == 0 && self.pending.is_empty() {
            mem::swap(&mut self.pending, &mut results.out);
        }
        let rest = results.out.get(written..).unwrap_or_default();
        self.write(rest);
    }

    /// Writes the record of a problem or a note, where the writer has one.
    fn record(&mut self, problem: &Problem, severity: Severity) {
        match self.writer.is_typed() {
            true if severity == Severity::Problem => {
                self.items.push(Err(problem.clone()));
                self.items_len += PROBLEM;
            }
            true => {}
            false => self.writer.problem(problem, severity, &mut self.pending),
        }
        self.write(&[]);
    }

    /// Writes records in blocks.
    pub fn write(&mut self, records: &[u8]) {
        self.pending.extend_from_slice(records);
        if self.by_line || self.pending.len() + self.items_len >= BLOCK {
            self.flush();
        }
    }

    /// Writes all pending records.
    pub fn flush(&mut self) {
        let is_broken = self.failure.is_some() || self.panic.is_some();
        if self.pending.is_empty() && self.items.is_empty() || is_broken {
            return;
        }
        self.guarded(|writer| {
            let items = mem::take(&mut writer.items);
            let mut taken =
                if items.is_empty() { Ok(()) } else { writer.sinks.sink.take_items(items) };
            if taken.is_ok() && !writer.pending.is_empty() {
                taken = writer.sinks.sink.take(&writer.pending);
            }
            if let Err(error) = taken {
                (writer.closed, writer.failure) = (true, Some(error));
            }
        });
        self.pending.clear();
        self.items_len = 0;
    }

    /// Ends the run and returns its summary.
    ///
    /// # Errors
    /// [`Error::Write`] where the output has failed.
    ///
    /// # Panics
    /// If writing has panicked.
    pub fn close(mut self) -> Result<Summary, Error> {
        self.flush();
        if let Some(panic) = self.panic {
            resume_unwind(panic);
        }
        self.failure.map_or(Ok(self.summary), |error| Err(Error::Write(error)))
    }
}

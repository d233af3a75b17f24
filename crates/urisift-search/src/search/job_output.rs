//! The output of one job, or of a step of it: kept until its turn, or written directly if it becomes large.

use std::mem;
use std::sync::Arc;

use super::ordered_writer::{BLOCK, OrderedWriter, Results};
use super::sequencer::{Place, Sequencer, Step};
use super::shared_source::SharedSource;
use super::timer::Timer;

/// How much of a job is kept before its turn, in bytes.
const KEPT: usize = 1 << 20;

pub(super) struct JobOutput<'o, 'w> {
    sequencer: &'o Sequencer<'w>,
    pub step: Step,
    place: Place,
    pub results: Results,
    /// The time of the source that is searched; it does not run while earlier jobs, or writes, are waited for.
    pub timer: Timer,
    /// The source, if several threads search it.
    pub divided: Option<Arc<SharedSource>>,
    /// The writer, once it is the job's turn and the job has asked for it.
    ordered_writer: Option<OrderedWriter<'w>>,
}

impl<'o, 'w> JobOutput<'o, 'w> {
    pub fn new(sequencer: &'o Sequencer<'w>, job: u64) -> Self {
        JobOutput::at(sequencer, Step::first(job), Place::Last)
    }

    /// The output of a step.
    pub fn at(sequencer: &'o Sequencer<'w>, step: Step, place: Place) -> Self {
        let (results, timer, divided, ordered_writer) = Default::default();
        JobOutput { sequencer, step, place, results, timer, divided, ordered_writer }
    }

    /// The output so far becomes a step of the job. Returns the step after it, which another thread may take: the
    /// output continues after that.
    pub fn split(&mut self) -> Step {
        let next = self.step.next();
        let mut rest = JobOutput::at(self.sequencer, next.next(), self.place);
        (rest.timer, rest.divided) = (self.timer.clone(), self.divided.clone());
        let front = mem::replace(self, rest);
        JobOutput { place: Place::Inner, ..front }.end(|_| {});
        next
    }

    /// Returns `true` if the results must be written now: they are too large to keep, or it is the job's turn and they
    /// fill a block (with `at_once`, any record does).
    #[inline]
    pub fn is_full(&self, at_once: bool) -> bool {
        let len = self.results.len();
        let may = at_once && len > 0 || len >= BLOCK;
        may && (len >= KEPT || self.ordered_writer.is_some() || self.sequencer.is_turn(self.step))
    }

    /// The writer; blocks until it is the job's turn.
    pub fn ordered_writer(&mut self) -> &mut OrderedWriter<'w> {
        let (sequencer, step, timer) = (self.sequencer, self.step, &self.timer);
        self.ordered_writer.get_or_insert_with(|| sequencer.writer_for(step, timer))
    }

    /// Waits for the job's turn and writes its results so far.
    pub fn let_out(&mut self) {
        self.ordered_writer();
        let _stopped = self.timer.stop();
        if let Some(ordered_writer) = &mut self.ordered_writer {
            write(self.divided.as_deref(), self.step, ordered_writer, &mut self.results);
        }
    }

    /// Writes the results so far and flushes all pending records, before a read that may block.
    pub fn flush(&mut self) {
        self.let_out();
        let _stopped = self.timer.stop();
        if let Some(ordered_writer) = &mut self.ordered_writer {
            ordered_writer.flush();
        }
    }

    /// Returns `true` if no more results are wanted.
    #[inline]
    pub fn is_closed(&self) -> bool {
        self.results.is_last
            || self.divided.as_ref().is_some_and(|divided| divided.is_over(self.step))
            || self.ordered_writer.as_ref().is_some_and(OrderedWriter::is_closed)
            || self.sequencer.is_closed()
    }

    /// Ends the job, and writes its results at its turn. `last` runs after that. After a job that may have been
    /// stopped early, nothing more is written.
    pub fn end(self, last: impl FnOnce(&mut OrderedWriter<'_>) + Send + 'w) {
        let (divided, step) = (self.divided.clone(), self.step);
        self.end_with(move |ordered_writer, results| {
            write(divided.as_deref(), step, ordered_writer, results);
            last(ordered_writer);
        });
    }

    /// Like `end`, but it is `last` that writes the results.
    pub fn end_with(mut self, last: impl FnOnce(&mut OrderedWriter<'_>, &mut Results) + Send + 'w) {
        let mut results = mem::take(&mut self.results);
        results.is_last |= self.sequencer.is_stopped();
        match self.ordered_writer.take() {
            Some(mut ordered_writer) => {
                let stopped = self.timer.stop();
                ordered_writer.guarded(|ordered_writer| last(ordered_writer, &mut results));
                drop(stopped);
                self.sequencer.give_back(ordered_writer, self.place, &self.timer);
            }
            None => {
                let done = Box::new(move |ordered_writer: &mut OrderedWriter<'_>| {
                    last(ordered_writer, &mut results)
                });
                self.sequencer.submit(self.step, self.place, done, &self.timer);
            }
        }
    }
}

/// Writes the results of a step, unless the search of its source has ended before it.
fn write(
    divided: Option<&SharedSource>,
    step: Step,
    ordered_writer: &mut OrderedWriter<'_>,
    results: &mut Results,
) {
    if let Some(divided) = divided
        && !divided.takes(step, results)
    {
        results.clear();
    }
    ordered_writer.take(results);
}

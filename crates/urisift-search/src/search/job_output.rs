//! The output of one job: kept until its turn, or written directly if it becomes large.

use super::ordered_writer::{BLOCK, OrderedWriter, Results};
use super::sequencer::Sequencer;

/// How much of a job is kept before its turn, in bytes.
const KEPT: usize = 1 << 20;

pub(super) struct JobOutput<'o, 'w> {
    sequencer: &'o Sequencer<'w>,
    number: u64,
    pub results: Results,
    /// The writer, once it is the job's turn and the job has asked for it.
    ordered_writer: Option<OrderedWriter<'w>>,
}

impl<'o, 'w> JobOutput<'o, 'w> {
    pub fn new(sequencer: &'o Sequencer<'w>, number: u64) -> Self {
        JobOutput { sequencer, number, results: Results::default(), ordered_writer: None }
    }

    /// Whether the results must be written now: they are too large to keep, or it is the job's turn and
    /// they fill a block (with `at_once`, any record does).
    pub fn is_full(&self, at_once: bool) -> bool {
        let len = self.results.len();
        let may = at_once && len > 0 || len >= BLOCK;
        may && (len >= KEPT || self.ordered_writer.is_some() || self.sequencer.is_turn(self.number))
    }

    /// The writer; blocks until it is the job's turn.
    pub fn ordered_writer(&mut self) -> &mut OrderedWriter<'w> {
        let (sequencer, number) = (self.sequencer, self.number);
        self.ordered_writer.get_or_insert_with(|| sequencer.writer_for(number))
    }

    /// Waits for the job's turn and writes its results so far.
    pub fn let_out(&mut self) {
        self.ordered_writer();
        if let Some(ordered_writer) = &mut self.ordered_writer {
            ordered_writer.take(&mut self.results);
        }
    }

    /// Writes the results so far and flushes all pending records, before a read that may block.
    pub fn flush(&mut self) {
        self.let_out();
        self.ordered_writer().flush();
    }

    /// Whether no more results are wanted.
    pub fn is_closed(&self) -> bool {
        self.results.is_last
            || self.ordered_writer.as_ref().is_some_and(OrderedWriter::is_closed)
            || self.sequencer.is_closed()
    }

    /// Ends the job. `last` runs at its turn, after all that it has written. After a job that may have been
    /// stopped early, nothing more is written.
    pub fn end(mut self, last: impl FnOnce(&mut OrderedWriter<'_>, &mut Results) + Send + 'w) {
        let mut results = std::mem::take(&mut self.results);
        results.is_last |= self.sequencer.is_stopped();
        match self.ordered_writer.take() {
            Some(mut ordered_writer) => {
                last(&mut ordered_writer, &mut results);
                self.sequencer.give_back(ordered_writer);
            }
            None => {
                let done = Box::new(move |ordered_writer: &mut OrderedWriter<'_>| {
                    last(ordered_writer, &mut results)
                });
                self.sequencer.submit(self.number, done);
            }
        }
    }
}

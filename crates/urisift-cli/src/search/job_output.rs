//! What one job lets out: kept until its turn, and written for itself where it becomes much.

use super::ordered_writer::{BLOCK, OrderedWriter, Results};
use super::sequencer::Sequencer;

/// So much is kept of a job whose turn has not come.
const KEPT: usize = 1 << 20;

pub(super) struct JobOutput<'o, 'w> {
    sequencer: &'o Sequencer<'w>,
    number: u64,
    pub results: Results,
    /// The ordered, once it is the job's turn and the job wants it.
    ordered: Option<OrderedWriter<'w>>,
}

impl<'o, 'w> JobOutput<'o, 'w> {
    pub fn new(sequencer: &'o Sequencer<'w>, number: u64) -> Self {
        JobOutput { sequencer, number, results: Results::default(), ordered: None }
    }

    /// Whether what is kept has to go: it is too much to keep, or it may be written now and is enough
    /// for a write (any record is, where `at_once`).
    pub fn is_full(&self, at_once: bool) -> bool {
        let len = self.results.len();
        let may = at_once && len > 0 || len >= BLOCK;
        may && (len >= KEPT || self.ordered.is_some() || self.sequencer.is_turn(self.number))
    }

    /// The ordered, for which this waits.
    pub fn ordered(&mut self) -> &mut OrderedWriter<'w> {
        let (sequencer, number) = (self.sequencer, self.number);
        self.ordered.get_or_insert_with(|| sequencer.writer_for(number))
    }

    /// Lets out what there is, when it is the job's turn.
    pub fn let_out(&mut self) {
        self.ordered();
        if let Some(ordered) = &mut self.ordered {
            ordered.take(&mut self.results);
        }
    }

    /// Lets out what there is, and everything before it that waits, before a reader may wait.
    pub fn flush(&mut self) {
        self.let_out();
        self.ordered().flush();
    }

    /// Whether nothing more is wanted.
    pub fn is_closed(&self) -> bool {
        self.results.is_last
            || self.ordered.as_ref().is_some_and(OrderedWriter::is_closed)
            || self.sequencer.is_closed()
    }

    /// The job is done; `last` is done when it has its turn, behind all that was let out. Behind a job that may
    /// have been stopped before its end, nothing is let out.
    pub fn end(mut self, last: impl FnOnce(&mut OrderedWriter<'_>, &mut Results) + Send + 'w) {
        let mut results = std::mem::take(&mut self.results);
        results.is_last |= self.sequencer.is_stopped();
        match self.ordered.take() {
            Some(mut ordered) => {
                last(&mut ordered, &mut results);
                self.sequencer.give_back(ordered);
            }
            None => {
                let done =
                    Box::new(move |ordered: &mut OrderedWriter<'_>| last(ordered, &mut results));
                self.sequencer.submit(self.number, done);
            }
        }
    }
}

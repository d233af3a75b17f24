//! Jobs: the sources in order, small ones batched.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::Work;
use crate::input::{Source, Sources};
use crate::problem::Problem;

/// The maximum number of sources in a job.
const BATCH: usize = 16;
/// The approximate maximum of bytes in a job.
const BATCH_BYTES: u64 = 256 << 10;

/// A numbered task.
pub(super) struct Job {
    /// Its place in the order of the output, from 0.
    pub number: u64,
    pub task: Task,
}

/// What a job does.
pub(super) enum Task {
    /// Search these in order, or report the problem.
    Sources(Vec<Result<Source, Problem>>),
    /// Write what is pending: the next source may take long to come.
    Flush,
}

impl Task {
    fn may_be_shared(&self, portion_len: Option<u64>) -> bool {
        let is_shared = |source: &_| may_be_shared(source, portion_len);
        matches!(self, Task::Sources(sources) if sources.iter().any(is_shared))
    }
}

/// Hands out jobs to the workers.
pub(super) struct Feed<I> {
    state: Mutex<State<I>>,
    /// The length of the portions of large sources, if they are shared.
    portion_len: Option<u64>,
}

struct State<I> {
    sources: I,
    /// The next source, if it has been fetched ahead.
    ahead: Option<Result<Source, Problem>>,
    /// All pending records are written, and no source has come since.
    has_flushed: bool,
    /// The next tasks, last one first, if they have been fetched ahead.
    held: Vec<Task>,
    number: u64,
}

impl<I: Sources> Feed<I> {
    pub fn new(sources: I, work: &Work<'_>) -> Self {
        let (ahead, held) = (None, Vec::new());
        let state = State { sources, ahead, has_flushed: false, held, number: 0 };
        Feed { state: Mutex::new(state), portion_len: work.text_portions() }
    }

    /// Fetches the first two jobs ahead. Returns whether there are two, or one that several threads may share.
    pub fn fetch_two(&self) -> bool {
        let mut state = self.lock();
        let tasks = [state.next(self.portion_len), state.next(self.portion_len)];
        state.held.extend(tasks.into_iter().flatten().rev());
        state.held.len() > 1 || state.held.iter().any(|task| task.may_be_shared(self.portion_len))
    }

    /// The next job.
    pub fn next(&self) -> Option<Job> {
        let mut state = self.lock();
        let task = state.held.pop().or_else(|| state.next(self.portion_len))?;
        let number = state.number;
        state.number += 1;
        Some(Job { number, task })
    }

    fn lock(&self) -> MutexGuard<'_, State<I>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<I: Sources> State<I> {
    fn next(&mut self, portion_len: Option<u64>) -> Option<Task> {
        if self.may_wait() && !self.has_flushed {
            self.has_flushed = true;
            return Some(Task::Flush);
        }
        let source = self.next_source()?;
        self.has_flushed = false;
        Some(self.batch(source, portion_len))
    }

    /// Returns `true` if the next source may take long to come.
    fn may_wait(&self) -> bool {
        self.ahead.is_none() && self.sources.may_wait()
    }

    fn next_source(&mut self) -> Option<Result<Source, Problem>> {
        self.ahead.take().or_else(|| self.sources.next())
    }

    /// The next source, if it fits and is available at once.
    fn next_if(
        &mut self,
        fits: impl Fn(&Result<Source, Problem>) -> bool,
    ) -> Option<Result<Source, Problem>> {
        if self.may_wait() {
            return None;
        }
        self.ahead = self.next_source();
        self.ahead.take_if(|next| fits(next))
    }

    /// A batch of a source and those after it, up to one that is a job of its own: one that several threads may share,
    /// or whose reads may block.
    fn batch(&mut self, first: Result<Source, Problem>, portion_len: Option<u64>) -> Task {
        let is_alone =
            |it: &Result<Source, Problem>| may_block(it) || may_be_shared(it, portion_len);
        let mut batch = vec![first];
        let mut bytes = len(&batch[0]);
        let fits = |next: &Result<Source, Problem>| !is_alone(next) && len(next) < BATCH_BYTES;
        while !is_alone(&batch[0])
            && batch.len() < BATCH
            && bytes < BATCH_BYTES
            && let Some(source) = self.next_if(fits)
        {
            bytes += len(&source);
            batch.push(source);
        }
        Task::Sources(batch)
    }
}

/// The least length of a container that several threads search, in bytes: it may be compressed.
const DIVIDED: u64 = 1 << 20;

/// Returns `true` if several threads may search the source. It is alone in its job.
pub(super) fn is_divided(source: &Source, portion_len: u64) -> bool {
    match source {
        Source::File(file) => file.len.is_some_and(|len| len >= DIVIDED.min(2 * portion_len)),
        Source::Opened(..) => true,
        // Of text, there is only one thread.
        Source::Piece(_, piece) => piece.format.is_some(),
        Source::Stdin | Source::Pre(..) => false,
    }
}

fn may_be_shared(source: &Result<Source, Problem>, portion_len: Option<u64>) -> bool {
    matches!((source, portion_len), (Ok(source), Some(portion_len)) if is_divided(source, portion_len))
}

fn may_block(source: &Result<Source, Problem>) -> bool {
    source.as_ref().is_ok_and(Source::may_block)
}

/// The length that a source counts for in a batch. What is opened elsewhere is long, or far away.
fn len(source: &Result<Source, Problem>) -> u64 {
    match source {
        Ok(Source::File(file)) => file.len.unwrap_or(0),
        Ok(Source::Opened(..) | Source::Piece(..)) => BATCH_BYTES,
        _ => 0,
    }
}

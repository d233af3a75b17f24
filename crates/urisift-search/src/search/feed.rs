//! Jobs: the sources in order, small ones batched and large ones in parts.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::large::{FilePart, Large};
use super::timeout::{Timeout, Timer};
use super::{Settings, Work};
use crate::input::{Containers, Listed, Opening, Source, Sources, may_stall};
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
    /// Search a part of a large file.
    Part(FilePart),
    /// Write what is pending: the next source may take long to come.
    Flush,
}

/// Hands out jobs to the workers.
pub(super) struct Feed<I> {
    state: Mutex<State<I>>,
    /// How large files are handed out.
    cutting: Cutting,
}

/// How large files are handed out.
#[derive(Clone, Copy)]
struct Cutting {
    /// The length of the parts, if files are split.
    size: Option<u64>,
    /// Containers are not split.
    containers: Option<Containers>,
    timeout: Option<Timeout>,
}

impl Cutting {
    fn may_be_shared(self, task: &Task) -> bool {
        let is_divided = |source: &_| matches!((source, self.size), (Ok(source), Some(size)) if is_divided(source, size));
        matches!(task, Task::Sources(sources) if sources.iter().any(is_divided))
    }
}

struct State<I> {
    sources: I,
    /// The next source, if it has been fetched ahead.
    ahead: Option<Result<Source, Problem>>,
    /// All pending records are written, and no source has come since.
    has_flushed: bool,
    /// The next tasks, last one first, if they have been fetched ahead.
    held: Vec<Task>,
    /// The next part of a large file.
    parts: Option<FilePart>,
    number: u64,
}

impl<I: Sources> Feed<I> {
    pub fn new(sources: I, work: &Work<'_>) -> Self {
        let state = State {
            sources,
            ahead: None,
            has_flushed: false,
            held: Vec::new(),
            parts: None,
            number: 0,
        };
        let Settings { containers, timeout, .. } = *work.settings;
        let cutting = Cutting { size: work.part(), containers, timeout };
        Feed { state: Mutex::new(state), cutting }
    }

    /// Fetches the first two jobs ahead. Returns whether there are two, or one that several threads may share.
    pub fn fetch_two(&self) -> bool {
        let mut state = self.lock();
        let tasks = [state.next(self.cutting), state.next(self.cutting)];
        state.held.extend(tasks.into_iter().flatten().rev());
        state.held.len() > 1 || state.held.iter().any(|task| self.cutting.may_be_shared(task))
    }

    /// The next job.
    pub fn next(&self) -> Option<Job> {
        let mut state = self.lock();
        let task = state.held.pop().or_else(|| state.next(self.cutting))?;
        let number = state.number;
        state.number += 1;
        Some(Job { number, task })
    }

    fn lock(&self) -> MutexGuard<'_, State<I>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<I: Sources> State<I> {
    fn next(&mut self, cutting: Cutting) -> Option<Task> {
        if let Some(part) = self.parts.take() {
            self.parts = part.next();
            return Some(Task::Part(part));
        }
        if self.may_wait() && !self.has_flushed {
            self.has_flushed = true;
            return Some(Task::Flush);
        }
        let large = |source: &_| as_large(source, cutting.size).is_some();
        let source = self.next_source()?;
        self.has_flushed = false;
        if large(&source) {
            Some(self.first_part(source, cutting))
        } else {
            Some(self.batch(source, large))
        }
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

    fn first_part(&mut self, source: Result<Source, Problem>, cutting: Cutting) -> Task {
        let Some((file, size)) = as_large(&source, cutting.size) else {
            return Task::Sources(vec![source]);
        };
        match file.open(Opening::Waits) {
            Ok(opened)
                if cutting.timeout.is_some() && may_stall(&opened)
                    || cutting.containers.is_some_and(|how| how.may_have(&file.path, &opened)) =>
            {
                Task::Sources(vec![source])
            }
            Ok(opened) => {
                let timer = Timer::start(cutting.timeout, 0);
                let part = FilePart::first(Arc::new(Large::new(file, opened, size, timer)));
                self.parts = part.next();
                Task::Part(part)
            }
            Err(error) => Task::Sources(vec![Err(Problem::io(&file.path, None, &error))]),
        }
    }

    /// A batch of a source and those after it, up to one that is a job of its own: a large one, or one whose
    /// reads may block.
    fn batch(
        &mut self,
        first: Result<Source, Problem>,
        large: impl Fn(&Result<Source, Problem>) -> bool,
    ) -> Task {
        let mut batch = vec![first];
        let mut bytes = len(&batch[0]);
        let fits = |next: &Result<Source, Problem>| {
            !large(next) && !may_block(next) && len(next) < BATCH_BYTES
        };
        while !may_block(&batch[0])
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

/// Returns `true` if several threads may search the source if it is a container. It is alone in its job.
pub(super) fn is_divided(source: &Source, size: u64) -> bool {
    match source {
        Source::File(file) => file.len.is_some_and(|len| len >= DIVIDED.min(2 * size)),
        Source::Opened(..) => true,
        // Of text, there is only one thread.
        Source::Piece(_, piece) => piece.format.is_some(),
        Source::Stdin | Source::Pre(..) => false,
    }
}

/// The file and the size, if the source is large enough for parts of that size.
fn as_large(source: &Result<Source, Problem>, size: Option<u64>) -> Option<(&Listed, u64)> {
    match (source, size) {
        (Ok(Source::File(file)), Some(size)) if Large::is_worth(file, size) => Some((file, size)),
        _ => None,
    }
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

//! A source that several threads search: the thread that reads it hands out portions, which any may take.
//!
//! What is packed is unpacked ahead by any thread that would wait otherwise: see [`Helpers`].
//!
//! Each portion is a step of the source's job, so the output is in order. A thread that waits for a turn, or for
//! room, first takes the portions that come before: those that nobody has taken cannot be what it waits for.

use std::collections::{BTreeMap, VecDeque};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::Work;
use super::job_output::JobOutput;
use super::large_text::TextPortion;
use super::ordered_writer::Results;
use super::sequencer::{Place, Sequencer, Step};
use super::source_search::{MAX_PROBLEMS, SourceSearch};
use super::timer::Timer;
use super::times::Times;
use crate::input::{Helpers, Portion, Task};
use crate::problem::{Problem, ProblemKind, Severity};

/// The length of a portion, in bytes: long enough that the cost per portion does not matter.
pub const LEN: usize = 1 << 20;

/// What is known of a source that several threads search.
pub(super) struct SharedSource {
    pub path: PathBuf,
    /// When the file was last modified, in seconds since 1970.
    modified: Option<i64>,
    /// The base of relative references, if it has one of its own.
    base: Option<String>,
    /// How many portions are handed out, and not yet written.
    unwritten: AtomicUsize,
    /// The finds and messages in what is written.
    finds: AtomicU64,
    messages: AtomicU64,
    complaints: Mutex<Complaints>,
    /// The index of the step whose search has panicked: those after it are not written.
    last: AtomicU64,
    pub timer: Timer,
}

/// The problems of a source in what is written.
#[derive(Default)]
struct Complaints {
    /// How many problems and notes there were.
    counts: [u64; 2],
    /// The kinds of what was recognized and not read.
    unread: Vec<&'static str>,
}

/// What a problem or note is to its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    /// It is in a part.
    OfPart,
    /// The same: this is recognized, and not read.
    Unread(&'static str),
    /// It stands for so many that are not listed.
    Unlisted(u64),
}

impl SharedSource {
    pub fn new(path: &Path, modified: Option<i64>, base: Option<String>, timer: Timer) -> Self {
        let (unwritten, finds, messages, complaints) = Default::default();
        let (path, last) = (path.to_owned(), AtomicU64::new(u64::MAX));
        SharedSource { path, modified, base, unwritten, finds, messages, complaints, last, timer }
    }

    /// Returns `true` if the results of a step are written, which are counted then. All steps before it are written.
    pub fn takes(&self, step: Step, results: &Results) -> bool {
        let is_wanted = !self.is_over(step);
        if is_wanted {
            self.finds.fetch_add(results.finds, Ordering::Relaxed);
            self.messages.fetch_add(results.messages, Ordering::Relaxed);
        }
        is_wanted
    }

    /// The search of a step has panicked: it is the last one.
    pub fn end_with(&self, step: Step) {
        self.last.fetch_min(step.index, Ordering::Relaxed);
    }

    /// Returns `true` if the search of an earlier step has panicked.
    pub fn is_over(&self, step: Step) -> bool {
        step.index > self.last.load(Ordering::Relaxed)
    }

    /// Returns `true` if the search of a step has panicked.
    pub fn has_panicked(&self) -> bool {
        self.last.load(Ordering::Relaxed) < u64::MAX
    }

    /// The finds and messages in what is written.
    pub fn counted(&self) -> (u64, u64) {
        (self.finds.load(Ordering::Relaxed), self.messages.load(Ordering::Relaxed))
    }

    /// Returns `true` if a problem or note, the next one to be written, is listed: as many as if one thread had
    /// searched the source.
    pub fn admits(&self, severity: Severity, scope: Scope) -> bool {
        let mut complaints = self.complaints.lock().unwrap_or_else(PoisonError::into_inner);
        let Complaints { counts, unread } = &mut *complaints;
        let count = &mut counts[severity as usize];
        match scope {
            Scope::Unread(kind) if unread.contains(&kind) => return false,
            Scope::Unread(kind) => unread.push(kind),
            Scope::OfPart => {}
            Scope::Unlisted(more) => {
                *count += more;
                return false;
            }
        }
        *count += 1;
        *count <= MAX_PROBLEMS
    }

    /// Adds how many problems and notes in all are not listed.
    pub fn add_unlisted(&self, results: &mut Results) {
        let counts = self.complaints.lock().unwrap_or_else(PoisonError::into_inner).counts;
        for severity in [Severity::Problem, Severity::Note] {
            let more = counts[severity as usize].saturating_sub(MAX_PROBLEMS);
            if more > 0 {
                let what = format!("and {more} more");
                let problem = Problem::new(&self.path, None, ProblemKind::Limit, what);
                results.add(severity, problem, None);
            }
        }
    }
}

/// A portion of a source, which is a step of its job.
pub(super) struct Shared {
    source: Arc<SharedSource>,
    portion: AnyPortion,
}

/// A portion of a container, or of a large text.
pub(super) enum AnyPortion {
    Container(Box<Portion>),
    Text(TextPortion),
}

/// The portions that no thread has taken.
pub(super) struct Portions {
    state: Mutex<State>,
    changed: Condvar,
    /// The maximum number of portions of a source that are handed out and not written.
    room: usize,
}

#[derive(Default)]
struct State {
    waiting: BTreeMap<Step, Shared>,
    /// What may be unpacked ahead.
    tasks: VecDeque<Arc<Task>>,
    /// Those of portions that are searched.
    buffers: Vec<Vec<u8>>,
    /// How many threads may hand out portions.
    active: usize,
}

impl State {
    /// Returns `true` if there is nothing to do.
    fn is_idle(&self) -> bool {
        self.waiting.is_empty() && self.tasks.is_empty()
    }
}

impl Portions {
    pub fn new(room: usize) -> Self {
        Portions { state: Mutex::default(), changed: Condvar::new(), room }
    }

    /// The thread may hand out portions while what is returned lives.
    pub fn activity(&self) -> impl Drop + '_ {
        self.lock().active += 1;
        Activity(self)
    }

    /// Waits for a portion that anybody may take, or a task. Returns whether there is one; if not, none comes.
    pub fn wait(&self) -> bool {
        let mut state = self.lock();
        while state.is_idle() && state.active > 0 {
            state = self.wait_for_change(state);
        }
        !state.is_idle()
    }

    /// Takes the first portion, if it comes before that step.
    fn take(&self, before: Option<Step>) -> Option<(Step, Shared)> {
        let mut state = self.lock();
        let first = *state.waiting.first_key_value()?.0;
        if before.is_none_or(|step| first < step) { state.waiting.pop_first() } else { None }
    }

    /// A buffer for a portion.
    pub fn buffer(&self) -> Vec<u8> {
        self.lock().buffers.pop().unwrap_or_default()
    }

    /// Keeps a buffer for another portion.
    fn keep(&self, buffer: Vec<u8>) {
        if buffer.capacity() > 0 {
            self.lock().buffers.push(buffer);
        }
    }

    /// Takes the portion of that step, if nobody has.
    pub fn take_back(&self, step: Step) -> Option<Shared> {
        self.lock().waiting.remove(&step)
    }

    fn add(&self, step: Step, shared: Shared) {
        shared.source.unwritten.fetch_add(1, Ordering::Relaxed);
        self.lock().waiting.insert(step, shared);
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait_for_change<'s>(&self, state: MutexGuard<'s, State>) -> MutexGuard<'s, State> {
        self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
    }
}

impl Helpers for Portions {
    fn offer(&self, task: Arc<Task>) {
        self.lock().tasks.push_back(task);
        self.changed.notify_all();
    }

    fn help(&self) -> bool {
        loop {
            let task = self.lock().tasks.pop_front();
            match task {
                Some(task) if task.run() => return true,
                // The walk that needs it has run it.
                Some(_) => {}
                None => return false,
            }
        }
    }

    fn room(&self) -> usize {
        self.room
    }
}

struct Activity<'p>(&'p Portions);

impl Drop for Activity<'_> {
    fn drop(&mut self) {
        self.0.lock().active -= 1;
        self.0.changed.notify_all();
    }
}

/// Hands out the portions of a source, and takes those of any.
#[derive(Clone, Copy)]
pub(super) struct PortionQueue<'a, 'w> {
    pub work: &'w Work<'w>,
    pub sequencer: &'a Sequencer<'w>,
    pub portions: &'a Arc<Portions>,
}

impl<'w> PortionQueue<'_, 'w> {
    /// Searches the first portion that nobody has taken, if it comes before that step. Returns whether there
    /// was one.
    pub fn search_one(&self, before: Option<Step>) -> bool {
        let Some((step, shared)) = self.portions.take(before) else { return false };
        self.search(step, shared, io::empty());
        true
    }

    /// Searches the portions that nobody has taken and that come before a step, which waits for its turn.
    pub fn search_before(&self, step: Step) {
        while self.search_one(Some(step)) {}
    }

    /// Searches a portion, and more bytes after it.
    pub fn search(&self, step: Step, Shared { source, portion }: Shared, more: impl Read) {
        let mut job = JobOutput::at(self.sequencer, step, Place::Inner);
        job.timer = source.timer.clone();
        let (portions, of) = (Arc::clone(self.portions), Arc::clone(&source));
        let written = move || {
            of.unwritten.fetch_sub(1, Ordering::Relaxed);
            drop(portions.lock());
            portions.changed.notify_all();
        };
        let buffer = match portion {
            AnyPortion::Container(portion) => {
                self.search_container(source, portion, job, more, written)
            }
            AnyPortion::Text(portion) => {
                portion.search(*self, job, self.portions.buffer(), written)
            }
        };
        self.portions.keep(buffer);
    }

    fn search_container(
        &self,
        source: Arc<SharedSource>,
        mut portion: Box<Portion>,
        mut job: JobOutput<'_, 'w>,
        more: impl Read,
        written: impl FnOnce() + Send + 'w,
    ) -> Vec<u8> {
        job.divided = Some(Arc::clone(&source));
        if !job.is_closed() && !source.timer.is_up() {
            let mut search = SourceSearch::new(self.work, &source.path, &mut job, false);
            search.times = Times::new(source.modified);
            search.base = source.base.as_deref().or(self.work.settings.base.as_deref());
            search.guarded(|search| {
                let _ = portion.walk_with(more, search);
            });
        }
        job.end(|_| written());
        portion.into_buffer()
    }

    /// Hands out a portion once there is room for it; returns its step.
    pub fn hand_out(
        &self,
        source: &Arc<SharedSource>,
        portion: AnyPortion,
        job: &mut JobOutput<'_, '_>,
    ) -> Step {
        while source.unwritten.load(Ordering::Relaxed) >= self.portions.room {
            if !self.search_one(Some(job.step)) && !self.portions.help() {
                let state = self.portions.lock();
                if source.unwritten.load(Ordering::Relaxed) >= self.portions.room {
                    let _stopped = source.timer.stop_before(self.sequencer.turn());
                    drop(self.portions.wait_for_change(state));
                }
            }
        }
        let step = job.split();
        self.portions.add(step, Shared { source: Arc::clone(source), portion });
        step
    }
}

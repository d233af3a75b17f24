//! Writes the results of numbered jobs in the order of their numbers. A job may have several steps, which
//! different threads take.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::Meter;
use super::ordered_writer::OrderedWriter;
use super::timer::Timer;

/// Writes a job's results once it is its turn.
pub(super) type Done<'w> = Box<dyn FnOnce(&mut OrderedWriter<'_>) + Send + 'w>;

/// The place of some results in the output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Step {
    pub job: u64,
    /// Its index in the job.
    pub index: u64,
}

impl Step {
    /// The first step of a job.
    pub fn first(job: u64) -> Self {
        Step { job, index: 0 }
    }

    /// The next one of the same job.
    pub fn next(self) -> Self {
        Step { index: self.index + 1, ..self }
    }
}

/// What a step is to its job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// Others follow it.
    Inner,
    Last,
}

/// Owns the writer and lends it to the step whose turn it is.
pub(super) struct Sequencer<'w> {
    state: Mutex<State<'w>>,
    moved: Condvar,
    /// The maximum number of finished jobs that wait for their turn.
    room: usize,
    /// A copy of the turn that is read without the lock, job and index.
    turn: [AtomicU64; 2],
    closed: AtomicBool,
    meter: &'w Meter,
}

struct State<'w> {
    /// The step that is written next; all before it are written.
    turn: Step,
    waiting: BTreeMap<Step, (Done<'w>, Place)>,
    /// `None` while a thread writes.
    ordered_writer: Option<OrderedWriter<'w>>,
}

impl<'w> Sequencer<'w> {
    pub fn new(ordered_writer: OrderedWriter<'w>, meter: &'w Meter, room: usize) -> Self {
        let (waiting, ordered_writer) = (BTreeMap::new(), Some(ordered_writer));
        let state = State { turn: Step::default(), waiting, ordered_writer };
        let (turn, closed) = (Default::default(), AtomicBool::new(false));
        let (state, moved) = (Mutex::new(state), Condvar::new());
        Sequencer { state, moved, room, turn, closed, meter }
    }

    /// Returns `true` if nothing more is written, so that further work is useless.
    #[inline]
    pub fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed) || self.is_stopped()
    }

    /// Returns `true` if the run is stopped early.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.meter.is_stopped()
    }

    /// Returns `true` if it is the step's turn; it may only just have become so.
    #[inline]
    pub fn is_turn(&self, step: Step) -> bool {
        let [job, index] = self.turn.each_ref().map(|part| part.load(Ordering::Relaxed));
        Step { job, index } == step
    }

    /// Waits for the step's turn. The step owns the writer until [`Sequencer::give_back`]. The timer is that of the
    /// source which waits, here and below.
    pub fn writer_for(&self, step: Step, timer: &Timer) -> OrderedWriter<'w> {
        let mut state = self.lock();
        loop {
            if state.turn == step
                && let Some(ordered_writer) = state.ordered_writer.take()
            {
                return ordered_writer;
            }
            state = self.wait(state, timer);
        }
    }

    /// Returns the writer: the step whose turn it was is done.
    pub fn give_back(&self, ordered_writer: OrderedWriter<'w>, place: Place, timer: &Timer) {
        let mut state = self.lock();
        state.ordered_writer = Some(ordered_writer);
        self.step(&mut state, place);
        self.let_out(state, timer);
    }

    /// Submits a finished step. If too many wait, a job of one step blocks until its turn; how many steps a job
    /// may have before its turn is bounded by who makes them.
    pub fn submit(&self, step: Step, place: Place, done: Done<'w>, timer: &Timer) {
        let mut state = self.lock();
        let is_whole = step.index == 0 && place == Place::Last;
        while is_whole && state.turn != step && state.waiting.len() >= self.room {
            state = self.wait(state, timer);
        }
        state.waiting.insert(step, (done, place));
        self.let_out(state, timer);
    }

    /// Writes all steps whose turn it is, unless another thread writes: it will write this one too.
    fn let_out<'s>(&'s self, mut state: MutexGuard<'s, State<'w>>, timer: &Timer) {
        let Some(mut ordered_writer) = state.ordered_writer.take() else { return };
        let _stopped = timer.stop();
        let mut turn = state.turn;
        while let Some((done, place)) = state.waiting.remove(&turn) {
            drop(state);
            ordered_writer.guarded(done);
            state = self.lock();
            self.step(&mut state, place);
            turn = state.turn;
        }
        self.closed.fetch_or(ordered_writer.is_closed(), Ordering::Relaxed);
        state.ordered_writer = Some(ordered_writer);
        self.moved.notify_all();
    }

    fn step(&self, state: &mut State<'w>, done: Place) {
        state.turn = match done {
            Place::Inner => state.turn.next(),
            Place::Last => Step::first(state.turn.job + 1),
        };
        let Step { job, index } = state.turn;
        self.turn[0].store(job, Ordering::Relaxed);
        self.turn[1].store(index, Ordering::Relaxed);
        self.moved.notify_all();
    }

    /// The job whose turn it is; it may only just have become so.
    pub fn turn(&self) -> u64 {
        self.turn[0].load(Ordering::Relaxed)
    }

    /// The writer, after all jobs.
    pub fn into_writer(self) -> OrderedWriter<'w> {
        let state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        state.ordered_writer.expect("no thread is left that writes")
    }

    fn lock(&self) -> MutexGuard<'_, State<'w>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'s>(
        &self,
        state: MutexGuard<'s, State<'w>>,
        timer: &Timer,
    ) -> MutexGuard<'s, State<'w>> {
        let _stopped = timer.stop_before(state.turn.job);
        self.moved.wait(state).unwrap_or_else(PoisonError::into_inner)
    }
}

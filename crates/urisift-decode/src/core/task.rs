//! Decompression that any thread may do ahead of a walk.

use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Threads that decompress ahead of a walk: see [`Visitor::helpers`](crate::Visitor::helpers).
pub trait Helpers: Send + Sync {
    /// Takes a task, to be run by any thread, the first ones first. Nothing happens if none is: the walk runs it
    /// when it gets there.
    fn offer(&self, task: Arc<Task>);

    /// Runs a task that is offered. Returns whether there was one. It never waits for another thread.
    fn help(&self) -> bool;

    /// How many tasks of a source may be offered at a time. Each takes a few MiB of memory.
    fn room(&self) -> usize;
}

/// Some compressed bytes to decompress.
pub struct Task {
    state: Mutex<State>,
    has_ended: Condvar,
}

/// Returns the decompressed bytes, unless something is wrong with the compressed ones, or they decompress to too much.
type Unpack = Box<dyn FnOnce() -> Option<Vec<u8>> + Send>;

enum State {
    Waiting(Unpack),
    Running,
    Ended(Option<Vec<u8>>),
}

impl Task {
    /// Runs it if nothing has. Returns whether it did. If it panics, nothing is decompressed: the walk meets the panic
    /// where it gets there.
    pub fn run(&self) -> bool {
        let mut state = self.lock();
        let unpack = match mem::replace(&mut *state, State::Running) {
            State::Waiting(unpack) => unpack,
            other => {
                *state = other;
                return false;
            }
        };
        drop(state);
        let unpacked = catch_unwind(AssertUnwindSafe(unpack)).ok().flatten();
        *self.lock() = State::Ended(unpacked);
        self.has_ended.notify_all();
        true
    }

    fn is_ended(&self) -> bool {
        matches!(*self.lock(), State::Ended(_))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A task that threads may run. It need not be run any more once this is dropped.
pub(crate) struct Offered(Arc<Task>);

impl Offered {
    pub fn to(
        helpers: &dyn Helpers,
        unpack: impl FnOnce() -> Option<Vec<u8>> + Send + 'static,
    ) -> Self {
        let state = Mutex::new(State::Waiting(Box::new(unpack)));
        let task = Arc::new(Task { state, has_ended: Condvar::new() });
        helpers.offer(Arc::clone(&task));
        Offered(task)
    }

    /// What it decompresses to. Runs others while another thread runs it.
    pub fn unpacked(&self, helpers: &dyn Helpers) -> Option<Vec<u8>> {
        self.0.run();
        while !self.0.is_ended() && helpers.help() {}
        let is_running = |state: &mut State| matches!(state, State::Running);
        let state = self.0.has_ended.wait_while(self.0.lock(), is_running);
        match &mut *state.unwrap_or_else(PoisonError::into_inner) {
            State::Ended(unpacked) => unpacked.take(),
            _ => None,
        }
    }
}

impl Drop for Offered {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        if matches!(*state, State::Waiting(_)) {
            *state = State::Ended(None);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::testing::Few;

    #[test]
    fn a_task_is_run_once() {
        let helpers = Few::default();
        let count = Arc::new(AtomicUsize::new(0));
        let offer = |n| {
            let count = Arc::clone(&count);
            Offered::to(&helpers, move || {
                count.fetch_add(1, Ordering::Relaxed);
                Some(vec![n])
            })
        };
        let tasks: Vec<_> = (0..40).map(offer).collect();
        for (n, task) in (0..).zip(&tasks) {
            assert_eq!(task.unpacked(&helpers), Some(vec![n]));
            assert!(!task.0.run());
        }
        assert_eq!(count.load(Ordering::Relaxed), 40);
    }

    /// Runs nothing.
    struct Idle(Mutex<Vec<Arc<Task>>>);

    impl Helpers for Idle {
        fn offer(&self, task: Arc<Task>) {
            self.0.lock().unwrap().push(task);
        }

        fn help(&self) -> bool {
            false
        }

        fn room(&self) -> usize {
            1
        }
    }

    #[test]
    fn a_task_that_is_not_needed_or_panics_has_nothing() {
        let helpers = Idle(Mutex::default());
        drop(Offered::to(&helpers, || panic!("it is not needed")));
        assert!(!helpers.0.lock().unwrap().remove(0).run());
        let offered = Offered::to(&helpers, || panic!("on purpose"));
        assert!(offered.0.run());
        assert_eq!(offered.unpacked(&helpers), None);
    }
}

//! Notifies other threads of a panic: they may wait for the thread.

use std::thread;

/// Calls the function if its thread panics while it is in scope.
pub(super) struct Alarm<F: FnMut()>(pub F);

impl<F: FnMut()> Drop for Alarm<F> {
    fn drop(&mut self) {
        if thread::panicking() {
            (self.0)();
        }
    }
}

/// Propagates the panic of another thread.
///
/// # Panics
/// If `is_dead`.
pub(super) fn heed(is_dead: bool) {
    assert!(!is_dead, "a thread that others wait for has died");
}

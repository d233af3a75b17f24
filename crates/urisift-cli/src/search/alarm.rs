//! Somebody has to be told that a thread has died: others may wait for it.

use std::thread;

/// Does something where its thread panics while it is there.
pub(super) struct Alarm<F: FnMut()>(pub F);

impl<F: FnMut()> Drop for Alarm<F> {
    fn drop(&mut self) {
        if thread::panicking() {
            (self.0)();
        }
    }
}

/// Whoever waits for a thread that has died dies too.
///
/// # Panics
/// If it has.
pub(super) fn heed(is_dead: bool) {
    assert!(!is_dead, "a thread that others wait for has died");
}

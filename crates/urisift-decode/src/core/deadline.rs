//! The time that a source may take.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The end of the time for a source, which all threads that search it share. Its clock does not run while one of them
/// waits for something else.
#[derive(Debug)]
pub struct Deadline {
    time: Duration,
    clock: Mutex<Clock>,
    is_over: AtomicBool,
}

#[derive(Debug)]
struct Clock {
    /// How long it had run when it was last stopped.
    ran: Duration,
    /// When it was started again.
    since: Instant,
    /// How many threads have stopped it.
    stops: usize,
}

impl Clock {
    fn ran(&self) -> Duration {
        if self.stops > 0 { self.ran } else { self.ran + self.since.elapsed() }
    }
}

impl Deadline {
    /// The time starts now.
    pub fn new(time: Duration) -> Self {
        let clock = Clock { ran: Duration::ZERO, since: Instant::now(), stops: 0 };
        Deadline { time, clock: Mutex::new(clock), is_over: AtomicBool::new(false) }
    }

    /// The time that is left. Once there is none, the source is abandoned.
    pub fn left(&self) -> Option<Duration> {
        if self.is_over() {
            return None;
        }
        let ran = self.lock().ran();
        let left = self.time.checked_sub(ran).filter(|left| !left.is_zero());
        self.is_over.fetch_or(left.is_none(), Ordering::Relaxed);
        left
    }

    /// Returns `true` if the source is abandoned.
    pub fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    /// Stops the clock until what is returned is dropped.
    pub fn stop(&self) -> impl Drop + '_ {
        let mut clock = self.lock();
        clock.ran = clock.ran();
        clock.stops += 1;
        Stopped(self)
    }

    fn lock(&self) -> MutexGuard<'_, Clock> {
        self.clock.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct Stopped<'d>(&'d Deadline);

impl Drop for Stopped<'_> {
    fn drop(&mut self) {
        let mut clock = self.0.lock();
        clock.stops -= 1;
        clock.since = Instant::now();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_given_up_stays_so() {
        let deadline = Deadline::new(Duration::ZERO);
        assert!(!deadline.is_over());
        assert_eq!(deadline.left(), None);
        assert!(deadline.is_over());
        assert!(Deadline::new(Duration::from_secs(3600)).left().is_some());
    }

    #[test]
    fn a_clock_that_is_stopped_does_not_run() {
        let deadline = Deadline::new(Duration::from_secs(3600));
        let (first, second) = (deadline.stop(), deadline.stop());
        let left = deadline.left();
        std::thread::sleep(Duration::from_millis(2));
        drop(first);
        assert_eq!(deadline.left(), left);
        drop(second);
        std::thread::sleep(Duration::from_millis(2));
        assert!(deadline.left() < left);
    }
}

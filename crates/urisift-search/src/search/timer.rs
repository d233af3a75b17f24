//! How long a source may take.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use crate::input::{Deadline, Opening};

/// How long the reading and the search of a source may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeout {
    /// Time in which results wait to be written does not count.
    pub time: Duration,
    /// What a problem calls it: the setting of the program.
    pub name: &'static str,
}

/// The time that a source has, if that is limited.
#[derive(Clone, Debug, Default)]
pub(super) struct Timer {
    limit: Option<(Arc<Deadline>, Timeout)>,
    /// The first job of the source: while it is the turn of an earlier one, time does not pass for a thread that waits.
    first_job: u64,
    /// The offset that the source is read from.
    from: u64,
}

impl Timer {
    /// The time starts now, for a source whose first job is this.
    pub fn start(timeout: Option<Timeout>, first_job: u64) -> Self {
        let limit = timeout.map(|timeout| (Arc::new(Deadline::new(timeout.time)), timeout));
        Timer { limit, first_job, from: 0 }
    }

    /// The timer of a source that is read from that offset on.
    pub fn read_from(self, from: u64) -> Self {
        Timer { from, ..self }
    }

    /// The offset that the source is read from.
    pub fn from(&self) -> u64 {
        self.from
    }

    /// Opening a pipe takes as long as reading it does: that is not waited for if time is limited.
    pub fn opening(&self) -> Opening {
        if self.limit.is_some() { Opening::AtOnce } else { Opening::Waits }
    }

    pub fn deadline(&self) -> Option<&Arc<Deadline>> {
        self.limit.as_ref().map(|(deadline, _)| deadline)
    }

    /// Returns `true` if time is up; then the source is abandoned.
    pub fn is_up(&self) -> bool {
        self.deadline().is_some_and(|deadline| deadline.left().is_none())
    }

    /// Why the source is abandoned, if it is.
    pub fn failure(&self) -> Option<io::Error> {
        let (_, Timeout { time, name }) =
            self.limit.as_ref().filter(|(deadline, _)| deadline.is_over())?;
        let what = format!("timed out after {time:?}; raise {name} to search it completely");
        Some(io::Error::new(io::ErrorKind::TimedOut, what))
    }

    /// Fails once time is up.
    ///
    /// # Errors
    /// [`Timer::failure`].
    pub fn check(&self) -> io::Result<()> {
        if self.is_up() { self.failure().map_or(Ok(()), Err) } else { Ok(()) }
    }

    /// Stops the clock until what is returned is dropped.
    pub fn stop(&self) -> Option<impl Drop + '_> {
        self.deadline().map(|deadline| deadline.stop())
    }

    /// Like `stop`, if it is the turn of that job, and the source is not in it yet.
    pub fn stop_before(&self, turn: u64) -> Option<impl Drop + '_> {
        if turn < self.first_job { self.stop() } else { None }
    }
}

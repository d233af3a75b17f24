//! How long a source may take, and readers that end with that.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use crate::input::{Deadline, Opening, Reader};

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

    /// The timer of a source whose first job is another one.
    pub fn of_job(&self, first_job: u64) -> Self {
        Timer { first_job, ..self.clone() }
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

/// Reads a source as long as it has time.
pub(super) struct Timed {
    read: Reading,
    timer: Timer,
}

impl Timed {
    pub fn new(read: Reader, timer: Timer) -> Self {
        let is_elsewhere = timer.limit.is_some() && read.may_stall();
        let read =
            if is_elsewhere { Reading::Elsewhere(Blocks::of(read)) } else { Reading::Here(read) };
        Timed { read, timer }
    }
}

impl Read for Timed {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        loop {
            self.timer.check()?;
            let left = self.timer.deadline().map(|deadline| deadline.left().unwrap_or_default());
            if let Some(count) = self.read.read_within(left, out)? {
                return Ok(count);
            }
        }
    }
}

/// Where the reads of a source are.
enum Reading {
    Here(Reader),
    Elsewhere(Blocks),
}

impl Reading {
    /// Reads; `None` if nothing has come in that time.
    fn read_within(&mut self, time: Option<Duration>, out: &mut [u8]) -> io::Result<Option<usize>> {
        let reader = match self {
            Reading::Here(reader) => reader,
            Reading::Elsewhere(blocks) => return blocks.read_within(time, out),
        };
        let Some(time) = time else { return reader.read(out).map(Some) };
        if !reader.is_ready_within(time)? {
            return Ok(None);
        }
        match reader.read(out) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(None),
            result => result.map(Some),
        }
    }
}

/// How much is read at a time on another thread, in bytes.
const BLOCK: usize = 64 << 10;

/// A source that is read on a thread of its own. If a read never returns, that thread stays until the process ends.
struct Blocks {
    blocks: Receiver<io::Result<Vec<u8>>>,
    /// The last one, and how much of it has been read. An empty one is the end.
    block: Vec<u8>,
    taken: usize,
    has_ended: bool,
}

impl Blocks {
    fn of(mut read: Reader) -> Self {
        let (sender, blocks) = mpsc::sync_channel(1);
        let failures = sender.clone();
        let reading = move || {
            let mut goes_on = true;
            while goes_on {
                let mut block = vec![0; BLOCK];
                let result = match read.read(&mut block) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    result => result,
                };
                goes_on = result.as_ref().is_ok_and(|count| *count > 0);
                let result = result.map(|count| {
                    block.truncate(count);
                    block
                });
                goes_on &= sender.send(result).is_ok();
            }
        };
        if let Err(error) = thread::Builder::new().spawn(reading) {
            // There is room for it.
            let _ = failures.try_send(Err(error));
        }
        Blocks { blocks, block: Vec::new(), taken: 0, has_ended: false }
    }

    fn read_within(&mut self, time: Option<Duration>, out: &mut [u8]) -> io::Result<Option<usize>> {
        if self.taken == self.block.len() && !self.has_ended {
            self.block = match self.blocks.recv_timeout(time.unwrap_or(Duration::MAX)) {
                Ok(block) => block?,
                Err(RecvTimeoutError::Timeout) => return Ok(None),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(io::Error::other("the reader thread has exited"));
                }
            };
            self.taken = 0;
            self.has_ended = self.block.is_empty();
        }
        let count = (&self.block[self.taken..]).read(out)?;
        self.taken += count;
        Ok(Some(count))
    }
}

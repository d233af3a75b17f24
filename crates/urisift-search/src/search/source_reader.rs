//! The reader of a source.

use std::io::{self, Read};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use super::meter::Meter;
use super::timer::Timer;
use crate::input::Reader;

/// Reads a source: within its time, and up to its first EOF or error, which it repeats. A terminal, a pipe or a program
/// may return something else on the next read. Counts the bytes it returns, and ends when the run is stopped.
pub(super) struct SourceReader<'m> {
    read: Reading,
    timer: Timer,
    meter: &'m Meter,
    may_block: bool,
    given: u64,
    /// How the source has ended, if it has.
    end: Option<Result<(), io::Error>>,
}

impl<'m> SourceReader<'m> {
    /// Wraps a reader that does not block.
    pub fn new(read: Reader, timer: Timer, meter: &'m Meter) -> Self {
        let is_elsewhere = timer.deadline().is_some() && read.may_stall();
        let read =
            if is_elsewhere { Reading::Elsewhere(Blocks::of(read)) } else { Reading::Here(read) };
        SourceReader { read, timer, meter, may_block: false, given: 0, end: None }
    }

    /// Sets whether a read may block.
    pub fn may_block(self, may_block: bool) -> Self {
        SourceReader { may_block, ..self }
    }

    /// The bytes it has returned.
    pub fn given(&self) -> u64 {
        self.given
    }

    fn read_in_time(&mut self, out: &mut [u8]) -> io::Result<usize> {
        loop {
            self.timer.check()?;
            let left = self.timer.deadline().map(|deadline| deadline.left().unwrap_or_default());
            if let Some(count) = self.read.read_within(left, out)? {
                return Ok(count);
            }
        }
    }
}

impl Read for SourceReader<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        match &self.end {
            _ if self.meter.is_stopped() => return Ok(0),
            Some(Ok(())) => return Ok(0),
            Some(Err(error)) => return Err(same(error)),
            None => {}
        }
        let meter = self.meter;
        let read = match self.may_block {
            true => meter.wait(|| self.read_in_time(out)),
            false => self.read_in_time(out),
        };
        match &read {
            Ok(0) if !out.is_empty() => self.end = Some(Ok(())),
            Ok(count) => {
                self.given += *count as u64;
                meter.add(*count);
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => self.end = Some(Err(same(error))),
        }
        read
    }
}

/// A copy of the error.
fn same(error: &io::Error) -> io::Error {
    match error.raw_os_error() {
        Some(code) => io::Error::from_raw_os_error(code),
        None => io::Error::new(error.kind(), error.to_string()),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Opened;

    /// Returns the given results in order.
    struct Script(std::vec::IntoIter<io::Result<usize>>);

    impl Read for Script {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            self.0.next().unwrap()
        }
    }

    /// Reads what the script returns.
    fn reader(meter: &Meter, script: Vec<io::Result<usize>>) -> SourceReader<'_> {
        let read = Reader::Opened(Opened::new(Script(script.into_iter())));
        SourceReader::new(read, Timer::default(), meter)
    }

    #[test]
    fn what_comes_after_an_end_is_not_read() {
        let meter = Meter::default();
        let mut read = reader(&meter, vec![Ok(1), Ok(0), Ok(1)]);
        assert_eq!([(); 4].map(|()| read.read(&mut [0]).unwrap()), [1, 0, 0, 0]);
        assert_eq!((read.given(), meter.bytes()), (1, 1));
    }

    #[test]
    fn a_failure_is_returned_again() {
        let errors = || [io::Error::from_raw_os_error(5), io::Error::other("words")];
        for (error, same) in errors().into_iter().zip(errors()) {
            let meter = Meter::default();
            let interruption = Err(io::ErrorKind::Interrupted.into());
            let mut read = reader(&meter, vec![interruption, Err(error), Ok(1)]);
            let mut next =
                || read.read(&mut [0]).map_err(|error| (error.kind(), error.to_string()));
            assert_eq!(next().unwrap_err().0, io::ErrorKind::Interrupted);
            for _ in 0..3 {
                assert_eq!(next(), Err((same.kind(), same.to_string())));
            }
        }
    }
}

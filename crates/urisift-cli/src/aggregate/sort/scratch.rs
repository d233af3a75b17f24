//! Temporary files: records one behind the other, each behind its length.
//!
//! They have no name, so that nothing is left of them, however the run ends. What is too little for a write
//! stays in memory, and so does what cannot be written.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::sync::Arc;

use super::packed::{Unpack, pack_number};
use urisift::internal::problem::plain;

/// One read, and one write, has so many bytes at least.
const CHUNK: usize = 64 << 10;
/// The length of a record takes so many bytes at most.
const LENGTH: u64 = 10;

/// Is written, from its start to its end.
#[derive(Default)]
pub(crate) struct Scratch {
    written: Written,
    /// How much stays in memory where the file cannot be written, in bytes.
    room: usize,
    /// Why the file cannot be written. It is not tried again: it may end with some of what was to be written.
    failure: Option<io::Error>,
}

/// What was written.
#[derive(Default)]
pub(crate) struct Written {
    /// Its first bytes, if there were enough for a write.
    file: Option<File>,
    /// How many there are in the file.
    in_file: u64,
    /// The bytes behind them.
    rest: Vec<u8>,
}

impl Scratch {
    /// Keeps so many bytes in memory where nothing can be written.
    pub fn with_room(room: usize) -> Self {
        Scratch { room, ..Scratch::default() }
    }

    /// Where the next record starts.
    pub fn len(&self) -> u64 {
        self.written.len()
    }

    /// Why nothing more can be written, if that is so.
    pub fn failure(&self) -> Option<io::Error> {
        self.failure.as_ref().map(|error| io::Error::new(error.kind(), error.to_string()))
    }

    /// Takes a record.
    ///
    /// # Errors
    /// Where there is no room for it. All that was taken before can still be read.
    pub fn write(&mut self, record: &[u8]) -> io::Result<()> {
        if self.written.rest.len() >= CHUNK && self.failure.is_none() {
            self.failure = self.written.save().map_err(told).err();
        }
        if self.written.rest.len() >= self.room {
            self.failure().map_or(Ok(()), Err)?;
        }
        let rest = &mut self.written.rest;
        pack_number(record.len() as u64, rest);
        rest.extend_from_slice(record);
        Ok(())
    }

    /// Nothing more is written.
    pub fn done(self) -> Arc<Written> {
        Arc::new(self.written)
    }
}

impl Written {
    pub fn len(&self) -> u64 {
        self.in_file + self.rest.len() as u64
    }

    /// Puts what is in memory into the file.
    fn save(&mut self) -> io::Result<()> {
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(tempfile::tempfile()?),
        };
        file.write_all(&self.rest)?;
        self.in_file += self.rest.len() as u64;
        self.rest.clear();
        Ok(())
    }

    /// Reads from one offset to another.
    fn read(&self, from: u64, to: u64, out: &mut Vec<u8>) -> io::Result<()> {
        if let Some(mut file) = self.file.as_ref()
            && from < self.in_file
        {
            // Others read the same file: its place is where they have left it.
            file.seek(SeekFrom::Start(from))?;
            file.take(to.min(self.in_file) - from).read_to_end(out)?;
        }
        let at = |offset: u64| (offset.saturating_sub(self.in_file) as usize).min(self.rest.len());
        out.extend_from_slice(&self.rest[at(from)..at(to)]);
        Ok(())
    }
}

/// Reads the records of a stretch of such a file.
pub(crate) struct Stretch {
    written: Arc<Written>,
    /// The bytes that have been read, from `at` on.
    buffer: Vec<u8>,
    /// Where the next record starts, in the buffer.
    next: usize,
    at: u64,
    end: u64,
}

impl Stretch {
    pub fn new(written: Arc<Written>, start: u64, end: u64) -> Self {
        Stretch { written, buffer: Vec::new(), next: 0, at: start, end }
    }

    /// Goes on at a record behind those that have been read.
    pub fn skip_to(&mut self, offset: u64) {
        match usize::try_from(offset.saturating_sub(self.at)) {
            Ok(next) if next <= self.buffer.len() => self.next = next,
            _ => {
                self.buffer.clear();
                (self.at, self.next) = (offset, 0);
            }
        }
    }

    /// The next record.
    pub fn next(&mut self) -> io::Result<Option<&[u8]>> {
        self.need(LENGTH)?;
        let mut head = Unpack(&self.buffer[self.next..]);
        let Some(len) = head.number() else { return Ok(None) };
        self.next = self.buffer.len() - head.0.len();
        self.need(len)?;
        let start = self.next;
        let record = Unpack(&self.buffer[start..]).bytes(len);
        self.next += record.map_or(0, <[u8]>::len);
        Ok(record)
    }

    /// Reads on, until so many bytes are there or the stretch ends.
    fn need(&mut self, len: u64) -> io::Result<()> {
        if (self.buffer.len() - self.next) as u64 >= len {
            return Ok(());
        }
        self.buffer.drain(..self.next);
        self.at += self.next as u64;
        self.next = 0;
        let known = self.at + self.buffer.len() as u64;
        let more =
            (len - self.buffer.len() as u64).max(CHUNK as u64).min(self.end.saturating_sub(known));
        self.written.read(known, known + more, &mut self.buffer).map_err(told)
    }
}

/// Says which file has failed.
pub(crate) fn told(error: io::Error) -> io::Error {
    let (folder, what) = (std::env::temp_dir(), plain(&error));
    io::Error::new(error.kind(), format!("a temporary file in {}: {what}", folder.display()))
}

/// The same failure, with what has come of it, and what helps.
pub(crate) fn at_the_cost_of(error: io::Error, lost: &str) -> io::Error {
    let helps = "set TMPDIR to a folder with more room, or --memory to more";
    io::Error::new(error.kind(), format!("{error}; {lost}: {helps}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_of_any_length_are_read_and_passed_over() {
        let records: Vec<_> = (0..200).map(|n| vec![n as u8; n * n * 7]).collect();
        let mut scratch = Scratch::default();
        let mut starts = Vec::new();
        for record in &records {
            starts.push(scratch.len());
            scratch.write(record).unwrap();
        }
        let (end, file) = (scratch.len(), scratch.done());
        for step in [1, 3, 150] {
            let mut stretch = Stretch::new(Arc::clone(&file), 0, end);
            for (start, record) in starts.iter().zip(&records).step_by(step) {
                stretch.skip_to(*start);
                assert!(stretch.next().unwrap() == Some(&record[..]));
            }
        }
        let mut stretch = Stretch::new(file, starts[3], starts[5]);
        let lens = [63, 112].map(|_| stretch.next().unwrap().map(<[u8]>::len));
        assert_eq!((lens, stretch.next().unwrap()), ([Some(63), Some(112)], None));
    }
}

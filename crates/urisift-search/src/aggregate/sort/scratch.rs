//! Temporary files of length-prefixed records.
//!
//! They have no name, so nothing is left of them, however the run ends. What is short of a full write
//! stays in memory, and so does what cannot be written.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::sync::Arc;

use crate::record::{Unpack, pack_number};
use urisift::internal::problem::plain;

/// Minimum size of a read or a write, in bytes.
const CHUNK: usize = 64 << 10;
/// Maximum size of a record's length, in bytes.
const LENGTH: u64 = 10;

/// A temporary file, written sequentially.
#[derive(Default)]
pub struct Scratch {
    written: Written,
    /// Why the file cannot be written. There is no retry: the file may end in a partial write.
    failure: Option<io::Error>,
}

/// What was written.
#[derive(Default)]
pub struct Written {
    /// Its first bytes, if there were enough for a write.
    file: Option<File>,
    /// How many bytes are in the file.
    in_file: u64,
    /// The bytes after those in the file.
    rest: Vec<u8>,
}

impl Scratch {
    /// Where the next record starts.
    pub fn byte_len(&self) -> u64 {
        self.written.byte_len()
    }

    /// Why nothing more can be written, if so.
    pub fn failure(&self) -> Option<io::Error> {
        self.failure.as_ref().map(|error| io::Error::new(error.kind(), error.to_string()))
    }

    /// Appends a record.
    ///
    /// # Errors
    /// If there is no room for it. Earlier records can still be read.
    pub fn write(&mut self, record: &[u8]) -> io::Result<()> {
        if self.written.rest.len() >= CHUNK && self.failure.is_none() {
            self.failure = self.written.save().map_err(of_temporary_file).err();
        }
        self.failure().map_or(Ok(()), Err)?;
        let rest = &mut self.written.rest;
        pack_number(record.len() as u64, rest);
        rest.extend_from_slice(record);
        Ok(())
    }

    /// Ends writing.
    pub fn done(self) -> Arc<Written> {
        Arc::new(self.written)
    }
}

impl Written {
    /// How many bytes were written.
    pub fn byte_len(&self) -> u64 {
        self.in_file + self.rest.len() as u64
    }

    /// Moves the bytes in memory to the file.
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
            // Other readers share the file, and move its cursor.
            file.seek(SeekFrom::Start(from))?;
            file.take(to.min(self.in_file) - from).read_to_end(out)?;
        }
        let at = |offset: u64| (offset.saturating_sub(self.in_file) as usize).min(self.rest.len());
        out.extend_from_slice(&self.rest[at(from)..at(to)]);
        Ok(())
    }
}

/// Reads the records in a range of such a file.
pub struct Stretch {
    written: Arc<Written>,
    /// The bytes read so far, from `at` on.
    buffer: Vec<u8>,
    /// Where the next record starts in the buffer.
    next: usize,
    at: u64,
    end: u64,
}

impl Stretch {
    /// The records from `start` to `end`, in bytes.
    pub fn new(written: Arc<Written>, start: u64, end: u64) -> Self {
        Stretch { written, buffer: Vec::new(), next: 0, at: start, end }
    }

    /// Skips to a record after those already read.
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
    pub fn next_record(&mut self) -> io::Result<Option<&[u8]>> {
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

    /// Reads on until `len` bytes are there or the stretch ends.
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
        self.written.read(known, known + more, &mut self.buffer).map_err(of_temporary_file)
    }
}

/// Adds to an error which file has failed.
pub fn of_temporary_file(error: io::Error) -> io::Error {
    let (folder, what) = (std::env::temp_dir(), plain(&error));
    io::Error::new(error.kind(), format!("temporary file in {}: {what}", folder.display()))
}

/// Adds to an error what was lost, and what helps.
pub fn at_the_cost_of(error: io::Error, lost: &str) -> io::Error {
    let helps = "point TMPDIR at a directory with more space, or raise the memory limit";
    io::Error::new(error.kind(), format!("{lost}: {error}; {helps}"))
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
            starts.push(scratch.byte_len());
            scratch.write(record).unwrap();
        }
        let (end, file) = (scratch.byte_len(), scratch.done());
        for step in [1, 3, 150] {
            let mut stretch = Stretch::new(Arc::clone(&file), 0, end);
            for (start, record) in starts.iter().zip(&records).step_by(step) {
                stretch.skip_to(*start);
                assert!(stretch.next_record().unwrap() == Some(&record[..]));
            }
        }
        let mut stretch = Stretch::new(file, starts[3], starts[5]);
        let lens = [63, 112].map(|_| stretch.next_record().unwrap().map(<[u8]>::len));
        assert_eq!((lens, stretch.next_record().unwrap()), ([Some(63), Some(112)], None));
    }
}

//! Temporary files: records one behind the other, each behind its length.
//!
//! They have no name, so that nothing is left of them, however the run ends.

use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::sync::Arc;

use super::packed::{Unpack, pack_number};

/// One read, and one write, has so many bytes at least.
const CHUNK: usize = 64 << 10;
/// The length of a record takes so many bytes at most.
const LENGTH: u64 = 10;

/// Is written, from its start to its end.
pub(crate) struct Scratch {
    file: BufWriter<File>,
    len: u64,
    /// The length of a record, as it is written.
    length: Vec<u8>,
}

impl Scratch {
    pub fn new() -> io::Result<Self> {
        let file = tempfile::tempfile().map_err(told)?;
        let file = BufWriter::with_capacity(CHUNK, file);
        Ok(Scratch { file, len: 0, length: Vec::new() })
    }

    /// Where the next record starts.
    pub fn len(&self) -> u64 {
        self.len
    }

    pub fn write(&mut self, record: &[u8]) -> io::Result<()> {
        self.length.clear();
        pack_number(record.len() as u64, &mut self.length);
        self.file
            .write_all(&self.length)
            .and_then(|()| self.file.write_all(record))
            .map_err(told)?;
        self.len += (self.length.len() + record.len()) as u64;
        Ok(())
    }

    /// Nothing more is written.
    pub fn done(self) -> io::Result<Arc<File>> {
        self.file.into_inner().map(Arc::new).map_err(|error| told(error.into_error()))
    }
}

/// Reads the records of a stretch of such a file.
pub(crate) struct Stretch {
    file: Arc<File>,
    /// The bytes that have been read, from `at` on.
    buffer: Vec<u8>,
    /// Where the next record starts, in the buffer.
    next: usize,
    at: u64,
    end: u64,
}

impl Stretch {
    pub fn new(file: Arc<File>, start: u64, end: u64) -> Self {
        Stretch { file, buffer: Vec::new(), next: 0, at: start, end }
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
        // Others read the same file: its place is where they have left it.
        let mut file = &*self.file;
        file.seek(SeekFrom::Start(known)).map_err(told)?;
        file.take(more).read_to_end(&mut self.buffer).map(drop).map_err(told)
    }
}

/// Says which file has failed.
pub(crate) fn told(error: io::Error) -> io::Error {
    let folder = std::env::temp_dir();
    io::Error::new(error.kind(), format!("a temporary file in {}: {error}", folder.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_of_any_length_are_read_and_passed_over() {
        let records: Vec<_> = (0..200).map(|n| vec![n as u8; n * n * 7]).collect();
        let mut scratch = Scratch::new().unwrap();
        let mut starts = Vec::new();
        for record in &records {
            starts.push(scratch.len());
            scratch.write(record).unwrap();
        }
        let (end, file) = (scratch.len(), scratch.done().unwrap());
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

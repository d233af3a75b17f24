//! File names by number.
//!
//! There may be millions: what does not fit in memory goes to a temporary file.

use std::io::{self, Read, Seek, SeekFrom, Write};

use tempfile::SpooledTempFile;

use crate::aggregate::sort::{at_the_cost_of, of_temporary_file};

/// The number of a name is its offset in the file.
pub struct Names {
    file: SpooledTempFile,
    len: u64,
    /// The last name asked for, and its number.
    known: Vec<u8>,
    number: Option<u64>,
    /// Why names are lost, if any are.
    failure: Option<io::Error>,
}

/// The number of a lost name.
const LOST: u64 = u64::MAX;

impl Names {
    /// Keeps up to `memory` bytes in memory.
    pub fn new(memory: usize) -> Self {
        let (file, known) = (SpooledTempFile::new(memory), Vec::new());
        Names { file, len: 0, known, number: None, failure: None }
    }

    /// The number of the name, which is usually the previous one.
    pub fn number(&mut self, name: &[u8]) -> u64 {
        match self.number {
            Some(number) if self.known == name => number,
            _ if self.failure.is_some() => LOST,
            _ => self.add(name),
        }
    }

    fn add(&mut self, name: &[u8]) -> u64 {
        let number = self.len;
        let len = name.len() as u64;
        let written = self.file.write_all(&len.to_le_bytes());
        match written.and_then(|()| self.file.write_all(name)) {
            Ok(()) => {
                self.len += size_of::<u64>() as u64 + len;
                self.know(name.to_vec(), number);
                number
            }
            Err(error) => {
                self.lose(error);
                LOST
            }
        }
    }

    /// The name of that number; empty if lost. No name may be added after this.
    pub fn name(&mut self, number: u64) -> &[u8] {
        if self.number != Some(number) {
            let is_known = number != LOST;
            let name = if is_known { self.read(number) } else { Ok(Vec::new()) };
            let name = name.unwrap_or_else(|error| {
                self.lose(error);
                Vec::new()
            });
            self.know(name, number);
        }
        &self.known
    }

    /// Why names are lost, if any are.
    pub fn take_failure(&mut self) -> Option<io::Error> {
        self.failure.take()
    }

    fn lose(&mut self, error: io::Error) {
        let lost = || at_the_cost_of(of_temporary_file(error), "paths are left out");
        self.failure.get_or_insert_with(lost);
    }

    fn know(&mut self, name: Vec<u8>, number: u64) {
        (self.known, self.number) = (name, Some(number));
    }

    fn read(&mut self, number: u64) -> io::Result<Vec<u8>> {
        self.file.seek(SeekFrom::Start(number))?;
        let mut len = [0; size_of::<u64>()];
        self.file.read_exact(&mut len)?;
        let mut name = Vec::new();
        (&mut self.file).take(u64::from_le_bytes(len)).read_to_end(&mut name)?;
        Ok(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_known_by_their_numbers() {
        for memory in [0, 20, 1 << 20] {
            let mut names = Names::new(memory);
            let given = [&b"a"[..], b"a", b"", b"long/way/down", b"a"];
            let numbers = given.map(|name| names.number(name));
            assert_eq!(numbers[0], numbers[1]);
            for (number, name) in numbers.into_iter().zip(given) {
                assert_eq!(names.name(number), name);
            }
        }
    }
}

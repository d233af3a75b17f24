//! A file or a stream, and how to open it.

use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::SystemTime;

use same_file::Handle;

use super::pre::{Pre, Printed};
use crate::span::STDIN;

/// Something to read.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    /// Standard input.
    Stdin,
    /// A file.
    File(Listed),
    /// A file that another program reads.
    Pre(Listed, Pre),
}

/// A file as it was when it was listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Listed {
    /// The path that the user knows it by.
    pub path: PathBuf,
    /// Its length in bytes where it is a regular file. Something else may make one wait.
    pub len: Option<u64>,
    /// When it was last modified, where the system knows.
    pub modified: Option<SystemTime>,
}

impl Source {
    /// What reports call it.
    pub fn path(&self) -> &Path {
        match self {
            Source::Stdin => Path::new(STDIN),
            Source::File(file) | Source::Pre(file, _) => &file.path,
        }
    }

    /// The file that it is, or is made from.
    pub fn listed(&self) -> Option<&Listed> {
        match self {
            Source::Stdin => None,
            Source::File(file) | Source::Pre(file, _) => Some(file),
        }
    }

    /// Whether a read may have to wait for somebody to write. A regular file is taken to give what it
    /// has, though the system makes up a few that wait.
    pub fn may_block(&self) -> bool {
        match self {
            Source::Stdin | Source::Pre(..) => true,
            Source::File(file) => file.len.is_none(),
        }
    }

    /// Opens it.
    ///
    /// # Errors
    /// What the system says.
    pub fn open(&self) -> io::Result<Reader> {
        match self {
            Source::Stdin if stdin_is_output() => Err(written()),
            Source::Stdin => Ok(Reader::Stdin(io::stdin())),
            Source::Pre(file, pre) => Ok(Reader::Pre(pre.open(&file.path)?)),
            // Files that the system makes up as they are read are listed as empty.
            Source::File(file) => {
                Ok(Reader::File { file: file.open()?, left: file.len.filter(|len| *len > 0) })
            }
        }
    }
}

impl Listed {
    /// Opens it.
    ///
    /// # Errors
    /// What the system says; and where the output is written to it.
    pub fn open(&self) -> io::Result<File> {
        let file = File::open(&self.path)?;
        if self.len.is_some() && is_output(&self.path) {
            return Err(written());
        }
        Ok(file)
    }
}

fn written() -> io::Error {
    io::Error::other("the output is written to this file")
}

/// Standard output, where it is a file: searching it would never end.
fn output() -> Option<&'static Handle> {
    static OUTPUT: OnceLock<Option<Handle>> = OnceLock::new();
    let regular = |handle: &Handle| handle.as_file().metadata().is_ok_and(|meta| meta.is_file());
    OUTPUT.get_or_init(|| Handle::stdout().ok().filter(regular)).as_ref()
}

fn is_output(path: &Path) -> bool {
    output().is_some_and(|output| Handle::from_path(path).is_ok_and(|input| input == *output))
}

fn stdin_is_output() -> bool {
    output().is_some_and(|output| Handle::stdin().is_ok_and(|input| input == *output))
}

/// An opened source.
#[derive(Debug)]
pub(crate) enum Reader {
    Stdin(io::Stdin),
    Pre(Printed),
    File {
        file: File,
        /// How much is left of what it was listed with. Where a read gives just that, and less than
        /// it could, there is nothing more, and no further call to the system is needed. A file system
        /// that lists files shorter than they are, and gives less than it could, loses what is behind.
        left: Option<u64>,
    },
}

impl Read for Reader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Reader::Stdin(stdin) => stdin.lock().read(buffer),
            Reader::Pre(printed) => printed.read(buffer),
            Reader::File { left: Some(0), .. } => Ok(0),
            Reader::File { file, left } => {
                let count = file.read(buffer)?;
                *left = left.and_then(|left| left_behind(left, count, buffer.len()));
                Ok(count)
            }
        }
    }
}

/// What is left of so many bytes behind a read; unknown where the file turns out to be another.
fn left_behind(left: u64, count: usize, room: usize) -> Option<u64> {
    match left.checked_sub(count as u64) {
        Some(0) if count == room => None,
        left => left,
    }
}

/// Reads at an offset, and leaves the file's own place alone: once, as [`Read::read`] does.
///
/// # Errors
/// What the system says.
#[cfg(unix)]
pub(crate) fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, buffer, offset)
}

/// Reads at an offset, whatever the file's own place is: once, as [`Read::read`] does.
///
/// # Errors
/// What the system says.
#[cfg(windows)]
pub(crate) fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, buffer, offset)
}

/// Whether a user who names no source wants standard input read: something is piped in.
pub(crate) fn stdin_is_fed() -> bool {
    !io::stdin().is_terminal()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_is_known_where_nothing_else_can_come() {
        for (left, count, room, expected) in [
            (10, 10, 20, Some(0)),
            (10, 4, 20, Some(6)),
            // It has shrunk, which the next read says.
            (10, 0, 20, Some(10)),
            // It has grown, or there was no room for more.
            (10, 12, 20, None),
            (10, 10, 10, None),
        ] {
            assert_eq!(left_behind(left, count, room), expected, "{left} {count} {room}");
        }
    }
}

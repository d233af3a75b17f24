//! ListedPaths from a list, each returned as soon as it is read.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use bstr::{ByteSlice, ByteVec};
use memchr::memchr;

use crate::input::closed::stdin;
use crate::problem::{Problem, ProblemKind};
use crate::span::STDIN;

/// The longest path, in bytes: more than any system allows.
const MAX_LEN: usize = 64 << 10;

/// A file that lists paths.
#[derive(Clone, Debug)]
pub struct PathList {
    /// `-` is standard input.
    pub file: PathBuf,
    /// What ends each path.
    pub separator: Separator,
}

/// The terminator of a path in a list.
///
/// ```
/// use urisift_search::{Search, Separator};
///
/// // What `find -print0` has written.
/// let search = Search::builder().files_from("paths.txt", Separator::Nul);
/// # let _ = search;
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Separator {
    /// A line feed, with or without a carriage return in front.
    Line,
    /// A NUL byte.
    Nul,
}

impl Separator {
    fn byte(self) -> u8 {
        match self {
            Separator::Line => b'\n',
            Separator::Nul => b'\0',
        }
    }

    /// The path before it.
    fn path(self, record: &[u8]) -> &[u8] {
        match self {
            Separator::Line => record.strip_suffix(b"\r").unwrap_or(record),
            Separator::Nul => record,
        }
    }
}

impl PathList {
    /// Returns `true` if it is standard input.
    pub fn is_stdin(&self) -> bool {
        self.file.as_os_str() == "-"
    }

    /// Opens the list.
    ///
    /// # Errors
    /// The system's error.
    pub(super) fn open(&self) -> Result<ListedPaths, Problem> {
        if self.is_stdin() {
            let name = Path::new(STDIN);
            let stdin = stdin().map_err(|error| Problem::io(name, None, &error))?;
            return Ok(ListedPaths::new(name, Pace::Waits, self.separator, stdin));
        }
        let file = File::open(&self.file).map_err(|error| Problem::io(&self.file, None, &error))?;
        let is_file = file.metadata().is_ok_and(|meta| meta.is_file());
        let pace = if is_file { Pace::Steady } else { Pace::Waits };
        Ok(ListedPaths::new(&self.file, pace, self.separator, file))
    }
}

/// Whether a read may block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pace {
    Steady,
    Waits,
}

/// The rest of a list.
pub(super) struct ListedPaths {
    /// The path that the user knows the list by.
    name: PathBuf,
    pace: Pace,
    separator: Separator,
    read: BufReader<Box<dyn Read + Send>>,
    /// The offset of the next record.
    at: u64,
    has_ended: bool,
}

impl ListedPaths {
    fn new(
        name: &Path,
        pace: Pace,
        separator: Separator,
        read: impl Read + Send + 'static,
    ) -> Self {
        let read = BufReader::with_capacity(MAX_LEN, Box::new(read) as _);
        ListedPaths { name: name.to_owned(), pace, separator, read, at: 0, has_ended: false }
    }

    /// Returns `true` if the next path may take long to come.
    pub fn may_wait(&self) -> bool {
        // An empty record is not a path, and neither is an incomplete one.
        let is_none = |byte: &u8| *byte == self.separator.byte() || *byte == b'\r';
        let is_here = || {
            let buffer = self.read.buffer();
            let start = buffer.iter().position(|byte| !is_none(byte)).unwrap_or(buffer.len());
            memchr(self.separator.byte(), &buffer[start..]).is_some()
        };
        self.pace == Pace::Waits && !self.has_ended && !is_here()
    }

    /// The next path, which may be empty.
    ///
    /// # Errors
    /// If the list cannot be read, or the record is not a valid path.
    fn read_path(&mut self) -> Result<PathBuf, Problem> {
        let (at, mut record) = (self.at, Vec::new());
        let len = self.read_record(&mut record).map_err(|error| self.broken(&error))?;
        self.at += len;
        if len > MAX_LEN as u64 {
            return Err(self.problem(at, format!("path longer than {MAX_LEN} bytes")));
        }
        let path = self.separator.path(&record).to_owned();
        path.into_path_buf().map_err(|error| {
            let what = format!("invalid path: {}", error.as_bytes().as_bstr());
            self.problem(at, what)
        })
    }

    /// Reads up to the next separator, and returns the length with it. A record that is too long for a path is not
    /// kept whole.
    fn read_record(&mut self, record: &mut Vec<u8>) -> io::Result<u64> {
        let mut len = 0;
        loop {
            let bytes = match self.read.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                bytes => bytes?,
            };
            let end = memchr(self.separator.byte(), bytes);
            let run = &bytes[..end.unwrap_or(bytes.len())];
            if record.len() + run.len() <= MAX_LEN {
                record.extend_from_slice(run);
            }
            let count = run.len() + usize::from(end.is_some());
            self.has_ended = bytes.is_empty();
            self.read.consume(count);
            len += count as u64;
            if end.is_some() || count == 0 {
                return Ok(len);
            }
        }
    }

    /// The problem that the list cannot be read further; ends it.
    fn broken(&mut self, error: &io::Error) -> Problem {
        self.has_ended = true;
        Problem::io(&self.name, Some(self.at), error)
    }

    fn problem(&self, at: u64, what: String) -> Problem {
        Problem::new(&self.name, Some(at), ProblemKind::Damaged, what)
    }
}

impl Iterator for ListedPaths {
    type Item = Result<PathBuf, Problem>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.has_ended {
            match self.read_path() {
                Ok(path) if path.as_os_str().is_empty() => {}
                path => return Some(path),
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reader that returns up to N bytes at a time.
    struct Steps(Vec<u8>, usize);

    impl io::Read for Steps {
        fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
            let count = self.1.min(self.0.len()).min(out.len());
            out[..count].copy_from_slice(&self.0[..count]);
            self.0.drain(..count);
            Ok(count)
        }
    }

    fn paths(separator: Separator, bytes: &[u8], step: usize) -> ListedPaths {
        ListedPaths::new(Path::new("list"), Pace::Waits, separator, Steps(bytes.to_vec(), step))
    }

    /// The paths and problems of a list.
    fn shown(paths: ListedPaths) -> Vec<String> {
        let shown = |path: Result<PathBuf, Problem>| match path {
            Ok(path) => path.display().to_string(),
            Err(problem) => problem.to_string(),
        };
        paths.map(shown).collect()
    }

    #[test]
    fn paths_however_they_come() {
        use Separator::{Line, Nul};
        for (separator, bytes, expected) in [
            (Line, &b""[..], &[][..]),
            (Line, b"\n\r\n\n", &[]),
            (Line, b"a\nb c\n", &["a", "b c"]),
            (Line, b"a\r\n\n-\r\r\n ", &["a", "-\r", " "]),
            (Line, b"a\r", &["a"]),
            (Line, b"a\0b", &["a\0b"]),
            (Nul, b"a\nb\0\0c\r\0d", &["a\nb", "c\r", "d"]),
        ] {
            for step in [1, 2, 3, 99] {
                assert_eq!(shown(paths(separator, bytes, step)), expected, "{bytes:?}");
            }
        }
    }

    #[test]
    fn what_is_too_long_is_passed_over() {
        let (fits, long) = ("a".repeat(MAX_LEN - 1), "b".repeat(9 * MAX_LEN));
        let list = format!("x\n{fits}\n{long}\ny\n{long}");
        let problem = |at: usize| format!("list: byte {at}: path longer than 65536 bytes");
        let after = 2 + MAX_LEN;
        let last = after + 9 * MAX_LEN + 3;
        let expected = ["x".to_owned(), fits, problem(after), "y".to_owned(), problem(last)];
        for step in [1000, MAX_LEN, 1 << 30] {
            assert_eq!(shown(paths(Separator::Line, list.as_bytes(), step)), expected);
        }
    }

    #[test]
    fn a_path_that_is_not_there_is_waited_for() {
        let mut paths = paths(Separator::Line, b"a\nb\nc", 4);
        for (may_wait, next) in [(true, Some("a")), (false, Some("b")), (true, Some("c"))] {
            assert_eq!(paths.may_wait(), may_wait);
            assert_eq!(paths.next().map(Result::unwrap).as_deref(), next.map(Path::new));
        }
        assert!(!paths.may_wait() && paths.next().is_none());
    }

    #[test]
    fn a_list_that_cannot_be_read_on_ends() {
        let list = PathList { file: ".".into(), separator: Separator::Line };
        assert_eq!(shown(list.open().unwrap()), [".: byte 0: Is a directory"]);
    }
}

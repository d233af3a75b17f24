//! Patterns from files, one per line.

use std::fs::File;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use crate::input;
use crate::problem::Problem;
use crate::sanitize;
use crate::span::STDIN;

/// Parses a line as a pattern.
pub type Parse<T> = fn(&str) -> Result<T, String>;

/// Reads lists of patterns; standard input can be one of them.
#[derive(Default)]
pub struct Lists {
    has_read_stdin: bool,
    lines: DefaultHasher,
}

impl Lists {
    /// Returns `true` if standard input was one of the lists.
    pub fn have_read_stdin(&self) -> bool {
        self.has_read_stdin
    }

    /// A hash of the lines of all lists.
    pub fn fingerprint(&self) -> u64 {
        self.lines.finish()
    }

    /// The patterns that were typed and those in the files; `None` if neither is given. A file may be
    /// empty, which gives an empty list.
    ///
    /// # Errors
    /// If a file cannot be read, or a line is not a pattern.
    pub fn with<T>(
        &mut self,
        mut typed: Vec<T>,
        files: &[PathBuf],
        parse: Parse<T>,
    ) -> Result<Option<Vec<T>>, String> {
        let is_asked = !typed.is_empty() || !files.is_empty();
        for path in files {
            self.read(path, parse, &mut typed)?;
        }
        Ok(is_asked.then_some(typed))
    }

    fn read<T>(&mut self, path: &Path, parse: Parse<T>, into: &mut Vec<T>) -> Result<(), String> {
        if path.as_os_str() != "-" {
            let file = File::open(path).map_err(|error| unreadable(path, &error))?;
            return self.lines(path, BufReader::new(file), parse, into);
        }
        if self.has_read_stdin {
            return Err("standard input can be used for only one list file".to_owned());
        }
        self.has_read_stdin = true;
        let name = Path::new(STDIN);
        let stdin = input::stdin().map_err(|error| unreadable(name, &error))?;
        self.lines(name, BufReader::new(stdin), parse, into)
    }

    /// Parses the lines, without the whitespace around them.
    fn lines<T>(
        &mut self,
        path: &Path,
        mut file: impl BufRead,
        parse: Parse<T>,
        into: &mut Vec<T>,
    ) -> Result<(), String> {
        let mut line = Vec::new();
        for number in 1_u64.. {
            line.clear();
            let count =
                file.read_until(b'\n', &mut line).map_err(|error| unreadable(path, &error))?;
            if count == 0 {
                break;
            }
            // The byte order mark that some editors write.
            let text = if number == 1 { line.strip_prefix(b"\xef\xbb\xbf") } else { None };
            let text = text.unwrap_or(&line).trim_ascii();
            if text.is_empty() || text.starts_with(b"#") {
                continue;
            }
            text.hash(&mut self.lines);
            let parsed = str::from_utf8(text).map_err(|_| "not UTF-8".to_owned()).and_then(parse);
            into.push(parsed.map_err(|what| wrong(path, number, &what))?);
        }
        Ok(())
    }
}

fn unreadable(path: &Path, error: &io::Error) -> String {
    sanitize::text(&Problem::io(path, None, error).to_string())
}

/// An error in a line. It may be shown on several lines, so the name must be made harmless here.
fn wrong(path: &Path, number: u64, what: &str) -> String {
    let path = sanitize::text(&path.display().to_string());
    format!("{path}: line {number}: {what}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Result<u8, String> {
        text.parse().map_err(|_| format!("not a number: {text}"))
    }

    fn read(text: &[u8]) -> Result<Vec<u8>, String> {
        let mut numbers = Vec::new();
        Lists::default().lines(Path::new("x\ny"), text, number, &mut numbers).map(|()| numbers)
    }

    #[test]
    fn a_pattern_a_line() {
        assert_eq!(read(b"\xef\xbb\xbf1\n\n # no\n2\r\n\t3 \n#\n4"), Ok(vec![1, 2, 3, 4]));
        assert_eq!(read(b""), Ok(Vec::new()));
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        assert_eq!(read(b"1\nb"), Err("x\\ny: line 2: not a number: b".to_owned()));
        assert_eq!(read(b"\xff"), Err("x\\ny: line 1: not UTF-8".to_owned()));
    }

    #[test]
    fn an_empty_list_is_a_list() {
        let mut lists = Lists::default();
        assert_eq!(lists.with(Vec::new(), &[], number), Ok(None));
        assert_eq!(lists.with(vec![7], &[], number), Ok(Some(vec![7])));
        let missing = lists.with(Vec::new(), &[PathBuf::from("no/such")], number);
        assert!(
            missing.is_err_and(|what| what.starts_with("no/such: ")) && !lists.have_read_stdin()
        );
    }
}

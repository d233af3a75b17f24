//! Walks a directory by the rules, in the order of names.

use std::error::Error as _;
use std::io;
use std::path::{Path, PathBuf};

use super::listed;
use crate::input::source::{Origin, Source};
use crate::problem::{Problem, ProblemKind};

/// A directory walk. All but regular files are skipped.
pub(super) struct Walk {
    /// The last directory found. The entries after it are in it; the first may be the error that it
    /// cannot be listed.
    folder: PathBuf,
    entries: ignore::Walk,
}

impl Walk {
    pub fn new(root: &Path, entries: ignore::Walk) -> Self {
        Walk { folder: root.to_owned(), entries }
    }
}

impl Iterator for Walk {
    type Item = Result<Source, Problem>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.entries.next()? {
                Ok(entry) if entry.file_type().is_some_and(|kind| kind.is_file()) => {
                    let meta = entry.metadata().ok();
                    return Some(Ok(listed(entry.into_path(), meta.as_ref(), Origin::Walked)));
                }
                // An ignore file in it may be invalid.
                Ok(entry) => {
                    let problem = entry.error().map(|error| problem(entry.path(), error));
                    if entry.file_type().is_some_and(|kind| kind.is_dir()) {
                        self.folder = entry.into_path();
                    }
                    if let Some(problem) = problem {
                        return Some(Err(problem));
                    }
                }
                Err(error) => return Some(Err(problem(&self.folder, &error))),
            }
        }
    }
}

/// The problem: with the path that the error names, or else with this one.
fn problem(folder: &Path, error: &ignore::Error) -> Problem {
    let path = path_of(error).unwrap_or(folder);
    match system_error(error) {
        Some(error) => Problem::io(path, None, &error),
        None => Problem::new(path, None, ProblemKind::Io, words(error)),
    }
}

/// The system's error: the walker wraps it in its own words.
fn system_error(error: &ignore::Error) -> Option<io::Error> {
    let error = error.io_error()?;
    let inner = || error.source()?.downcast_ref::<io::Error>()?.raw_os_error();
    error.raw_os_error().or_else(inner).map(io::Error::from_raw_os_error)
}

/// The message without the path.
pub(super) fn words(error: &ignore::Error) -> String {
    use ignore::Error::{Io, Loop, Partial, WithDepth, WithLineNumber, WithPath};
    match error {
        Io(error) => Problem::io("", None, error).message,
        Partial(errors) => errors.iter().map(words).collect::<Vec<_>>().join("; "),
        WithPath { err, .. } | WithDepth { err, .. } => words(err),
        WithLineNumber { line, err } => format!("line {line}: {}", words(err)),
        Loop { ancestor, .. } => {
            format!("skipped: symbolic link loop to {}", ancestor.display())
        }
        other => other.to_string(),
    }
}

fn path_of(error: &ignore::Error) -> Option<&Path> {
    use ignore::Error::{Loop, Partial, WithDepth, WithLineNumber, WithPath};
    match error {
        WithPath { path, .. } => Some(path),
        WithDepth { err, .. } | WithLineNumber { err, .. } => path_of(err),
        Partial(errors) => errors.first().and_then(path_of),
        Loop { child, .. } => Some(child),
        _ => None,
    }
}

//! What went wrong: [`Problem`] is told and passed over, [`Error`] ends the run.

use std::{fmt, io, path::PathBuf};

/// A soft error: some of the input could not be used, and the run goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The input, as the user knows it.
    pub path: PathBuf,
    /// Absolute byte offset in the input, where one is known.
    pub at: Option<u64>,
    /// What happened, in words.
    pub what: String,
}

impl Problem {
    /// A failed system call.
    pub fn io(path: impl Into<PathBuf>, at: Option<u64>, error: &io::Error) -> Self {
        Problem { path: path.into(), at, what: plain(error) }
    }
}

/// The system's words without the error number that Rust appends.
pub(crate) fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    match text.find(" (os error") {
        Some(end) => text[..end].to_owned(),
        None => text,
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.path.display())?;
        if let Some(at) = self.at {
            write!(f, "byte {at}: ")?;
        }
        write!(f, "{}", self.what)
    }
}

/// A hard error: the run cannot go on.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The source could not be read further; what was found before that has been given.
    Read {
        /// How many bytes had been read, counted from the source's first.
        at: u64,
        /// The failed call.
        source: io::Error,
    },
    /// The output could not be written.
    Write(io::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Read { at, source } => write!(f, "byte {at}: {}", plain(source)),
            Error::Write(source) => write!(f, "cannot write: {}", plain(source)),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Read { source, .. } | Error::Write(source) => Some(source),
        }
    }
}

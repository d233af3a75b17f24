//! What ends a search.

use std::{fmt, io};

/// The search cannot go on.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// Reading the source failed; what was found before that has been given.
    Read {
        /// How many bytes had been read, counted from the source's first.
        at: u64,
        /// The cause.
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

/// The system's message without the error number that Rust appends.
pub fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    match text.find(" (os error") {
        Some(end) => text[..end].to_owned(),
        None => text,
    }
}

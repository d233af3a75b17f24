//! Internals that the fuzz targets in `fuzz/` test. Not part of the crate's API.

use urisift::Span;

use crate::cli;
use crate::input;

/// The output of `explain` for an input: the page and the record.
pub fn explained(input: &[u8]) -> [Vec<u8>; 2] {
    cli::explained(input)
}

/// The contents of a container.
#[derive(Debug, PartialEq, Eq)]
pub struct Contents {
    /// The texts, in order.
    pub texts: Vec<Content>,
    /// The problems with it.
    pub problems: Vec<String>,
}

/// A text in a container.
#[derive(Debug, PartialEq, Eq)]
pub struct Content {
    /// Its path in the container.
    pub path: String,
    /// The text.
    pub text: Vec<u8>,
    /// The raw bytes that each byte of it comes from.
    pub spans: Vec<Span>,
}

/// The contents of a container that is read `step` bytes at a time. The format is the named one, or
/// the detected one.
///
/// # Panics
/// If there is no such format.
pub fn contents(format: Option<&str>, bytes: &[u8], step: usize) -> Contents {
    let format = format.map(|name| input::named(name).expect("a format"));
    let all = input::all(format, bytes, step);
    let content =
        |seen: input::Seen| Content { path: seen.path, text: seen.text, spans: seen.spans };
    Contents { texts: all.texts.into_iter().map(content).collect(), problems: all.problems }
}

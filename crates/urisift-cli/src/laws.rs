//! What the laws that are fuzzed look into: see `fuzz/`. No part of what the crate promises.

use urisift::Span;

use crate::cli;
use crate::input;

/// What is printed of an input that is explained: the page and the record.
pub fn explained(input: &[u8]) -> [Vec<u8>; 2] {
    cli::explained(input)
}

/// What a container holds.
#[derive(Debug, PartialEq, Eq)]
pub struct Contents {
    /// The texts, in the order in which they lie.
    pub texts: Vec<Content>,
    /// What is wrong with it.
    pub problems: Vec<String>,
}

/// A text in a container.
#[derive(Debug, PartialEq, Eq)]
pub struct Content {
    /// The way to it.
    pub path: String,
    /// The text.
    pub text: Vec<u8>,
    /// The raw bytes behind each byte of it.
    pub spans: Vec<Span>,
}

/// What there is in bytes that come so many at a time: of the format of that name, or of the one
/// that they look like.
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

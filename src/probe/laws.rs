//! The insides, as far as a law that is fuzzed has to see them: see `fuzz/`.

use crate::cli;
use crate::extract::{Extract, Text};
use crate::harmless;
use crate::input;
use crate::options::Options;
use crate::scan::{self, tiers};
use crate::span::Span;
use crate::steps;

/// Holds every tier against the definition, from the offset on.
///
/// # Panics
/// If one differs.
pub fn tiers_are_the_naive_ones(text: &[u8], from: usize) {
    tiers::colons_are_the_naive_ones(text, from.max(1));
    tiers::runs_are_the_naive_ones(text);
    tiers::runs_end_at(text, from.min(text.len()), text.len());
}

/// Holds the candidates against the definition.
///
/// # Panics
/// If they differ.
pub fn candidates_are_the_naive_ones(text: &[u8]) {
    scan::starts_are_the_naive_ones(text);
}

/// How many bytes delimiting looks at in all.
pub fn steps(text: &[u8], options: &Options) -> u64 {
    let mut extract = Extract::new(options.clone());
    steps::take();
    while extract.next(Text { bytes: text, base: 0, last: true }).is_some() {}
    steps::take()
}

/// What is printed of an input that is explained: the page and the record.
pub fn explained(input: &[u8]) -> [Vec<u8>; 2] {
    cli::explained(input)
}

/// Whether a terminal may be given the character.
pub fn is_harmless(c: char) -> bool {
    !harmless::is_harmful(c)
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

//! The internals that the fuzzed laws need: see `fuzz/`.

use crate::extract::{Extract, Text};
use crate::options::Options;
use crate::sanitize;
use crate::scan::{self, tiers};
use crate::steps;

/// Checks every tier against the definition, from the offset on.
///
/// # Panics
/// If one differs.
pub fn tiers_are_the_naive_ones(text: &[u8], from: usize) {
    tiers::colons_are_the_naive_ones(text, from.max(1));
    tiers::runs_are_the_naive_ones(text);
    tiers::runs_end_at(text, from.min(text.len()), text.len());
}

/// Checks the candidates against the definition.
///
/// # Panics
/// If they differ.
pub fn candidates_are_the_naive_ones(text: &[u8]) {
    scan::starts_are_the_naive_ones(text);
}

/// How many bytes delimiting looks at in total.
pub fn steps(text: &[u8], options: &Options) -> u64 {
    let mut extract = Extract::new(options.clone());
    steps::take();
    while extract.next(Text { bytes: text, base: 0, last: true }).is_some() {}
    steps::take()
}

/// Whether the character may be written to a terminal.
pub fn is_harmless(c: char) -> bool {
    !sanitize::is_harmful(c)
}

//! Internals for tests and benches. Not part of the public API.

use crate::scan::{self, Scanner, Triggers};

#[cfg(test)]
#[path = "../tests/kit/amount.rs"]
mod amount;

#[cfg(feature = "testing")]
pub use crate::model::finds;
pub use crate::scan::Tier;
#[cfg(test)]
pub(crate) use amount::amount;

/// How many places the tier's blocks find in a text: colons that may end a scheme.
pub fn places(tier: Tier, text: &[u8]) -> usize {
    scan::count_places(tier, text)
}

/// How many candidates a text has.
pub fn candidates(text: &[u8]) -> usize {
    let mut scanner = Scanner::new(Triggers::default());
    let (mut from, mut count) = (0, 0);
    while let Some(at) = scanner.next(text, 0, from) {
        (from, count) = (at + 1, count + 1);
    }
    count
}

/// The internals that the fuzzed laws need: see `fuzz/`.
#[cfg(fuzzing)]
pub mod laws {
    use super::steps;
    use crate::extract::{Extract, Text};
    use crate::options::Options;
    use crate::sanitize;
    use crate::scan::{self, tiers};

    /// Checks every tier against the definition, from the offset on.
    ///
    /// # Panics
    /// If one differs.
    pub fn tiers_are_the_naive_ones(text: &[u8], from: usize) {
        tiers::colons_are_the_naive_ones(text, from.max(1));
        tiers::runs_are_the_naive_ones(text);
        tiers::marks_are_the_naive_ones(text);
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

    /// Returns `true` if the character may be written to a terminal.
    pub fn is_harmless(c: char) -> bool {
        !sanitize::is_harmful(c)
    }
}

/// How many cases a property is tried on.
#[cfg(test)]
pub(crate) fn cases(usual: u32, long: u32) -> proptest::prelude::ProptestConfig {
    proptest::prelude::ProptestConfig::with_cases(amount(usual as usize, long as usize) as u32)
}

/// Counts the bytes that delimiting looks at, for the test that time is linear: unlike clocks, counts do
/// not depend on the machine. The stages before it look at each byte a few times.
#[cfg(any(test, fuzzing))]
pub(crate) mod steps {
    use std::cell::Cell;

    thread_local! {
        static STEPS: Cell<u64> = const { Cell::new(0) };
    }

    /// Counts `bytes` more bytes.
    pub(crate) fn add(bytes: usize) {
        STEPS.with(|steps| steps.set(steps.get() + bytes as u64));
    }

    /// How many bytes have been counted on this thread since the last call.
    pub(crate) fn take() -> u64 {
        STEPS.with(|steps| steps.replace(0))
    }
}

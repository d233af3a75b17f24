//! Internals for tests and benches. Not part of the public API.

#[cfg(fuzzing)]
pub mod laws;

use crate::scan::{self, Scanner, Triggers};

#[cfg(feature = "testing")]
pub use crate::model::finds;
pub use crate::scan::Tier;

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

//! The laws of what is found in a stream.

use crate::input::Input;
use crate::laws;
use crate::ways::{by_reads, by_slice, by_split};

/// What is found in memory is lawful, and the same by any reads.
pub fn finds_are_lawful(bytes: &[u8]) {
    let Input { text, mut options, number } = Input::of(bytes);
    let whole = by_slice(text, &options);
    laws::finds_are_lawful(text, &whole, &options);
    options.read_size = 1 + number * 7;
    // One byte at a time, some, or many.
    let size = [1, 1 + number % 61, 64 + number][number % 3];
    assert_eq!(by_reads(text, size, &options), whole, "in reads of {size}");
    let at = text.len() * number / 255;
    assert_eq!(by_split(text, at, &options), whole, "cut at {at}");
}

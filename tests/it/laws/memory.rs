//! Memory is bounded by the window and the longest URI, whatever the input.

use std::io::{self, Read};
use std::ops::ControlFlow;

use proptest::prelude::*;
use urisift::{Extractor, Options};

use super::text;
use crate::kit;

/// A text that is repeated up to a length.
struct Repeated<'a> {
    unit: &'a [u8],
    at: usize,
    len: usize,
}

impl Read for Repeated<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = buffer.len().min(self.len - self.at);
        for (n, byte) in buffer[..len].iter_mut().enumerate() {
            *byte = self.unit[(self.at + n) % self.unit.len()];
        }
        self.at += len;
        Ok(len)
    }
}

/// The peak memory of a search of `len` bytes.
fn peak(unit: &[u8], len: usize, options: &Options) -> u64 {
    let extractor = Extractor::new(options.clone());
    let measured = allocation_counter::measure(|| {
        extractor
            .find_in_reader(Repeated { unit, at: 0, len }, |_| ControlFlow::Continue(()))
            .unwrap();
    });
    measured.bytes_max
}

/// The limit: a read, the text kept before it, and a few times the undecided text, which is a URI or an open
/// wrapper.
fn bound(options: &Options) -> u64 {
    (2 * options.read_size + 8 * (options.max_len + options.max_wrapper_len) + (64 << 10)) as u64
}

fn limited(mut options: Options, max_len: usize, max_wrapper_len: usize, chunk: usize) -> Options {
    (options.max_len, options.max_wrapper_len, options.read_size) =
        (max_len, max_wrapper_len, chunk);
    options
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(kit::amount(12, 60) as u32))]

    #[test]
    fn any_text_over_and_over(
        unit in prop_oneof![text::text(), text::edged_text(&[0, 64, 512, 1024, 4096])],
        options in text::options(),
        max_len in prop_oneof![1usize..100, 4000usize..5000],
        max_wrapper_len in 1usize..9000,
        chunk in prop_oneof![1000usize..5000, Just(64 << 10)],
    ) {
        prop_assume!(!unit.is_empty());
        let options = limited(options, max_len, max_wrapper_len, chunk);
        let peak = peak(&unit, 1 << 20, &options);
        prop_assert!(peak <= bound(&options), "{peak} of {}: {}", bound(&options), unit.escape_ascii());
    }
}

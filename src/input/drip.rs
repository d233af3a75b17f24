//! Runs that come in small pieces, and what layers make of them, for tests.

use super::run::{Run, Runs};
use crate::span::Span;

/// Raw bytes, at most `size` at a time.
pub(super) struct Drip<'a> {
    bytes: &'a [u8],
    at: usize,
    size: usize,
}

impl<'a> Drip<'a> {
    pub fn new(bytes: &'a [u8], size: usize) -> Self {
        Drip { bytes, at: 0, size }
    }
}

impl Runs for Drip<'_> {
    fn run(&mut self) -> Run<'_> {
        let left = &self.bytes[self.at..];
        // Where a piece ends does not depend on how much of it has been passed.
        let count = self.size - self.at % self.size;
        Run::plain(&left[..left.len().min(count)], self.at as u64)
    }

    fn pass(&mut self, count: usize) {
        self.at += count;
    }
}

impl std::io::Read for Drip<'_> {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        let bytes = self.run().bytes;
        let count = bytes.len().min(out.len());
        out[..count].copy_from_slice(&bytes[..count]);
        self.pass(count);
        Ok(count)
    }
}

/// Text, and the raw bytes that each of its bytes stands for.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Mapped {
    pub text: Vec<u8>,
    pub raw: Vec<Span>,
}

/// Everything that the runs give, at most `step` bytes passed at a time.
pub(super) fn mapped(runs: &mut dyn Runs, step: usize) -> Mapped {
    let mut all = Mapped::default();
    loop {
        let run = runs.run();
        let count = run.bytes.len().min(step);
        if count == 0 {
            return all;
        }
        all.text.extend_from_slice(&run.bytes[..count]);
        all.raw.extend((0..count).map(|at| run.span(at..at + 1)));
        runs.pass(count);
    }
}

/// What a layer makes of the bytes, which is the same for pieces of all sizes.
pub(super) fn layered(
    bytes: &[u8],
    layer: impl for<'d> Fn(Drip<'d>) -> Box<dyn Runs + 'd>,
) -> Mapped {
    let whole = mapped(&mut *layer(Drip::new(bytes, usize::MAX)), usize::MAX);
    for size in [1, 2, 3, 5, 7, 64] {
        for step in [1, 3, usize::MAX] {
            let pieces = mapped(&mut *layer(Drip::new(bytes, size)), step);
            assert_eq!(pieces.text, whole.text, "pieces of {size}, steps of {step}");
            assert_eq!(pieces.raw, whole.raw, "pieces of {size}, steps of {step}");
        }
    }
    whole
}

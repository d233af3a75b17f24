//! Runs that are cut anywhere, and what comes out of a layer above them.

use std::io::{self, Read};

use super::run::{Grain, Run, Runs};
use urisift::Span;

/// Bytes in runs of a few, which stand for raw ones by a grain.
pub(super) struct Drip<'d> {
    bytes: &'d [u8],
    at: usize,
    size: usize,
    grain: Grain,
}

impl<'d> Drip<'d> {
    pub fn new(bytes: &'d [u8], size: usize, grain: Grain) -> Self {
        Drip { bytes, at: 0, size, grain }
    }

    /// Raw bytes.
    pub fn plain(bytes: &'d [u8], size: usize) -> Self {
        Drip::new(bytes, size, Grain::PLAIN)
    }
}

/// Longer than any run.
pub(super) const UNCUT: usize = 1 << 30;

impl Runs for Drip<'_> {
    fn run(&mut self) -> Run<'_> {
        let grain = self.grain;
        let all = Run { grain, ..Run::plain(self.bytes, 0) };
        // The cuts stay where they are, however little is passed.
        let end = ((self.at / self.size + 1) * self.size).min(self.bytes.len());
        all.piece(self.at..end)
    }

    fn pass(&mut self, count: usize) {
        self.at += count;
    }
}

impl Read for Drip<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let bytes = self.run().bytes;
        let count = bytes.len().min(out.len());
        out[..count].copy_from_slice(&bytes[..count]);
        self.pass(count);
        Ok(count)
    }
}

/// A byte, and where it comes from.
pub(super) type Traced = (u8, Span);

/// All bytes of a layer, so many of each run passed together at most.
pub(super) fn drained(mut runs: impl Runs, step: usize) -> Vec<Traced> {
    let mut all = Vec::new();
    loop {
        let run = runs.run();
        let count = run.bytes.len().min(step);
        if count == 0 {
            assert!(runs.run().bytes.is_empty(), "the end is for ever");
            return all;
        }
        all.extend((0..count).map(|at| (run.bytes[at], run.span(at..at + 1))));
        let first = run.bytes[0];
        runs.pass(0);
        assert_eq!(runs.run().bytes.first(), Some(&first), "it stays until it is passed");
        runs.pass(count);
    }
}

/// What a layer makes of bytes, which is the same for all cuts.
pub(super) fn traced<L: Runs>(
    bytes: &[u8],
    grain: Grain,
    layer: impl Fn(Drip<'static>) -> L,
) -> Vec<Traced> {
    let bytes: &'static [u8] = bytes.to_vec().leak();
    let drip = |size| Drip::new(bytes, size, grain);
    let expected = drained(layer(drip(UNCUT)), usize::MAX);
    for size in (1..=8).chain([UNCUT]) {
        for step in [1, 2, 7, usize::MAX] {
            let found = drained(layer(drip(size)), step);
            assert_eq!(found, expected, "{bytes:02x?} by {size}, passed by {step}");
        }
    }
    expected
}

/// The bytes alone.
pub(super) fn text(traced: &[Traced]) -> Vec<u8> {
    traced.iter().map(|(byte, _)| *byte).collect()
}

/// Where each of them comes from.
pub(super) fn places(traced: &[Traced]) -> Vec<(u64, u64)> {
    traced.iter().map(|(_, span)| (span.start, span.end)).collect()
}

/// What comes out where the inner bytes are raw: those that stand for themselves as they are, others
/// with their place, as in `<7..9 é>`.
pub(super) fn shown<L: Runs>(bytes: &[u8], layer: impl Fn(Drip<'static>) -> L) -> String {
    let traced = traced(bytes, Grain::PLAIN, layer);
    let mut shown = Vec::new();
    for piece in traced.chunk_by(|one, other| one.1 == other.1) {
        let (text, span) = (text(piece), piece[0].1);
        match bytes[span.start as usize..span.end as usize] == text {
            true => shown.extend(text),
            false => shown.extend(format!("<{span} {}>", String::from_utf8_lossy(&text)).bytes()),
        }
    }
    String::from_utf8_lossy(&shown).into_owned()
}

/// Numbers that look random, and are the same each time.
#[derive(Default)]
pub(super) struct Random(u64);

impl Random {
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % end
    }
}

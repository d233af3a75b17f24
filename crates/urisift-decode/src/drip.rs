//! A [`MappedRead`] that is cut anywhere, and the output of a layer above it.

use std::io::{self, Read};

use super::mapped::{Chunk, MappedRead, Ratio};
use urisift::Span;

/// Bytes in chunks of a few, which stand for raw ones by a ratio.
pub(super) struct Drip<'d> {
    bytes: &'d [u8],
    at: usize,
    size: usize,
    ratio: Ratio,
}

impl<'d> Drip<'d> {
    pub fn new(bytes: &'d [u8], size: usize, ratio: Ratio) -> Self {
        Drip { bytes, at: 0, size, ratio }
    }

    /// Raw bytes.
    pub fn plain(bytes: &'d [u8], size: usize) -> Self {
        Drip::new(bytes, size, Ratio::PLAIN)
    }
}

/// Longer than any chunk.
pub(super) const UNCUT: usize = 1 << 30;

impl MappedRead for Drip<'_> {
    fn chunk(&mut self) -> Chunk<'_> {
        let ratio = self.ratio;
        let all = Chunk { ratio, ..Chunk::plain(self.bytes, 0) };
        // The cuts stay where they are, however little is consumed.
        let end = ((self.at / self.size + 1) * self.size).min(self.bytes.len());
        all.piece(self.at..end)
    }

    fn advance(&mut self, count: usize) {
        self.at += count;
    }
}

impl Read for Drip<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let bytes = self.chunk().bytes;
        let count = bytes.len().min(out.len());
        out[..count].copy_from_slice(&bytes[..count]);
        self.advance(count);
        Ok(count)
    }
}

/// A byte, and where it comes from.
pub(super) type Traced = (u8, Span);

/// All bytes of a layer, consuming at most `step` of a chunk at a time.
pub(super) fn drained(mut chunks: impl MappedRead, step: usize) -> Vec<Traced> {
    let mut all = Vec::new();
    loop {
        let chunk = chunks.chunk();
        let count = chunk.bytes.len().min(step);
        if count == 0 {
            assert!(chunks.chunk().bytes.is_empty(), "the end is for ever");
            return all;
        }
        all.extend((0..count).map(|at| (chunk.bytes[at], chunk.span(at..at + 1))));
        let first = chunk.bytes[0];
        chunks.advance(0);
        assert_eq!(chunks.chunk().bytes.first(), Some(&first), "it stays until it is passed");
        chunks.advance(count);
    }
}

/// The output of a layer, which is the same for all cuts.
pub(super) fn traced<L: MappedRead>(
    bytes: &[u8],
    ratio: Ratio,
    layer: impl Fn(Drip<'static>) -> L,
) -> Vec<Traced> {
    let bytes: &'static [u8] = bytes.to_vec().leak();
    let drip = |size| Drip::new(bytes, size, ratio);
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

/// The raw span of each of them.
pub(super) fn places(traced: &[Traced]) -> Vec<(u64, u64)> {
    traced.iter().map(|(_, span)| (span.start, span.end)).collect()
}

/// The output for raw input: bytes that stand for themselves as they are, others with their span, as in
/// `<7..9 é>`.
pub(super) fn shown<L: MappedRead>(bytes: &[u8], layer: impl Fn(Drip<'static>) -> L) -> String {
    let traced = traced(bytes, Ratio::PLAIN, layer);
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

/// Pseudo-random numbers, the same each time.
#[derive(Default)]
pub(super) struct Random(u64);

impl Random {
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % end
    }
}

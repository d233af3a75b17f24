//! For tests: a layer over bytes that come in chunks of a few.

use std::io::{self, Read};

use urisift::Span;

use super::{read, seen};
use crate::core::mapped::{Chunk, MappedRead, Ratio};

/// Bytes in chunks of a few, which stand for raw ones by a ratio.
pub(crate) struct Drip<'d> {
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
pub(crate) const UNCUT: usize = 1 << 30;

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
pub(crate) type Traced = (u8, Span);

/// All bytes of a layer, consuming at most `step` of a chunk at a time.
pub(crate) fn drained(mut chunks: impl MappedRead, step: usize) -> Vec<Traced> {
    seen(&mut chunks, step).traced()
}

/// The output of a layer, which is the same for all cuts.
pub(crate) fn traced<L: MappedRead>(
    bytes: &[u8],
    ratio: Ratio,
    layer: impl Fn(Drip<'static>) -> L,
) -> Vec<Traced> {
    let bytes: &'static [u8] = bytes.to_vec().leak();
    let drip = |size| Drip::new(bytes, size, ratio);
    let expected = drained(layer(drip(UNCUT)), usize::MAX);
    for (size, room) in [(UNCUT, 1 << 12), (UNCUT, 70), (UNCUT, 5), (9, 1 << 12), (3, 7), (1, 1)] {
        let found = read(&mut layer(drip(size)), room).traced();
        assert_eq!(found, expected, "{bytes:02x?} by {size}, read by {room}");
    }
    for size in (1..=8).chain([UNCUT]) {
        for step in [1, 2, 7, usize::MAX] {
            let found = drained(layer(drip(size)), step);
            assert_eq!(found, expected, "{bytes:02x?} by {size}, passed by {step}");
        }
    }
    expected
}

/// The output of a layer above raw bytes, as text.
#[cfg(test)]
pub(crate) fn told<L: MappedRead>(bytes: &[u8], layer: impl Fn(Drip<'static>) -> L) -> String {
    String::from_utf8(text(&traced(bytes, Ratio::PLAIN, layer))).unwrap()
}

/// The bytes alone.
pub(crate) fn text(traced: &[Traced]) -> Vec<u8> {
    traced.iter().map(|(byte, _)| *byte).collect()
}

/// The raw span of each of them.
pub(crate) fn places(traced: &[Traced]) -> Vec<(u64, u64)> {
    traced.iter().map(|(_, span)| (span.start, span.end)).collect()
}

/// The output for raw input: bytes that stand for themselves as they are, others with their span, as in
/// `<7..9 é>`.
pub(crate) fn shown<L: MappedRead>(bytes: &[u8], layer: impl Fn(Drip<'static>) -> L) -> String {
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

//! Where bytes of a layer come from, without the bytes.

use super::super::mapped::{Chunk, Ratio};
use urisift::Span;

/// A [`Chunk`] without its bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    raw: u64,
    ratio: Ratio,
    phase: u32,
}

impl Place {
    /// The place of the start of a chunk.
    pub fn of(chunk: &Chunk<'_>) -> Self {
        Place { raw: chunk.raw, ratio: chunk.ratio, phase: chunk.phase }
    }

    /// The place of `count` bytes that stand for a raw span as a whole.
    pub fn whole(count: usize, raw: Span) -> Self {
        let bytes = u32::try_from(count).unwrap_or(u32::MAX).max(1);
        let len = u32::try_from(raw.len()).unwrap_or(u32::MAX);
        Place { raw: raw.start, ratio: Ratio { bytes, raw: len }, phase: 0 }
    }

    /// The place `count` bytes further on.
    pub fn onward(self, count: usize) -> Self {
        if count == 0 {
            return self;
        }
        let index = u64::from(self.phase) + count as u64;
        let ratio = u64::from(self.ratio.bytes.max(1));
        let raw = self.raw + index / ratio * u64::from(self.ratio.raw);
        Place { raw, phase: (index % ratio) as u32, ..self }
    }

    /// The raw span of the next `count` bytes.
    pub fn span(self, count: usize) -> Span {
        self.chunk(&[]).span(0..count)
    }

    /// The place of decoded bytes: each group of `unit` stands for `width` bytes here. `None` if no
    /// ratio can express that, as groups would not end together.
    pub fn composed(self, width: usize, unit: usize) -> Option<Self> {
        let (width, unit) = (u32::try_from(width).ok()?, u32::try_from(unit).ok()?);
        let Ratio { bytes, raw } = self.ratio;
        let ratio = match (bytes, width) {
            (1, _) => Ratio { bytes: unit, raw: raw.checked_mul(width)? },
            (_, 1) => Ratio { bytes: bytes.checked_mul(unit)?, raw },
            _ => return None,
        };
        Some(Place { ratio, phase: self.phase.checked_mul(unit)?, ..self })
    }

    /// Bytes with this place.
    pub fn chunk(self, bytes: &[u8]) -> Chunk<'_> {
        let Place { raw, ratio, phase } = self;
        Chunk { bytes, raw, ratio, phase, is_link: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grains_of_grains() {
        for (ratio, phase, width, unit, expected) in [
            // Two bytes for each raw one; three for two; two for each byte of `=D0`.
            ((1, 1), 0, 1, 2, Some(((2, 1), 0))),
            ((1, 1), 0, 2, 3, Some(((3, 2), 0))),
            ((1, 3), 0, 1, 2, Some(((2, 3), 0))),
            // In base64, one byte is part of a group; two bytes may straddle its end.
            ((3, 4), 1, 1, 2, Some(((6, 4), 2))),
            ((3, 4), 1, 2, 3, None),
            ((1, u32::MAX), 0, 2, 3, None),
        ] {
            let ratio = Ratio { bytes: ratio.0, raw: ratio.1 };
            let composed = Place { raw: 7, ratio, phase }.composed(width, unit);
            let composed = composed.map(|p| ((p.ratio.bytes, p.ratio.raw), p.phase));
            assert_eq!(composed, expected, "{ratio:?} {width} {unit}");
        }
    }
}

//! Where bytes of a layer come from, without the bytes.

use super::super::run::{Grain, Run};
use urisift::Span;

/// What a [`Run`] says of its bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    raw: u64,
    grain: Grain,
    lead: u32,
}

impl Place {
    /// The start of a run.
    pub fn of(run: &Run<'_>) -> Self {
        Place { raw: run.raw, grain: run.grain, lead: run.lead }
    }

    /// So many bytes that stand for raw ones as a whole.
    pub fn whole(count: usize, raw: Span) -> Self {
        let bytes = u32::try_from(count).unwrap_or(u32::MAX).max(1);
        let len = u32::try_from(raw.len()).unwrap_or(u32::MAX);
        Place { raw: raw.start, grain: Grain { bytes, raw: len }, lead: 0 }
    }

    /// So many bytes further on.
    pub fn onward(self, count: usize) -> Self {
        if count == 0 {
            return self;
        }
        let behind = u64::from(self.lead) + count as u64;
        let grain = u64::from(self.grain.bytes.max(1));
        let raw = self.raw + behind / grain * u64::from(self.grain.raw);
        Place { raw, lead: (behind % grain) as u32, ..self }
    }

    /// The raw bytes that so many bytes stand for.
    pub fn span(self, count: usize) -> Span {
        self.run(&[]).span(0..count)
    }

    /// Where bytes come from of which every `unit` stand for `width` of these. `None` where no grain
    /// says that, since the ends of the grains here are not theirs.
    pub fn composed(self, width: usize, unit: usize) -> Option<Self> {
        let (width, unit) = (u32::try_from(width).ok()?, u32::try_from(unit).ok()?);
        let Grain { bytes, raw } = self.grain;
        let grain = match (bytes, width) {
            (1, _) => Grain { bytes: unit, raw: raw.checked_mul(width)? },
            (_, 1) => Grain { bytes: bytes.checked_mul(unit)?, raw },
            _ => return None,
        };
        Some(Place { grain, lead: self.lead.checked_mul(unit)?, ..self })
    }

    /// Bytes that come from there.
    pub fn run(self, bytes: &[u8]) -> Run<'_> {
        let Place { raw, grain, lead } = self;
        Run { bytes, raw, grain, lead, is_link: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grains_of_grains() {
        for (grain, lead, width, unit, expected) in [
            // Two bytes for each raw one; three for two; two for each byte of `=D0`.
            ((1, 1), 0, 1, 2, Some(((2, 1), 0))),
            ((1, 1), 0, 2, 3, Some(((3, 2), 0))),
            ((1, 3), 0, 1, 2, Some(((2, 3), 0))),
            // In base64: a byte of three is one of four raw ones; two bytes are on an end of it.
            ((3, 4), 1, 1, 2, Some(((6, 4), 2))),
            ((3, 4), 1, 2, 3, None),
            ((1, u32::MAX), 0, 2, 3, None),
        ] {
            let grain = Grain { bytes: grain.0, raw: grain.1 };
            let composed = Place { raw: 7, grain, lead }.composed(width, unit);
            let composed = composed.map(|p| ((p.grain.bytes, p.grain.raw), p.lead));
            assert_eq!(composed, expected, "{grain:?} {width} {unit}");
        }
    }
}

//! The definitions, byte by byte: what every tier is tested against.

use std::cell::RefCell;

use super::*;
use crate::byteset::{MARGIN, SCHEME, URI};

pub(super) static NAME: Class = Class::of(SCHEME);
static SPACE: Class = Class::of(MARGIN);
pub(super) static INNER: Class = Class::of(URI);

/// What [`colons`] must find: the definition.
fn naive_colons(text: &[u8], from: usize, end: usize) -> Vec<usize> {
    let counts = |&i: &usize| {
        let (before, next) = (text[i - 1], text[i + 1]);
        let follows = !(14..=32).contains(&next);
        let fits = before >= b'@' || next >= b'@' || next == b'/' || next < 14;
        text[i] == b':' && follows && fits
    };
    (from..end).filter(counts).collect()
}

/// All places, and how far the search got.
fn all_colons(tier: Tier, text: &[u8], first: usize) -> (Vec<usize>, usize) {
    let mut places = Places::new();
    let (mut from, mut all) = (first, Vec::new());
    loop {
        let end = colons(tier, text, from, &mut places);
        if end == from {
            return (all, end);
        }
        assert!(end - from <= STRIDE);
        all.extend(places.get().iter().map(|&place| from + place as usize));
        from = end;
    }
}

pub(crate) fn colons_are_the_naive_ones(text: &[u8], from: usize) {
    for tier in Tier::all() {
        let (found, end) = all_colons(tier, text, from);
        assert_eq!(found, naive_colons(text, from, end), "{}", tier.name());
        assert!(end + BLOCK + 1 > text.len() || end == from, "{}: {end}", tier.name());
    }
}

/// A sieve that records its calls, and keeps every other place.
struct Notes(RefCell<Vec<(usize, [usize; 2])>>);

impl Sieve for Notes {
    fn keeps(&self, at: usize, back: impl Back) -> bool {
        let start = back.run_start(at, &NAME);
        let mut notes = self.0.borrow_mut();
        notes.push((at, [start, back.run_start(start, &SPACE)]));
        notes.len().is_multiple_of(2)
    }
}

/// Both runs, by the definition.
fn naive_runs(text: &[u8], end: usize) -> [usize; 2] {
    let mut start = end;
    [&NAME, &SPACE].map(|class| {
        let low = start.saturating_sub(MAX_RUN);
        while start > low && class.contains(text[start - 1]) {
            start -= 1;
        }
        start
    })
}

pub(crate) fn runs_are_the_naive_ones(text: &[u8]) {
    for tier in Tier::all() {
        let mut places = Places::new();
        colons(tier, text, 1, &mut places);
        let all: Vec<usize> = places.get().iter().map(|&place| 1 + place as usize).collect();
        let notes = Notes(RefCell::default());
        sift(tier, text, 1, &mut places, &notes);
        let expected: Vec<_> = all.iter().map(|&at| (at, naive_runs(text, at))).collect();
        assert_eq!(notes.0.into_inner(), expected, "{}", tier.name());
        let kept: Vec<usize> = places.get().iter().map(|&place| 1 + place as usize).collect();
        let second: Vec<usize> = all.into_iter().skip(1).step_by(2).collect();
        assert_eq!(kept, second, "{}", tier.name());
    }
}

/// Every tier ends a run where the definition does.
pub(crate) fn runs_end_at(text: &[u8], from: usize, to: usize) {
    let stop = text[from..to].iter().position(|&b| !INNER.contains(b));
    let expected = stop.map_or(to, |i| from + i);
    for tier in Tier::all() {
        assert_eq!(run_end(tier, text, from, to, &INNER), expected, "{}", tier.name());
    }
}

/// Every tier marks the bytes that are stops, and fills no more words than there are blocks.
pub(crate) fn marks_are_the_naive_ones(text: &[u8]) {
    let (blocks, _) = text.as_chunks();
    let word = |block: &[u8; BLOCK], stops: &[u8]| {
        block.iter().rev().fold(0, |bits: u64, byte| bits << 1 | u64::from(stops.contains(byte)))
    };
    for tier in Tier::all() {
        let mut words = vec![7; blocks.len() + 1];
        marks(tier, blocks, [b':'], &mut words);
        let one = blocks.iter().map(|block| word(block, b":")).chain([7]);
        assert!(words.iter().copied().eq(one), "{}", tier.name());
        let stops = [b'/', b'\n', 0, 0xff];
        marks(tier, blocks, stops, &mut words);
        let four = blocks.iter().map(|block| word(block, &stops)).chain([7]);
        assert!(words.iter().copied().eq(four), "{}", tier.name());
    }
}

/// Every tier against the definition, at every offset in a block.
#[cfg(test)]
mod tests {
    use super::*;
    use crate::byteset::SCHEME;
    use crate::testing::cases;
    use proptest::prelude::*;

    /// How many bytes pad one side of a row, up to more than eight blocks. Miri has no time for all of
    /// them.
    fn paddings() -> impl Iterator<Item = usize> {
        (0..=515).filter(|n| !cfg!(miri) || n % 97 == 0)
    }

    #[test]
    fn colons_at_every_place() {
        for row in
            [&b"http://a"[..], b"urn:x", b"wrote:\n", b"9:/x", b"\xc3\xa9:\xff", b"a: b", b"1:2"]
        {
            for pad in paddings() {
                let padded = [&vec![b' '; pad], row, &vec![b'.'; 515 - pad]].concat();
                colons_are_the_naive_ones(&padded, 1);
            }
        }
    }

    /// All bytes beside a colon: comparisons must be unsigned.
    #[test]
    fn colons_between_any_bytes() {
        let step = if cfg!(miri) { 17 } else { 1 };
        for before in (0..=255u8).step_by(step) {
            let text: Vec<u8> = (0..=255u8).flat_map(|next| [before, b':', next]).collect();
            colons_are_the_naive_ones(&text, 1);
        }
    }

    /// More places than there is room for, and more text than a stride.
    #[test]
    fn colons_without_an_end() {
        colons_are_the_naive_ones(&b"a:b".repeat(2000), 1);
        colons_are_the_naive_ones(&b"::".repeat(2000), 3);
        let long = [vec![b'x'; STRIDE + 100], b"a:b".to_vec(), vec![b'x'; 200]].concat();
        colons_are_the_naive_ones(&long, 1);
    }

    #[test]
    fn short_text_is_left() {
        for tier in Tier::all() {
            for len in 0..BLOCK + 2 {
                let text = &b"a:b".repeat(40)[..len];
                assert_eq!(colons(tier, text, 1, &mut Places::new()), 1, "{}", tier.name());
            }
        }
    }

    #[test]
    fn runs_end_at_every_place() {
        for (tier, pad) in
            Tier::all().into_iter().flat_map(|tier| paddings().map(move |n| (tier, n)))
        {
            for stop in [b' ', b'"', 0, 0x80, 0xff] {
                let text = [&vec![b'a'; pad], &[stop][..], &vec![b'b'; 515 - pad]].concat();
                for from in [0, pad / 2, pad] {
                    assert_eq!(
                        run_end(tier, &text, from, text.len(), &INNER),
                        pad,
                        "{}",
                        tier.name()
                    );
                }
                assert_eq!(run_end(tier, &text, pad + 1, text.len(), &INNER), text.len());
                assert_eq!(run_end(tier, &text, 0, pad / 2, &INNER), pad / 2);
            }
        }
    }

    #[test]
    fn classes_hold_what_they_are_made_of() {
        for tier in Tier::all() {
            for byte in 0..=255u8 {
                let text = [byte; BLOCK];
                let end = run_end(tier, &text, 0, BLOCK, &NAME);
                assert_eq!(end == BLOCK, SCHEME.contains(byte), "{} {byte:#x}", tier.name());
            }
        }
    }

    #[test]
    fn runs_of_every_length() {
        for name in paddings().step_by(5) {
            for margin in [0, 1, 2, 30, 31, 32, 33, 63, 64, 65, 100] {
                let row = ["x:", &" ".repeat(margin), &"a".repeat(name), ":b", &".".repeat(200)];
                runs_are_the_naive_ones(row.concat().as_bytes());
            }
        }
    }

    proptest! {
        #![proptest_config(cases(if cfg!(miri) { 4 } else { 16 }, 256))]

        #[test]
        fn any_text(text in proptest::collection::vec(prop_oneof![Just(b':'), Just(b'/'), Just(b' '), Just(b'a'), any::<u8>()], 1..700), from in 1..70usize) {
            colons_are_the_naive_ones(&text, from);
            runs_are_the_naive_ones(&text);
            marks_are_the_naive_ones(&text);
            let to = text.len();
            let from = from.min(to);
            runs_end_at(&text, from, to);
        }
    }
}

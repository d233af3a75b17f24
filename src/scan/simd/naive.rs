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

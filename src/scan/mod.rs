//! Candidates: where a URI may start. A candidate is not yet a match; the only promise is that no
//! possible start is skipped.
//!
//! The interface is narrow on purpose: positions of trigger bytes come in, verified scheme starts go
//! out ([`back::scheme_before`]), so that the search for positions can change on its own.

pub(crate) mod back;
#[cfg(any(test, fuzzing))]
mod naive;
mod simd;

use memchr::{memchr, memchr2, memchr3};

use crate::byteset::{ByteSet, MARGIN, SCHEME};
use crate::grammar::scheme::may_end;

pub use simd::{BLOCK, Tier, marks};
pub(crate) use simd::{Class, run_end};

use simd::{Back, Bytes, MAX_RUN, Places, Sieve};

#[cfg(fuzzing)]
pub(crate) use {naive::starts_are_the_naive_ones, simd::naive as tiers};

/// Colons, dots and at signs, what a disguised one may start with, and the first bytes of characters that
/// look like a dot.
const DISGUISES: ByteSet = ByteSet::of(b":.@[({\\\xc2\xe2\xe3\xef");

/// What may start a URI, besides the colon after a scheme.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Triggers {
    /// Dots: `www.` hosts and bare domains.
    pub dots: bool,
    /// At signs: email addresses.
    pub ats: bool,
    /// Disguises, which dots and at signs may be in.
    pub disguised: bool,
}

/// Finds the positions of bytes at which a URI may be recognized.
#[derive(Clone, Debug)]
pub(crate) struct Scanner {
    triggers: Triggers,
    tier: Tier,
    ahead: Ahead,
}

/// The candidates of a stretch of text that was scanned ahead of the caller.
#[derive(Clone, Debug)]
struct Ahead {
    /// The offset in the source where the stretch starts; places are relative to it.
    start: u64,
    /// The offset after the stretch.
    end: u64,
    places: Places,
    /// How many of the places have been passed.
    passed: usize,
}

impl Scanner {
    pub fn new(triggers: Triggers) -> Self {
        let ahead = Ahead { start: 0, end: 0, places: Places::new(), passed: 0 };
        Scanner { triggers, tier: Tier::chosen(), ahead }
    }

    /// The first candidate at or after `from`, in a text that starts at the offset `base` of its source.
    /// `from` never decreases between calls. A colon whose next bytes are not there yet is a candidate
    /// too.
    #[inline]
    pub fn next(&mut self, text: &[u8], base: u64, from: usize) -> Option<usize> {
        if self.triggers != Triggers::default() {
            return self.next_of_several(text, from);
        }
        let mut from = from;
        loop {
            if let Some(at) = self.ahead.next(base + from as u64) {
                return Some((at - base) as usize);
            }
            from = from.max(self.ahead.end.saturating_sub(base) as usize);
            if !self.ahead.look(self.tier, text, base, from) {
                return next_colon(text, from);
            }
        }
    }

    fn next_of_several(&self, text: &[u8], mut from: usize) -> Option<usize> {
        if self.triggers.disguised {
            let mut places = (from..text.len()).filter(|&at| DISGUISES.contains(text[at]));
            return places.find(|&at| self.may_be_disguised(text, at));
        }
        loop {
            let at = from + self.trigger(&text[from..])?;
            if text[at] != b':' || is_candidate(text, at) {
                return Some(at);
            }
            from = at + 1;
        }
    }

    /// Returns `true` if the two bytes at `at` may start what is disguised, or are of a URI that is not.
    fn may_be_disguised(&self, text: &[u8], at: usize) -> bool {
        let Some(&next) = text.get(at + 1) else { return true };
        match text[at] {
            b':' | b'@' => true,
            b'.' => self.triggers.dots || next == b']',
            b'\\' => next == b'.',
            0xc2 => next == 0xb7,
            0xe2 => matches!(next, 0x80 | 0x88 | 0x8b),
            0xe3 => next == 0x80,
            0xef => matches!(next, 0xbc | 0xbd),
            _ => b".@dDaA".contains(&next),
        }
    }

    #[inline]
    fn trigger(&self, text: &[u8]) -> Option<usize> {
        match (self.triggers.dots, self.triggers.ats) {
            (false, false) => memchr(b':', text),
            (true, false) => memchr2(b':', b'.', text),
            (false, true) => memchr2(b':', b'@', text),
            (true, true) => memchr3(b':', b'.', b'@', text),
        }
    }
}

impl Ahead {
    /// The first known candidate at or after the offset `from`.
    #[inline]
    fn next(&mut self, from: u64) -> Option<u64> {
        while let Some(&place) = self.places.get().get(self.passed) {
            let at = self.start + u64::from(place);
            if at >= from {
                return Some(at);
            }
            self.passed += 1;
        }
        None
    }

    /// Scans on from `from`. Returns whether there was a whole block to scan, with all bytes that are
    /// examined around a colon.
    fn look(&mut self, tier: Tier, text: &[u8], base: u64, from: usize) -> bool {
        // Two bytes after a colon are examined, and one before it.
        let from = from.max(1);
        let Some(sight) = text.get(..text.len().saturating_sub(1)) else { return false };
        let end = simd::colons(tier, sight, from, &mut self.places);
        if end == from {
            return false;
        }
        simd::sift(tier, text, from, &mut self.places, &Around(text));
        (self.start, self.end, self.passed) = (base + from as u64, base + end as u64, 0);
        true
    }
}

/// The number of places that a tier's blocks give, in as much of the text as they reach: for benches.
pub(crate) fn count_places(tier: Tier, text: &[u8]) -> usize {
    let mut places = Places::new();
    let (mut from, mut count) = (1, 0);
    loop {
        let end = simd::colons(tier, text, from, &mut places);
        if end == from {
            return count;
        }
        (from, count) = (end, count + places.get().len());
    }
}

/// The first colon that is a candidate, checked one by one.
#[inline]
fn next_colon(text: &[u8], from: usize) -> Option<usize> {
    let mut colons = memchr::memchr_iter(b':', text.get(from..)?).map(|i| from + i);
    colons.find(|&at| is_candidate(text, at))
}

/// Returns `true` if the bytes around the colon at `at` allow a scheme before it and a URI after it.
#[inline]
fn is_candidate(text: &[u8], at: usize) -> bool {
    Around(text).keeps(at, Bytes(text))
}

/// What schemes are made of.
static NAME: Class = Class::of(SCHEME);
/// What may be between two lines of a wrapper.
static SPACE: Class = Class::of(MARGIN);

/// The text around colons.
struct Around<'t>(&'t [u8]);

impl Sieve for Around<'_> {
    /// Two slashes follow; or no blank and no control follows, and before the colon is the end of a
    /// scheme that needs no slashes, or what may follow a wrapper's opening mark. Cheaply rejects
    /// "Subject: ", "12:34:56" and "std::vector".
    #[inline(always)]
    fn keeps(&self, at: usize, back: impl Back) -> bool {
        let Around(text) = *self;
        let (Some(&next), second) = (text.get(at + 1), text.get(at + 2)) else { return true };
        // No scheme ends in a mark below `+`; a line break may be between it and its colon.
        if at > 0 && (b'!'..b'+').contains(&text[at - 1]) {
            return false;
        }
        if next == b'/' && second.is_none_or(|&b| b == b'/') {
            return true;
        }
        let cut = matches!(next, b'\r' | b'\n' | b'/');
        let [x, y, z] = match text[..at] {
            [.., x, y, z] => [x, y, z],
            [y, z] => [b' ', y, z],
            _ => return false,
        };
        // Rejects times and positions in files: no scheme that needs no slashes ends in a digit or a mark,
        // unless a letter or a break follows. The blocks use the same rule.
        // In UTF-16, zeros are around the colon.
        if !cut && (z < b'@' && next < b'@' || next <= b' ') {
            return z == 0 && next == 0;
        }
        if next > b' ' && may_end(&text[..at], [x, y, z]) {
            return true;
        }
        // The line may end before the slashes of a web address are complete: `https:`, `http:/`.
        if cut
            && matches!(z, b'p' | b's' | b'P' | b'S')
            && y.eq_ignore_ascii_case(if z | 0x20 == b'p' { &b't' } else { &b'p' })
        {
            return true;
        }
        // Two slashes may be escaped, after any scheme.
        if next == b'\\' && second.is_none_or(|&b| b == b'/' || b == b'\\') {
            return true;
        }
        let start = back.run_start(at, &NAME);
        may_stand_wrapped(&text[..start], cut)
            && stands_wrapped(text, [back.run_start(start, &SPACE), start], cut)
    }
}

/// A cheap test that [`stands_wrapped`] implies: three bytes, which nearly always say no.
#[inline(always)]
fn may_stand_wrapped(before: &[u8], cut: bool) -> bool {
    let [.., x, y, z] = *before else { return true };
    let colon = |letter: u8| matches!(letter | 0x20, b'l' | b'i');
    match z {
        b':' => colon(y),
        b'<' => cut,
        b'\n' => true,
        _ if !MARGIN.contains(z) => false,
        _ => match y {
            b':' => colon(x),
            b'<' => cut,
            _ => MARGIN.contains(y),
        },
    }
}

/// Returns `true` if what starts after a margin may come right after `URL:`, where any scheme counts, or be broken over
/// two lines after that or `<`; `cut` allows the break after the colon.
fn stands_wrapped(text: &[u8], [margin, start]: [usize; 2], cut: bool) -> bool {
    if may_open(text, [margin, start], cut) {
        return true;
    }
    let back = |end, class| Bytes(text).run_start(end, class);
    let line_before = || {
        let end = back(margin, &NAME);
        [back(end, &SPACE), end]
    };
    text[margin..start].contains(&b'\n') && may_open(text, line_before(), true)
}

/// Returns `true` if something opens before the margin, or the margin exceeds the look-back.
fn may_open(text: &[u8], [margin, end]: [usize; 2], angle: bool) -> bool {
    opens(&text[..margin], angle) || end - margin == MAX_RUN
}

/// Returns `true` if the text ends in the opening of a wrapper: `URL:`, `URI:`, or `<` where that suffices.
#[inline]
fn opens(text: &[u8], angle: bool) -> bool {
    match text {
        [.., b'<'] => angle,
        [.., b'l' | b'L' | b'i' | b'I', b':'] => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::cases;
    use naive::scanned;
    use proptest::prelude::*;

    #[test]
    fn padding_does_not_matter() {
        for pad in 0..200 {
            let text =
                [&vec![b' '; pad], b"see http://a/ or z39.50r://b".as_slice(), &vec![b'.'; pad]]
                    .concat();
            assert_eq!(scanned(&text), [(pad + 4, pad + 8), (pad + 17, pad + 24)]);
        }
    }

    /// The blocks may ask for more than the definition, and never for less.
    #[test]
    fn blocks_and_tails_agree() {
        for before in 0..=255u8 {
            for next in 0..=255u8 {
                let around =
                    [b"URL:ab".as_slice(), &[before, b':', next, b'/', b'/', b'x']].concat();
                let colon = 7;
                let padded = [around.clone(), vec![b' '; 200]].concat();
                let scanner = || Scanner::new(Triggers::default());
                let short = scanner().next(&around, 0, colon).filter(|at| *at == colon);
                let long = scanner().next(&padded, 0, colon).filter(|at| *at == colon);
                assert_eq!(short, long, "{before:#x} {next:#x}");
            }
        }
    }

    proptest! {
        #![proptest_config(cases(32, 256))]

        #[test]
        fn equals_the_definition(text in "([a-c:/ .+0-9é<\n-]|http|://|news:|URL:|im:|git+| {40}){0,60}") {
            naive::starts_are_the_naive_ones(text.as_bytes());
        }
    }
}

//! Searches many bytes at a time, with the widest vectors that the machine has.
//!
//! The only place that holds `unsafe`. Slices go in and plain positions come out, so no caller can get
//! a bound wrong. The loops are written once (`generic`), over a vector type per tier (`x86`, `arm`, `wasm`);
//! without one, words of eight bytes serve (`swar`).

#![allow(unsafe_code)]

#[cfg(all(target_arch = "aarch64", target_endian = "little"))]
mod arm;
#[cfg(any(
    target_arch = "x86_64",
    all(target_arch = "aarch64", target_endian = "little"),
    all(target_arch = "wasm32", target_feature = "simd128")
))]
mod generic;
#[cfg(any(test, fuzzing))]
pub(crate) mod naive;
mod swar;
mod tier;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm;
#[cfg(target_arch = "x86_64")]
mod x86;

use crate::byteset::ByteSet;
use crate::grammar::scheme::MAX_SCHEME;

pub use tier::Tier;

/// How many bytes are scanned in one go.
pub const BLOCK: usize = 64;

/// The capacity of [`Places`].
const ROOM: usize = 1 << 8;

/// The most bytes that one search skips: enough to make the cost of starting negligible, few enough that the text is
/// still cached when its places are examined.
pub(super) const STRIDE: usize = 16 << 10;

/// The longest run before a place, in bytes: as long as a scheme.
pub(super) const MAX_RUN: usize = MAX_SCHEME;

const _: () = assert!(ROOM.is_power_of_two() && BLOCK <= ROOM && BLOCK == u64::BITS as usize);
const _: () = assert!(STRIDE.is_multiple_of(BLOCK) && STRIDE <= 1 << u16::BITS);

/// Places in a text, relative to where a search started, in order.
///
/// Additions wrap here and in the loops over blocks: by the invariant the sums stay far below
/// overflow, and a check at each block costs a tenth of the search.
#[derive(Clone, Debug)]
pub(super) struct Places {
    /// Invariant: `len + BLOCK <= ROOM` whenever a block is looked at, so that one block's places
    /// always fit; every value is below [`STRIDE`].
    at: [u16; ROOM],
    len: usize,
}

impl Places {
    pub fn new() -> Self {
        Places { at: [0; ROOM], len: 0 }
    }

    /// The places.
    pub fn get(&self) -> &[u16] {
        &self.at[..self.len]
    }

    /// Keeps the places that pass, without a branch on the answer.
    #[inline(always)]
    fn retain(&mut self, mut passes: impl FnMut(usize) -> bool) {
        let mut kept = 0;
        for i in 0..self.len {
            let place = self.at[i];
            self.at[kept] = place;
            kept = usize::wrapping_add(kept, passes(place as usize).into());
        }
        self.len = kept;
    }

    /// Adds a place for every bit of a block that starts `start` bytes after the search did.
    ///
    /// Most blocks have one bit or none, which takes no branch.
    #[inline(always)]
    fn push(&mut self, start: usize, bits: u64) {
        self.put(start.wrapping_add(bits.trailing_zeros() as usize & (BLOCK - 1)));
        self.len = self.len.wrapping_add(usize::from(bits != 0));
        let mut rest = bits & bits.wrapping_sub(1);
        while rest != 0 {
            self.put(start.wrapping_add(rest.trailing_zeros() as usize));
            self.len = self.len.wrapping_add(1);
            rest &= rest.wrapping_sub(1);
        }
    }

    /// Appends a place. There is room, so the mask changes nothing; it tells the compiler so.
    #[inline(always)]
    fn put(&mut self, place: usize) {
        self.at[self.len & (ROOM - 1)] = place as u16;
    }

    /// Returns `true` if one more block's places fit.
    #[inline(always)]
    fn has_room(&self) -> bool {
        self.len <= ROOM - BLOCK
    }
}

/// Searches for colons from `from` on that may end a scheme, in as many whole blocks as there are
/// and as `places` and [`STRIDE`] allow. Returns where the first block starts that was not searched.
/// Also reads the byte before `from`, and the one after each block.
///
/// A colon counts if the bytes beside it fit a scheme and a URI: no blank after it, and a letter (or
/// any byte from `@` on) on either side, or a slash or a line break after it. This rejects times, and
/// most of what is quoted.
///
/// # Panics
/// If `from` is 0.
pub(super) fn colons(tier: Tier, text: &[u8], from: usize, places: &mut Places) -> usize {
    assert!(from > 0, "a byte stands before every block");
    places.len = 0;
    // The byte after the last block must exist.
    let end = text.len().saturating_sub(1).min(from.saturating_add(STRIDE));
    if end.checked_sub(from).is_none_or(|len| len < BLOCK) {
        return from;
    }
    // SAFETY: `1 <= from` is asserted, and `from + BLOCK <= end < text.len()` is checked above.
    unsafe { tier::colons(tier, text, from, end, places) }
}

/// A set of ASCII bytes that can be looked up many at a time.
#[derive(Clone, Copy)]
pub struct Class {
    set: ByteSet,
    /// For each low half of a byte, a bit for each high half with which it is in the set.
    rows: [u8; 16],
}

impl Class {
    /// The class of these bytes.
    ///
    /// # Panics
    /// If a byte is not ASCII.
    pub const fn of(set: ByteSet) -> Self {
        let mut rows = [0; 16];
        let mut byte = 0;
        while byte < 256 {
            if set.contains(byte as u8) {
                assert!(byte < 0x80, "classes are of ASCII");
                rows[byte & 15] |= 1 << (byte >> 4);
            }
            byte += 1;
        }
        Class { set, rows }
    }

    /// Returns `true` if the byte is in it.
    #[inline(always)]
    pub fn contains(&self, byte: u8) -> bool {
        self.set.contains(byte)
    }
}

/// Where the run of bytes of the class ends that starts at `from`; at most `to`.
///
/// # Panics
/// If `from` is greater than `to`, or `to` than the text's length.
#[inline]
pub fn run_end(tier: Tier, text: &[u8], from: usize, to: usize, class: &Class) -> usize {
    assert!(from <= to && to <= text.len());
    // SAFETY: the bounds are asserted.
    unsafe { tier::run_end(tier, text, from, to, class) }
}

/// Finds the bytes that are one of `stops`: fills a word with a bit for each byte of a block, the lowest for the
/// first, for as many blocks as there are words.
pub fn marks<const N: usize>(
    tier: Tier,
    blocks: &[[u8; BLOCK]],
    stops: [u8; N],
    words: &mut [u64],
) {
    tier::marks(tier, blocks, stops, words);
}

/// Decides which of the colons found are kept.
pub(super) trait Sieve {
    /// Returns `true` if the colon at `at` is kept.
    fn keeps(&self, at: usize, back: impl Back) -> bool;
}

/// Looks back in the text. A type, not a closure: all of it must be inlined where the vectors are.
pub(super) trait Back: Copy {
    /// Where the run of bytes of the class starts that ends at `end`, at most [`MAX_RUN`] bytes back.
    ///
    /// # Panics
    /// If `end` is greater than the text's length.
    fn run_start(self, end: usize, class: &Class) -> usize;
}

/// Looks back byte by byte.
#[derive(Clone, Copy)]
pub(super) struct Bytes<'t>(pub &'t [u8]);

impl Back for Bytes<'_> {
    fn run_start(self, end: usize, class: &Class) -> usize {
        let low = end.saturating_sub(MAX_RUN);
        let run = self.0[low..end].iter().rposition(|&b| !class.contains(b));
        run.map_or(low, |i| low + i + 1)
    }
}

/// Keeps only the places that the sieve keeps; they are relative to `from`.
pub(super) fn sift<S: Sieve>(tier: Tier, text: &[u8], from: usize, places: &mut Places, sieve: &S) {
    tier::sift(tier, text, from, places, sieve);
}

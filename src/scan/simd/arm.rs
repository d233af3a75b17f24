//! The vectors of 64-bit Arm: NEON, which every such CPU has that Rust's standard library runs on.

use std::arch::aarch64::*;

use super::generic::{self, Lookup, Vector};
use super::{BLOCK, Class, Places, Sieve};

/// See [`super::colons`].
///
/// # Safety
/// `1 <= from`, `from + BLOCK <= end` and `end < text.len()`.
pub(super) unsafe fn colons_neon(
    text: &[u8],
    from: usize,
    end: usize,
    places: &mut Places,
) -> usize {
    // SAFETY: NEON is there; the bounds are the caller's promise.
    unsafe { generic::colons::<uint8x16_t>(text, from, end, places) }
}

/// See [`super::run_end`].
///
/// # Safety
/// `from <= to <= text.len()`.
pub(super) unsafe fn run_end_neon(text: &[u8], from: usize, to: usize, class: &Class) -> usize {
    // SAFETY: NEON is there; the bounds are the caller's promise.
    unsafe { generic::run_end::<uint8x16_t>(text, from, to, class) }
}

/// See [`super::marks`].
pub(super) fn marks_neon<const N: usize>(
    blocks: &[[u8; BLOCK]],
    stops: [u8; N],
    words: &mut [u64],
) {
    // SAFETY: NEON is there.
    unsafe { generic::marks::<uint8x16_t, N>(blocks, stops, words) }
}

/// See [`super::sift`].
pub(super) fn sift_neon<S: Sieve>(text: &[u8], from: usize, places: &mut Places, sieve: &S) {
    // SAFETY: NEON is there.
    unsafe { generic::sift::<uint8x16_t, S>(text, from, places, sieve) }
}

// SAFETY: the methods are made of NEON alone; 16 divides 64, `load` reads 16 bytes, and the two bytes
// of their bits are 16.
unsafe impl Vector for uint8x16_t {
    const LEN: usize = 16;

    #[inline(always)]
    unsafe fn load(at: *const u8) -> Self {
        // SAFETY: the bytes are the caller's promise; no alignment is asked for.
        unsafe { vld1q_u8(at) }
    }

    #[inline(always)]
    unsafe fn splat(byte: u8) -> Self {
        // SAFETY: NEON is the caller's promise, here and below.
        unsafe { vdupq_n_u8(byte) }
    }

    #[inline(always)]
    unsafe fn equal(self, other: Self) -> Self {
        // SAFETY: as above.
        unsafe { vceqq_u8(self, other) }
    }

    #[inline(always)]
    unsafe fn at_least(self, other: Self) -> Self {
        // SAFETY: as above.
        unsafe { vcgeq_u8(self, other) }
    }

    #[inline(always)]
    unsafe fn minus(self, other: Self) -> Self {
        // SAFETY: as above.
        unsafe { vsubq_u8(self, other) }
    }

    #[inline(always)]
    unsafe fn and(self, other: Self) -> Self {
        // SAFETY: as above.
        unsafe { vandq_u8(self, other) }
    }

    #[inline(always)]
    unsafe fn or(self, other: Self) -> Self {
        // SAFETY: as above.
        unsafe { vorrq_u8(self, other) }
    }

    #[inline(always)]
    unsafe fn bits(self) -> u64 {
        const PLACES: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];
        // SAFETY: as above; sixteen bytes are read from sixteen. Three sums of neighbors bring the bits of eight bytes
        // each into one.
        unsafe {
            let bits = vandq_u8(self, vld1q_u8(PLACES.as_ptr()));
            let bits = vpaddq_u8(bits, bits);
            let bits = vpaddq_u8(bits, bits);
            let bits = vpaddq_u8(bits, bits);
            u64::from(vgetq_lane_u16::<0>(vreinterpretq_u16_u8(bits)))
        }
    }
}

// SAFETY: made of NEON alone.
unsafe impl Lookup for uint8x16_t {
    #[inline(always)]
    unsafe fn outside(self, rows: &[u8; 16]) -> Self {
        const COLUMNS: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0];
        // SAFETY: NEON is the caller's promise; sixteen bytes are read from sixteen. The bit of each high half; none
        // for non-ASCII bytes.
        unsafe {
            let row = vqtbl1q_u8(vld1q_u8(rows.as_ptr()), vandq_u8(self, vdupq_n_u8(15)));
            let column = vqtbl1q_u8(vld1q_u8(COLUMNS.as_ptr()), vshrq_n_u8::<4>(self));
            vceqq_u8(vandq_u8(row, column), vdupq_n_u8(0))
        }
    }
}

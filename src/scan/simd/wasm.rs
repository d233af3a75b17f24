//! The vectors of WebAssembly, where the module is built with them (`-C target-feature=+simd128`): an engine
//! without them does not load it.

use std::arch::wasm32::*;

use super::generic::{self, Lookup, Vector};
use super::{BLOCK, Class, Places, Sieve};

/// See [`super::colons`].
///
/// # Safety
/// `1 <= from`, `from + BLOCK <= end` and `end < text.len()`.
pub(super) unsafe fn colons_simd128(
    text: &[u8],
    from: usize,
    end: usize,
    places: &mut Places,
) -> usize {
    // SAFETY: the vectors are there; the bounds are the caller's promise.
    unsafe { generic::colons::<v128>(text, from, end, places) }
}

/// See [`super::run_end`].
///
/// # Safety
/// `from <= to <= text.len()`.
pub(super) unsafe fn run_end_simd128(text: &[u8], from: usize, to: usize, class: &Class) -> usize {
    // SAFETY: the vectors are there; the bounds are the caller's promise.
    unsafe { generic::run_end::<v128>(text, from, to, class) }
}

/// See [`super::marks`].
pub(super) fn marks_simd128<const N: usize>(
    blocks: &[[u8; BLOCK]],
    stops: [u8; N],
    words: &mut [u64],
) {
    // SAFETY: the vectors are there.
    unsafe { generic::marks::<v128, N>(blocks, stops, words) }
}

/// See [`super::sift`].
pub(super) fn sift_simd128<S: Sieve>(text: &[u8], from: usize, places: &mut Places, sieve: &S) {
    // SAFETY: the vectors are there.
    unsafe { generic::sift::<v128, S>(text, from, places, sieve) }
}

// SAFETY: 16 divides 64, `load` reads 16 bytes, and a mask has a bit for each byte.
unsafe impl Vector for v128 {
    const LEN: usize = 16;

    #[inline(always)]
    unsafe fn load(at: *const u8) -> Self {
        // SAFETY: the bytes are the caller's promise; no alignment is asked for.
        unsafe { v128_load(at.cast()) }
    }

    #[inline(always)]
    unsafe fn splat(byte: u8) -> Self {
        u8x16_splat(byte)
    }

    #[inline(always)]
    unsafe fn equal(self, other: Self) -> Self {
        u8x16_eq(self, other)
    }

    #[inline(always)]
    unsafe fn at_least(self, other: Self) -> Self {
        u8x16_ge(self, other)
    }

    #[inline(always)]
    unsafe fn minus(self, other: Self) -> Self {
        u8x16_sub(self, other)
    }

    #[inline(always)]
    unsafe fn and(self, other: Self) -> Self {
        v128_and(self, other)
    }

    #[inline(always)]
    unsafe fn or(self, other: Self) -> Self {
        v128_or(self, other)
    }

    #[inline(always)]
    unsafe fn bits(self) -> u64 {
        u8x16_bitmask(self).into()
    }
}

// SAFETY: made of safe operations.
unsafe impl Lookup for v128 {
    #[inline(always)]
    unsafe fn outside(self, rows: &[u8; 16]) -> Self {
        // The bit of each high half; none for non-ASCII bytes.
        const COLUMNS: v128 = u8x16(1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0);
        // SAFETY: sixteen bytes are read from sixteen.
        let rows = unsafe { v128_load(rows.as_ptr().cast()) };
        let row = u8x16_swizzle(rows, v128_and(self, u8x16_splat(15)));
        let column = u8x16_swizzle(COLUMNS, u8x16_shr(self, 4));
        u8x16_eq(v128_and(row, column), u8x16_splat(0))
    }
}

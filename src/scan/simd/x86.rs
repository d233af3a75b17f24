//! The vectors of x86-64: AVX2, with the instructions on bits that came along with it, and SSE2,
//! which every such CPU has.

use std::arch::x86_64::*;

use super::generic::{self, Lookup, Vector};
use super::{Class, Places, Sieve};

/// See [`super::colons`].
///
/// # Safety
/// The CPU has AVX2, BMI1, BMI2 and LZCNT; `1 <= from`, `from + BLOCK <= end` and `end < text.len()`.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt")]
pub(super) unsafe fn colons_avx2(
    text: &[u8],
    from: usize,
    end: usize,
    places: &mut Places,
) -> usize {
    // SAFETY: the CPU has all of it here; the bounds are the caller's promise.
    unsafe { generic::colons::<__m256i>(text, from, end, places) }
}

/// See [`super::run_end`].
///
/// # Safety
/// The CPU has AVX2, BMI1, BMI2 and LZCNT; `from <= to <= text.len()`.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt")]
pub(super) unsafe fn run_end_avx2(text: &[u8], from: usize, to: usize, class: &Class) -> usize {
    // SAFETY: the CPU has all of it here; the bounds are the caller's promise.
    unsafe { generic::run_end::<__m256i>(text, from, to, class) }
}

/// See [`super::sift`].
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt")]
pub(super) fn sift_avx2<S: Sieve>(text: &[u8], from: usize, places: &mut Places, sieve: &S) {
    // SAFETY: the CPU has all of it here.
    unsafe { generic::sift::<__m256i, S>(text, from, places, sieve) }
}

/// See [`super::colons`].
///
/// # Safety
/// `1 <= from`, `from + BLOCK <= end` and `end < text.len()`.
pub(super) unsafe fn colons_sse2(
    text: &[u8],
    from: usize,
    end: usize,
    places: &mut Places,
) -> usize {
    // SAFETY: every x86-64 CPU has SSE2; the bounds are the caller's promise.
    unsafe { generic::colons::<__m128i>(text, from, end, places) }
}

// SAFETY: the methods are made of AVX2 alone; 32 divides 64, `load` reads 32 bytes, and a mask of them
// has 32 bits.
unsafe impl Vector for __m256i {
    const LEN: usize = 32;

    #[inline(always)]
    unsafe fn load(at: *const u8) -> Self {
        // SAFETY: AVX2, and the bytes, are the caller's promise; no alignment is asked for.
        unsafe { _mm256_loadu_si256(at.cast()) }
    }

    #[inline(always)]
    unsafe fn splat(byte: u8) -> Self {
        // SAFETY: AVX2 is the caller's promise, here and below.
        unsafe { _mm256_set1_epi8(byte as i8) }
    }

    #[inline(always)]
    unsafe fn equal(self, other: Self) -> Self {
        // SAFETY: as above.
        unsafe { _mm256_cmpeq_epi8(self, other) }
    }

    #[inline(always)]
    unsafe fn at_least(self, other: Self) -> Self {
        // SAFETY: as above.
        unsafe { _mm256_cmpeq_epi8(_mm256_max_epu8(self, other), self) }
    }

    #[inline(always)]
    unsafe fn minus(self, other: Self) -> Self {
        // SAFETY: as above.
        unsafe { _mm256_sub_epi8(self, other) }
    }

    #[inline(always)]
    unsafe fn and(self, other: Self) -> Self {
        // SAFETY: as above.
        unsafe { _mm256_and_si256(self, other) }
    }

    #[inline(always)]
    unsafe fn or(self, other: Self) -> Self {
        // SAFETY: as above.
        unsafe { _mm256_or_si256(self, other) }
    }

    #[inline(always)]
    unsafe fn bits(self) -> u64 {
        // SAFETY: as above.
        u64::from(unsafe { _mm256_movemask_epi8(self) } as u32)
    }
}

// SAFETY: made of AVX2 alone.
unsafe impl Lookup for __m256i {
    #[inline(always)]
    unsafe fn outside(self, rows: &[u8; 16]) -> Self {
        // SAFETY: AVX2 is the caller's promise; sixteen bytes are read from sixteen.
        unsafe {
            let rows = _mm256_broadcastsi128_si256(_mm_loadu_si128(rows.as_ptr().cast()));
            // The bit of each high half; none for bytes beyond ASCII.
            let columns = _mm256_broadcastsi128_si256(_mm_setr_epi8(
                1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0,
            ));
            // A byte beyond ASCII looks up zero as its row, too.
            let row = _mm256_shuffle_epi8(rows, self);
            let high = _mm256_and_si256(_mm256_srli_epi16::<4>(self), _mm256_set1_epi8(15));
            let column = _mm256_shuffle_epi8(columns, high);
            _mm256_cmpeq_epi8(_mm256_and_si256(row, column), _mm256_setzero_si256())
        }
    }
}

// SAFETY: the methods are made of SSE2 alone; 16 divides 64, `load` reads 16 bytes, and a mask of them
// has 16 bits.
unsafe impl Vector for __m128i {
    const LEN: usize = 16;

    #[inline(always)]
    unsafe fn load(at: *const u8) -> Self {
        // SAFETY: the bytes are the caller's promise; no alignment is asked for.
        unsafe { _mm_loadu_si128(at.cast()) }
    }

    #[inline(always)]
    unsafe fn splat(byte: u8) -> Self {
        // SAFETY: every x86-64 CPU has SSE2, here and below.
        unsafe { _mm_set1_epi8(byte as i8) }
    }

    #[inline(always)]
    unsafe fn equal(self, other: Self) -> Self {
        // SAFETY: as above.
        unsafe { _mm_cmpeq_epi8(self, other) }
    }

    #[inline(always)]
    unsafe fn at_least(self, other: Self) -> Self {
        // SAFETY: as above.
        unsafe { _mm_cmpeq_epi8(_mm_max_epu8(self, other), self) }
    }

    #[inline(always)]
    unsafe fn minus(self, other: Self) -> Self {
        // SAFETY: as above.
        unsafe { _mm_sub_epi8(self, other) }
    }

    #[inline(always)]
    unsafe fn and(self, other: Self) -> Self {
        // SAFETY: as above.
        unsafe { _mm_and_si128(self, other) }
    }

    #[inline(always)]
    unsafe fn or(self, other: Self) -> Self {
        // SAFETY: as above.
        unsafe { _mm_or_si128(self, other) }
    }

    #[inline(always)]
    unsafe fn bits(self) -> u64 {
        // SAFETY: as above.
        u64::from(unsafe { _mm_movemask_epi8(self) } as u32)
    }
}

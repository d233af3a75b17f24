//! The vectors of x86-64: AVX2, with the instructions on bits that came along with it, and SSE2,
//! which every such CPU has.

use std::arch::x86_64::*;

use super::generic::{self, Lookup, Vector};
use super::{BLOCK, Class, Places, Sieve};

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

/// See [`super::marks`].
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt")]
pub(super) fn marks_avx2<const N: usize>(
    blocks: &[[u8; BLOCK]],
    stops: [u8; N],
    words: &mut [u64],
) {
    // SAFETY: the CPU has all of it here.
    unsafe { generic::marks::<__m256i, N>(blocks, stops, words) }
}

/// See [`super::marks`].
pub(super) fn marks_sse2<const N: usize>(
    blocks: &[[u8; BLOCK]],
    stops: [u8; N],
    words: &mut [u64],
) {
    // SAFETY: every x86-64 CPU has SSE2.
    unsafe { generic::marks::<__m128i, N>(blocks, stops, words) }
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

/// A vector of `$len` bytes, and the instruction for each method.
macro_rules! vector {
    (
        $vector:ty, $len:literal, $load:ident, $splat:ident, $equal:ident, $greatest:ident,
        $minus:ident, $and:ident, $or:ident, $mask:ident
    ) => {
        // SAFETY: the methods are made of these instructions alone; both lengths divide 64, a load
        // reads as many bytes as the vector has, and a mask has a bit for each.
        unsafe impl Vector for $vector {
            const LEN: usize = $len;

            #[inline(always)]
            unsafe fn load(at: *const u8) -> Self {
                // SAFETY: the CPU, and the bytes, are the caller's promise; no alignment is asked for.
                unsafe { $load(at.cast()) }
            }

            #[inline(always)]
            unsafe fn splat(byte: u8) -> Self {
                // SAFETY: the CPU is the caller's promise, here and below.
                unsafe { $splat(byte as i8) }
            }

            #[inline(always)]
            unsafe fn equal(self, other: Self) -> Self {
                // SAFETY: as above.
                unsafe { $equal(self, other) }
            }

            #[inline(always)]
            unsafe fn at_least(self, other: Self) -> Self {
                // SAFETY: as above.
                unsafe { $equal($greatest(self, other), self) }
            }

            #[inline(always)]
            unsafe fn minus(self, other: Self) -> Self {
                // SAFETY: as above.
                unsafe { $minus(self, other) }
            }

            #[inline(always)]
            unsafe fn and(self, other: Self) -> Self {
                // SAFETY: as above.
                unsafe { $and(self, other) }
            }

            #[inline(always)]
            unsafe fn or(self, other: Self) -> Self {
                // SAFETY: as above.
                unsafe { $or(self, other) }
            }

            #[inline(always)]
            unsafe fn bits(self) -> u64 {
                // SAFETY: as above.
                u64::from(unsafe { $mask(self) } as u32)
            }
        }
    };
}

vector!(
    __m256i,
    32,
    _mm256_loadu_si256,
    _mm256_set1_epi8,
    _mm256_cmpeq_epi8,
    _mm256_max_epu8,
    _mm256_sub_epi8,
    _mm256_and_si256,
    _mm256_or_si256,
    _mm256_movemask_epi8
);

vector!(
    __m128i,
    16,
    _mm_loadu_si128,
    _mm_set1_epi8,
    _mm_cmpeq_epi8,
    _mm_max_epu8,
    _mm_sub_epi8,
    _mm_and_si128,
    _mm_or_si128,
    _mm_movemask_epi8
);

// SAFETY: made of AVX2 alone.
unsafe impl Lookup for __m256i {
    #[inline(always)]
    unsafe fn outside(self, rows: &[u8; 16]) -> Self {
        // SAFETY: AVX2 is the caller's promise; sixteen bytes are read from sixteen.
        unsafe {
            let rows = _mm256_broadcastsi128_si256(_mm_loadu_si128(rows.as_ptr().cast()));
            // The bit of each high half; none for non-ASCII bytes.
            let columns = _mm256_broadcastsi128_si256(_mm_setr_epi8(
                1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0,
            ));
            // A non-ASCII byte looks up zero as its row, too.
            let row = _mm256_shuffle_epi8(rows, self);
            let high = _mm256_and_si256(_mm256_srli_epi16::<4>(self), _mm256_set1_epi8(15));
            let column = _mm256_shuffle_epi8(columns, high);
            _mm256_cmpeq_epi8(_mm256_and_si256(row, column), _mm256_setzero_si256())
        }
    }
}

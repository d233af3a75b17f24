//! Which vectors the machine has, detected once.

use std::sync::atomic::{AtomicU8, Ordering};

#[cfg(all(target_arch = "aarch64", target_endian = "little"))]
use super::arm;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use super::wasm;
#[cfg(target_arch = "x86_64")]
use super::x86;
use super::{BLOCK, Class, Places, Sieve, swar};

/// Vectors to search with. A tier can only be obtained if the CPU supports it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tier(Kind);

/// The fastest last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
enum Kind {
    Words = 1,
    #[cfg(target_arch = "x86_64")]
    Sse2,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
    Neon,
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128,
}

/// The chosen tier's kind; 0 before the first search. Only [`Tier::force`] writes it, so it holds
/// what the CPU supports.
static CHOSEN: AtomicU8 = AtomicU8::new(0);

impl Tier {
    /// Every tier that this machine has, the fastest last.
    pub fn all() -> Vec<Tier> {
        let kinds = [
            Some(Kind::Words),
            #[cfg(target_arch = "x86_64")]
            Some(Kind::Sse2),
            #[cfg(target_arch = "x86_64")]
            has_avx2().then_some(Kind::Avx2),
            #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
            Some(Kind::Neon),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Some(Kind::Simd128),
        ];
        kinds.into_iter().flatten().map(Tier).collect()
    }

    /// The tier that searches use: the fastest, unless another was forced.
    #[inline]
    pub fn chosen() -> Tier {
        match CHOSEN.load(Ordering::Relaxed) {
            n if n == Kind::Words as u8 => Tier(Kind::Words),
            #[cfg(target_arch = "x86_64")]
            n if n == Kind::Sse2 as u8 => Tier(Kind::Sse2),
            #[cfg(target_arch = "x86_64")]
            n if n == Kind::Avx2 as u8 => Tier(Kind::Avx2),
            #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
            n if n == Kind::Neon as u8 => Tier(Kind::Neon),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            n if n == Kind::Simd128 as u8 => Tier(Kind::Simd128),
            _ => Tier::choose(),
        }
    }

    #[cold]
    fn choose() -> Tier {
        let fastest = Tier::all().pop().unwrap_or(Tier(Kind::Words));
        fastest.force();
        fastest
    }

    /// Makes every search use this tier from now on.
    pub fn force(self) {
        CHOSEN.store(self.0 as u8, Ordering::Relaxed);
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self.0 {
            Kind::Words => "words",
            #[cfg(target_arch = "x86_64")]
            Kind::Sse2 => "sse2",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => "avx2",
            #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
            Kind::Neon => "neon",
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Kind::Simd128 => "simd128",
        }
    }
}

/// Returns `true` if the CPU has AVX2, and the instructions on bits that came along with it.
#[cfg(target_arch = "x86_64")]
fn has_avx2() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
}

/// See [`super::colons`].
///
/// # Safety
/// `1 <= from`, `from + BLOCK <= end` and `end < text.len()`.
pub(super) unsafe fn colons(
    tier: Tier,
    text: &[u8],
    from: usize,
    end: usize,
    places: &mut Places,
) -> usize {
    match tier.0 {
        Kind::Words => swar::colons(text, from, end, places),
        // SAFETY: the bounds are the caller's promise; having the tier proves CPU support, here and below.
        #[cfg(target_arch = "x86_64")]
        Kind::Sse2 => unsafe { x86::colons_sse2(text, from, end, places) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Kind::Avx2 => unsafe { x86::colons_avx2(text, from, end, places) },
        // SAFETY: as above.
        #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
        Kind::Neon => unsafe { arm::colons_neon(text, from, end, places) },
        // SAFETY: as above.
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        Kind::Simd128 => unsafe { wasm::colons_simd128(text, from, end, places) },
    }
}

/// See [`super::run_end`].
///
/// # Safety
/// `from <= to <= text.len()`.
#[inline]
pub(super) unsafe fn run_end(
    tier: Tier,
    text: &[u8],
    from: usize,
    to: usize,
    class: &Class,
) -> usize {
    match tier.0 {
        Kind::Words => swar::run_end(text, from, to, class),
        // SSE2 has no table look-up.
        #[cfg(target_arch = "x86_64")]
        Kind::Sse2 => swar::run_end(text, from, to, class),
        // SAFETY: the bounds are the caller's promise; having the tier proves CPU support, here and below.
        #[cfg(target_arch = "x86_64")]
        Kind::Avx2 => unsafe { x86::run_end_avx2(text, from, to, class) },
        // SAFETY: as above.
        #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
        Kind::Neon => unsafe { arm::run_end_neon(text, from, to, class) },
        // SAFETY: as above.
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        Kind::Simd128 => unsafe { wasm::run_end_simd128(text, from, to, class) },
    }
}

/// See [`super::marks`].
pub(super) fn marks<const N: usize>(
    tier: Tier,
    blocks: &[[u8; BLOCK]],
    stops: [u8; N],
    words: &mut [u64],
) {
    match tier.0 {
        Kind::Words => swar::marks(blocks, stops, words),
        #[cfg(target_arch = "x86_64")]
        Kind::Sse2 => x86::marks_sse2(blocks, stops, words),
        // SAFETY: having the tier proves CPU support.
        #[cfg(target_arch = "x86_64")]
        Kind::Avx2 => unsafe { x86::marks_avx2(blocks, stops, words) },
        #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
        Kind::Neon => arm::marks_neon(blocks, stops, words),
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        Kind::Simd128 => wasm::marks_simd128(blocks, stops, words),
    }
}

/// See [`super::sift`].
#[inline]
pub(super) fn sift<S: Sieve>(tier: Tier, text: &[u8], from: usize, places: &mut Places, sieve: &S) {
    match tier.0 {
        Kind::Words => swar::sift(text, from, places, sieve),
        // SSE2 has no table look-up.
        #[cfg(target_arch = "x86_64")]
        Kind::Sse2 => swar::sift(text, from, places, sieve),
        // SAFETY: having the tier proves CPU support.
        #[cfg(target_arch = "x86_64")]
        Kind::Avx2 => unsafe { x86::sift_avx2(text, from, places, sieve) },
        #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
        Kind::Neon => arm::sift_neon(text, from, places, sieve),
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        Kind::Simd128 => wasm::sift_simd128(text, from, places, sieve),
    }
}

//! The loops, once for all vectors.

use std::marker::PhantomData;

use super::{BLOCK, Back, Bytes, Class, MAX_RUN, Places, Sieve};

/// A vector of bytes. Everything here and in the implementations is inlined into the function that
/// enables the instructions of the CPU.
///
/// # Safety
/// Every method may only be called if the CPU supports the instructions that the implementation
/// uses. An implementation promises that `LEN` divides [`BLOCK`], that `load` reads `LEN` bytes and
/// no more, and that `bits` sets none above bit `LEN - 1`.
pub(super) unsafe trait Vector: Copy {
    /// How many bytes; a divisor of [`BLOCK`].
    const LEN: usize;

    /// The bytes from `at` on.
    ///
    /// # Safety
    /// `LEN` bytes from `at` on can be read.
    unsafe fn load(at: *const u8) -> Self;
    /// The same byte everywhere.
    unsafe fn splat(byte: u8) -> Self;
    /// All ones where the bytes are equal.
    unsafe fn equal(self, other: Self) -> Self;
    /// All ones where the unsigned byte is at least the other.
    unsafe fn at_least(self, other: Self) -> Self;
    /// The difference, wrapping.
    unsafe fn minus(self, other: Self) -> Self;
    unsafe fn and(self, other: Self) -> Self;
    unsafe fn or(self, other: Self) -> Self;
    /// A bit for each byte that is all ones, the lowest for the first; other bytes are zero.
    unsafe fn bits(self) -> u64;
}

/// Vectors that can look up sixteen bytes.
///
/// # Safety
/// As for [`Vector`].
pub(super) unsafe trait Lookup: Vector {
    /// All ones where the byte is not in the class.
    unsafe fn outside(self, rows: &[u8; 16]) -> Self;
}

/// The vectors that do not change from block to block.
#[derive(Clone, Copy)]
struct Marks<V> {
    colon: V,
    slash: V,
    letter: V,
    shift: V,
    visible: V,
}

/// See [`super::colons`].
///
/// # Safety
/// The CPU supports `V`; `1 <= from`, `from + BLOCK <= end` and `end < text.len()`.
#[inline(always)]
pub(super) unsafe fn colons<V: Vector>(
    text: &[u8],
    from: usize,
    end: usize,
    places: &mut Places,
) -> usize {
    // SAFETY: the CPU supports `V`, as the caller promises.
    let marks = unsafe {
        Marks {
            colon: V::splat(b':'),
            slash: V::splat(b'/'),
            letter: V::splat(b'@'),
            shift: V::splat(14),
            visible: V::splat(19),
        }
    };
    const { assert!(BLOCK.is_multiple_of(V::LEN)) };
    let mut at = from;
    // `at <= end` always, so none of this wraps.
    while end.wrapping_sub(at) >= BLOCK && places.has_room() {
        // SAFETY: the CPU supports `V`; the byte before `at`, the block, and the byte after it are in the
        // text, since `1 <= at` and `at + BLOCK <= end < text.len()`.
        let bits = unsafe { block_bits(text.as_ptr().add(at), marks) };
        places.push(at.wrapping_sub(from), bits);
        at = at.wrapping_add(BLOCK);
    }
    at
}

/// A bit for each colon of the block that counts.
///
/// # Safety
/// The CPU supports `V`; `BLOCK` bytes from `block` on can be read, and one more on either side.
#[inline(always)]
unsafe fn block_bits<V: Vector>(block: *const u8, marks: Marks<V>) -> u64 {
    let mut bits = 0;
    let mut i = 0;
    while i < BLOCK {
        // SAFETY: the CPU supports `V`; `i + V::LEN <= BLOCK`, so the three loads stay within a byte of
        // the block.
        unsafe {
            let at = block.add(i);
            let is_colon = V::load(at).equal(marks.colon);
            let (before, next) = (V::load(at.sub(1)), V::load(at.add(1)));
            // The space and controls are 14 to 32. Lower ones wrap around to the top and pass, among them
            // line breaks, which may have cut a URI.
            let shifted = next.minus(marks.shift);
            let follows = shifted.at_least(marks.visible);
            // Letters, and the bytes around them from `@` on, have one of the upper two bits, and so do line
            // breaks once wrapped around.
            let letter = before.or(next).or(shifted).at_least(marks.letter);
            let fits = letter.or(next.equal(marks.slash));
            bits |= is_colon.and(follows).and(fits).bits() << i;
        }
        i += V::LEN;
    }
    bits
}

/// See [`super::marks`].
///
/// # Safety
/// The CPU supports `V`.
#[inline(always)]
pub(super) unsafe fn marks<V: Vector, const N: usize>(
    blocks: &[[u8; BLOCK]],
    stops: [u8; N],
    words: &mut [u64],
) {
    const { assert!(N > 0 && BLOCK.is_multiple_of(V::LEN)) };
    // SAFETY: the CPU supports `V`, as the caller promises, here and below.
    let mut vectors = [unsafe { V::splat(stops[0]) }; N];
    let mut stop = 1;
    while stop < N {
        // SAFETY: as above.
        vectors[stop] = unsafe { V::splat(stops[stop]) };
        stop += 1;
    }
    for (block, word) in blocks.iter().zip(words) {
        let (mut bits, mut at) = (0, 0);
        while at < BLOCK {
            // SAFETY: as above; `LEN` divides the length of a block, so that many bytes follow `at` in it.
            unsafe {
                let bytes = V::load(block.as_ptr().add(at));
                let mut is_stop = bytes.equal(vectors[0]);
                let mut stop = 1;
                while stop < N {
                    is_stop = is_stop.or(bytes.equal(vectors[stop]));
                    stop += 1;
                }
                bits |= is_stop.bits() << at;
            }
            at += V::LEN;
        }
        *word = bits;
    }
}

/// See [`super::run_end`].
///
/// # Safety
/// The CPU supports `V`; `from <= to <= text.len()`.
#[inline(always)]
pub(super) unsafe fn run_end<V: Lookup>(
    text: &[u8],
    from: usize,
    to: usize,
    class: &Class,
) -> usize {
    const { assert!(BLOCK.is_multiple_of(V::LEN)) };
    let mut at = from;
    // `at <= to` always, so none of this wraps.
    while to.wrapping_sub(at) >= BLOCK {
        // SAFETY: the CPU supports `V`; the block is in the text, since `at + BLOCK <= to <= text.len()`.
        let outside = unsafe { outside_bits::<V>(text.as_ptr().add(at), &class.rows) };
        if outside != 0 {
            return at.wrapping_add(outside.trailing_zeros() as usize);
        }
        at = at.wrapping_add(BLOCK);
    }
    text[at..to].iter().position(|&b| !class.contains(b)).map_or(to, |i| at + i)
}

/// A bit for each byte of the block that is not in the class.
///
/// # Safety
/// The CPU supports `V`; `BLOCK` bytes from `block` on can be read.
#[inline(always)]
unsafe fn outside_bits<V: Lookup>(block: *const u8, rows: &[u8; 16]) -> u64 {
    let mut bits = 0;
    let mut i = 0;
    while i < BLOCK {
        // SAFETY: the CPU supports `V`; `i + V::LEN <= BLOCK`.
        bits |= unsafe { V::load(block.add(i)).outside(rows).bits() } << i;
        i += V::LEN;
    }
    bits
}

/// See [`super::sift`].
///
/// # Safety
/// The CPU supports `V`.
#[inline(always)]
pub(super) unsafe fn sift<V: Lookup, S: Sieve>(
    text: &[u8],
    from: usize,
    places: &mut Places,
    sieve: &S,
) {
    // SAFETY: the CPU supports `V`.
    let vectors = unsafe { Vectors::<V>::new(text) };
    places.retain(|place| sieve.keeps(from + place, vectors));
}

/// Looks back a vector at a time, since runs are nearly always short.
struct Vectors<'t, V> {
    text: &'t [u8],
    vector: PhantomData<V>,
}

impl<V> Clone for Vectors<'_, V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<V> Copy for Vectors<'_, V> {}

impl<'t, V: Lookup> Vectors<'t, V> {
    /// # Safety
    /// The CPU supports `V`, wherever this is used.
    #[inline(always)]
    unsafe fn new(text: &'t [u8]) -> Self {
        const { assert!(V::LEN <= MAX_RUN) };
        Vectors { text, vector: PhantomData }
    }
}

impl<V: Lookup> Back for Vectors<'_, V> {
    #[inline(always)]
    fn run_start(self, end: usize, class: &Class) -> usize {
        assert!(end <= self.text.len());
        if V::LEN <= end {
            let from = end - V::LEN;
            // SAFETY: the CPU supports `V`, as the caller of `new` promises; the `V::LEN` bytes before `end`
            // are in the text.
            let outside =
                unsafe { V::load(self.text.as_ptr().add(from)).outside(&class.rows).bits() };
            if outside != 0 {
                return from + (u64::BITS - outside.leading_zeros()) as usize;
            }
        }
        Bytes(self.text).run_start(end, class)
    }
}

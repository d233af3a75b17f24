//! A word of eight bytes, or a byte, at a time: for machines without vectors, and where SSE2 has no
//! instruction.

use super::{BLOCK, Bytes, Class, Places, Sieve};

/// 0x01 in every byte.
const ONES: u64 = u64::MAX / 255;
/// 0x80 in every byte.
const TOPS: u64 = ONES << 7;

/// See [`super::colons`].
pub(super) fn colons(text: &[u8], from: usize, end: usize, places: &mut Places) -> usize {
    let mut at = from;
    while at + BLOCK <= end && places.has_room() {
        places.push(at - from, block_bits(&text[at - 1..at + BLOCK + 1]));
        at += BLOCK;
    }
    at
}

/// A bit for each colon that counts, in a block with the byte before it and the byte after it.
fn block_bits(window: &[u8]) -> u64 {
    let word = |i: usize| u64::from_le_bytes(std::array::from_fn(|k| window[i + k]));
    (0..BLOCK).step_by(8).fold(0, |bits, i| {
        let colons = equal(word(i + 1), b':');
        if colons == 0 {
            return bits;
        }
        let (before, next) = (word(i), word(i + 2));
        let control = !at_least(next, 14) & TOPS;
        let follows = at_least(next, 33) | control;
        let fits = at_least(before | next, b'@') | equal(next, b'/') | control;
        bits | packed(colons & follows & fits) << i
    })
}

/// The top bit of each byte equal to `byte`.
fn equal(word: u64, byte: u8) -> u64 {
    let other = word ^ (ONES * u64::from(byte));
    // Nothing is carried from byte to byte: each sum is below 0x100.
    !(((other & !TOPS) + !TOPS) | other) & TOPS
}

/// The top bit of each unsigned byte that is at least `byte`, which is ASCII and not 0.
fn at_least(word: u64, byte: u8) -> u64 {
    (((word & !TOPS) + ONES * u64::from(0x80 - byte)) | word) & TOPS
}

/// The top bits as the lowest eight, the first byte's first.
fn packed(tops: u64) -> u64 {
    (tops >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// See [`super::marks`].
pub(super) fn marks<const N: usize>(blocks: &[[u8; BLOCK]], stops: [u8; N], words: &mut [u64]) {
    for (block, word) in blocks.iter().zip(words) {
        let (eights, _) = block.as_chunks();
        *word = eights.iter().rev().fold(0, |bits, eight| {
            let eight = u64::from_le_bytes(*eight);
            bits << 8 | packed(stops.iter().fold(0, |tops, stop| tops | equal(eight, *stop)))
        });
    }
}

/// See [`super::run_end`].
#[inline]
pub(super) fn run_end(text: &[u8], from: usize, to: usize, class: &Class) -> usize {
    let sight = &text[from..to];
    // Eight at a time, for one branch.
    let all = |bytes: &[u8]| bytes.iter().fold(true, |all, &b| all & class.contains(b));
    let whole = sight.chunks_exact(8).take_while(|bytes| all(bytes)).count() * 8;
    let rest = sight[whole..].iter().position(|&b| !class.contains(b));
    rest.map_or(to, |i| from + whole + i)
}

/// See [`super::sift`].
pub(super) fn sift<S: Sieve>(text: &[u8], from: usize, places: &mut Places, sieve: &S) {
    places.retain(|place| sieve.keeps(from + place, Bytes(text)));
}

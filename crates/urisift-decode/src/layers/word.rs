//! Word bytes at once, as one number, without a branch for each.

/// Word bytes, the first of them lowest.
#[derive(Clone, Copy)]
pub struct Word(u64);

/// A bit of each byte.
const ONES: u64 = u64::MAX / 0xff;
const TOPS: u64 = ONES << 7;

impl Word {
    /// The eight bytes from an offset on; `None` if the text ends before that.
    #[inline(always)]
    pub fn at(bytes: &[u8], at: usize) -> Option<Self> {
        let eight = bytes.get(at..)?.first_chunk()?;
        Some(Word(u64::from_le_bytes(*eight)))
    }

    /// The top bits of the bytes that are this one, up to the first of them; those after it may be wrong.
    #[inline(always)]
    pub fn eq_mask(self, byte: u8) -> u64 {
        let other = self.0 ^ (ONES * u64::from(byte));
        other.wrapping_sub(ONES) & !other & TOPS
    }

    /// Like `eq_mask`, of those below this one, which is below 128.
    #[inline(always)]
    pub fn are_below(self, byte: u8) -> u64 {
        self.0.wrapping_sub(ONES * u64::from(byte)) & !self.0 & TOPS
    }

    /// Like `eq_mask`, of those above this one, which is below 128.
    #[inline(always)]
    pub fn are_above(self, byte: u8) -> u64 {
        (self.0.wrapping_add(ONES * u64::from(0x7f - byte)) | self.0) & TOPS
    }

    /// The first `len` bytes, at least one, in lower case: a name as its number.
    #[inline(always)]
    pub fn key(self, len: usize) -> u64 {
        let unused = 8 * (8 - len);
        let key = self.0.swap_bytes() >> unused;
        // No upper case letter has this bit, and nearly all names are in lower case.
        let low = (ONES << 5) >> unused;
        if key & low == low {
            return key;
        }
        let low = key & !TOPS;
        let from_a = low + ONES * u64::from(0x80 - b'A');
        let after_z = low + ONES * u64::from(0x7f - b'Z');
        key | (from_a & !after_z & !key & TOPS) >> 2
    }
}

/// How far bytes are looked for eight at a time, before what is faster for more.
const NEAR: usize = 24;

/// Returns `true` if a control or that byte, which is below 128, is there.
#[inline]
pub fn has_control_or(byte: u8, bytes: &[u8]) -> bool {
    let (eights, rest) = bytes.as_chunks();
    let has = |eight: &[u8; 8]| {
        let eight = Word(u64::from_le_bytes(*eight));
        eight.are_below(b' ') | eight.eq_mask(byte) != 0
    };
    eights.iter().any(has) || rest.iter().any(|other| *other < b' ' || *other == byte)
}

/// The index of the first byte whose top bit is set; 8 if there is none.
#[inline(always)]
pub fn first(tops: u64) -> usize {
    tops.trailing_zeros() as usize / 8
}

/// The offset of the first byte at or after `from` that is this one, which is mostly near.
#[inline]
pub fn find_near(byte: u8, bytes: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    while at < from + NEAR
        && let Some(eight) = Word::at(bytes, at)
    {
        let index = first(eight.eq_mask(byte));
        if index < 8 {
            return Some(at + index);
        }
        at += 8;
    }
    memchr::memchr(byte, bytes.get(at..)?).map(|index| at + index)
}

/// Like `near`, of either byte; the end of the bytes if there is none.
#[inline(always)]
pub fn near_either(one: u8, other: u8, bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    while at < from + NEAR
        && let Some(eight) = Word::at(bytes, at)
    {
        let index = first(eight.eq_mask(one) | eight.eq_mask(other));
        if index < 8 {
            return at + index;
        }
        at += 8;
    }
    let rest = bytes.get(at..).unwrap_or_default();
    memchr::memchr2(one, other, rest).map_or(bytes.len(), |index| at + index)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_at_every_index() {
        for byte in 0..=u8::MAX {
            for index in 0..8 {
                for other in [0, b' ', b'!', b'@', b'Z', b'a', 0x7f, 0x80, 0xff] {
                    let mut bytes = [other; 8];
                    bytes[index] = byte;
                    let eight = Word::at(&bytes, 0).unwrap();
                    let position = |is: &dyn Fn(u8) -> bool| bytes.iter().position(|b| is(*b));
                    assert_eq!(first(eight.eq_mask(byte)), position(&|b| b == byte).unwrap());
                    let below = position(&|b| b < b'!').unwrap_or(8);
                    assert_eq!(first(eight.are_below(b'!')), below);
                    let above = position(&|b| b > b'~').unwrap_or(8);
                    assert_eq!(first(eight.are_above(b'~')), above);
                    for len in 1..=8 {
                        let lower = bytes[..len].iter().map(u8::to_ascii_lowercase);
                        let expected = lower.fold(0, |key, b| key << 8 | u64::from(b));
                        assert_eq!(eight.key(len), expected, "{bytes:?} {len}");
                    }
                }
            }
        }
    }

    #[test]
    fn controls_and_another_byte() {
        for len in 0..20 {
            assert!(!has_control_or(b'&', &[0xff, b' ', b'%', b'\''].repeat(5)[..len]));
            for at in 0..len {
                for byte in [0, b'\n', 0x1f, b'&'] {
                    let mut bytes = vec![b' '; len];
                    bytes[at] = byte;
                    assert!(has_control_or(b'&', &bytes), "{len} {at} {byte}");
                }
            }
        }
    }

    #[test]
    fn near_and_far() {
        let bytes: Vec<u8> = (0..100).collect();
        for from in 0..=101 {
            for byte in 0..=100 {
                let expected = (from..100).find(|at| bytes[*at] == byte);
                assert_eq!(find_near(byte, &bytes, from), expected);
                for other in [0, 50, 99, 100] {
                    let found = near_either(byte, other, &bytes, from);
                    let is_either = |at: &usize| bytes[*at] == byte || bytes[*at] == other;
                    assert_eq!(found, (from..100).find(is_either).unwrap_or(100), "{other}");
                }
            }
        }
    }
}

//! Decimal digits, eight at a time.

/// How many bytes [`write_digits`] may touch.
pub(super) const ROOM: usize = 24;

/// Digits that are computed at once.
const BLOCK: usize = 8;
const BLOCK_LIMIT: u64 = 100_000_000;
const ZEROS: u64 = u64::from_le_bytes([b'0'; BLOCK]);

/// Writes a number in decimal digits, and returns how many there are. What comes after them is undefined.
#[inline]
pub(super) fn write_digits(number: u64, out: &mut [u8; ROOM]) -> usize {
    if number < BLOCK_LIMIT { write_first(number, out) } else { write_long(number, out) }
}

#[inline(never)]
fn write_long(number: u64, out: &mut [u8; ROOM]) -> usize {
    let (high, low) = (number / BLOCK_LIMIT, number % BLOCK_LIMIT);
    let len = write_digits(high, out);
    let low = (digits(low) | ZEROS).to_le_bytes();
    out[len..len + BLOCK].copy_from_slice(&low);
    len + BLOCK
}

/// Writes a number below [`BLOCK_LIMIT`], without zeros before it.
#[inline(always)]
fn write_first(number: u64, out: &mut [u8; ROOM]) -> usize {
    let digits = digits(number);
    // The last digit stays, even if it is zero.
    let zeros = (digits | 1 << (u64::BITS - 1)).trailing_zeros() / u8::BITS;
    let shown = (digits | ZEROS) >> (zeros * u8::BITS);
    // The compiler calls a function for `copy_from_slice`, even of a constant length.
    if let Some(room) = out.first_chunk_mut() {
        *room = shown.to_le_bytes();
    }
    BLOCK - zeros as usize
}

/// The eight digits of a number below [`BLOCK_LIMIT`], each in a byte, the highest in the lowest byte.
///
/// Each step splits every group of digits in two; a product and a shift divide all of them at once.
#[inline(always)]
fn digits(number: u64) -> u64 {
    let fours = (number / 10_000) | ((number % 10_000) << 32);
    let high = (fours.wrapping_mul(10_486) >> 20) & 0x0000_007f_0000_007f;
    let twos = high | (fours.wrapping_sub(high.wrapping_mul(100)) << 16);
    let high = (twos.wrapping_mul(103) >> 10) & 0x000f_000f_000f_000f;
    high | (twos.wrapping_sub(high.wrapping_mul(10)) << 8)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn written(number: u64) -> String {
        let mut out = [b'x'; ROOM];
        let len = write_digits(number, &mut out);
        String::from_utf8(out[..len].to_vec()).unwrap()
    }

    #[test]
    fn all_groups_of_four_digits() {
        for number in 0..10_000 {
            assert_eq!(written(number), number.to_string());
            let both = number * 10_000 + 9_999 - number;
            assert_eq!(written(both), both.to_string());
        }
    }

    #[test]
    fn numbers_of_every_length() {
        let powers = (0..20).map(|exponent| 10_u64.pow(exponent));
        for number in powers.flat_map(|power| [power - 1, power, power + 1]).chain([u64::MAX]) {
            assert_eq!(written(number), number.to_string());
        }
    }

    proptest! {
        #[test]
        fn digits_are_those_of_the_library(number: u64, shift in 0..64) {
            let number = number >> shift;
            prop_assert_eq!(written(number), number.to_string());
        }
    }
}

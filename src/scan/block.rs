//! Blocks of text with no candidate in them, passed over many bytes at a time.
//!
//! Plain code over arrays of bytes, without branches, which compilers turn into vector
//! instructions of whatever machine it is for.

/// Bytes that are looked at in one go.
const BLOCK: usize = 64;

/// The first colon at `from` or behind it that may be a candidate, or, where none is, the end of the
/// last whole block: colons behind that have not been looked at.
#[inline(never)] // Inside a larger function, the compiler gives up on the vectors.
pub(super) fn next(text: &[u8], mut from: usize) -> Result<usize, usize> {
    // One byte before a block is looked at, and one behind it.
    from = from.max(1);
    while let Some(window) = text.get(from - 1..).and_then(|rest| rest.first_chunk()) {
        if has_colon(window) {
            if let Some(i) = candidate(window) {
                return Ok(from + i);
            }
        }
        from += BLOCK;
    }
    Err(from.min(text.len()))
}

/// A block, with the byte before it and the byte behind it.
type Window = [u8; BLOCK + 2];

/// Whether a colon stands in the block with no blank and no control but a line break behind it:
/// the test that costs least, and that most blocks fail.
#[inline(always)]
fn has_colon(window: &Window) -> bool {
    let mut any = 0;
    for i in 0..BLOCK {
        // From 14 to 32 they are controls and the space; line breaks wrap around to the top.
        let follows = window[i + 2].wrapping_sub(14) > 18;
        any |= u8::from((window[i + 1] == b':') & follows);
    }
    any != 0
}

/// The first such colon with a byte before it that a scheme could end in: a letter, or, where a
/// slash follows, anything, or a digit that another one does not follow.
#[inline(always)]
fn candidate(window: &Window) -> Option<usize> {
    let bit = |is: bool| u8::from(is);
    // In two steps, and kept apart: so the compiler makes vectors of both.
    let mut hits = [0; BLOCK];
    for i in 0..BLOCK {
        hits[i] = bit(window[i + 1] == b':');
    }
    for i in 0..BLOCK {
        let (before, next) = (window[i], window[i + 2]);
        let letter = bit(before > b'@');
        let number = bit(before >= b'0') & bit(next > b'9');
        let breaks = (bit(next == b'\n') | bit(next == b'\r')) & letter;
        let follows = bit(next > b' ') & (letter | bit(next == b'/') | number);
        hits[i] &= follows | breaks;
    }
    let words = hits.chunks_exact(8).map(|word| word.try_into().map_or(0, u64::from_le_bytes));
    let (i, word) = words.enumerate().find(|(_, word)| *word != 0)?;
    Some(8 * i + word.trailing_zeros() as usize / 8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_passed_over_at_any_place() {
        for text in ["http://a", "urn:x", "wrote:\n", "9:/x", "pkcs11:a"] {
            let colon = text.find(':').unwrap();
            for pad in 1..300 {
                let padded = [vec![b' '; pad], text.as_bytes().to_vec(), vec![b' '; 200]].concat();
                assert_eq!(next(&padded, 0), Ok(pad + colon), "{text} behind {pad}");
            }
        }
    }

    #[test]
    fn the_rest_is() {
        let text = "Subject: Re: 12:34:56 a: b:\t ".repeat(100);
        assert!(next(text.as_bytes(), 0).unwrap_err() + 2 * BLOCK > text.len());
    }

    #[test]
    fn short_text_is_left() {
        for len in 0..BLOCK + 2 {
            assert!(next(&b"a:b".repeat(40)[..len], 0).is_err());
        }
        assert_eq!(next(b"ab", 7), Err(2));
    }
}

//! Blocks of text with no candidate in them, passed over many bytes at a time.
//!
//! Plain code over arrays of bytes, without branches, which compilers turn into vector
//! instructions of whatever machine it is for.

/// Bytes that are looked at in one go.
const BLOCK: usize = 64;

/// A block of text with colons in it that may be candidates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hits {
    /// Where the block starts.
    pub start: usize,
    /// A bit for each byte of the block, the lowest for the first.
    pub bits: u64,
}

impl Hits {
    /// Behind the block.
    pub fn end(self) -> usize {
        self.start + BLOCK
    }
}

impl Iterator for Hits {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let bit = self.bits.trailing_zeros() as usize;
        self.bits &= self.bits.wrapping_sub(1);
        (bit < BLOCK).then_some(self.start + bit)
    }
}

/// The first block from `from` on that has hits, or, where none has, the end of the last whole
/// block: colons behind that have not been looked at.
#[inline(never)] // Inside a larger function, the compiler gives up on the vectors.
pub(super) fn next(text: &[u8], mut from: usize) -> Result<Hits, usize> {
    // One byte before a block is looked at, and one behind it.
    from = from.max(1);
    while let Some(window) = text.get(from - 1..).and_then(|rest| rest.first_chunk()) {
        if (0..BLOCK).fold(0, |any, i| any | hit(window, i)) != 0 {
            return Ok(Hits { start: from, bits: bits(window) });
        }
        from += BLOCK;
    }
    Err(from.min(text.len()))
}

/// A block, with the byte before it and the byte behind it.
type Window = [u8; BLOCK + 2];

/// 1 for a colon in place `i` of the block with such bytes beside it as a scheme and a URI could
/// have there: behind it no blank, before it a letter, or, where a slash follows, anything.
#[inline(always)]
fn hit(window: &Window, i: usize) -> u8 {
    let (before, byte, next) = (window[i], window[i + 1], window[i + 2]);
    // From 14 to 32 stand the space and controls. The ones below wrap around to the top and pass,
    // line breaks among them, which may have cut a URI.
    let follows = next.wrapping_sub(14) > 18;
    u8::from((byte == b':') & follows & ((before > b'@') | (next == b'/')))
}

/// All hits of the block.
#[inline(never)] // So its vectors do not take the registers of the search.
fn bits(window: &Window) -> u64 {
    let mut hits = [0; BLOCK];
    for (i, place) in hits.iter_mut().enumerate() {
        *place = hit(window, i);
    }
    // Eight bytes that are 0 or 1 become eight bits: each is moved to a place of its own at the top.
    let word = |bytes: &[u8]| bytes.try_into().map_or(0, u64::from_le_bytes);
    let bits = |word: u64| word.wrapping_mul(0x0102_0408_1020_4080) >> 56;
    let bytes = hits.chunks_exact(8).map(word).map(bits);
    bytes.enumerate().fold(0, |all, (i, byte)| all | byte << (8 * i))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_passed_over_at_any_place() {
        for text in ["http://a", "urn:x", "wrote:\n", "9:/x"] {
            let colon = text.find(':').unwrap();
            for pad in 1..300 {
                let padded = [vec![b' '; pad], text.as_bytes().to_vec(), vec![b' '; 200]].concat();
                assert_eq!(
                    next(&padded, 0).map(|mut hits| hits.next()),
                    Ok(Some(pad + colon)),
                    "{text} behind {pad}"
                );
            }
        }
    }

    #[test]
    fn the_rest_is() {
        let text = "Subject: Re: 12:34:56 a: b:\x1f ".repeat(100);
        assert!(next(text.as_bytes(), 0).unwrap_err() + 2 * BLOCK > text.len());
    }

    #[test]
    fn every_place_has_its_bit() {
        let text = "a:b".repeat(100);
        let (mut places, mut from) = (Vec::new(), 0);
        while let Ok(hits) = next(text.as_bytes(), from) {
            places.extend(hits);
            from = hits.end();
        }
        assert!(places.len() > 60);
        assert!(places.iter().enumerate().all(|(i, place)| *place == 3 * i + 1));
    }

    #[test]
    fn short_text_is_left() {
        for len in 0..BLOCK + 2 {
            assert!(next(&b"a:b".repeat(40)[..len], 0).is_err());
        }
        assert_eq!(next(b"ab", 7), Err(2));
    }
}

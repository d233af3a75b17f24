//! Bits for the bytes of a text that its reader stops at.

/// How many bytes a word of bits covers.
pub(super) const BLOCK: usize = u64::BITS as usize;

/// A bit for each byte of a block that is a stop. The loop over the bytes has no branches, and becomes a few
/// comparisons of vectors.
#[inline(always)]
pub(super) fn bits(block: &[u8; BLOCK], is_stop: impl Fn(u8) -> bool) -> u64 {
    let mut flags = [0; BLOCK];
    for (flag, byte) in flags.iter_mut().zip(block) {
        *flag = u8::from(is_stop(*byte));
    }
    let (eights, _) = flags.as_chunks::<8>();
    eights.iter().rev().fold(0, |bits, eight| bits << 8 | gathered(*eight))
}

/// Eight flags as bits, the first one lowest.
#[inline(always)]
fn gathered(flags: [u8; 8]) -> u64 {
    // Each pair of bits makes another bit of the product, so there is no carry.
    u64::from_le_bytes(flags).wrapping_mul(0x0102_0408_1020_4080) >> (u64::BITS - 8)
}

/// The offset of each stop in a text.
pub(super) struct Marks<'t, S> {
    text: &'t [u8],
    is_stop: S,
    /// The start of the block after that of the bits.
    next: usize,
    /// The stops of the block that have not been returned.
    bits: u64,
}

impl<'t, S: Fn(u8) -> bool> Marks<'t, S> {
    /// `is_stop` makes few comparisons, none of which depends on another.
    #[inline(always)]
    pub fn new(text: &'t [u8], is_stop: S) -> Self {
        Marks { text, is_stop, next: 0, bits: 0 }
    }

    #[inline(always)]
    fn next_block(&mut self) -> Option<()> {
        let rest = self.text.get(self.next..).filter(|rest| !rest.is_empty())?;
        self.bits = match rest.first_chunk() {
            Some(block) => bits(block, &self.is_stop),
            None => {
                let mut block = [0; BLOCK];
                block[..rest.len()].copy_from_slice(rest);
                bits(&block, &self.is_stop) & !(u64::MAX << rest.len())
            }
        };
        self.next += BLOCK;
        Some(())
    }
}

impl<S: Fn(u8) -> bool> Iterator for Marks<'_, S> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        while self.bits == 0 {
            self.next_block()?;
        }
        let at = self.next - BLOCK + self.bits.trailing_zeros() as usize;
        self.bits &= self.bits - 1;
        Some(at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Random;

    #[test]
    fn all_places_are_marked() {
        let mut random = Random::default();
        let is_stop = |byte| byte == b'\n' || byte == 0xff || byte == 0;
        for len in 0..300 {
            let text: Vec<u8> = (0..len).map(|_| b"\n:\0ab\xff"[random.below(6)]).collect();
            let expected = (0..len).filter(|at| is_stop(text[*at]));
            assert!(Marks::new(&text, is_stop).eq(expected));
        }
    }
}

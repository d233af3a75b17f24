//! The places of the bytes that a reader of a text stops at.

use std::slice;

use urisift::internal::scan::{BLOCK, Tier, marks};

/// How many blocks are looked at together.
const BLOCKS: usize = 16;

/// The offset in a text of each byte that is one of `N` stops, none of which is NUL.
pub(crate) struct Marks<'t, const N: usize> {
    /// What has not been looked at.
    rest: &'t [u8],
    stops: [u8; N],
    tier: Tier,
    /// A bit for each byte of the last blocks, and how many of these there are.
    words: [u64; BLOCKS],
    len: usize,
    /// How many of those blocks are passed.
    next: usize,
    /// The offset of the last one of them, and its stops that have not been returned.
    at: usize,
    bits: u64,
}

impl<'t, const N: usize> Marks<'t, N> {
    pub fn new(text: &'t [u8], stops: [u8; N]) -> Self {
        let (tier, words) = (Tier::chosen(), [0; BLOCKS]);
        // The first block starts a block after this one.
        let at = 0_usize.wrapping_sub(BLOCK);
        Marks { rest: text, stops, tier, words, len: 0, next: 0, at, bits: 0 }
    }

    /// Looks at more blocks; the last one may not be full.
    fn more(&mut self) -> Option<()> {
        let (blocks, tail) = self.rest.as_chunks();
        if blocks.is_empty() {
            let mut block = [0; BLOCK];
            block[..tail.len()].copy_from_slice(tail);
            marks(self.tier, slice::from_ref(&block), self.stops, &mut self.words);
            (self.rest, self.len) = (&[], usize::from(!tail.is_empty()));
        } else {
            marks(self.tier, blocks, self.stops, &mut self.words);
            self.len = blocks.len().min(BLOCKS);
            self.rest = &self.rest[self.len * BLOCK..];
        }
        self.next = 0;
        (self.len > 0).then_some(())
    }
}

impl<const N: usize> Iterator for Marks<'_, N> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        while self.bits == 0 {
            if self.next == self.len {
                self.more()?;
            }
            self.bits = self.words[self.next];
            self.next += 1;
            self.at = self.at.wrapping_add(BLOCK);
        }
        let at = self.at + self.bits.trailing_zeros() as usize;
        self.bits &= self.bits - 1;
        Some(at)
    }

    /// Takes fewer steps for each stop than `next` does.
    #[inline(always)]
    fn find<P: FnMut(&usize) -> bool>(&mut self, mut is_it: P) -> Option<usize> {
        loop {
            let (at, mut bits) = (self.at, self.bits);
            while bits != 0 {
                let stop = at.wrapping_add(bits.trailing_zeros() as usize);
                bits &= bits.wrapping_sub(1);
                if is_it(&stop) {
                    self.bits = bits;
                    return Some(stop);
                }
            }
            if self.next == self.len {
                self.bits = 0;
                self.more()?;
            }
            self.bits = self.words[self.next];
            self.next += 1;
            self.at = self.at.wrapping_add(BLOCK);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Random;

    #[test]
    fn all_places_are_marked() {
        let mut random = Random::default();
        let stops = [b'\n', 0xff];
        for len in (0..300).chain([BLOCKS * BLOCK, BLOCKS * BLOCK + 1, 3 * BLOCKS * BLOCK - 1]) {
            let text: Vec<u8> = (0..len).map(|_| b"\n:\0ab\xff"[random.below(6)]).collect();
            let expected = (0..len).filter(|at| stops.contains(&text[*at]));
            assert!(Marks::new(&text, stops).eq(expected.clone()));
            let from = random.below(len + 1);
            let mut marks = Marks::new(&text, stops);
            assert_eq!(marks.find(|at| *at >= from), expected.clone().find(|at| *at >= from));
            assert!(marks.eq(expected.filter(|at| *at >= from).skip(1)));
        }
    }
}

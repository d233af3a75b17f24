//! Pseudo-random numbers, the same from the same number.

/// SplitMix64.
pub struct Random(u64);

impl Random {
    /// The numbers of a seed.
    pub fn new(seed: u64) -> Self {
        Random(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A number that is less than `end`, or zero.
    pub fn below(&mut self, end: usize) -> usize {
        self.next() as usize % end.max(1)
    }

    /// `true` with a chance of one in `out_of`.
    pub fn one(&mut self, out_of: usize) -> bool {
        self.below(out_of) == 0
    }

    /// One of several.
    ///
    /// # Panics
    /// If there is none.
    pub fn pick<'t, T>(&mut self, several: &'t [T]) -> &'t T {
        &several[self.below(several.len())]
    }
}

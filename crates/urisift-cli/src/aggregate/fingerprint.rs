//! Keys as numbers of 128 bits.

use std::hash::{BuildHasher, RandomState};

use xxhash_rust::xxh3::xxh3_128_with_secret;

/// As long as the one that comes with the function.
const SECRET: usize = 192;

/// What stands in for the number where there is no key.
pub(super) const NO_KEY: u128 = 0;

/// Makes numbers of keys.
///
/// The function's secret is another one in every run, so that nobody can write texts whose keys get the
/// same number. By chance, two of a thousand million keys do with a probability of 1.5 in 10^21.
pub(super) struct Fingerprints {
    secret: [u8; SECRET],
}

impl Fingerprints {
    pub fn new() -> Self {
        let (random, mut secret) = (RandomState::new(), [0; SECRET]);
        for (number, bytes) in secret.chunks_exact_mut(8).enumerate() {
            bytes.copy_from_slice(&random.hash_one(number).to_le_bytes());
        }
        Fingerprints { secret }
    }

    /// Never [`NO_KEY`].
    pub fn of(&self, key: &[u8]) -> u128 {
        xxh3_128_with_secret(key, &self.secret).max(NO_KEY + 1)
    }
}

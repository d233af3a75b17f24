//! 128-bit fingerprints of keys.

use std::hash::{BuildHasher, RandomState};

use xxhash_rust::xxh3::xxh3_128_with_secret;

/// The length of XXH3's default secret.
const SECRET: usize = 192;

/// Stands for a record without a key.
pub(super) const NO_KEY: u128 = 0;

/// Hashes keys to 128-bit numbers.
///
/// The secret is random in every run, so that no input can be crafted to collide. By chance, two of
/// 10^9 keys collide with a probability of 1.5 in 10^21.
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

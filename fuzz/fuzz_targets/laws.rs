#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};
use urisift_fuzz::{chosen, structure};

fuzz_target!(init: { chosen(); }, |bytes: &[u8]| chosen().holds(bytes));

// Half of the mutations are those of libFuzzer.
fuzz_mutator!(|bytes: &mut [u8], len: usize, most: usize, seed: u32| {
    let structured = if seed.is_multiple_of(2) { None } else { structure::of(chosen().name) };
    let Some(structure) = structured else { return fuzzer_mutate(bytes, len, most) };
    let mutant = structure.mutated(&bytes[..len], &mut structure::Random::new(seed.into()));
    let len = mutant.len().min(most);
    bytes[..len].copy_from_slice(&mutant[..len]);
    len
});

//! Every seed, and everything that the fuzzer has ever found, against its law.

use std::collections::BTreeSet;
use std::fs;
use std::panic;
use std::path::{Path, PathBuf};

use crate::structure::{self, Random};
use crate::{Target, container, targets};

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// What is in a folder, if there is one.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

fn replay(target: &Target, path: &Path) {
    let bytes = fs::read(path).unwrap();
    // A law takes its choices from the last bytes: so each part of a seed is one too.
    let cuts =
        [0, 1, 2, 3, 5, 8, 13, 21].into_iter().filter_map(|cut| bytes.len().checked_sub(cut));
    for end in cuts {
        let held = panic::catch_unwind(|| target.holds(&bytes[..end]));
        assert!(held.is_ok(), "{} with the first {end} bytes of {}", target.name, path.display());
    }
}

#[test]
fn seeds_and_regressions_hold() {
    let seeds: Vec<_> = entries(&folder("seeds")).iter().flat_map(|kind| entries(kind)).collect();
    assert!(seeds.len() > 50);
    for target in targets() {
        let regressions = entries(&folder("regressions").join(target.name));
        for path in seeds.iter().chain(&regressions) {
            replay(&target, path);
        }
    }
}

#[test]
fn bytes_that_are_nothing_hold() {
    for target in targets() {
        for byte in 0..=255u8 {
            for len in [0, 1, 2, 6, 7, 300] {
                target.holds(&vec![byte; len]);
            }
        }
    }
}

#[test]
fn every_folder_belongs_to_a_target() {
    for folder in entries(&folder("regressions")) {
        let name = folder.file_name().unwrap().to_str().unwrap();
        // `command` replays its own.
        assert!(name == "command" || targets().any(|target| target.name == name), "{name}");
    }
}

/// A length or an offset that is as large as it can be written: in bytes or in digits, anywhere in a container.
#[test]
fn the_largest_numbers_hold() {
    let numbers: &[&[u8]] = &[
        &[0xff; 8],
        &[0xff; 4],
        &i64::MAX.to_le_bytes(),
        &i64::MAX.to_be_bytes(),
        b"18446744073709551615",
        b"77777777777",
        b"FFFFFFFF",
    ];
    for target in targets() {
        for path in entries(&folder("seeds").join(target.name)) {
            let seed = fs::read(&path).unwrap();
            for (at, number) in (0..seed.len()).flat_map(|at| numbers.iter().map(move |n| (at, n)))
            {
                let mut bytes = seed.clone();
                bytes.splice(at..seed.len().min(at + number.len()), number.iter().copied());
                // The last byte chooses how long the reads are.
                bytes.push(0xff);
                let held = panic::catch_unwind(|| target.holds(&bytes));
                let number = number.escape_ascii();
                assert!(held.is_ok(), "{number} at byte {at} of {}", path.display());
            }
        }
    }
}

/// The seeds of markup name what they are of, by which the target knows it.
#[test]
fn each_dialect_of_markup_has_a_seed() {
    let seeds: Vec<_> =
        entries(&folder("seeds/markup")).iter().map(|path| fs::read(path).unwrap()).collect();
    let has = |seed: &[u8], name: &str| seed.starts_with(format!("{name}\n").as_bytes());
    let dialects = container::dialects();
    for seed in &seeds {
        assert!(dialects.iter().any(|name| has(seed, name)), "{}", seed.escape_ascii());
    }
    let markup = dialects.iter().skip_while(|name| **name != "markdown");
    for name in markup.clone() {
        assert!(seeds.iter().any(|seed| has(seed, name)), "{name}");
    }
    assert!(markup.count() > 10);
}

/// What a structure makes of a seed of its format holds too.
#[test]
fn mutants_hold() {
    for target in targets() {
        let Some(structure) = structure::of(target.name) else { continue };
        for path in entries(&folder("seeds").join(target.name)) {
            let seed = fs::read(&path).unwrap();
            let mut mutants = BTreeSet::new();
            for number in 0..100 {
                let mutant = structure.mutated(&seed, &mut Random::new(number));
                assert_eq!(mutant, structure.mutated(&seed, &mut Random::new(number)));
                target.holds(&mutant);
                mutants.insert(mutant);
            }
            assert!(mutants.len() > 80, "{} of {}", mutants.len(), path.display());
        }
    }
}

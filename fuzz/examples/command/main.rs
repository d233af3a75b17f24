//! Runs the command on mutants of the seeds: whatever it is asked for, it prints the same on one thread and on three,
//! from a file and from a pipe, and however the pipe's bytes come.
//!
//!     command PROGRAM SECONDS|runs=N|splits [FIRST]
//!
//! A case is made from its number alone, so that it can be run again: `runs=1 NUMBER`.

mod case;
#[allow(dead_code)] // Other programs use the rest.
#[path = "../../../tests/it/kit/pack.rs"]
mod pack;
mod run;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use case::{Case, Seed};
use run::Bench;

/// After this many, the rest is likely the same.
const MOST_FAILURES: usize = 20;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let mut next = || arguments.next();
    let [program, limit] = [(); 2].map(|()| next().expect("PROGRAM SECONDS|runs=N|splits [FIRST]"));
    let first = next().map_or(0, |number| number.parse().expect("the number of a case"));
    let seeds = seeds();
    let mut trial = Trial { bench: Bench::new(Path::new(&program)), cases: 0, failures: 0 };
    for path in files(&folder("regressions/command")) {
        let case = Case::kept(&fs::read(&path).expect("a regression can be read"));
        trial.hold(&path.file_name().unwrap_or_default().to_string_lossy(), &case, Splits::Some(0));
    }
    let start = Instant::now();
    if limit == "splits" {
        for (number, seed) in (0..).zip(&seeds) {
            trial.hold(&format!("seed-{number}"), &Case::of_seed(seed), Splits::All);
        }
    } else {
        let is_over: Box<dyn Fn(u64) -> bool> = match limit.strip_prefix("runs=") {
            Some(runs) => {
                let runs: u64 = runs.parse().expect("a number of runs");
                Box::new(move |done| done >= runs)
            }
            None => {
                let time = Duration::from_secs(limit.parse().expect("a number of seconds"));
                Box::new(move |_| start.elapsed() >= time)
            }
        };
        let mut number = first;
        while !is_over(number - first) && trial.failures < MOST_FAILURES {
            trial.hold(&number.to_string(), &Case::numbered(number, &seeds), Splits::Some(number));
            number += 1;
        }
    }
    trial.end()
}

/// How many places the input is split at.
#[derive(Clone, Copy)]
enum Splits {
    /// Every one in the first KiB.
    All,
    /// One, and some reads, chosen by the number.
    Some(u64),
}

struct Trial {
    bench: Bench,
    cases: usize,
    failures: usize,
}

impl Trial {
    fn hold(&mut self, name: &str, case: &Case, splits: Splits) {
        self.cases += 1;
        let Err(what) = self.bench.hold(case, splits) else { return };
        self.failures += 1;
        let artifacts = folder("artifacts/command");
        fs::create_dir_all(&artifacts).expect("a folder can be made");
        let path = artifacts.join(name);
        fs::write(&path, case.to_keep()).expect("a file can be written");
        println!("{}: urisift {}: {what}", path.display(), case.arguments.join(" "));
    }

    fn end(self) -> ExitCode {
        let Trial { bench, cases, failures } = self;
        println!("command: {cases} cases, {} runs, {failures} failures", bench.runs());
        if failures == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// What is in a folder, if there is one.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths
}

fn seeds() -> Vec<Seed> {
    let read = |path: &PathBuf| Seed {
        kind: path
            .parent()
            .and_then(Path::file_name)
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned(),
        bytes: fs::read(path).expect("a seed can be read"),
    };
    files(&folder("seeds")).iter().flat_map(|kind| files(kind)).map(|path| read(&path)).collect()
}

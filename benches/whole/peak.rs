//! The most memory that the command has.
//!
//! The system knows the most that any child of a process ever had, and counts what the process
//! itself had when it started the child. So each command is started by a small process that starts
//! nothing else: this program again.

use std::ffi::OsString;

use crate::commands::{Line, Threads, Tools, default_threads, this_program};
use crate::corpora::Corpus;
use crate::measure::{self, Whose};

/// What it had while it searched a corpus.
pub struct Peak {
    pub mebibytes: f64,
    pub threads: usize,
}

impl Peak {
    pub fn per_thread(&self) -> f64 {
        self.mebibytes / self.threads as f64
    }
}

pub fn of(tools: &Tools, corpus: &Corpus) -> Peak {
    let line = tools.urisift(Threads::Default, &corpus.file);
    let output = Line::new(this_program()).command().arg("peak").args(line.words()).output();
    let output = output.expect("this program again");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let kibibytes: f64 = String::from_utf8_lossy(&output.stdout).trim().parse().unwrap();
    Peak { mebibytes: kibibytes / 1024.0, threads: default_threads() }
}

/// In the small process: runs the command, and prints its KiB.
pub fn print(words: Vec<OsString>) {
    measure::command(&Line::from_words(words), |_| {});
    println!("{}", measure::usage(Whose::Children).peak_kib);
}

//! Shared by several tests: reads the cases, and searches a text in every possible way.
#![allow(dead_code)] // Each test uses a part of it.

pub mod case;
pub mod generate;
pub mod pseudo_code;

use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use urisift::{Extractor, Found, Options};

/// A reader that returns at most `size` bytes at a time.
pub struct Drip<'a> {
    pub data: &'a [u8],
    pub size: usize,
}

impl Read for Drip<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.size.min(buffer.len()).min(self.data.len());
        buffer[..count].copy_from_slice(&self.data[..count]);
        self.data = &self.data[count..];
        Ok(count)
    }
}

/// All finds of a text in memory.
pub fn by_slice(text: &[u8], options: &Options) -> Vec<Found<'static>> {
    Extractor::new(options.clone()).find_iter(text).map(Found::into_owned).collect()
}

/// All finds of a text that is read `size` bytes at a time.
pub fn by_reads(text: &[u8], size: usize, options: &Options) -> Vec<Found<'static>> {
    by_reader(Drip { data: text, size }, options)
}

/// All finds of a text that is read in two pieces.
pub fn by_split(text: &[u8], at: usize, options: &Options) -> Vec<Found<'static>> {
    by_reader(text[..at].chain(&text[at..]), options)
}

fn by_reader(reader: impl Read, options: &Options) -> Vec<Found<'static>> {
    let mut found = Vec::new();
    Extractor::new(options.clone()).find_in_reader(reader, keep_in(&mut found)).unwrap();
    found
}

/// All finds of a text that is pushed in pieces of `size` bytes.
pub fn by_pushes(text: &[u8], size: usize, options: &Options) -> Vec<Found<'static>> {
    let mut found = Vec::new();
    let mut feeder = Extractor::new(options.clone()).feeder();
    for piece in text.chunks(size) {
        assert!(feeder.push(piece, keep_in(&mut found)).is_continue());
    }
    assert!(feeder.finish(keep_in(&mut found)).is_continue());
    found
}

/// A sink that keeps every find.
pub fn keep_in(found: &mut Vec<Found<'static>>) -> impl FnMut(&Found<'_>) -> ControlFlow<()> {
    |find| {
        found.push(find.clone().into_owned());
        ControlFlow::Continue(())
    }
}

/// How much a test does: what `cargo test` has time for, or all with `URISIFT_TESTS=long`.
pub fn amount(usual: usize, long: usize) -> usize {
    match std::env::var_os("URISIFT_TESTS") {
        Some(tests) if tests == "long" => long,
        _ => usual,
    }
}

/// A path in the project. The crate that is built may be in a subfolder.
pub fn project(path: &str) -> PathBuf {
    let mut folders = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    folders.find(|folder| folder.join("corpora").is_dir()).unwrap().join(path)
}

/// Real text that is beside the project on some machines, unpacked; `None`, with a message, if it is
/// missing.
pub fn shared(name: &str) -> Option<Vec<u8>> {
    let path = project(&format!("../shared/corpora/{name}.zst"));
    if !path.exists() {
        eprintln!("skipped: {} is not here", path.display());
        return None;
    }
    let out = std::process::Command::new("zstd").arg("-dcq").arg(&path).output();
    match out {
        Ok(out) if out.status.success() => Some(out.stdout),
        _ => {
            eprintln!("skipped: zstd could not unpack {}", path.display());
            None
        }
    }
}

/// A file of facts beside the project; prints a message if it is missing.
pub fn shared_file(name: &str) -> Option<String> {
    let path = project(&format!("../shared/{name}"));
    let text = std::fs::read_to_string(&path).ok();
    if text.is_none() {
        eprintln!("skipped: {} is not here", path.display());
    }
    text
}

//! Programs in C, linked with the static library and under the sanitizers.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::{SYSTEM, compile, file, is_here, library, project, sanitizers};

/// A program of one source; `None` if there is no compiler.
fn compiled(source: &str, folder: &Path) -> Option<PathBuf> {
    if !is_here("cc") {
        return None;
    }
    let program = folder.join("program");
    let mut cc = Command::new("cc");
    cc.args(["-std=c11", "-g", concat!("-DVERSION=\"", env!("CARGO_PKG_VERSION"), "\"")]);
    cc.args(sanitizers(folder))
        .arg(file(source))
        .arg("-o")
        .arg(&program)
        .arg(library())
        .args(SYSTEM);
    compile(&mut cc);
    Some(program)
}

/// What a program prints.
fn printed(program: &mut Command) -> Vec<u8> {
    let output = program.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

/// What the example is expected to print.
fn finds(text: &[u8]) -> Vec<u8> {
    let extractor = urisift::Extractor::builder().www(true).build();
    let lines = extractor.find_iter(text).map(|found| {
        let place = format!("{} {} ", found.span().start, found.span().end);
        [place.as_bytes(), found.uri(), b"\n"].concat()
    });
    lines.flatten().collect()
}

fn texts(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { texts(&path, into) } else { into.push(path) }
    }
}

#[test]
fn the_example_finds_what_the_library_finds() {
    let folder = TempDir::new().unwrap();
    let Some(program) = compiled("examples/find.c", folder.path()) else { return };
    let mut paths = Vec::new();
    texts(&project("corpora"), &mut paths);
    assert!(paths.len() > 30);
    for path in paths {
        let text = fs::read(&path).unwrap();
        let expected = finds(&text);
        // Whole, and in pieces that cut everything.
        for chunk in ["1000000", "1", "2", "3", "4", "5", "6", "7"] {
            let printed = printed(Command::new(&program).arg(&path).arg(chunk));
            assert!(printed == expected, "{}: {chunk}", path.display());
        }
    }
    let path = project("corpora/mail/list.mbox");
    let expected = finds(&fs::read(&path).unwrap());
    assert!(printed(Command::new(&program).stdin(File::open(path).unwrap())) == expected);
    assert_eq!(Command::new(&program).arg("/nowhere").output().unwrap().status.code(), Some(2));
}

#[test]
fn every_function_keeps_its_word() {
    let folder = TempDir::new().unwrap();
    if let Some(program) = compiled("tests/c/abi.c", folder.path()) {
        printed(&mut Command::new(program));
    }
}

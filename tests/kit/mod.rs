//! Shared by several tests: reads the cases, and searches a text in every possible way.
#![allow(dead_code)] // Each test uses a part of it.

mod amount;
pub mod case;
pub mod generate;
pub mod laws;
mod pieces;
pub mod pseudo_code;
mod random;
mod ways;

use std::path::{Path, PathBuf};

pub use amount::amount;
pub use pieces::pieces;
pub use ways::{Drip, by_pushes, by_reads, by_slice, by_split, keep_in};

/// Whether a tool is here and works; prints a message if not. One that `URISIFT_TOOLS` names, with spaces between the
/// names, has to: CI has installed it.
pub fn has(tool: &[&str]) -> bool {
    let mut tried = std::process::Command::new(tool[0]);
    let tried = tried.args(&tool[1..]).stdin(std::process::Stdio::null()).output();
    let works = tried.is_ok_and(|output| output.status.success());
    let needed = std::env::var("URISIFT_TOOLS").unwrap_or_default();
    assert!(works || !needed.split(' ').any(|name| name == tool[0]), "{tool:?} does not work");
    if !works {
        eprintln!("skipped: {} does not work here", tool[0]);
    }
    works
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
    let unpack = || std::process::Command::new("zstd").arg("-dcq").arg(&path).output().unwrap();
    has(&["zstd", "--version"]).then(|| unpack().stdout)
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

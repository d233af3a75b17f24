//! The folder of what is made for the bench, and what in it can be used again.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

/// `whole` in the target folder, wherever that is.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("whole")
}

/// What a thing is made of. It stands beside the thing, and says whether that can be used again.
pub struct Stamp(String);

impl Stamp {
    pub fn of(parts: &[impl Hash]) -> Self {
        let mut hasher = DefaultHasher::new();
        parts.hash(&mut hasher);
        Self(format!("{:016x}\n", hasher.finish()))
    }
}

/// The path of a thing that `make` has made, now or earlier of the same.
pub fn kept(name: &str, stamp: &Stamp, make: impl FnOnce(&Path)) -> PathBuf {
    let path = folder().join(name);
    let note = folder().join(format!("{name}.from"));
    if path.exists() && fs::read_to_string(&note).is_ok_and(|text| text == stamp.0) {
        return path;
    }
    eprintln!("making {}", path.display());
    fs::create_dir_all(folder()).unwrap();
    // What is cut short must not look whole: the note goes first, and comes last.
    let _ = fs::remove_file(&note);
    make(&path);
    fs::write(&note, &stamp.0).unwrap();
    path
}

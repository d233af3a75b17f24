//! What is measured in memory, on one thread.

use std::fs;
use std::hint::black_box;
use std::path::Path;

/// A file as UTF-8, since the rival wants that; all get the same bytes.
pub fn text(file: &Path) -> String {
    let bytes = fs::read(file).unwrap();
    String::from_utf8(bytes).unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into_owned())
}

/// Everything: candidates, context, records.
pub fn find_iter(text: &str) -> usize {
    urisift::find_iter(black_box(text.as_bytes())).count()
}

/// The limit of a scan by one byte: the positions of all colons.
pub fn colons(text: &str) -> usize {
    let colons = memchr::memchr_iter(b':', black_box(text.as_bytes()));
    colons.map(|at| _ = black_box(at)).count()
}

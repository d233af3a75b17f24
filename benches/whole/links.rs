//! The crate `linkify`, the rival in memory, and a command made of it.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use linkify::{LinkFinder, LinkKind};

/// It looks for `scheme://` only.
fn finder() -> LinkFinder {
    let mut finder = LinkFinder::new();
    finder.kinds(&[LinkKind::Url]).url_must_have_scheme(true);
    finder
}

pub fn count(text: &str) -> usize {
    finder().links(text).count()
}

/// Prints the links of a file, one a line. The crate wants the whole text, and as UTF-8.
///
/// # Errors
/// Where the file cannot be read, or the output fails.
pub fn print(file: &Path) -> io::Result<()> {
    let bytes = fs::read(file)?;
    let text = String::from_utf8_lossy(&bytes);
    let mut out = BufWriter::new(io::stdout().lock());
    for link in finder().links(&text) {
        writeln!(out, "{}", link.as_str())?;
    }
    out.flush()
}

//! One URI a line, with its place in front where that is asked for.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::{Dress, Report, Wish, path_bytes};
use crate::found::Found;

/// Plain text.
#[derive(Default)]
pub(crate) struct Text {
    /// Put the path in front.
    pub path: bool,
    /// Put the line in front.
    pub line: bool,
    /// Put the byte offset in front.
    pub offset: bool,
    /// End records and paths with NUL.
    pub null: bool,
    /// What is made of a URI.
    pub dress: Dress,
    /// The source.
    pub source: PathBuf,
}

impl Report for Text {
    fn begin(&mut self, path: &Path) {
        self.source = path.to_owned();
    }

    fn found(&mut self, found: &Found<'_>, out: &mut dyn Write) -> io::Result<Wish> {
        if self.path {
            out.write_all(path_bytes(&self.source))?;
            out.write_all(if self.null { b"\0" } else { b":" })?;
        }
        if let (true, Some(position)) = (self.line, found.position()) {
            write!(out, "{}:", position.line)?;
        }
        if self.offset {
            write!(out, "{}:", found.span().start)?;
        }
        out.write_all(&self.dress.printed(found))?;
        out.write_all(if self.null { b"\0" } else { b"\n" })?;
        Ok(Wish::More)
    }
}

//! How many finds a source has, and which sources have any.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::{End, Report, Wish, path_bytes};
use crate::found::Found;

/// One number a source.
pub(crate) struct Counts {
    /// Put the path in front.
    pub path: bool,
    /// End records and paths with NUL.
    pub null: bool,
    source: PathBuf,
    count: u64,
}

impl Counts {
    pub fn new(path: bool, null: bool) -> Self {
        Counts { path, null, source: PathBuf::new(), count: 0 }
    }
}

impl Report for Counts {
    fn begin(&mut self, path: &Path) {
        self.source = path.to_owned();
        self.count = 0;
    }

    fn found(&mut self, _: &Found<'_>, _: &mut dyn Write) -> io::Result<Wish> {
        self.count += 1;
        Ok(Wish::More)
    }

    fn finish(&mut self, _: End, out: &mut dyn Write) -> io::Result<()> {
        if self.path {
            out.write_all(path_bytes(&self.source))?;
            out.write_all(if self.null { b"\0" } else { b":" })?;
        }
        write!(out, "{}", self.count)?;
        out.write_all(if self.null { b"\0" } else { b"\n" })
    }
}

/// The paths of the sources with finds, or of those without.
pub(crate) struct Paths {
    /// Those without.
    pub without: bool,
    /// End paths with NUL.
    pub null: bool,
    source: PathBuf,
    any: bool,
}

impl Paths {
    pub fn new(without: bool, null: bool) -> Self {
        Paths { without, null, source: PathBuf::new(), any: false }
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(path_bytes(&self.source))?;
        out.write_all(if self.null { b"\0" } else { b"\n" })
    }
}

impl Report for Paths {
    fn begin(&mut self, path: &Path) {
        self.source = path.to_owned();
        self.any = false;
    }

    fn found(&mut self, _: &Found<'_>, out: &mut dyn Write) -> io::Result<Wish> {
        self.any = true;
        if !self.without {
            self.write(out)?;
        }
        Ok(Wish::NextSource)
    }

    /// Of a source that could not be read, nobody knows that it has none.
    fn finish(&mut self, end: End, out: &mut dyn Write) -> io::Result<()> {
        if self.without && !self.any && end == End::Whole { self.write(out) } else { Ok(()) }
    }
}

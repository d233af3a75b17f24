//! What is written for a find: one file a format.

mod count;
mod dress;
mod jsonl;
mod judgement;
mod text;

use std::io::{self, Write};
use std::path::Path;

use crate::found::Found;

pub(crate) use count::{Counts, Paths};
pub(crate) use dress::Dress;
pub(crate) use jsonl::{Bytes, JsonLines, Judged};
pub(crate) use judgement::{CautionRecord, FaultRecord, names};
pub(crate) use text::Text;

/// Writes records. Everything is told in the order of the input.
pub(crate) trait Report {
    /// A source begins.
    fn begin(&mut self, _path: &Path) {}

    /// A URI was found in the source that began last.
    ///
    /// # Errors
    /// What the output says.
    fn found(&mut self, found: &Found<'_>, out: &mut dyn Write) -> io::Result<Wish>;

    /// The source that began last has ended.
    ///
    /// # Errors
    /// What the output says.
    fn finish(&mut self, _end: End, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }
}

/// How a source ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// All of it was read, or as much as was wanted.
    Whole,
    /// It could not be read to its end.
    Broken,
}

/// What a report wants to see next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    /// The next find.
    More,
    /// No further find of this source.
    NextSource,
    /// Nothing at all.
    Nothing,
}

/// Says nothing, and is content with one find.
pub(crate) struct Quiet;

impl Report for Quiet {
    fn found(&mut self, _: &Found<'_>, _: &mut dyn Write) -> io::Result<Wish> {
        Ok(Wish::Nothing)
    }
}

/// The bytes of a path as the system has them.
pub(crate) fn path_bytes(path: &Path) -> &[u8] {
    path.as_os_str().as_encoded_bytes()
}

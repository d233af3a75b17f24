//! Writes records to a file, compressed or not.

use std::io::{self, Write};
use std::path::Path;

use super::draft::Draft;
use super::packing::{Packer, Packing};
use crate::record::Sink;

/// A file that takes records as they are, and appears once complete.
pub(crate) struct InFile {
    draft: Draft,
    packer: Box<dyn Packer>,
}

impl InFile {
    /// Creates a draft of the file; the file itself is not touched yet.
    ///
    /// # Errors
    /// Any error of the system, or if this build lacks the compression.
    pub fn new(path: &Path, packing: Option<Packing>) -> io::Result<Self> {
        let draft = Draft::of(path)?;
        let file = draft.file().try_clone()?;
        let packer = match packing {
            Some(packing) => packing.into_file(file)?,
            None => Box::new(file),
        };
        Ok(InFile { draft, packer })
    }
}

impl Sink for InFile {
    fn take(&mut self, records: &[u8]) -> io::Result<()> {
        self.packer.write_all(records).map_err(|error| self.draft.failed(error))
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        self.packer.end().map_err(|error| self.draft.failed(error))?;
        self.draft.publish()
    }
}

//! Records into a file, compressed or not.

use std::io::{self, Write};
use std::path::Path;

use super::Sink;
use super::draft::Draft;
use super::packing::{Packer, Packing};

/// A file that takes records as they are, and is there once all of them are.
pub(crate) struct InFile {
    draft: Draft,
    packer: Box<dyn Packer>,
}

impl InFile {
    /// A draft of the file; nothing is in its place yet.
    ///
    /// # Errors
    /// What the system says; and where this build cannot compress so.
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

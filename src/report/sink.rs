//! Where records go.

use std::io::{self, Write};

/// Takes records, whole ones, in the order of the input.
pub(crate) trait Sink: Send {
    /// Takes some.
    ///
    /// # Errors
    /// Where they cannot be written; nothing more is to be given then.
    fn take(&mut self, records: &[u8]) -> io::Result<()>;

    /// There are no more. What was begun is put in its place; without this, it is thrown away.
    ///
    /// # Errors
    /// Where it cannot be written.
    fn finish(self: Box<Self>) -> io::Result<()> {
        Ok(())
    }
}

/// Writes records as they are, each piece at once.
pub(crate) struct Plain<W>(pub W);

impl<W: Write + Send> Sink for Plain<W> {
    fn take(&mut self, records: &[u8]) -> io::Result<()> {
        self.0.write_all(records)?;
        self.0.flush()
    }
}

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

/// Puts the names of columns, or whatever else comes first, before the first record; before none too.
pub(crate) struct Headed {
    /// What comes first, until it is written.
    head: Option<Vec<u8>>,
    sink: Box<dyn Sink>,
}

impl Headed {
    pub fn new(head: Vec<u8>, sink: Box<dyn Sink>) -> Self {
        Headed { head: Some(head), sink }
    }

    fn write_head(&mut self) -> io::Result<()> {
        self.head.take().map_or(Ok(()), |head| self.sink.take(&head))
    }
}

impl Sink for Headed {
    fn take(&mut self, records: &[u8]) -> io::Result<()> {
        self.write_head()?;
        self.sink.take(records)
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.write_head()?;
        self.sink.finish()
    }
}

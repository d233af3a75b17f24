//! Where records go.

use std::io::{self, Write};

use super::Item;

/// Takes whole records in the order of the input.
pub trait Sink: Send {
    /// Takes records.
    ///
    /// # Errors
    /// If they cannot be written. No more may be passed then.
    fn take(&mut self, records: &[u8]) -> io::Result<()>;

    /// Takes typed records, and problems between them.
    ///
    /// # Errors
    /// If they cannot be handed on.
    fn take_items(&mut self, _: Vec<Item>) -> io::Result<()> {
        Ok(())
    }

    /// Ends the output. Puts what was begun in its place; without this, it is discarded.
    ///
    /// # Errors
    /// If it cannot be written.
    fn finish(self: Box<Self>) -> io::Result<()> {
        Ok(())
    }

    /// Ends the output of a search that has failed. What is whole by itself is given, as rows are, and the rest is
    /// discarded, as counts are.
    ///
    /// # Errors
    /// If it cannot be written.
    fn end_early(self: Box<Self>) -> io::Result<()> {
        Ok(())
    }
}

/// Writes records as they are, and flushes at once.
pub struct Plain<W>(pub W);

impl<W: Write + Send> Sink for Plain<W> {
    fn take(&mut self, records: &[u8]) -> io::Result<()> {
        self.0.write_all(records)?;
        self.0.flush()
    }
}

/// Writes the column names, or another header, before the first record, even if there is none.
pub struct Headed {
    /// The header, until it is written.
    head: Option<Vec<u8>>,
    sink: Box<dyn Sink>,
}

impl Headed {
    /// Writes `head` first.
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

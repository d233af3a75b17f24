//! The HTML report next to another output: each find goes to both writers.

use std::io;
use std::ops::ControlFlow;
use std::path::Path;

use super::notes::NoteWriter;
use crate::found::Found;
use crate::problem::{Problem, Severity};
use crate::record::{Metadata, RecordWriter, Sink, Skip, Total, Unpack, pack_record};
use crate::span::Origin;

/// Writes each record, and then a note for the page, for [`TeeSink`].
pub struct TeeWriter {
    /// Writes the records.
    pub writer: Box<dyn RecordWriter>,
    /// Writes the notes.
    pub notes: NoteWriter,
    /// Whether the writer gets the text around finds, which the page always does.
    pub has_context: bool,
}

impl RecordWriter for TeeWriter {
    /// The page still wants finds when the writer has enough.
    fn found(
        &self,
        origin: &Origin<'_>,
        found: &Found<'_>,
        out: &mut Vec<u8>,
    ) -> ControlFlow<Skip> {
        let context = origin.context.filter(|_| self.has_context);
        let seen = Origin { context, ..*origin };
        pack_record(out, |out| _ = self.writer.found(&seen, found, out));
        pack_record(out, |out| _ = self.notes.found(origin, found, out));
        ControlFlow::Continue(())
    }

    fn problem(&self, problem: &Problem, severity: Severity, out: &mut Vec<u8>) {
        pack_record(out, |out| self.writer.problem(problem, severity, out));
        pack_record(out, |out| self.notes.problem(problem, severity, out));
    }

    fn finish(&self, source: &Path, total: Total, out: &mut Vec<u8>) {
        pack_record(out, |out| self.writer.finish(source, total, out));
        pack_record(out, |out| self.notes.finish(source, total, out));
    }

    fn metadata(&self) -> Metadata {
        self.writer.metadata().or(self.notes.metadata())
    }
}

/// Passes each sink the records that [`TeeWriter`] has written for it. If the writer's sink fails, the page
/// is written all the same.
pub struct TeeSink {
    /// The sink of the writer, or why it has failed.
    writer: Result<Box<dyn Sink>, io::Error>,
    page: Box<dyn Sink>,
    /// Records of each, to be passed on together.
    records: [Vec<u8>; 2],
}

impl TeeSink {
    /// The sinks of the records and of the notes.
    pub fn new(writer: Box<dyn Sink>, page: Box<dyn Sink>) -> Self {
        TeeSink { writer: Ok(writer), page, records: Default::default() }
    }
}

impl Sink for TeeSink {
    fn take(&mut self, packed: &[u8]) -> io::Result<()> {
        self.records.iter_mut().for_each(Vec::clear);
        let [records, notes] = &mut self.records;
        let mut packed = Unpack(packed);
        while let Some(record) = packed.record() {
            records.extend_from_slice(record);
            notes.extend_from_slice(packed.record().unwrap_or_default());
        }
        if let Ok(writer) = &mut self.writer
            && !records.is_empty()
            && let Err(error) = writer.take(records)
        {
            self.writer = Err(error);
        }
        if notes.is_empty() { Ok(()) } else { self.page.take(notes) }
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        let TeeSink { writer, page, .. } = *self;
        let done = writer.and_then(|writer| writer.finish());
        page.finish()?;
        done
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    /// Takes records, or fails.
    struct Taken(Option<Arc<Mutex<Vec<u8>>>>);

    impl Sink for Taken {
        fn take(&mut self, records: &[u8]) -> io::Result<()> {
            let taken = self.0.as_ref().ok_or(io::ErrorKind::BrokenPipe)?;
            taken.lock().unwrap().extend_from_slice(records);
            Ok(())
        }
    }

    #[test]
    fn the_page_is_written_whether_or_not_the_other_output_fails() {
        let mut packed = Vec::new();
        for text in ["a", "1", "", "2", "b", "", "", "", "", "3"] {
            pack_record(&mut packed, |out| out.extend_from_slice(text.as_bytes()));
        }
        for fails in [false, true] {
            let [records, notes] = [(); 2].map(|()| Arc::new(Mutex::new(Vec::new())));
            let sink = Taken((!fails).then(|| Arc::clone(&records)));
            let page = Taken(Some(Arc::clone(&notes)));
            let mut tee = Box::new(TeeSink::new(Box::new(sink), Box::new(page)));
            tee.take(&packed).unwrap();
            tee.take(&packed).unwrap();
            assert_eq!(tee.finish().is_err(), fails);
            assert_eq!(*notes.lock().unwrap(), b"123123");
            assert_eq!(*records.lock().unwrap(), if fails { &b""[..] } else { b"abab" });
        }
    }
}

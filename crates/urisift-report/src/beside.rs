//! The HTML report beside another output: each find goes to both writers.

use std::io;
use std::ops::ControlFlow;
use std::path::Path;

use super::notes::Notes;
use crate::found::Found;
use crate::problem::Problem;
use crate::record::Unpack;
use crate::record::{RecordWriter, Sink, Skip, Total};
use crate::span::Origin;

/// A writer, and notes for the page.
pub struct Both {
    /// Writes the records.
    pub writer: Box<dyn RecordWriter>,
    /// Writes the notes.
    pub notes: Notes,
    /// Whether the writer gets the text around finds, which the page always does.
    pub has_context: bool,
}

/// Whose records follow.
const REPORT: u8 = 0;
const NOTES: u8 = 1;

impl RecordWriter for Both {
    /// The page still wants finds when the writer has enough.
    fn found(
        &self,
        origin: &Origin<'_>,
        found: &Found<'_>,
        out: &mut Vec<u8>,
    ) -> ControlFlow<Skip> {
        let context = origin.context.filter(|_| self.has_context);
        let seen = Origin { context, ..*origin };
        pack(REPORT, out, |out| _ = self.writer.found(&seen, found, out));
        pack(NOTES, out, |out| _ = self.notes.found(origin, found, out));
        ControlFlow::Continue(())
    }

    fn problem(&self, problem: &Problem, out: &mut Vec<u8>) {
        pack(REPORT, out, |out| self.writer.problem(problem, out));
        pack(NOTES, out, |out| self.notes.problem(problem, out));
    }

    fn finish(&self, source: &Path, total: Total, out: &mut Vec<u8>) {
        pack(REPORT, out, |out| self.writer.finish(source, total, out));
        pack(NOTES, out, |out| self.notes.finish(source, total, out));
    }
}

/// Packs what is written, prefixed with its length, unless it is empty.
fn pack(whose: u8, out: &mut Vec<u8>, write: impl FnOnce(&mut Vec<u8>)) {
    let head = out.len();
    out.push(whose);
    let start = out.len() + size_of::<u64>();
    out.extend_from_slice(&[0; size_of::<u64>()]);
    write(out);
    let len = (out.len() - start) as u64;
    match len {
        0 => out.truncate(head),
        _ => out[head + 1..start].copy_from_slice(&len.to_le_bytes()),
    }
}

/// Passes each sink the records that [`Both`] has written for it. If the writer's sink fails, the page
/// is written all the same.
pub struct Split {
    /// The sink of the writer, or why it has failed.
    writer: Result<Box<dyn Sink>, io::Error>,
    page: Box<dyn Sink>,
    /// Records of each, to be passed on together.
    records: [Vec<u8>; 2],
}

impl Split {
    /// The sinks of the records and of the notes.
    pub fn new(writer: Box<dyn Sink>, page: Box<dyn Sink>) -> Self {
        Split { writer: Ok(writer), page, records: Default::default() }
    }
}

impl Sink for Split {
    fn take(&mut self, records: &[u8]) -> io::Result<()> {
        let mut packed = Unpack(records);
        while let Some([whose]) = packed.array() {
            let len = packed.array().map(u64::from_le_bytes);
            let bytes = len.and_then(|len| packed.bytes(len)).unwrap_or_default();
            self.records[usize::from(whose == NOTES)].extend_from_slice(bytes);
        }
        let [of_report, of_page] = &mut self.records;
        if let Ok(report) = &mut self.writer
            && !of_report.is_empty()
            && let Err(error) = report.take(of_report)
        {
            self.writer = Err(error);
        }
        of_report.clear();
        if !of_page.is_empty() {
            self.page.take(of_page)?;
            of_page.clear();
        }
        Ok(())
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        let Split { writer, page, .. } = *self;
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
    fn the_page_is_written_whatever_becomes_of_the_report() {
        let mut records = Vec::new();
        for (whose, text) in [(REPORT, "a"), (NOTES, "1"), (NOTES, ""), (REPORT, "b"), (NOTES, "2")]
        {
            pack(whose, &mut records, |out| out.extend_from_slice(text.as_bytes()));
        }
        for fails in [false, true] {
            let [report, page] = [(); 2].map(|()| Arc::new(Mutex::new(Vec::new())));
            let sink = Taken((!fails).then(|| Arc::clone(&report)));
            let page_sink = Taken(Some(Arc::clone(&page)));
            let mut split = Box::new(Split::new(Box::new(sink), Box::new(page_sink)));
            split.take(&records).unwrap();
            split.take(&records).unwrap();
            assert_eq!(split.finish().is_err(), fails);
            assert_eq!(*page.lock().unwrap(), b"1212");
            assert_eq!(*report.lock().unwrap(), if fails { &b""[..] } else { b"abab" });
        }
    }
}

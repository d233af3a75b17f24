//! Finds under the path of their source: each path is a line above its finds, with an empty line before it.

use std::io;
use std::ops::ControlFlow;

use super::paint::Looks;
use super::text::push_path;
use crate::found::Found;
use crate::record::{RecordWriter, Sink, Skip, Unpack, pack_text};
use crate::span::Origin;

/// Packs the records of another writer with their paths, for [`Headings`].
pub(crate) struct ByPath {
    pub writer: Box<dyn RecordWriter>,
    /// How paths look on a terminal.
    pub looks: Option<Looks>,
}

impl RecordWriter for ByPath {
    fn found(
        &self,
        origin: &Origin<'_>,
        found: &Found<'_>,
        out: &mut Vec<u8>,
    ) -> ControlFlow<Skip> {
        let (mut path, mut record) = (Vec::new(), Vec::new());
        push_path(origin.path, &self.looks, &mut path);
        let flow = self.writer.found(origin, found, &mut record);
        pack_text(&path, out);
        pack_text(&record, out);
        flow
    }

    fn wants_all(&self) -> bool {
        self.writer.wants_all()
    }
}

/// Writes packed records, each path once above those that follow each other.
pub(crate) struct Headings {
    /// The last path, if any.
    path: Option<Vec<u8>>,
    /// What ends a path: a line feed or NUL.
    end: u8,
    sink: Box<dyn Sink>,
}

impl Headings {
    pub fn new(end: u8, sink: Box<dyn Sink>) -> Self {
        Headings { path: None, end, sink }
    }

    /// Writes the path, unless it is the last one.
    fn head(&mut self, path: &[u8], out: &mut Vec<u8>) {
        if self.path.as_deref() == Some(path) {
            return;
        }
        out.extend(self.path.replace(path.to_vec()).map(|_| self.end));
        out.extend_from_slice(path);
        out.push(self.end);
    }
}

impl Sink for Headings {
    fn take(&mut self, records: &[u8]) -> io::Result<()> {
        let (mut packed, mut out) = (Unpack(records), Vec::with_capacity(records.len()));
        while let Some((path, record)) = packed.text().zip(packed.text()) {
            self.head(path, &mut out);
            out.extend_from_slice(record);
        }
        self.sink.take(&out)
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        self.sink.finish()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    /// Keeps what it takes.
    struct Kept(Arc<Mutex<Vec<u8>>>);

    impl Sink for Kept {
        fn take(&mut self, records: &[u8]) -> io::Result<()> {
            self.0.lock().unwrap().extend_from_slice(records);
            Ok(())
        }
    }

    #[test]
    fn a_path_stands_once_above_its_records() {
        let kept = Arc::new(Mutex::new(Vec::new()));
        let mut headings = Headings::new(b'\n', Box::new(Kept(Arc::clone(&kept))));
        for records in [&[("a", "1\n"), ("a", "2\n")][..], &[("a", "3\n"), ("b", "4\n")]] {
            let mut packed = Vec::new();
            for (path, record) in records {
                pack_text(path.as_bytes(), &mut packed);
                pack_text(record.as_bytes(), &mut packed);
            }
            headings.take(&packed).unwrap();
        }
        Box::new(headings).finish().unwrap();
        assert_eq!(kept.lock().unwrap().as_slice(), b"a\n1\n2\n3\n\nb\n4\n");
    }
}

//! For tests: made-up finds, a sink that keeps what it is given, and plain writers.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Arc, Mutex};

use crate::found::Found;
use crate::record::{Plain, RecordWriter, Sink, Skip, Total};
use crate::span::{Origin, Span};

/// The bytes given to a sink.
#[derive(Clone, Default)]
pub struct Taken(Arc<Mutex<Vec<u8>>>);

impl Taken {
    /// The sink.
    pub fn sink(&self) -> Box<dyn Sink> {
        Box::new(Plain(self.clone()))
    }

    pub fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

impl Write for Taken {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A find that starts at that offset.
pub fn found(uri: &[u8], start: u64) -> Found<'_> {
    let span = Span { start, end: start + uri.len() as u64 };
    let scheme_len = uri.iter().position(|b| *b == b':').unwrap_or(0);
    Found::of_link(span, uri, None, scheme_len, false)
}

/// A line for each find: its place if that is asked for, and the URI.
#[derive(Default)]
pub struct Text {
    pub path: bool,
    pub line: bool,
    pub offset: bool,
}

impl RecordWriter for Text {
    fn found(
        &self,
        origin: &Origin<'_>,
        found: &Found<'_>,
        out: &mut Vec<u8>,
    ) -> ControlFlow<Skip> {
        if self.path {
            out.extend_from_slice(format!("{}:", origin.path.display()).as_bytes());
        }
        if let (true, Some(position)) = (self.line, found.position()) {
            out.extend_from_slice(format!("{}:", position.line).as_bytes());
        }
        if self.offset {
            out.extend_from_slice(format!("{}:", found.span().start).as_bytes());
        }
        out.extend_from_slice(found.uri());
        out.push(b'\n');
        ControlFlow::Continue(())
    }
}

/// A line for each source: how many finds it has.
pub struct Counts;

impl RecordWriter for Counts {
    fn found(&self, _: &Origin<'_>, _: &Found<'_>, _: &mut Vec<u8>) -> ControlFlow<Skip> {
        ControlFlow::Continue(())
    }

    fn finish(&self, source: &Path, total: Total, out: &mut Vec<u8>) {
        out.extend_from_slice(format!("{}:{}\n", source.display(), total.finds).as_bytes());
    }
}

/// The paths of the sources with finds; it needs one of each.
pub struct PathLines;

impl RecordWriter for PathLines {
    fn found(&self, _: &Origin<'_>, _: &Found<'_>, _: &mut Vec<u8>) -> ControlFlow<Skip> {
        ControlFlow::Break(Skip::Source)
    }

    fn finish(&self, source: &Path, total: Total, out: &mut Vec<u8>) {
        if total.finds > 0 {
            out.extend_from_slice(format!("{}\n", source.display()).as_bytes());
        }
    }

    fn wants_all(&self) -> bool {
        false
    }
}

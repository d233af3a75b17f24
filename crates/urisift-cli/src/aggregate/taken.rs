//! For tests: made-up finds, and a sink that keeps what it is given.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use crate::found::Found;
use crate::output::{Plain, Sink};
use crate::span::Span;

/// The bytes given to a sink.
#[derive(Clone, Default)]
pub(super) struct Taken(Arc<Mutex<Vec<u8>>>);

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
pub(super) fn found(uri: &[u8], start: u64) -> Found<'_> {
    let span = Span { start, end: start + uri.len() as u64 };
    let scheme_len = uri.iter().position(|b| *b == b':').unwrap_or(0);
    Found::of_link(span, uri, None, scheme_len, false)
}

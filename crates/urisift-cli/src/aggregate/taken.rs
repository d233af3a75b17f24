//! For tests: finds that are made, and a sink that shows what it was given.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use crate::found::Found;
use crate::output::{Plain, Sink};
use crate::span::Span;

/// What a sink was given.
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

/// A find that starts there.
pub(super) fn found(uri: &[u8], start: u64) -> Found<'_> {
    let span = Span { start, end: start + uri.len() as u64 };
    let scheme_len = uri.iter().position(|b| *b == b':').unwrap_or(0);
    Found::of_link(span, uri, None, scheme_len, false)
}

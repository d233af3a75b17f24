//! Every way to search a text.

use std::io::{self, Read};
use std::ops::ControlFlow;

use urisift::{Extractor, Found, Options};

/// A reader that returns at most `size` bytes at a time.
pub struct Drip<'a> {
    pub data: &'a [u8],
    pub size: usize,
}

impl Read for Drip<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.size.min(buffer.len()).min(self.data.len());
        buffer[..count].copy_from_slice(&self.data[..count]);
        self.data = &self.data[count..];
        Ok(count)
    }
}

/// All finds of a text in memory.
pub fn by_slice(text: &[u8], options: &Options) -> Vec<Found<'static>> {
    Extractor::new(options.clone()).find_iter(text).map(Found::into_owned).collect()
}

/// All finds of a text that is read `size` bytes at a time.
pub fn by_reads(text: &[u8], size: usize, options: &Options) -> Vec<Found<'static>> {
    by_reader(Drip { data: text, size }, options)
}

/// All finds of a text that is read in two pieces.
pub fn by_split(text: &[u8], at: usize, options: &Options) -> Vec<Found<'static>> {
    by_reader(text[..at].chain(&text[at..]), options)
}

fn by_reader(reader: impl Read, options: &Options) -> Vec<Found<'static>> {
    let mut found = Vec::new();
    Extractor::new(options.clone()).find_in_reader(reader, keep_in(&mut found)).unwrap();
    found
}

/// All finds of a text that is pushed in pieces of `size` bytes.
pub fn by_pushes(text: &[u8], size: usize, options: &Options) -> Vec<Found<'static>> {
    let mut found = Vec::new();
    let mut feeder = Extractor::new(options.clone()).feeder();
    for piece in text.chunks(size) {
        assert!(feeder.push(piece, keep_in(&mut found)).is_continue());
    }
    assert!(feeder.finish(keep_in(&mut found)).is_continue());
    found
}

/// A sink that keeps every find.
pub fn keep_in(found: &mut Vec<Found<'static>>) -> impl FnMut(&Found<'_>) -> ControlFlow<()> {
    |find| {
        found.push(find.clone().into_owned());
        ControlFlow::Continue(())
    }
}

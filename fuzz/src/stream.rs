//! The laws of what is found in a stream.

use std::io::{self, Read};
use std::ops::ControlFlow;
use std::str;

use urisift::{Extractor, Found, Iri, Options};

use crate::input::Input;

/// A reader that gives at most so many bytes at a time.
struct Drip<'b> {
    bytes: &'b [u8],
    size: usize,
}

impl Read for Drip<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.size.min(buffer.len()).min(self.bytes.len());
        let (now, later) = self.bytes.split_at(count);
        buffer[..count].copy_from_slice(now);
        self.bytes = later;
        Ok(count)
    }
}

fn by_slice(text: &[u8], options: &Options) -> Vec<Found<'static>> {
    Extractor::new(options.clone()).find_iter(text).map(Found::into_owned).collect()
}

fn by_reader(reader: impl Read, options: &Options) -> Vec<Found<'static>> {
    let mut found = Vec::new();
    let extractor = Extractor::new(options.clone());
    extractor
        .read(reader, |f| {
            found.push(f.clone().into_owned());
            ControlFlow::Continue(())
        })
        .expect("memory can be read");
    found
}

/// What is found in memory is lawful, and the same by any reads.
pub fn finds_are_lawful(bytes: &[u8]) {
    let Input { text, options, number } = Input::of(bytes);
    let whole = by_slice(text, &options);
    raw_is_the_source_at_rising_spans(text, &whole, &options);
    whole.iter().for_each(what_is_valid_parses_again);
    any_cuts_give_the_same(text, &whole, options, number);
}

fn any_cuts_give_the_same(text: &[u8], whole: &[Found<'_>], mut options: Options, number: usize) {
    options.read_size = 1 + number * 7;
    // One byte at a time, some, or many.
    let size = [1, 1 + number % 61, 64 + number][number % 3];
    let found = by_reader(Drip { bytes: text, size }, &options);
    assert_eq!(found, whole, "in reads of {size}");
    let (first, second) = text.split_at(text.len() * number / 255);
    assert_eq!(by_reader(first.chain(second), &options), whole, "cut at {}", first.len());
}

fn raw_is_the_source_at_rising_spans(text: &[u8], whole: &[Found<'_>], options: &Options) {
    let mut end = 0;
    for found in whole {
        let span = found.span();
        assert!(end <= span.start && span.start < span.end, "{span} behind {end}");
        end = span.end;
        assert_eq!(found.raw(), &text[span.start as usize..span.end as usize]);
        assert!(found.raw().len() <= options.max_len);
        // It is cut before a character that does not fit, or before its escape: two units at most, each of eight
        // backslashes and `uD83D`.
        let longest = if options.escapes { 26 } else { 4 };
        assert!(!found.is_truncated() || found.raw().len() + longest > options.max_len);
        let position = found.position().expect("positions are asked for");
        let before = &text[..span.start as usize];
        let line = before.iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
        assert_eq!(position.line, 1 + before.iter().filter(|b| **b == b'\n').count() as u64);
        assert_eq!(position.column, 1 + (before.len() - line) as u64);
    }
}

fn what_is_valid_parses_again(found: &Found<'_>) {
    if found.validate().is_ok() {
        // The verdict is that of the first reading.
        let uri = str::from_utf8(found.uri()).expect("what is valid is UTF-8");
        // Text without a scheme is parsed as what may follow one.
        let read = match found.scheme() {
            [] => format!("http://{uri}"),
            _ => uri.to_owned(),
        };
        let iri = Iri::parse(&read);
        assert!(
            iri.as_ref().is_ok_and(|iri| iri.scheme_specific().is_ok()),
            "{iri:?} of {found:?}"
        );
    }
    // None of these may panic, whatever was found.
    let _ =
        (found.scheme_specific().is_ok(), found.editions(), found.cautions(), found.components());
}

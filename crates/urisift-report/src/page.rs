//! The page as a sink.
//!
//! [`NoteWriter`](super::notes::NoteWriter) writes a note of each find, with the text around it. [`PageSink`] sorts the
//! finds by domain, host and URI in bounded memory, and writes the page at the end, in two passes: the first counts
//! everything and judges each URI once ([`counts`](super::counts)), the second writes what the page has room for
//! ([`table`]). `assets` holds what the browser runs; what was found reaches it only as data.

use std::io;
use std::time::Instant;

use super::compare::Comparison;
use super::counts::Counts;
use super::find::ByUri;
use super::notes::Note;
use super::table::{self, TableSize, TableWriter};
use super::{figures, html};
use crate::aggregate::{Names, Sorter, at_the_cost_of, up_to_failure};
use crate::record::{Sink, Unpack};

/// Takes what [`NoteWriter`](super::notes::NoteWriter) writes, and writes the page.
pub struct PageSink {
    finds: Sorter<ByUri>,
    paths: Names,
    messages: Names,
    texts: Names,
    /// Why finds are left out of the table, if any are.
    failure: Option<io::Error>,
    counts: Counts,
    size: TableSize,
    /// The title of the page, harmless.
    title: String,
    started: Instant,
    next: Box<dyn Sink>,
}

impl PageSink {
    /// A page of that title and size, which is written to a sink; sorting takes `memory` bytes, and the
    /// rows of the page some more.
    pub fn new(title: String, size: TableSize, memory: usize, next: Box<dyn Sink>) -> Self {
        PageSink {
            finds: Sorter::new(memory),
            // A small part of the memory.
            paths: Names::new(memory / 16),
            messages: Names::new(memory / 16),
            texts: Names::new(memory / 16),
            failure: None,
            counts: Counts::new(),
            size,
            title,
            started: Instant::now(),
            next,
        }
    }

    /// Like `new`, with what has changed between two inputs. Its notes come from a writer that knows the second one.
    pub fn comparing(mut self, inputs: Comparison) -> Self {
        self.counts.comparison = Some(inputs);
        self
    }

    fn note(&mut self, note: Note<'_>) {
        let stats = &mut self.counts.stats;
        match note {
            Note::Find { path, message, text, time, wrapper, is_folded, mut find } => {
                find.number = stats.finds;
                find.path = self.paths.number(path);
                find.message = self.messages.number(message);
                find.text = self.texts.number(text);
                let scheme = find.uri().get(..find.scheme_len).unwrap_or_default();
                stats.count_unjudged(scheme, wrapper);
                self.counts.times.count(time.map(|time| time / 60));
                self.counts.folded += u64::from(is_folded);
                if let Err(error) = self.finds.push(find) {
                    self.failure.get_or_insert(error);
                }
            }
            Note::Source { bytes, messages, is_broken } => {
                stats.sources += 1;
                stats.broken += u64::from(is_broken);
                stats.bytes += bytes;
                self.counts.messages += messages;
            }
            Note::Problem(what) => self.counts.problems.count(what),
        }
    }
}

impl Sink for PageSink {
    fn take(&mut self, records: &[u8]) -> io::Result<()> {
        let mut packed = Unpack(records);
        while let Some(note) = Note::unpack(&mut packed) {
            self.note(note);
        }
        Ok(())
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        let PageSink {
            finds,
            mut paths,
            mut messages,
            mut texts,
            mut counts,
            size,
            title,
            started,
            mut next,
            ..
        } = *self;
        let (finds, mut unread) = (finds.done(), None);
        let rows = counts.count(up_to_failure(finds.entries(), &mut unread), size.rows);
        let incomplete = |error| at_the_cost_of(error, "the table of the report is incomplete");
        let mut names = [&mut paths, &mut messages, &mut texts];
        let mut lost = || names.iter_mut().find_map(|names| names.take_failure());
        let failure = self.failure.or(unread).map(incomplete).or(lost());
        if let Some(failure) = &failure {
            counts.problems.count(failure.to_string().as_bytes());
        }
        let most = table::most_places(&rows, size.places);
        html::write_head(&title, &mut *next)?;
        html::write_body(
            &html::facts(&counts, started.elapsed()),
            &figures::all(&counts),
            &html::meta(&counts, &rows, most),
            &mut *next,
        )?;
        let mut table = TableWriter::new([&mut paths, &mut messages, &mut texts], most, &mut *next);
        if counts.comparison.is_some() {
            table = table.with_totals();
        }
        // Without a row, there may be no finds that can be read.
        let finds = if rows.is_empty() { None } else { Some(finds.into_entries()?) };
        table.write(finds.into_iter().flatten(), &rows)?;
        html::write_end(&mut *next)?;
        next.finish()?;
        let lost = [paths, messages, texts].iter_mut().find_map(Names::take_failure);
        failure.or(lost).map_or(Ok(()), Err)
    }
}

//! The page as a sink.
//!
//! [`Notes`](super::notes::Notes) writes a note of each find, with the text around it. [`InPage`] sorts the notes by
//! domain, host and URI in bounded memory, and writes the page at the end, in two passes: the first counts everything
//! and judges each URI once ([`survey`](super::survey)), the second writes what the page has room for
//! ([`rows`](super::rows)). `assets` holds what the browser runs; what was found reaches it only as data.

use std::io;
use std::time::Instant;

use super::entry::{ByUri, Entry};
use super::moments::Moments;
use super::note::{Find, Note};
use super::rows::{self, Rows};
use super::survey::{Room, Survey};
use super::totals::{self, Problems, Totals};
use super::{figures, html};
use crate::aggregate::{Names, Sorter, Stats, at_the_cost_of};
use crate::record::{Sink, Unpack};

/// Takes what [`Notes`](super::notes::Notes) writes, and writes the page.
pub struct InPage {
    finds: Sorter<ByUri>,
    names: Names,
    /// Why finds are left out of the table, if any are.
    failure: Option<io::Error>,
    /// How many finds there are, also by scheme and wrapper; they are judged at the end.
    stats: Stats,
    moments: Moments,
    totals: Totals,
    problems: Problems,
    room: Room,
    /// Memory limit for sorting, in bytes.
    memory: usize,
    /// The title of the page, harmless.
    title: String,
    started: Instant,
    next: Box<dyn Sink>,
}

impl InPage {
    /// A page of that title and size, which is written to a sink; sorting takes `memory` bytes, beside the
    /// rows that the page has.
    pub fn new(title: String, room: Room, memory: usize, next: Box<dyn Sink>) -> Self {
        InPage {
            finds: Sorter::new(memory),
            // A small part of the memory.
            names: Names::new(memory / 16),
            failure: None,
            stats: Stats::default(),
            moments: Moments::default(),
            totals: Totals::default(),
            problems: Problems::default(),
            room,
            memory,
            title,
            started: Instant::now(),
            next,
        }
    }

    fn find(&mut self, find: &Find<'_>) {
        let path = self.names.number(find.path);
        if let Err(error) = self.finds.push(Entry::new(find, self.stats.finds, path)) {
            self.failure.get_or_insert(error);
        }
        self.moments.count(find.minute);
        let scheme = find.uri.get(..find.scheme_len as usize).unwrap_or_default();
        self.stats.count_unjudged(scheme, find.traits.wrapper);
    }
}

impl Sink for InPage {
    fn take(&mut self, records: &[u8]) -> io::Result<()> {
        let mut packed = Unpack(records);
        while let Some(note) = Note::unpack(&mut packed) {
            match note {
                Note::Find(find) => self.find(&find),
                Note::Source(source) => self.totals.count(source),
                Note::Problem(what) => self.problems.count(what),
            }
        }
        Ok(())
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        let InPage { finds, mut names, stats, moments, totals, mut problems, .. } = *self;
        let (room, title, started, mut next) = (self.room, self.title, self.started, self.next);
        let (counts, mut kept) = Survey::of(stats, finds.sorted(), room, self.memory)?.finish();
        let incomplete = |error| at_the_cost_of(error, "the table of the report is incomplete");
        let failure = self.failure.or(kept.failure.take()).map(incomplete).or(names.take_failure());
        if let Some(failure) = &failure {
            problems.count(failure.to_string().as_bytes());
        }
        let most = rows::most(&kept.rows, room.places);
        let page = html::Page { title: &title };
        let shown = totals::Shown { totals, counts: &counts, time: started.elapsed() };
        page.write_head(&mut *next)?;
        page.write_body(
            &format!("{}{}", shown.list(), problems.list()),
            &figures::all(&counts, &moments),
            &html::meta(&counts, kept.rows.len(), most),
            &mut *next,
        )?;
        Rows::new(&mut names, most, &mut *next).write(&kept)?;
        page.write_end(&mut *next)?;
        next.finish()?;
        failure.or(names.take_failure()).map_or(Ok(()), Err)
    }
}

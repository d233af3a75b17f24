//! How often each key is found, and where first and last.
//!
//! Keys are counted in memory; where there are too many, what has been counted goes to a temporary file,
//! and is added up at the end.

mod counted;
mod counts;
mod entry;
mod names;
mod table;

use std::io;
use std::num::NonZeroUsize;

use super::sort::{Order, Runs, Sorter, Unpack};
use crate::report::{Rows, Sink};

use counted::Mark;
use counts::Counts;
use entry::{ByAppearance, ByCount, ByKey, Place, Tally};
pub(crate) use names::Names;

pub(crate) use counted::{Counted, Paths};
pub(crate) use table::{Lines, TALLY};

/// So much is given on together, in bytes.
const BLOCK: usize = 64 << 10;

/// Which tallies are wanted, in which order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ranking {
    /// As the keys first appear.
    Appearance,
    /// The most frequent first, those of equal counts as they first appear; so many, or all.
    Count(Option<NonZeroUsize>),
}

/// Takes what [`Counted`] writes, and gives on a row a key: see [`TALLY`].
pub(crate) struct Tallies {
    counts: Counts,
    /// What did not fit.
    runs: Runs<ByKey>,
    names: Names,
    /// How many finds there were.
    finds: u64,
    /// What all of it may take, in bytes.
    memory: usize,
    ranking: Ranking,
    rows: Box<dyn Rows>,
    next: Box<dyn Sink>,
}

impl Tallies {
    pub fn new(ranking: Ranking, memory: usize, rows: Box<dyn Rows>, next: Box<dyn Sink>) -> Self {
        let (counts, runs) = (Counts::default(), Runs::new());
        // A part of it that nobody will miss.
        let names = Names::new(memory / 16);
        Tallies { counts, runs, names, finds: 0, memory, ranking, rows, next }
    }

    fn count(&mut self, mark: &Mark<'_>) -> io::Result<()> {
        let name = self.names.number(mark.path)?;
        let place = Place { name, start: mark.start, line: mark.line };
        match self.counts.find(mark) {
            Some(tally) => tally.count_again(place),
            None => {
                if self.counts.with_one_more(mark) > self.memory {
                    self.runs.add(self.counts.entries())?;
                    self.counts.clear();
                }
                self.counts.insert(mark, Tally::new(mark.key, self.finds, place));
            }
        }
        self.finds += 1;
        Ok(())
    }

    /// All tallies in the order.
    fn give<O: Order<Entry = Tally>>(self, limit: Option<NonZeroUsize>) -> io::Result<()> {
        let Tallies { mut counts, mut runs, mut names, memory, rows, mut next, .. } = self;
        let mut sorter = Sorter::<O>::new(memory).limited(limit);
        if runs.is_empty() {
            sorter.hold(counts.into_entries());
        } else {
            runs.add(counts.entries())?;
            drop(counts);
            runs.merged()?.try_for_each(|tally| sorter.push(tally?))?;
        }
        let mut out = Vec::new();
        rows.head(&TALLY, &mut out);
        for tally in sorter.sorted()? {
            table::write(&tally?, &mut names, &*rows, &mut out)?;
            if out.len() >= BLOCK {
                next.take(&out)?;
                out.clear();
            }
        }
        if !out.is_empty() {
            next.take(&out)?;
        }
        next.finish()
    }
}

impl Sink for Tallies {
    fn take(&mut self, records: &[u8]) -> io::Result<()> {
        let mut packed = Unpack(records);
        while let Some(mark) = Mark::unpack(&mut packed) {
            self.count(&mark)?;
        }
        Ok(())
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        match self.ranking {
            Ranking::Appearance => self.give::<ByAppearance>(None),
            Ranking::Count(limit) => self.give::<ByCount>(limit),
        }
    }
}

#[cfg(test)]
mod tests;

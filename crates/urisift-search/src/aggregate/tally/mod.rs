//! Counts how often each key is found, and where first and last.
//!
//! Keys are counted in memory. If there are too many, the counts go to a temporary file and are added up
//! at the end. If that cannot be written, keys in memory are still counted, and others are left out, which
//! is reported at the end.

mod counted;
mod counts;
mod entry;
mod names;
mod table;

use std::io;
use std::num::NonZeroUsize;

use super::sort::{Runs, SortOrder, Sorter, at_the_cost_of, up_to_failure};
use crate::record::{Rows, Schema, Sink, Unpack};

use counted::Mark;
use counts::Counts;
use entry::{ByAppearance, ByCount, ByKey, Occurrence, Tally};
pub use names::Names;

pub use counted::{Counted, TallyPaths};
pub use table::{Bars, TALLY, TallyLines, bar, tally};

/// Size of a block that is passed on, in bytes.
const BLOCK: usize = 64 << 10;

/// Which tallies are wanted, in which order.
///
/// ```
/// use std::num::NonZeroUsize;
/// use urisift_search::{Event, Key, Ranking, Search};
///
/// let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpora/web");
/// let three = Ranking::MostFrequent(NonZeroUsize::new(3));
/// for event in Search::builder().path(folder).batches().counts(Key::Host, three).build()? {
///     if let Event::Batch(batch) = event? {
///         assert_eq!(batch.rows(), 3);
///     }
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ranking {
    /// In order of first appearance: all, or that many of the most frequent.
    Appearance(Option<NonZeroUsize>),
    /// In the order of the keys, by their bytes: all, or that many of the most frequent.
    Key(Option<NonZeroUsize>),
    /// Most frequent first, equal counts in order of appearance; up to that many, or all.
    MostFrequent(Option<NonZeroUsize>),
}

/// Takes what [`Counted`] writes, and passes on a row per key: see `TALLY`.
pub struct Tallies {
    counts: Counts,
    /// Tallies that did not fit in memory.
    runs: Runs<ByKey>,
    names: Names,
    /// Why keys are left out, if any are.
    failure: Option<io::Error>,
    /// How many finds there were.
    finds: u64,
    /// Memory limit, in bytes.
    memory: usize,
    ranking: Ranking,
    schema: &'static Schema,
    rows: Box<dyn Rows>,
    next: Box<dyn Sink>,
}

impl Tallies {
    /// Counts in that much memory, in bytes, and writes the rows of a [`tally`] to a sink.
    pub fn new(
        schema: &'static Schema,
        ranking: Ranking,
        memory: usize,
        rows: Box<dyn Rows>,
        next: Box<dyn Sink>,
    ) -> Self {
        let (counts, runs) = (Counts::default(), Runs::new());
        // A small part of the memory.
        let names = Names::new(memory / 16);
        let failure = None;
        Tallies { counts, runs, names, failure, finds: 0, memory, ranking, schema, rows, next }
    }

    fn count(&mut self, mark: &Mark<'_>) {
        let name = self.names.number(mark.path);
        let place = Occurrence { name, start: mark.start, line: mark.line };
        if let Some(tally) = self.counts.find(mark) {
            tally.count_again(place);
        } else if self.has_room(mark) {
            self.counts.insert(mark, Tally::new(mark.key, self.finds, place));
        }
        self.finds += 1;
    }

    /// Returns `true` if there is room for the find's key, or room can be made.
    fn has_room(&mut self, mark: &Mark<'_>) -> bool {
        if self.counts.with_one_more(mark) <= self.memory {
            return true;
        }
        if self.failure.is_none() {
            self.failure = self.counts.give(|tallies| self.runs.add(tallies)).err();
        }
        self.failure.is_none()
    }

    /// Passes on all tallies in the order, or those that are the most frequent.
    fn give<O: SortOrder<Entry = Tally>>(self, limit: Option<NonZeroUsize>) -> io::Result<()> {
        let Tallies { counts, mut runs, mut names, mut failure, memory, schema, .. } = self;
        let (mut rows, mut next) = (self.rows, self.next);
        let mut sorter = Sorter::<O>::new(memory);
        let mut top = Sorter::<ByCount>::new(memory).limited(limit);
        let (mut cut, mut max) = (Ok(()), 0);
        let mut held = counts.into_entries();
        if runs.is_empty() {
            max = held.iter().map(|tally| tally.count).max().unwrap_or(0);
            match limit {
                Some(_) => top.hold(held),
                None => sorter.hold(held),
            }
        } else {
            // Frees memory for the sorter. If the write fails, both take it.
            let _ = runs.add(&mut held);
            held.shrink_to_fit();
            for tally in up_to_failure(runs.sorted_with(held).into_entries(), &mut failure) {
                max = max.max(tally.count);
                cut = cut.and(match limit {
                    Some(_) => top.push_or_cut(tally),
                    None => sorter.push_or_cut(tally),
                });
            }
        }
        if limit.is_some() {
            for tally in up_to_failure(top.sorted(), &mut failure) {
                cut = cut.and(sorter.push_or_cut(tally));
            }
        }
        let mut out = Vec::new();
        rows.scale(max);
        rows.head(schema, &mut out);
        for tally in up_to_failure(sorter.sorted(), &mut failure) {
            table::write(schema, &tally, &mut names, &*rows, &mut out);
            if out.len() >= BLOCK {
                next.take(&out)?;
                out.clear();
            }
        }
        if !out.is_empty() {
            next.take(&out)?;
        }
        next.finish()?;
        let failure = failure.or(cut.err());
        let incomplete = failure.map(|error| at_the_cost_of(error, "the counts are incomplete"));
        incomplete.or(names.take_failure()).map_or(Ok(()), Err)
    }
}

impl Sink for Tallies {
    fn take(&mut self, records: &[u8]) -> io::Result<()> {
        let mut packed = Unpack(records);
        while let Some(mark) = Mark::unpack(&mut packed) {
            self.count(&mark);
        }
        Ok(())
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        match self.ranking {
            Ranking::Appearance(limit) => self.give::<ByAppearance>(limit),
            Ranking::Key(limit) => self.give::<ByKey>(limit),
            Ranking::MostFrequent(limit) => self.give::<ByCount>(limit),
        }
    }
}

#[cfg(test)]
mod tests;

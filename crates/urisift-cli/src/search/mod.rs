//! MappedRead a plan: sources in, records out, in the order of the input, on any number of threads.
//!
//! Workers take jobs from one feed, and hand what comes of them to one ordered, which lets it out in
//! the jobs' order. A job is a few files, or a part of a large one. What waits for its turn is
//! bounded: whoever has more waits too, and then writes for himself.

mod alarm;
mod around;
mod doubles;
mod ending;
mod feed;
mod flat;
mod held;
mod job_output;
mod large;
mod links;
mod meter;
mod ordered_writer;
mod parts;
mod reach;
mod sequencer;
mod sources;
#[cfg(test)]
mod tests;

use crate::aggregate::Stats;
use crate::found::Found;
use crate::input::{Containers, Listed, Side, Sources};
use crate::output::{RecordWriter, Sink, Version};
use crate::problem::{Error, Problem};
use crate::stream::Extractor;

pub(crate) use large::SIZE as PART_SIZE;
pub(crate) use meter::Meter;
pub(crate) use reach::{FARTHEST, Reach};

use alarm::Alarm;
use feed::{Feed, Task};
use ordered_writer::OrderedWriter;
use sequencer::Sequencer;

/// What is to be done with every source.
pub(crate) struct Work<'a> {
    pub extractor: Extractor,
    /// How containers are taken apart; `None` where every source is read as it is.
    pub containers: Option<Containers>,
    /// Which form of a text is enough, where it is there in several.
    pub prefers: Option<Side>,
    /// What relative references are resolved against where nobody else says it.
    pub base: Option<&'a str>,
    /// Which finds count.
    pub selects: &'a (dyn Fn(&Found<'_>) -> bool + Sync),
    /// End in a source after so many finds, at least one.
    pub max_count: Option<u64>,
    /// How much of the text around finds they are told with, if any.
    pub context: Option<Reach>,
    pub writer: &'a dyn RecordWriter,
    /// How many threads there are, at least one.
    pub threads: usize,
    /// How long the parts of a large file are, in bytes.
    pub part_size: u64,
    /// Write each record as soon as it is there.
    pub by_line: bool,
    /// Is told how much has been read.
    pub meter: &'a Meter,
    /// Whether the finds are counted.
    pub counting: Counting,
}

/// Whether finds are counted, by their schemes and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Counting {
    Off,
    On,
}

/// What a run has come to.
#[derive(Default)]
pub(crate) struct Summary {
    /// Something was found.
    pub found: bool,
    /// What was counted, if it was.
    pub stats: Stats,
}

impl Work<'_> {
    /// How long the parts of a large file are that are searched at the same time, in bytes. There are
    /// none where the search may end in the middle of it, and where finds wait for the text behind.
    fn part(&self) -> Option<u64> {
        let whole = self.max_count.is_none() && self.context.is_none() && self.writer.wants_all();
        (self.threads > 1 && whole).then_some(self.part_size)
    }
}

/// What the file was like when it was listed; `None` where that tells nothing of what is in it.
pub(crate) fn version(file: &Listed) -> Option<Version> {
    Version::of(file.len?, file.modified?)
}

/// Where everything goes.
pub(crate) struct Sinks<'a> {
    /// Is given the records, in the order of the input.
    pub sink: &'a mut dyn Sink,
    /// Is told every problem.
    pub complain: &'a mut (dyn FnMut(&Problem) + Send),
}

/// Searches every source.
///
/// # Errors
/// [`Error::Write`] where the output fails.
pub(crate) fn run<'w>(
    work: &'w Work<'w>,
    sources: impl Sources,
    sinks: Sinks<'w>,
) -> Result<Summary, Error> {
    let feed = Feed::new(sources, work.part(), work.containers);
    let sequencer = Sequencer::new(OrderedWriter::new(work, sinks), work.meter, 4 * work.threads);
    // Threads cost more than one job does.
    let threads = if feed.fetch_two() { work.threads } else { 1 };
    match pool(threads) {
        Some(pool) => drop(pool.broadcast(|_| labour(work, &feed, &sequencer))),
        None => labour(work, &feed, &sequencer),
    }
    sequencer.into_writer().close()
}

/// So many threads, if there are to be several and they can be had. One does the same.
fn pool(threads: usize) -> Option<rayon::ThreadPool> {
    let builder = rayon::ThreadPoolBuilder::new().num_threads(threads);
    if threads > 1 { builder.build().ok() } else { None }
}

/// What one thread does: jobs, until there is none.
fn labour<'w>(work: &'w Work<'w>, feed: &Feed<impl Sources>, sequencer: &Sequencer<'w>) {
    let mut buffer = Vec::new();
    let _alarm = Alarm(|| sequencer.abandon());
    while !sequencer.is_closed()
        && let Some(job) = feed.next()
    {
        match job.task {
            Task::Sources(sources) => {
                sources::sources(work, sequencer, job.number, sources, &mut buffer)
            }
            Task::Part(part) => large::search(work, sequencer, job.number, part, &mut buffer),
            Task::Flush => sequencer.submit(job.number, Box::new(|ordered| ordered.flush())),
        }
    }
}

//! Runs a search: sources in, records out, in the order of the input, on any number of threads.
//!
//! Workers take jobs from one feed and hand the results to one sequencer, which writes them in the
//! jobs' order. A job is a few files, or a large one, whose portions any worker takes: those of a container
//! (`shared_source`) and of a text (`large_text`). Results that wait for their turn are bounded: a worker with more
//! waits for its turn and then writes directly.
//!
//! `split` divides a file ahead of a search, into pieces that programs on other machines search.

mod alternative_dedup;
mod context_buffer;
mod context_size;
mod counted_lines;
mod emitter;
mod feed;
mod footers;
mod internal_error;
mod job_output;
mod large_text;
mod line_front;
mod links;
mod meter;
mod ordered_writer;
mod rewrite;
mod sequencer;
mod settings;
mod shared_source;
mod source_reader;
mod source_search;
mod sources;
mod split;
mod stream_loop;
#[cfg(test)]
mod tests;
mod text;
mod text_blocks;
mod timer;
mod times;

use std::sync::Arc;

use crate::aggregate::Stats;
use crate::input::{Helpers, Listed, Sources};
use crate::problem::Problem;
use crate::record::{Sink, Version};

pub use context_size::{ContextSize, FARTHEST};
pub use emitter::bare_id;
pub use large_text::TEXT_PORTION_LEN;
pub use meter::Meter;
pub use rewrite::rewrite;
pub use settings::{Settings, Work};
pub use shared_source::LEN as PORTION_LEN;
pub use split::Splitting;
pub use timer::Timeout;

pub use crate::problem::Error;

use feed::{Feed, Task};
use ordered_writer::OrderedWriter;
use sequencer::{Place, Sequencer, Step};
use shared_source::{PortionQueue, Portions};
use sources::Buffers;
use timer::Timer;

/// What becomes of the other sources if one cannot be opened, or read to its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnFailure {
    /// They are searched: it is a problem like others.
    #[default]
    GoOn,
    /// Those after it are not searched.
    Stop,
}

/// Whether finds are counted, by their schemes and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counting {
    /// They are not.
    Off,
    /// They are.
    On,
}

/// The result of a run.
#[derive(Default)]
pub struct Summary {
    /// Something was found.
    pub found: bool,
    /// The counts, if [`Counting::On`].
    pub stats: Stats,
    /// Why the run has ended early, with [`fail_fast`](crate::SearchBuilder::fail_fast).
    pub failure: Option<Problem>,
}

/// The version of the file when it was listed; `None` if its content cannot be identified by that.
pub fn version(file: &Listed) -> Option<Version> {
    Version::of(file.len?, file.modified?)
}

/// Where records and problems go.
pub struct Sinks<'a> {
    /// Takes the records, in the order of the input.
    pub sink: &'a mut dyn Sink,
    /// Takes every problem.
    pub complain: &'a mut (dyn FnMut(&Problem) + Send),
}

/// Searches every source.
///
/// # Errors
/// [`Error::Write`] where the output fails.
pub fn run<'w>(
    work: &'w Work<'w>,
    sources: impl Sources,
    sinks: Sinks<'w>,
) -> Result<Summary, Error> {
    let feed = Feed::new(sources, work);
    let sequencer = Sequencer::new(OrderedWriter::new(work, sinks), work.meter, 4 * work.threads);
    // For a single job, threads cost more than they gain.
    let threads = if feed.fetch_two() { work.threads } else { 1 };
    let portions = Arc::new(Portions::new(2 * threads));
    let divider = PortionQueue { work, sequencer: &sequencer, portions: &portions };
    match pool(threads) {
        Some(pool) => drop(pool.broadcast(|_| work_loop(divider, &feed))),
        None => work_loop(divider, &feed),
    }
    sequencer.into_writer().close()
}

/// The number of threads that the machine runs in parallel.
pub fn available_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// A pool of `threads` threads; `None` for one thread, or if they cannot be started.
fn pool(threads: usize) -> Option<rayon::ThreadPool> {
    let builder = rayon::ThreadPoolBuilder::new().num_threads(threads);
    if threads > 1 { builder.build().ok() } else { None }
}

/// The loop of one worker: runs jobs until there are none, and before each the portions that wait.
fn work_loop<'w>(divider: PortionQueue<'_, 'w>, feed: &Feed<impl Sources>) {
    let PortionQueue { sequencer, portions, .. } = divider;
    let mut buffers = Buffers::default();
    while !sequencer.is_closed() {
        if divider.search_one(None) || portions.help() {
            continue;
        }
        let activity = portions.activity();
        let Some(job) = feed.next() else {
            drop(activity);
            if portions.wait() { continue } else { return }
        };
        match job.task {
            Task::Sources(sources) => {
                sources::sources(divider, job.number, sources, &mut buffers);
            }
            Task::Flush => sequencer.submit(
                Step::first(job.number),
                Place::Last,
                Box::new(|ordered_writer| ordered_writer.flush()),
                &Timer::default(),
            ),
        }
    }
}

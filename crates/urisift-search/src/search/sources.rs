//! Searches sources from end to end.

use std::io::Read;
use std::mem;
use std::ops::ControlFlow;
use std::path::Path;
use std::rc::Rc;

use super::around::{Around, Sight};
use super::ending::Ending;
use super::held::Held;
use super::job_output::JobOutput;
use super::meter::Metered;
use super::ordered_writer::Results;
use super::parts::Parts;
use super::sequencer::Sequencer;
use super::{Counting, Work, version};
use crate::found::Found;
use crate::input::{Choice, Containers, Format, LineIndex, Reader, Source, Walker};
use crate::problem::{Error, Problem};
use crate::record::{End, Skip, Total};
use crate::span::Origin;
use crate::stream::Stream;

/// Searches the sources of a job in order. The buffer is reused for all of them.
pub(super) fn sources(
    work: &Work<'_>,
    sequencer: &Sequencer<'_>,
    number: u64,
    sources: Vec<Result<Source, Problem>>,
    buffer: &mut Vec<u8>,
) {
    let mut job = JobOutput::new(sequencer, number);
    for source in sources {
        match source {
            Ok(source) => search(work, &source, &mut job, buffer),
            Err(problem) => {
                job.results.count_source(Total::NOTHING);
                job.results.complain(problem);
            }
        }
        if job.is_closed() {
            break;
        }
    }
    job.end(|ordered_writer, results| ordered_writer.take(results));
}

fn search(work: &Work<'_>, source: &Source, job: &mut JobOutput<'_, '_>, buffer: &mut Vec<u8>) {
    // Opening a pipe may block as reading it does.
    if source.may_block() && !has_turn(job) {
        return;
    }
    let may_block = source.may_block();
    let opened = if may_block { work.meter.wait(|| source.open()) } else { source.open() };
    let opened = match opened {
        Ok(opened) => opened,
        Err(error) => {
            job.results.count_source(Total::NOTHING);
            return job.results.complain(Problem::io(source.path(), None, &error));
        }
    };
    let opened = Metered::new(Ending::new(opened), work.meter).may_block(may_block);
    let mut stream = work.extractor.stream_with(opened, mem::take(buffer));
    let total = match work.containers.map(|how| (how, format(&mut stream, how))) {
        Some((how, Choice::Format(format))) => {
            let (reader, head) = stream.into_reader();
            let opened = Opened { reader, head, how, format };
            opened.search(work, source, job)
        }
        _ => {
            let mut emitter = Emitter::new(work, source.path());
            let end = whole(work, source, &mut stream, &mut emitter, job);
            let bytes = stream.reader().given();
            *buffer = stream.into_buffer();
            Total::new(emitter.finds, bytes, end)
        }
    };
    if work.meter.is_stopped() {
        // The totals are not known.
        return;
    }
    let total = Total { version: source.listed().and_then(version), ..total };
    job.results.count_source(total);
    work.writer.finish(source.path(), total, &mut job.results.out);
}

/// The format of the source, as soon as it is known. A read error comes again with the next read.
fn format(stream: &mut Stream<impl Read>, how: Containers) -> Choice {
    loop {
        match how.choose(stream.bytes(), stream.has_ended()) {
            Choice::More if matches!(stream.fill(), Ok(true)) => {}
            choice => return choice,
        }
    }
}

/// A container whose head has been read.
struct Opened<'m> {
    reader: Metered<'m, Ending<Reader>>,
    head: Vec<u8>,
    how: Containers,
    format: &'static dyn Format,
}

impl Opened<'_> {
    /// Searches everything in it.
    fn search(mut self, work: &Work<'_>, source: &Source, job: &mut JobOutput<'_, '_>) -> Total {
        let line_index = Rc::new(LineIndex::new(work.extractor.counts_lines()));
        let mut parts = Parts::new(work, source.path(), job, source.may_block());
        let mut walker = Walker::new(&mut parts, self.how.limits, line_index);
        let mut reader = walker.reader(&mut self.reader, self.head);
        let _ = walker.enter(self.format, &mut reader);
        parts.finish();
        let (finds, messages) = (parts.emitter.finds, parts.messages);
        let end = match reader.take_failure() {
            None => End::Whole,
            Some(error) => {
                job.results.complain(Problem::io(source.path(), Some(reader.at()), &error));
                End::Broken
            }
        };
        drop(reader);
        Total { messages, ..Total::new(finds, self.reader.given(), end) }
    }
}

/// Waits for the job's turn and writes the results so far, since a read may block. Returns whether more
/// is wanted.
fn has_turn(job: &mut JobOutput<'_, '_>) -> bool {
    job.flush();
    !job.is_closed()
}

/// Emits all finds of the stream, until no more are wanted.
fn whole(
    work: &Work<'_>,
    source: &Source,
    stream: &mut Stream<impl Read>,
    emitter: &mut Emitter<'_>,
    job: &mut JobOutput<'_, '_>,
) -> End {
    loop {
        if emitter.emit(stream, job).is_break() || job.is_closed() {
            return End::Whole;
        }
        if source.may_block() {
            if !has_turn(job) {
                return End::Whole;
            }
        } else if job.is_full(work.by_line) {
            job.let_out();
        }
        emitter.keep(stream);
        match stream.fill() {
            Ok(true) => {}
            Ok(false) => return End::Whole,
            Err(error) => {
                job.results.complain(unreadable(source.path(), error));
                return End::Broken;
            }
        }
    }
}

/// The problem for a source that cannot be read further.
pub(super) fn unreadable(path: &Path, error: Error) -> Problem {
    match error {
        Error::Read { at, source } => Problem::io(path, Some(at), &source),
        other => Problem { path: path.to_owned(), at: None, what: other.to_string() },
    }
}

/// Emits the finds of one source to the writer.
pub(super) struct Emitter<'a> {
    work: &'a Work<'a>,
    path: &'a Path,
    /// How many finds there were.
    pub finds: u64,
    /// Finds that wait for the text after them, if that is asked for.
    pub around: Option<Around>,
}

impl<'a> Emitter<'a> {
    pub fn new(work: &'a Work<'a>, path: &'a Path) -> Self {
        Emitter { work, path, finds: 0, around: work.context.map(Around::new) }
    }

    /// Emits what the stream has decided so far, until no more is wanted.
    fn emit(
        &mut self,
        stream: &mut Stream<impl Read>,
        job: &mut JobOutput<'_, '_>,
    ) -> ControlFlow<Skip> {
        while let Some((found, beside)) = stream.next_and_beside() {
            let flow = match &mut self.around {
                None => self.emit_one(&found, &mut job.results),
                Some(around) => {
                    let at = found.span();
                    if (self.work.selects)(&found) {
                        around.hold(Held::of_source(&found), Some(at));
                    }
                    self.emit_waiting(Sight::to(at.end, beside.text), job)
                }
            };
            if job.is_full(self.work.by_line) {
                job.let_out();
            }
            if flow.is_break() || job.is_closed() {
                return flow;
            }
        }
        if self.around.is_none() {
            return ControlFlow::Continue(());
        }
        let searched = stream.place().cursor;
        self.emit_waiting(Sight::to_or_end(searched, stream.beside().text), job)
    }

    /// Emits the finds that no longer wait.
    fn emit_waiting(&mut self, sight: Sight<'_>, job: &mut JobOutput<'_, '_>) -> ControlFlow<Skip> {
        while let Some(held) = self.around.as_mut().and_then(|around| around.next(sight)) {
            let flow = self.emit_at(&held.origin(self.path), &held.found, &mut job.results);
            if job.is_full(self.work.by_line) {
                job.let_out();
            }
            if flow.is_break() || job.is_closed() {
                return flow;
            }
        }
        ControlFlow::Continue(())
    }

    /// Keeps the searched text that is still needed.
    pub fn keep<R: Read>(&self, stream: &mut Stream<R>) {
        if let Some(around) = &self.around {
            stream.keep(around.needs(stream.settled()));
        }
    }

    /// Emits one find of the source itself, if it is selected.
    pub fn emit_one(&mut self, found: &Found<'_>, results: &mut Results) -> ControlFlow<Skip> {
        self.emit_at(&Origin { path: self.path, part: None, context: None }, found, results)
    }

    /// Emits one find, if it is selected.
    pub fn emit_at(
        &mut self,
        origin: &Origin<'_>,
        found: &Found<'_>,
        results: &mut Results,
    ) -> ControlFlow<Skip> {
        if self.work.meter.is_stopped() {
            // It may continue past the end of what was read.
            return ControlFlow::Break(Skip::All);
        }
        if !(self.work.selects)(found) {
            return ControlFlow::Continue(());
        }
        if found.truncated() {
            results.complain(too_long(self.path, found));
        }
        self.finds += 1;
        results.found = true;
        if self.work.counting == Counting::On {
            results.stats.count(found);
        }
        let flow = self.work.writer.found(origin, found, &mut results.out);
        results.heed(flow);
        match flow {
            ControlFlow::Continue(()) if self.work.max_count == Some(self.finds) => {
                ControlFlow::Break(Skip::Source)
            }
            flow => flow,
        }
    }
}

fn too_long(path: &Path, found: &Found<'_>) -> Problem {
    let len = found.raw().len();
    let what = format!("a URI was cut after {len} bytes; --max-len allows longer ones");
    Problem { path: path.to_owned(), at: Some(found.span().start), what }
}

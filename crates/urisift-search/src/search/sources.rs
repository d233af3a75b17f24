//! Searches sources from end to end.

use std::io::Read;
use std::mem;
use std::path::Path;
use std::sync::Arc;

use super::feed::is_divided;
use super::internal_error::caught;
use super::job_output::JobOutput;
use super::large_text::LargeText;
use super::ordered_writer::Results;
use super::shared_source::{AnyPortion, PortionQueue, SharedSource};
use super::source_reader::SourceReader;
use super::source_search::{From, SourceSearch};
use super::stream_loop::search_stream;
use super::text::{NoteMemory, SourceText};
use super::timer::Timer;
use super::times::Times;
use super::{Meter, Work, version};
use crate::input::{Choice, Containers, Piece, Reader, Source};
use crate::problem::Problem;
use crate::record::{End, Total};
use crate::stream::ReaderSearch;
use crate::time::second_of;

/// What one source after the other is read into, and the texts in it.
#[derive(Default)]
pub(super) struct Buffers {
    pub source: Vec<u8>,
    text: Vec<u8>,
    notes: NoteMemory,
}

/// Searches the sources of a job in order.
pub(super) fn sources<'w>(
    divider: PortionQueue<'_, 'w>,
    number: u64,
    sources: Vec<Result<Source, Problem>>,
    buffers: &mut Buffers,
) {
    let work = divider.work;
    let mut job = JobOutput::new(divider.sequencer, number);
    let mut divided = None;
    for source in sources {
        let searched = source
            .map(|source| caught(source.path(), || search(divider, &source, &mut job, buffers)));
        match searched {
            Ok(Ok(Ok(source))) => divided = source,
            Err(problem) | Ok(Ok(Err(problem))) => {
                job.results.count_source(Total::NOTHING);
                job.results.fail(problem, work.on_failure);
            }
            Ok(Err(error)) => {
                job.results.count_source(Total::NOTHING);
                job.results.fail_internally(error, work.on_failure);
            }
        }
        if job.is_closed() {
            break;
        }
    }
    job.end(move |ordered_writer| {
        // All portions are written.
        let mut results = Results::default();
        if let Some(Rest::Text(text)) = &divided
            && !ordered_writer.is_closed()
            && !work.meter.is_stopped()
        {
            count(work, text.path(), text.total(), &mut results);
            ordered_writer.take(&mut results);
        }
        if let Some(Rest::Container { source, mut total, failure }) = divided {
            source.add_unlisted(&mut results);
            failure.into_iter().for_each(|problem| results.fail(problem, work.on_failure));
            (total.finds, total.messages) = source.counted();
            if source.has_panicked() {
                total.end = End::Broken;
            }
            end(work, &source.path, total, &source.timer, &mut results);
            ordered_writer.take(&mut results);
        }
    });
}

/// A source that several threads search, which is alone in its job: what is reported of it after all portions.
enum Rest {
    Container { source: Arc<SharedSource>, total: Total, failure: Option<Problem> },
    Text(Arc<LargeText>),
}

/// Searches a source. If several threads do, it is not ended.
///
/// # Errors
/// If it cannot be opened.
fn search<'o, 'w>(
    divider: PortionQueue<'o, 'w>,
    source: &Source,
    job: &mut JobOutput<'o, 'w>,
    buffers: &mut Buffers,
) -> Result<Option<Rest>, Problem> {
    let work = divider.work;
    let may_block = source.may_block();
    if may_block {
        // Opening a pipe may block.
        job.flush();
        if job.is_closed() {
            return Ok(None);
        }
    }
    let start = source.piece().map_or(0, Piece::start);
    let timer = Timer::start(work.timeout, job.step.job).read_from(start);
    job.timer = timer.clone();
    if let Some(text) = LargeText::open(source, work, &timer)? {
        search_text(divider, source, &text, job);
        return Ok(Some(Rest::Text(text)));
    }
    let opened = open(source, &timer, work.meter)?;
    let modified = modified(source, &opened);
    let base = opened.opened().and_then(|opened| opened.base.clone());
    let mut opened = SourceReader::new(opened, timer.clone(), work.meter).may_block(may_block);
    let mut source_search = SourceSearch::new(work, source.path(), job, may_block);
    source_search.buffer = mem::take(&mut buffers.text);
    source_search.notes = mem::take(&mut buffers.notes);
    source_search.times = Times::new(modified);
    source_search.base = base.as_deref().or(work.settings.base.as_deref());
    if work.text_portions().is_some_and(|len| is_divided(source, len)) {
        let divided = SharedSource::new(source.path(), modified, base.clone(), timer.clone());
        source_search.divide(Arc::new(divided), divider);
    }
    let searched = source_search.guarded(|search| match source.piece() {
        Some(piece) => search.piece(piece, &mut opened, &mut buffers.source),
        None => whole(search, source.path(), &mut opened, &mut buffers.source),
    });
    let (finds, messages) = (source_search.emitter.finds, source_search.messages);
    buffers.text = mem::take(&mut source_search.buffer);
    buffers.notes = mem::take(&mut source_search.notes);
    // That time is up is reported at the end.
    let has_panicked = searched.is_none();
    let failure = searched.flatten().filter(|_| timer.failure().is_none());
    let is_whole = if has_panicked || failure.is_some() { End::Broken } else { End::Whole };
    if work.meter.is_stopped() {
        // The totals are not known.
        failure.into_iter().for_each(|problem| job.results.fail(problem, work.on_failure));
        return Ok(None);
    }
    let total = Total::new(finds, opened.given(), is_whole);
    let total = Total { messages, version: source.listed().and_then(version), ..total };
    if let Some(source) = job.divided.clone() {
        return Ok(Some(Rest::Container { source, total, failure }));
    }
    failure.into_iter().for_each(|problem| job.results.fail(problem, work.on_failure));
    end(work, source.path(), total, &timer, &mut job.results);
    Ok(None)
}

/// Opens a source, which may block as reading it does.
///
/// # Errors
/// If it cannot be opened.
pub(super) fn open(source: &Source, timer: &Timer, meter: &Meter) -> Result<Reader, Problem> {
    let open = || source.open(timer.opening());
    let opened = if source.may_block() { meter.wait(open) } else { open() };
    opened.map_err(|error| Problem::io(source.path(), None, &error))
}

/// Hands out the portions of a large text.
fn search_text(
    divider: PortionQueue<'_, '_>,
    source: &Source,
    text: &Arc<LargeText>,
    job: &mut JobOutput<'_, '_>,
) {
    let shared = SharedSource::new(source.path(), None, None, job.timer.clone());
    let shared = Arc::new(shared);
    for portion in text.portions() {
        if job.is_closed() {
            break;
        }
        divider.hand_out(&shared, AnyPortion::Text(portion), job);
    }
}

/// Searches all of a source. Returns why it could not be read to its end.
fn whole(
    search: &mut SourceSearch<'_, '_, '_>,
    path: &Path,
    opened: &mut impl Read,
    buffer: &mut Vec<u8>,
) -> Option<Problem> {
    let text = SourceText::whole(opened);
    let mut stream = search.work.extractor.stream_with(text, mem::take(buffer));
    let containers = search.work.containers;
    match containers.map(|how| choose(&mut stream, path, how)) {
        Some(Choice::Format(format)) => {
            let live;
            (*buffer, live) = stream.into_live();
            search.parts(format, opened, buffer, From::First(live))
        }
        _ => {
            let failure = search_stream(&mut stream, search).err();
            *buffer = stream.into_buffer();
            failure.map(|error| search.emitter.unreadable(error))
        }
    }
}

/// Ends a source: reports that it is abandoned, if it is, and its totals.
fn end(work: &Work<'_>, path: &Path, total: Total, timer: &Timer, results: &mut Results) {
    let at = Some(timer.from() + total.bytes);
    let failure = timer.failure().map(|error| Problem::io(path, at, &error));
    let end = if failure.is_some() { End::Broken } else { total.end };
    let total = Total { end, ..total };
    failure.into_iter().for_each(|problem| results.fail(problem, work.on_failure));
    count(work, path, total, results);
}

/// Reports the totals of a source that has ended.
fn count(work: &Work<'_>, path: &Path, total: Total, results: &mut Results) {
    results.count_source(total);
    results.write(|out| work.writer.finish(path, total, out));
}

/// When the source was last modified, in seconds since 1970, if that is known.
pub(super) fn modified(source: &Source, opened: &Reader) -> Option<i64> {
    let listed = source.listed().and_then(|file| file.modified);
    second_of(listed.or_else(|| opened.opened()?.modified)?)
}

/// The format of the source, as soon as it is known. A read error comes again with the next read.
pub(super) fn choose(
    stream: &mut ReaderSearch<SourceText<'_>>,
    path: &Path,
    how: Containers,
) -> Choice {
    loop {
        match how.choose(path, stream.bytes(), stream.has_ended()) {
            Choice::More if matches!(stream.fill(), Ok(true)) => {}
            choice => return choice,
        }
    }
}

//! A large text in portions, each searched on its own.
//!
//! What a URI is depends on the text before it, so a portion is searched on a guess: that nothing is
//! open at its start. This is nearly always so, since portions start at lines. Once the portion before it
//! is done, the guess is checked; if it was wrong, the portion is searched again from where that one
//! ended. So the finds are those of one search from end to end, to the byte.

use std::fs::File;
use std::io::Read;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use memchr::memchr;

use super::counted_lines::{Count, CountedLines};
use super::emitter::Emitter;
use super::internal_error::{InternalError, caught};
use super::job_output::JobOutput;
use super::ordered_writer::{BLOCK, OrderedWriter, Results};
use super::shared_source::PortionQueue;
use super::source_reader::SourceReader;
use super::stream_loop::{FindSink, search_stream};
use super::timer::Timer;
use super::times::{REACH, Times};
use super::{Work, version};
use crate::found::Found;
use crate::input::{Listed, Opening, Reader, Source, may_stall};
use crate::problem::{Error, Problem};
use crate::record::{End, Total};
use crate::stream::{KEEP, LineCounter, ReaderSearch, SearchState, Section, StreamView};
use crate::time::second_of;

/// The length of a portion, in bytes: long enough that the cost per portion does not matter.
pub const TEXT_PORTION_LEN: u64 = 2 << 20;
/// How far after its first byte a portion looks for the start of a line.
const CUT: u64 = 4 << 10;
/// How much is read before a portion: what the search looks back at, and more than is between the start of a line and the
/// finds that have its time.
pub(super) const BACK: u64 = REACH + 1;
const _: () = assert!(BACK >= KEEP as u64);
/// How much is read after a portion, to see the end of the last URI.
const BEYOND: u64 = 16 << 10;

/// A file that is searched in portions.
pub(super) struct LargeText {
    listed: Listed,
    file: Arc<File>,
    /// The length of a portion, in bytes.
    portion_len: u64,
    portions: u64,
    lines: CountedLines,
    timer: Timer,
    /// Where the last portion that is written has ended.
    checkpoint: Mutex<Checkpoint>,
}

impl LargeText {
    /// Returns `true` if the source is long enough for several portions of that length.
    pub fn is_worth(source: &Source, portion_len: u64) -> bool {
        matches!(source, Source::File(file) if file.len.is_some_and(|len| len >= 2 * portion_len))
    }

    /// Opens a source as text; `None` if it may be a container, or cannot be read in portions.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub fn open(
        source: &Source,
        work: &Work<'_>,
        timer: &Timer,
    ) -> Result<Option<Arc<LargeText>>, Problem> {
        let (Source::File(listed), Some(portion_len)) = (source, work.text_portions()) else {
            return Ok(None);
        };
        if !LargeText::is_worth(source, portion_len) {
            return Ok(None);
        }
        let file = listed.open(Opening::Waits);
        let file = file.map_err(|error| Problem::io(&listed.path, None, &error))?;
        let stalls = timer.deadline().is_some() && may_stall(&file);
        if stalls || work.containers.is_some_and(|how| how.may_have(&listed.path, &file)) {
            return Ok(None);
        }
        Ok(Some(Arc::new(LargeText {
            listed: listed.clone(),
            file: Arc::new(file),
            portion_len,
            portions: (listed.len.unwrap_or(0) / portion_len).max(1),
            lines: CountedLines::default(),
            timer: timer.clone(),
            checkpoint: Mutex::default(),
        })))
    }

    /// All of it, in order.
    pub fn portions(self: &Arc<Self>) -> impl Iterator<Item = TextPortion> + use<> {
        let text = Arc::clone(self);
        (0..text.portions).map(move |index| TextPortion { text: Arc::clone(&text), index })
    }

    /// The totals of the portions that are written.
    pub fn total(&self) -> Total {
        Total { version: version(&self.listed), ..self.checkpoint().total }
    }

    fn checkpoint(&self) -> MutexGuard<'_, Checkpoint> {
        self.checkpoint.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn path(&self) -> &Path {
        &self.listed.path
    }
}

/// A portion of a large text.
pub(super) struct TextPortion {
    text: Arc<LargeText>,
    index: u64,
}

/// Where the previous portion has ended.
#[derive(Clone, Copy, Debug)]
pub(super) struct Checkpoint {
    state: SearchState,
    /// The first byte after it.
    to: u64,
    /// The totals up to it.
    total: Total,
}

impl Default for Checkpoint {
    fn default() -> Self {
        let total = Total::new(0, 0, End::Whole);
        Checkpoint { state: SearchState::default(), to: 0, total }
    }
}

/// Where a portion starts.
#[derive(Clone, Copy, Debug)]
struct Start {
    at: u64,
    /// It is the start of a line, which no scheme and no host crosses; a scheme cut by a line break is
    /// known by its start.
    is_line: bool,
}

impl Checkpoint {
    /// Returns `true` if nothing is open at the start of a portion that sees the text from `base` on.
    fn fits(&self, start: Start, base: u64) -> bool {
        let SearchState { cursor, free, skipping } = self.state;
        let is_free = start.is_line || free <= base;
        self.to == start.at && cursor <= start.at && is_free && !skipping
    }
}

/// The outcome of the search of a portion.
struct Outcome {
    start: Start,
    checkpoint: Checkpoint,
    /// A URI starts before the portion's own start.
    reaches_back: bool,
}

impl TextPortion {
    fn is_last(&self) -> bool {
        self.index + 1 == self.text.portions
    }

    /// The nominal start, before it is moved to a line.
    fn start(&self) -> u64 {
        self.index * self.text.portion_len
    }

    /// The nominal start of the next portion.
    fn end(&self) -> u64 {
        self.start() + self.text.portion_len
    }

    /// The offset of the first byte that is read: some text before the portion is needed too.
    fn base(&self) -> u64 {
        self.start().saturating_sub(BACK)
    }

    fn reader<'w>(&self, work: &'w Work<'w>, offset: u64) -> SourceReader<'w> {
        let file = Reader::At { file: Arc::clone(&self.text.file), offset };
        SourceReader::new(file, self.text.timer.clone(), work.meter)
    }

    /// A stream over the portion, with as much of it read as possible. A read error stays in the stream and
    /// is returned by the next fill.
    fn stream<'w>(&self, work: &'w Work<'w>, buffer: Vec<u8>) -> ReaderSearch<SourceReader<'w>> {
        let base = self.base();
        let chunk = (BACK + self.text.portion_len + BEYOND) as usize;
        let state = SearchState { cursor: base, ..SearchState::default() };
        let lines = LineCounter::after(0, 0, base);
        let section = Section { base, state, limit: u64::MAX, lines, chunk };
        let mut stream = work.extractor.section(self.reader(work, base), section, buffer);
        let enough = (self.end() + CUT - base) as usize;
        loop {
            let known = stream.bytes().len();
            let goes_on = known < enough && matches!(stream.fill(), Ok(true));
            if !goes_on || stream.bytes().len() == known {
                return stream;
            }
        }
    }

    /// The boundary between two portions at the nominal offset `near`: the next start of a line, if there
    /// is one close by. The text starts at `base`. The portions on both sides get the same result.
    fn cut(&self, text: &[u8], base: u64, near: u64) -> u64 {
        if near == 0 {
            return 0;
        }
        let at = |offset: u64| text.len().min((offset - base) as usize);
        let sight = &text[at(near)..at(near + CUT)];
        memchr(b'\n', sight).map_or(near, |i| near + i as u64 + 1)
    }

    /// Returns `true` if a line starts at the offset.
    fn starts_line(&self, text: &[u8], at: u64) -> bool {
        let before = at.checked_sub(self.base() + 1).and_then(|i| text.get(i as usize));
        at == 0 || before == Some(&b'\n')
    }

    /// The end of the portion; the last one extends to the end of the file, wherever that is by then.
    fn limit(&self, text: &[u8], base: u64) -> u64 {
        if self.is_last() { u64::MAX } else { self.cut(text, base, self.end()) }
    }

    /// Searches the portion in that buffer, which is returned; `last` runs once it is written.
    pub fn search<'o, 'w>(
        self,
        queue: PortionQueue<'o, 'w>,
        mut job: JobOutput<'o, 'w>,
        buffer: Vec<u8>,
        last: impl FnOnce() + Send + 'w,
    ) -> Vec<u8> {
        let (work, base) = (queue.work, self.base());
        let mut stream = self.stream(work, buffer);
        let at = self.cut(stream.bytes(), base, self.start());
        let start = Start { at, is_line: self.starts_line(stream.bytes(), at) };
        let to = self.limit(stream.bytes(), base);
        let state = SearchState { cursor: at, ..SearchState::default() };
        stream.search(state, to, self.lines(work, stream.bytes()));
        let mut guess = Guess {
            portion: &self,
            queue,
            start,
            emitter: Emitter::new(work, self.text.path()),
            times: self.times(work, base),
            job: &mut job,
            reaches_back: false,
        };
        let searched = caught(self.text.path(), || search_stream(&mut stream, &mut guess));
        let Guess { emitter, reaches_back, .. } = guess;
        let end = ended(searched, &emitter, &mut job.results, work);
        let total = Total::new(emitter.finds, read_to(&mut stream), end);
        let checkpoint = Checkpoint { state: stream.search_state(), to, total };
        let outcome = Outcome { start, checkpoint, reaches_back };
        job.end_with(move |ordered_writer, results| {
            self.close(work, outcome, ordered_writer, results);
            last();
        });
        stream.into_buffer()
    }

    /// Counts the portion's lines for the portions after it, and waits for the counts of those before it.
    fn lines(&self, work: &Work<'_>, text: &[u8]) -> LineCounter {
        if work.extractor.counts_lines() {
            let next = (self.end().saturating_sub(BACK) - self.base()) as usize;
            let own = &text[..next.min(text.len())];
            self.text.lines.submit(self.index, Count::of(own, self.base()));
        }
        self.lines_before(work)
    }

    fn lines_before(&self, work: &Work<'_>) -> LineCounter {
        let is_asked = work.extractor.counts_lines();
        let before = || self.text.lines.before(self.index, self.base());
        if is_asked { before() } else { LineCounter::after(0, 0, self.base()) }
    }

    /// The times of lines, if they are asked for, of a text that is read from that offset on.
    fn times(&self, work: &Work<'_>, from: u64) -> Option<Times> {
        let modified = self.text.listed.modified.and_then(second_of);
        let mut times = work.metadata().time.then(|| Times::new(modified))?;
        times.start(from);
        Some(times)
    }

    fn fits(&self, start: Start, checkpoint: &Checkpoint) -> bool {
        self.index == 0 || checkpoint.total.end == End::Whole && checkpoint.fits(start, self.base())
    }

    /// Runs at the portion's turn: writes its finds if the guess was right.
    fn close(
        &self,
        work: &Work<'_>,
        mut outcome: Outcome,
        ordered_writer: &mut OrderedWriter<'_>,
        results: &mut Results,
    ) {
        let before = *self.text.checkpoint();
        if before.total.end == End::Broken {
            // The text after a read error is not searched.
            outcome.checkpoint = Checkpoint { total: Total { finds: 0, ..before.total }, ..before };
        } else if outcome.reaches_back || !self.fits(outcome.start, &before) {
            outcome.checkpoint = self.again(work, before, outcome.checkpoint.to, ordered_writer);
        } else {
            ordered_writer.take(results);
        }
        let total = before.total.and(outcome.checkpoint.total);
        *self.text.checkpoint() = Checkpoint { total, ..outcome.checkpoint };
    }

    /// Searches again, from where the previous portion has ended.
    fn again(
        &self,
        work: &Work<'_>,
        before: Checkpoint,
        to: u64,
        ordered_writer: &mut OrderedWriter<'_>,
    ) -> Checkpoint {
        let base = self.base().min(before.state.cursor.saturating_sub(BACK));
        let (lines, chunk) = (self.lines_before(work), BLOCK);
        let section = Section { base, state: before.state, limit: to, lines, chunk };
        let mut stream = work.extractor.section(self.reader(work, base), section, Vec::new());
        let mut results = Results::default();
        let mut again = Again {
            emitter: Emitter::new(work, self.text.path()),
            times: self.times(work, base),
            results: &mut results,
            ordered_writer,
        };
        let searched = caught(self.text.path(), || search_stream(&mut stream, &mut again));
        let emitter = again.emitter;
        let end = ended(searched, &emitter, &mut results, work);
        results.is_last |= work.meter.is_stopped();
        ordered_writer.take(&mut results);
        let total = Total::new(emitter.finds, read_to(&mut stream), end);
        Checkpoint { state: stream.search_state(), to, total }
    }
}

/// The search of a portion on the guess that nothing is open at its start.
struct Guess<'e, 'g, 'o, 'w> {
    portion: &'g TextPortion,
    queue: PortionQueue<'o, 'w>,
    start: Start,
    emitter: Emitter<'e>,
    times: Option<Times>,
    job: &'g mut JobOutput<'o, 'w>,
    /// A URI starts before the portion.
    reaches_back: bool,
}

impl<R: Read> FindSink<R> for Guess<'_, '_, '_, '_> {
    fn found(
        &mut self,
        found: Found<'_>,
        StreamView { text, .. }: StreamView<'_, R>,
    ) -> ControlFlow<()> {
        self.reaches_back = found.span().start < self.start.at;
        if self.reaches_back {
            return ControlFlow::Break(());
        }
        let time = self.times.as_mut().and_then(|times| times.of_source(text, &found));
        let _ = self.emitter.emit(&found, time, &mut self.job.results);
        if self.job.is_full(self.queue.work.by_line) {
            self.queue.search_before(self.job.step);
            self.job.ordered_writer();
            if !self.portion.fits(self.start, &self.portion.text.checkpoint()) {
                return ControlFlow::Break(());
            }
            self.job.let_out();
        }
        ControlFlow::Continue(())
    }

    fn before_read(&mut self, stream: &mut ReaderSearch<R>) -> ControlFlow<()> {
        settle(&mut self.times, stream);
        if self.job.is_closed() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// The search of a portion at its turn, from where the one before has ended.
struct Again<'e, 'g, 'w> {
    emitter: Emitter<'e>,
    times: Option<Times>,
    results: &'g mut Results,
    ordered_writer: &'g mut OrderedWriter<'w>,
}

impl<R: Read> FindSink<R> for Again<'_, '_, '_> {
    fn found(
        &mut self,
        found: Found<'_>,
        StreamView { text, .. }: StreamView<'_, R>,
    ) -> ControlFlow<()> {
        let time = self.times.as_mut().and_then(|times| times.of_source(text, &found));
        let _ = self.emitter.emit(&found, time, self.results);
        self.ordered_writer.take_if_much(self.results);
        ControlFlow::Continue(())
    }

    fn before_read(&mut self, stream: &mut ReaderSearch<R>) -> ControlFlow<()> {
        settle(&mut self.times, stream);
        let is_closed = self.ordered_writer.is_closed();
        if is_closed { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// How a search has ended, after its failure is added to the results.
fn ended(
    searched: Result<Result<ControlFlow<()>, Error>, InternalError>,
    emitter: &Emitter<'_>,
    results: &mut Results,
    work: &Work<'_>,
) -> End {
    match searched {
        Ok(Ok(_)) => return End::Whole,
        Ok(Err(error)) => results.fail(emitter.unreadable(error), work.on_failure),
        Err(error) => results.fail_internally(error, work.on_failure),
    }
    End::Broken
}

/// The next read of the stream drops what is finished.
fn settle<R: Read>(times: &mut Option<Times>, stream: &mut ReaderSearch<R>) {
    if let Some(times) = times {
        let settled = stream.settled();
        times.settle(stream.view().text, settled, |_| true);
    }
}

/// The offset up to which the stream has read; 0 if it starts past the end of the file.
fn read_to(stream: &mut ReaderSearch<SourceReader<'_>>) -> u64 {
    match stream.reader().given() {
        0 => 0,
        _ => stream.base() + stream.bytes().len() as u64,
    }
}

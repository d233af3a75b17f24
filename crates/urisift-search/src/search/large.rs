//! A large file in parts, each searched on its own.
//!
//! What a URI is depends on the text before it, so a part is searched on a guess: that nothing is
//! open at its start. This is nearly always so, since parts start at lines. Once the part before it
//! is done, the guess is checked; if it was wrong, the part is searched again from where that one
//! ended. So the finds are those of one search from end to end, to the byte.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::mem;
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use memchr::memchr;

use super::emitter::Emitter;
use super::internal_error::caught;
use super::job_output::JobOutput;
use super::meter::Metered;
use super::ordered_writer::{BLOCK, OrderedWriter, Results};
use super::sequencer::Sequencer;
use super::timeout::Timer;
use super::times::{REACH, Times};
use super::{Work, version};
use crate::input::{Listed, read_at};
use crate::record::{End, Total};
use crate::stream::{KEEP, LineCounter, ReaderSearch, SearchState, Section, StreamView};
use crate::time::second_of;

/// The length of a part, in bytes: long enough that the cost per part does not matter.
pub const SIZE: u64 = 2 << 20;
/// How far after its first byte a part looks for the start of a line.
const CUT: u64 = 4 << 10;
/// How much is read before a part: what the search looks back at, and more than is between the start of a line and the
/// finds that have its time.
pub(super) const BACK: u64 = REACH + 1;
const _: () = assert!(BACK >= KEEP as u64);
/// How much is read after a part, to see the end of the last URI.
const BEYOND: u64 = 16 << 10;

/// A file that is searched in parts.
pub(super) struct Large {
    listed: Listed,
    file: File,
    /// The length of a part, in bytes.
    size: u64,
    parts: u64,
    lines: Counted,
    timer: Timer,
}

impl Large {
    /// Returns `true` if the file is long enough for several parts.
    pub fn is_worth(file: &Listed, size: u64) -> bool {
        file.len.is_some_and(|len| len >= 2 * size)
    }

    pub fn new(listed: &Listed, file: File, size: u64, timer: Timer) -> Self {
        let parts = (listed.len.unwrap_or(0) / size).max(1);
        Large { listed: listed.clone(), file, size, parts, lines: Counted::default(), timer }
    }

    fn path(&self) -> &Path {
        &self.listed.path
    }
}

/// A part of a large file.
#[derive(Clone)]
pub(super) struct FilePart {
    large: Arc<Large>,
    index: u64,
}

/// Where the previous part has ended.
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

/// Where a part starts.
#[derive(Clone, Copy, Debug)]
struct Start {
    at: u64,
    /// It is the start of a line, which no scheme and no host crosses; a scheme cut by a line break is
    /// known by its start.
    is_line: bool,
}

impl Checkpoint {
    /// Returns `true` if nothing is open at the start of a part that sees the text from `base` on.
    fn fits(&self, start: Start, base: u64) -> bool {
        let SearchState { cursor, free, skipping } = self.state;
        let is_free = start.is_line || free <= base;
        self.to == start.at && cursor <= start.at && is_free && !skipping
    }
}

/// The outcome of the search of a part.
struct Outcome {
    start: Start,
    checkpoint: Checkpoint,
    /// A URI starts before the part's own start.
    reaches_back: bool,
}

impl FilePart {
    pub fn first(large: Arc<Large>) -> Self {
        FilePart { large, index: 0 }
    }

    /// The next part.
    pub fn next(&self) -> Option<FilePart> {
        let next = FilePart { large: Arc::clone(&self.large), index: self.index + 1 };
        (next.index < self.large.parts).then_some(next)
    }

    fn is_last(&self) -> bool {
        self.index + 1 == self.large.parts
    }

    /// The nominal start, before it is moved to a line.
    fn start(&self) -> u64 {
        self.index * self.large.size
    }

    /// The nominal start of the next part.
    fn end(&self) -> u64 {
        self.start() + self.large.size
    }

    /// The offset of the first byte that is read: some text before the part is needed too.
    fn base(&self) -> u64 {
        self.start().saturating_sub(BACK)
    }

    fn reader<'w>(&self, work: &'w Work<'w>, offset: u64) -> Metered<'w, ReadAt> {
        Metered::new(ReadAt { large: Arc::clone(&self.large), offset }, work.meter)
    }

    /// A stream over the part, with as much of it read as possible. A read error stays in the stream and
    /// is returned by the next fill.
    fn stream<'w>(&self, work: &'w Work<'w>, buffer: Vec<u8>) -> ReaderSearch<Metered<'w, ReadAt>> {
        let base = self.base();
        let chunk = (BACK + self.large.size + BEYOND) as usize;
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

    /// The boundary between two parts at the nominal offset `near`: the next start of a line, if there
    /// is one close by. The text starts at `base`. The parts on both sides get the same result.
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

    /// The end of the part; the last one extends to the end of the file, wherever that is by then.
    fn limit(&self, text: &[u8], base: u64) -> u64 {
        if self.is_last() { u64::MAX } else { self.cut(text, base, self.end()) }
    }
}

/// Searches a part.
pub(super) fn search<'w>(
    work: &'w Work<'w>,
    sequencer: &Sequencer<'w>,
    number: u64,
    part: FilePart,
    buffer: &mut Vec<u8>,
) {
    let large = Arc::clone(&part.large);
    let mut job = JobOutput::new(sequencer, number);
    job.timer = large.timer.of_job(number - part.index);
    let mut stream = part.stream(work, mem::take(buffer));
    let base = part.base();
    let at = part.cut(stream.bytes(), base, part.start());
    let start = Start { at, is_line: part.starts_line(stream.bytes(), at) };
    let to = part.limit(stream.bytes(), base);
    let state = SearchState { cursor: at, ..SearchState::default() };
    stream.search(state, to, part.lines(work, stream.bytes()));
    let mut emitter = Emitter::new(work, large.path());
    let guess = || part.guess(work, &mut stream, start, &mut emitter, &mut job);
    let (end, reaches_back) = caught(large.path(), guess).unwrap_or_else(|error| {
        job.results.fail_internally(error, work.on_failure);
        (End::Broken, false)
    });
    let total = Total::new(emitter.finds, read_to(&mut stream), end);
    let checkpoint = Checkpoint { state: stream.search_state(), to, total };
    let outcome = Outcome { start, checkpoint, reaches_back };
    *buffer = stream.into_buffer();
    job.end_with(move |ordered_writer, results| part.close(work, outcome, ordered_writer, results));
}

impl FilePart {
    /// Counts the part's lines for the parts after it, and waits for the counts of those before it.
    fn lines(&self, work: &Work<'_>, text: &[u8]) -> LineCounter {
        if work.extractor.counts_lines() {
            let next = (self.end().saturating_sub(BACK) - self.base()) as usize;
            let own = &text[..next.min(text.len())];
            self.large.lines.submit(self.index, Count::of(own, self.base()));
        }
        self.lines_before(work)
    }

    fn lines_before(&self, work: &Work<'_>) -> LineCounter {
        let is_asked = work.extractor.counts_lines();
        let before = || self.large.lines.before(self.index, self.base());
        if is_asked { before() } else { LineCounter::after(0, 0, self.base()) }
    }

    /// Searches on the guess that nothing is open at the start. Returns how that ends, and whether a URI starts before
    /// the part.
    fn guess(
        &self,
        work: &Work<'_>,
        stream: &mut ReaderSearch<Metered<'_, ReadAt>>,
        start: Start,
        emitter: &mut Emitter<'_>,
        job: &mut JobOutput<'_, '_>,
    ) -> (End, bool) {
        let mut times = self.times(work, stream.base());
        let mut reaches_back = false;
        let mut end = End::Whole;
        'search: loop {
            while let Some((found, StreamView { text, .. })) = stream.next_and_view() {
                let at = found.span().start;
                reaches_back = at < start.at;
                if reaches_back {
                    break 'search;
                }
                let time = times.as_mut().and_then(|times| times.of_source(text, &found));
                let _ = emitter.emit(&found, time, &mut job.results);
                if job.is_full(work.by_line) {
                    if !self.fits(start, &job.ordered_writer().checkpoint) {
                        break 'search;
                    }
                    job.let_out();
                }
            }
            settle(&mut times, stream);
            match stream.fill() {
                Ok(true) if !job.is_closed() => {}
                Ok(_) => break,
                Err(error) => {
                    job.results.fail(emitter.unreadable(error), work.on_failure);
                    end = End::Broken;
                    break;
                }
            }
        }
        (end, reaches_back)
    }

    /// The times of lines, if they are asked for, of a text that is read from that offset on.
    fn times(&self, work: &Work<'_>, from: u64) -> Option<Times> {
        let modified = self.large.listed.modified.and_then(second_of);
        let mut times = work.metadata().time.then(|| Times::new(modified))?;
        times.start(from);
        Some(times)
    }

    fn fits(&self, start: Start, checkpoint: &Checkpoint) -> bool {
        self.index == 0 || checkpoint.total.end == End::Whole && checkpoint.fits(start, self.base())
    }

    /// Runs at the part's turn: writes its finds if the guess was right.
    fn close(
        &self,
        work: &Work<'_>,
        mut outcome: Outcome,
        ordered_writer: &mut OrderedWriter<'_>,
        results: &mut Results,
    ) {
        let before =
            if self.index == 0 { Checkpoint::default() } else { ordered_writer.checkpoint };
        if before.total.end == End::Broken {
            // The text after a read error is not searched.
            outcome.checkpoint = Checkpoint { total: Total { finds: 0, ..before.total }, ..before };
        } else if outcome.reaches_back || !self.fits(outcome.start, &before) {
            outcome.checkpoint = self.again(work, before, outcome.checkpoint.to, ordered_writer);
        } else {
            ordered_writer.take(results);
        }
        let total = before.total.and(outcome.checkpoint.total);
        ordered_writer.checkpoint = Checkpoint { total, ..outcome.checkpoint };
        if self.is_last() && !ordered_writer.is_closed() && !work.meter.is_stopped() {
            let total =
                Total { version: version(&self.large.listed), ..ordered_writer.checkpoint.total };
            let mut last = Results::default();
            last.count_source(total);
            last.write(|out| work.writer.finish(self.large.path(), total, out));
            ordered_writer.take(&mut last);
        }
    }

    /// Searches again, from where the previous part has ended.
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
        let mut emitter = Emitter::new(work, self.large.path());
        let mut times = self.times(work, base);
        let mut results = Results::default();
        let again = || loop {
            while let Some((found, StreamView { text, .. })) = stream.next_and_view() {
                let time = times.as_mut().and_then(|times| times.of_source(text, &found));
                let _ = emitter.emit(&found, time, &mut results);
                ordered_writer.take_if_much(&mut results);
            }
            settle(&mut times, &mut stream);
            match stream.fill() {
                Ok(true) if !ordered_writer.is_closed() => {}
                Ok(_) => return End::Whole,
                Err(error) => {
                    results.fail(emitter.unreadable(error), work.on_failure);
                    return End::Broken;
                }
            }
        };
        let end = caught(self.large.path(), again).unwrap_or_else(|error| {
            results.fail_internally(error, work.on_failure);
            End::Broken
        });
        results.is_last |= work.meter.is_stopped();
        ordered_writer.take(&mut results);
        let total = Total::new(emitter.finds, read_to(&mut stream), end);
        Checkpoint { state: stream.search_state(), to, total }
    }
}

/// The next read of the stream drops what is finished.
fn settle<R: Read>(times: &mut Option<Times>, stream: &mut ReaderSearch<R>) {
    if let Some(times) = times {
        let settled = stream.settled();
        times.settle(stream.view().text, settled, |_| true);
    }
}

/// The offset up to which the stream has read; 0 if it starts past the end of the file.
fn read_to<R: Read>(stream: &mut ReaderSearch<Metered<'_, R>>) -> u64 {
    match stream.reader().given() {
        0 => 0,
        _ => stream.base() + stream.bytes().len() as u64,
    }
}

/// Reads a large file from an offset on.
struct ReadAt {
    large: Arc<Large>,
    offset: u64,
}

impl Read for ReadAt {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.large.timer.check()?;
        let count = read_at(&self.large.file, buffer, self.offset)?;
        self.offset += count as u64;
        Ok(count)
    }
}

/// The lines of all parts, as far as they have been counted.
#[derive(Default)]
struct Counted {
    counts: Mutex<Counts>,
    counted: Condvar,
}

#[derive(Default)]
struct Counts {
    /// The counts of parts that an uncounted part precedes.
    ahead: BTreeMap<u64, Count>,
    /// The lines before each part, from the second on.
    before: Vec<Count>,
}

/// The lines of a section of text.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    newlines: u64,
    /// The offset after the last line feed.
    last_start: Option<u64>,
}

impl Count {
    fn of(text: &[u8], base: u64) -> Self {
        let newlines = memchr::memchr_iter(b'\n', text).count() as u64;
        let last_start = memchr::memrchr(b'\n', text).map(|i| base + i as u64 + 1);
        Count { newlines, last_start }
    }

    /// The sum with the section after it.
    fn and(self, next: Count) -> Count {
        let newlines = self.newlines + next.newlines;
        Count { newlines, last_start: next.last_start.or(self.last_start) }
    }
}

impl Counted {
    fn lock(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn submit(&self, index: u64, count: Count) {
        let mut counts = self.lock();
        counts.ahead.insert(index, count);
        while let next = counts.before.len() as u64
            && let Some(count) = counts.ahead.remove(&next)
        {
            let before = counts.before.last().copied().unwrap_or_default();
            counts.before.push(before.and(count));
        }
        self.counted.notify_all();
    }

    /// The lines before the part, which starts at `at`. Parts begin in order, and each submits its
    /// count first, so this does not wait long.
    fn before(&self, index: u64, at: u64) -> LineCounter {
        let Some(last) = index.checked_sub(1) else { return LineCounter::after(0, 0, at) };
        let mut counts = self.lock();
        loop {
            if let Some(count) = counts.before.get(last as usize) {
                return LineCounter::after(count.newlines, count.last_start.unwrap_or(0), at);
            }
            counts = self.counted.wait(counts).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

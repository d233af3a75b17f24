//! Two thin drivers over one core: [`find_iter`] for text in memory, [`Extractor`] for streams.

use std::io::Read;
use std::ops::ControlFlow;

use crate::byteset::HARD_STOP;
use crate::extract::Extract;
use crate::extract::{SearchState, Text};
use crate::feed::Feeder;
use crate::found::Found;
use crate::options::{ExtractorBuilder, Options};
use crate::problem::Error;
use crate::span::Position;
use crate::window::Window;

/// Every URI in `text`, in order, with the default [`Options`].
///
/// ```
/// let text = b"See <URL:ftp://ds.internic.net/rfc>, or http://www.w3.org/Addressing/.";
/// let uris: Vec<_> = urisift::find_iter(text).map(|found| found.uri().to_vec()).collect();
/// assert_eq!(uris, [&b"ftp://ds.internic.net/rfc"[..], b"http://www.w3.org/Addressing/"]);
/// ```
pub fn find_iter(text: &[u8]) -> FindIter<'_> {
    Extractor::default().find_iter(text)
}

impl ExtractorBuilder {
    /// The extractor.
    pub fn build(self) -> Extractor {
        Extractor::new(self.options)
    }
}

/// Finds URIs with given [`Options`].
#[derive(Clone, Debug, Default)]
pub struct Extractor {
    options: Options,
}

impl Extractor {
    /// An extractor with the given options.
    pub fn new(options: Options) -> Self {
        Extractor { options }
    }

    /// An extractor with some options set.
    pub fn builder() -> ExtractorBuilder {
        ExtractorBuilder::default()
    }

    /// Every URI in `text`, in order.
    pub fn find_iter<'t>(&self, text: &'t [u8]) -> FindIter<'t> {
        FindIter {
            extract: Extract::new(self.options.clone()),
            positions: self.options.positions.then(LineCounter::default),
            text: Text { bytes: text, base: 0, last: true },
        }
    }

    /// Gives every URI of a stream to `sink`, in order, each as soon as the bytes that decide it have
    /// been read, until `sink` breaks. Memory is bounded by [`Options::max_len`], [`Options::max_wrap`] and
    /// [`Options::chunk`], whatever the stream holds.
    ///
    /// A read of zero bytes is the end; the reader is not read again. A read that fails with
    /// [`ErrorKind::Interrupted`](std::io::ErrorKind::Interrupted) is retried. Any other error ends the
    /// search, [`ErrorKind::WouldBlock`](std::io::ErrorKind::WouldBlock) too: see [`Extractor::feed`].
    ///
    /// # Errors
    /// [`Error::Read`] if the reader fails. `sink` has been given the same URIs as if the text ended there:
    /// one that reaches up to the failure is given as far as it was read. The error says at which byte
    /// that was.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// let log = b"GET http://a.example/x?y=1 200\nGET http://b.example/ 404\n".as_slice();
    /// let mut first = None;
    /// urisift::Extractor::default().read(log, |found| {
    ///     first = Some(found.uri().to_vec());
    ///     ControlFlow::Break(())
    /// })?;
    /// assert_eq!(first.unwrap(), b"http://a.example/x?y=1");
    /// # Ok::<(), urisift::Error>(())
    /// ```
    pub fn read(
        &self,
        reader: impl Read,
        mut sink: impl FnMut(&Found<'_>) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let mut stream = self.stream(reader);
        loop {
            while let Some(found) = stream.next() {
                if sink(&found).is_break() {
                    return Ok(());
                }
            }
            if !stream.fill()? {
                return Ok(());
            }
        }
    }

    /// A search of bytes that the caller reads: from a socket, in an async runtime, from messages.
    pub fn feed(&self) -> Feeder {
        Feeder::new(self)
    }

    /// The two steps of [`Extractor::read`] as separate calls, for callers with work to do before a
    /// read that may block.
    pub fn stream<R: Read>(&self, reader: R) -> Stream<R> {
        self.stream_with(reader, Vec::new())
    }

    /// The same, with the buffer of a finished stream.
    #[doc(hidden)]
    pub fn stream_with<R: Read>(&self, reader: R, buffer: Vec<u8>) -> Stream<R> {
        self.section(reader, Section::whole(&self.options), buffer)
    }

    /// Searches a section of a source; the reader starts at its base.
    #[doc(hidden)]
    pub fn section<R: Read>(&self, reader: R, section: Section, buffer: Vec<u8>) -> Stream<R> {
        Stream { reader, core: Core::new(&self.options, section, buffer) }
    }

    /// Searches a text whose lines the caller counts.
    #[doc(hidden)]
    pub fn part<R: Read>(&self, reader: R, chunk: usize, buffer: Vec<u8>) -> Stream<R> {
        let section = Section { chunk, ..Section::whole(&self.options) };
        let mut stream = self.section(reader, section, buffer);
        stream.core.lines = None;
        stream
    }

    /// Its options.
    pub(crate) fn options(&self) -> &Options {
        &self.options
    }

    /// Whether finds get their line and column.
    #[doc(hidden)]
    pub fn counts_lines(&self) -> bool {
        self.options.positions
    }
}

/// A part of a source.
#[derive(Clone, Copy, Debug)]
pub struct Section {
    /// The offset of the first byte that is read. The context before the candidates is read too.
    pub base: u64,
    /// Where the search before it stopped.
    pub place: SearchState,
    /// Candidates from here on belong to another search.
    pub limit: u64,
    /// The lines counted before it.
    pub lines: LineCounter,
    /// How many bytes one read asks for.
    pub chunk: usize,
}

impl Section {
    /// All of a source.
    pub(crate) fn whole(options: &Options) -> Self {
        let (place, lines) = (SearchState::default(), LineCounter::default());
        Section { base: 0, place, limit: u64::MAX, lines, chunk: options.chunk }
    }
}

/// An iterator over the URIs in a text in memory.
#[derive(Debug)]
pub struct FindIter<'t> {
    text: Text<'t>,
    extract: Extract,
    positions: Option<LineCounter>,
}

impl<'t> Iterator for FindIter<'t> {
    type Item = Found<'t>;

    fn next(&mut self) -> Option<Found<'t>> {
        let mut found = self.extract.next(self.text)?;
        if let Some(lines) = &mut self.positions {
            found.position = Some(lines.position(self.text.bytes, 0, found.span.start));
        }
        Some(found)
    }
}

impl std::iter::FusedIterator for FindIter<'_> {}

/// A stream that is being searched: [`Stream::next`] gives the decided URIs, [`Stream::fill`] reads
/// more.
#[derive(Debug)]
pub struct Stream<R> {
    reader: R,
    core: Core,
}

/// A search over a window of a text that comes in pieces.
#[derive(Debug)]
pub(crate) struct Core {
    window: Window,
    extract: Extract,
    lines: Option<LineCounter>,
    /// Nothing from this offset on is dropped.
    kept: u64,
    state: State,
    /// How many bytes were undecided at the last look that was not early.
    undecided: usize,
    /// Where the search stood then.
    stuck_at: u64,
    /// How many early looks followed, each because of a byte that ends most URIs.
    early: u32,
    /// Why the stream ended early; reported once everything before that has been given.
    failure: Option<Error>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Reading,
    /// The bytes read last cannot decide anything.
    Waiting,
    Ended,
}

/// What a stream has besides its finds.
pub struct Beside<'s, R> {
    /// What has been read and not yet dropped.
    pub text: Text<'s>,
    /// Its reader.
    pub reader: &'s mut R,
}

/// More undecided bytes than this are looked at again only when that may help.
const PATIENCE: usize = 4096;
/// How often a byte that ends most URIs is taken for the end of a long one. A line break may be inside
/// the URI, which the text after it may show.
const MOST_EARLY: u32 = 2;

impl<R: Read> Stream<R> {
    /// The next URI that the bytes read so far decide.
    #[allow(clippy::should_implement_trait)] // It lends from the window, which `Iterator` cannot.
    pub fn next(&mut self) -> Option<Found<'_>> {
        self.core.next().map(|(found, _)| found)
    }

    /// The same, with the text and the reader.
    #[doc(hidden)]
    #[inline]
    pub fn next_and_beside(&mut self) -> Option<(Found<'_>, Beside<'_, R>)> {
        let reader = &mut self.reader;
        self.core.next().map(|(found, text)| (found, Beside { text, reader }))
    }

    /// The text and the reader.
    #[doc(hidden)]
    pub fn beside(&mut self) -> Beside<'_, R> {
        Beside { text: self.core.text(), reader: &mut self.reader }
    }

    /// Keeps everything from the offset on, until this is called again.
    #[doc(hidden)]
    pub fn keep(&mut self, from: u64) {
        self.core.kept = from;
    }

    /// The offset before which everything is finished.
    #[doc(hidden)]
    pub fn settled(&self) -> u64 {
        self.core.settled()
    }

    /// The reader.
    #[doc(hidden)]
    pub fn reader(&mut self) -> &mut R {
        &mut self.reader
    }

    /// The offset of the first byte that has not been dropped.
    #[doc(hidden)]
    pub fn base(&self) -> u64 {
        self.core.window.base()
    }

    /// Whether nothing follows what has been read.
    #[doc(hidden)]
    pub fn has_ended(&self) -> bool {
        self.core.state == State::Ended
    }

    /// The reader, and what has been read and not yet dropped.
    #[doc(hidden)]
    pub fn into_reader(self) -> (R, Vec<u8>) {
        (self.reader, self.core.window.into_live())
    }

    /// Where the search stands.
    #[doc(hidden)]
    pub fn place(&self) -> SearchState {
        self.core.extract.place()
    }

    /// The buffer, for another stream.
    #[doc(hidden)]
    pub fn into_buffer(self) -> Vec<u8> {
        self.core.window.into_buffer()
    }

    /// What has been read and not yet dropped.
    #[doc(hidden)]
    pub fn bytes(&self) -> &[u8] {
        self.core.window.bytes()
    }

    /// Searches from a place to `limit`. Call it before the first find.
    #[doc(hidden)]
    pub fn search(&mut self, place: SearchState, limit: u64, lines: LineCounter) {
        self.core.extract.search(place, limit);
        self.core.lines = self.core.lines.is_some().then_some(lines);
    }

    /// Drops what is finished and reads once. Returns whether to call [`Stream::next`] again. A reader
    /// that has ended or failed is not read again.
    ///
    /// # Errors
    /// [`Error::Read`] if the reader failed, once all that could be read has been searched.
    pub fn fill(&mut self) -> Result<bool, Error> {
        self.core.fill(&mut self.reader)
    }
}

impl Core {
    pub(crate) fn new(options: &Options, section: Section, buffer: Vec<u8>) -> Self {
        let Section { base, place, limit, lines, chunk } = section;
        let mut extract = Extract::new(options.clone());
        extract.search(place, limit);
        Core {
            window: Window::new(chunk, base, buffer),
            extract,
            lines: options.positions.then_some(lines),
            kept: u64::MAX,
            state: State::Reading,
            undecided: 0,
            stuck_at: 0,
            early: 0,
            failure: None,
        }
    }

    /// What has been read and not yet dropped.
    fn text(&self) -> Text<'_> {
        text(&self.window, self.state)
    }

    /// The next URI that the text read so far decides, and that text.
    pub(crate) fn next(&mut self) -> Option<(Found<'_>, Text<'_>)> {
        if self.state == State::Waiting {
            return None;
        }
        let text = text(&self.window, self.state);
        let mut found = self.extract.next(text)?;
        if let Some(lines) = &mut self.lines {
            found.position = Some(lines.position(text.bytes, text.base, found.span.start));
        }
        Some((found, text))
    }

    /// The offset before which everything is finished.
    fn settled(&self) -> u64 {
        // A resumed search may not have read up to its place yet.
        let read = self.window.base() + self.window.bytes().len() as u64;
        self.extract.settled().min(read)
    }

    /// Drops what is finished and reads once: see [`Stream::fill`].
    pub(crate) fn fill(&mut self, reader: &mut impl Read) -> Result<bool, Error> {
        if self.extract.is_done() {
            return Ok(false);
        }
        if self.state == State::Ended {
            return self.failure.take().map_or(Ok(false), Err);
        }
        self.settle();
        let known = self.window.bytes().len();
        match self.window.fill(reader) {
            Ok(0) => self.state = State::Ended,
            Ok(_) => self.state = self.worth_a_look(known),
            Err(source) => {
                self.state = State::Ended;
                self.failure = Some(Error::Read { at: self.window.base() + known as u64, source });
            }
        }
        Ok(true)
    }

    fn settle(&mut self) {
        let settled = self.settled();
        if let Some(lines) = &mut self.lines {
            lines.count(self.window.bytes(), self.window.base(), settled);
        }
        self.window.settle(settled.min(self.kept));
        if self.state == State::Reading {
            self.note_look(settled);
        }
    }

    /// Notes a look at the text, which is finished up to `settled`.
    fn note_look(&mut self, settled: u64) {
        let open = self.open_len();
        if settled == self.stuck_at && open < self.enough() {
            self.early += 1;
        } else {
            (self.stuck_at, self.undecided, self.early) = (settled, open, 0);
        }
    }

    /// The number of open bytes that is worth another look in any case.
    fn enough(&self) -> usize {
        self.undecided + self.undecided / 4
    }

    /// How many bytes have been read and are not finished.
    fn open_len(&self) -> usize {
        self.window.bytes().len() - self.settled().saturating_sub(self.window.base()) as usize
    }

    /// A long URI whose end is not yet in sight is not scanned again until a byte that may end it, or
    /// a quarter more text, arrives. So small reads cost no more than large ones, and a wrapper of
    /// many lines no more than one of a single line.
    fn worth_a_look(&self, known: usize) -> State {
        let bytes = self.window.bytes();
        let long = self.undecided > PATIENCE && self.open_len() < self.enough();
        let stops = || bytes[known..].iter().any(|&b| HARD_STOP.contains(b));
        let decides = || self.early < MOST_EARLY && stops();
        if long && !decides() { State::Waiting } else { State::Reading }
    }
}

fn text(window: &Window, state: State) -> Text<'_> {
    Text { bytes: window.bytes(), base: window.base(), last: state == State::Ended }
}

/// Counts lines up to given offsets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineCounter {
    /// Everything before this offset has been counted.
    at: u64,
    line: u64,
    line_start: u64,
}

/// Nothing has been counted.
impl Default for LineCounter {
    fn default() -> Self {
        LineCounter { at: 0, line: 1, line_start: 0 }
    }
}

impl LineCounter {
    /// A counter that has counted `newlines` line feeds before `at`; the line after the last one
    /// starts at `line_start`.
    pub fn after(newlines: u64, line_start: u64, at: u64) -> Self {
        LineCounter { at, line: newlines + 1, line_start }
    }

    /// The position of the byte at `offset`, which never falls from call to call; the text starts at
    /// `base`.
    fn position(&mut self, text: &[u8], base: u64, offset: u64) -> Position {
        self.count(text, base, offset);
        Position { line: self.line, column: offset - self.line_start + 1 }
    }

    /// Counts up to `offset`; the text starts at `base`.
    pub fn count(&mut self, text: &[u8], base: u64, offset: u64) {
        if offset <= self.at {
            return;
        }
        let passed = &text[(self.at - base) as usize..(offset - base) as usize];
        self.line += memchr::memchr_iter(b'\n', passed).count() as u64;
        if let Some(newline) = memchr::memrchr(b'\n', passed) {
            self.line_start = self.at + newline as u64 + 1;
        }
        self.at = offset;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::steps;

    /// How many bytes delimiting looks at in an unclosed wrapper of `lines` lines.
    fn steps(lines: usize) -> u64 {
        let text = "<http://a/".to_owned() + &"\nb".repeat(lines);
        let options = Options { max_wrap: 1 << 30, chunk: 1 << 10, ..Options::default() };
        steps::take();
        Extractor::new(options).read(text.as_bytes(), |_| ControlFlow::Continue(())).unwrap();
        steps::take()
    }

    #[test]
    fn a_wrapper_of_many_lines_is_looked_at_a_few_times() {
        let [half, whole] = [1 << 16, 1 << 17].map(steps);
        assert!(half > 1 << 16 && whole < 3 * half, "{half} and {whole}");
    }
}

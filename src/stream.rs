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

/// Finds URIs by [`Options`] of the user's own.
#[derive(Clone, Debug, Default)]
pub struct Extractor {
    options: Options,
}

impl Extractor {
    /// An extractor that goes by `options`.
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

    /// Gives every URI of a stream to `sink`, in order, each as soon as the bytes that decide on it have
    /// been read, until `sink` breaks. Memory is bounded by [`Options::max_len`], [`Options::max_wrap`] and
    /// [`Options::chunk`], whatever the stream holds.
    ///
    /// A read of zero bytes is the end, after which the reader is not read again. After
    /// [`ErrorKind::Interrupted`](std::io::ErrorKind::Interrupted) it is; any other error ends the search,
    /// [`ErrorKind::WouldBlock`](std::io::ErrorKind::WouldBlock) too: see [`Extractor::feed`].
    ///
    /// # Errors
    /// [`Error::Read`] where the reader fails. All that was found before has been given: just what would
    /// have been if the text ended there. So a URI that reaches up to the failure is given as far as it was
    /// read, and the error says at which byte that was.
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

    /// A search of bytes that the caller reads: from a socket, in an async runtime, out of messages.
    pub fn feed(&self) -> Feeder {
        Feeder::new(self)
    }

    /// The two steps of [`Extractor::read`] apart, for those who have something to do before a
    /// read that may block.
    pub fn stream<R: Read>(&self, reader: R) -> Stream<R> {
        self.stream_with(reader, Vec::new())
    }

    /// The same, with a buffer that another stream has done with.
    #[doc(hidden)]
    pub fn stream_with<R: Read>(&self, reader: R, buffer: Vec<u8>) -> Stream<R> {
        self.section(reader, Section::whole(&self.options), buffer)
    }

    /// A section of a source, of which the reader gives what stands from its base on.
    #[doc(hidden)]
    pub fn section<R: Read>(&self, reader: R, section: Section, buffer: Vec<u8>) -> Stream<R> {
        Stream { reader, core: Core::new(&self.options, section, buffer) }
    }

    /// A text whose lines the caller counts.
    #[doc(hidden)]
    pub fn part<R: Read>(&self, reader: R, chunk: usize, buffer: Vec<u8>) -> Stream<R> {
        let section = Section { chunk, ..Section::whole(&self.options) };
        let mut stream = self.section(reader, section, buffer);
        stream.core.lines = None;
        stream
    }

    /// What it goes by.
    pub(crate) fn options(&self) -> &Options {
        &self.options
    }

    /// Whether finds are asked for with their line and column.
    #[doc(hidden)]
    pub fn counts_lines(&self) -> bool {
        self.options.positions
    }
}

/// A part of a source.
#[derive(Clone, Copy, Debug)]
pub struct Section {
    /// The offset of the first byte that is read: what stands before the candidates is looked at too.
    pub base: u64,
    /// Where the search before it stands.
    pub place: SearchState,
    /// Candidates from here on are somebody else's.
    pub limit: u64,
    /// What has been counted before it.
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

/// A stream that is being searched: [`Stream::next`] gives what is decided, [`Stream::fill`] reads
/// on.
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
    /// How many bytes stood undecided when the text was last looked at because there was enough more.
    undecided: usize,
    /// Where the search stood then.
    stuck_at: u64,
    /// How often it has been looked at since, because of a byte that ends most URIs.
    early: u32,
    /// Why the stream ended before its end; told once everything before that has been given.
    failure: Option<Error>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Reading,
    /// Bytes have come that cannot decide on anything.
    Waiting,
    Ended,
}

/// What a stream has besides its finds.
pub struct Beside<'s, R> {
    /// What has been read, and not yet been dropped.
    pub text: Text<'s>,
    /// What gives it.
    pub reader: &'s mut R,
}

/// So many undecided bytes are looked at again only when that may help.
const PATIENCE: usize = 4096;
/// So often a byte that ends most URIs is taken for the end of a long one: a line break may be in it,
/// and what follows the line break may tell that it is not.
const MOST_EARLY: u32 = 2;

impl<R: Read> Stream<R> {
    /// The next URI that what has been read decides on.
    #[allow(clippy::should_implement_trait)] // It lends from the window, which `Iterator` cannot.
    pub fn next(&mut self) -> Option<Found<'_>> {
        self.core.next().map(|(found, _)| found)
    }

    /// The same, and what lies beside it.
    #[doc(hidden)]
    pub fn next_and_beside(&mut self) -> Option<(Found<'_>, Beside<'_, R>)> {
        let reader = &mut self.reader;
        self.core.next().map(|(found, text)| (found, Beside { text, reader }))
    }

    /// What lies beside the finds.
    #[doc(hidden)]
    pub fn beside(&mut self) -> Beside<'_, R> {
        Beside { text: self.core.text(), reader: &mut self.reader }
    }

    /// Drops nothing from the offset on, until this is called again.
    #[doc(hidden)]
    pub fn keep(&mut self, from: u64) {
        self.core.kept = from;
    }

    /// The offset before which everything is finished for ever.
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

    /// The reader, and what has been read of it and not been dropped.
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

    /// What has been read, and not yet been dropped.
    #[doc(hidden)]
    pub fn bytes(&self) -> &[u8] {
        self.core.window.bytes()
    }

    /// Searches from a place to `limit`, before anything has been asked for.
    #[doc(hidden)]
    pub fn search(&mut self, place: SearchState, limit: u64, lines: LineCounter) {
        self.core.extract.search(place, limit);
        self.core.lines = self.core.lines.is_some().then_some(lines);
    }

    /// Drops what is finished and reads once; whether [`Stream::next`] is to be asked again. Where the
    /// reader has ended or failed, it is not read again.
    ///
    /// # Errors
    /// [`Error::Read`] where the reader failed, once all that could be read has been searched.
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

    /// What has been read, and not yet been dropped.
    fn text(&self) -> Text<'_> {
        let last = self.state == State::Ended;
        Text { bytes: self.window.bytes(), base: self.window.base(), last }
    }

    /// The next URI that what has been read decides on, and that text.
    pub(crate) fn next(&mut self) -> Option<(Found<'_>, Text<'_>)> {
        if self.state == State::Waiting {
            return None;
        }
        let last = self.state == State::Ended;
        let text = Text { bytes: self.window.bytes(), base: self.window.base(), last };
        let mut found = self.extract.next(text)?;
        if let Some(lines) = &mut self.lines {
            found.position = Some(lines.position(text.bytes, text.base, found.span.start));
        }
        Some((found, text))
    }

    /// The offset before which everything is finished for ever.
    fn settled(&self) -> u64 {
        // A search that goes on from a place may not have read up to there yet.
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

    /// The text has been looked at, up to which all is finished now.
    fn note_look(&mut self, settled: u64) {
        let open = self.open_len();
        if settled == self.stuck_at && open < self.enough() {
            self.early += 1;
        } else {
            (self.stuck_at, self.undecided, self.early) = (settled, open, 0);
        }
    }

    /// With so many open bytes, another look is worth it in any case.
    fn enough(&self) -> usize {
        self.undecided + self.undecided / 4
    }

    /// How many bytes have been read and are not finished.
    fn open_len(&self) -> usize {
        self.window.bytes().len() - self.settled().saturating_sub(self.window.base()) as usize
    }

    /// A long URI whose end is still not in sight need not be walked over again; only a byte that
    /// ends it, or a quarter more, makes that worth it. So small reads cost no more than large, and a
    /// wrapper of many lines no more than one of a single line.
    fn worth_a_look(&self, known: usize) -> State {
        let bytes = self.window.bytes();
        let long = self.undecided > PATIENCE && self.open_len() < self.enough();
        let stops = || bytes[known..].iter().any(|&b| HARD_STOP.contains(b));
        let decides = || self.early < MOST_EARLY && stops();
        if long && !decides() { State::Waiting } else { State::Reading }
    }
}

/// Counts lines as far as it is asked to.
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
    /// So many line feeds have been counted before `at`, behind the last of which the line starts at
    /// `line_start`.
    pub fn after(newlines: u64, line_start: u64, at: u64) -> Self {
        LineCounter { at, line: newlines + 1, line_start }
    }

    /// The position of the byte at `offset`, which is not before any that was asked for; the text
    /// starts at `base`.
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

    /// How many bytes delimiting looks at in a wrapper of so many lines that never ends.
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

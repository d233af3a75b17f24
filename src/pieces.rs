//! The search of a text that comes in pieces: what reads it, and what pushes it, drive the same core.

use std::fmt;
use std::io::{self, Read};

use crate::byteset::HARD_STOP;
use crate::extract::{Extract, SearchState, Text};
use crate::found::Found;
use crate::options::Options;
use crate::position::LineCounter;
use crate::window::Window;

/// The search cannot continue.
///
/// ```
/// use std::{io, ops::ControlFlow};
/// use urisift::{Error, Extractor};
/// let broken = io::Read::chain(&b"http://a.example/"[..], Broken);
/// let error = Extractor::default().find_in_reader(broken, |_| ControlFlow::Continue(())).unwrap_err();
/// assert!(matches!(error, Error::Read { at: 17, .. }));
/// # struct Broken;
/// # impl io::Read for Broken {
/// #     fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
/// #         Err(io::ErrorKind::ConnectionReset.into())
/// #     }
/// # }
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// Reading the source failed; what was found before that has been given.
    Read {
        /// How many bytes had been read, counted from the source's first.
        at: u64,
        /// The cause.
        source: io::Error,
    },
    /// The output could not be written.
    Write(io::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Read { at, source } => write!(f, "byte {at}: {}", plain(source)),
            Error::Write(source) => write!(f, "cannot write: {}", plain(source)),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Read { source, .. } | Error::Write(source) => Some(source),
        }
    }
}

/// The system's message without the error number that Rust appends.
pub fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    match text.find(" (os error") {
        Some(end) => text[..end].to_owned(),
        None => text,
    }
}

/// A part of a source.
#[derive(Clone, Copy, Debug)]
pub struct Section {
    /// The offset of the first byte that is read. The context before the candidates is read too.
    pub base: u64,
    /// Where the search before it stopped.
    pub state: SearchState,
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
        let (state, lines) = (SearchState::default(), LineCounter::default());
        Section { base: 0, state, limit: u64::MAX, lines, chunk: options.read_size }
    }
}

/// A search over a window of a text that comes in pieces.
#[derive(Debug)]
pub(crate) struct Core {
    pub(crate) window: Window,
    /// How many bytes one read asks for: at most 1 GiB.
    chunk: usize,
    pub(crate) extract: Extract,
    pub(crate) lines: Option<LineCounter>,
    /// Nothing from this offset on is dropped.
    pub(crate) kept: u64,
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

/// More undecided bytes than this are looked at again only when that may help.
const PATIENCE: usize = 4096;
/// How often a byte that ends most URIs is taken for the end of a long one. A line break may be inside
/// the URI, which the text after it may show.
const MOST_EARLY: u32 = 2;

impl Core {
    pub(crate) fn new(options: &Options, section: Section, buffer: Vec<u8>) -> Self {
        let Section { base, state, limit, lines, chunk } = section;
        let mut extract = Extract::new(options.clone());
        extract.search(state, limit);
        Core {
            window: Window::new(base, buffer),
            chunk: chunk.clamp(1, 1 << 30),
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
    pub(crate) fn text(&self) -> Text<'_> {
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

    /// Returns `true` if nothing follows what has been read.
    pub(crate) fn has_ended(&self) -> bool {
        self.state == State::Ended
    }

    /// The offset before which everything is finished.
    pub(crate) fn settled(&self) -> u64 {
        // A resumed search may not have read up to its start yet.
        let read = self.window.base() + self.window.bytes().len() as u64;
        self.extract.settled().min(read)
    }

    /// Drops what is finished and reads once: see [`ReaderSearch::fill`].
    pub(crate) fn fill(&mut self, reader: &mut impl Read) -> Result<bool, Error> {
        if self.extract.is_done() {
            return Ok(false);
        }
        if self.state == State::Ended {
            return self.failure.take().map_or(Ok(false), Err);
        }
        self.settle();
        let known = self.window.bytes().len();
        match self.window.fill(self.chunk, reader) {
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

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::stream::Extractor;
    use crate::testing::{amount, steps};

    /// How many bytes delimiting looks at in an unclosed wrapper of `lines` lines.
    fn steps(lines: usize) -> u64 {
        let text = "<http://a/".to_owned() + &"\nb".repeat(lines);
        let options =
            Options { max_wrapper_len: 1 << 30, read_size: 1 << 10, ..Options::default() };
        steps::take();
        Extractor::new(options)
            .find_in_reader(text.as_bytes(), |_| ControlFlow::Continue(()))
            .unwrap();
        steps::take()
    }

    #[test]
    fn a_wrapper_of_many_lines_is_looked_at_a_few_times() {
        let [half, whole] = [1, 2].map(|times| steps(times * amount(1 << 13, 1 << 16)));
        assert!(half > 1 << 16 && whole < 3 * half, "{half} and {whole}");
    }
}

//! Three thin drivers: [`find_iter`] for text in memory, and over one core [`ReaderSearch`], which reads, and
//! [`Feeder`], to which the caller pushes what it has read.

use std::io::Read;
use std::ops::{ControlFlow, Range};

use crate::byteset::{ALNUM, ByteSet};
use crate::extract::{Extract, SearchState, Text};
use crate::found::Found;
use crate::options::{ExtractorBuilder, Options};
use crate::pieces::{Core, Error, Section};
use crate::position::LineCounter;

/// Returns an iterator over the URIs in `text`, in order, with the default [`Options`].
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
    /// Creates the extractor.
    pub fn build(self) -> Extractor {
        Extractor::new(self.options)
    }
}

/// Finds URIs with given [`Options`].
///
/// ```
/// let extractor = urisift::Extractor::builder().email(true).build();
/// let found = extractor.find_iter(b"Ask info@example.org.").next().unwrap();
/// assert_eq!(found.uri(), b"info@example.org");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Extractor {
    options: Options,
}

impl Extractor {
    /// Creates an extractor with the given options.
    pub fn new(options: Options) -> Self {
        Extractor { options }
    }

    /// Creates a builder with the default options.
    pub fn builder() -> ExtractorBuilder {
        ExtractorBuilder::default()
    }

    /// Returns an iterator over the URIs in `text`, in order.
    pub fn find_iter<'t>(&self, text: &'t [u8]) -> FindIter<'t> {
        FindIter {
            extract: Extract::new(self.options.clone()),
            positions: self.options.positions.then(LineCounter::default),
            text: Text { bytes: text, base: 0, last: true },
        }
    }

    /// Like [`Extractor::find_iter`], for a text whose lines the caller counts.
    #[doc(hidden)]
    pub fn find_iter_in_part<'t>(&self, text: &'t [u8]) -> FindIter<'t> {
        FindIter { positions: None, ..self.find_iter(text) }
    }

    /// Returns `true` if a text may contain a URI: it has a colon, or options allow URIs without a scheme.
    #[doc(hidden)]
    pub fn may_find(&self, text: &[u8]) -> bool {
        let Options { www, bare, email, refang, .. } = self.options;
        www || bare || email || refang || memchr::memchr(b':', text).is_some()
    }

    /// Like [`Extractor::may_find`], by a closer look at what is around a colon.
    #[doc(hidden)]
    pub fn has_candidate(&self, text: &[u8]) -> bool {
        Extract::new(self.options.clone()).has_candidate(text)
    }

    /// Returns `true` if a text that is a URI of the web, and nothing in it could be anything else, is found as it is
    /// from its start on.
    #[doc(hidden)]
    pub fn starts_plainly(&self, text: &[u8]) -> bool {
        const PLAIN: ByteSet = ALNUM.or(ByteSet::of(b"-._~/?=&%+,;:@#"));
        let rest = text.strip_prefix(b"http").unwrap_or_default();
        let rest = rest.strip_prefix(b"s").unwrap_or(rest).strip_prefix(b"://");
        let [first, rest @ ..] = rest.unwrap_or_default() else { return false };
        !self.options.refang && ALNUM.contains(*first) && PLAIN.contains_all(rest)
    }

    /// Calls `sink` for every URI in `reader`, in order and as early as possible, until it returns
    /// [`ControlFlow::Break`]. Memory is bounded by [`Options::max_len`], [`Options::max_wrapper_len`] and
    /// [`Options::read_size`], for any input.
    ///
    /// A read of zero bytes is the end; the reader is not read again. A read that fails with
    /// [`ErrorKind::Interrupted`](std::io::ErrorKind::Interrupted) is retried. Any other error ends the search, even
    /// [`ErrorKind::WouldBlock`](std::io::ErrorKind::WouldBlock): see [`Extractor::feeder`].
    ///
    /// # Errors
    /// [`Error::Read`], with the byte offset, if the reader fails. `sink` has been called for every URI before the
    /// failure; a URI that the failure cuts off is reported as far as it was read.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// let log = b"GET http://a.example/x?y=1 200\nGET http://b.example/ 404\n".as_slice();
    /// let mut first = None;
    /// urisift::Extractor::default().find_in_reader(log, |found| {
    ///     first = Some(found.uri().to_vec());
    ///     ControlFlow::Break(())
    /// })?;
    /// assert_eq!(first.unwrap(), b"http://a.example/x?y=1");
    /// # Ok::<(), urisift::Error>(())
    /// ```
    pub fn find_in_reader(
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

    /// Creates a search of bytes that the caller reads: from a socket, in an async runtime, from messages.
    pub fn feeder(&self) -> Feeder {
        Feeder::new(self)
    }

    /// Splits [`Extractor::find_in_reader`] into two steps, for callers with work to do before a read that may block.
    pub fn stream<R: Read>(&self, reader: R) -> ReaderSearch<R> {
        self.stream_with(reader, Vec::new())
    }

    /// Like [`Extractor::stream`], with the buffer of a finished stream.
    #[doc(hidden)]
    pub fn stream_with<R: Read>(&self, reader: R, buffer: Vec<u8>) -> ReaderSearch<R> {
        self.section(reader, Section::whole(&self.options), buffer)
    }

    /// Searches a section of a source; the reader starts at its base.
    #[doc(hidden)]
    pub fn section<R: Read>(
        &self,
        reader: R,
        section: Section,
        buffer: Vec<u8>,
    ) -> ReaderSearch<R> {
        ReaderSearch { reader, core: Core::new(&self.options, section, buffer) }
    }

    /// Searches a text whose lines the caller counts.
    #[doc(hidden)]
    pub fn part<R: Read>(&self, reader: R, chunk: usize, buffer: Vec<u8>) -> ReaderSearch<R> {
        let section = Section { chunk, ..Section::whole(&self.options) };
        self.part_section(reader, section, buffer)
    }

    /// Searches a section of such a text.
    #[doc(hidden)]
    pub fn part_section<R: Read>(
        &self,
        reader: R,
        section: Section,
        buffer: Vec<u8>,
    ) -> ReaderSearch<R> {
        let mut stream = self.section(reader, section, buffer);
        stream.core.lines = None;
        stream
    }

    /// Returns the options.
    pub(crate) fn options(&self) -> &Options {
        &self.options
    }

    /// Returns `true` if finds have a line and column.
    #[doc(hidden)]
    pub fn counts_lines(&self) -> bool {
        self.options.positions
    }
}

/// An iterator over the URIs in a text in memory.
///
/// ```
/// let text = b"Both ftp://a.example/b and http://c.example/.";
/// let starts: Vec<_> = urisift::find_iter(text).map(|found| found.span().start).collect();
/// assert_eq!(starts, [5, 27]);
/// ```
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

/// A search of a reader: [`ReaderSearch::next`] returns the URIs in what has been read, [`ReaderSearch::fill`] reads
/// more.
///
/// ```
/// let log = b"GET http://a.example/ 200\nGET http://b.example/ 404".as_slice();
/// let mut stream = urisift::Extractor::default().stream(log);
/// let mut count = 0;
/// while stream.fill()? {
///     while stream.next().is_some() {
///         count += 1;
///     }
/// }
/// assert_eq!(count, 2);
/// # Ok::<(), urisift::Error>(())
/// ```
#[derive(Debug)]
pub struct ReaderSearch<R> {
    reader: R,
    core: Core,
}

/// The text and the reader of a stream, beside its finds.
pub struct StreamView<'s, R> {
    /// What has been read and not yet dropped.
    pub text: Text<'s>,
    /// Its reader.
    pub reader: &'s mut R,
}

impl<R: Read> ReaderSearch<R> {
    /// Returns the next URI whose end is known from the bytes read so far.
    #[allow(clippy::should_implement_trait)] // It lends from the window, which `Iterator` cannot.
    pub fn next(&mut self) -> Option<Found<'_>> {
        self.core.next().map(|(found, _)| found)
    }

    /// Like [`ReaderSearch::next`], with the text and the reader.
    #[doc(hidden)]
    #[inline]
    pub fn next_and_view(&mut self) -> Option<(Found<'_>, StreamView<'_, R>)> {
        let reader = &mut self.reader;
        self.core.next().map(|(found, text)| (found, StreamView { text, reader }))
    }

    /// The text and the reader.
    #[doc(hidden)]
    pub fn view(&mut self) -> StreamView<'_, R> {
        StreamView { text: self.core.text(), reader: &mut self.reader }
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

    /// Returns `true` if nothing follows what has been read.
    #[doc(hidden)]
    pub fn has_ended(&self) -> bool {
        self.core.has_ended()
    }

    /// The buffer, and where the bytes are in it that have been read and not yet dropped.
    #[doc(hidden)]
    pub fn into_live(mut self) -> (Vec<u8>, Range<usize>) {
        self.core.window.take_buffer()
    }

    /// The state of the search.
    #[doc(hidden)]
    pub fn search_state(&self) -> SearchState {
        self.core.extract.state()
    }

    /// The buffer, for another stream.
    #[doc(hidden)]
    pub fn into_buffer(mut self) -> Vec<u8> {
        self.core.window.take_buffer().0
    }

    /// What has been read and not yet dropped.
    #[doc(hidden)]
    pub fn bytes(&self) -> &[u8] {
        self.core.window.bytes()
    }

    /// Searches from a state to `limit`. Call it before the first find.
    #[doc(hidden)]
    pub fn search(&mut self, state: SearchState, limit: u64, lines: LineCounter) {
        self.core.extract.search(state, limit);
        self.core.lines = self.core.lines.is_some().then_some(lines);
    }

    /// Drops what is finished and reads once. Returns whether to call [`ReaderSearch::next`] again. A reader
    /// that has ended or failed is not read again.
    ///
    /// # Errors
    /// [`Error::Read`] if the reader failed, once all that could be read has been searched.
    pub fn fill(&mut self) -> Result<bool, Error> {
        self.core.fill(&mut self.reader)
    }
}

/// A search of bytes that arrive in chunks, made by [`Extractor::feeder`]. The finds do not depend on how the bytes are
/// split.
///
/// Memory is bounded as for [`Extractor::find_in_reader`].
///
/// ```
/// use std::ops::ControlFlow;
/// let mut uris = Vec::new();
/// let mut keep = |found: &urisift::Found<'_>| {
///     uris.push(String::from_utf8_lossy(found.uri()).into_owned());
///     ControlFlow::Continue(())
/// };
/// let mut feeder = urisift::Extractor::default().feeder();
/// for piece in [&b"See ht"[..], b"tp://a.exam", b"ple/b, and http://c.example/"] {
///     feeder.push(piece, &mut keep);
/// }
/// feeder.finish(&mut keep);
/// assert_eq!(uris, ["http://a.example/b", "http://c.example/"]);
/// ```
#[derive(Debug)]
pub struct Feeder {
    core: Core,
    /// The sink has broken.
    is_done: bool,
}

impl Feeder {
    pub(crate) fn new(extractor: &Extractor) -> Self {
        Feeder {
            core: Core::new(extractor.options(), Section::whole(extractor.options()), Vec::new()),
            is_done: false,
        }
    }

    /// Searches `bytes`, which follow those pushed before. `sink` is called for each URI whose end is known; a URI that
    /// may continue in the next bytes is reported later. After `sink` returns [`ControlFlow::Break`], nothing more is
    /// searched, and every further call breaks.
    pub fn push(
        &mut self,
        mut bytes: &[u8],
        mut sink: impl FnMut(&Found<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        while !bytes.is_empty() {
            self.search(&mut bytes, &mut sink)?;
        }
        ControlFlow::Continue(())
    }

    /// The offset before which everything is finished: no URI will start there.
    #[doc(hidden)]
    pub fn settled(&self) -> u64 {
        self.core.settled()
    }

    /// Ends the input, and calls `sink` for the remaining URIs.
    pub fn finish(
        mut self,
        mut sink: impl FnMut(&Found<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.search(&mut std::io::empty(), &mut sink)
    }

    fn search(
        &mut self,
        bytes: &mut impl Read,
        sink: &mut impl FnMut(&Found<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if !self.is_done {
            // Reading from memory never fails.
            let _ = self.core.fill(bytes);
        }
        while !self.is_done
            && let Some((found, _)) = self.core.next()
        {
            self.is_done = sink(&found).is_break();
        }
        if self.is_done { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_follows_a_break() {
        let mut count = 0;
        let mut first = |_: &Found<'_>| {
            count += 1;
            ControlFlow::Break(())
        };
        let mut feeder = Extractor::default().feeder();
        assert!(feeder.push(b"http://a.example/ http://b.example/ ", &mut first).is_break());
        assert!(feeder.push(b"http://c.example/ ", &mut first).is_break());
        assert!(feeder.finish(&mut first).is_break());
        assert_eq!(count, 1);
    }
}

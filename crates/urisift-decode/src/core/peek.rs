//! A buffered reader with lookahead: what container formats read.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::ops::{Range, RangeInclusive};
use std::rc::Rc;

use super::line_index::LineIndex;
use super::mapped::{Chunk, MappedRead, Notes};
use super::source_map::SourceMap;
use super::spare::Spared;
use urisift::Span;
use urisift::internal::window::Window;

/// Reads of at least this many bytes bypass the internal buffer.
pub const CHUNK: usize = 64 << 10;

/// How many bytes one read of a source asks for, about: more while they all come.
const OF_SOURCE: RangeInclusive<usize> = CHUNK..=4 * CHUNK;

/// Like `OF_SOURCE`, of another layer, most of which are small.
const OF_MAPPED: RangeInclusive<usize> = CHUNK / 8..=CHUNK;

/// How many bytes at a time go to a decoder whose result depends on that.
const BLOCK: usize = 16 << 10;

/// Bytes of a container that have been read but not consumed.
///
/// Invariant: the base of the window is the offset in the reader; the map covers the live bytes where they are not raw
/// ones.
pub struct PeekReader<'s> {
    feed: Feed<'s>,
    window: Spared,
    /// How many bytes the next read asks for, about, and at most.
    chunk: RangeInclusive<usize>,
    has_ended: bool,
    failure: Option<io::Error>,
    /// Up to this offset, no portion is looked for.
    pub(crate) unportioned: u64,
}

/// Where the bytes come from.
enum Feed<'s> {
    /// A source of raw bytes.
    Source(Box<dyn Read + 's>, Rc<LineIndex>),
    /// Another layer.
    Mapped(Box<dyn MappedRead + 's>, SourceMap),
}

impl<'s> PeekReader<'s> {
    /// Reads raw bytes; `head` holds those already read.
    #[cfg(any(test, fuzzing))]
    pub(crate) fn of_source(
        read: impl Read + 's,
        line_index: Rc<LineIndex>,
        head: Vec<u8>,
    ) -> Self {
        let len = head.len();
        PeekReader::of_source_in(head, 0..len, read, line_index)
    }

    /// Like `of_source`, in a buffer whose first `len` bytes are those already read.
    pub(crate) fn of_source_in(
        buffer: Vec<u8>,
        live: Range<usize>,
        read: impl Read + 's,
        line_index: Rc<LineIndex>,
    ) -> Self {
        line_index.note(&buffer[live.clone()], 0);
        let reader = PeekReader::new(Feed::Source(Box::new(read), line_index), OF_SOURCE);
        let reader = PeekReader { window: Spared(Window::over(buffer, live, 0)), ..reader };
        reader.tell_ahead();
        reader
    }

    /// Reads the bytes of chunks, which have no links.
    pub fn of_mapped(chunks: impl MappedRead + 's) -> Self {
        PeekReader::new(Feed::Mapped(Box::new(chunks), SourceMap::default()), OF_MAPPED)
    }

    /// Reads these bytes alone, of which those before `range` are not live; the first live one is at the offset.
    /// Their lines are known to the line index.
    pub(crate) fn of_buffer(
        buffer: Vec<u8>,
        range: Range<usize>,
        at: u64,
        line_index: Rc<LineIndex>,
    ) -> Self {
        let reader = PeekReader::new(Feed::Source(Box::new(io::empty()), line_index), OF_SOURCE);
        let window = Spared(Window::over(buffer, range, at));
        let reader = PeekReader { window, has_ended: true, ..reader };
        reader.tell_ahead();
        reader
    }

    /// Reads what else comes.
    pub(crate) fn followed_by(self, read: impl Read + 's) -> Self {
        let feed = match self.feed {
            Feed::Source(_, line_index) => Feed::Source(Box::new(read), line_index),
            mapped => mapped,
        };
        PeekReader { feed, has_ended: false, ..self }
    }

    /// Returns `true` if the reader has ended early, with an error that is not taken.
    pub(crate) fn has_failed(&self) -> bool {
        self.failure.is_some()
    }

    /// Takes the buffer, which holds the live bytes at the range.
    #[doc(hidden)]
    pub fn take_buffer(&mut self) -> (Vec<u8>, Range<usize>) {
        self.window.0.take_buffer()
    }

    /// Puts the buffer back.
    pub(crate) fn put_back(&mut self, buffer: Vec<u8>) {
        self.window.0.put_back(buffer);
    }

    /// Returns `true` if its bytes are those of a source, and not of another layer.
    pub(crate) fn is_of_source(&self) -> bool {
        matches!(self.feed, Feed::Source(..))
    }

    fn new(feed: Feed<'s>, chunk: RangeInclusive<usize>) -> Self {
        let (window, has_ended, failure, unportioned) = Default::default();
        PeekReader { feed, window, chunk, has_ended, failure, unportioned }
    }

    /// The live bytes.
    pub fn live(&self) -> &[u8] {
        self.window.0.bytes()
    }

    /// The offset of the next byte in the reader.
    pub fn at(&self) -> u64 {
        self.window.0.base()
    }

    /// Returns `true` if nothing follows the live bytes.
    pub fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// The error that ended the reader early; returned once.
    pub fn take_failure(&mut self) -> Option<io::Error> {
        self.failure.take()
    }

    /// More bytes ought to follow those that there are.
    pub(crate) fn set_cut(&self) {
        if let Feed::Source(_, line_index) = &self.feed {
            line_index.set_cut(self.at() + self.live().len() as u64);
        }
    }

    /// Returns `true` if nothing is left.
    pub fn is_at_end(&mut self) -> bool {
        self.peek(1).is_empty()
    }

    /// The first `count` bytes, or all that remain.
    pub fn front(&mut self, count: usize) -> &[u8] {
        let bytes = self.peek(count);
        &bytes[..bytes.len().min(count)]
    }

    /// At least `count` bytes, or all that remain.
    pub fn peek(&mut self, count: usize) -> &[u8] {
        while self.live().len() < count && self.more() {}
        self.live()
    }

    /// The bytes from that offset on, up to the next multiple of [`BLOCK`]. Waits for them, so that the
    /// pieces are the same however the bytes come.
    pub(crate) fn block(&mut self, offset: usize) -> &[u8] {
        let len = BLOCK - (self.at() + offset as u64) as usize % BLOCK;
        let bytes = self.peek(offset + len);
        &bytes[offset..bytes.len().min(offset + len)]
    }

    /// The length of the line at an offset of the live bytes, with its end; that of the rest if it has
    /// none. `None` if it does not end in the first `max` bytes.
    #[inline]
    pub fn line_len(&mut self, at: usize, max: usize) -> Option<usize> {
        let mut from = at;
        loop {
            let live = self.live();
            let sight = &live[..live.len().min(max)];
            if let Some(end) = memchr::memchr(b'\n', &sight[from..]) {
                return Some(from + end + 1 - at);
            }
            from = sight.len();
            if from == max {
                return None;
            }
            if !self.more() {
                return Some(from - at);
            }
        }
    }

    /// Reads once; returns whether anything came.
    pub fn more(&mut self) -> bool {
        if self.has_ended {
            return false;
        }
        // As much as if the buffer were new.
        let len = *self.chunk.start();
        let to = self.at() + self.live().len() as u64;
        let out = self.window.room(len);
        let count = match &mut self.feed {
            Feed::Source(read, line_index) => {
                read_source(read, line_index, out, to, &mut self.failure)
            }
            Feed::Mapped(chunks, map) => {
                // No layer below a reader makes links.
                let (links, spare) = (&mut VecDeque::new(), &mut Vec::new());
                let mut notes = Notes { map, links, spare, link_bytes: 0, at_once: false };
                chunks.read(out, to, &mut notes)
            }
        };
        if count == len {
            let (next, most) = self.chunk.clone().into_inner();
            self.chunk = most.min(2 * next)..=most;
        }
        self.window.0.add(count);
        self.has_ended = count == 0;
        self.tell_ahead();
        count > 0
    }

    /// Consumes `count` of the live bytes.
    pub fn pass_bytes(&mut self, count: usize) {
        self.window.0.pass(count);
        if let Feed::Mapped(_, map) = &mut self.feed {
            map.settle(self.window.0.base());
        }
        self.tell_ahead();
    }

    /// The raw offset of the next byte.
    pub fn raw(&self) -> u64 {
        self.span(0..0).start
    }

    /// The raw span of a range of the live bytes.
    pub fn span(&self, range: Range<usize>) -> Span {
        let text =
            Span { start: self.at() + range.start as u64, end: self.at() + range.end as u64 };
        match &self.feed {
            Feed::Source(..) => text,
            Feed::Mapped(_, map) => map.span(text),
        }
    }

    /// The chunk at the start of a range of the live bytes.
    pub(crate) fn chunk_in(&self, range: Range<usize>) -> Chunk<'_> {
        let bytes = &self.live()[range.clone()];
        let from = self.at() + range.start as u64;
        match &self.feed {
            Feed::Source(..) => Chunk::plain(bytes, from),
            Feed::Mapped(_, map) => {
                let (len, chunk) = map.chunk(from, from + bytes.len() as u64);
                Chunk { bytes: &bytes[..len], ..chunk }
            }
        }
    }

    fn tell_ahead(&self) {
        if let Feed::Source(_, line_index) = &self.feed {
            line_index.set_ahead(self.live().len());
        }
    }
}

/// Reads once, and again when interrupted, and counts the lines of what came; 0 at the end, or if that fails.
fn read_source(
    read: &mut dyn Read,
    line_index: &LineIndex,
    out: &mut [u8],
    at: u64,
    failure: &mut Option<io::Error>,
) -> usize {
    loop {
        match read.read(out) {
            Ok(count) => {
                line_index.note(&out[..count], at);
                return count;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => {
                *failure = Some(error);
                line_index.set_cut(at);
                return 0;
            }
        }
    }
}

impl MappedRead for PeekReader<'_> {
    fn chunk(&mut self) -> Chunk<'_> {
        if self.live().is_empty() && !self.more() {
            return Chunk::END;
        }
        self.chunk_in(0..self.live().len())
    }

    fn advance(&mut self, count: usize) {
        self.pass_bytes(count);
    }

    fn whole(&mut self) -> Option<Chunk<'_>> {
        let all = 0..self.live().len();
        Some(self.chunk_in(all.clone())).filter(|it| self.has_ended && it.bytes.len() == all.len())
    }

    fn at_hand(&mut self) -> Option<usize> {
        let live = self.live().len();
        match &mut self.feed {
            _ if self.has_ended => Some(live),
            Feed::Source(..) => None,
            Feed::Mapped(chunks, _) => Some(live + chunks.at_hand()?),
        }
    }

    /// Reads straight into `out` if nothing is buffered; else it takes what is.
    fn read(&mut self, out: &mut [u8], at: u64, notes: &mut Notes<'_>) -> usize {
        let is_empty = self.live().is_empty() && !self.has_ended;
        let count = match &mut self.feed {
            Feed::Source(read, line_index) if is_empty && out.len() >= CHUNK => {
                let from = self.window.0.base();
                let count = read_source(read, line_index, out, from, &mut self.failure);
                notes.map.push(at, Chunk::plain(&out[..count], from));
                line_index.set_ahead(0);
                count
            }
            _ => {
                let (mut filled, mut count) = (0, self.chunk().put(out, at, notes.map));
                while count > 0 {
                    self.pass_bytes(count);
                    filled += count;
                    // Nothing is read for what more there is room for.
                    let live = self.chunk_in(0..self.live().len());
                    count = live.put(&mut out[filled..], at + filled as u64, notes.map);
                }
                return filled;
            }
        };
        self.window.0.skip(count);
        self.has_ended = count == 0;
        count
    }
}

impl Read for PeekReader<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = self.chunk().bytes.read(out)?;
        self.pass_bytes(count);
        Ok(count)
    }
}

impl io::BufRead for PeekReader<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        Ok(self.peek(1))
    }

    fn consume(&mut self, count: usize) {
        self.pass_bytes(count);
    }
}

/// Forwards to the borrowed reader.
impl<R: MappedRead + ?Sized> MappedRead for &mut R {
    fn chunk(&mut self) -> Chunk<'_> {
        (**self).chunk()
    }

    fn advance(&mut self, count: usize) {
        (**self).advance(count);
    }

    fn at_hand(&mut self) -> Option<usize> {
        (**self).at_hand()
    }

    fn whole(&mut self) -> Option<Chunk<'_>> {
        (**self).whole()
    }

    fn take_link(&mut self) -> Option<super::mapped::Link> {
        (**self).take_link()
    }

    fn is_markup(&self) -> bool {
        (**self).is_markup()
    }

    fn next_text(&mut self) -> Option<super::mapped::TextKind> {
        (**self).next_text()
    }

    fn read(&mut self, out: &mut [u8], at: u64, notes: &mut Notes<'_>) -> usize {
        (**self).read(out, at, notes)
    }
}

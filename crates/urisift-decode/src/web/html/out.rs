//! The layer's own output: characters, boundaries, and links.

use std::collections::VecDeque;
use std::ops::Range;

use crate::core::mapped::{BOUNDARY, Chunk, Link, MappedRead, Notes};
use crate::core::mapped_bytes::MappedBytes;
use urisift::Span;
use urisift::internal::found::FIELD_END;

/// What bytes are appended to.
pub(super) trait Push {
    fn push(&mut self, chunk: Chunk<'_>);
}

/// Where the output goes.
pub(super) trait Emit: Push {
    /// Appends the byte that stands for a link.
    fn link(&mut self, link: Link);

    /// Memory for the value of a link.
    fn spare(&mut self) -> Vec<u8> {
        Vec::new()
    }

    /// Appends bytes that stand for a raw span as a whole.
    fn whole(&mut self, bytes: &[u8], raw: Span) {
        self.push(Chunk::whole(bytes, raw));
    }

    /// Appends a byte that stands for a raw span.
    fn byte(&mut self, byte: u8, raw: Span) {
        self.whole(&[byte], raw);
    }

    /// Marks where markup was.
    #[inline(always)]
    fn boundary(&mut self, raw: Span) {
        self.byte(BOUNDARY, raw);
    }

    /// Marks where a value ends, or where the next one starts: what is between two of these is not a sentence.
    fn edge(&mut self, raw: Span) {
        self.byte(FIELD_END, raw);
    }
}

/// Bytes with their places in the source.
pub(super) trait Located {
    fn bytes(&self) -> &[u8];

    /// The raw span of a range.
    fn span(&self, range: Range<usize>) -> Span;

    /// Returns `true` if a range is the raw bytes themselves.
    fn is_plain(&self, range: Range<usize>) -> bool;

    /// Appends a range to something.
    fn copy(&self, range: Range<usize>, to: &mut impl Push);
}

impl Push for MappedBytes {
    fn push(&mut self, chunk: Chunk<'_>) {
        MappedBytes::push(self, chunk);
    }
}

impl Located for MappedBytes {
    fn bytes(&self) -> &[u8] {
        MappedBytes::bytes(self)
    }

    fn span(&self, range: Range<usize>) -> Span {
        MappedBytes::span(self, range)
    }

    fn is_plain(&self, range: Range<usize>) -> bool {
        MappedBytes::is_plain(self, range)
    }

    fn copy(&self, range: Range<usize>, to: &mut impl Push) {
        self.chunks(range).for_each(|chunk| to.push(chunk));
    }
}

/// Raw bytes, and the offset of the first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Raw<'a> {
    pub bytes: &'a [u8],
    pub at: u64,
}

impl<'a> Raw<'a> {
    /// The bytes from an offset on.
    #[inline]
    pub fn from(self, start: usize) -> Self {
        Raw { bytes: &self.bytes[start..], at: self.at + start as u64 }
    }

    /// The first `len` bytes.
    #[inline]
    pub fn first(self, len: usize) -> Self {
        Raw { bytes: &self.bytes[..len], ..self }
    }

    #[inline]
    pub fn chunk(self) -> Chunk<'a> {
        Chunk::plain(self.bytes, self.at)
    }
}

impl Located for Raw<'_> {
    #[inline]
    fn bytes(&self) -> &[u8] {
        self.bytes
    }

    #[inline]
    fn span(&self, range: Range<usize>) -> Span {
        Span { start: self.at + range.start as u64, end: self.at + range.end as u64 }
    }

    #[inline]
    fn is_plain(&self, _: Range<usize>) -> bool {
        true
    }

    fn copy(&self, range: Range<usize>, to: &mut impl Push) {
        if !range.is_empty() {
            to.push(self.first(range.end).from(range.start).chunk());
        }
    }
}

/// Filled by one step of the parser, and consumed before the next.
#[derive(Default)]
pub(super) struct Out {
    held: MappedBytes,
    /// How many bytes have been yielded.
    given: usize,
    /// The links that are left, until they are taken, each with the index of its byte.
    links: VecDeque<(usize, Option<Link>)>,
}

impl Push for Out {
    fn push(&mut self, chunk: Chunk<'_>) {
        self.held.push(chunk);
    }
}

impl Emit for Out {
    fn link(&mut self, link: Link) {
        let raw = link.raw;
        self.links.push_back((self.held.len(), Some(link)));
        self.boundary(raw);
    }
}

impl Out {
    pub fn is_empty(&self) -> bool {
        self.given == self.held.len()
    }

    /// Up to a link, or the byte of a link alone.
    pub fn chunk(&self) -> Chunk<'_> {
        let next = self.links.front().map_or(self.held.len(), |(at, _)| *at);
        let is_link = next == self.given;
        let end = if is_link { next + 1 } else { next };
        Chunk { is_link, ..self.held.chunk(self.given..end) }
    }

    pub fn advance(&mut self, count: usize) {
        self.given += count;
        if self.links.front().is_some_and(|(at, _)| *at < self.given) {
            self.links.pop_front();
        }
        if self.is_empty() {
            self.held.clear();
            self.given = 0;
        }
    }

    pub fn take_link(&mut self) -> Option<Link> {
        let (at, link) = self.links.front_mut()?;
        if *at == self.given { link.take() } else { None }
    }
}

/// The output of one read, as far as it is filled.
pub(super) struct Filled<'f, 'n> {
    out: &'f mut [u8],
    len: usize,
    /// The offset of the first byte in the text.
    at: u64,
    notes: &'f mut Notes<'n>,
}

impl<'f, 'n> Filled<'f, 'n> {
    pub fn new(out: &'f mut [u8], at: u64, notes: &'f mut Notes<'n>) -> Self {
        Filled { out, len: 0, at, notes }
    }

    pub fn len(&self) -> usize {
        self.len
    }

    /// How many bytes there is room for.
    pub fn room(&self) -> usize {
        self.out.len() - self.len
    }

    /// Returns `true` if there is no room, or there are enough links.
    pub fn is_full(&self) -> bool {
        self.room() == 0 || self.notes.has_enough_links()
    }

    /// Returns `true` if the read ends here.
    pub fn is_over(&self) -> bool {
        self.is_full() || self.len > 0 && self.notes.at_once
    }

    /// Appends the first `count` of the bytes. The caller knows that there is room.
    #[inline(always)]
    pub fn text(&mut self, rest: Raw<'_>, count: usize) {
        let to = &mut self.out[self.len..];
        match (to.first_chunk_mut::<SHORT>(), rest.bytes.first_chunk::<SHORT>()) {
            (Some(to), Some(from)) if count <= SHORT => *to = *from,
            _ => to[..count].copy_from_slice(&rest.bytes[..count]),
        }
        self.notes.map.push_plain(self.at + self.len as u64, rest.at);
        self.len += count;
    }

    /// Takes the next chunk, as far as there is room; returns whether there is one.
    pub fn take_chunk(&mut self, chunks: &mut impl MappedRead) -> bool {
        let chunk = chunks.chunk();
        let chunk = chunk.piece(0..chunk.bytes.len().min(self.room()));
        let (count, is_link) = (chunk.bytes.len(), chunk.is_link);
        if count == 0 {
            return false;
        }
        self.push(chunk);
        if is_link && let Some(link) = chunks.take_link() {
            self.notes.push_link(self.at + self.len as u64 - 1, link);
        }
        chunks.advance(count);
        true
    }
}

/// Most texts are as short: they are copied as one value of that many bytes, with some of what follows them.
const SHORT: usize = 32;

/// The caller knows that there is room.
impl Push for Filled<'_, '_> {
    #[inline]
    fn push(&mut self, chunk: Chunk<'_>) {
        let count = chunk.bytes.len();
        self.out[self.len..][..count].copy_from_slice(chunk.bytes);
        self.notes.map.push(self.at + self.len as u64, chunk);
        self.len += count;
    }
}

impl Emit for Filled<'_, '_> {
    fn spare(&mut self) -> Vec<u8> {
        self.notes.spare.pop().unwrap_or_default()
    }

    /// Stores it, which is faster than to copy it.
    #[inline(always)]
    fn byte(&mut self, byte: u8, raw: Span) {
        self.out[self.len] = byte;
        let raw_len = u32::try_from(raw.end - raw.start).unwrap_or(u32::MAX);
        self.notes.map.push_mark(self.at + self.len as u64, raw.start, raw_len);
        self.len += 1;
    }

    fn link(&mut self, link: Link) {
        let raw = link.raw;
        self.notes.push_link(self.at + self.len as u64, link);
        self.boundary(raw);
    }
}

//! Decoded bytes that map back to the raw source.
//!
//! The contents of a container are read through layers: a message cuts its bodies out of a mailbox, a
//! transfer encoding is removed, character references become characters. Each layer yields chunks with a
//! fixed ratio of decoded to raw bytes; most chunks are the raw bytes themselves.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;

use urisift::Span;

use super::message::Message;
use super::source_map::SourceMap;

/// Stands for markup between two texts: a control character, which ends every URI.
pub const BOUNDARY: u8 = b'\0';

/// Ratio of decoded to raw bytes: each group of `bytes` bytes stands for `raw` raw ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ratio {
    /// How many decoded bytes there are in a group.
    pub bytes: u32,
    /// How many raw ones.
    pub raw: u32,
}

impl Ratio {
    /// The bytes are the raw bytes.
    pub const PLAIN: Ratio = Ratio { bytes: 1, raw: 1 };
}

/// Bytes with one ratio to the raw bytes.
#[derive(Clone, Copy, Debug)]
pub struct Chunk<'a> {
    /// The bytes.
    pub bytes: &'a [u8],
    /// The raw offset of the group (see `ratio`) that the first byte is in.
    pub raw: u64,
    /// Their ratio to the raw bytes.
    pub ratio: Ratio,
    /// The index of the first byte in its group; less than `ratio.bytes`.
    pub phase: u32,
    /// Whether this byte stands for a link: see [`MappedRead::take_link`].
    pub is_link: bool,
}

impl<'a> Chunk<'a> {
    /// The end: no bytes.
    pub const END: Chunk<'static> = Chunk::plain(&[], 0);

    /// Raw bytes at an offset.
    #[inline]
    pub const fn plain(bytes: &'a [u8], raw: u64) -> Self {
        Chunk { bytes, raw, ratio: Ratio::PLAIN, phase: 0, is_link: false }
    }

    /// Bytes that stand for a raw span only as a whole.
    #[inline]
    pub fn whole(bytes: &'a [u8], raw: Span) -> Self {
        // A raw span of 4 GiB or more is cut to 32 bits; its start stays exact.
        let raw_len = u32::try_from(raw.len()).unwrap_or(u32::MAX);
        let ratio = Ratio { bytes: bytes.len().max(1) as u32, raw: raw_len };
        Chunk { bytes, raw: raw.start, ratio, phase: 0, is_link: false }
    }

    /// The raw span of a range of the bytes, extended to whole groups at both ends.
    #[inline]
    pub fn span(&self, range: Range<usize>) -> Span {
        if self.ratio == Ratio::PLAIN {
            return Span { start: self.raw + range.start as u64, end: self.raw + range.end as u64 };
        }
        let (ratio, raw) = (u64::from(self.ratio.bytes), u64::from(self.ratio.raw));
        let phase = u64::from(self.phase);
        let start = (phase + range.start as u64) / ratio;
        let end = (phase + range.end as u64).div_ceil(ratio);
        Span { start: self.raw + start * raw, end: self.raw + end.max(start) * raw }
    }

    /// A range of the chunk.
    #[inline]
    pub fn piece(self, range: Range<usize>) -> Self {
        Chunk { bytes: &self.bytes[range.clone()], ..self.onward(range.start) }
    }

    /// Copies as much as there is room for, and records it in the map; returns how much.
    #[inline]
    pub(crate) fn put(self, out: &mut [u8], at: u64, map: &mut SourceMap) -> usize {
        let count = self.bytes.len().min(out.len());
        match count {
            0 => return 0,
            // A character of an escape, mostly.
            1 => out[0] = self.bytes[0],
            _ => out[..count].copy_from_slice(&self.bytes[..count]),
        }
        map.push(at, self);
        count
    }

    /// The place of the bytes, without them.
    #[inline]
    pub fn place(self) -> Chunk<'static> {
        let Chunk { raw, ratio, phase, is_link, .. } = self;
        Chunk { bytes: &[], raw, ratio, phase, is_link }
    }

    /// The place `count` bytes further on.
    #[inline]
    pub fn onward(self, count: usize) -> Chunk<'static> {
        let place = self.place();
        // The common case, without the cost of a division.
        if self.ratio == Ratio::PLAIN {
            return Chunk { raw: self.raw + count as u64, ..place };
        }
        if count == 0 {
            return place;
        }
        let index = u64::from(self.phase) + count as u64;
        let ratio = u64::from(self.ratio.bytes);
        let raw = self.raw + index / ratio * u64::from(self.ratio.raw);
        Chunk { raw, phase: (index % ratio) as u32, ..place }
    }
}

/// A reference that markup makes, mostly the value of an attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The reference, decoded and trimmed.
    pub value: Vec<u8>,
    /// Its raw span.
    pub raw: Span,
    /// Whether some of it was decoded, so that it differs from the raw bytes.
    pub decoded: bool,
    /// It was truncated because it is too long.
    pub truncated: bool,
    /// The element and attribute, such as `a@href`.
    pub name: Arc<str>,
    /// What the link is for.
    pub role: Role,
    /// The text of an `a` element, if [`Details::link_texts`](crate::Details::link_texts) are asked for, with its
    /// whitespace collapsed. It is cut after 512 bytes.
    pub text: Vec<u8>,
    /// The message that starts, if it is a [`Role::Message`].
    pub message: Option<Arc<Message>>,
}

impl Link {
    /// An empty one at that place.
    pub(crate) fn new(raw: Span, name: impl Into<Arc<str>>, role: Role) -> Self {
        let name = name.into();
        let (value, text, message) = Default::default();
        Link { value, raw, decoded: false, truncated: false, name, role, text, message }
    }

    /// One that is no reference, at that place.
    pub(crate) fn mark(raw: Span, role: Role) -> Self {
        Link::new(raw, Arc::default(), role)
    }

    /// The raw span of a range of the value; all of the link if it was decoded.
    pub fn span(&self, piece: Span) -> Span {
        if self.decoded {
            return self.raw;
        }
        Span { start: self.raw.start + piece.start, end: self.raw.start + piece.end }
    }
}

/// What a link is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It refers to something.
    Reference,
    /// A reference that is also the base of those after it.
    Base,
    /// Like `Base`, up to the matching [`Role::ScopeEnd`]. At most 64 are nested.
    ScopedBase,
    /// Not a reference: restores the base from before the scope.
    ScopeEnd,
    /// Not a reference: the text after it, up to a `TextEnd`, is the target of a link with the text of this one.
    Label,
    /// Not a reference: the text before it is that of the last link with a text, or the target after a [`Role::Label`],
    /// and the text after it is not.
    TextEnd,
    /// Not a reference: the text after it, up to a `CommentEnd`, is in a comment, if
    /// [`Details::comments`](crate::Details::comments) are asked for.
    Comment,
    /// Not a reference: the comment is over.
    CommentEnd,
    /// Not a reference: the text after it is in the column of a table that the link names.
    Column,
    /// Not a reference: the text after it is of another message.
    Message,
}

/// How many scopes may be open. Further ones are plain references.
pub const SCOPES: usize = 64;

/// How a text of a source with several is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextKind {
    /// As it is.
    Plain,
    /// As HTML.
    Markup,
}

/// A stream of chunks. It never fails: the source below keeps its error for the caller to take.
pub trait MappedRead {
    /// The next bytes; empty at the end. The same until some of it is consumed.
    fn chunk(&mut self) -> Chunk<'_>;

    /// Consumes `count` of the bytes that [`MappedRead::chunk`] returned.
    fn advance(&mut self, count: usize);

    /// All that is left of the text as one chunk, if it is at hand: nothing is read for it, and nothing is
    /// consumed. It has no links.
    fn whole(&mut self) -> Option<Chunk<'_>> {
        None
    }

    /// How many bytes are left of the text at most, if all of them are at hand: nothing is read from the source for
    /// them. It has no links.
    fn at_hand(&mut self) -> Option<usize> {
        None
    }

    /// Takes the link that the chunk stands for; returns it once.
    fn take_link(&mut self) -> Option<Link> {
        None
    }

    /// Returns `true` if lines of the text are not lines of the source, since markup is between its words.
    fn is_markup(&self) -> bool {
        false
    }

    /// At the end of the chunks: starts those of the next text of the same source, if there is one, and returns
    /// how it is read.
    fn next_text(&mut self) -> Option<TextKind> {
        None
    }

    /// Fills `out` with the next bytes and records them in the map, from offset `at` on. Returns how
    /// many there were: 0 at the end.
    fn read(&mut self, out: &mut [u8], at: u64, notes: &mut Notes<'_>) -> usize {
        read_chunks(self, out, at, notes)
    }
}

/// A text of one chunk.
impl MappedRead for Chunk<'_> {
    fn chunk(&mut self) -> Chunk<'_> {
        *self
    }

    fn advance(&mut self, count: usize) {
        *self = self.piece(count..self.bytes.len());
    }

    fn whole(&mut self) -> Option<Chunk<'_>> {
        Some(*self)
    }

    fn at_hand(&mut self) -> Option<usize> {
        Some(self.bytes.len())
    }
}

/// What [`MappedRead::read`] does, chunk by chunk.
#[inline]
pub(crate) fn read_chunks(
    chunks: &mut (impl MappedRead + ?Sized),
    out: &mut [u8],
    at: u64,
    notes: &mut Notes<'_>,
) -> usize {
    let mut filled = 0;
    while filled < out.len() {
        let chunk = chunks.chunk();
        let is_link = chunk.is_link;
        let count = chunk.put(&mut out[filled..], at + filled as u64, notes.map);
        if count == 0 {
            break;
        }
        if is_link && let Some(link) = chunks.take_link() {
            notes.push_link(at + filled as u64, link);
        }
        chunks.advance(count);
        filled += count;
        if notes.at_once || notes.has_enough_links() {
            break;
        }
    }
    filled
}

/// What a read records of its bytes.
pub struct Notes<'n> {
    /// The source map of the bytes.
    pub map: &'n mut SourceMap,
    /// Links, each with the offset of the byte that stands for it.
    pub links: &'n mut VecDeque<(u64, Link)>,
    /// Memory for the values of links, from some that are done with.
    pub spare: &'n mut Vec<Vec<u8>>,
    /// The total length of the links of this read.
    pub link_bytes: usize,
    /// Return what there is rather than wait for more.
    pub at_once: bool,
}

impl Notes<'_> {
    /// Records a link, whose byte is at that offset.
    pub fn push_link(&mut self, at: u64, link: Link) {
        self.link_bytes += link.value.len() + link.name.len() + link.text.len();
        self.links.push_back((at, link));
    }

    /// Returns `true` if the read ends after what it has recorded.
    pub fn has_enough_links(&self) -> bool {
        self.link_bytes > MAX_LINKS
    }
}

/// A read ends after links of this many bytes: one byte of text may stand for many of them.
const MAX_LINKS: usize = 1 << 20;

#[cfg(test)]
mod tests {
    use super::*;

    fn span(start: u64, end: u64) -> Span {
        Span { start, end }
    }

    #[test]
    fn pieces_of_grains_know_their_raw_bytes() {
        let chunk = Chunk { ratio: Ratio { bytes: 3, raw: 4 }, ..Chunk::plain(b"abcdef", 100) };
        assert_eq!(chunk.span(0..1), span(100, 104));
        assert_eq!(chunk.span(2..4), span(100, 108));
        assert_eq!(chunk.span(3..6), span(104, 108));
        let piece = chunk.piece(2..6);
        assert_eq!((piece.raw, piece.phase, piece.bytes), (100, 2, &b"cdef"[..]));
        assert_eq!(piece.span(0..1), span(100, 104));
        assert_eq!(piece.span(1..2), span(104, 108));
        assert_eq!(piece.piece(1..4).span(0..3), span(104, 108));
        let whole = Chunk::whole("é".as_bytes(), span(7, 13));
        assert_eq!(whole.span(0..1), span(7, 13));
        assert_eq!(whole.piece(1..2).span(0..1), span(7, 13));
    }
}

//! The layer's own output: characters, boundaries, and links.

use std::collections::VecDeque;
use std::ops::Range;

use crate::mapped::{Chunk, Link};
use crate::mapped_bytes::MappedBytes;
use urisift::Span;

/// A control character: it ends every URI.
const BOUNDARY: &[u8] = b"\0";

/// Filled by one step of the parser, and consumed before the next.
#[derive(Default)]
pub(super) struct Out {
    bytes: Vec<u8>,
    /// How many bytes have been yielded.
    given: usize,
    /// What is left to yield.
    pieces: VecDeque<Piece>,
    /// The next output needs a boundary before it, to be separate from the last.
    pub needs_boundary: bool,
}

/// A run of bytes with one ratio to the raw ones.
struct Piece {
    len: usize,
    /// Their place in the source.
    place: Chunk<'static>,
    link: Option<Link>,
}

impl Out {
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// Whether a link is left to yield.
    pub fn has_link(&self) -> bool {
        self.pieces.iter().any(|piece| piece.link.is_some())
    }

    /// Bytes that stand for a raw span as a whole.
    pub fn whole(&mut self, bytes: &[u8], raw: Span) {
        self.push(Chunk::whole(bytes, within_grain(raw)), None);
    }

    /// Marks where markup was.
    pub fn boundary(&mut self, raw: Span) {
        self.whole(BOUNDARY, raw);
        self.needs_boundary = false;
    }

    pub fn text(&mut self, from: &MappedBytes, range: Range<usize>) {
        let mut at = range.start;
        self.needs_boundary |= at < range.end;
        while at < range.end {
            let chunk = from.chunk(at..range.end);
            self.push(chunk, None);
            at += chunk.bytes.len();
        }
    }

    pub fn link(&mut self, link: Link) {
        let chunk = Chunk::whole(BOUNDARY, within_grain(link.raw));
        self.push(Chunk { is_link: true, ..chunk }, Some(link));
        self.needs_boundary = false;
    }

    pub fn chunk(&self) -> Chunk<'_> {
        self.pieces.front().map_or(Chunk::END, |piece| {
            let bytes = &self.bytes[self.given..self.given + piece.len];
            Chunk { bytes, ..piece.place }
        })
    }

    pub fn advance(&mut self, count: usize) {
        let chunk = self.chunk();
        let rest = chunk.bytes.len() - count;
        let place = place(if rest > 0 { chunk.piece(count..chunk.bytes.len()) } else { chunk });
        self.given += count;
        match self.pieces.front_mut() {
            Some(piece) if rest > 0 => (piece.len, piece.place) = (rest, place),
            _ => drop(self.pieces.pop_front()),
        }
        if self.is_empty() {
            self.bytes.clear();
            self.given = 0;
        }
    }

    pub fn take_link(&mut self) -> Option<Link> {
        self.pieces.front_mut()?.link.take()
    }

    fn push(&mut self, chunk: Chunk<'_>, link: Option<Link>) {
        self.bytes.extend_from_slice(chunk.bytes);
        self.pieces.push_back(Piece { len: chunk.bytes.len(), place: place(chunk), link });
    }
}

/// The place of a chunk, without its bytes.
fn place(chunk: Chunk<'_>) -> Chunk<'static> {
    let Chunk { raw, ratio, phase, is_link, .. } = chunk;
    Chunk { bytes: &[], raw, ratio, phase, is_link }
}

/// A ratio is counted in 32 bits: a longer tag is cut there.
fn within_grain(raw: Span) -> Span {
    Span { start: raw.start, end: raw.end.min(raw.start.saturating_add(u64::from(u32::MAX))) }
}

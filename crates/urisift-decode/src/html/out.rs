//! The layer's own output: characters, boundaries, and links.

use std::collections::VecDeque;
use std::ops::Range;

use crate::mapped::{Chunk, Link};
use crate::mapped_bytes::MappedBytes;
use urisift::Span;
use urisift::internal::found::FIELD_END;

/// A control character: it ends every URI.
const BOUNDARY: &[u8] = b"\0";
/// The boundary of a value: what stands between two of these is no sentence.
const EDGE: &[u8] = &[FIELD_END];

/// Filled by one step of the parser, and consumed before the next.
#[derive(Default)]
pub(super) struct Out {
    held: MappedBytes,
    /// How many bytes have been yielded.
    given: usize,
    /// The links that are left, until they are taken, each with the index of its byte.
    links: VecDeque<(usize, Option<Link>)>,
    /// The next output needs a boundary before it, to be separate from the last.
    pub needs_boundary: bool,
}

impl Out {
    pub fn is_empty(&self) -> bool {
        self.given == self.held.len()
    }

    /// Whether a link is left to yield.
    pub fn has_link(&self) -> bool {
        !self.links.is_empty()
    }

    /// Bytes that stand for a raw span as a whole.
    pub fn whole(&mut self, bytes: &[u8], raw: Span) {
        self.held.push(Chunk::whole(bytes, raw));
    }

    /// Marks where markup was.
    pub fn boundary(&mut self, raw: Span) {
        self.whole(BOUNDARY, raw);
        self.needs_boundary = false;
    }

    /// Marks where a value ends, or where the next one starts.
    pub fn edge(&mut self, raw: Span) {
        self.whole(EDGE, raw);
        self.needs_boundary = false;
    }

    pub fn text(&mut self, from: &MappedBytes, range: Range<usize>) {
        self.needs_boundary |= !range.is_empty();
        self.held.push_from(from, range);
    }

    pub fn link(&mut self, link: Link) {
        let raw = link.raw;
        self.links.push_back((self.held.len(), Some(link)));
        self.boundary(raw);
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

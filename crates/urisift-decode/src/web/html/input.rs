//! The input; a CDATA section, a conditional comment, and markup that is escaped as text are read as if nothing
//! followed.

use std::mem;

use super::opening::{End, Fragment, LONGEST_END};
use super::out::Raw;
use super::reference;
use crate::core::lookahead::Lookahead;
use crate::core::mapped::{Chunk, MappedRead, Notes, Ratio, TextKind};
use crate::core::mapped_bytes::MappedBytes;
use urisift::Span;

/// The CDATA section of a feed holds markup from elsewhere, which may be truncated; a conditional comment is not part
/// of the page for browsers. Anything open in it ends with it.
pub(super) struct Input<R> {
    ahead: Lookahead<R>,
    /// What the input appears to end with.
    outer: Outer,
    /// How many bytes at the front are known to be before that.
    within: usize,
    /// Escaped markup, decoded, that precedes what is ahead.
    decoded: MappedBytes,
}

/// What holds markup from elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outer {
    /// Nothing.
    None,
    /// A fragment with that end.
    Fragment(End),
    /// Text up to the next markup, whose references are decoded twice.
    Escaped,
    /// A text of a source with several.
    Text,
}

/// How much escaped markup is decoded at once.
const BATCH: usize = 1 << 10;

impl<R: MappedRead> Input<R> {
    pub fn new(inner: R) -> Self {
        let (ahead, decoded) = (Lookahead::new(inner), MappedBytes::default());
        Input { ahead, outer: Outer::None, within: 0, decoded }
    }

    pub fn is_in_fragment(&self) -> bool {
        self.outer != Outer::None
    }

    /// Starts a fragment, if none is open.
    pub fn enter(&mut self, fragment: Fragment) {
        self.enter_in(Outer::Fragment(fragment.end()));
    }

    /// Like `enter`, for escaped markup, up to markup that is not escaped.
    pub fn enter_escaped(&mut self) {
        self.enter_in(Outer::Escaped);
    }

    fn enter_in(&mut self, outer: Outer) {
        if self.outer == Outer::None {
            self.outer = outer;
        }
    }

    /// At the end: continues with the next text, if there is one. One that is markup is a fragment.
    pub fn next_text(&mut self) -> Option<TextKind> {
        let kind = self.ahead.next_text()?;
        if kind == TextKind::Markup {
            self.outer = Outer::Text;
        }
        Some(kind)
    }

    /// Reads as far as the text goes, unless some of it is held.
    pub fn read_plain(&mut self, out: &mut [u8], at: u64, notes: &mut Notes<'_>) -> usize {
        match self.outer {
            Outer::None => self.ahead.read_inner(out, at, notes),
            _ => 0,
        }
    }

    /// Continues after the fragment; returns the raw span of its end, if it is closed.
    pub fn leave(&mut self) -> Option<Span> {
        let Outer::Fragment(end) = mem::replace(&mut self.outer, Outer::None) else { return None };
        let len = end.at_front(self.ahead.peek(LONGEST_END))?;
        Some(self.ahead.take(len))
    }

    /// At least `count` bytes, or all that remain.
    #[inline(always)]
    pub fn peek(&mut self, count: usize) -> &[u8] {
        match self.outer {
            Outer::None => self.ahead.peek(count),
            _ => self.peek_in(count),
        }
    }

    /// The next bytes, if they are raw ones.
    pub fn raw(&mut self) -> Option<Raw<'_>> {
        if self.outer == Outer::Escaped {
            return None;
        }
        let chunk = self.chunk();
        let raw = Raw { bytes: chunk.bytes, at: chunk.raw };
        (chunk.ratio == Ratio::PLAIN).then_some(raw)
    }

    fn peek_in(&mut self, count: usize) -> &[u8] {
        match self.outer {
            Outer::None | Outer::Text => self.ahead.peek(count),
            Outer::Fragment(end) => self.peek_up_to(end, count),
            Outer::Escaped => {
                self.decode(count);
                self.decoded.bytes()
            }
        }
    }

    /// Decodes at least `count` bytes, or all there are.
    fn decode(&mut self, count: usize) {
        while self.decoded.len() < count {
            let chunk = self.ahead.chunk();
            let count = match memchr::memchr2(b'<', b'&', chunk.bytes) {
                Some(0) if chunk.bytes[0] == b'<' => return,
                Some(0) => match reference::at_front(self.ahead.peek(reference::LONGEST)) {
                    Some(reference) => {
                        let raw = self.ahead.take(reference.len);
                        self.decoded.push(Chunk::whole(reference.text(), raw));
                        continue;
                    }
                    None => 1,
                },
                Some(before) => before.min(BATCH),
                None if chunk.bytes.is_empty() => return,
                None => chunk.bytes.len().min(BATCH),
            };
            self.decoded.push(self.ahead.chunk().piece(0..count));
            self.ahead.advance(count);
        }
    }

    fn peek_up_to(&mut self, end: End, count: usize) -> &[u8] {
        if count <= self.within {
            let bytes = self.ahead.peek(count);
            return &bytes[..bytes.len().min(self.within)];
        }
        let enough = count + LONGEST_END - 1;
        let bytes = self.ahead.peek(enough);
        let end = end.find(&bytes[..bytes.len().min(enough)]).unwrap_or(bytes.len());
        &bytes[..end.min(count)]
    }

    /// Consumes `count` peeked bytes and returns their raw span.
    pub fn take(&mut self, count: usize) -> Span {
        if self.outer == Outer::Escaped {
            let span = self.decoded.span(0..count);
            self.decoded.forget(count);
            return span;
        }
        self.within = self.within.saturating_sub(count);
        self.ahead.take(count)
    }

    #[inline(always)]
    pub fn chunk(&mut self) -> Chunk<'_> {
        match self.outer {
            Outer::None => self.ahead.chunk(),
            _ => self.chunk_in(),
        }
    }

    fn chunk_in(&mut self) -> Chunk<'_> {
        match self.outer {
            Outer::None | Outer::Text => self.ahead.chunk(),
            Outer::Fragment(end) => self.chunk_up_to(end),
            Outer::Escaped => {
                self.decode(1);
                match self.decoded.len() {
                    0 => Chunk::END,
                    len => self.decoded.chunk(0..len),
                }
            }
        }
    }

    fn chunk_up_to(&mut self, end: End) -> Chunk<'_> {
        if self.within == 0 {
            self.within = self.look(end);
        }
        let chunk = self.ahead.chunk();
        chunk.piece(0..chunk.bytes.len().min(self.within))
    }

    #[inline]
    pub fn advance(&mut self, count: usize) {
        if self.outer == Outer::Escaped {
            return self.decoded.forget(count);
        }
        self.within = self.within.saturating_sub(count);
        self.ahead.advance(count);
    }

    /// How many bytes of the chunk are known to be before the end; 0 at the end.
    fn look(&mut self, end: End) -> usize {
        let bytes = self.ahead.chunk().bytes;
        let len = bytes.len();
        let before = end.find(bytes).unwrap_or_else(|| end.before(bytes));
        // The end may straddle the end of the chunk.
        let is_end = before == 0 && end.at_front(self.ahead.peek(LONGEST_END)).is_some();
        if is_end { 0 } else { before.max(len.min(1)) }
    }
}

//! The input; a CDATA section is read as if nothing followed it (XML 2.7).

use memchr::memmem;

use crate::lookahead::Lookahead;
use crate::mapped::{Chunk, MappedRead};
use urisift::Span;

const CDATA_END: &[u8] = b"]]>";

/// The CDATA section of a feed holds markup from elsewhere, which may be truncated: anything open in it
/// ends with it.
pub(super) struct Input<R> {
    ahead: Lookahead<R>,
    /// Whether the input appears to end with the section.
    is_in_cdata: bool,
    /// How many bytes at the front are known to be in the section.
    within: usize,
}

impl<R: MappedRead> Input<R> {
    pub fn new(inner: R) -> Self {
        Input { ahead: Lookahead::new(inner), is_in_cdata: false, within: 0 }
    }

    pub fn is_in_cdata(&self) -> bool {
        self.is_in_cdata
    }

    /// Starts a section, if none is open.
    pub fn enter_cdata(&mut self) {
        self.is_in_cdata = true;
    }

    /// Continues after the section; returns the raw span of its end, if it is closed.
    pub fn leave_cdata(&mut self) -> Option<Span> {
        self.is_in_cdata = false;
        let is_closed = self.ahead.peek(CDATA_END.len()).starts_with(CDATA_END);
        is_closed.then(|| self.ahead.take(CDATA_END.len()))
    }

    /// At least `count` bytes, or all that remain.
    #[inline]
    pub fn peek(&mut self, count: usize) -> &[u8] {
        if self.is_in_cdata { self.peek_in_cdata(count) } else { self.ahead.peek(count) }
    }

    fn peek_in_cdata(&mut self, count: usize) -> &[u8] {
        if count <= self.within {
            let bytes = self.ahead.peek(count);
            return &bytes[..bytes.len().min(self.within)];
        }
        let enough = count + CDATA_END.len() - 1;
        let bytes = self.ahead.peek(enough);
        let end = memmem::find(&bytes[..bytes.len().min(enough)], CDATA_END);
        &bytes[..end.unwrap_or(bytes.len().min(count))]
    }

    /// Consumes `count` peeked bytes and returns their raw span.
    pub fn take(&mut self, count: usize) -> Span {
        self.within = self.within.saturating_sub(count);
        self.ahead.take(count)
    }

    #[inline]
    pub fn chunk(&mut self) -> Chunk<'_> {
        if self.is_in_cdata { self.chunk_in_cdata() } else { self.ahead.chunk() }
    }

    fn chunk_in_cdata(&mut self) -> Chunk<'_> {
        if self.within == 0 {
            self.within = self.look();
        }
        let chunk = self.ahead.chunk();
        chunk.piece(0..chunk.bytes.len().min(self.within))
    }

    #[inline]
    pub fn advance(&mut self, count: usize) {
        self.within = self.within.saturating_sub(count);
        self.ahead.advance(count);
    }

    /// How many bytes of the chunk are known to be before the section's end; 0 at the end.
    fn look(&mut self) -> usize {
        let bytes = self.ahead.chunk().bytes;
        let len = bytes.len();
        match memmem::find(bytes, CDATA_END) {
            Some(before) => before,
            // The end may straddle the end of the chunk.
            None if len >= CDATA_END.len() => len + 1 - CDATA_END.len(),
            None if self.ahead.peek(CDATA_END.len()).starts_with(CDATA_END) => 0,
            None => len.min(1),
        }
    }
}

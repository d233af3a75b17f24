//! A layer that decodes a [`Coding`].

use super::super::format::Prefix;
use super::super::mapped::{Chunk, MappedRead};
use super::carry::Carry;
use super::place::Place;
use super::text::Text;
use super::{Batch, Coding};

/// How many bytes are decoded together at most.
const BATCH: usize = 1 << 10;

/// Chunks, decoded. Bytes that stand for themselves are not copied.
pub struct Recoded<R, C> {
    inner: R,
    coding: C,
    /// How many bytes of the inner chunk pass through next.
    plain: usize,
    /// Bytes that precede the inner chunk.
    carry: Carry,
    /// What comes next if nothing passes through.
    text: Text,
    /// The inner chunks have ended.
    has_ended: bool,
}

impl<R: MappedRead, C: Coding> Recoded<R, C> {
    /// Decodes the chunks by `coding`.
    pub fn by(coding: C, inner: R) -> Self {
        let (carry, text) = (Carry::default(), Text::new());
        Recoded { inner, coding, plain: 0, carry, text, has_ended: false }
    }

    /// Decodes one step; returns whether there is more.
    fn advance(&mut self) -> bool {
        match self.carry.bytes() {
            [] => self.start(),
            _ => self.go_on(),
        }
    }

    /// Decodes from the start of an inner chunk.
    fn start(&mut self) -> bool {
        let chunk = self.inner.chunk();
        if chunk.bytes.is_empty() {
            return false;
        }
        self.plain = self.coding.plain(chunk.bytes);
        if self.plain > 0 {
            return true;
        }
        let bytes = &chunk.bytes[..chunk.bytes.len().min(BATCH)];
        let taken = match self.coding.batch(bytes, self.text.emptied()) {
            Some(batch) => {
                self.text.written(batch, Place::of(&chunk));
                batch.raw * batch.count
            }
            None => self.carry.take(&chunk, bytes.len()),
        };
        self.inner.advance(taken);
        true
    }

    /// Decodes after bytes that were too few.
    fn go_on(&mut self) -> bool {
        let is_all = self.has_ended || self.carry.is_full();
        let head = Prefix { bytes: self.carry.bytes(), is_all };
        match self.coding.first(head, self.text.emptied()) {
            Some(count) => self.text.written(Batch::one(count), self.carry.advance(count)),
            None => {
                let chunk = self.inner.chunk();
                self.has_ended = chunk.bytes.is_empty();
                let taken = self.carry.take(&chunk, 1);
                self.inner.advance(taken);
            }
        }
        true
    }
}

impl<R: MappedRead, C: Coding> MappedRead for Recoded<R, C> {
    fn chunk(&mut self) -> Chunk<'_> {
        while self.plain == 0 && self.text.is_passed() && self.advance() {}
        if self.plain == 0 {
            return self.text.chunk();
        }
        let chunk = self.inner.chunk();
        Chunk { bytes: &chunk.bytes[..chunk.bytes.len().min(self.plain)], ..chunk }
    }

    fn advance(&mut self, count: usize) {
        if self.plain == 0 {
            return self.text.advance(count);
        }
        self.inner.advance(count);
        self.plain = self.plain.saturating_sub(count);
    }
}

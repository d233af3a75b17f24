//! Codings, in which bytes stand for others (charsets, escapes), and the layer that decodes them.

use std::ops::Range;

use crate::core::format::Prefix;
use crate::core::mapped::{Chunk, MappedRead, Notes, Ratio, TextKind};
use crate::core::mapped_bytes::MappedBytes;
use crate::core::source_map::SourceMap;

/// The most bytes that [`Coding::first`] needs: a soft line break of quoted-printable, with its padding and the
/// start of a rule after it.
const LONGEST: usize = 94;

/// What bytes stand for, and how far they are read.
pub trait Coding {
    /// Takes the bytes at the front that stand for themselves; returns how many.
    fn plain(&mut self, bytes: &[u8]) -> usize;

    /// Decodes the first character to `out` and returns how many bytes it took. It may write nothing.
    /// Returns `None` if more bytes are needed: never if the head is all, nor with [`LONGEST`] bytes.
    fn first(&mut self, head: Prefix<'_>, out: &mut Vec<u8>) -> Option<usize>;

    /// What the bytes at the front stand for, if they are an escape of one byte, or of none, and that is certain: see
    /// [`Coding::first`].
    fn escape(&self, _bytes: &[u8]) -> Option<Escape> {
        None
    }

    /// Decodes as many characters as are at hand. The bytes written are UTF-8, or a single character.
    fn batch(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> Option<Batch> {
        self.first(Prefix { bytes, is_all: false }, out).map(Batch::one)
    }
}

/// An escape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Escape {
    /// Its length in bytes.
    pub len: usize,
    /// The byte that it stands for.
    pub byte: Option<u8>,
}

/// Characters that each take up the same number of raw bytes.
#[derive(Clone, Copy, Debug)]
pub struct Batch {
    /// How many raw bytes each takes up.
    pub raw: usize,
    pub count: usize,
}

impl Batch {
    /// A single one.
    pub fn one(raw: usize) -> Self {
        Batch { raw, count: 1 }
    }
}

impl<C: Coding + ?Sized> Coding for Box<C> {
    fn plain(&mut self, bytes: &[u8]) -> usize {
        (**self).plain(bytes)
    }

    fn first(&mut self, head: Prefix<'_>, out: &mut Vec<u8>) -> Option<usize> {
        (**self).first(head, out)
    }

    fn batch(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> Option<Batch> {
        (**self).batch(bytes, out)
    }
}

/// Writes a character as UTF-8.
pub(crate) fn push_char(char: char, out: &mut Vec<u8>) {
    out.extend_from_slice(char.encode_utf8(&mut [0; 4]).as_bytes());
}

/// How many bytes a raw one stands for at most.
const MOST_BYTES: usize = 3;

/// How many bytes are decoded together at most.
const BATCH: usize = 1 << 10;

/// Chunks, decoded. Bytes that stand for themselves are not copied.
pub struct Recoded<R, C> {
    inner: R,
    coding: C,
    /// How many bytes of the inner chunk pass through next.
    plain: usize,
    /// Bytes of a character that is not complete yet, at most [`LONGEST`]. They precede the inner chunk.
    carry: MappedBytes,
    /// What comes next if nothing passes through.
    text: Text,
    /// The inner chunks have ended.
    has_ended: bool,
}

impl<R: MappedRead, C: Coding> Recoded<R, C> {
    /// Decodes the chunks by `coding`.
    pub fn by(coding: C, inner: R) -> Self {
        let (carry, text) = Default::default();
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
                self.text.written(batch, chunk.place());
                batch.raw * batch.count
            }
            None => carry(&mut self.carry, &chunk, bytes.len()),
        };
        self.inner.advance(taken);
        true
    }

    /// Decodes after bytes that were too few.
    fn go_on(&mut self) -> bool {
        let is_all = self.has_ended || self.carry.len() == LONGEST;
        let head = Prefix { bytes: self.carry.bytes(), is_all };
        match self.coding.first(head, self.text.emptied()) {
            Some(count) => {
                let count = count.min(self.carry.len());
                let raw = self.carry.span(0..count);
                let place = Chunk::whole(&self.carry.bytes()[..count], raw).place();
                self.text.written(Batch::one(count), place);
                self.carry.forget(count);
            }
            None => {
                let chunk = self.inner.chunk();
                self.has_ended = chunk.bytes.is_empty();
                let taken = carry(&mut self.carry, &chunk, 1);
                self.inner.advance(taken);
            }
        }
        true
    }
}

impl<R: MappedRead, C: Coding> Recoded<R, C> {
    /// Decodes what it can of an inner chunk; returns how many bytes that makes. 0 says nothing of the end.
    fn decode_to(&mut self, out: &mut [u8], at: u64, map: &mut SourceMap) -> usize {
        let Recoded { inner, coding, plain, carry: carried, text, .. } = self;
        let chunk = inner.chunk();
        let (mut from, mut filled) = (0, 0);
        while from < chunk.bytes.len() && filled < out.len() {
            let rest = chunk.piece(from..chunk.bytes.len());
            let passed = coding.plain(rest.bytes);
            if passed > 0 {
                let all = rest.piece(0..passed);
                let count = all.put(&mut out[filled..], at + filled as u64, map);
                *plain = passed - count;
                (from, filled) = (from + count, filled + count);
            }
            if from == chunk.bytes.len() || filled == out.len() {
                break;
            }
            if chunk.ratio == Ratio::PLAIN
                && let Some(Escape { len, byte }) = coding.escape(&chunk.bytes[from..])
            {
                if let Some(byte) = byte {
                    let byte = [byte];
                    let byte = Chunk::whole(&byte, chunk.span(from..from + len));
                    filled += byte.put(&mut out[filled..], at + filled as u64, map);
                }
                from += len;
                continue;
            }
            let rest = chunk.piece(from..chunk.bytes.len());
            let bytes = &rest.bytes[..rest.bytes.len().min(BATCH)];
            let Some(batch) = coding.batch(bytes, text.emptied()) else {
                from += carry(carried, &rest, bytes.len());
                break;
            };
            from += batch.raw * batch.count;
            // A single character is a chunk.
            if batch.count == 1
                && rest.ratio == Ratio::PLAIN
                && text.bytes.len() <= out.len() - filled
            {
                let char = Chunk::whole(&text.bytes, rest.span(0..batch.raw));
                filled += char.put(&mut out[filled..], at + filled as u64, map);
                text.bytes.clear();
                continue;
            }
            text.written(batch, rest.place());
            while !text.is_passed() && filled < out.len() {
                let count = text.chunk().put(&mut out[filled..], at + filled as u64, map);
                text.advance(count);
                filled += count;
            }
        }
        inner.advance(from);
        filled
    }
}

/// Carries up to `wanted` bytes of the chunk, as far as there is room; returns how many.
fn carry(to: &mut MappedBytes, chunk: &Chunk<'_>, wanted: usize) -> usize {
    let count = chunk.bytes.len().min(wanted).min(LONGEST - to.len());
    to.push(chunk.piece(0..count));
    count
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

    /// Decodes straight into `out`.
    fn read(&mut self, out: &mut [u8], at: u64, notes: &mut Notes<'_>) -> usize {
        let mut filled = 0;
        while filled < out.len() {
            let (room, at) = (&mut out[filled..], at + filled as u64);
            let is_between = self.plain == 0 && self.text.is_passed() && self.carry.len() == 0;
            let mut count = if is_between { self.decode_to(room, at, notes.map) } else { 0 };
            if count == 0 {
                count = self.chunk().put(room, at, notes.map);
                MappedRead::advance(self, count);
            }
            filled += count;
            if count == 0 || notes.at_once {
                break;
            }
        }
        filled
    }

    /// If all of it stands for itself.
    fn whole(&mut self) -> Option<Chunk<'_>> {
        if self.carry.len() > 0 || !self.text.is_passed() {
            return None;
        }
        let bytes = self.inner.whole()?.bytes;
        let len = bytes.len();
        if self.plain == 0 {
            self.plain = self.coding.plain(bytes);
        }
        if self.plain == len { self.inner.whole() } else { None }
    }

    fn at_hand(&mut self) -> Option<usize> {
        let raw = self.carry.len() + self.inner.at_hand()?;
        Some(self.text.bytes.len().saturating_sub(self.text.front) + MOST_BYTES * raw)
    }

    fn next_text(&mut self) -> Option<TextKind> {
        self.has_ended = false;
        self.inner.next_text()
    }
}

/// A batch of decoded characters and its place. It is yielded in stretches of one ratio to the raw bytes,
/// so of characters of equal length.
struct Text {
    /// The decoded batch, at most [`MOST_BYTES`] for each byte of it.
    bytes: Vec<u8>,
    batch: Batch,
    /// How many of the bytes have been consumed.
    front: usize,
    /// The first stretch that is not consumed.
    stretch: Range<usize>,
    /// The place of the stretch, and the one after it.
    place: Chunk<'static>,
    next: Chunk<'static>,
}

impl Default for Text {
    fn default() -> Self {
        let (bytes, batch, stretch) = (Vec::new(), Batch::one(0), 0..0);
        Text { bytes, batch, front: 0, stretch, place: Chunk::END, next: Chunk::END }
    }
}

impl Text {
    fn is_passed(&self) -> bool {
        self.front >= self.bytes.len()
    }

    /// The cleared buffer to write the next characters to.
    fn emptied(&mut self) -> &mut Vec<u8> {
        self.bytes.clear();
        (self.front, self.stretch) = (0, 0..0);
        &mut self.bytes
    }

    /// Sets the batch that was written, and its place.
    fn written(&mut self, batch: Batch, from: Chunk<'static>) {
        (self.batch, self.next) = (batch, from);
        self.find_stretch();
    }

    fn chunk(&self) -> Chunk<'_> {
        let place = self.place.onward(self.front - self.stretch.start);
        Chunk { bytes: &self.bytes[self.front..self.stretch.end], ..place }
    }

    fn advance(&mut self, count: usize) {
        self.front = (self.front + count).min(self.stretch.end);
        if self.front == self.stretch.end {
            self.find_stretch();
        }
    }

    fn find_stretch(&mut self) {
        let rest = &self.bytes[self.stretch.end..];
        if rest.is_empty() {
            self.stretch = self.bytes.len()..self.bytes.len();
            return;
        }
        let unit = if self.batch.count == 1 { rest.len() } else { unit(rest[0]) };
        let (from, raw) = (self.next, self.batch.raw);
        let alike = composed(from, raw, unit);
        let count = if alike.is_some() { alike_count(rest, unit) } else { 1 };
        self.place =
            alike.unwrap_or_else(|| Chunk::whole(&rest[..unit], from.span(0..raw)).place());
        self.stretch = self.stretch.end..self.stretch.end + count * unit;
        self.next = from.onward(count * raw);
    }
}

/// The place of decoded bytes: each group of `unit` stands for `width` bytes of that place. `None` if no
/// ratio can express that, as groups would not end together.
fn composed(place: Chunk<'static>, width: usize, unit: usize) -> Option<Chunk<'static>> {
    let (width, unit) = (u32::try_from(width).ok()?, u32::try_from(unit).ok()?);
    let Ratio { bytes, raw } = place.ratio;
    let ratio = match (bytes, width) {
        (1, _) => Ratio { bytes: unit, raw: raw.checked_mul(width)? },
        (_, 1) => Ratio { bytes: bytes.checked_mul(unit)?, raw },
        _ => return None,
    };
    Some(Chunk { ratio, phase: place.phase.checked_mul(unit)?, ..place })
}

/// The length of a character by its first byte (RFC 3629 3).
fn unit(first: u8) -> usize {
    match first {
        0..0x80 => 1,
        0x80..0xe0 => 2,
        0xe0..0xf0 => 3,
        0xf0.. => 4,
    }
}

/// How many characters at the front are of length `len`.
fn alike_count(text: &[u8], len: usize) -> usize {
    match len {
        1 => text.iter().position(|byte| !byte.is_ascii()).unwrap_or(text.len()).max(1),
        _ if len == text.len() => 1,
        _ => text.chunks_exact(len).take_while(|char| unit(char[0]) == len).count(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grains_of_grains() {
        for (ratio, phase, width, unit, expected) in [
            // Two bytes for each raw one; three for two; two for each byte of `=D0`.
            ((1, 1), 0, 1, 2, Some(((2, 1), 0))),
            ((1, 1), 0, 2, 3, Some(((3, 2), 0))),
            ((1, 3), 0, 1, 2, Some(((2, 3), 0))),
            // In base64, one byte is part of a group; two bytes may straddle its end.
            ((3, 4), 1, 1, 2, Some(((6, 4), 2))),
            ((3, 4), 1, 2, 3, None),
            ((1, u32::MAX), 0, 2, 3, None),
        ] {
            let ratio = Ratio { bytes: ratio.0, raw: ratio.1 };
            let place = Chunk { ratio, phase, ..Chunk::plain(b"", 7) };
            let composed = composed(place, width, unit);
            let composed = composed.map(|p| ((p.ratio.bytes, p.ratio.raw), p.phase));
            assert_eq!(composed, expected, "{ratio:?} {width} {unit}");
        }
    }
}

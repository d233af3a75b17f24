//! Lines and columns of raw offsets: those of a file, or of the decompressed bytes of a compressed one.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;

use urisift::Position;
use urisift::internal::scan::{BLOCK, Tier, marks};

/// Counts the lines of raw bytes as they are read; the bytes are not kept. The extractor of a text counts
/// them in the text itself, which is faster; here that is gone, or was never text.
#[derive(Debug, Default)]
pub struct LineIndex {
    /// Whether lines are counted.
    counts: bool,
    lines: RefCell<Lines>,
    /// How many bytes have been read but not consumed.
    ahead: Cell<usize>,
    /// Where the bytes end, if more ought to follow.
    cut: Cell<Option<u64>>,
}

/// The lines of raw bytes. For those that may still be asked for, each byte has a bit that is set for a
/// line feed.
#[derive(Debug)]
struct Lines {
    /// The line number at the last offset asked for.
    line: u64,
    line_start: u64,
    /// The bits from there on; the first is that of `base`, a multiple of [`BITS`].
    words: VecDeque<u64>,
    base: u64,
}

/// How many blocks are looked at together.
const BLOCKS: usize = 16;

/// How many bytes a word covers.
const BITS: u64 = BLOCK as u64;

/// Line feeds are kept for at most this many bytes, a bit each: 8 MiB. Only layers that drop bytes can
/// look back further: then the line is too high.
const KEPT: u64 = 64 << 20;

impl Default for Lines {
    fn default() -> Self {
        Lines { line: 1, line_start: 0, words: VecDeque::new(), base: 0 }
    }
}

impl Lines {
    /// Records the line feeds of blocks, the first of which starts at a multiple of their length. Anything further
    /// back than [`KEPT`] is counted and dropped.
    fn note(&mut self, start: u64, blocks: &[u64]) {
        if blocks.iter().all(|feeds| *feeds == 0) {
            return;
        }
        let end = start + BITS * blocks.len() as u64;
        if end > self.base + KEPT {
            self.settle(end - KEPT);
        }
        let first = (start.saturating_sub(self.base) / BITS) as usize;
        if first > self.words.len() {
            self.words.resize(first, 0);
        }
        // The first of them may be known in part. Mostly none is.
        let known = blocks.len().min(self.words.len() - first);
        for (word, feeds) in self.words.range_mut(first..first + known).zip(blocks) {
            *word |= feeds;
        }
        self.words.extend(&blocks[known..]);
    }

    /// Like `note`, for a part of a block.
    fn note_part(&mut self, raw: u64, part: &[u8]) {
        let feed = |(index, byte): (u64, &u8)| u64::from(*byte == b'\n') << (raw % BITS + index);
        let feeds = (0..).zip(part).map(feed).fold(0, |feeds, feed| feeds | feed);
        self.note(raw / BITS * BITS, &[feeds]);
    }

    /// Counts the lines before the offset.
    fn settle(&mut self, raw: u64) {
        let whole = self.words.len().min((raw.saturating_sub(self.base) / BITS) as usize);
        self.count(whole);
        self.words.drain(..whole);
        if self.words.is_empty() {
            self.base = self.base.max(raw / BITS * BITS);
        } else {
            self.base += whole as u64 * BITS;
        }
        let below = !(u64::MAX << (raw.max(self.base) % BITS));
        if let Some(word) = self.words.front().copied()
            && raw > self.base
        {
            self.words[0] = word & below;
            self.count(1);
            self.words[0] = word & !below;
        }
    }

    /// Counts the line feeds of the first words.
    fn count(&mut self, words: usize) {
        let mut base = self.base;
        let (front, back) = self.words.as_slices();
        let (front, rest) = (&front[..words.min(front.len())], words.saturating_sub(front.len()));
        for words in [front, &back[..rest]] {
            // No such sum can overflow, and without a check the loop becomes vectors.
            self.line +=
                words.iter().fold(0u64, |sum, word| sum.wrapping_add(u64::from(word.count_ones())));
            if let Some(index) = words.iter().rposition(|word| *word != 0) {
                self.line_start = base + index as u64 * BITS + u64::from(words[index].ilog2()) + 1;
            }
            base += words.len() as u64 * BITS;
        }
    }
}

/// A character reference or an escape, in bytes.
const LONGEST_ESCAPE: u64 = 12;

impl LineIndex {
    /// An empty index; with `counts`, it counts lines.
    pub fn new(counts: bool) -> Self {
        LineIndex { counts, ..LineIndex::default() }
    }

    /// An index of the bytes from an offset on, which is at that position.
    #[doc(hidden)]
    pub fn from(raw: u64, position: Option<Position>) -> Self {
        let Some(Position { line, column }) = position else { return LineIndex::new(false) };
        let (line_start, base) = (raw + 1 - column, raw / BITS * BITS);
        let lines = Lines { line, line_start, base, ..Lines::default() };
        LineIndex { counts: true, lines: RefCell::new(lines), ..LineIndex::default() }
    }

    /// Returns `true` if it counts lines.
    pub(crate) fn counts(&self) -> bool {
        self.counts
    }

    /// A new index for what these bytes decompress to.
    pub fn above(&self) -> Self {
        LineIndex::new(self.counts)
    }

    /// Records bytes that were read at the offset.
    pub fn note(&self, bytes: &[u8], raw: u64) {
        if !self.counts {
            return;
        }
        let mut lines = self.lines.borrow_mut();
        // Up to a block that starts where a word of the index does.
        let start = (raw % BITS) as usize;
        let (first, rest) = bytes.split_at(bytes.len().min((BLOCK - start) % BLOCK));
        lines.note_part(raw, first);
        let (blocks, last) = rest.as_chunks();
        let mut at = raw + first.len() as u64;
        for blocks in blocks.chunks(BLOCKS) {
            let mut words = [0; BLOCKS];
            marks(Tier::chosen(), blocks, [b'\n'], &mut words);
            lines.note(at, &words[..blocks.len()]);
            at += (blocks.len() * BLOCK) as u64;
        }
        lines.note_part(at, last);
    }

    /// Promises that no position before the offset is asked for.
    pub fn settle(&self, raw: u64) {
        if self.counts {
            self.lines.borrow_mut().settle(raw);
        }
    }

    /// The position of a byte; offsets must not decrease from call to call.
    pub fn position(&self, raw: u64) -> Option<Position> {
        if !self.counts {
            return None;
        }
        let mut lines = self.lines.borrow_mut();
        lines.settle(raw);
        let column = raw.saturating_sub(lines.line_start) + 1;
        Some(Position { line: lines.line, column })
    }

    /// Sets how many bytes have been read but not consumed.
    pub fn set_ahead(&self, count: usize) {
        self.ahead.set(count);
    }

    /// How many bytes have been read but not consumed.
    pub fn ahead(&self) -> usize {
        self.ahead.get()
    }

    /// The bytes end at the raw offset, though more ought to follow.
    pub fn set_cut(&self, raw: u64) {
        self.cut.set(Some(raw));
    }

    /// Returns `true` if text that ends at the raw offset ends there because the bytes do, too early. The rest of an
    /// escape may lie between.
    ///
    /// ```
    /// let line_index = urisift_decode::LineIndex::new(false);
    /// assert!(!line_index.is_cut_at(100));
    /// line_index.set_cut(100);
    /// assert!(line_index.is_cut_at(100) && line_index.is_cut_at(98) && !line_index.is_cut_at(50));
    /// ```
    pub fn is_cut_at(&self, raw: u64) -> bool {
        self.cut.get().is_some_and(|cut| cut.abs_diff(raw) <= LONGEST_ESCAPE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The position of a byte, by its definition.
    fn plainly(text: &[u8], at: usize) -> Position {
        let before = &text[..at];
        let line = 1 + before.iter().filter(|b| **b == b'\n').count() as u64;
        let start = before.iter().rposition(|b| *b == b'\n').map_or(0, |feed| feed + 1);
        Position { line, column: (at - start) as u64 + 1 }
    }

    #[test]
    fn lines_are_counted_wherever_one_asks() {
        let text: Vec<u8> =
            (0..2000).map(|i: u32| if i % 7 < 2 || i > 1500 { b'\n' } else { b'x' }).collect();
        for step in [1, 5, 63, 64, 65, 300] {
            let line_index = LineIndex::new(true);
            text.chunks(97)
                .enumerate()
                .for_each(|(i, piece)| line_index.note(piece, 97 * i as u64));
            for at in (0..text.len()).step_by(step) {
                assert_eq!(line_index.position(at as u64), Some(plainly(&text, at)), "{at}");
            }
        }
    }

    #[test]
    fn lines_are_counted_while_bytes_come() {
        for every in [3, 64, 200, 5000] {
            let text: Vec<u8> =
                (0..60_000).map(|i| if i % every == 2 { b'\n' } else { b'x' }).collect();
            let line_index = LineIndex::new(true);
            for (i, piece) in text.chunks(1700).enumerate() {
                line_index.note(piece, 1700 * i as u64);
                let at = 1700 * i + piece.len() / 2;
                assert_eq!(line_index.position(at as u64), Some(plainly(&text, at)), "{at}");
            }
        }
    }

    #[test]
    fn what_lies_far_back_takes_no_memory() {
        let line_index = LineIndex::new(true);
        for at in [5, 10, 1 << 40, (1 << 40) + KEPT] {
            line_index.note(b"\n", at);
            assert!(line_index.lines.borrow().words.len() as u64 <= KEPT / BITS);
        }
        assert_eq!(line_index.position((1 << 40) + KEPT).unwrap().line, 4);
        assert_eq!(
            line_index.position((1 << 40) + KEPT + 3).unwrap(),
            Position { line: 5, column: 3 }
        );
    }
}

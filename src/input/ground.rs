//! The bytes that offsets count: those of a file, or of what a compressed one unpacks to.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;

use crate::span::Position;

/// Counts the lines of raw bytes that were read, and perhaps are gone.
#[derive(Debug, Default)]
pub(crate) struct Ground {
    /// Whether anybody wants to know of lines.
    counts: bool,
    /// Nobody asks for a place before what is read next.
    is_passed: Cell<bool>,
    lines: RefCell<Lines>,
    /// How many bytes have been read, and not been looked at.
    ahead: Cell<usize>,
}

#[derive(Debug)]
struct Lines {
    /// The line's number at the last place that was asked for.
    line: u64,
    line_start: u64,
    /// The line feeds behind it.
    feeds: VecDeque<u64>,
}

impl Default for Lines {
    fn default() -> Self {
        Lines { line: 1, line_start: 0, feeds: VecDeque::new() }
    }
}

impl Lines {
    fn settle(&mut self, raw: u64) {
        while let Some(feed) = self.feeds.front().copied().filter(|feed| *feed < raw) {
            self.feeds.pop_front();
            (self.line, self.line_start) = (self.line + 1, feed + 1);
        }
    }
}

impl Ground {
    pub fn new(counts: bool) -> Self {
        Ground { counts, ..Ground::default() }
    }

    /// Another one, for what these bytes unpack to.
    pub fn above(&self) -> Self {
        Ground::new(self.counts)
    }

    /// These bytes have been read at the offset.
    pub fn note(&self, bytes: &[u8], raw: u64) {
        if !self.counts {
            return;
        }
        let mut lines = self.lines.borrow_mut();
        lines.feeds.extend(memchr::memchr_iter(b'\n', bytes).map(|at| raw + at as u64));
        if self.is_passed.get() {
            // What has been looked at is passed for good; what is ahead may be asked for again.
            lines.settle(raw.saturating_sub(self.ahead.get() as u64));
        }
    }

    /// Nobody will ask for a place before the offset.
    pub fn settle(&self, raw: u64) {
        if self.counts {
            self.lines.borrow_mut().settle(raw);
        }
    }

    /// From now on nobody asks for a place in what is read, or somebody does again.
    pub fn set_passed(&self, passed: bool) {
        self.is_passed.set(passed);
    }

    /// The position of a byte, which is not before any that was asked for.
    pub fn position(&self, raw: u64) -> Option<Position> {
        if !self.counts {
            return None;
        }
        let mut lines = self.lines.borrow_mut();
        lines.settle(raw);
        let column = raw.saturating_sub(lines.line_start) + 1;
        Some(Position { line: lines.line, column })
    }

    /// So many bytes have been read, and not been looked at.
    pub fn set_ahead(&self, count: usize) {
        self.ahead.set(count);
    }

    /// How many that are.
    pub fn ahead(&self) -> usize {
        self.ahead.get()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_ahead_of_what_is_unpacked_keeps_its_lines() {
        let ground = Ground::new(true);
        ground.set_passed(true);
        ground.note(b"a\nb\n", 0);
        ground.set_ahead(2);
        ground.note(b"c\n", 4);
        ground.set_passed(false);
        assert_eq!(ground.position(2), Some(Position { line: 2, column: 1 }));
        assert_eq!(ground.position(4), Some(Position { line: 3, column: 1 }));
    }
}

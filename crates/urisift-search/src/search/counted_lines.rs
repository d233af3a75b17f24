//! The line numbers of a large text whose portions are searched at the same time.

use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::stream::LineCounter;

/// The lines of all portions, as far as they have been counted.
#[derive(Default)]
pub(super) struct CountedLines {
    counts: Mutex<Counts>,
    counted: Condvar,
}

#[derive(Default)]
struct Counts {
    /// The counts of portions that an uncounted portion precedes.
    ahead: BTreeMap<u64, Count>,
    /// The lines before each portion, from the second on.
    before: Vec<Count>,
}

/// The lines of a section of text.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Count {
    newlines: u64,
    /// The offset after the last line feed.
    last_start: Option<u64>,
}

impl Count {
    pub fn of(text: &[u8], base: u64) -> Self {
        let newlines = memchr::memchr_iter(b'\n', text).count() as u64;
        let last_start = memchr::memrchr(b'\n', text).map(|i| base + i as u64 + 1);
        Count { newlines, last_start }
    }

    /// The sum with the section after it.
    fn and(self, next: Count) -> Count {
        let newlines = self.newlines + next.newlines;
        Count { newlines, last_start: next.last_start.or(self.last_start) }
    }
}

impl CountedLines {
    fn lock(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn submit(&self, index: u64, count: Count) {
        let mut counts = self.lock();
        counts.ahead.insert(index, count);
        while let next = counts.before.len() as u64
            && let Some(count) = counts.ahead.remove(&next)
        {
            let before = counts.before.last().copied().unwrap_or_default();
            counts.before.push(before.and(count));
        }
        self.counted.notify_all();
    }

    /// The lines before the portion, which starts at `at`. Portions begin in order, and each submits its
    /// count first, so this does not wait long.
    pub fn before(&self, index: u64, at: u64) -> LineCounter {
        let Some(last) = index.checked_sub(1) else { return LineCounter::after(0, 0, at) };
        let mut counts = self.lock();
        loop {
            if let Some(count) = counts.before.get(last as usize) {
                return LineCounter::after(count.newlines, count.last_start.unwrap_or(0), at);
            }
            counts = self.counted.wait(counts).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

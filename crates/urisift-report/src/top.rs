//! The most frequent of many items, in little memory.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

/// Keeps the `room` most frequent items; of equal counts, the first ones.
pub(super) struct Top<T> {
    room: usize,
    /// The least of those kept is popped first.
    kept: BinaryHeap<Reverse<Ranked<T>>>,
    /// How many there were in all.
    pub all: u64,
    /// The sum of all counts.
    pub sum: u64,
}

/// An item and its count.
#[derive(Debug)]
pub(super) struct Ranked<T> {
    pub count: u64,
    /// The number of its first find among all finds.
    pub appearance: u64,
    pub what: T,
}

impl<T> Top<T> {
    pub fn new(room: usize) -> Self {
        Top { room, kept: BinaryHeap::new(), all: 0, sum: 0 }
    }

    /// Counts an item; calls `what` only if it is kept.
    pub fn count(&mut self, count: u64, appearance: u64, what: impl FnOnce() -> T) {
        self.all += 1;
        self.sum += count;
        let rank = |count, appearance| (count, Reverse(appearance));
        let is_full = self.kept.len() >= self.room;
        let least = self.kept.peek().map(|Reverse(least)| rank(least.count, least.appearance));
        if is_full && least.is_none_or(|least| least > rank(count, appearance)) {
            return;
        }
        self.kept.push(Reverse(Ranked { count, appearance, what: what() }));
        if is_full {
            self.kept.pop();
        }
    }

    /// The items kept, most frequent first.
    pub fn sorted(&self) -> Vec<&Ranked<T>> {
        let mut sorted: Vec<_> = self.kept.iter().map(|Reverse(ranked)| ranked).collect();
        sorted.sort_by(|a, b| b.cmp(a));
        sorted
    }

    /// The same, consuming the items.
    pub fn into_sorted(self) -> Vec<Ranked<T>> {
        self.kept.into_sorted_vec().into_iter().map(|Reverse(ranked)| ranked).collect()
    }
}

impl<T> Ord for Ranked<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        let appearance = other.appearance.cmp(&self.appearance);
        self.count.cmp(&other.count).then(appearance)
    }
}

impl<T> PartialOrd for Ranked<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T> PartialEq for Ranked<T> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<T> Eq for Ranked<T> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_frequent_are_kept_and_of_equals_the_first() {
        let counts = [3, 9, 3, 1, 9, 3];
        for room in 0..8 {
            let mut top = Top::new(room);
            for (appearance, count) in (0..).zip(counts) {
                top.count(count, appearance, || appearance);
            }
            let mut all: Vec<_> = (0..).zip(counts).collect();
            all.sort_by_key(|(appearance, count)| (Reverse(*count), *appearance));
            assert_eq!((top.all, top.sum), (6, 28));
            let kept: Vec<_> = top.into_sorted().iter().map(|r| (r.what, r.count)).collect();
            assert_eq!(kept, all[..room.min(6)]);
        }
    }
}

//! The first pass over the finds, in the order of domains, hosts and URIs: it counts everything, judges each URI
//! once, and chooses the rows of the table.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::compare::{Changes, Comparison, Sides};
use super::find::Find;
use super::histogram::Histogram;
use super::problems::Problems;
use super::row::Row;
use super::verdicts::Verdicts;
use crate::aggregate::Stats;

/// At most this many names per chart.
pub(super) const NAMES: usize = 10;

/// What was counted.
pub(super) struct Counts {
    /// Sources, and finds by scheme, fault and wrapper.
    pub stats: Stats,
    pub messages: u64,
    pub times: Histogram,
    pub problems: Problems,
    pub domains: Groups,
    pub hosts: Groups,
    /// How many finds are folded over several lines.
    pub folded: u64,
    pub verdicts: Verdicts,
    /// The inputs if two are compared, and how the URIs have changed.
    pub comparison: Option<Comparison>,
    pub changes: Changes,
}

/// A row of the page. Its finds are adjacent when sorted.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Chosen {
    /// How many finds precede the first one.
    pub start: u64,
    pub count: u64,
    /// See [`Row::judge`].
    pub verdict: Vec<u8>,
}

/// Finds by domain or host.
pub(super) struct Groups {
    /// The last one so far. Names come in order.
    group: Option<Group>,
    pub top: Top<Vec<u8>>,
    pub changes: Changes,
}

/// Finds with a name in common.
struct Group {
    name: Vec<u8>,
    sides: Sides,
    /// The number of the first one.
    appearance: u64,
}

impl Counts {
    pub fn new() -> Self {
        Counts {
            stats: Stats::default(),
            messages: 0,
            times: Histogram::default(),
            problems: Problems::default(),
            domains: Groups::new(),
            hosts: Groups::new(),
            folded: 0,
            verdicts: Verdicts::new(),
            comparison: None,
            changes: Changes::default(),
        }
    }

    /// Counts the sorted finds. Returns the rows of the most frequent URIs, or of those that have changed most, in
    /// their order.
    pub fn count(&mut self, finds: impl Iterator<Item = Find>, rows: usize) -> Vec<Chosen> {
        let mut row: Option<Row> = None;
        let (mut start, mut top) = (0, Top::new(rows));
        for find in finds {
            self.domains.count(find.domain(), &find);
            self.hosts.count(find.host(), &find);
            match &mut row {
                Some(row) if row.is_of(&find) => row.add(find),
                _ => self.end(row.replace(Row::new(find)), &mut start, &mut top),
            }
        }
        self.domains.end();
        self.hosts.end();
        self.end(row, &mut start, &mut top);
        let mut chosen: Vec<_> = top.into_sorted().into_iter().map(|row| row.what).collect();
        chosen.sort();
        chosen
    }

    /// Counts a URI whose finds precede `end`, which is moved after them.
    fn end(&mut self, row: Option<Row>, start: &mut u64, top: &mut Top<Chosen>) {
        let Some(row) = row else { return };
        let verdict = row.judge(&mut self.verdicts, &mut self.stats);
        let sides = row.sides;
        self.changes.count(sides);
        let count = sides.sum();
        let rank = if self.comparison.is_some() { sides.difference() } else { count };
        top.count(rank, row.first.number, || Chosen { start: *start, count, verdict });
        *start += count;
    }
}

impl Groups {
    fn new() -> Self {
        Groups { group: None, top: Top::new(NAMES), changes: Changes::default() }
    }

    /// Counts a find of that name; an empty one is left out.
    fn count(&mut self, name: &[u8], find: &Find) {
        let sides = Sides::one(find.is_after);
        match &mut self.group {
            Some(group) if group.name == name => {
                group.sides.add(sides);
                group.appearance = group.appearance.min(find.number);
            }
            _ => {
                self.end();
                let (name, appearance) = (name.to_vec(), find.number);
                self.group = Some(Group { name, sides, appearance });
            }
        }
    }

    fn end(&mut self) {
        let group = self.group.take().filter(|group| !group.name.is_empty());
        if let Some(Group { name, sides, appearance }) = group {
            self.changes.count(sides);
            self.top.count(sides.sum(), appearance, || name);
        }
    }
}

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
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Ranked<T> {
    pub count: u64,
    /// The number of its first find among all finds, which no other has.
    appearance: Reverse<u64>,
    pub what: T,
}

impl<T: Ord> Top<T> {
    pub fn new(room: usize) -> Self {
        Top { room, kept: BinaryHeap::new(), all: 0, sum: 0 }
    }

    /// Counts an item; calls `what` only if it is kept.
    pub fn count(&mut self, count: u64, appearance: u64, what: impl FnOnce() -> T) {
        self.all += 1;
        self.sum += count;
        let appearance = Reverse(appearance);
        let is_full = self.kept.len() >= self.room;
        let least = self.kept.peek().map(|Reverse(least)| (least.count, least.appearance));
        if is_full && least.is_none_or(|least| least > (count, appearance)) {
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

    /// Like `sorted`, consuming the items.
    pub fn into_sorted(self) -> Vec<Ranked<T>> {
        self.kept.into_sorted_vec().into_iter().map(|Reverse(ranked)| ranked).collect()
    }
}

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

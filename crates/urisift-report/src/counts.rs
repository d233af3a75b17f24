//! The first pass over the finds, in the order of domains, hosts and URIs: it counts everything, judges each URI
//! once, and chooses the rows of the table.

use std::collections::BTreeMap;

use super::facts::Problems;
use super::figures::NAMES;
use super::find::Find;
use super::histogram::Histogram;
use super::row::Row;
use super::top::Top;
use crate::aggregate::Stats;
use crate::grammar::caution::CautionKind;

/// What was counted.
pub(super) struct Counts {
    /// Sources, and finds by scheme, fault and wrapper.
    pub stats: Stats,
    pub messages: u64,
    pub times: Histogram,
    pub problems: Problems,
    pub domains: Top<Vec<u8>>,
    pub hosts: Top<Vec<u8>>,
    /// How many finds are folded over several lines.
    pub folded: u64,
    /// How many distinct URIs there are.
    pub distinct: u64,
    /// How many of them are invalid.
    pub invalid: u64,
    /// Finds by caution.
    pub cautions: BTreeMap<CautionKind, u64>,
    pub indices: Indices,
}

/// The names that rows refer to by their index, in order of appearance.
#[derive(Default)]
pub(super) struct Indices {
    pub rules: Vec<&'static str>,
    pub cautions: Vec<CautionKind>,
}

impl Indices {
    pub fn rule(&mut self, rule: &'static str) -> u64 {
        index(&mut self.rules, rule)
    }

    pub fn caution(&mut self, kind: CautionKind) -> u64 {
        index(&mut self.cautions, kind)
    }
}

/// The index of a name, which is added if it is new.
fn index<T: PartialEq>(names: &mut Vec<T>, name: T) -> u64 {
    let known = names.iter().position(|known| *known == name);
    known.unwrap_or_else(|| {
        names.push(name);
        names.len() - 1
    }) as u64
}

/// The finds of a row of the page, which are adjacent when sorted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chosen {
    /// How many finds precede the first one.
    pub start: u64,
    pub count: u64,
}

/// Finds with a name in common.
struct Group {
    name: Vec<u8>,
    count: u64,
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
            domains: Top::new(NAMES),
            hosts: Top::new(NAMES),
            folded: 0,
            distinct: 0,
            invalid: 0,
            cautions: BTreeMap::new(),
            indices: Indices::default(),
        }
    }

    /// Counts the sorted finds. Returns the rows of the most frequent URIs, in their order.
    pub fn count(&mut self, finds: impl Iterator<Item = Find>, rows: usize) -> Vec<Chosen> {
        let (mut domain, mut host) = (None, None);
        let mut row: Option<Row> = None;
        let (mut start, mut top) = (0, Top::new(rows));
        for find in finds {
            Group::count(&mut domain, find.domain(), find.number, &mut self.domains);
            Group::count(&mut host, find.host(), find.number, &mut self.hosts);
            match &mut row {
                Some(row) if row.is_of(&find) => row.add(find),
                _ => self.end(row.replace(Row::new(find)), &mut start, &mut top),
            }
        }
        Group::end(domain, &mut self.domains);
        Group::end(host, &mut self.hosts);
        self.end(row, &mut start, &mut top);
        let mut chosen: Vec<_> = top.into_sorted().into_iter().map(|row| row.what).collect();
        chosen.sort_by_key(|row| row.start);
        chosen
    }

    /// Counts a URI whose finds precede `end`, which is moved after them.
    fn end(&mut self, row: Option<Row>, start: &mut u64, top: &mut Top<Chosen>) {
        let Some(row) = row else { return };
        row.count_in(self);
        top.count(row.count, row.first.number, || Chosen { start: *start, count: row.count });
        *start += row.count;
    }
}

impl Group {
    /// Counts a find of that name. Names come in order; an empty one is left out.
    fn count(group: &mut Option<Group>, name: &[u8], number: u64, top: &mut Top<Vec<u8>>) {
        match group {
            Some(group) if group.name == name => {
                group.count += 1;
                group.appearance = group.appearance.min(number);
            }
            _ => {
                let next = Group { name: name.to_vec(), count: 1, appearance: number };
                Group::end(group.replace(next), top);
            }
        }
    }

    fn end(group: Option<Group>, top: &mut Top<Vec<u8>>) {
        if let Some(Group { name, count, appearance }) =
            group.filter(|group| !group.name.is_empty())
        {
            top.count(count, appearance, || name);
        }
    }
}

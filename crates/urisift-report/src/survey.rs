//! The first pass over the finds, in the order of domains, hosts and URIs: it counts everything,
//! judges each URI once, and puts it aside as a possible row.

use std::io;
use std::sync::Arc;

use super::entry::Entry;
use super::figures::NAMES;
use super::row::{Indices, Row, broken};
use super::top::Top;
use crate::aggregate::{Scratch, Stats, Written, up_to_failure};

/// How much of the finds the page has.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// Maximum number of rows.
    pub rows: usize,
    /// Maximum number of places, of all rows together; each has at least one.
    pub places: usize,
}

/// The result of the first pass.
pub(super) struct Survey {
    pub counts: Counts,
    rows: Top<Aside>,
    /// Where rows and places are put aside.
    aside: Scratch,
    places: Scratch,
    room: Room,
    /// Why some of it is left out, if any is.
    failure: Option<io::Error>,
}

/// What was counted.
pub(super) struct Counts {
    /// By scheme, fault and wrapper.
    pub stats: Stats,
    pub domains: Top<Vec<u8>>,
    pub hosts: Top<Vec<u8>>,
    /// How many finds are folded over several lines.
    pub folded: u64,
    /// How many distinct URIs there are.
    pub distinct: u64,
    /// How many of them are invalid.
    pub invalid: u64,
    pub indices: Indices,
}

/// The rows of the page, in the order in which they were put aside.
pub(super) struct Kept {
    pub rows: Vec<Aside>,
    pub written: Arc<Written>,
    pub places: Arc<Written>,
    /// Why others are left out, if any are.
    pub failure: Option<io::Error>,
}

/// Where a row was put aside.
#[derive(Clone, Copy, Debug)]
pub(super) struct Aside {
    pub start: u64,
    /// How many places it has there.
    pub places: u64,
}

/// Finds with a name in common.
struct Group {
    name: Vec<u8>,
    count: u64,
    /// The number of the first one.
    appearance: u64,
}

impl Survey {
    /// Counts everything. If rows or places cannot be put aside, an eighth of `memory` bytes of each stays
    /// in memory.
    ///
    /// # Errors
    /// If an entry is broken.
    pub fn of(
        stats: Stats,
        entries: io::Result<impl Iterator<Item = io::Result<Entry>>>,
        room: Room,
        memory: usize,
    ) -> io::Result<Self> {
        let counts = Counts {
            stats,
            domains: Top::new(NAMES),
            hosts: Top::new(NAMES),
            folded: 0,
            distinct: 0,
            invalid: 0,
            indices: Indices::default(),
        };
        let scratch = || Scratch::with_room(memory / 8);
        let (rows, aside, places) = (Top::new(room.rows), scratch(), scratch());
        let mut survey = Survey { counts, rows, aside, places, room, failure: None };
        let mut unread = None;
        survey.walk(up_to_failure(entries, &mut unread))?;
        survey.failure = unread.or(survey.failure);
        Ok(survey)
    }

    fn walk(&mut self, entries: impl Iterator<Item = Entry>) -> io::Result<()> {
        let (mut domain, mut host) = (None, None);
        let mut row: Option<Row> = None;
        for entry in entries {
            self.counts.folded += u64::from(entry.traits.is_folded);
            Group::count(&mut domain, entry.domain(), entry.number, &mut self.counts.domains);
            Group::count(&mut host, entry.host(), entry.number, &mut self.counts.hosts);
            match &mut row {
                Some(row) if row.is_of(&entry) => row.add(entry),
                _ => {
                    let last = row.replace(Row::new(entry, self.places.byte_len()));
                    self.put_aside(last)?;
                }
            }
            if let Some(row) = &mut row {
                self.put_place_aside(row);
            }
        }
        Group::end(domain, &mut self.counts.domains);
        Group::end(host, &mut self.counts.hosts);
        self.put_aside(row)
    }

    /// Puts the place of the last find aside, while the page may have room for it.
    fn put_place_aside(&mut self, row: &mut Row) {
        if row.places.count >= self.room.places.max(1) as u64 {
            return;
        }
        match self.places.write(row.last_place()) {
            Ok(()) => row.places.count += 1,
            Err(error) => _ = self.failure.get_or_insert(error),
        }
    }

    /// Judges a URI and puts it aside.
    fn put_aside(&mut self, row: Option<Row>) -> io::Result<()> {
        let Some(row) = row else { return Ok(()) };
        let judged = row.judged(&mut self.counts.indices);
        if let Some(rule) = judged.fault {
            self.counts.stats.count_fault(rule, row.count);
            self.counts.invalid += 1;
        }
        let aside = Aside { start: self.aside.byte_len(), places: row.places.count };
        self.counts.distinct += 1;
        match self.aside.write(&row.pack(&judged.packed).ok_or_else(broken)?) {
            Ok(()) => self.rows.count(row.count, row.appearance(), || aside),
            Err(error) => _ = self.failure.get_or_insert(error),
        }
        Ok(())
    }

    /// The counts, and the rows to keep of those put aside.
    pub fn finish(self) -> (Counts, Kept) {
        let rows = self.rows.into_sorted().into_iter();
        let mut rows: Vec<_> = rows.map(|row| row.what).collect();
        rows.sort_by_key(|aside| aside.start);
        let (written, places) = (self.aside.done(), self.places.done());
        (self.counts, Kept { rows, written, places, failure: self.failure })
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

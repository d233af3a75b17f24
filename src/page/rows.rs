//! The second walk: the rows that the page has, with as many of their places as there is room for.

use std::collections::HashMap;
use std::io;
use std::sync::Arc;

use super::blocks::{At, Blocks};
use super::row::{Packed, Place};
use super::survey::{Aside, Kept};
use crate::gather::{Names, Stretch, pack_number, pack_text};
use crate::report::Sink;

/// Writes the data of the table.
pub(super) struct Rows<'o> {
    rows: Blocks,
    places: Blocks,
    paths: Paths,
    /// So many places are written of a row at most.
    most: u64,
    out: &'o mut dyn Sink,
}

/// The paths that the page has, by the numbers that they have there.
struct Paths {
    blocks: Blocks,
    numbers: HashMap<u64, u64>,
    names: Names,
}

impl<'o> Rows<'o> {
    pub fn new(names: Names, most: u64, out: &'o mut dyn Sink) -> Self {
        let paths = Paths { blocks: Blocks::new("paths"), numbers: HashMap::new(), names };
        Rows { rows: Blocks::new("rows"), places: Blocks::new("places"), paths, most, out }
    }

    /// Writes those rows.
    pub fn write(mut self, kept: &Kept) -> io::Result<()> {
        let end = kept.file.metadata()?.len();
        let mut stretch = Stretch::new(Arc::clone(&kept.file), 0, end);
        for aside in &kept.rows {
            stretch.skip_to(aside.start);
            let row = stretch.next()?.and_then(Packed::unpack).ok_or_else(broken)?;
            self.row(row)?;
        }
        self.rows.finish(self.out)?;
        self.places.finish(self.out)?;
        self.paths.blocks.finish(self.out)
    }

    fn row(&mut self, mut row: Packed<'_>) -> io::Result<()> {
        let mut first = None;
        // A row's places are in one block, so that one has to be unpacked for them.
        let At { block, offset } = self.places.at();
        let mut kept = 0;
        while kept < self.most
            && let Some(place) = row.next_place()
        {
            first.get_or_insert(place);
            self.place(place)?;
            kept += 1;
        }
        self.places.end_record(self.out)?;
        let first = first.ok_or_else(broken)?;
        let heads = [self.head(first)?, self.head(row.last)?].concat();
        let out = self.rows.records();
        pack_text(row.uri, out);
        let numbers = [row.count, row.appearance, row.last_appearance];
        numbers.into_iter().for_each(|number| pack_number(number, out));
        out.extend_from_slice(row.judged);
        pack_text(&row.normal().unwrap_or_default(), out);
        out.extend_from_slice(&heads);
        [kept, block, offset].into_iter().for_each(|number| pack_number(number, out));
        self.rows.end_record(self.out)
    }

    fn place(&mut self, place: Place<'_>) -> io::Result<()> {
        let path = self.paths.number(place.path, self.out)?;
        let out = self.places.records();
        pack_number(path, out);
        out.extend_from_slice(place.rest);
        Ok(())
    }

    /// What a row says of a place.
    fn head(&mut self, place: Place<'_>) -> io::Result<Vec<u8>> {
        let mut out = Vec::new();
        let head = place.head().ok_or_else(broken)?;
        let path = self.paths.number(place.path, self.out)?;
        [path, head.line, head.column].into_iter().for_each(|number| pack_number(number, &mut out));
        pack_text(head.part, &mut out);
        Ok(out)
    }
}

impl Paths {
    /// The number that the page has for a path.
    fn number(&mut self, name: u64, out: &mut dyn Sink) -> io::Result<u64> {
        let next = self.numbers.len() as u64;
        if let Some(known) = self.numbers.get(&name) {
            return Ok(*known);
        }
        self.numbers.insert(name, next);
        pack_text(self.names.name(name)?, self.blocks.records());
        self.blocks.end_record(out)?;
        Ok(next)
    }
}

/// How many places of a row the page has at most, where rows have so many and there is room for so many
/// of all together: the most that fit, and one at least.
pub(super) fn most(rows: &[Aside], room: usize) -> u64 {
    let fits = |most: u64| {
        let taken = rows.iter().map(|aside| aside.places.min(most)).sum::<u64>();
        taken <= room as u64
    };
    let longest = rows.iter().map(|aside| aside.places).max().unwrap_or(1);
    let (mut low, mut high) = (1, longest.max(1) + 1);
    while low + 1 < high {
        let middle = low + (high - low) / 2;
        if fits(middle) { low = middle } else { high = middle }
    }
    low
}

fn broken() -> io::Error {
    io::Error::other("what was put aside cannot be read any more")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_places_as_fit() {
        let rows = [1, 5, 100].map(|places| Aside { start: 0, places });
        for (room, expected) in [(0, 1), (3, 1), (5, 2), (11, 5), (12, 6), (106, 100), (999, 100)] {
            assert_eq!(most(&rows, room), expected, "{room}");
        }
        assert_eq!(most(&[], 5), 1);
    }
}

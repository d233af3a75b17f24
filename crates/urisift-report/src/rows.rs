//! The second pass: the rows of the page, with as many of their places as there is room for.

use std::collections::HashMap;
use std::io;
use std::sync::Arc;

use super::blocks::{At, Blocks};
use super::place::Head;
use super::row::{Packed, broken};
use super::survey::{Aside, Kept};
use crate::aggregate::{Names, Stretch, Written};
use crate::record::Sink;
use crate::record::{Unpack, pack_number, pack_text};

/// Writes the data of the table.
pub(super) struct Rows<'o> {
    rows: Blocks,
    places: Blocks,
    paths: Paths<'o>,
    /// Maximum number of places written per row.
    most: u64,
    out: &'o mut dyn Sink,
}

/// The paths in the page, by their numbers there.
struct Paths<'n> {
    blocks: Blocks,
    numbers: HashMap<u64, u64>,
    names: &'n mut Names,
}

impl<'o> Rows<'o> {
    pub fn new(names: &'o mut Names, most: u64, out: &'o mut dyn Sink) -> Self {
        let paths = Paths { blocks: Blocks::new("paths"), numbers: HashMap::new(), names };
        Rows { rows: Blocks::new("rows"), places: Blocks::new("places"), paths, most, out }
    }

    /// Writes those rows.
    pub fn write(mut self, kept: &Kept) -> io::Result<()> {
        let mut stretch = whole(&kept.written);
        let mut places = whole(&kept.places);
        for aside in &kept.rows {
            stretch.skip_to(aside.start);
            let row = stretch.next_record()?.and_then(Packed::unpack).ok_or_else(broken)?;
            self.row(&row, &mut places)?;
        }
        self.rows.finish(self.out)?;
        self.places.finish(self.out)?;
        self.paths.blocks.finish(self.out)
    }

    fn row(&mut self, row: &Packed<'_>, places: &mut Stretch) -> io::Result<()> {
        let At { block, offset } = self.places.at();
        let kept = row.places.count.min(self.most);
        places.skip_to(row.places.start);
        for _ in 0..kept {
            self.place(places.next_record()?.ok_or_else(broken)?)?;
        }
        let mut heads = Vec::new();
        for head in row.heads {
            let path = self.paths.number(head.path, self.out)?;
            Head { path, ..head }.pack(&mut heads);
        }
        let out = self.rows.records();
        pack_text(row.uri, out);
        let [first, last] = row.appearances;
        [row.count, first, last].into_iter().for_each(|number| pack_number(number, out));
        out.extend_from_slice(row.judged);
        pack_text(&row.normal().unwrap_or_default(), out);
        out.extend_from_slice(&heads);
        [kept, block, offset].into_iter().for_each(|number| pack_number(number, out));
        self.rows.end_record(self.out)
    }

    fn place(&mut self, place: &[u8]) -> io::Result<()> {
        let mut packed = Unpack(place);
        let path = packed.number().ok_or_else(broken)?;
        let path = self.paths.number(path, self.out)?;
        let out = self.places.records();
        pack_number(path, out);
        out.extend_from_slice(packed.0);
        self.places.end_record(self.out)
    }
}

/// All that was put aside.
fn whole(written: &Arc<Written>) -> Stretch {
    Stretch::new(Arc::clone(written), 0, written.byte_len())
}

impl Paths<'_> {
    /// The number of a path in the page, by its number among all paths.
    fn number(&mut self, name: u64, out: &mut dyn Sink) -> io::Result<u64> {
        let next = self.numbers.len() as u64;
        if let Some(known) = self.numbers.get(&name) {
            return Ok(*known);
        }
        self.numbers.insert(name, next);
        pack_text(self.names.name(name), self.blocks.records());
        self.blocks.end_record(out)?;
        Ok(next)
    }
}

/// How many places of a row the page has at most, so that those of all rows fit in `room`: the most
/// that fit, but at least one.
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

//! Which pages have the rows of tables, by the trees of a database that is all in memory.

use std::ops::Range;

use super::pages::{Kind, Page, Pages, be32};
use super::record::{self, Payload};
use super::schema::{self, Table};

/// The trees of all tables.
pub(super) struct Trees {
    /// For each page, the table whose rows it has, counted from 1.
    table: Vec<u32>,
    /// Pages with the rest of a long value that has been read.
    taken: Vec<bool>,
    pub tables: Vec<Table>,
    /// How many pages are broken, or referred to twice.
    pub broken: u64,
}

impl Trees {
    pub fn of(pages: &Pages, bytes: &[u8]) -> Self {
        let count = bytes.len() / pages.size;
        let (table, taken) = (vec![0; count], vec![false; count]);
        let mut trees = Trees { table, taken, tables: vec![schema::of_schema()], broken: 0 };
        trees.broken += u64::from(!bytes.len().is_multiple_of(pages.size));
        trees.walk(1, 1, pages, bytes);
        trees.read_schema(pages, bytes);
        trees
    }

    /// The table whose rows page `number` has.
    pub fn table_of(&self, number: usize) -> Option<&Table> {
        let index = *self.table.get(number - 1)? as usize;
        self.tables.get(index.checked_sub(1)?)
    }

    /// Notes the pages of the tree with that root.
    fn walk(&mut self, root: u32, table: u32, pages: &Pages, bytes: &[u8]) {
        let mut waiting = vec![root];
        while let Some(number) = waiting.pop() {
            let free =
                self.table.get_mut((number as usize).wrapping_sub(1)).filter(|table| **table == 0);
            let page = pages.range(number).and_then(|range| pages.page(bytes, range, number == 1));
            let (Some(free), Some(page)) = (free, page) else {
                self.broken += 1;
                continue;
            };
            *free = table;
            if matches!(page.kind, Kind::Inner | Kind::IndexInner) {
                waiting.extend(page.cells.iter().filter_map(|cell| be32(bytes, *cell)));
                waiting.push(page.last);
            }
        }
    }

    /// Reads the rows of `sqlite_schema` (2.6), and walks the tables that it tells.
    fn read_schema(&mut self, pages: &Pages, bytes: &[u8]) {
        for number in 1..=self.table.len() {
            if self.table[number - 1] != 1 {
                continue;
            }
            let range = pages.range(number as u32);
            let page = range.and_then(|range| pages.page(bytes, range, number == 1));
            let Some(page @ Page { kind: Kind::Leaf, .. }) = page else { continue };
            for cell in &page.cells {
                let payload = Payload::of(page.kind, *cell, page.end, bytes, pages);
                let Some(payload) = payload else { continue };
                let ranges = self.ranges(&payload, pages, bytes);
                let row = record::gathered(bytes, &ranges.unwrap_or_default(), 0..payload.len);
                let Some((root, table)) = Table::of_row(&row, pages.encoding) else { continue };
                self.tables.push(table);
                self.walk(root, self.tables.len() as u32, pages, bytes);
            }
        }
        // They are read again as rows.
        self.taken.fill(false);
    }

    /// Where the bytes of a payload are, if all of them are there and are of no other one.
    pub fn ranges(
        &mut self,
        payload: &Payload,
        pages: &Pages,
        bytes: &[u8],
    ) -> Option<Vec<Range<usize>>> {
        let mut ranges = vec![payload.local.clone()];
        let mut left = payload.len - payload.local.len();
        let mut next = payload.rest.unwrap_or_default();
        while left > 0 {
            let index = (next as usize).checked_sub(1)?;
            let is_free =
                *self.table.get(index)? == 0 && !std::mem::replace(&mut self.taken[index], true);
            let page = pages.range(next).filter(|_| is_free)?;
            next = be32(bytes, page.start)?;
            let len = left.min(page.len() - 4);
            ranges.push(page.start + 4..page.start + 4 + len);
            left -= len;
        }
        Some(ranges)
    }
}

//! Records for a sink, as bytes: rows and ends of sources.
//!
//! A record is a tag and its cells. Numbers are in LEB128, texts are preceded by their length.

use std::borrow::Cow;
use std::io;

use super::bytes::{pack_number, unpack_number};
use super::row::{Cell, Rows, Schema, legible};

/// Tag of a row; its cells follow.
const ROW: u8 = b'R';
/// Tag of the end of a source; its totals follow as cells.
const END: u8 = b'E';

/// Tags of cells.
const TEXT: u8 = 1;
const NUMBER: u8 = 2;
const FALSE: u8 = 3;
const TRUE: u8 = 4;
/// `NULLS + n` stands for `n + 1` null cells. Most cells of a row are null.
const NULLS: u8 = 0x80;

/// Rows for a sink that unpacks them. Their texts are UTF-8.
pub struct Packed;

impl Rows for Packed {
    fn row(&self, _: &Schema, cells: &[Cell<'_>], out: &mut Vec<u8>) {
        push(ROW, cells, out);
    }
}

/// Writes the end of a source.
pub fn push_end(cells: &[Cell<'_>], out: &mut Vec<u8>) {
    push(END, cells, out);
}

fn push(letter: u8, cells: &[Cell<'_>], out: &mut Vec<u8>) {
    out.push(letter);
    let mut nulls = 0;
    for cell in cells {
        if *cell == Cell::Null {
            nulls += 1;
        } else {
            push_nulls(nulls, out);
            nulls = 0;
            push_cell(cell, out);
        }
    }
    push_nulls(nulls, out);
}

fn push_nulls(count: usize, out: &mut Vec<u8>) {
    let most = usize::from(u8::MAX - NULLS) + 1;
    for start in (0..count).step_by(most) {
        out.push(NULLS + (most.min(count - start) - 1) as u8);
    }
}

fn push_cell(cell: &Cell<'_>, out: &mut Vec<u8>) {
    match cell {
        Cell::Null => push_nulls(1, out),
        Cell::Text(text) => {
            let text = legible(text);
            out.push(TEXT);
            pack_number(text.len() as u64, out);
            out.extend_from_slice(text.as_bytes());
        }
        Cell::Number(number) => {
            out.push(NUMBER);
            pack_number(*number, out);
        }
        Cell::Truth(truth) => out.push(if *truth { TRUE } else { FALSE }),
    }
}

/// A record that was read.
#[derive(Debug, PartialEq, Eq)]
pub enum PackedRecord<'a> {
    /// A row of a table.
    Row(Vec<Cell<'a>>),
    /// The end of a source.
    End(Vec<Cell<'a>>),
}

/// Reads records.
pub struct PackedRecords<'a> {
    bytes: &'a [u8],
    /// How many cells a row has.
    row: usize,
    /// How many the end of a source has.
    end: usize,
}

impl<'a> PackedRecords<'a> {
    /// Rows of `row` cells, and ends of sources of `end` cells.
    pub fn of(bytes: &'a [u8], row: usize, end: usize) -> Self {
        PackedRecords { bytes, row, end }
    }

    fn record(&mut self) -> Option<PackedRecord<'a>> {
        match self.byte()? {
            ROW => self.cells(self.row).map(PackedRecord::Row),
            END => self.cells(self.end).map(PackedRecord::End),
            _ => None,
        }
    }

    fn cells(&mut self, count: usize) -> Option<Vec<Cell<'a>>> {
        let mut cells = vec![Cell::Null; count];
        self.each_cell(count, |at, cell| cells[at] = cell)?;
        Some(cells)
    }

    /// Passes every non-null cell of `count`, and its index, to `give`.
    fn each_cell(&mut self, count: usize, mut give: impl FnMut(usize, Cell<'a>)) -> Option<()> {
        let mut at = 0;
        while at < count {
            match self.byte()? {
                nulls @ NULLS.. => at += usize::from(nulls - NULLS) + 1,
                kind => {
                    give(at, self.cell(kind)?);
                    at += 1;
                }
            }
        }
        (at == count).then_some(())
    }

    /// Passes every non-null cell of the next row, and its index, to `give`; returns whether there was a
    /// row. All records must be rows.
    ///
    /// # Errors
    /// If the bytes are not a row.
    pub fn next_row(&mut self, give: impl FnMut(usize, Cell<'a>)) -> io::Result<bool> {
        match self.byte() {
            None => Ok(false),
            Some(ROW) => self.each_cell(self.row, give).map(|()| true).ok_or_else(broken),
            Some(_) => Err(broken()),
        }
    }

    fn cell(&mut self, kind: u8) -> Option<Cell<'a>> {
        Some(match kind {
            TEXT => {
                let len = usize::try_from(unpack_number(&mut self.bytes)?).ok()?;
                let (text, rest) = self.bytes.split_at_checked(len)?;
                self.bytes = rest;
                Cell::Text(Cow::Borrowed(text))
            }
            NUMBER => Cell::Number(unpack_number(&mut self.bytes)?),
            FALSE => Cell::Truth(false),
            TRUE => Cell::Truth(true),
            _ => return None,
        })
    }

    fn byte(&mut self) -> Option<u8> {
        let (byte, rest) = self.bytes.split_first()?;
        self.bytes = rest;
        Some(*byte)
    }
}

impl<'a> Iterator for PackedRecords<'a> {
    type Item = io::Result<PackedRecord<'a>>;

    /// Fails if the bytes are not a record, as after a disk error.
    fn next(&mut self) -> Option<Self::Item> {
        if self.bytes.is_empty() {
            return None;
        }
        let record = self.record();
        if record.is_none() {
            self.bytes = &[];
        }
        Some(record.ok_or_else(broken))
    }
}

fn broken() -> io::Error {
    io::Error::other("a record is broken")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn cell() -> impl Strategy<Value = Cell<'static>> {
        prop_oneof![
            Just(Cell::Null),
            any::<String>().prop_map(|text| Cell::Text(Cow::Owned(text.into_bytes()))),
            prop_oneof![any::<u64>(), 0..300u64].prop_map(Cell::Number),
            any::<bool>().prop_map(Cell::Truth),
        ]
    }

    fn cells() -> impl Strategy<Value = Vec<Cell<'static>>> {
        proptest::collection::vec(cell(), 3)
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(rows in proptest::collection::vec((any::<bool>(), cells()), 0..5)) {
            let mut bytes = Vec::new();
            for (is_row, cells) in &rows {
                push(if *is_row { ROW } else { END }, cells, &mut bytes);
            }
            let read: Result<Vec<_>, _> = PackedRecords::of(&bytes, 3, 3).collect();
            let made = |(is_row, cells): (bool, Vec<_>)| match is_row {
                true => PackedRecord::Row(cells),
                false => PackedRecord::End(cells),
            };
            prop_assert_eq!(read.unwrap(), rows.into_iter().map(made).collect::<Vec<_>>());
        }

        #[test]
        fn as_many_nulls_are_read_as_were_written(before in 0..300usize, after in 0..300usize) {
            let mut cells = vec![Cell::Null; before + 1 + after];
            cells[before] = Cell::Number(1);
            let mut bytes = Vec::new();
            push(ROW, &cells, &mut bytes);
            prop_assert!(bytes.len() <= 3 + before.div_ceil(128) + after.div_ceil(128));
            let read: Result<Vec<_>, _> = PackedRecords::of(&bytes, cells.len(), 0).collect();
            prop_assert_eq!(read.unwrap(), [PackedRecord::Row(cells)]);
        }

        #[test]
        fn any_bytes_can_be_read(bytes in proptest::collection::vec(prop_oneof![Just(ROW), 0..5u8, any::<u8>()], 0..40)) {
            prop_assert!(PackedRecords::of(&bytes, 3, 2).count() <= bytes.len());
        }
    }
}

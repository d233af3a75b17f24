//! Records for a sink, as bytes: rows and ends of sources.
//!
//! A record is a tag and its cells. Numbers are in LEB128, texts are preceded by their length.

use std::borrow::Cow;
use std::io;

use super::bytes::{pack_number, pack_text, unpack_number};
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
    push_cells(letter, out, |row| cells.iter().for_each(|cell| row.cell(cell)));
}

/// Writes a row, whose cells `write` writes.
#[inline]
pub(super) fn push_row(out: &mut Vec<u8>, write: impl FnOnce(&mut RowWriter<'_>)) {
    push_cells(ROW, out, write);
}

#[inline(always)]
fn push_cells(letter: u8, out: &mut Vec<u8>, write: impl FnOnce(&mut RowWriter<'_>)) {
    out.push(letter);
    let mut row = RowWriter { out, nulls: 0 };
    write(&mut row);
    row.push_nulls();
}

/// Writes the cells of a record.
pub(super) struct RowWriter<'o> {
    out: &'o mut Vec<u8>,
    /// How many null cells are not written yet.
    nulls: usize,
}

impl RowWriter<'_> {
    #[inline(always)]
    pub fn null(&mut self) {
        self.nulls += 1;
    }

    /// Writes a text.
    #[inline]
    pub fn text(&mut self, text: &[u8]) {
        self.utf8(legible(text).as_bytes());
    }

    /// Writes a text that is UTF-8.
    #[inline]
    pub fn utf8(&mut self, text: &[u8]) {
        self.push_nulls();
        self.out.push(TEXT);
        pack_text(text, self.out);
    }

    #[inline]
    pub fn number(&mut self, number: u64) {
        self.push_nulls();
        self.out.push(NUMBER);
        pack_number(number, self.out);
    }

    #[inline]
    pub fn truth(&mut self, truth: bool) {
        self.push_nulls();
        self.out.push(if truth { TRUE } else { FALSE });
    }

    fn cell(&mut self, cell: &Cell<'_>) {
        match cell {
            Cell::Null => self.null(),
            Cell::Text(text) => self.text(text),
            Cell::Number(number) => self.number(*number),
            Cell::Truth(truth) => self.truth(*truth),
        }
    }

    #[inline(always)]
    fn push_nulls(&mut self) {
        if self.nulls > 0 {
            push_nulls(self.nulls, self.out);
            self.nulls = 0;
        }
    }
}

#[inline]
fn push_nulls(count: usize, out: &mut Vec<u8>) {
    match u8::try_from(count - 1) {
        Ok(more @ ..NULLS) => out.push(NULLS + more),
        _ => push_many_nulls(count, out),
    }
}

fn push_many_nulls(count: usize, out: &mut Vec<u8>) {
    let max = usize::from(u8::MAX - NULLS) + 1;
    for start in (0..count).step_by(max) {
        out.push(NULLS + (max.min(count - start) - 1) as u8);
    }
}

/// What a record is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PackedKind {
    /// A row of a table.
    Row,
    /// The end of a source.
    End,
}

/// A cell that is not null.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PackedCell<'a> {
    /// UTF-8.
    Text(&'a [u8]),
    /// An integer.
    Number(u64),
    /// True or false.
    Truth(bool),
}

impl<'a> From<PackedCell<'a>> for Cell<'a> {
    fn from(cell: PackedCell<'a>) -> Self {
        match cell {
            PackedCell::Text(text) => Cell::Text(Cow::Borrowed(text)),
            PackedCell::Number(number) => Cell::Number(number),
            PackedCell::Truth(truth) => Cell::Truth(truth),
        }
    }
}

/// The cells of a record that are not null, each with its index.
pub type Cells<'a> = Vec<(usize, PackedCell<'a>)>;

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

    /// Reads the next record into `cells`; returns `None` at the end.
    ///
    /// # Errors
    /// If the bytes are not a record, as after a disk error. No more may be read then.
    pub fn next(&mut self, cells: &mut Cells<'a>) -> io::Result<Option<PackedKind>> {
        cells.clear();
        self.each_of_next(|at, cell| cells.push((at, cell)))
    }

    /// Passes every non-null cell of the next row, and its index, to `give`; returns whether there was a
    /// row. All records must be rows.
    ///
    /// # Errors
    /// As for [`PackedRecords::next`].
    pub fn next_row(&mut self, give: impl FnMut(usize, PackedCell<'a>)) -> io::Result<bool> {
        match self.each_of_next(give)? {
            None => Ok(false),
            Some(PackedKind::Row) => Ok(true),
            Some(PackedKind::End) => Err(broken()),
        }
    }

    #[inline]
    fn each_of_next(
        &mut self,
        give: impl FnMut(usize, PackedCell<'a>),
    ) -> io::Result<Option<PackedKind>> {
        let (kind, count) = match self.byte() {
            None => return Ok(None),
            Some(ROW) => (PackedKind::Row, self.row),
            Some(END) => (PackedKind::End, self.end),
            Some(_) => return Err(broken()),
        };
        self.each_cell(count, give).map(|()| Some(kind)).ok_or_else(broken)
    }

    #[inline(always)]
    fn each_cell(
        &mut self,
        count: usize,
        mut give: impl FnMut(usize, PackedCell<'a>),
    ) -> Option<()> {
        let (mut at, mut bytes) = (0, self.bytes);
        while at < count {
            let (&kind, rest) = bytes.split_first()?;
            bytes = rest;
            let cell = match kind {
                NULLS.. => {
                    at += usize::from(kind - NULLS) + 1;
                    continue;
                }
                TEXT => {
                    let len = usize::try_from(unpack_number(&mut bytes)?).ok()?;
                    let (text, rest) = bytes.split_at_checked(len)?;
                    bytes = rest;
                    PackedCell::Text(text)
                }
                NUMBER => PackedCell::Number(unpack_number(&mut bytes)?),
                FALSE => PackedCell::Truth(false),
                TRUE => PackedCell::Truth(true),
                _ => return None,
            };
            give(at, cell);
            at += 1;
        }
        self.bytes = bytes;
        (at == count).then_some(())
    }

    fn byte(&mut self) -> Option<u8> {
        let (byte, rest) = self.bytes.split_first()?;
        self.bytes = rest;
        Some(*byte)
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

    fn read(bytes: &[u8], row: usize, end: usize) -> io::Result<Vec<(PackedKind, Cells<'_>)>> {
        let (mut records, mut all) = (PackedRecords::of(bytes, row, end), Vec::new());
        let mut cells = Cells::new();
        while let Some(kind) = records.next(&mut cells)? {
            all.push((kind, cells.clone()));
        }
        Ok(all)
    }

    /// The cells of each record, with nulls.
    fn full<'c>(records: Vec<(PackedKind, Cells<'c>)>, count: usize) -> Vec<(bool, Vec<Cell<'c>>)> {
        let mut full = Vec::new();
        for (kind, cells) in records {
            let mut all = vec![Cell::Null; count];
            cells.into_iter().for_each(|(at, cell)| all[at] = cell.into());
            full.push((kind == PackedKind::Row, all));
        }
        full
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(rows in proptest::collection::vec((any::<bool>(), cells()), 0..5)) {
            let mut bytes = Vec::new();
            for (is_row, cells) in &rows {
                push(if *is_row { ROW } else { END }, cells, &mut bytes);
            }
            let read = read(&bytes, 3, 3).unwrap();
            prop_assert_eq!(full(read, 3), rows);
        }

        #[test]
        fn as_many_nulls_are_read_as_were_written(before in 0..300usize, after in 0..300usize) {
            let mut cells = vec![Cell::Null; before + 1 + after];
            cells[before] = Cell::Number(1);
            let mut bytes = Vec::new();
            push(ROW, &cells, &mut bytes);
            prop_assert!(bytes.len() <= 3 + before.div_ceil(128) + after.div_ceil(128));
            let read = read(&bytes, cells.len(), 0).unwrap();
            prop_assert_eq!(full(read, cells.len()), [(true, cells)]);
        }

        #[test]
        fn any_bytes_can_be_read(bytes in proptest::collection::vec(prop_oneof![Just(ROW), 0..5u8, any::<u8>()], 0..40)) {
            let count = read(&bytes, 3, 2).map_or(0, |records| records.len());
            prop_assert!(count <= bytes.len());
        }
    }
}

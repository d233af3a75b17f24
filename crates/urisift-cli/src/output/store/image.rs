//! Rows as the bytes of an SQLite database, from which SQLite copies them into another one as they are: that takes
//! a tenth of the time of a statement for each row.
//!
//! The layout is that of <https://www.sqlite.org/fileformat2.html>, whose sections the comments name. Page 1 has the
//! header of the database and its schema: one table. If the rows fit a page, that is page 2, the root of the table.
//! Otherwise the root is an inner page, and the rows are on the leaves from page 3 on. No row spills to overflow pages.

use std::io::Read;

use crate::record::{Cells, PackedCell};

/// The size of a page, in bytes.
const PAGE: usize = 32 << 10;
/// An image is full at this many pages of rows: 1 MiB.
const PAGES: usize = 32;
/// A longer record has overflow pages (1.6).
const MAX_PAYLOAD: usize = PAGE - 35;

/// The length of the header of the database (1.3). The one of the first page follows it.
const DATABASE_HEADER: usize = 100;
/// Where that has the size of the database, in pages.
const SIZE: usize = 28;

/// A database with one table.
pub(super) struct Image {
    /// Page 1.
    first: Page,
    /// Page 2, if there are several leaves.
    root: Page,
    /// The bytes of the leaves that are finished.
    leaves: Vec<u8>,
    /// The last key in each of them.
    keys: Vec<u64>,
    /// The leaf that is being filled.
    leaf: Page,
    /// The last key in it.
    last_key: u64,
    /// How many columns the table has after its key.
    columns: usize,
    /// The record of the row that is being added.
    record: Record,
}

impl Image {
    /// An image of the table that `sql` creates: a key, and `columns` columns.
    pub fn new(table: &str, columns: usize, sql: &str) -> Self {
        Image {
            first: first_page(table, sql),
            root: Page::inner(),
            leaves: Vec::new(),
            keys: Vec::new(),
            leaf: Page::leaf(0),
            last_key: 0,
            columns,
            record: Record::default(),
        }
    }

    /// Returns `true` if there are no rows.
    pub fn is_empty(&self) -> bool {
        self.leaf.count == 0 && self.keys.is_empty()
    }

    /// Returns `true` if no more rows should be added.
    pub fn is_full(&self) -> bool {
        self.keys.len() >= PAGES
    }

    /// Removes all rows.
    pub fn clear(&mut self) {
        self.leaves.clear();
        self.keys.clear();
        self.leaf.clear();
    }

    /// Adds a row with a key above all others. Returns `false` if it is too long.
    pub fn push(&mut self, key: u64, cells: &Cells<'_>) -> bool {
        // The key is not repeated in the record: a null is in its place (2.3).
        self.record.describe(1, cells, self.columns);
        if self.record.len() > MAX_PAYLOAD {
            return false;
        }
        if !self.record.write(key, cells, &mut self.leaf) {
            self.end_leaf();
            self.record.write(key, cells, &mut self.leaf);
        }
        self.last_key = key;
        true
    }

    fn end_leaf(&mut self) {
        self.leaves.extend_from_slice(self.leaf.finish());
        self.keys.push(self.last_key);
        self.leaf.clear();
    }

    /// The database, and its length. No rows may be added until it is cleared.
    pub fn finish(&mut self) -> (impl Read, usize) {
        self.end_leaf();
        self.root.clear();
        if let [before @ .., _] = &*self.keys
            && !before.is_empty()
        {
            self.root.point_to(before);
        }
        let root = if self.root.count > 0 { self.root.finish() } else { &[] };
        let len = PAGE + root.len() + self.leaves.len();
        let pages = (len / PAGE) as u32;
        self.first.bytes[SIZE..SIZE + 4].copy_from_slice(&pages.to_be_bytes());
        (self.first.finish().chain(root).chain(&*self.leaves), len)
    }
}

/// The header of the database (1.3), and the table of its tables (2.6), with a row.
fn first_page(table: &str, sql: &str) -> Page {
    let mut page = Page::leaf(DATABASE_HEADER);
    let header = &mut page.bytes;
    header[..16].copy_from_slice(b"SQLite format 3\0");
    header[16..18].copy_from_slice(&(PAGE as u16).to_be_bytes());
    // The versions to write and to read it; the limits of payloads are constants.
    header[18..24].copy_from_slice(&[1, 1, 0, 64, 32, 32]);
    // The count of changes and the one of the schema; the format of that; UTF-8.
    for (at, number) in [(24, 1_u32), (40, 1), (44, 4), (56, 1), (92, 1)] {
        header[at..at + 4].copy_from_slice(&number.to_be_bytes());
    }
    let text = |text: &'static str| PackedCell::Text(text.as_bytes());
    let [table, sql] = [table, sql].map(|text| PackedCell::Text(text.as_bytes()));
    // The kind of what is created, its name, the name of its table, the root, and the statement.
    let cells = [text("table"), table, table, PackedCell::Number(2), sql];
    let cells: Cells<'_> = cells.into_iter().enumerate().collect();
    let mut record = Record::default();
    record.describe(0, &cells, cells.len());
    record.write(1, &cells, &mut page);
    page
}

/// The lengths of a record (2.1): its header, which is the length of that and the types of the values, and its values.
#[derive(Default)]
struct Record {
    /// The types. Those that were not written are 0, the type of a null.
    types: Vec<u8>,
    /// How many bytes of `types` are of this record.
    types_len: usize,
    values_len: usize,
}

impl Record {
    /// Sets the types of a record of `nulls` nulls, and a row of `columns` columns.
    fn describe(&mut self, nulls: usize, cells: &Cells<'_>, columns: usize) {
        self.types[..self.types_len].fill(0);
        self.types.resize(nulls + columns * MAX_VARINT, 0);
        (self.types_len, self.values_len) = (nulls, 0);
        let mut next = 0;
        for (at, cell) in cells {
            let (of, len) = serial_type(cell);
            self.types_len += at - next;
            self.types_len += put_varint(of, &mut self.types[self.types_len..]);
            self.values_len += len;
            next = at + 1;
        }
        self.types_len += columns - next;
    }

    /// The length of its header, whose own length has a byte, or two.
    fn header_len(&self) -> usize {
        if self.types_len < 0x7f { self.types_len + 1 } else { self.types_len + 2 }
    }

    fn len(&self) -> usize {
        self.header_len() + self.values_len
    }

    /// Writes it to a leaf, as a cell: its length, its key, its header, and its values (1.6). Returns `false` if there
    /// is no room.
    fn write(&self, key: u64, cells: &Cells<'_>, leaf: &mut Page) -> bool {
        let (mut start, mut len) = ([0; 3 * MAX_VARINT], 0);
        for number in [self.len() as u64, key, self.header_len() as u64] {
            len += put_varint(number, &mut start[len..]);
        }
        let Some(room) = leaf.cell(len + self.types_len + self.values_len) else { return false };
        let (mut rest, mut number);
        rest = put(&start[..len], room);
        rest = put(&self.types[..self.types_len], rest);
        for (_, cell) in cells {
            let value = match *cell {
                PackedCell::Text(text) => text,
                PackedCell::Number(_) | PackedCell::Truth(_) => {
                    number = integer(cell).to_be_bytes();
                    &number[number.len() - serial_type(cell).1..]
                }
            };
            rest = put(value, rest);
        }
        true
    }
}

/// Writes bytes, and returns the room after them.
#[inline]
fn put<'r>(bytes: &[u8], room: &'r mut [u8]) -> &'r mut [u8] {
    let (room, rest) = room.split_at_mut(bytes.len());
    room.copy_from_slice(bytes);
    rest
}

/// The type of a value, and the length of that (2.1).
#[inline]
fn serial_type(cell: &PackedCell<'_>) -> (u64, usize) {
    if let PackedCell::Text(text) = cell {
        return (13 + 2 * text.len() as u64, text.len());
    }
    let number = integer(cell);
    let fits = |bits: u32| (number ^ number >> 63) >> (bits - 1) == 0;
    match number {
        0 => (8, 0),
        1 => (9, 0),
        _ if fits(8) => (1, 1),
        _ if fits(16) => (2, 2),
        _ if fits(24) => (3, 3),
        _ if fits(32) => (4, 4),
        _ if fits(48) => (5, 6),
        _ => (6, 8),
    }
}

/// A number as SQLite has it; 0 for a text.
#[inline]
fn integer(cell: &PackedCell<'_>) -> i64 {
    match *cell {
        // SQLite integers are signed, and so are dates before 1970.
        PackedCell::Number(number) => number as i64,
        PackedCell::Truth(truth) => truth.into(),
        PackedCell::Text(_) => 0,
    }
}

/// A page (1.6): a header, pointers to its cells, free space, and the cells, the first of which is the last one here.
struct Page {
    bytes: Vec<u8>,
    /// Where its header is.
    header: usize,
    /// Where the pointers start.
    first: usize,
    /// Where the pointers end.
    pointers: usize,
    /// Where the cells start.
    content: usize,
    count: u16,
}

impl Page {
    /// A leaf of a table, with its header at that place.
    fn leaf(header: usize) -> Self {
        Page::new(0x0d, header, 8)
    }

    /// An inner page of a table.
    fn inner() -> Self {
        Page::new(0x05, 0, 12)
    }

    fn new(tag: u8, header: usize, header_len: usize) -> Self {
        let mut bytes = vec![0; PAGE];
        bytes[header] = tag;
        let first = header + header_len;
        Page { bytes, header, first, pointers: first, content: PAGE, count: 0 }
    }

    fn clear(&mut self) {
        (self.pointers, self.content, self.count) = (self.first, PAGE, 0);
    }

    /// Adds a cell of that length, and returns it; `None` if there is no room.
    fn cell(&mut self, len: usize) -> Option<&mut [u8]> {
        if self.content - self.pointers < len + 2 {
            return None;
        }
        self.content -= len;
        let pointer = (self.content as u16).to_be_bytes();
        self.bytes[self.pointers..self.pointers + 2].copy_from_slice(&pointer);
        self.pointers += 2;
        self.count += 1;
        Some(&mut self.bytes[self.content..self.content + len])
    }

    /// Makes an inner page point to the leaves from page 3 on: those with these last keys, and one more.
    fn point_to(&mut self, keys: &[u64]) {
        for (number, key) in (3_u32..).zip(keys) {
            let mut bytes = [0; MAX_VARINT];
            let len = put_varint(*key, &mut bytes);
            if let Some(cell) = self.cell(4 + len) {
                put(&bytes[..len], put(&number.to_be_bytes(), cell));
            }
        }
        let last = 3 + keys.len() as u32;
        self.bytes[8..12].copy_from_slice(&last.to_be_bytes());
    }

    /// The page, with its header.
    fn finish(&mut self) -> &[u8] {
        let (header, content) = (self.header, self.content as u16);
        self.bytes[header + 3..header + 5].copy_from_slice(&self.count.to_be_bytes());
        self.bytes[header + 5..header + 7].copy_from_slice(&content.to_be_bytes());
        &self.bytes
    }
}

/// The most bytes of a number from [`put_varint`].
const MAX_VARINT: usize = 9;

/// Writes a number: seven bits a byte, the highest first; a ninth byte has eight (1.6). Returns its length.
#[inline]
fn put_varint(number: u64, out: &mut [u8]) -> usize {
    match (number, out) {
        (..0x80, [only, ..]) => {
            *only = number as u8;
            1
        }
        (0x80..0x4000, [high, low, ..]) => {
            (*high, *low) = ((number >> 7) as u8 | 0x80, number as u8 & 0x7f);
            2
        }
        (_, out) => put_long(number, out),
    }
}

fn put_long(number: u64, out: &mut [u8]) -> usize {
    let (mut bytes, mut at, mut rest) = ([0x80; MAX_VARINT], MAX_VARINT, number);
    let is_longest = number >> 56 > 0;
    if is_longest {
        at -= 1;
        bytes[at] = rest as u8;
        rest >>= 8;
    }
    while rest > 0 {
        at -= 1;
        bytes[at] |= rest as u8;
        rest >>= 7;
    }
    if is_longest {
        at = 0
    } else {
        bytes[MAX_VARINT - 1] &= 0x7f
    }
    put(&bytes[at..], out);
    MAX_VARINT - at
}

#[cfg(test)]
mod tests {
    use rusqlite::Connection;

    use super::*;

    const SQL: &str = "CREATE TABLE a (id INTEGER PRIMARY KEY, t TEXT, n INTEGER, b BOOLEAN)";
    const NUMBERS: [i64; 14] = [
        0,
        1,
        2,
        -1,
        127,
        128,
        -129,
        1 << 22,
        -1 << 23,
        1 << 30,
        1 << 40,
        -1 << 47,
        i64::MAX,
        i64::MIN,
    ];

    fn opened(image: &mut Image) -> Connection {
        let mut connection = Connection::open_in_memory().unwrap();
        let (bytes, len) = image.finish();
        connection.deserialize_read_exact("main", bytes, len, false).unwrap();
        let check = "PRAGMA integrity_check";
        let checked: String = connection.query_row(check, [], |row| row.get(0)).unwrap();
        assert_eq!(checked, "ok");
        connection
    }

    /// SQLite reads the rows, on one page and on many.
    #[test]
    fn sqlite_reads_what_is_written() {
        let mut image = Image::new("a", 3, SQL);
        for count in [1, 20, 3000] {
            image.clear();
            assert!(image.is_empty());
            let mut rows = Vec::new();
            for row in 0..count {
                let (text, number) = ("x".repeat(row * 7 % 400), NUMBERS[row % NUMBERS.len()]);
                rows.push((1000 * row as i64, text, number, row % 3));
            }
            for (key, text, number, b) in &rows {
                let mut cells = vec![
                    (0, PackedCell::Text(text.as_bytes())),
                    (1, PackedCell::Number(*number as u64)),
                ];
                cells.extend((*b > 0).then_some((2, PackedCell::Truth(*b == 2))));
                assert!(image.push(*key as u64, &cells));
            }
            let connection = opened(&mut image);
            let mut all = connection.prepare("SELECT * FROM a ORDER BY id").unwrap();
            let cells = |row: &rusqlite::Row<'_>| {
                let b: Option<bool> = row.get(3)?;
                Ok((row.get(0)?, row.get(1)?, row.get(2)?, b.map_or(0, |b| 1 + usize::from(b))))
            };
            let read: Vec<_> = all.query_map([], cells).unwrap().map(Result::unwrap).collect();
            assert_eq!(read, rows);
        }
    }

    #[test]
    fn long_rows_are_refused_and_others_fit() {
        let mut image = Image::new("a", 3, SQL);
        let text = vec![b'x'; PAGE];
        let lens = [MAX_PAYLOAD - 6, MAX_PAYLOAD - 7, MAX_PAYLOAD - 8, 200, 100, 60, 50, 0];
        let mut kept = Vec::new();
        for (key, len) in (1..).zip(lens) {
            if image.push(key, &vec![(0, PackedCell::Text(&text[..len]))]) {
                kept.push(len as i64);
            }
        }
        assert!(kept.len() < lens.len() && kept[0] > MAX_PAYLOAD as i64 - 20);
        let connection = opened(&mut image);
        let mut all = connection.prepare("SELECT length(t) FROM a ORDER BY id").unwrap();
        let read = all.query_map([], |row| row.get(0)).unwrap();
        assert_eq!(read.map(Result::unwrap).collect::<Vec<i64>>(), kept);
    }

    #[test]
    fn numbers_have_the_bytes_of_sqlite() {
        let written = |number| {
            let mut out = [0; MAX_VARINT];
            let len = put_varint(number, &mut out);
            out[..len].to_vec()
        };
        assert_eq!(written(0x7f), [0x7f]);
        assert_eq!(written(0x80), [0x81, 0]);
        assert_eq!(written(0x3fff), [0xff, 0x7f]);
        assert_eq!(written(0x4000), [0x81, 0x80, 0]);
        assert_eq!(written((1 << 56) - 1), [[0xff; 7].as_slice(), &[0x7f]].concat());
        assert_eq!(written(1 << 56), [0x80, 0xc0, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0]);
        assert_eq!(written(u64::MAX), [0xff; 9]);
    }
}

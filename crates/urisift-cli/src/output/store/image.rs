//! Rows as the bytes of an SQLite database, from which SQLite copies them into another one as they are: that takes
//! a tenth of the time of a statement for each row.
//!
//! The layout is that of <https://www.sqlite.org/fileformat2.html>: page 1 has the header and the schema, page 2
//! is the root of the table. No row spills to overflow pages.

use crate::record::{Cells, PackedCell};

/// The size of a page, in bytes.
const PAGE: usize = 32 << 10;
/// An image is full at this many pages of rows: 1 MiB.
const PAGES: usize = 32;
/// The length of the header of a leaf, and of an inner page.
const LEAF: usize = 8;
const INNER: usize = 12;
/// A longer row has overflow pages (1.6 there).
const MAX_PAYLOAD: usize = PAGE - 35;

/// Tags of pages.
const LEAF_TAG: u8 = 0x0d;
const INNER_TAG: u8 = 0x05;

/// A database with one table.
pub(super) struct Image {
    /// The first page.
    head: Vec<u8>,
    /// How many columns the table has after its key.
    columns: usize,
    /// Finished pages of rows.
    leaves: Vec<u8>,
    /// The last key in each of them.
    keys: Vec<u64>,
    /// The page that is being filled.
    leaf: Page,
    /// The last key in it.
    last_key: u64,
    /// The parts of the cell that is being written: the header of its record, and the values.
    header: Vec<u8>,
    body: Vec<u8>,
}

impl Image {
    /// An image of the table that `sql` creates: a key, and `columns` columns.
    pub fn new(table: &str, columns: usize, sql: &str) -> Self {
        let mut image = Image {
            head: Vec::new(),
            columns,
            leaves: Vec::new(),
            keys: Vec::new(),
            leaf: Page::new(LEAF_TAG, 0, LEAF),
            last_key: 0,
            header: Vec::new(),
            body: Vec::new(),
        };
        image.head = image.first_page(table, sql);
        image
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.leaf.count == 0 && self.keys.is_empty()
    }

    /// Whether no more rows should be added.
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
        self.header.clear();
        self.body.clear();
        // The record has a null in the place of the key.
        self.header.push(0);
        let mut next = 0;
        for (at, cell) in cells {
            self.nulls(at - next);
            self.value(cell);
            next = at + 1;
        }
        self.nulls(self.columns - next);
        let len = self.header.len() + self.body.len() + 2;
        len <= MAX_PAYLOAD && {
            self.cell(key);
            true
        }
    }

    fn nulls(&mut self, count: usize) {
        (0..count).for_each(|_| self.header.push(0));
    }

    /// Writes the type of a value to the header, and the value (2.1 there).
    #[inline]
    fn value(&mut self, cell: &PackedCell<'_>) {
        match *cell {
            PackedCell::Text(text) => {
                push_varint(13 + 2 * text.len() as u64, &mut self.header);
                self.body.extend_from_slice(text);
            }
            // SQLite integers are signed, and so are dates before 1970.
            PackedCell::Number(number) => self.number(number as i64),
            PackedCell::Truth(truth) => self.number(i64::from(truth)),
        }
    }

    #[inline]
    fn number(&mut self, number: i64) {
        let fits = |bits: u32| (number ^ number >> 63) >> (bits - 1) == 0;
        let (tag, len) = match number {
            0 => (8, 0),
            1 => (9, 0),
            _ if fits(8) => (1, 1),
            _ if fits(16) => (2, 2),
            _ if fits(24) => (3, 3),
            _ if fits(32) => (4, 4),
            _ if fits(48) => (5, 6),
            _ => (6, 8),
        };
        self.header.push(tag);
        self.body.extend_from_slice(&number.to_be_bytes()[8 - len..]);
    }

    /// Writes the record as a cell of a leaf: its length, its key, its header with the length of that, and
    /// its values.
    fn cell(&mut self, key: u64) {
        let header = header_len(self.header.len());
        let mut start = Vec::with_capacity(3 * MAX_VARINT);
        push_varint((header + self.body.len()) as u64, &mut start);
        push_varint(key, &mut start);
        push_varint(header as u64, &mut start);
        if !self.leaf.push([&start, &self.header, &self.body]) {
            self.end_leaf();
            self.leaf.push([&start, &self.header, &self.body]);
        }
        self.last_key = key;
    }

    fn end_leaf(&mut self) {
        self.leaves.extend_from_slice(self.leaf.finish());
        self.keys.push(self.last_key);
        self.leaf.clear();
    }

    /// The database. No rows may be added until it is cleared.
    pub fn finish(&mut self) -> Vec<u8> {
        self.end_leaf();
        let mut bytes = self.head.clone();
        if self.keys.len() > 1 {
            bytes.extend_from_slice(&self.root());
        }
        bytes.extend_from_slice(&self.leaves);
        let pages = (bytes.len() / PAGE) as u32;
        bytes[28..32].copy_from_slice(&pages.to_be_bytes());
        bytes
    }

    /// The root of the table: for each leaf but the last its page number, from 3, and its last key.
    fn root(&self) -> Vec<u8> {
        let mut root = Page::new(INNER_TAG, 0, INNER);
        for (number, key) in (3_u32..).zip(&self.keys[..self.keys.len() - 1]) {
            let mut cell = number.to_be_bytes().to_vec();
            push_varint(*key, &mut cell);
            root.push([&cell, b"", b""]);
        }
        let last = 2 + self.keys.len() as u32;
        root.bytes[8..12].copy_from_slice(&last.to_be_bytes());
        root.finish().to_vec()
    }

    /// The header of the database (1.3 there), and the table of its tables.
    fn first_page(&mut self, table: &str, sql: &str) -> Vec<u8> {
        let mut page = Page::new(LEAF_TAG, 100, LEAF);
        let header = &mut page.bytes;
        header[..16].copy_from_slice(b"SQLite format 3\0");
        header[16..18].copy_from_slice(&(PAGE as u16).to_be_bytes());
        // The versions to write and to read it; the limits of payloads are constants.
        header[18..24].copy_from_slice(&[1, 1, 0, 64, 32, 32]);
        // The count of changes and the one of the schema; the format of that; UTF-8.
        for (at, number) in [(24, 1_u32), (40, 1), (44, 4), (56, 1), (92, 1)] {
            header[at..at + 4].copy_from_slice(&number.to_be_bytes());
        }
        let texts = ["table", table, table].map(|text| PackedCell::Text(text.as_bytes()));
        self.header.clear();
        self.body.clear();
        texts.iter().for_each(|text| self.value(text));
        self.number(2);
        self.value(&PackedCell::Text(sql.as_bytes()));
        std::mem::swap(&mut self.leaf, &mut page);
        self.cell(1);
        std::mem::swap(&mut self.leaf, &mut page);
        page.finish().to_vec()
    }
}

/// The most bytes of a number from [`push_varint`].
const MAX_VARINT: usize = 9;

/// The length of the header of a record, with the bytes of that length itself.
fn header_len(types: usize) -> usize {
    if types < 0x7f { types + 1 } else { types + 2 }
}

/// A page of cells, which are written from its end (1.6 there).
struct Page {
    bytes: Vec<u8>,
    /// Where its header is.
    start: usize,
    /// Where the pointers to its cells end.
    pointers: usize,
    /// Where its first cell is.
    content: usize,
    count: u16,
    /// Where the pointers begin.
    first: usize,
}

impl Page {
    fn new(tag: u8, start: usize, header: usize) -> Self {
        let mut bytes = vec![0; PAGE];
        bytes[start] = tag;
        let first = start + header;
        Page { bytes, start, pointers: first, content: PAGE, count: 0, first }
    }

    fn clear(&mut self) {
        (self.pointers, self.content, self.count) = (self.first, PAGE, 0);
    }

    /// Adds a cell; returns `false` if it has no room.
    fn push(&mut self, parts: [&[u8]; 3]) -> bool {
        let len: usize = parts.iter().map(|part| part.len()).sum();
        if self.content - self.pointers < len + 2 {
            return false;
        }
        self.content -= len;
        let mut at = self.content;
        for part in parts {
            self.bytes[at..at + part.len()].copy_from_slice(part);
            at += part.len();
        }
        let pointer = (self.content as u16).to_be_bytes();
        self.bytes[self.pointers..self.pointers + 2].copy_from_slice(&pointer);
        self.pointers += 2;
        self.count += 1;
        true
    }

    /// The page, with a header of its cells.
    fn finish(&mut self) -> &[u8] {
        let (start, content) = (self.start, self.content as u16);
        self.bytes[start + 3..start + 5].copy_from_slice(&self.count.to_be_bytes());
        self.bytes[start + 5..start + 7].copy_from_slice(&content.to_be_bytes());
        &self.bytes
    }
}

/// Writes a number: seven bits a byte, the highest first; a ninth byte has eight (1.6 there).
#[inline]
fn push_varint(number: u64, out: &mut Vec<u8>) {
    match number {
        ..0x80 => out.push(number as u8),
        0x80..0x4000 => out.extend_from_slice(&[(number >> 7) as u8 | 0x80, number as u8 & 0x7f]),
        _ => push_long(number, out),
    }
}

fn push_long(number: u64, out: &mut Vec<u8>) {
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
    out.extend_from_slice(&bytes[at..]);
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
        let bytes = image.finish();
        connection.deserialize_read_exact("main", &*bytes, bytes.len(), false).unwrap();
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
        let lens = [MAX_PAYLOAD - 7, MAX_PAYLOAD - 8, MAX_PAYLOAD - 9, 200, 100, 60, 50, 0];
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
            let mut out = Vec::new();
            push_varint(number, &mut out);
            out
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

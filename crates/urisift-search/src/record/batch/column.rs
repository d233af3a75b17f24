//! One column of a batch.

use std::io;

use crate::record::{self, Kind, PackedCell};

/// A column of a batch: a value or null for each row.
///
/// Integers are in native byte order; bits are counted from the lowest of each byte. A column that is
/// null in every row, as many are, has no buffers.
///
/// ```
/// use urisift_search::{ColumnKind, Search};
///
/// let texts = Search::builder().batches().texts()?;
/// let batches = texts.batches([Some(&b"http://a.example/?q"[..]), Some(b"http://b.example/")])?;
/// let column = |name| batches[0].columns().iter().find(|column| column.name() == name).unwrap();
/// let query = column("query");
/// assert_eq!((query.kind(), query.nulls()), (ColumnKind::Text, 1));
/// // One text, from offset 0 to 1; the second row is null.
/// assert_eq!((query.values(), query.validity()), (&b"q"[..], &[0b01][..]));
/// assert!(column("port").is_null());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Column {
    name: &'static str,
    kind: Kind,
    /// How many rows have a value.
    valid: usize,
    nulls: usize,
    /// Like all buffers, it lacks the nulls after the last value until the batch is full.
    validity: Bits,
    offsets: Vec<u8>,
    values: Vec<u8>,
    truths: Bits,
}

impl Column {
    /// No rows yet.
    pub(super) fn new(column: &record::Column) -> Self {
        Column {
            name: column.name,
            kind: column.kind,
            valid: 0,
            nulls: 0,
            validity: Bits::default(),
            offsets: Vec::new(),
            values: Vec::new(),
            truths: Bits::default(),
        }
    }

    /// Its name in the table.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The type of its values.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// How many of its rows are null.
    pub fn nulls(&self) -> usize {
        self.nulls
    }

    /// Returns `true` if every row is null, so that there are no buffers.
    pub fn is_null(&self) -> bool {
        self.valid == 0
    }

    /// The validity buffer: a bit for each row, set if there is a value.
    pub fn validity(&self) -> &[u8] {
        &self.validity.bytes
    }

    /// The offsets buffer of a text column: 32-bit integers, one more than there are rows. Empty for any
    /// other column.
    pub fn offsets(&self) -> &[u8] {
        &self.offsets
    }

    /// The values buffer: UTF-8 without anything between the texts, or 64-bit integers, which may be microseconds, or a bit
    /// for each row.
    pub fn values(&self) -> &[u8] {
        match self.kind {
            Kind::Truth => &self.truths.bytes,
            Kind::Text | Kind::Number | Kind::Time => &self.values,
        }
    }

    /// Adds the cell of a row after the existing ones. Rows without a cell are null.
    ///
    /// # Errors
    /// If there is more text than offsets can address; one row alone must have nearly all of it.
    pub(super) fn push(&mut self, row: usize, cell: PackedCell<'_>) -> io::Result<()> {
        match cell {
            PackedCell::Text(text) => self.push_text(row, text)?,
            PackedCell::Number(number) => {
                self.values.resize(size_of::<i64>() * row, 0);
                self.values.extend_from_slice(&(number as i64).to_ne_bytes());
            }
            PackedCell::Truth(false) => {}
            PackedCell::Truth(true) => self.truths.set(row),
        }
        self.validity.set(row);
        self.valid += 1;
        Ok(())
    }

    fn push_text(&mut self, row: usize, text: &[u8]) -> io::Result<()> {
        self.fill_offsets(row + 1);
        self.values.extend_from_slice(text);
        let end = i32::try_from(self.values.len());
        end.map(drop).map_err(|_| io::Error::other("a row has more than 2 GiB of text"))
    }

    /// Extends them to `count`: offsets between two texts are the end of the first.
    fn fill_offsets(&mut self, count: usize) {
        let end = (self.values.len() as i32).to_ne_bytes();
        for _ in self.offsets.len() / end.len()..count {
            self.offsets.extend_from_slice(&end);
        }
    }

    /// Ends the column after `rows` rows.
    pub(super) fn finish(&mut self, rows: usize) {
        self.nulls = rows - self.valid;
        if self.is_null() {
            return;
        }
        self.validity.fill(rows);
        match self.kind {
            Kind::Text => self.fill_offsets(rows + 1),
            Kind::Number | Kind::Time => self.values.resize(size_of::<i64>() * rows, 0),
            Kind::Truth => self.truths.fill(rows),
        }
    }
}

/// A bit for each row.
#[derive(Debug, Default)]
struct Bits {
    bytes: Vec<u8>,
}

impl Bits {
    /// Sets the bit of a row.
    fn set(&mut self, row: usize) {
        if self.bytes.len() <= row / 8 {
            self.bytes.resize(row / 8 + 1, 0);
        }
        self.bytes[row / 8] |= 1 << (row % 8);
    }

    /// Extends them to `rows`; bits that were not set are 0.
    fn fill(&mut self, rows: usize) {
        self.bytes.resize(rows.div_ceil(8), 0);
    }
}

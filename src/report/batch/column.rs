//! One column of a batch.

use std::io;

use crate::report::{self, Cell, Kind};

/// A column of a batch: a value or null for each row.
///
/// Integers are in the byte order of the machine, bits are counted from the lowest of each byte.
#[derive(Debug)]
pub struct Column {
    name: &'static str,
    kind: Kind,
    len: usize,
    nulls: usize,
    validity: Bits,
    offsets: Vec<u8>,
    values: Vec<u8>,
    truths: Bits,
}

impl Column {
    /// No rows yet.
    pub(super) fn new(column: &report::Column) -> Self {
        Column {
            name: column.name,
            kind: column.kind,
            len: 0,
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

    /// What its values are.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// How many of its rows are null.
    pub fn nulls(&self) -> usize {
        self.nulls
    }

    /// The buffer of validity: a bit for each row, which is set where there is a value.
    pub fn validity(&self) -> &[u8] {
        &self.validity.bytes
    }

    /// The buffer of offsets of a column of text: 32-bit integers, one more than there are rows. Of any
    /// other column, nothing.
    pub fn offsets(&self) -> &[u8] {
        &self.offsets
    }

    /// The buffer of values: UTF-8 without anything between the texts, or 64-bit integers, or a bit
    /// for each row.
    pub fn values(&self) -> &[u8] {
        match self.kind {
            Kind::Truth => &self.truths.bytes,
            Kind::Text | Kind::Number => &self.values,
        }
    }

    /// Adds a row.
    ///
    /// # Errors
    /// Where there is more text than offsets can say, of which one row alone must have nearly all.
    pub(super) fn push(&mut self, cell: &Cell<'_>) -> io::Result<()> {
        let is_valid = *cell != Cell::Null;
        self.validity.push(self.len, is_valid);
        self.nulls += usize::from(!is_valid);
        match self.kind {
            Kind::Text => self.push_text(if let Cell::Text(text) = cell { text } else { b"" })?,
            Kind::Number => {
                let number = if let Cell::Number(number) = cell { *number } else { 0 };
                self.values.extend_from_slice(&(number as i64).to_ne_bytes());
            }
            Kind::Truth => self.truths.push(self.len, *cell == Cell::Truth(true)),
        }
        self.len += 1;
        Ok(())
    }

    fn push_text(&mut self, text: &[u8]) -> io::Result<()> {
        if self.len == 0 {
            self.offsets.extend_from_slice(&0_i32.to_ne_bytes());
        }
        self.values.extend_from_slice(text);
        let end = i32::try_from(self.values.len());
        let end = end.map_err(|_| io::Error::other("a row has more than 2 GiB of text"))?;
        self.offsets.extend_from_slice(&end.to_ne_bytes());
        Ok(())
    }
}

/// A bit for each row.
#[derive(Debug, Default)]
struct Bits {
    bytes: Vec<u8>,
}

impl Bits {
    /// Adds the bit of a row.
    fn push(&mut self, row: usize, bit: bool) {
        if row.is_multiple_of(8) {
            self.bytes.push(0);
        }
        if let Some(last) = self.bytes.last_mut() {
            *last |= u8::from(bit) << (row % 8);
        }
    }
}

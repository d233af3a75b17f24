//! Tables: what columns they have, and how a row of them is written.

use std::borrow::Cow;

use super::jsonl::Bytes;
use super::object::Object;

/// The number of what all tables look like. It changes with the columns, and with what they mean.
#[cfg(any(feature = "sqlite", feature = "parquet"))]
pub(crate) const VERSION: u32 = 1;

/// A table by its name, and what it has of each record.
#[derive(Debug)]
pub(crate) struct Schema {
    #[cfg_attr(not(any(feature = "sqlite", feature = "parquet")), allow(dead_code))]
    pub table: &'static str,
    pub columns: &'static [Column],
}

/// A column.
#[derive(Debug)]
pub(crate) struct Column {
    pub name: &'static str,
    pub kind: Kind,
}

/// What a column holds, where it holds anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// UTF-8; what is not is an object of JSON with its bytes in base64.
    Text,
    /// From 0.
    Number,
    /// True or false.
    Truth,
}

/// What stands in a column of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Cell<'a> {
    /// Nothing is known, or there is nothing of the kind.
    Null,
    /// Mostly, but not always, UTF-8.
    Text(Cow<'a, [u8]>),
    Number(u64),
    Truth(bool),
}

/// A text as tables have it: what is not UTF-8 is an object of JSON with its bytes in base64, as in
/// JSON lines.
pub(super) fn legible(text: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(text) {
        Ok(text) => Cow::Borrowed(text),
        // An object of one string can always be written.
        Err(_) => Cow::Owned(serde_json::to_string(&Bytes(text)).unwrap_or_default()),
    }
}

/// A way to write rows.
pub(crate) trait Rows: Send + Sync {
    /// What stands before the first row.
    fn head(&self, _schema: &Schema, _out: &mut Vec<u8>) {}

    /// A row: a cell for each column of the table.
    fn row(&self, schema: &Schema, cells: &[Cell<'_>], out: &mut Vec<u8>);
}

/// A row is a JSON object on a line of its own, which has no field where a cell is null.
pub(crate) struct JsonRows;

impl Rows for JsonRows {
    fn row(&self, schema: &Schema, cells: &[Cell<'_>], out: &mut Vec<u8>) {
        let mut object = Object::open(out);
        for (column, cell) in schema.columns.iter().zip(cells) {
            match cell {
                Cell::Null => {}
                Cell::Text(text) => object.named(column.name, &Bytes(text)),
                Cell::Number(number) => object.named(column.name, number),
                Cell::Truth(truth) => object.named(column.name, truth),
            }
        }
        object.close();
        out.push(b'\n');
    }
}

//! Tables: their columns, and how rows are written.

use std::borrow::Cow;
use std::ops::ControlFlow;

use super::fields::Finds;
use super::jsonl::Bytes;
use super::object::Object;
use super::{Metadata, RecordWriter, Skip};
use crate::found::Found;
use crate::span::Origin;

/// The schema version of all tables. It changes with the columns and with their meaning.
pub const VERSION: u32 = 2;

/// A table: its name and its columns.
#[derive(Debug)]
pub struct Schema {
    /// The name of the table.
    pub table: &'static str,
    /// Its columns, in order.
    pub columns: &'static [Column],
}

/// A column.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// The name, as in JSON lines.
    pub name: &'static str,
    /// The type of its values.
    pub kind: Kind,
}

/// The type of a column's values.
///
/// ```
/// use urisift_search::{ColumnKind, find_columns};
///
/// let numbers = find_columns().filter(|(_, kind)| *kind == ColumnKind::Number);
/// assert!(numbers.map(|(name, _)| name).any(|name| name == "start"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// UTF-8; other bytes are a JSON object with the bytes in base64.
    Text,
    /// An integer from 0.
    Number,
    /// True or false.
    Truth,
    /// A time: microseconds since 1970 in UTC, or in a table without such a type the text of RFC 3339.
    Time,
}

/// The value of a column in a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell<'a> {
    /// Unknown or absent.
    Null,
    /// Usually, but not always, UTF-8.
    Text(Cow<'a, [u8]>),
    /// An integer.
    Number(u64),
    /// True or false.
    Truth(bool),
}

/// A text as tables have it: what is not UTF-8 is a JSON object with its bytes in base64, as in
/// JSON lines.
pub fn legible(text: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(text) {
        Ok(text) => Cow::Borrowed(text),
        // An object of one string always converts to JSON.
        Err(_) => Cow::Owned(serde_json::to_string(&Bytes(text)).unwrap_or_default()),
    }
}

/// A way to write rows.
pub trait Rows: Send + Sync {
    /// Tells the largest count of all rows, before the first one.
    fn scale(&mut self, _most: u64) {}

    /// Writes what precedes the first row.
    fn head(&self, _schema: &Schema, _out: &mut Vec<u8>) {}

    /// Writes a row: a cell for each column of the table.
    fn row(&self, schema: &Schema, cells: &[Cell<'_>], out: &mut Vec<u8>);
}

/// A row is a JSON object on a line of its own, without fields for null cells.
pub struct JsonRows;

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
        object.close("\n");
    }
}

/// Writes a row per find.
pub struct Table {
    finds: Finds,
    schema: &'static Schema,
    rows: Box<dyn Rows>,
}

impl Table {
    /// Rows that say what `finds` says, written by `rows`.
    pub fn new(finds: Finds, rows: Box<dyn Rows>) -> Self {
        Table { schema: finds.schema(), finds, rows }
    }
}

impl RecordWriter for Table {
    fn found(
        &self,
        origin: &Origin<'_>,
        found: &Found<'_>,
        out: &mut Vec<u8>,
    ) -> ControlFlow<Skip> {
        self.rows.row(self.schema, &self.finds.cells(origin, found), out);
        ControlFlow::Continue(())
    }

    fn metadata(&self) -> Metadata {
        self.finds.metadata()
    }
}

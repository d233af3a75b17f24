//! Rows as columns, one row group at a time.

use parquet::data_type::{BoolType, ByteArray, ByteArrayType, Int64Type};
use parquet::errors::Result;
use parquet::file::writer::{SerializedColumnWriter, SerializedRowGroupWriter};

use crate::record::{Cell, Kind, Schema};

/// Size of a cell without its text, in bytes.
const CELL: usize = 8;

/// A group of rows.
pub(super) struct Columns {
    columns: Vec<Column>,
    pub rows: usize,
    /// The size in bytes.
    pub len: usize,
}

/// A column of a group.
struct Column {
    values: Values,
    /// For each row, whether there is a value: 1 or 0.
    levels: Vec<i16>,
}

enum Values {
    Text(Vec<ByteArray>),
    Number(Vec<i64>),
    Truth(Vec<bool>),
}

impl Columns {
    pub fn new(schema: &Schema) -> Self {
        let column = |kind| Column { values: Values::new(kind), levels: Vec::new() };
        let columns = schema.columns.iter().map(|c| column(c.kind)).collect();
        Columns { columns, rows: 0, len: 0 }
    }

    /// Adds a row.
    pub fn push(&mut self, cells: Vec<Cell<'_>>) {
        self.rows += 1;
        for (column, cell) in self.columns.iter_mut().zip(cells) {
            self.len += CELL;
            if let Cell::Text(text) = &cell {
                self.len += text.len();
            }
            column.levels.push(i16::from(column.values.push(cell)));
        }
    }

    /// Writes the group, and clears it.
    pub fn write(
        &mut self,
        mut group: SerializedRowGroupWriter<'_, impl std::io::Write + Send>,
    ) -> Result<()> {
        for column in &mut self.columns {
            if let Some(writer) = group.next_column()? {
                column.write(writer)?;
            }
        }
        (self.rows, self.len) = (0, 0);
        group.close().map(drop)
    }
}

impl Column {
    fn write(&mut self, mut writer: SerializedColumnWriter<'_>) -> Result<()> {
        let levels = Some(&*self.levels);
        match &mut self.values {
            Values::Text(all) => {
                writer.typed::<ByteArrayType>().write_batch(all, levels, None)?;
                all.clear();
            }
            Values::Number(all) => {
                writer.typed::<Int64Type>().write_batch(all, levels, None)?;
                all.clear();
            }
            Values::Truth(all) => {
                writer.typed::<BoolType>().write_batch(all, levels, None)?;
                all.clear();
            }
        }
        self.levels.clear();
        writer.close()
    }
}

impl Values {
    fn new(kind: Kind) -> Self {
        match kind {
            Kind::Text => Values::Text(Vec::new()),
            Kind::Number => Values::Number(Vec::new()),
            Kind::Truth => Values::Truth(Vec::new()),
        }
    }

    /// Adds the value of a cell; returns whether it has one.
    fn push(&mut self, cell: Cell<'_>) -> bool {
        match (self, cell) {
            (Values::Text(all), Cell::Text(text)) => all.push(text.into_owned().into()),
            (Values::Number(all), Cell::Number(number)) => all.push(number as i64),
            (Values::Truth(all), Cell::Truth(truth)) => all.push(truth),
            _ => return false,
        }
        true
    }
}

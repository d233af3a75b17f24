//! Parquet: rows as columns, one row group at a time.

use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, Int64Type};
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::{
    SerializedColumnWriter, SerializedFileWriter, SerializedRowGroupWriter,
};
use parquet::schema::types::Type;

use crate::output::draft::Draft;
use crate::record::{Column, Kind, PackedCell, PackedRecords, Schema, Sink, VERSION};

/// A row group ends at this many rows or bytes.
const GROUP: (usize, usize) = (64 << 10, 16 << 20);

/// Columns whose values are mostly distinct: a dictionary of them would be made in vain.
const DISTINCT: [&str; 14] = [
    "start",
    "end",
    "part_start",
    "part_end",
    "reference",
    "uri",
    "raw",
    "reading",
    "before",
    "after",
    "unwrapped",
    "resolved",
    "normal",
    "defanged",
];

/// A Parquet file that appears once complete.
pub(super) struct InParquet {
    draft: Draft,
    writer: SerializedFileWriter<File>,
    columns: Columns,
    schema: &'static Schema,
}

impl InParquet {
    pub fn new(path: &Path, schema: &'static Schema) -> io::Result<Self> {
        let draft = Draft::of(path)?;
        let file = draft.file().try_clone()?;
        let writer = writer(file, schema).map_err(failed)?;
        Ok(InParquet { draft, writer, columns: Columns::new(schema), schema })
    }

    fn write_group(&mut self) -> io::Result<()> {
        let group = self.writer.next_row_group();
        group
            .and_then(|group| self.columns.write(group))
            .map_err(failed)
            .map_err(|error| self.draft.failed(error))
    }
}

impl Sink for InParquet {
    fn take(&mut self, records: &[u8]) -> io::Result<()> {
        // The texts of columns are slices of this copy.
        let texts = ByteArray::from(records.to_vec());
        let mut rows = PackedRecords::of(texts.data(), self.schema.columns.len(), 0);
        while self.columns.push_next(&mut rows, &texts)? {
            if self.columns.rows >= GROUP.0 || self.columns.len >= GROUP.1 {
                self.write_group()?;
            }
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        if self.columns.rows > 0 {
            self.write_group()?;
        }
        self.writer.close().map_err(failed).map_err(|error| self.draft.failed(error))?;
        self.draft.publish()
    }
}

fn writer(file: File, schema: &Schema) -> Result<SerializedFileWriter<File>> {
    let fields = schema.columns.iter().map(|column| field(column).map(Arc::new));
    let fields = fields.collect::<Result<Vec<_>>>()?;
    let table = Type::group_type_builder(schema.table).with_fields(fields).build()?;
    let version = KeyValue::new("urisift.schema".to_owned(), VERSION.to_string());
    let properties = DISTINCT.iter().fold(WriterProperties::builder(), |properties, column| {
        properties.set_column_dictionary_enabled((*column).into(), false)
    });
    let properties = properties
        .set_compression(Compression::SNAPPY)
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_created_by(concat!("urisift ", env!("CARGO_PKG_VERSION")).to_owned())
        .set_key_value_metadata(Some(vec![version]));
    SerializedFileWriter::new(file, Arc::new(table), Arc::new(properties.build()))
}

/// A nullable column.
fn field(column: &Column) -> Result<Type> {
    let (physical, logical) = match column.kind {
        Kind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        Kind::Number => (Physical::INT64, None),
        Kind::Truth => (Physical::BOOLEAN, None),
    };
    Type::primitive_type_builder(column.name, physical)
        .with_repetition(Repetition::OPTIONAL)
        .with_logical_type(logical)
        .build()
}

/// Unboxes an error of the system.
fn failed(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(inner) => match inner.downcast() {
            Ok(system) => *system,
            Err(other) => io::Error::other(other),
        },
        other => io::Error::other(other),
    }
}

/// Size of a cell without its text, in bytes.
const CELL: usize = 8;

/// A group of rows.
pub(super) struct Columns {
    columns: Vec<ColumnBuffer>,
    pub rows: usize,
    /// The size in bytes.
    pub len: usize,
}

/// A column of a group.
struct ColumnBuffer {
    values: Values,
    /// For each row, whether there is a value: 1 or 0. Lacks the nulls after the last value.
    levels: Vec<i16>,
}

enum Values {
    Text(Vec<ByteArray>),
    Number(Vec<i64>),
    Truth(Vec<bool>),
}

impl Columns {
    pub fn new(schema: &Schema) -> Self {
        let column = |kind| ColumnBuffer { values: Values::new(kind), levels: Vec::new() };
        let columns = schema.columns.iter().map(|c| column(c.kind)).collect();
        Columns { columns, rows: 0, len: 0 }
    }

    /// Adds the next of the rows, which are in `texts`; returns whether there was one.
    pub fn push_next(
        &mut self,
        rows: &mut PackedRecords<'_>,
        texts: &ByteArray,
    ) -> io::Result<bool> {
        let Columns { columns, rows: count, len } = self;
        let is_row = rows.next_row(|at, cell| {
            if let PackedCell::Text(text) = cell {
                *len += text.len();
            }
            columns[at].push(*count, cell, texts);
        })?;
        if is_row {
            *count += 1;
            *len += CELL * columns.len();
        }
        Ok(is_row)
    }

    /// Writes the group, and clears it.
    pub fn write(
        &mut self,
        mut group: SerializedRowGroupWriter<'_, impl std::io::Write + Send>,
    ) -> Result<()> {
        for column in &mut self.columns {
            if let Some(writer) = group.next_column()? {
                column.write(self.rows, writer)?;
            }
        }
        (self.rows, self.len) = (0, 0);
        group.close().map(drop)
    }
}

impl ColumnBuffer {
    /// Adds the value of a row; rows without one are left out.
    #[inline]
    fn push(&mut self, row: usize, cell: PackedCell<'_>, texts: &ByteArray) {
        if self.levels.len() < row {
            self.levels.resize(row, 0);
        }
        self.levels.push(1);
        match (&mut self.values, cell) {
            (Values::Text(all), PackedCell::Text(text)) => all.push(slice(texts, text)),
            (Values::Number(all), PackedCell::Number(number)) => all.push(number as i64),
            (Values::Truth(all), PackedCell::Truth(truth)) => all.push(truth),
            // A row has the types of its table.
            _ => self.levels[row] = 0,
        }
    }

    fn write(&mut self, rows: usize, mut writer: SerializedColumnWriter<'_>) -> Result<()> {
        self.levels.resize(rows, 0);
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
}

/// A text in `texts`, without a copy.
fn slice(texts: &ByteArray, text: &[u8]) -> ByteArray {
    let start = text.as_ptr().addr().wrapping_sub(texts.data().as_ptr().addr());
    let is_within = start.checked_add(text.len()).is_some_and(|end| end <= texts.len());
    if is_within { texts.slice(start, text.len()) } else { text.to_vec().into() }
}

#[cfg(test)]
mod tests {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::RowAccessor;

    use super::super::samples::{TABLE, packed};
    use super::*;

    #[test]
    fn rows_are_in_groups() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.parquet");
        let mut sink = Box::new(InParquet::new(&path, &TABLE).unwrap());
        let count = GROUP.0 as u64 + 10;
        for start in (0..count).step_by(1000) {
            sink.take(&packed(start..count.min(start + 1000))).unwrap();
        }
        sink.finish().unwrap();
        let reader = SerializedFileReader::new(File::open(path).unwrap()).unwrap();
        let metadata = reader.metadata();
        let groups: Vec<_> = metadata.row_groups().iter().map(|group| group.num_rows()).collect();
        assert_eq!(groups, [GROUP.0 as i64, 10]);
        let version = metadata.file_metadata().key_value_metadata().unwrap();
        assert_eq!(version[0].value.as_deref(), Some("1"));
        for (number, row) in reader.get_row_iter(None).unwrap().map(Result::unwrap).enumerate() {
            let text = if number == 0 { None } else { Some(format!("text {number}")) };
            assert_eq!(row.get_string(0).ok().cloned(), text);
            assert_eq!(row.get_long(1).unwrap(), number as i64);
            assert_eq!(row.get_bool(2).is_ok(), number % 2 == 0);
        }
    }
}

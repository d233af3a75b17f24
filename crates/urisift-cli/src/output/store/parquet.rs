//! A table as a Parquet file.

use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;

use super::columns::Columns;
use crate::output::draft::Draft;
use crate::record::VERSION;
use crate::record::{Column, Kind, Schema, Sink};
use crate::record::{PackedRecord, PackedRecords};

/// A row group ends at this many rows or bytes.
const GROUP: (usize, usize) = (64 << 10, 16 << 20);

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
        for record in PackedRecords::of(records, self.schema.columns.len(), 0) {
            if let PackedRecord::Row(cells) = record? {
                self.columns.push(cells);
            }
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
    let properties = WriterProperties::builder()
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

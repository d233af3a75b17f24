//! Parquet: rows as columns, one row group at a time.

use std::collections::HashSet;
use std::fs::File;
use std::hash::Hash;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use parquet::basic::{Compression, Encoding, LogicalType, Repetition, TimeUnit, Type as Physical};
use parquet::column::page::Page;
use parquet::column::writer::{ColumnCloseResult, get_column_writer, get_typed_column_writer};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, Int64Type};
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::reader::ChunkReader;
use parquet::file::writer::{SerializedFileWriter, SerializedPageWriter, TrackedWrite};
use parquet::schema::types::{ColumnDescPtr, Type};

use crate::output::draft::Draft;
use crate::record::{Column, Kind, PackedCell, PackedRecords, Schema, Sink, VERSION};

/// A row group ends at this many rows or bytes.
const GROUP: (usize, usize) = (64 << 10, 16 << 20);

/// How many values of a column tell whether a dictionary of them is worth its time.
const SAMPLE: usize = 2048;

/// The most threads that encode the columns of a group.
const ENCODERS: usize = 2;

/// A Parquet file that appears once complete.
pub(super) struct InParquet {
    draft: Draft,
    writer: SerializedFileWriter<File>,
    properties: [Arc<WriterProperties>; 2],
    columns: Columns,
    schema: &'static Schema,
}

impl InParquet {
    pub fn new(path: &Path, schema: &'static Schema) -> io::Result<Self> {
        let draft = Draft::of(path)?;
        let file = draft.file().try_clone()?;
        let properties = [false, true].map(|has_dictionary| properties(schema, has_dictionary));
        let writer = writer(file, schema, &properties[1]).map_err(failed)?;
        Ok(InParquet { draft, writer, properties, columns: Columns::new(schema), schema })
    }

    fn write_group(&mut self) -> io::Result<()> {
        let written = self.columns.write(&mut self.writer, &self.properties);
        written.map_err(failed).map_err(|error| self.draft.failed(error))
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

fn writer(
    file: File,
    schema: &Schema,
    properties: &Arc<WriterProperties>,
) -> Result<SerializedFileWriter<File>> {
    let fields = schema.columns.iter().map(|column| field(column).map(Arc::new));
    let fields = fields.collect::<Result<Vec<_>>>()?;
    let table = Type::group_type_builder(schema.table).with_fields(fields).build()?;
    SerializedFileWriter::new(file, Arc::new(table), Arc::clone(properties))
}

/// How columns are written, with or without a dictionary.
fn properties(schema: &Schema, has_dictionary: bool) -> Arc<WriterProperties> {
    let version = KeyValue::new("urisift.schema".to_owned(), VERSION.to_string());
    let numbers =
        schema.columns.iter().filter(|column| matches!(column.kind, Kind::Number | Kind::Time));
    // Most numbers differ little from those of the row before.
    let properties = numbers.fold(WriterProperties::builder(), |properties, column| {
        properties.set_column_encoding(column.name.into(), Encoding::DELTA_BINARY_PACKED)
    });
    let properties = properties
        .set_dictionary_enabled(has_dictionary)
        .set_compression(Compression::SNAPPY)
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_created_by(concat!("urisift ", env!("CARGO_PKG_VERSION")).to_owned())
        .set_key_value_metadata(Some(vec![version]));
    Arc::new(properties.build())
}

/// A nullable column.
fn field(column: &Column) -> Result<Type> {
    let (physical, logical) = match column.kind {
        Kind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        Kind::Number => (Physical::INT64, None),
        Kind::Time => (Physical::INT64, Some(LogicalType::timestamp(true, TimeUnit::MICROS))),
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

    /// Writes the group, and clears it. The columns are encoded by several threads.
    fn write(
        &mut self,
        writer: &mut SerializedFileWriter<File>,
        properties: &[Arc<WriterProperties>; 2],
    ) -> Result<()> {
        let rows = self.rows;
        let mut encoded: Vec<_> = self.columns.iter().map(|_| None).collect();
        let tasks = self.columns.iter_mut().zip(&mut encoded);
        let tasks = Mutex::new(tasks.zip(writer.schema_descr().columns()));
        // Held only to take a task.
        let next = || tasks.lock().unwrap_or_else(PoisonError::into_inner).next();
        let encode = || {
            while let Some(((column, encoded), description)) = next() {
                *encoded = Some(column.encode(rows, description, properties));
            }
        };
        thread::scope(|scope| {
            // If none can be started, this thread encodes all columns.
            for _ in 1..thread::available_parallelism().map_or(1, usize::from).min(ENCODERS) {
                let _ = thread::Builder::new().spawn_scoped(scope, encode);
            }
            encode();
        });
        let mut group = writer.next_row_group()?;
        for column in encoded.into_iter().flatten() {
            let Encoded { bytes, close } = column?;
            group.append_column(&reader(bytes), close)?;
        }
        (self.rows, self.len) = (0, 0);
        group.close().map(drop)
    }
}

/// A column of a group as it is in the file.
struct Encoded {
    bytes: Vec<u8>,
    close: ColumnCloseResult,
}

/// The bytes as the type that the library reads from, which is another library's.
fn reader(bytes: Vec<u8>) -> impl ChunkReader {
    let (buf, encoding) = (bytes.into(), Encoding::PLAIN);
    Page::DictionaryPage { buf, num_values: 0, encoding, is_sorted: false }.buffer().clone()
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

    /// Encodes the column, and clears it.
    fn encode(
        &mut self,
        rows: usize,
        description: &ColumnDescPtr,
        [plain, with_dictionary]: &[Arc<WriterProperties>; 2],
    ) -> Result<Encoded> {
        self.levels.resize(rows, 0);
        let has_repeats = match &self.values {
            Values::Text(all) => has_repeats(all.iter().map(ByteArray::data), all.len()),
            Values::Number(all) => has_repeats(all.iter(), all.len()),
            Values::Truth(_) => false,
        };
        let properties = if has_repeats { with_dictionary } else { plain };
        let encoded = match &mut self.values {
            Values::Text(all) => {
                encoded::<ByteArrayType>(all, &self.levels, description, properties)
            }
            Values::Number(all) => encoded::<Int64Type>(all, &self.levels, description, properties),
            Values::Truth(all) => encoded::<BoolType>(all, &self.levels, description, properties),
        };
        self.values.clear();
        self.levels.clear();
        encoded
    }
}

fn encoded<T: DataType>(
    values: &[T::T],
    levels: &[i16],
    description: &ColumnDescPtr,
    properties: &Arc<WriterProperties>,
) -> Result<Encoded> {
    let mut out = TrackedWrite::new(Vec::new());
    let pages = Box::new(SerializedPageWriter::new(&mut out));
    let writer = get_column_writer(Arc::clone(description), Arc::clone(properties), pages);
    let mut writer = get_typed_column_writer::<T>(writer);
    writer.write_batch(values, Some(levels), None)?;
    let close = writer.close()?;
    Ok(Encoded { bytes: out.into_inner()?, close })
}

/// Returns `true` if a quarter of a sample of the values repeats others.
fn has_repeats<V: Hash + Eq>(values: impl Iterator<Item = V>, count: usize) -> bool {
    let (mut seen, mut sampled) = (HashSet::with_capacity(SAMPLE), 0);
    for value in values.step_by(count.div_ceil(SAMPLE).max(1)) {
        sampled += 1;
        seen.insert(value);
    }
    seen.len() <= sampled * 3 / 4
}

impl Values {
    fn new(kind: Kind) -> Self {
        match kind {
            Kind::Text => Values::Text(Vec::new()),
            Kind::Number | Kind::Time => Values::Number(Vec::new()),
            Kind::Truth => Values::Truth(Vec::new()),
        }
    }

    fn clear(&mut self) {
        match self {
            Values::Text(all) => all.clear(),
            Values::Number(all) => all.clear(),
            Values::Truth(all) => all.clear(),
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
        assert_eq!(version[0].value.as_deref(), Some("2"));
        for (number, row) in reader.get_row_iter(None).unwrap().map(Result::unwrap).enumerate() {
            let text = if number == 0 { None } else { Some(format!("text {number}")) };
            assert_eq!(row.get_string(0).ok().cloned(), text);
            assert_eq!(row.get_long(1).unwrap(), number as i64);
            assert_eq!(row.get_bool(2).is_ok(), number % 2 == 0);
        }
    }

    #[test]
    fn only_values_that_repeat_have_a_dictionary() {
        let repeats = |all: &[u64]| has_repeats(all.iter(), all.len());
        let numbers: Vec<u64> = (0..100_000).collect();
        assert!(!repeats(&numbers) && !repeats(&numbers[..10]) && repeats(&[]));
        let halves: Vec<u64> = numbers.iter().map(|number| number % 500).collect();
        assert!(repeats(&halves) && repeats(&[1, 1, 1, 1]));
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.parquet");
        let mut sink = Box::new(InParquet::new(&path, &TABLE).unwrap());
        sink.take(&packed(0..1000)).unwrap();
        (0..3000).for_each(|_| sink.take(&packed(7..8)).unwrap());
        sink.finish().unwrap();
        let reader = SerializedFileReader::new(File::open(path).unwrap()).unwrap();
        let group = reader.metadata().row_group(0);
        let has_dictionary = |at| group.column(at).dictionary_page_offset().is_some();
        assert_eq!([0, 1, 2].map(has_dictionary), [true, true, false]);
        let rows = reader.get_row_iter(None).unwrap().map(Result::unwrap);
        let numbers: Vec<_> = rows.map(|row| row.get_long(1).unwrap()).collect();
        assert_eq!(numbers, (0..1000).chain([7; 3000]).collect::<Vec<_>>());
    }
}

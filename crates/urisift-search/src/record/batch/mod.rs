//! Rows as batches of columns, in the memory layout of Apache Arrow ("Arrow Columnar Format",
//! Physical Memory Layout), for programs that take columns.

mod column;

use std::io;

use super::packed::{PackedCell, PackedRecords};
use super::{Cell, Schema, Sink};

pub use column::Column;

/// A batch ends at this many rows, or bytes of text, to stay in a processor's cache. One row may have
/// more than that.
const BATCH: (usize, usize) = (16 << 10, 4 << 20);

/// Rows of a table, column by column.
///
/// ```
/// use urisift_search::Search;
///
/// let texts = Search::builder().batches().texts()?;
/// let batches = texts.batches([Some(&b"see http://a.example/ and http://b.example/"[..])])?;
/// let batch = &batches[0];
/// let uri = batch.columns().iter().find(|column| column.name() == "uri").unwrap();
/// assert_eq!((batch.rows(), uri.nulls()), (2, 0));
/// assert_eq!(uri.values(), b"http://a.example/http://b.example/");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Batch {
    rows: usize,
    columns: Vec<Column>,
    /// Text in all columns, in bytes.
    text_len: usize,
}

impl Batch {
    /// No rows yet.
    fn new(schema: &Schema) -> Self {
        let columns = schema.columns.iter().map(Column::new).collect();
        Batch { rows: 0, columns, text_len: 0 }
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The columns, in the order of the table.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// Adds a cell to the current row.
    fn set(&mut self, at: usize, cell: PackedCell<'_>) -> io::Result<()> {
        if let PackedCell::Text(text) = cell {
            self.text_len += text.len();
        }
        self.columns[at].push(self.rows, cell)
    }

    /// Ends the batch.
    fn finish(mut self) -> Self {
        self.columns.iter_mut().for_each(|column| column.finish(self.rows));
        self
    }

    fn is_full(&self) -> bool {
        self.rows >= BATCH.0 || self.text_len >= BATCH.1
    }
}

/// Collects rows into batches.
pub struct Batches {
    schema: &'static Schema,
    full: Vec<Batch>,
    batch: Batch,
}

impl Batches {
    /// Batches of that table.
    pub fn new(schema: &'static Schema) -> Self {
        Batches { schema, full: Vec::new(), batch: Batch::new(schema) }
    }

    /// Adds a row.
    ///
    /// # Errors
    /// If it has more than 2 GiB of text.
    pub fn push(&mut self, cells: &[Cell<'_>]) -> io::Result<()> {
        for (at, cell) in cells.iter().enumerate() {
            match cell {
                Cell::Null => {}
                Cell::Text(text) => self.batch.set(at, PackedCell::Text(text))?,
                Cell::Number(number) => self.batch.set(at, PackedCell::Number(*number))?,
                Cell::Truth(truth) => self.batch.set(at, PackedCell::Truth(*truth))?,
            }
        }
        self.end_row();
        Ok(())
    }

    /// Adds the next of these rows; returns whether there was one.
    fn push_next(&mut self, rows: &mut PackedRecords<'_>) -> io::Result<bool> {
        let mut done = Ok(());
        let is_row = rows.next_row(|at, cell| {
            if done.is_ok() {
                done = self.batch.set(at, cell);
            }
        })?;
        done?;
        if is_row {
            self.end_row();
        }
        Ok(is_row)
    }

    fn end_row(&mut self) {
        self.batch.rows += 1;
        if self.batch.is_full() {
            self.cut();
        }
    }

    fn cut(&mut self) {
        let batch = std::mem::replace(&mut self.batch, Batch::new(self.schema));
        self.full.push(batch.finish());
    }

    /// Takes the full batches.
    fn take_full(&mut self) -> Vec<Batch> {
        std::mem::take(&mut self.full)
    }

    /// All batches that were not taken.
    pub fn finish(mut self) -> Vec<Batch> {
        if self.batch.rows > 0 {
            self.cut();
        }
        self.full
    }
}

/// Makes batches of rows packed by [`Packed`](super::Packed), and passes each to `give`.
pub struct InBatches<G> {
    batches: Batches,
    columns: usize,
    give: G,
}

impl<G: FnMut(Batch) -> io::Result<()> + Send> InBatches<G> {
    /// Batches of that table, each for `give`.
    pub fn new(schema: &'static Schema, give: G) -> Self {
        InBatches { batches: Batches::new(schema), columns: schema.columns.len(), give }
    }
}

impl<G: FnMut(Batch) -> io::Result<()> + Send> Sink for InBatches<G> {
    fn take(&mut self, records: &[u8]) -> io::Result<()> {
        let mut rows = PackedRecords::of(records, self.columns, 0);
        while self.batches.push_next(&mut rows)? {}
        self.batches.take_full().into_iter().try_for_each(&mut self.give)
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        let InBatches { batches, give, .. } = *self;
        batches.finish().into_iter().try_for_each(give)
    }

    fn end_early(self: Box<Self>) -> io::Result<()> {
        self.finish()
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::*;
    use crate::record::{Column as Described, Kind, Packed, Rows};

    const TABLE: Schema = Schema {
        table: "a table",
        columns: &[
            Described { name: "text", kind: Kind::Text },
            Described { name: "number", kind: Kind::Number },
            Described { name: "truth", kind: Kind::Truth },
        ],
    };

    /// Every third row has nothing.
    fn row(number: u64) -> [Cell<'static>; 3] {
        if number % 3 == 2 {
            return [Cell::Null, Cell::Null, Cell::Null];
        }
        let text = Cow::Owned(format!("text {number}").into_bytes());
        [Cell::Text(text), Cell::Number(number), Cell::Truth(number.is_multiple_of(2))]
    }

    fn batches(rows: u64) -> Vec<Batch> {
        let mut batches = Vec::new();
        let mut sink = InBatches::new(&TABLE, |batch| {
            batches.push(batch);
            Ok(())
        });
        let mut packed = Vec::new();
        (0..rows).for_each(|number| Packed.row(&TABLE, &row(number), &mut packed));
        sink.take(&packed).unwrap();
        Box::new(sink).finish().unwrap();
        batches
    }

    fn bit(bits: &[u8], at: usize) -> bool {
        bits[at / 8] >> (at % 8) & 1 == 1
    }

    /// The cell as a reader of the layout decodes it.
    fn read(column: &Column, at: usize) -> Cell<'_> {
        let values = column.values();
        let offset = |at: usize| {
            let bytes = column.offsets()[4 * at..][..4].try_into().unwrap();
            i32::from_ne_bytes(bytes) as usize
        };
        match column.kind() {
            _ if column.is_null() || !bit(column.validity(), at) => Cell::Null,
            Kind::Text => Cell::Text(Cow::Borrowed(&values[offset(at)..offset(at + 1)])),
            Kind::Number | Kind::Time => {
                let bytes = values[8 * at..][..8].try_into().unwrap();
                Cell::Number(i64::from_ne_bytes(bytes) as u64)
            }
            Kind::Truth => Cell::Truth(bit(values, at)),
        }
    }

    #[test]
    fn columns_have_what_rows_have() {
        let count = BATCH.0 as u64 + 11;
        let batches = batches(count);
        assert_eq!(batches.iter().map(Batch::rows).collect::<Vec<_>>(), [BATCH.0, 11]);
        let mut number = 0;
        for batch in &batches {
            for at in 0..batch.rows() {
                let cells: Vec<_> = batch.columns().iter().map(|column| read(column, at)).collect();
                assert_eq!(cells, row(number), "row {number}");
                number += 1;
            }
            for column in batch.columns() {
                let nulls = (0..batch.rows()).filter(|at| read(column, *at) == Cell::Null).count();
                assert_eq!((column.nulls(), column.is_null()), (nulls, nulls == batch.rows()));
                let texts = if column.kind() == Kind::Text { batch.rows() + 1 } else { 0 };
                assert_eq!(column.offsets().len(), 4 * texts);
            }
        }
        assert_eq!(number, count);
    }

    #[test]
    fn what_is_always_null_has_no_buffers() {
        let mut batches = Batches::new(&TABLE);
        batches.push(&[Cell::Null, Cell::Null, Cell::Truth(false)]).unwrap();
        batches.push(&[Cell::Null, Cell::Null, Cell::Null]).unwrap();
        let batch = &batches.finish()[0];
        for column in &batch.columns()[..2] {
            assert!(column.is_null() && column.nulls() == 2);
            assert_eq!([column.validity(), column.offsets(), column.values()], [b"" as &[u8]; 3]);
        }
        let truth = &batch.columns()[2];
        assert_eq!((truth.validity(), truth.values()), (&[1_u8][..], &[0_u8][..]));
    }

    #[test]
    fn much_text_is_a_batch_too() {
        let mut lens = Vec::new();
        let mut sink = InBatches::new(&TABLE, |batch| {
            lens.push((batch.rows(), batch.columns()[0].values().len()));
            Ok(())
        });
        let text = vec![b'a'; BATCH.1 / 2];
        for _ in 0..3 {
            let mut packed = Vec::new();
            let cells = [Cell::Text(Cow::Borrowed(&text)), Cell::Null, Cell::Null];
            Packed.row(&TABLE, &cells, &mut packed);
            sink.take(&packed).unwrap();
        }
        Box::new(sink).finish().unwrap();
        assert_eq!(lens, [(2, BATCH.1), (1, BATCH.1 / 2)]);
    }
}

//! Columns as Python has them: what Arrow calls buffers, as `bytes`.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyTuple};
use urisift_search::{Batch, Column, ColumnKind as Kind};

/// The buffers of a column: validity, offsets and values.
type Buffers<'py> = [Option<Bound<'py, PyBytes>>; 3];

/// The number of rows, and for each column how many are null, and its buffers: validity (`None` where no
/// row is null), offsets (of a text only), values. A column that is null in every row has none.
///
/// # Errors
/// Where there is no memory.
pub fn batch<'py>(py: Python<'py>, batch: &Batch) -> PyResult<Bound<'py, PyTuple>> {
    let columns: PyResult<Vec<_>> = batch.columns().iter().map(|it| column(py, it)).collect();
    (batch.rows(), PyList::new(py, columns?)?).into_pyobject(py)
}

fn column<'py>(py: Python<'py>, column: &Column) -> PyResult<Bound<'py, PyTuple>> {
    let [validity, offsets, values] = buffers(py, column);
    (column.nulls(), validity, offsets, values).into_pyobject(py)
}

fn buffers<'py>(py: Python<'py>, column: &Column) -> Buffers<'py> {
    if column.is_null() {
        return [None, None, None];
    }
    let bytes = |bytes| PyBytes::new(py, bytes);
    let validity = (column.nulls() > 0).then(|| bytes(column.validity()));
    let offsets = (column.kind() == Kind::Text).then(|| bytes(column.offsets()));
    [validity, offsets, Some(bytes(column.values()))]
}

/// The columns of a table: their names, and `text`, `number`, `truth` or `time`.
pub fn columns(
    columns: impl Iterator<Item = (&'static str, Kind)>,
) -> Vec<(&'static str, &'static str)> {
    let kind = |kind| match kind {
        Kind::Text => "text",
        Kind::Number => "number",
        Kind::Truth => "truth",
        Kind::Time => "time",
    };
    columns.map(|(name, of)| (name, kind(of))).collect()
}

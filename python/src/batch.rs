//! Columns as Python has them: what Arrow calls buffers, as `bytes`.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyTuple};
use urisift::batch::{Batch, Column, Kind};

/// The number of rows, and for each column how many are null, and its buffers: validity (`None` where no
/// row is null), offsets (of a text only), values.
///
/// # Errors
/// Where there is no memory.
pub fn batch<'py>(py: Python<'py>, batch: &Batch) -> PyResult<Bound<'py, PyTuple>> {
    let columns: PyResult<Vec<_>> = batch.columns().iter().map(|it| column(py, it)).collect();
    (batch.rows(), PyList::new(py, columns?)?).into_pyobject(py)
}

fn column<'py>(py: Python<'py>, column: &Column) -> PyResult<Bound<'py, PyTuple>> {
    let bytes = |bytes| PyBytes::new(py, bytes);
    let validity = (column.nulls() > 0).then(|| bytes(column.validity()));
    let offsets = (column.kind() == Kind::Text).then(|| bytes(column.offsets()));
    (column.nulls(), validity, offsets, bytes(column.values())).into_pyobject(py)
}

/// The columns of a table: their names, and `text`, `number` or `truth`.
pub fn columns(
    columns: impl Iterator<Item = (&'static str, Kind)>,
) -> Vec<(&'static str, &'static str)> {
    let kind = |kind| match kind {
        Kind::Text => "text",
        Kind::Number => "number",
        Kind::Truth => "truth",
    };
    columns.map(|(name, of)| (name, kind(of))).collect()
}

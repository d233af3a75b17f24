//! Searches of a column of Arrow.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use urisift_search::TextSearch;

use crate::batch::{batch, columns as described};
use crate::fault::wrong;
use crate::settings;
use crate::text::Buffer;

/// The columns of ``scan_column``: their names, and ``text``, ``number`` or ``truth``.
#[pyfunction]
pub fn text_columns() -> Vec<(&'static str, &'static str)> {
    described(TextSearch::columns())
}

/// A search of texts in memory, with options named like the command's flags.
#[pyclass(frozen, module = "urisift")]
pub struct Texts(TextSearch);

#[pymethods]
impl Texts {
    #[new]
    fn new(py: Python<'_>, options: &Bound<'_, PyDict>) -> PyResult<Self> {
        let settings = settings::batches(options, Vec::new(), |search| search)?;
        // A list may be a pipe that another thread of Python writes to.
        py.detach(|| settings.texts()).map(Texts).map_err(wrong)
    }

    /// Return the finds in the texts of a column: batches, each ``(rows, columns)``.
    ///
    /// The column is given by its Arrow buffers: validity or ``None``, offsets of 32 bits, or of 64 if
    /// ``is_large``, and values; and by the first row and the number of rows.
    fn scan<'py>(
        &self,
        py: Python<'py>,
        buffers: (Option<Bound<'py, PyAny>>, Bound<'py, PyAny>, Option<Bound<'py, PyAny>>),
        is_large: bool,
        rows: (usize, usize),
    ) -> PyResult<Bound<'py, PyList>> {
        let (validity, offsets, values) = buffers;
        let validity = validity.as_ref().map(Buffer::of).transpose()?;
        let offsets = Buffer::of(&offsets)?;
        let values = values.as_ref().map(Buffer::of).transpose()?;
        let column = Column {
            validity: validity.as_ref().map(Buffer::bytes),
            offsets: offsets.bytes(),
            values: values.as_ref().map_or(&[], Buffer::bytes),
            is_large,
        };
        let (first, count) = rows;
        let search = || {
            let texts_of = (first..first.saturating_add(count)).map(|row| column.text(row));
            let all: Option<Vec<_>> = texts_of.collect();
            all.map(|all| self.0.batches(all))
        };
        let all = [validity.as_ref(), Some(&offsets), values.as_ref()];
        let is_fixed = all.into_iter().flatten().all(Buffer::is_fixed);
        let batches = if is_fixed { py.detach(search) } else { search() };
        let batches =
            batches.ok_or_else(|| wrong("the offsets of the column lead out of its values"))??;
        let batches: PyResult<Vec<Bound<'py, PyTuple>>> =
            batches.iter().map(|it| batch(py, it)).collect();
        PyList::new(py, batches?)
    }
}

/// A column of texts.
#[derive(Clone, Copy)]
struct Column<'b> {
    validity: Option<&'b [u8]>,
    offsets: &'b [u8],
    values: &'b [u8],
    is_large: bool,
}

impl<'b> Column<'b> {
    /// The text of a row, or none where it is null; nothing where the buffers have no such row.
    fn text(self, row: usize) -> Option<Option<&'b [u8]>> {
        if let Some(bits) = self.validity
            && bits.get(row / 8)? >> (row % 8) & 1 == 0
        {
            return Some(None);
        }
        self.values.get(self.offset(row)?..self.offset(row + 1)?).map(Some)
    }

    fn offset(self, at: usize) -> Option<usize> {
        match self.is_large {
            true => usize::try_from(i64::from_ne_bytes(self.number(at)?)).ok(),
            false => usize::try_from(i32::from_ne_bytes(self.number(at)?)).ok(),
        }
    }

    fn number<const N: usize>(self, at: usize) -> Option<[u8; N]> {
        let start = at.checked_mul(N)?;
        self.offsets.get(start..start.checked_add(N)?)?.try_into().ok()
    }
}

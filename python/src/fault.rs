//! Faults of the grammar as exceptions.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use urisift::ParseError;

/// The exception of the package for a fault in a text.
pub fn fault(py: Python<'_>, fault: ParseError, text: &str) -> PyErr {
    made(py, fault, text).map_or_else(|error| error, PyErr::from_value)
}

/// The same, not raised.
///
/// # Errors
/// Where the package is not whole.
pub fn made<'py>(py: Python<'py>, fault: ParseError, text: &str) -> PyResult<Bound<'py, PyAny>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let class = CLASS.import(py, "urisift._errors", "Fault")?;
    class.call1((text, fault.offset(), fault.rule(), fault.document(), fault.to_string()))
}

/// What is wrong with an argument.
pub fn wrong(what: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(what.to_string())
}

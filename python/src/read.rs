//! Files that are read as they are.

use std::fs::File;
use std::io::{self, Read};
use std::path::PathBuf;

use pyo3::exceptions::{PyOSError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// Something to read.
pub enum Input {
    File(File),
    /// A file of Python's.
    Object(Py<PyAny>),
}

impl Input {
    /// The file at a path, or the one that is there.
    ///
    /// # Errors
    /// `OSError` where it cannot be opened, `TypeError` where it is neither.
    pub fn of(source: &Bound<'_, PyAny>) -> PyResult<Self> {
        if source.hasattr("read")? {
            return Ok(Input::Object(source.clone().unbind()));
        }
        let path: PathBuf = source.extract().map_err(|_| no_file(source))?;
        File::open(&path).map(Input::File).map_err(|error| failed(&error, path))
    }
}

/// With the number and the path, Python makes the right one of its exceptions.
fn failed(error: &io::Error, path: PathBuf) -> PyErr {
    match error.raw_os_error() {
        Some(number) => {
            let said = error.to_string();
            let said = said.split(" (os error").next().unwrap_or_default().to_owned();
            PyOSError::new_err((number, said, path.into_os_string()))
        }
        None => PyOSError::new_err(error.to_string()),
    }
}

fn no_file(source: &Bound<'_, PyAny>) -> PyErr {
    let kind = source.get_type();
    PyTypeError::new_err(format!("expected a path or a binary file, and not {kind}"))
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Input::File(file) => file.read(buffer),
            Input::Object(object) => Python::attach(|py| read(object.bind(py), buffer)),
        }
    }
}

/// One call of `read`.
fn read(object: &Bound<'_, PyAny>, buffer: &mut [u8]) -> io::Result<usize> {
    let data = object.call_method1("read", (buffer.len(),)).map_err(io::Error::other)?;
    let data = data.cast::<PyBytes>().map_err(|_| {
        let kind = data.get_type();
        let what = format!("read() gave {kind}: the file has to be open in binary mode");
        io::Error::other(PyTypeError::new_err(what))
    })?;
    let bytes = data.as_bytes();
    let room = buffer.get_mut(..bytes.len()).ok_or_else(|| {
        io::Error::other(pyo3::exceptions::PyValueError::new_err("read() gave too much"))
    })?;
    room.copy_from_slice(bytes);
    Ok(bytes.len())
}

//! Files that are read as they are.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use pyo3::exceptions::{PyOSError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::text::Buffer;

/// Something to read.
pub enum Input {
    File(File, PathBuf),
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
        let path = source.py().import("os")?.call_method1("fsdecode", (source,))?;
        let path: PathBuf = path.extract()?;
        match File::open(&path) {
            Ok(file) => Ok(Input::File(file, path)),
            Err(error) => Err(failed(&error, &path)),
        }
    }
}

/// With the number and the path, Python makes the right one of its exceptions.
fn failed(error: &io::Error, path: &Path) -> PyErr {
    match error.raw_os_error() {
        Some(number) => {
            let said = error.to_string();
            let said = said.split(" (os error").next().unwrap_or_default().to_owned();
            PyOSError::new_err((number, said, path.as_os_str().to_owned()))
        }
        None => PyOSError::new_err(error.to_string()),
    }
}

impl Read for Input {
    /// Once, but for signals that Python has nothing to say of. Errors have exceptions of Python's in them.
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Input::Object(object) => {
                Python::attach(|py| read(object.bind(py), buffer)).map_err(io::Error::other)
            }
            Input::File(file, path) => loop {
                match file.read(buffer) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {
                        Python::attach(|py| py.check_signals()).map_err(io::Error::other)?;
                    }
                    done => return done.map_err(|error| io::Error::other(failed(&error, path))),
                }
            },
        }
    }
}

/// One call of `read`.
fn read(object: &Bound<'_, PyAny>, buffer: &mut [u8]) -> PyResult<usize> {
    let data = object.call_method1("read", (buffer.len(),))?;
    if data.is_instance_of::<PyString>() {
        return Err(PyTypeError::new_err("the file has to be open in binary mode"));
    }
    let data = Buffer::of(&data).map_err(|_| {
        PyTypeError::new_err(format!("read() gave {}, and not bytes", data.get_type()))
    })?;
    let bytes = data.bytes();
    let room = buffer.get_mut(..bytes.len());
    let room = room.ok_or_else(|| PyValueError::new_err("read() gave more than was asked for"))?;
    room.copy_from_slice(bytes);
    Ok(bytes.len())
}

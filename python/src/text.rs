//! Text that Python has: `str`, `bytes`, and whatever has the buffer protocol. Buffers are not copied.
#![allow(unsafe_code)]

use std::slice;

use pyo3::buffer::PyUntypedBuffer;
use pyo3::exceptions::{PyBufferError, PyTypeError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyString};

/// So many characters of a `str` that are not all ASCII are too many for Python to keep in UTF-8 as well.
const MANY: usize = 1 << 20;

/// A text in memory.
pub enum Text<'a> {
    /// A `str` as Python has it in UTF-8.
    Str(&'a [u8]),
    /// A `str` that had to be made UTF-8. Halves of characters are three bytes each, as if they were
    /// characters.
    Made(PyBackedBytes),
    /// Bytes that nobody can change.
    Bytes(&'a [u8]),
    /// Anything else that has bytes.
    Buffer(Buffer),
}

impl<'a> Text<'a> {
    /// The text of an object.
    ///
    /// # Errors
    /// `TypeError` where it has none, `BufferError` where its bytes do not lie in a row, and what the object
    /// says.
    pub fn of(data: &'a Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(bytes) = data.cast::<PyBytes>() {
            return Ok(Text::Bytes(bytes.as_bytes()));
        }
        match data.cast::<PyString>() {
            Ok(text) => Text::of_str(text),
            Err(_) => Buffer::of(data).map(Text::Buffer),
        }
    }

    fn of_str(text: &'a Bound<'_, PyString>) -> PyResult<Self> {
        let is_kept = text.len()? < MANY || text.call_method0("isascii")?.is_truthy()?;
        if is_kept && let Ok(utf8) = text.to_str() {
            return Ok(Text::Str(utf8.as_bytes()));
        }
        let bytes = text.call_method1("encode", ("utf-8", "surrogatepass"))?;
        Ok(Text::Made(bytes.extract()?))
    }

    /// Its bytes.
    pub fn bytes(&self) -> &[u8] {
        match self {
            Text::Str(bytes) | Text::Bytes(bytes) => bytes,
            Text::Made(bytes) => bytes,
            Text::Buffer(buffer) => buffer.bytes(),
        }
    }

    /// Whether it has characters: bytes have none.
    pub fn has_chars(&self) -> bool {
        matches!(self, Text::Str(_) | Text::Made(_))
    }

    /// Whether nobody can write to it.
    pub fn is_fixed(&self) -> bool {
        !matches!(self, Text::Buffer(buffer) if !buffer.is_fixed())
    }
}

/// Bytes that another object has, for as long as this is there.
pub struct Buffer(PyUntypedBuffer);

impl Buffer {
    /// The bytes of an object.
    ///
    /// # Errors
    /// `TypeError` where it has none, `BufferError` where they do not lie in a row, and what the object says.
    pub fn of(data: &Bound<'_, PyAny>) -> PyResult<Self> {
        let buffer = PyUntypedBuffer::get(data).map_err(|error| no_text(data, error))?;
        if !buffer.is_c_contiguous() {
            return Err(PyBufferError::new_err("the bytes of the buffer do not lie in a row"));
        }
        Ok(Buffer(buffer))
    }

    /// Whether nobody can write to them, so far as their owner says.
    pub fn is_fixed(&self) -> bool {
        self.0.readonly()
    }

    /// The bytes. Where somebody can write to them, Python's lock has to be held.
    pub fn bytes(&self) -> &[u8] {
        let len = self.0.len_bytes();
        if len == 0 {
            return &[];
        }
        // SAFETY: the exporter keeps so many bytes there, in a row, until the buffer is released, which is
        // when `self` is dropped. Who can write to them has to have Python's lock, which is released only
        // where the exporter says that nobody can.
        unsafe { slice::from_raw_parts(self.0.buf_ptr().cast(), len) }
    }
}

/// What is said of an object that has no bytes at all; else it has said itself what is wrong.
fn no_text(data: &Bound<'_, PyAny>, error: PyErr) -> PyErr {
    if !error.is_instance_of::<PyTypeError>(data.py()) {
        return error;
    }
    let kind = data.get_type();
    PyTypeError::new_err(format!("expected str, bytes or a buffer, and not {kind}"))
}

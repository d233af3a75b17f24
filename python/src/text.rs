//! Text that Python has: `str`, `bytes`, and whatever has the buffer protocol. None of it is copied.
#![allow(unsafe_code)]

use std::slice;

use pyo3::buffer::PyUntypedBuffer;
use pyo3::exceptions::{PyBufferError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

/// A text in memory.
pub enum Text<'a> {
    /// A `str`, in UTF-8, and whether its characters are its bytes.
    Str { utf8: &'a [u8], is_ascii: bool },
    /// A `str` with halves of characters, which have no place in UTF-8.
    Halves(Vec<u8>),
    /// Bytes that nobody can change.
    Bytes(&'a [u8]),
    /// Anything else that has bytes.
    Buffer(Buffer),
}

impl<'a> Text<'a> {
    /// The text of an object.
    ///
    /// # Errors
    /// `TypeError` where it has none, `BufferError` where its bytes do not lie in a row.
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
        match text.to_str() {
            Ok(utf8) => {
                Ok(Text::Str { utf8: utf8.as_bytes(), is_ascii: text.len()? == utf8.len() })
            }
            // Halves are three bytes each, as if they were characters.
            Err(_) => {
                let bytes = text.call_method1("encode", ("utf-8", "surrogatepass"))?;
                Ok(Text::Halves(bytes.extract()?))
            }
        }
    }

    /// Its bytes.
    pub fn bytes(&self) -> &[u8] {
        match self {
            Text::Str { utf8, .. } => utf8,
            Text::Halves(bytes) => bytes,
            Text::Bytes(bytes) => bytes,
            Text::Buffer(buffer) => buffer.bytes(),
        }
    }

    /// What counts its characters, if it has any: bytes are none.
    pub fn chars(&self) -> Option<Chars> {
        match self {
            Text::Str { is_ascii: true, .. } => Some(Chars { is_ascii: true, ..Chars::default() }),
            Text::Str { .. } | Text::Halves(_) => Some(Chars::default()),
            Text::Bytes(_) | Text::Buffer(_) => None,
        }
    }
}

/// Bytes that another object has, for as long as this is there.
pub struct Buffer(PyUntypedBuffer);

impl Buffer {
    /// The bytes of an object.
    ///
    /// # Errors
    /// `TypeError` where it has none, `BufferError` where they do not lie in a row.
    pub fn of(data: &Bound<'_, PyAny>) -> PyResult<Self> {
        let buffer = PyUntypedBuffer::get(data).map_err(|_| no_text(data))?;
        if !buffer.is_c_contiguous() {
            return Err(PyBufferError::new_err("the bytes of the buffer do not lie in a row"));
        }
        Ok(Buffer(buffer))
    }

    /// The bytes. As for all that is given to `hashlib`, nobody may write to them meanwhile.
    pub fn bytes(&self) -> &[u8] {
        let len = self.0.len_bytes();
        if len == 0 {
            return &[];
        }
        // SAFETY: the exporter keeps so many bytes there, in a row, until the buffer is released, which is
        // when `self` is dropped. That nobody writes to them while Python's lock is released is for the
        // caller to see to, and documented.
        unsafe { slice::from_raw_parts(self.0.buf_ptr().cast(), len) }
    }
}

fn no_text(data: &Bound<'_, PyAny>) -> PyErr {
    let kind = data.get_type();
    PyTypeError::new_err(format!("expected str, bytes or a buffer, and not {kind}"))
}

/// Counts the characters of a text as far as it is asked to.
#[derive(Clone, Copy, Default)]
pub struct Chars {
    is_ascii: bool,
    at: usize,
    count: usize,
}

impl Chars {
    /// How many characters start before that byte, which is not before any that was asked for.
    pub fn before(&mut self, text: &[u8], at: usize) -> usize {
        if self.is_ascii {
            return at;
        }
        self.count += text[self.at..at].iter().filter(|byte| **byte & 0xc0 != 0x80).count();
        self.at = at;
        self.count
    }
}

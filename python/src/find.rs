//! `find` and `find_iter`.

use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use urisift::{Error, Extractor, Stream};

use crate::found::Found;
use crate::options;
use crate::read::Input;
use crate::text::{Chars, Text};

/// Searching more bytes than this takes longer than giving Python's lock away and having it back.
const LONG: usize = 4 << 10;

/// Every URI in a text, in order.
///
/// ``data`` is ``str``, ``bytes``, or anything with the buffer protocol (``bytearray``, ``memoryview``,
/// ``mmap``, a buffer of Arrow), which is not copied. While a long one is searched, Python's lock is
/// released, and nobody may write to the buffer.
///
/// The options are the command's flags: ``www``, ``bare``, ``email``, ``refang``, ``raw``,
/// ``line_number``, ``max_len``, ``max_wrap``, ``iri``, ``join``, ``fold`` and ``trailing``.
///
/// Raises ``TypeError`` where ``data`` is no text, or an option is unknown or of another type, and
/// ``ValueError`` for a value that is none of the option's.
#[pyfunction]
#[pyo3(signature = (data, /, **options))]
pub fn find<'py>(
    py: Python<'py>,
    data: &Bound<'py, PyAny>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyList>> {
    let extractor = options::extractor(options)?;
    let text = Text::of(data)?;
    let (bytes, chars) = (text.bytes(), text.chars());
    let found = match bytes.len() > LONG {
        true => py.detach(|| all(&extractor, bytes, chars)),
        false => all(&extractor, bytes, chars),
    };
    PyList::new(py, found)
}

fn all(extractor: &Extractor, text: &[u8], mut chars: Option<Chars>) -> Vec<Found> {
    let mut records = Vec::new();
    for found in extractor.find_iter(text) {
        let span = found.span();
        let mut before = |at| chars.as_mut().map(|chars| chars.before(text, at as usize));
        let chars = before(span.start).zip(before(span.end));
        records.push(Found::new(found, chars));
    }
    records
}

/// Every URI of a file, in order, each as soon as the bytes that decide on it have been read.
///
/// ``source`` is the path of a file, or a binary file that is open. It is read as it is: nothing is
/// unpacked or decoded, which ``scan_paths`` does. Memory is bounded, whatever the file holds. The options
/// are those of ``find``; ``char_start`` and ``char_end`` are ``None``.
///
/// Raises ``OSError`` where the file cannot be read, after all that could be found before that; what
/// ``read`` raises; and what ``find`` does.
#[pyfunction]
#[pyo3(signature = (source, /, **options))]
pub fn find_iter(
    source: &Bound<'_, PyAny>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<FindIter> {
    let extractor = options::extractor(options)?;
    let stream = extractor.stream(Input::of(source)?);
    Ok(FindIter(Mutex::new(Some(stream))))
}

/// An iterator over the URIs of a file.
#[pyclass(frozen, module = "urisift")]
pub struct FindIter(Mutex<Option<Stream<Input>>>);

#[pymethods]
impl FindIter {
    fn __iter__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Found>> {
        let done = py.detach(|| {
            let mut stream = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let done = stream.as_mut().map_or(Ok(None), next);
            // After a failure nothing more comes, as after the end.
            if !matches!(done, Ok(Some(_))) {
                *stream = None;
            }
            done
        });
        done.map_err(|error| match error {
            Error::Read { source, .. } => PyErr::from(source),
            other => crate::fault::wrong(other),
        })
    }
}

fn next(stream: &mut Stream<Input>) -> Result<Option<Found>, Error> {
    loop {
        if let Some(found) = stream.next() {
            return Ok(Some(Found::new(found, None)));
        }
        if !stream.fill()? {
            return Ok(None);
        }
    }
}

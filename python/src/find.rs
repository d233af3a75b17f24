//! `find` and `find_iter`.

use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use urisift::{Chars, Error, Extractor, ReaderSearch};

use crate::fault::wrong;
use crate::found::Found;
use crate::options;
use crate::read::Input;
use crate::text::Text;

/// Searching more bytes than this takes longer than giving Python's lock away and having it back.
const LONG: usize = 4 << 10;

/// Return the URIs in a text, in order.
///
/// ``data`` is ``str``, ``bytes``, or anything with the buffer protocol (``bytearray``, ``memoryview``,
/// ``mmap``, an Arrow buffer), which is not copied. While a long text is searched, the GIL is released,
/// unless other threads could write to the buffer.
///
/// The options are the command's flags: ``www``, ``bare``, ``email``, ``refang``, ``raw``,
/// ``line_number``, ``max_len``, ``max_wrapper_len``, ``iri``, ``join``, ``unfold`` and ``trailing``.
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
    let (bytes, has_chars) = (text.bytes(), text.has_chars());
    let found = match bytes.len() > LONG && text.is_fixed() {
        true => py.detach(|| all(&extractor, bytes, has_chars)),
        false => all(&extractor, bytes, has_chars),
    };
    PyList::new(py, found)
}

fn all(extractor: &Extractor, text: &[u8], has_chars: bool) -> Vec<Found> {
    let mut records = Vec::new();
    let mut chars = Chars::default();
    for found in extractor.find_iter(text) {
        let span = found.span();
        let mut before = |at| chars.before(text, at as usize);
        let span = has_chars.then(|| (before(span.start), before(span.end)));
        records.push(Found::new(found, span));
    }
    records
}

/// Return an iterator over the URIs in a file, in order and as early as possible.
///
/// ``source`` is a path, or an open binary file. It is searched without decoding; ``scan_paths`` decodes.
/// Memory is bounded, for any file. The options are those of ``find``; ``char_start`` and ``char_end`` are
/// ``None``.
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
    Ok(FindIter(Mutex::new(State::Waiting(Box::new(stream)))))
}

/// An iterator over the URIs of a file.
#[pyclass(frozen, module = "urisift")]
pub struct FindIter(Mutex<State>);

enum State {
    Waiting(Box<ReaderSearch<Input>>),
    /// Somebody reads on.
    Busy,
    /// There is no more, or it has failed.
    Ended,
}

/// What a step comes to.
enum Step {
    Found(Found),
    Read,
    End,
}

#[pymethods]
impl FindIter {
    fn __iter__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Found>> {
        let Some(mut stream) = self.begin()? else { return Ok(None) };
        let done = loop {
            match py.detach(|| step(&mut stream)) {
                Ok(Step::Read) => {
                    if let Err(signal) = py.check_signals() {
                        break Err(signal);
                    }
                }
                Ok(Step::Found(found)) => {
                    self.set(State::Waiting(stream));
                    return Ok(Some(found));
                }
                Ok(Step::End) => break Ok(None),
                Err(Error::Read { source, .. }) => break Err(PyErr::from(source)),
                Err(other) => break Err(wrong(other)),
            }
        };
        self.set(State::Ended);
        done
    }

    /// Stop, and release the file.
    fn close(&self) -> PyResult<()> {
        self.begin()?;
        self.set(State::Ended);
        Ok(())
    }
}

impl FindIter {
    /// The stream, if there is more, for whoever is the only one who reads on.
    fn begin(&self) -> PyResult<Option<Box<ReaderSearch<Input>>>> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match std::mem::replace(&mut *state, State::Busy) {
            State::Waiting(stream) => Ok(Some(stream)),
            State::Busy => Err(wrong("the iterator is at work already")),
            State::Ended => {
                *state = State::Ended;
                Ok(None)
            }
        }
    }

    fn set(&self, state: State) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = state;
    }
}

/// The next find, or one read.
fn step(stream: &mut ReaderSearch<Input>) -> Result<Step, Error> {
    if let Some(found) = stream.next() {
        return Ok(Step::Found(Found::new(found, None)));
    }
    Ok(if stream.fill()? { Step::Read } else { Step::End })
}

//! The record of a find.

use std::hash::{DefaultHasher, Hash, Hasher};

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use urisift::{Components, IriRef, Wrapper};

use crate::fault;
use crate::uri::{self, Cautions};

/// A URI found in a text.
///
/// ``start`` and ``end`` are byte offsets, for a ``str`` in its UTF-8 encoding. ``char_start`` and
/// ``char_end`` are character offsets, so that ``text[char_start:char_end]`` is ``raw``; ``None`` if the text
/// is not a ``str``. Bytes that are not UTF-8 become lone surrogates, as in file names
/// (``errors="surrogateescape"``); ``bytes(found)`` is the original URI.
#[pyclass(frozen, module = "urisift")]
pub struct Found {
    found: urisift::Found<'static>,
    chars: Option<(u64, u64)>,
}

impl Found {
    /// A find, and where it stands in characters.
    pub fn new(found: urisift::Found<'_>, chars: Option<(u64, u64)>) -> Self {
        Found { found: found.into_owned(), chars }
    }

    fn components(&self) -> Components<'_> {
        self.found.components()
    }
}

/// A text, where it may be no UTF-8.
fn text<'py>(py: Python<'py>, text: &[u8]) -> PyResult<Bound<'py, PyAny>> {
    match str::from_utf8(text) {
        Ok(text) => Ok(text.into_pyobject(py)?.into_any()),
        Err(_) => PyBytes::new(py, text).call_method1("decode", ("utf-8", "surrogateescape")),
    }
}

/// The same, where there may be none.
fn some_text<'py>(py: Python<'py>, of: Option<&[u8]>) -> PyResult<Option<Bound<'py, PyAny>>> {
    of.map(|of| text(py, of)).transpose()
}

#[pymethods]
impl Found {
    /// The offset of the first byte.
    #[getter]
    fn start(&self) -> u64 {
        self.found.span().start
    }

    /// The offset after the last byte.
    #[getter]
    fn end(&self) -> u64 {
        self.found.span().end
    }

    /// The offset of the first character in a ``str``.
    #[getter]
    fn char_start(&self) -> Option<u64> {
        self.chars.map(|(start, _)| start)
    }

    /// The offset after the last character in a ``str``.
    #[getter]
    fn char_end(&self) -> Option<u64> {
        self.chars.map(|(_, end)| end)
    }

    /// The line, from 1; ``None`` without ``line_number=True``.
    #[getter]
    fn line(&self) -> Option<u64> {
        self.found.position().map(|position| position.line)
    }

    /// The byte in its line, from 1; ``None`` without ``line_number=True``.
    #[getter]
    fn column(&self) -> Option<u64> {
        self.found.position().map(|position| position.column)
    }

    /// The URI, without line breaks inside it.
    #[getter]
    fn uri<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        text(py, self.found.uri())
    }

    /// The original text.
    #[getter]
    fn raw<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        text(py, self.found.raw())
    }

    /// One or two readings; the first is ``uri``.
    #[getter]
    fn readings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let readings: PyResult<Vec<_>> =
            self.found.readings().map(|reading| text(py, reading)).collect();
        PyTuple::new(py, readings?)
    }

    /// The wrapper: none, angle, url-angle, url-prefix, quote or bracket.
    #[getter]
    fn wrapper(&self) -> &'static str {
        Wrapper::name(self.found.wrapper())
    }

    /// Whether it was truncated to ``max_len``.
    #[getter]
    fn truncated(&self) -> bool {
        self.found.is_truncated()
    }

    /// Whether it is truncated in the text: ``…`` or ``...`` follows it.
    #[getter]
    fn truncated_by_source(&self) -> bool {
        self.found.is_truncated_by_source()
    }

    /// The scheme as written; empty for hosts without a scheme.
    #[getter]
    fn scheme<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        text(py, self.found.scheme())
    }

    /// The userinfo, if it has one.
    #[getter]
    fn userinfo<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        some_text(py, self.components().userinfo())
    }

    /// The host, if it has one.
    #[getter]
    fn host<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        some_text(py, self.components().host())
    }

    /// The port, if it has one, which may be empty.
    #[getter]
    fn port<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        some_text(py, self.components().port())
    }

    /// The path, which may be empty.
    #[getter]
    fn path<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        text(py, self.components().path())
    }

    /// The query, if it has one.
    #[getter]
    fn query<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        some_text(py, self.components().query())
    }

    /// The fragment, if it has one.
    #[getter]
    fn fragment<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        some_text(py, self.components().fragment())
    }

    /// Whether it is valid by RFC 3986 or 3987 and by the grammar of its scheme.
    #[getter]
    fn valid(&self) -> bool {
        self.found.validate().is_ok()
    }

    /// The fault of an invalid URI; ``None`` if it is valid.
    #[getter]
    fn fault<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let text = String::from_utf8_lossy(self.found.uri());
        self.found.validate().err().map(|fault| fault::made(py, fault, &text)).transpose()
    }

    /// The editions of the standard whose grammar it satisfies.
    #[getter]
    fn conforms<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        uri::names(py, self.found.editions())
    }

    /// Possible risks: the name, and the start and end in bytes of the URI.
    #[getter]
    fn cautions(&self) -> Cautions {
        uri::cautions(&self.found.cautions())
    }

    /// Return the normal form after these steps (default: ``"syntax,scheme"``); ``None`` if the URI is
    /// invalid.
    #[pyo3(signature = (steps = None))]
    fn normal(&self, steps: Option<&str>) -> PyResult<Option<String>> {
        let steps = uri::steps(steps)?;
        let uri = str::from_utf8(self.found.uri()).ok().map(IriRef::parse);
        Ok(uri.and_then(Result::ok).map(|uri| uri.normalized(steps).into_text().into_owned()))
    }

    fn __str__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.uri(py)
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.found.uri())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let span = self.found.span();
        Ok(format!("Found({}, {}, {})", span.start, span.end, self.uri(py)?.repr()?))
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.found == other.found && self.chars == other.chars
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.found.span(), self.found.uri()).hash(&mut hasher);
        hasher.finish()
    }
}

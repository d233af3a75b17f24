//! Searches of files, batch by batch.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::task::Poll;
use std::time::Duration;

use pyo3::exceptions::{PyOSError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use urisift_search::{
    BatchSearch, Event, FileEntry, InvalidPiece, Piece, Problem, SearchBuilder, Stopper,
};

use crate::batch::{batch, columns as described};
use crate::fault::wrong;
use crate::pipe::{Closed, Origin};
use crate::settings::{batches, files};

/// So long a signal waits until Python sees it.
const PATIENCE: Duration = Duration::from_millis(50);

/// The columns of the table of finds: their names, and ``text``, ``number`` or ``truth``.
#[pyfunction]
pub fn columns() -> Vec<(&'static str, &'static str)> {
    described(urisift_search::find_columns())
}

/// A search of files in the background.
///
/// Arguments: options named like the command's flags, paths, inputs other than files, whether to stop at the first
/// input that cannot be opened or read completely, and pieces. Items: a batch is ``(rows, columns)``, a problem
/// ``(path, at, what, kind)``, and the failure that stopped the search, as the last item, with ``True`` after that.
#[pyclass(frozen, module = "urisift")]
pub struct Scan {
    scan: Mutex<Option<BatchSearch>>,
    stop: Stopper,
    closed: Closed,
    /// A process that is forked from this one has none of its threads.
    process: u32,
    columns: Vec<(&'static str, &'static str)>,
}

#[pymethods]
impl Scan {
    #[new]
    #[pyo3(signature = (options, paths, origin = None, stop_at_failure = false, pieces = None))]
    fn new(
        py: Python<'_>,
        options: &Bound<'_, PyDict>,
        paths: Vec<PathBuf>,
        origin: Option<Origin>,
        stop_at_failure: bool,
        pieces: Option<Vec<Option<String>>>,
    ) -> PyResult<Self> {
        let closed = Closed::default();
        let pieces = parsed(pieces.unwrap_or_default())?;
        let settings = batches(options, Vec::new(), |search| {
            let search = named(search, &paths, pieces).fail_fast(stop_at_failure);
            match origin {
                Some(origin) => origin.read_by(search, &paths, closed.clone()),
                None => search,
            }
        })?;
        // A list may be a pipe that another thread of Python writes to.
        let scan = py.detach(|| settings.build()).map_err(wrong)?;
        let columns = described(scan.columns());
        let (stop, process) = (scan.stopper(), std::process::id());
        Ok(Scan { scan: Mutex::new(Some(scan)), stop, closed, process, columns })
    }

    /// The columns of every batch: their names, and ``text``, ``number`` or ``truth``.
    #[getter]
    fn columns(&self) -> Vec<(&'static str, &'static str)> {
        self.columns.clone()
    }

    /// Stop the search. Pending items are lost, and waiting consumers see the end.
    fn close(&self) {
        self.stop.stop();
        self.closed.close();
        if let Ok(mut scan) = self.scan.try_lock() {
            *scan = None;
        }
    }

    fn __iter__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        if self.process != std::process::id() {
            let what =
                "a search stays in the process that has begun it, and this one is a fork of that";
            return Err(PyRuntimeError::new_err(what));
        }
        loop {
            match py.detach(|| self.poll()) {
                Poll::Pending => py.check_signals()?,
                Poll::Ready(None) => return Ok(None),
                Poll::Ready(Some(Ok(Event::Batch(it)))) => return batch(py, &it).map(Some),
                Poll::Ready(Some(Ok(Event::Problem(it)))) => return problem(py, it).map(Some),
                Poll::Ready(Some(Ok(Event::Failure(it)))) => {
                    let kind = it.kind.as_str();
                    let it = (it.path.into_os_string(), it.at, it.message, kind, true);
                    return it.into_pyobject(py).map(Some);
                }
                Poll::Ready(Some(Err(error))) => return Err(PyOSError::new_err(error.to_string())),
            }
        }
    }
}

impl Drop for Scan {
    fn drop(&mut self) {
        self.closed.close();
    }
}

impl Scan {
    /// What comes next, if it comes soon; after the end, nothing.
    fn poll(&self) -> Poll<Option<Result<Event, urisift::Error>>> {
        let mut scan = self.scan.lock().unwrap_or_else(PoisonError::into_inner);
        if self.stop.is_stopped() {
            *scan = None;
        }
        scan.as_mut().map_or(Poll::Ready(None), |scan| scan.next_timeout(PATIENCE))
    }
}

/// The files that a search with these options would read: ``(path, length, modified)``, or problems,
/// ``(path, at, what, kind)``.
#[pyfunction]
pub fn list_paths<'py>(
    py: Python<'py>,
    options: &Bound<'py, PyDict>,
    paths: Vec<PathBuf>,
) -> PyResult<Bound<'py, PyList>> {
    let search = files(options, paths)?;
    let files = py.detach(|| search.list()).map_err(wrong)?;
    let file = |file| match file {
        Ok(FileEntry { path, len, modified, .. }) => {
            (path.into_os_string(), len, modified).into_pyobject(py)
        }
        Err(error) => problem(py, error),
    };
    let files: PyResult<Vec<_>> = files.into_iter().map(file).collect();
    PyList::new(py, files?)
}

/// The pieces that these texts are.
fn parsed(pieces: Vec<Option<String>>) -> PyResult<Vec<Option<Piece>>> {
    let parse =
        |piece: String| piece.parse().map_err(|error: InvalidPiece| wrong(error.to_string()));
    pieces.into_iter().map(|piece| piece.map(parse).transpose()).collect()
}

/// A search of these paths, and of the pieces of the first of them.
fn named(search: SearchBuilder, paths: &[PathBuf], pieces: Vec<Option<Piece>>) -> SearchBuilder {
    let pieces = pieces.into_iter().chain(std::iter::repeat(None));
    paths.iter().zip(pieces).fold(search, |search, (path, piece)| match piece {
        Some(piece) => search.piece(path, piece),
        None => search.path(path),
    })
}

/// The pieces of a file, as texts: see ``urisift.split``.
#[pyfunction]
#[pyo3(signature = (options, path, size, origin = None))]
pub fn split(
    py: Python<'_>,
    options: &Bound<'_, PyDict>,
    path: PathBuf,
    size: u64,
    origin: Option<Origin>,
) -> PyResult<Vec<String>> {
    let closed = Closed::default();
    let mut search = files(options, vec![path.clone()])?;
    if let Some(origin) = origin {
        search = origin.read_by(search, &[path], closed.clone());
    }
    let mut pieces = search.split(size).map_err(wrong)?;
    loop {
        match py.detach(|| pieces.next_timeout(PATIENCE)) {
            Poll::Ready(pieces) => return Ok(pieces.iter().map(Piece::to_string).collect()),
            Poll::Pending => py.check_signals().inspect_err(|_| closed.close())?,
        }
    }
}

fn problem(py: Python<'_>, problem: Problem) -> PyResult<Bound<'_, PyTuple>> {
    let kind = problem.kind.as_str();
    (problem.path.into_os_string(), problem.at, problem.message, kind).into_pyobject(py)
}

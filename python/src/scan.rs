//! Searches of files, batch by batch.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::task::Poll;
use std::time::Duration;

use pyo3::exceptions::{PyOSError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use urisift_search::{BatchSearch, Event, Listed, Problem, Stopper};

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

/// A search of files that goes on beside the program.
///
/// It is given options, by the names of the command's flags, paths, what is read in place of files, and whether it ends
/// with the first of them that cannot be opened, or read to its end. An iterator: a batch is ``(rows, columns)``, a
/// problem ``(path, at, what)``, and what has ended it, after all else, ``(path, at, what, True)``.
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
    #[pyo3(signature = (options, paths, origin = None, stop_at_failure = false))]
    fn new(
        py: Python<'_>,
        options: &Bound<'_, PyDict>,
        paths: Vec<PathBuf>,
        origin: Option<Origin>,
        stop_at_failure: bool,
    ) -> PyResult<Self> {
        let closed = Closed::default();
        let settings = batches(options, paths.clone(), |search| {
            let search = search.stop_at_failure(stop_at_failure);
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

    /// Ends it. What has not been taken is lost. Whoever waits for more is told that there is none.
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
                    let it = (it.path.into_os_string(), it.at, it.what, true);
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
        scan.as_mut().map_or(Poll::Ready(None), |scan| scan.next_within(PATIENCE))
    }
}

/// The files that a search with these options would take: ``(path, length, modified)``, or problems,
/// ``(path, at, what)``, where the last one is text.
#[pyfunction]
pub fn list_paths<'py>(
    py: Python<'py>,
    options: &Bound<'py, PyDict>,
    paths: Vec<PathBuf>,
) -> PyResult<Bound<'py, PyList>> {
    let search = files(options, paths)?;
    let files = py.detach(|| search.list()).map_err(wrong)?;
    let file = |file| match file {
        Ok(Listed { path, len, modified, .. }) => {
            (path.into_os_string(), len, modified).into_pyobject(py)
        }
        Err(error) => problem(py, error),
    };
    let files: PyResult<Vec<_>> = files.into_iter().map(file).collect();
    PyList::new(py, files?)
}

fn problem(py: Python<'_>, problem: Problem) -> PyResult<Bound<'_, PyTuple>> {
    (problem.path.into_os_string(), problem.at, problem.what).into_pyobject(py)
}

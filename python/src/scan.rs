//! Searches of files, batch by batch.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::task::Poll;
use std::time::Duration;

use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use urisift::batch::{self, Event, Problem};

use crate::batch::{batch, columns as described};
use crate::fault::wrong;

/// So long a signal waits until Python sees it.
const PATIENCE: Duration = Duration::from_millis(50);

/// The columns of the table of finds: their names, and ``text``, ``number`` or ``truth``.
#[pyfunction]
pub fn columns() -> Vec<(&'static str, &'static str)> {
    described(batch::columns())
}

/// A search of files that goes on beside the program.
///
/// It is given the command's flags and paths. An iterator: a batch is ``(rows, columns)``, and a problem
/// ``(path, at, what)``.
#[pyclass(frozen, module = "urisift")]
pub struct Scan {
    scan: Mutex<Option<batch::Scan>>,
    columns: Vec<(&'static str, &'static str)>,
}

#[pymethods]
impl Scan {
    #[new]
    fn new(flags: Vec<OsString>, paths: Vec<PathBuf>) -> PyResult<Self> {
        let scan = batch::Scan::start(flags, paths).map_err(wrong)?;
        let columns = described(scan.columns());
        Ok(Scan { scan: Mutex::new(Some(scan)), columns })
    }

    /// The columns of every batch: their names, and ``text``, ``number`` or ``truth``.
    #[getter]
    fn columns(&self) -> Vec<(&'static str, &'static str)> {
        self.columns.clone()
    }

    /// Ends it. What has not been taken is lost.
    fn close(&self, py: Python<'_>) {
        py.detach(|| *self.scan.lock().unwrap_or_else(PoisonError::into_inner) = None);
    }

    fn __iter__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        loop {
            match py.detach(|| self.poll()) {
                Poll::Pending => py.check_signals()?,
                Poll::Ready(None) => return Ok(None),
                Poll::Ready(Some(Ok(Event::Batch(it)))) => return batch(py, &it).map(Some),
                Poll::Ready(Some(Ok(Event::Problem(it)))) => return problem(py, it).map(Some),
                Poll::Ready(Some(Err(error))) => return Err(PyOSError::new_err(error.to_string())),
            }
        }
    }
}

impl Scan {
    /// What comes next, if it comes soon; after the end, nothing.
    fn poll(&self) -> Poll<Option<Result<Event, urisift::Error>>> {
        let mut scan = self.scan.lock().unwrap_or_else(PoisonError::into_inner);
        scan.as_mut().map_or(Poll::Ready(None), |scan| scan.poll(PATIENCE))
    }
}

fn problem(py: Python<'_>, problem: Problem) -> PyResult<Bound<'_, PyTuple>> {
    (problem.path.into_os_string(), problem.at, problem.what).into_pyobject(py)
}

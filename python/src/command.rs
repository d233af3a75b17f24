//! The command itself.

use std::ffi::OsString;

use pyo3::prelude::*;
use urisift_cli::Process;

/// Run the command ``urisift`` with these arguments, the name of the program first; return its exit
/// status.
#[pyfunction]
pub fn main(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| urisift_cli::main(arguments, Process::Shared))
}

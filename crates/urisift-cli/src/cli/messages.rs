//! Messages on standard error, and exit codes.

use std::io::{self, Write};

use crate::problem::Error;
use crate::sanitize;

/// A URI was found, and there was no problem.
pub(super) const FOUND: u8 = 0;
/// No URI was found, and there was no problem.
pub(super) const NONE: u8 = 1;
/// There was a problem; all that could be searched was.
pub(super) const PROBLEM: u8 = 2;

/// The exit code after printing. A closed pipe is not a problem.
pub(super) fn printed(done: io::Result<()>) -> u8 {
    match done {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            complain(&Error::Write(error));
            PROBLEM
        }
        _ => FOUND,
    }
}

/// Prints a usage error, which may take several lines.
pub(super) fn print_usage_error(what: &str) {
    let _ = writeln!(io::stderr(), "urisift: {}", sanitize::lines(what));
}

/// Prints a message to standard error. A failure to do so is ignored.
pub(super) fn complain(what: &dyn std::fmt::Display) {
    let _ = writeln!(io::stderr(), "urisift: {}", sanitize::text(&what.to_string()));
}

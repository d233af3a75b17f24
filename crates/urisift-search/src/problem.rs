//! Errors: a [`Problem`] is reported and skipped, an [`Error`] ends the run.

use std::{fmt, io, path::PathBuf};

pub use urisift::Error;
use urisift::internal::problem::plain;
pub use urisift_decode::ProblemKind;

/// A soft error: some of the input could not be used, and the run continues.
///
/// ```
/// use urisift_search::{ProblemKind, Search};
///
/// for found in Search::builder().path("/no/such/file").build()? {
///     let problem = found.unwrap_err();
///     assert_eq!((problem.path.to_str(), problem.at), (Some("/no/such/file"), None));
///     assert_eq!(problem.kind, ProblemKind::NotFound);
///     assert!(problem.to_string().starts_with("/no/such/file: "));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Problem {
    /// The input, as the user knows it.
    pub path: PathBuf,
    /// Absolute byte offset in the input, if known.
    pub at: Option<u64>,
    /// What kind of problem it is.
    pub kind: ProblemKind,
    /// What happened, in words, which may change.
    pub message: String,
}

/// What a problem means for the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// Some of the input could not be read: it is reported, and the exit status is 2.
    Problem,
    /// All of it was read, though it is not as its format says. The exit status does not show.
    Note,
}

impl Problem {
    pub(crate) fn new(
        path: impl Into<PathBuf>,
        at: Option<u64>,
        kind: ProblemKind,
        message: String,
    ) -> Self {
        Problem { path: path.into(), at, kind, message }
    }

    /// A failed system call.
    pub fn io(path: impl Into<PathBuf>, at: Option<u64>, error: &io::Error) -> Self {
        Problem::new(path, at, ProblemKind::of(error), plain(error))
    }
}

impl std::error::Error for Problem {}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.path.display())?;
        if let Some(at) = self.at {
            write!(f, "byte {at}: ")?;
        }
        write!(f, "{}", self.message)
    }
}

//! A panic while a source is searched is a problem of that source.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;

use crate::problem::{Problem, ProblemKind};

/// The search of a source, or of a part of it, has panicked.
pub(super) struct InternalError {
    /// The problem to report; `None` if another part of the same source reports it.
    pub problem: Option<Problem>,
}

/// Ends the search of a part because the thread that reads the source for it has panicked.
struct Abandoned;

/// Searches a source, or a part of it. What the search changes must be of use after a panic too.
///
/// # Errors
/// If the search panics.
pub(super) fn caught<T>(path: &Path, search: impl FnOnce() -> T) -> Result<T, InternalError> {
    catch_unwind(AssertUnwindSafe(search)).map_err(|panic| InternalError {
        problem: (!panic.is::<Abandoned>()).then(|| {
            let what = format!(
                "internal error: {}; the rest is not searched; please report this",
                message(&*panic)
            );
            Problem::new(path, None, ProblemKind::Internal, what)
        }),
    })
}

/// Ends the search of a part without a message of its own.
pub(super) fn abandon() -> ! {
    resume_unwind(Box::new(Abandoned))
}

/// The message of a panic, in one line.
fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("panic").split_whitespace().collect::<Vec<_>>().join(" ")
}

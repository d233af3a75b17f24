//! What kind of problem something is.

use std::fmt;
use std::io;

/// The kind of a problem, for programs. Its message is for people, and may change.
///
/// ```
/// use std::io;
/// use urisift_decode::ProblemKind;
///
/// let missing = io::Error::from(io::ErrorKind::NotFound);
/// assert_eq!(ProblemKind::of(&missing), ProblemKind::NotFound);
/// assert_eq!(ProblemKind::NotFound.as_str(), "not-found");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ProblemKind {
    /// The data ends early.
    Cut,
    /// The data is not as its format says.
    Damaged,
    /// A limit on time, size, memory or depth was reached. The message names the setting that raises it, if there is
    /// one.
    Limit,
    /// The data is recognized and not read, such as an encrypted member.
    Unread,
    /// There is no such file.
    NotFound,
    /// The system does not allow it.
    Denied,
    /// The system cannot open or read it for another reason.
    Io,
    /// A fault of this program.
    Internal,
}

impl ProblemKind {
    /// The name of the kind in records: lower-case ASCII.
    pub const fn as_str(self) -> &'static str {
        match self {
            ProblemKind::Cut => "cut",
            ProblemKind::Damaged => "damaged",
            ProblemKind::Limit => "limit",
            ProblemKind::Unread => "unread",
            ProblemKind::NotFound => "not-found",
            ProblemKind::Denied => "denied",
            ProblemKind::Io => "io",
            ProblemKind::Internal => "internal",
        }
    }

    /// The kind of an error of the system, or of a decoder.
    pub fn of(error: &io::Error) -> Self {
        use io::ErrorKind;
        match error.kind() {
            ErrorKind::NotFound => ProblemKind::NotFound,
            ErrorKind::PermissionDenied => ProblemKind::Denied,
            ErrorKind::TimedOut | ErrorKind::OutOfMemory | ErrorKind::FileTooLarge => {
                ProblemKind::Limit
            }
            ErrorKind::UnexpectedEof => ProblemKind::Cut,
            ErrorKind::InvalidData => ProblemKind::Damaged,
            ErrorKind::Unsupported => ProblemKind::Unread,
            _ => ProblemKind::Io,
        }
    }

    /// Like [`ProblemKind::of`], for a decoder, which has no errors of the system.
    pub(crate) fn of_decoder(error: &io::Error) -> Self {
        match ProblemKind::of(error) {
            ProblemKind::Io => ProblemKind::Damaged,
            kind => kind,
        }
    }
}

impl fmt::Display for ProblemKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

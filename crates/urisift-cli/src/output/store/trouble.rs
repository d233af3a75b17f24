//! Why a database cannot be continued.

use std::fmt;

use crate::record::VERSION;

/// The result, or why there is none.
pub(super) type Result<T> = std::result::Result<T, Trouble>;

/// Why a database cannot be continued.
#[derive(Debug)]
pub(super) enum Trouble {
    Sql(rusqlite::Error),
    /// It has foreign tables.
    Foreign,
    /// Its tables are of that version.
    Version(u32),
    /// It was made with other flags.
    Flags,
    /// Another process writes to it.
    Disturbed,
}

impl From<rusqlite::Error> for Trouble {
    fn from(error: rusqlite::Error) -> Self {
        Trouble::Sql(error)
    }
}

/// Whether another process holds the database.
fn is_busy(error: &rusqlite::Error) -> bool {
    use rusqlite::ErrorCode::{DatabaseBusy, DatabaseLocked};
    matches!(error.sqlite_error_code(), Some(DatabaseBusy | DatabaseLocked))
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Sql(error) if is_busy(error) => {
                f.write_str("another program is at work on it")
            }
            Trouble::Sql(error) => write!(f, "{error}"),
            Trouble::Foreign => f.write_str("a database with other tables; name another file"),
            Trouble::Version(version) => {
                write!(
                    f,
                    "its tables are of version {version}, and not {VERSION}; name another file"
                )
            }
            Trouble::Flags => f.write_str(
                "made with other flags, or another version of urisift, so that its finds would not \
                 go together; name another file, or remove this one",
            ),
            Trouble::Disturbed => f.write_str("another program has written to it meanwhile"),
        }
    }
}

//! The files that a search would read, for a program.

use std::ffi::OsString;
use std::path::PathBuf;

use super::lists::Lists;
use super::naming;
use super::scan;
use crate::input;
use crate::problem::Problem;
use crate::search;

/// A file that would be searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Its path, as it would be reported.
    pub path: PathBuf,
    /// Its length in bytes, if it is a regular file.
    pub len: Option<u64>,
    /// When it was last modified, in nanoseconds since 1970, if it is a regular file.
    pub modified: Option<i64>,
}

/// The files that the command would search with these flags, in its order: directories are walked by its
/// rules. A path that is no file, or cannot be listed, is a problem.
///
/// # Errors
/// What is wrong with the flags.
pub fn list<F: Into<OsString>, P: Into<PathBuf>>(
    flags: impl IntoIterator<Item = F>,
    paths: impl IntoIterator<Item = P>,
) -> Result<Vec<Result<Listed, Problem>>, String> {
    let args = scan::args(flags, paths)?;
    let named = naming::named(&args, &Lists::default())?;
    Ok(input::sources(&named, None).map(|source| source.map(|source| listed(&source))).collect())
}

fn listed(source: &input::Source) -> Listed {
    let version = source.listed().and_then(search::version);
    Listed {
        path: source.path().to_owned(),
        len: version.map(|version| version.len),
        modified: version.map(|version| version.modified),
    }
}

//! Which files are searched, and which of them are skipped: those that this run writes, and those that an earlier run
//! has searched.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use crate::input::{Source, Sources, is_draft};
use crate::output::Known;
use crate::problem::Problem;
use crate::search;

/// The suffixes of a database's name in the names of its journals.
const JOURNALS: [&str; 3] = ["-journal", "-wal", "-shm"];

/// Which sources are skipped.
#[derive(Default)]
pub(in crate::cli) struct Skipped {
    /// The files that this run writes.
    pub written: Vec<OutputPath>,
    /// The files that an earlier run has searched.
    pub known: Option<Box<dyn Known>>,
    /// Something was found in the skipped sources.
    pub found: bool,
}

impl Skipped {
    /// The sources that are not skipped.
    pub fn rest<'p, S: Sources + 'p>(&'p mut self, sources: S) -> impl Sources + 'p {
        NotSkipped { sources, skipped: self }
    }

    /// Returns `true` if the source is skipped.
    fn has(&mut self, source: &Source) -> bool {
        let Some(file) = source.listed() else { return false };
        if self.written.iter().any(|written| written.has(&file.path)) {
            return true;
        }
        let find = |known: &dyn Known| known.finds(&file.path, search::version(file)?);
        let finds = self.known.as_deref().and_then(find);
        self.found |= finds.is_some_and(|finds| finds > 0);
        finds.is_some()
    }
}

/// An iterator over the sources that are not skipped.
struct NotSkipped<'p, S> {
    sources: S,
    skipped: &'p mut Skipped,
}

impl<S: Sources> Iterator for NotSkipped<'_, S> {
    type Item = Result<Source, Problem>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.sources.next()? {
                Ok(source) if self.skipped.has(&source) => {}
                source => return Some(source),
            }
        }
    }
}

impl<S: Sources> Sources for NotSkipped<'_, S> {
    fn may_wait(&self) -> bool {
        self.sources.may_wait()
    }
}

/// An output file, and the temporary files in its directory.
#[derive(PartialEq, Eq)]
pub(in crate::cli) struct OutputPath {
    folder: PathBuf,
    name: OsString,
}

impl OutputPath {
    /// For a file in an existing directory.
    pub fn of(path: &Path) -> Option<Self> {
        let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        Some(OutputPath { folder: folder(&path)?, name: path.file_name()?.to_owned() })
    }

    /// Returns `true` if the file is one of them.
    pub fn has(&self, path: &Path) -> bool {
        let is_name = path.file_name().is_some_and(|name| self.has_name(name));
        is_name && folder(path).is_some_and(|folder| folder == self.folder)
    }

    fn has_name(&self, name: &OsStr) -> bool {
        let own = self.name.as_encoded_bytes();
        let rest = name.as_encoded_bytes().strip_prefix(own);
        let is_own = |rest: &[u8]| {
            rest.is_empty() || JOURNALS.iter().any(|journal| rest == journal.as_bytes())
        };
        is_draft(name) || rest.is_some_and(is_own)
    }
}

/// The directory that the file lies in.
pub(in crate::cli) fn folder(path: &Path) -> Option<PathBuf> {
    let folder = path.parent()?;
    let is_here = folder.as_os_str().is_empty();
    if is_here { Path::new(".") } else { folder }.canonicalize().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_known_by_any_path() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("inner");
        std::fs::create_dir(&inner).unwrap();
        let written = OutputPath::of(&folder.path().join("a.db")).unwrap();
        let has = |path: &str| written.has(&folder.path().join(path));
        assert!(has("a.db") && has("a.db-wal") && has("inner/../a.db") && has(".urisift-x.part"));
        assert!(!has("inner/a.db") && !has("a.db-x") && !has("b") && !has("nowhere/a.db"));
        assert!(!has("inner/.urisift-x.part"));
    }
}

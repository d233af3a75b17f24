//! A file that appears complete or not at all: it is written under a temporary name.

use std::fs::File;
#[cfg(unix)]
use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};
#[cfg(unix)]
use std::time::Duration;

use tempfile::{Builder, NamedTempFile};

use crate::input::DRAFT;
#[cfg(unix)]
use crate::input::is_draft;

/// A file being written. Without [`Draft::publish`], it is removed, and the old file stays.
pub(crate) struct Draft {
    /// The path as the user gave it.
    name: PathBuf,
    target: DraftFile,
}

enum DraftFile {
    /// A temporary file in the directory of the target, and the target.
    Temporary(NamedTempFile, PathBuf),
    /// A device or a pipe, which cannot be replaced.
    Device(File),
}

impl Draft {
    /// Creates the draft of a file. Symbolic links are followed.
    ///
    /// # Errors
    /// Any error of the system.
    pub fn of(path: &Path) -> io::Result<Self> {
        Ok(Draft { name: path.to_owned(), target: DraftFile::of(path)? })
    }

    /// The file to write to.
    pub fn file(&self) -> &File {
        match &self.target {
            DraftFile::Temporary(file, _) => file.as_file(),
            DraftFile::Device(file) => file,
        }
    }

    /// Its path; `None` if it can only be written sequentially.
    #[cfg(any(test, feature = "sqlite"))]
    pub fn path(&self) -> Option<&Path> {
        match &self.target {
            DraftFile::Temporary(file, _) => Some(file.path()),
            DraftFile::Device(_) => None,
        }
    }

    /// Moves it into place atomically.
    ///
    /// # Errors
    /// Any error of the system.
    pub fn publish(self) -> io::Result<()> {
        self.target.publish().map_err(|error| failed(&self.name, &error))
    }

    /// The error of the system, prefixed with the name of the file.
    pub fn failed(&self, error: io::Error) -> io::Error {
        failed(&self.name, &error)
    }
}

impl DraftFile {
    fn of(path: &Path) -> io::Result<Self> {
        let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        match path.metadata() {
            Ok(meta) if meta.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
            Ok(meta) if !meta.is_file() => {
                Ok(DraftFile::Device(File::options().write(true).open(path)?))
            }
            meta => {
                let draft = temporary_file(&path)?;
                // The new file gets the permissions of the one that it replaces.
                if let Ok(meta) = meta {
                    draft.as_file().set_permissions(meta.permissions())?;
                }
                Ok(DraftFile::Temporary(draft, path))
            }
        }
    }

    fn publish(self) -> io::Result<()> {
        match self {
            DraftFile::Temporary(file, path) => {
                file.as_file().sync_all()?;
                file.persist(path).map(drop).map_err(|error| error.error)
            }
            DraftFile::Device(_) => Ok(()),
        }
    }
}

fn failed(name: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", name.display()))
}

/// A file in the same directory, so that it can be renamed, with default permissions.
fn temporary_file(path: &Path) -> io::Result<NamedTempFile> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    remove_abandoned(folder);
    let mut builder = Builder::new();
    builder.prefix(DRAFT.0).suffix(DRAFT.1);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let draft = builder.tempfile_in(folder)?;
    // A file system without locks has drafts that no run removes.
    #[cfg(unix)]
    let _ = draft.as_file().try_lock_shared();
    Ok(draft)
}

/// How old a draft is that has no lock because its run has ended, and not because it has only just begun.
#[cfg(unix)]
const AGE: Duration = Duration::from_secs(60);

/// Removes the drafts of runs that were killed. One that is being written has a lock.
#[cfg(unix)]
fn remove_abandoned(folder: &Path) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in entries.filter(|entry| is_draft(&entry.file_name())) {
        let modified =
            entry.metadata().ok().filter(Metadata::is_file).and_then(|meta| meta.modified().ok());
        let is_old = modified.and_then(|time| time.elapsed().ok()).is_some_and(|age| age >= AGE);
        if is_old && File::open(entry.path()).is_ok_and(|file| file.try_lock().is_ok()) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// A file that is locked cannot be opened a second time, as a database is.
#[cfg(not(unix))]
fn remove_abandoned(_: &Path) {}

#[cfg(test)]
mod tests {
    #[cfg(not(unix))]
    use std::fs;
    use std::io::Write;

    use super::*;
    #[cfg(not(unix))]
    use crate::input::is_draft;

    fn names(folder: &Path) -> Vec<PathBuf> {
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
    }

    #[test]
    fn it_is_there_whole_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        let draft = Draft::of(&path).unwrap();
        draft.file().write_all(b"one").unwrap();
        assert!(is_draft(names(folder.path())[0].file_name().unwrap()));
        draft.publish().unwrap();
        let draft = Draft::of(&path).unwrap();
        draft.file().write_all(b"two").unwrap();
        drop(draft);
        assert_eq!(names(folder.path()), std::slice::from_ref(&path));
        assert_eq!(fs::read(path).unwrap(), b"one");
    }

    #[cfg(unix)]
    #[test]
    fn a_draft_that_no_run_writes_is_removed_by_the_next_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        let written = Draft::of(&path).unwrap();
        let (old, new) = (".urisift-old.part", ".urisift-new.part");
        for name in [old, new] {
            fs::write(folder.path().join(name), "one").unwrap();
        }
        let long_ago = std::time::SystemTime::now() - 2 * AGE;
        for file in
            [File::create(folder.path().join(old)).unwrap(), written.file().try_clone().unwrap()]
        {
            file.set_modified(long_ago).unwrap();
        }
        let next = Draft::of(&path).unwrap();
        assert!(!folder.path().join(old).exists());
        assert_eq!(names(folder.path()).len(), 3);
        written.publish().unwrap();
        drop(next);
        let mut left = names(folder.path());
        left.sort();
        assert_eq!(left, [folder.path().join(new), path]);
    }

    #[cfg(unix)]
    #[test]
    fn what_a_link_leads_to_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let [link, path] = ["link", "a"].map(|name| folder.path().join(name));
        fs::write(&path, "one").unwrap();
        std::os::unix::fs::symlink("a", &link).unwrap();
        Draft::of(&link).unwrap().publish().unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read(path).unwrap(), b"");
    }

    #[cfg(unix)]
    #[test]
    fn a_device_stays_what_it_is() {
        let draft = Draft::of(Path::new("/dev/null")).unwrap();
        assert_eq!(draft.path(), None);
        draft.publish().unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
        assert!(Draft::of(&std::env::temp_dir()).is_err());
    }
}

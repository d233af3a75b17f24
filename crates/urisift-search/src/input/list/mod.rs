//! Which files are searched: the sources for the paths that a user names, in a fixed order.

mod kinds;
mod paths;
mod rules;
mod walk;

use std::fs::Metadata;
use std::iter::Peekable;
use std::path::{Path, PathBuf};
use std::slice;
#[cfg(target_os = "linux")]
use std::sync::OnceLock;

pub use kinds::Kinds;
pub use paths::{PathList, Separator};
pub use rules::{DRAFT, MemberRules, Rules, RulesAsked, is_draft};

use super::piece::Piece;
use super::pre::Pre;
use super::source::{Listed, Opener, Origin, Source};
use crate::problem::Problem;
use paths::ListedPaths;
use walk::Walk;

/// The paths that a user names.
#[derive(Clone, Debug, Default)]
pub struct Named {
    /// Files and directories; `-` is standard input.
    pub paths: Vec<PathBuf>,
    /// Of the first of `paths`, the pieces that are searched.
    pub pieces: Vec<Option<Piece>>,
    /// Files that list more paths; these come after `paths`.
    pub lists: Vec<PathList>,
    /// Which files in directories are searched.
    pub rules: Rules,
    /// Opens all that is named, if the file system is not asked: nothing is a directory then, nor standard input.
    pub opener: Option<Opener>,
}

impl Named {
    /// Returns `true` if nothing is named.
    pub fn is_empty(&self) -> bool {
        self.paths.is_empty() && self.lists.is_empty()
    }

    /// Checks that standard input is read once at most: as text, as a list of paths, or elsewhere, as `is_read` says.
    ///
    /// # Errors
    /// What is asked for twice.
    pub fn check_stdin(&self, is_read: bool) -> Result<(), String> {
        let listed = self.lists.iter().filter(|list| list.is_stdin()).count();
        let is_stdin = |path: &&PathBuf| self.opener.is_none() && *path == Path::new("-");
        let searched = self.paths.iter().filter(is_stdin).count();
        if is_read && listed + searched > 0 {
            return Err(
                "standard input is already used for a list file and cannot also be searched"
                    .to_owned(),
            );
        }
        if listed > 0 && listed + searched > 1 {
            return Err(
                "standard input can be used only once, as --files-from - or as -".to_owned()
            );
        }
        Ok(())
    }
}

/// An iterator of sources.
pub trait Sources: Iterator<Item = Result<Source, Problem>> + Send {
    /// Returns `true` if the next source may take long: its path is yet to be read from a list.
    fn may_wait(&self) -> bool;
}

/// The sources for all that is named: a directory is walked, its entries sorted by name. The rules do not apply to
/// the named paths themselves. Files that the preprocessor takes are read by it.
pub fn sources<'p>(named: &'p Named, pre: Option<&'p Pre>) -> impl Sources + 'p {
    let (paths, lists) = (named.paths.iter(), named.lists.iter());
    let opener = named.opener.as_ref();
    let pieces = named.pieces.iter();
    Files { rules: &named.rules, opener, pre, paths, pieces, lists, list: None, walk: None }
}

/// The state of the iteration.
struct Files<'p> {
    rules: &'p Rules,
    opener: Option<&'p Opener>,
    pre: Option<&'p Pre>,
    paths: slice::Iter<'p, PathBuf>,
    pieces: slice::Iter<'p, Option<Piece>>,
    lists: slice::Iter<'p, PathList>,
    /// The list that is being read.
    list: Option<ListedPaths>,
    /// The directory that is being walked, until its last entry.
    walk: Option<Peekable<Walk>>,
}

impl Sources for Files<'_> {
    fn may_wait(&self) -> bool {
        let is_listing = self.walk.is_none() && self.paths.as_slice().is_empty();
        is_listing
            && match &self.list {
                Some(list) => list.may_wait(),
                None => !self.lists.as_slice().is_empty(),
            }
    }
}

impl Iterator for Files<'_> {
    type Item = Result<Source, Problem>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(source) = self.next_walked() {
                return Some(source.map(|source| self.read_by(source)));
            }
            let source = match self.paths.next() {
                Some(path) if path.as_os_str() == "-" && self.opener.is_none() => {
                    self.pieces.next();
                    return Some(Ok(Source::Stdin));
                }
                Some(path) => self.enter_piece(path.clone()),
                None => match self.next_listed()? {
                    Ok(path) => self.enter(path),
                    Err(problem) => return Some(Err(problem)),
                },
            };
            if source.is_some() {
                return source;
            }
        }
    }
}

impl Files<'_> {
    /// The next source of the directory.
    fn next_walked(&mut self) -> Option<Result<Source, Problem>> {
        let mut walk = self.walk.take()?;
        let source = walk.next();
        self.walk = walk.peek().is_some().then_some(walk);
        source
    }

    /// The next path of the lists.
    fn next_listed(&mut self) -> Option<Result<PathBuf, Problem>> {
        loop {
            if let Some(path) = self.list.as_mut().and_then(Iterator::next) {
                return Some(path);
            }
            match self.lists.next()?.open() {
                Ok(list) => self.list = Some(list),
                Err(problem) => return Some(Err(problem)),
            }
        }
    }

    /// The source of the next path, or a piece of that.
    fn enter_piece(&mut self, path: PathBuf) -> Option<Result<Source, Problem>> {
        let piece = self.pieces.next().copied().flatten();
        let source = self.enter(path);
        match piece.filter(|piece| !piece.is_whole()) {
            Some(piece) => source.map(|it| it.map(|it| Source::Piece(Box::new(it), piece))),
            None => source,
        }
    }

    /// The source of a path; `None` for a directory, whose walk starts.
    fn enter(&mut self, path: PathBuf) -> Option<Result<Source, Problem>> {
        if let Some(opener) = self.opener {
            return Some(Ok(Source::Opened(path, opener.clone())));
        }
        match path.metadata() {
            Ok(meta) if meta.is_dir() => {
                self.walk = Some(self.rules.walk(&path).peekable());
                None
            }
            Ok(meta) => Some(Ok(self.read_by(listed(path, Some(&meta), Origin::Named)))),
            Err(error) => Some(Err(Problem::io(path, None, &error))),
        }
    }

    /// The source, read by the preprocessor if it takes the file.
    fn read_by(&self, source: Source) -> Source {
        match (self.pre, source) {
            (Some(pre), Source::File(file)) if pre.takes(&file.path) => {
                Source::Pre(file, pre.clone())
            }
            (_, source) => source,
        }
    }
}

fn listed(path: PathBuf, meta: Option<&Metadata>, origin: Origin) -> Source {
    let len = meta.filter(|meta| meta.is_file()).map(|meta| len(meta, origin));
    let modified = meta.and_then(|meta| meta.modified().ok());
    Source::File(Listed { path, len, modified, origin })
}

/// The assumed length of a file. Most files of `/proc` are listed as empty; in a walk, the others are treated the
/// same: the kernel's memory is too long to be read.
fn len(meta: &Metadata, origin: Origin) -> u64 {
    if origin == Origin::Walked && is_of_proc(meta) { 0 } else { meta.len() }
}

#[cfg(target_os = "linux")]
fn is_of_proc(meta: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    static PROC: OnceLock<Option<u64>> = OnceLock::new();
    let proc = PROC.get_or_init(|| Path::new("/proc/self").metadata().ok().map(|meta| meta.dev()));
    *proc == Some(meta.dev())
}

#[cfg(not(target_os = "linux"))]
fn is_of_proc(_: &Metadata) -> bool {
    false
}

/// The total length of all that is named, as listed; `None` if some of it is not a regular file, or if a list would
/// have to be read.
pub fn total_len(named: &Named) -> Option<u64> {
    let mut lens = sources(named, None).map(|source| match source {
        Ok(Source::File(file)) => file.len,
        Ok(_) => None,
        Err(_) => Some(0),
    });
    let add = |sum: u64, len: Option<u64>| Some(sum.saturating_add(len?));
    if named.lists.is_empty() { lens.try_fold(0, add) } else { None }
}

/// A message about one of the user's files, in one line.
fn complaint(path: &Path, what: &dyn std::fmt::Display) -> String {
    format!("{}: {what}", path.display())
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn the_lengths_of_proc_are_taken_for_none_in_walks() {
        let path = Path::new("/proc/cmdline");
        let meta = path.metadata().unwrap();
        let len = |origin| match listed(path.to_owned(), Some(&meta), origin) {
            Source::File(file) => file.len,
            _ => None,
        };
        assert_eq!((len(Origin::Named), len(Origin::Walked)), (Some(meta.len()), Some(0)));
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        std::fs::write(&path, "text").unwrap();
        assert_eq!(super::len(&path.metadata().unwrap(), Origin::Walked), 4);
    }
}

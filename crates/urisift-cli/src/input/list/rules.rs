//! What is searched of a directory.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use ignore::overrides::{Override, OverrideBuilder};
use ignore::{DirEntry, WalkBuilder};

use super::complaint;
use super::kinds::{Kinds, KindsAsked};
use super::walk::{Walk, words};

/// What a user says of what is searched of directories; by default, all of it.
#[derive(Debug, Default)]
pub(crate) struct RulesAsked {
    /// Globs as in gitignore, of which the last one that matches counts: only files that match are searched, and none
    /// that match one with `!` in front.
    pub globs: Vec<String>,
    /// The same in any case; they come behind the others.
    pub iglobs: Vec<String>,
    pub kinds: KindsAsked,
    /// Leave out what has a name that starts with a dot.
    pub no_hidden: bool,
    /// Leave out what Git ignores.
    pub gitignore: bool,
    /// More files like those of Git.
    pub ignore_files: Vec<PathBuf>,
    /// Go where symbolic links lead.
    pub follow: bool,
    /// Stay on the file system of the directory.
    pub one_file_system: bool,
    /// Leave out files that are longer, in bytes.
    pub max_filesize: Option<u64>,
    /// Leave out files of these names.
    pub left_out: Option<fn(&OsStr) -> bool>,
}

/// What is searched of a directory.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    builder: WalkBuilder,
}

impl Default for Rules {
    /// All of it.
    fn default() -> Self {
        let mut builder = WalkBuilder::empty();
        builder.standard_filters(false).sort_by_file_name(Ord::cmp);
        Rules { builder }
    }
}

impl Rules {
    /// What is asked for.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn of(asked: &RulesAsked) -> Result<Self, String> {
        let Rules { mut builder } = Rules::default();
        builder
            .standard_filters(asked.gitignore)
            .hidden(asked.no_hidden)
            .follow_links(asked.follow)
            .same_file_system(asked.one_file_system)
            .max_filesize(asked.max_filesize)
            .overrides(globs(asked)?);
        // What Git keeps there is not what is in the repository.
        let (without_git, left_out) = (asked.gitignore, asked.left_out);
        builder.filter_entry(move |entry| {
            let is_left_out = left_out.is_some_and(|is_left_out| is_left_out(entry.file_name()));
            let is_git = without_git && entry.file_name() == ".git";
            entry.depth() == 0 || !(is_git || is_left_out && is_file(entry))
        });
        for file in &asked.ignore_files {
            if let Some(error) = builder.add_ignore(file) {
                return Err(complaint(file, &words(&error)));
            }
        }
        // To know all types takes time.
        if asked.kinds != KindsAsked::default() {
            builder.types(Kinds::of(&asked.kinds)?.into_types());
        }
        Ok(Rules { builder })
    }

    /// Walks the directory.
    pub(super) fn walk(&self, root: &Path) -> Walk {
        let mut builder = self.builder.clone();
        Walk::new(root, builder.add(root).build())
    }
}

fn is_file(entry: &DirEntry) -> bool {
    entry.file_type().is_some_and(|kind| kind.is_file())
}

/// Globs without a slash are those of names, and others those of paths from the current directory.
fn globs(asked: &RulesAsked) -> Result<Override, String> {
    let mut builder = OverrideBuilder::new(std::env::current_dir().unwrap_or_default());
    for glob in &asked.globs {
        builder.add(glob).map_err(|error| words(&error))?;
    }
    builder.case_insensitive(true).map_err(|error| words(&error))?;
    for glob in &asked.iglobs {
        builder.add(glob).map_err(|error| words(&error))?;
    }
    builder.build().map_err(|error| words(&error))
}

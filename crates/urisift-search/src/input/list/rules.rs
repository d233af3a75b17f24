//! Which files in a directory are searched.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use ignore::overrides::{Override, OverrideBuilder};
use ignore::{DirEntry, WalkBuilder};

use super::complaint;
use super::kinds::{Kinds, KindsAsked};
use super::walk::{Walk, words};

/// Which files in directories are asked for; by default, all but those of version control.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RulesAsked {
    /// Globs in gitignore syntax; the last one that matches counts. Only files that match are searched, and none that
    /// match one with a leading `!`.
    pub globs: Vec<String>,
    /// Like `globs`, ignoring case; they come after the others.
    pub iglobs: Vec<String>,
    /// The types of files.
    pub kinds: KindsAsked,
    /// Leave out names that start with a dot.
    pub no_hidden: bool,
    /// Search the directories in which version control keeps its data.
    pub vcs: bool,
    /// Leave out files that Git ignores.
    pub gitignore: bool,
    /// More files in gitignore syntax.
    pub ignore_files: Vec<PathBuf>,
    /// Follow symbolic links.
    pub follow: bool,
    /// Stay on the file system of the directory.
    pub one_file_system: bool,
    /// Leave out files longer than this, in bytes.
    pub max_filesize: Option<u64>,
}

/// The rules that select files in a directory.
#[derive(Clone, Debug)]
pub struct Rules {
    builder: WalkBuilder,
}

impl Default for Rules {
    /// All of it.
    fn default() -> Self {
        let mut builder = WalkBuilder::empty();
        // All have the same parent: the order of the names is that of the paths.
        let by_name = |a: &Path, b: &Path| a.as_os_str().cmp(b.as_os_str());
        builder.standard_filters(false).sort_by_file_path(by_name);
        Rules { builder }
    }
}

impl Rules {
    /// Applies what is asked for.
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
        let without_vcs = !asked.vcs;
        builder.filter_entry(move |entry| {
            let is_vcs = without_vcs && is_vcs(entry);
            entry.depth() == 0 || !(is_vcs || is_draft(entry.file_name()) && is_file(entry))
        });
        for file in &asked.ignore_files {
            if let Some(error) = builder.add_ignore(file) {
                return Err(complaint(file, &words(&error)));
            }
        }
        // Building all types takes time.
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

/// Which members of archives are searched, by the globs for files in directories.
#[derive(Clone, Debug)]
pub struct MemberRules {
    globs: Override,
    /// Those with a leading `!`.
    exclusions: Override,
}

impl MemberRules {
    /// Those that are asked for; `None` if there is no glob.
    ///
    /// # Errors
    /// What is wrong with a glob.
    pub fn of(asked: &RulesAsked) -> Result<Option<Self>, String> {
        let excluding = |globs: &[String]| {
            globs.iter().filter(|glob| glob.starts_with('!')).cloned().collect::<Vec<_>>()
        };
        let exclusions = RulesAsked {
            globs: excluding(&asked.globs),
            iglobs: excluding(&asked.iglobs),
            ..RulesAsked::default()
        };
        let rules = MemberRules { globs: globs(asked)?, exclusions: globs(&exclusions)? };
        Ok((!rules.globs.is_empty()).then_some(rules))
    }

    /// Those for the members of what has that path, outermost first. If a glob has selected it, only exclusions count.
    fn within(&self, path: &Path) -> &Override {
        match self.globs.matched(path, false).is_whitelist() {
            true => &self.exclusions,
            false => &self.globs,
        }
    }

    /// Returns `true` if the innermost of these members of archives is searched, which are in the file of that path, the
    /// outermost first.
    pub fn want<'m>(&self, path: &Path, members: impl Iterator<Item = &'m str>) -> bool {
        let mut rules = self.within(path);
        for member in members.map(Path::new) {
            let is_excluded = |folder: &Path| rules.matched(folder, true).is_ignore();
            let folders = member.ancestors().skip(1).filter(|folder| *folder != Path::new(""));
            if rules.matched(member, false).is_ignore() || { folders }.any(is_excluded) {
                return false;
            }
            rules = self.within(member);
        }
        true
    }
}

/// Prefix and suffix of the name of a draft: an output that is not finished yet.
pub const DRAFT: (&str, &str) = (".urisift-", ".part");

/// Returns `true` if a file name is that of a draft, of this run or of one that was killed.
pub fn is_draft(name: &OsStr) -> bool {
    let name = name.as_encoded_bytes();
    name.starts_with(DRAFT.0.as_bytes()) && name.ends_with(DRAFT.1.as_bytes())
}

/// Returns `true` if it is where Git, Mercurial or Subversion keeps its data: a directory, or Git's link to one.
fn is_vcs(entry: &DirEntry) -> bool {
    let name = entry.file_name();
    name == ".git" || (name == ".hg" || name == ".svn") && !is_file(entry)
}

fn is_file(entry: &DirEntry) -> bool {
    entry.file_type().is_some_and(|kind| kind.is_file())
}

/// Globs without a slash match names; others match paths from the current directory.
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

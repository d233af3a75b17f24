//! Settings of a search: which files it takes, and how they are opened.

use std::io;
use std::path::{Path, PathBuf};

use super::{BuildError, SearchBuilder};
use crate::input::{Kinds, Opened, Opener, PathList, Piece, RulesAsked, Separator};
use crate::search::{OnFailure, Settings};

impl SearchBuilder {
    /// Searches this file or directory too; `-` is standard input.
    pub fn path(mut self, path: impl Into<PathBuf>) -> Self {
        self.settings.named.paths.push(path.into());
        self
    }

    /// Searches this piece of a file, or of what is [opened](SearchBuilder::open_at) under that name: see
    /// [`SearchBuilder::split`].
    pub fn piece(mut self, path: impl Into<PathBuf>, piece: Piece) -> Self {
        let named = &mut self.settings.named;
        named.pieces.resize(named.paths.len(), None);
        named.pieces.push(Some(piece));
        self.path(path)
    }

    /// Searches these files and directories too.
    pub fn paths(mut self, paths: impl IntoIterator<Item = impl Into<PathBuf>>) -> Self {
        self.settings.named.paths.extend(paths.into_iter().map(Into::into));
        self
    }

    /// Searches the files and directories that this file lists too, after the others; `-` is standard input.
    pub fn files_from(mut self, file: impl Into<PathBuf>, separator: Separator) -> Self {
        self.settings.named.lists.push(PathList { file: file.into(), separator });
        self
    }

    /// Opens each path with this function, and asks the file system for nothing: no path is a directory, nor standard
    /// input. The paths are names then, such as those of the objects in a store; they are the paths of records, and
    /// their endings tell formats as those of files do.
    ///
    /// The function is called on the threads of the search, and as many sources are read at once as there are threads.
    /// Finds may wait for bytes that come after them. An error, of the function or of its reader, is a problem, and the
    /// rest of that source is not searched. Of a stopped search, no source is read on, but a blocked read is not
    /// interrupted.
    ///
    /// ```
    /// use urisift_search::{Opened, Search};
    ///
    /// let bucket = |name: &std::path::Path| match name.to_str() {
    ///     Some("a.html") => Ok(Opened::new("<a href='http://a.example/'>a</a>".as_bytes())),
    ///     _ => Err(std::io::ErrorKind::NotFound.into()),
    /// };
    /// let mut found = Search::builder().paths(["a.html", "b.txt"]).open_with(bucket).build()?;
    /// assert_eq!(found.next().unwrap().unwrap().uri(), "http://a.example/");
    /// assert_eq!(found.next().unwrap().unwrap_err().path.to_str(), Some("b.txt"));
    /// # Ok::<(), urisift_search::BuildError>(())
    /// ```
    pub fn open_with(
        mut self,
        open: impl Fn(&Path) -> io::Result<Opened> + Send + Sync + 'static,
    ) -> Self {
        self.settings.named.opener = Some(Opener::from_start(open));
        self
    }

    /// Like [`open_with`](SearchBuilder::open_with), with a function that seeks to a byte offset: for
    /// [pieces](SearchBuilder::piece), which are otherwise read from the start.
    pub fn open_at(
        mut self,
        open: impl Fn(&Path, u64) -> io::Result<Opened> + Send + Sync + 'static,
    ) -> Self {
        self.settings.named.opener = Some(Opener::new(open));
        self
    }

    /// Sets whether the search ends at the first input that cannot be opened or read completely. Disabled by default: it
    /// is a problem like others, and the rest is searched.
    ///
    /// An input that is cut is not complete, also if it is compressed, or an archive that ends in a member or record; damage
    /// inside a member, a record or a message is a problem like others.
    /// What comes before it in the order of the input has been searched, and nothing after it is reported.
    pub fn fail_fast(mut self, stops: bool) -> Self {
        self.settings.on_failure = if stops { OnFailure::Stop } else { OnFailure::GoOn };
        self
    }

    /// Searches only those files in directories that match one of the globs, in gitignore syntax; none that match one
    /// with a leading `!`. The last glob that matches counts. Members of archives must match too, unless a glob that
    /// includes has selected the archive: then only those with a leading `!` count.
    pub fn glob(mut self, glob: impl Into<String>) -> Self {
        self.rules.globs.push(glob.into());
        self
    }

    /// Like [`SearchBuilder::glob`], but ignores case. Applied after all globs.
    pub fn iglob(mut self, glob: impl Into<String>) -> Self {
        self.rules.iglobs.push(glob.into());
        self
    }

    /// Searches only files of this type in directories, or of another that is named, such as `mail` or `md`.
    pub fn file_type(mut self, name: impl Into<String>) -> Self {
        self.rules.kinds.wanted.push(name.into());
        self
    }

    /// Searches no file of this type in directories.
    pub fn exclude_file_type(mut self, name: impl Into<String>) -> Self {
        self.rules.kinds.unwanted.push(name.into());
        self
    }

    /// Defines a type of files: a name and a glob, `NAME:GLOB`, or other types, `NAME:include:NAME,NAME`.
    pub fn add_file_type(mut self, definition: impl Into<String>) -> Self {
        self.rules.kinds.added.push(definition.into());
        self
    }

    /// Removes the definition of a type of files, before any is added.
    pub fn clear_file_type(mut self, name: impl Into<String>) -> Self {
        self.rules.kinds.cleared.push(name.into());
        self
    }

    /// Sets whether hidden files are searched in directories: those whose names start with a dot. Enabled by default.
    pub fn hidden(mut self, is_searched: bool) -> Self {
        self.rules.no_hidden = !is_searched;
        self
    }

    /// Sets whether `.git`, `.hg` and `.svn` directories are searched. Disabled by default.
    pub fn vcs(mut self, is_searched: bool) -> Self {
        self.rules.vcs = is_searched;
        self
    }

    /// Sets whether files that Git ignores are excluded. Disabled by default.
    pub fn gitignore(mut self, is_heeded: bool) -> Self {
        self.rules.gitignore = is_heeded;
        self
    }

    /// Skips what the patterns in this file match, in gitignore syntax.
    pub fn ignore_file(mut self, path: impl Into<PathBuf>) -> Self {
        self.rules.ignore_files.push(path.into());
        self
    }

    /// Sets whether a walk stays on the file system of its directory. Disabled by default.
    pub fn one_file_system(mut self, stays: bool) -> Self {
        self.rules.one_file_system = stays;
        self
    }

    /// Sets whether symbolic links in directories are followed. Disabled by default.
    pub fn follow(mut self, is_followed: bool) -> Self {
        self.rules.follow = is_followed;
        self
    }

    /// Leaves out files in directories that are longer than this, in bytes.
    pub fn max_filesize(mut self, bytes: u64) -> Self {
        self.rules.max_filesize = Some(bytes);
        self
    }

    /// Searches what this program prints for a file, which has the path as its argument and the file as its input.
    pub fn pre(mut self, command: impl Into<PathBuf>) -> Self {
        self.pre = Some(command.into());
        self
    }

    /// Uses the program only for files that match one of the globs, in gitignore syntax.
    pub fn pre_glob(mut self, glob: impl Into<String>) -> Self {
        self.pre_globs.push(glob.into());
        self
    }

    /// Returns the definitions of all file types: a name and its globs, such as `calendar: *.ics, *.vcf`.
    ///
    /// # Errors
    /// If a definition or the name of a type is wrong.
    pub fn file_types(&self) -> Result<Vec<String>, BuildError> {
        let kinds = Kinds::of(&self.rules.kinds).map_err(BuildError)?;
        Ok(kinds.lines().collect())
    }

    /// Returns `true` if a setting is about files.
    pub(super) fn names_files(&self) -> bool {
        let Settings { named, prefers, context, .. } = &self.settings;
        let is_opened = named.opener.is_some() || self.pre.is_some() || !self.pre_globs.is_empty();
        let is_read = self.input_format.is_some() || is_opened;
        let is_reported = context.is_some() || prefers.is_some();
        !named.is_empty() || is_read || is_reported || self.rules != RulesAsked::default()
    }
}

//! Which files are searched, and how they are read.

use std::num::NonZeroU8;
use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgAction, Args};

use super::values::{self, As, Prefer};
use crate::record::{parse_duration, parse_size};

/// Which files are searched.
#[derive(Debug, Args)]
#[command(next_help_heading = "Which files are searched")]
pub(in crate::cli) struct Files {
    /// Also search the paths that this file lists, after every PATH
    ///
    /// One path per line, or with -0 one path up to each NUL, of up to 64 KiB; "-" is standard input,
    /// whose paths are searched as they arrive. Empty lines are skipped.
    #[arg(long, value_name = "FILE", action = ArgAction::Append)]
    pub files_from: Vec<PathBuf>,
    /// In directories, search only files that match this glob
    ///
    /// As in a .gitignore file; "!" in front leaves files out. The last one that matches counts. What
    /// is named itself is always searched.
    #[arg(short, long, value_name = "GLOB", action = ArgAction::Append)]
    pub glob: Vec<String>,
    /// The same as --glob, in any case of letters
    ///
    /// These globs come after those of --glob.
    #[arg(long, value_name = "GLOB", action = ArgAction::Append)]
    pub iglob: Vec<String>,
    /// In directories, search only files of this type
    ///
    /// Their names tell; --type-list prints all types.
    #[arg(short = 't', long = "type", value_name = "TYPE", action = ArgAction::Append)]
    pub kind: Vec<String>,
    /// In directories, search no files of this type
    ///
    /// Not even with --type.
    #[arg(short = 'T', long, value_name = "TYPE", action = ArgAction::Append)]
    pub type_not: Vec<String>,
    /// Add a glob to a type, or a new type
    ///
    /// 'letter:*.txt', or 'post:include:letter,mail'.
    #[arg(long, value_name = "SPEC", action = ArgAction::Append)]
    pub type_add: Vec<String>,
    /// Forget the globs of a type, before any --type-add
    #[arg(long, value_name = "TYPE", action = ArgAction::Append)]
    pub type_clear: Vec<String>,
    /// Print all types with their globs, and end
    #[arg(long)]
    pub type_list: bool,
    /// Print the files that would be searched, and end; the exit status is 1 if there is none
    #[arg(long)]
    pub files: bool,
    /// Search hidden files of directories, as by default; undoes --no-hidden
    #[arg(short = '.', long, overrides_with = "no_hidden")]
    pub hidden: bool,
    /// Leave out files and directories whose names start with a dot
    #[arg(long, overrides_with = "hidden")]
    pub no_hidden: bool,
    /// Also search the folders of version control: .git, .hg and .svn
    ///
    /// By default, they are left out, unless they are named themselves.
    #[arg(long, overrides_with = "no_vcs")]
    pub vcs: bool,
    /// Leave out the folders of version control, as by default; undoes --vcs
    #[arg(long, overrides_with = "vcs")]
    pub no_vcs: bool,
    /// Leave out what .ignore files say, and what Git ignores
    ///
    /// In repositories, that is by .gitignore files there and above, .git/info/exclude and your own
    /// file. By default, nothing is left out by these.
    #[arg(long, overrides_with = "no_gitignore")]
    pub gitignore: bool,
    /// Search what Git ignores too, as by default; undoes --gitignore
    #[arg(long, overrides_with = "gitignore", visible_alias = "no-ignore")]
    pub no_gitignore: bool,
    /// Leave out what this file says
    ///
    /// It is like a .gitignore file of the current directory.
    #[arg(long, value_name = "FILE", action = ArgAction::Append)]
    pub ignore_file: Vec<PathBuf>,
    /// Go where symbolic links in directories lead
    ///
    /// One that leads back up is a problem.
    #[arg(long, overrides_with = "no_follow")]
    pub follow: bool,
    /// Pass over symbolic links in directories, as by default; undoes --follow
    #[arg(long, overrides_with = "follow")]
    pub no_follow: bool,
    /// Search no directory that is on another file system than the PATH above it
    #[arg(long)]
    pub one_file_system: bool,
    /// In directories, leave out files of more bytes
    ///
    /// k, M and G count in 1024s. By default, there is no limit.
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    pub max_filesize: Option<usize>,
}

/// How files are read.
#[derive(Debug, Args)]
#[command(next_help_heading = "How files are read")]
pub(in crate::cli) struct Reading {
    /// Read every file as the bytes it has
    ///
    /// By default, compressed files, archives, mail, web pages, web archives, JSON, tables and UTF-16 are
    /// known by their first bytes or their names and taken apart, and escapes in strings of JSON and
    /// JavaScript are read.
    #[arg(long, overrides_with = "format")]
    pub raw: bool,
    /// Take every file for this format
    ///
    /// plain, gz, zst, bz2, xz, lz4, lz, sz, Z, lzma, zlib, br, utf16, utf32, tar, zip, ar (deb too), cpio, rpm,
    /// ole (Outlook, older Office), pdf, sqlite, warc, arc, html (XML too), mbox, mmdf, babyl (Rmail), rnews (batches of
    /// news), emlx (Apple), mail (one message), ics (calendars and cards), json (JSON lines too), csv (any table
    /// with commas,
    /// semicolons, bars or tabs), tsv, markdown, ipynb (notebooks of Jupyter), rst (reStructuredText),
    /// asciidoc, mediawiki, textile, bbcode, org, latex, bibtex, roff (manual pages), pod, texinfo,
    /// properties or po.
    #[arg(long = "as", value_name = "FORMAT", value_parser = values::format, overrides_with = "raw")]
    pub format: Option<As>,
    /// Prefer one form of a mail that has two
    ///
    /// Finds of the other form are left out where this one has them too.
    #[arg(long, value_name = "FORM")]
    pub prefer: Option<Prefer>,
    /// Search what this program prints for each file
    ///
    /// It is given the path as its argument, and the file as its input; what it prints is searched
    /// instead of the file. A program that needs more arguments is called by a script, as of
    /// #!/bin/sh and exec pdftotext "$1" -
    #[arg(long, value_name = "COMMAND")]
    pub pre: Option<PathBuf>,
    /// Ask the program of --pre only for files that match a glob
    ///
    /// Such as '*.pdf'; "!" in front takes files out again.
    #[arg(long, value_name = "GLOB", action = ArgAction::Append, requires = "pre")]
    pub pre_glob: Vec<String>,
    /// How deeply containers may be nested
    ///
    /// What is in the last one is read as it is.
    #[arg(long, value_name = "NUM", default_value = "16")]
    pub max_depth: usize,
    /// How many bytes may be unpacked for each that is read
    ///
    /// Of each file, beyond the first 64 MiB.
    #[arg(long, value_name = "TIMES", default_value = "500")]
    pub max_expand: u64,
    /// Give up a file whose reading and search take longer
    ///
    /// 30s, 500ms, 2m or 1h; a number alone is seconds. The file is reported as a problem, its URIs so far are printed,
    /// and the run goes on. The time starts when the file is opened, also for named pipes, terminals and standard input;
    /// time in which results wait to be printed does not count. On a network file system, opening a file may take longer,
    /// and outside Linux a read may too. By default, there is no limit.
    #[arg(long, value_name = "DURATION", value_parser = parse_duration)]
    pub timeout: Option<Duration>,
    /// How much memory the whole process may take, in bytes
    ///
    /// 128M or more; k, M and G count in 1024s. Only as many threads run as fit. --unique, --by, --top and --report take
    /// an eighth of it, and the decoders of a file a sixteenth: a file that needs more is a problem. By default, windows
    /// of up to 256 MiB are unpacked, on every thread.
    #[arg(long, value_name = "SIZE", value_parser = values::max_memory)]
    pub max_memory: Option<usize>,
    /// Search on this many threads, from 1 to 255
    ///
    /// The output and its order do not depend on it. Default: as many as the machine runs at once.
    #[arg(short = 'j', long, value_name = "NUM", value_parser = values::threads)]
    pub threads: Option<NonZeroU8>,
}

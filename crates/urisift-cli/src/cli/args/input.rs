//! Which files are searched, and how they are read.

use std::path::PathBuf;

use clap::{ArgAction, Args};

use super::values;
use crate::record::parse_size;

/// Which files are searched.
#[derive(Debug, Args)]
#[command(next_help_heading = "File filters (for files found in directories)")]
pub(in crate::cli) struct Files {
    /// Also search the paths listed in FILE, after any PATH
    ///
    /// One path per line, or NUL-terminated with -0; each up to 64 KiB. "-" reads paths from standard input and
    /// searches them as they arrive. Empty lines are skipped.
    #[arg(long, value_name = "FILE", action = ArgAction::Append, help_heading = INPUT)]
    pub files_from: Vec<PathBuf>,
    /// Print each file that would be searched, and exit
    ///
    /// The exit status is 1 if there are none.
    #[arg(long, help_heading = INPUT)]
    pub files: bool,
    /// Print all file types with their globs, and exit
    #[arg(long, help_heading = INPUT)]
    pub type_list: bool,
    /// Include or exclude files matching GLOB
    ///
    /// Uses gitignore syntax; a leading "!" excludes. The last matching glob wins. Also applies to members of archives,
    /// but if a glob selects the archive itself, only exclusions do. Files named explicitly are always searched.
    #[arg(short, long, value_name = "GLOB", action = ArgAction::Append)]
    pub glob: Vec<String>,
    /// Like --glob, but case-insensitive
    ///
    /// Applied after all --glob patterns.
    #[arg(long, value_name = "GLOB", action = ArgAction::Append)]
    pub iglob: Vec<String>,
    /// Only search files of type TYPE
    ///
    /// Types are file name globs; see --type-list.
    #[arg(short = 't', long = "type", value_name = "TYPE", action = ArgAction::Append)]
    pub kind: Vec<String>,
    /// Do not search files of type TYPE
    ///
    /// Overrides --type.
    #[arg(short = 'T', long, value_name = "TYPE", action = ArgAction::Append)]
    pub type_not: Vec<String>,
    /// Add a glob to a file type, or define a new type
    ///
    /// For example 'letter:*.txt', or 'post:include:letter,mail' to combine types.
    #[arg(long, value_name = "SPEC", action = ArgAction::Append)]
    pub type_add: Vec<String>,
    /// Clear the globs of a file type
    ///
    /// Applied before any --type-add.
    #[arg(long, value_name = "TYPE", action = ArgAction::Append)]
    pub type_clear: Vec<String>,
    /// Search hidden files and directories (default)
    ///
    /// Overrides --no-hidden.
    #[arg(short = '.', long, overrides_with = "no_hidden")]
    pub hidden: bool,
    /// Skip hidden files and directories
    ///
    /// Names that start with a dot.
    #[arg(long, overrides_with = "hidden")]
    pub no_hidden: bool,
    /// Search version control directories (.git, .hg, .svn)
    ///
    /// Skipped by default unless named explicitly.
    #[arg(long, overrides_with = "no_vcs")]
    pub vcs: bool,
    /// Skip version control directories (default)
    ///
    /// Overrides --vcs.
    #[arg(long, overrides_with = "vcs")]
    pub no_vcs: bool,
    /// Respect ignore files (.ignore, .gitignore)
    ///
    /// In Git repositories, includes .gitignore files in parent directories, .git/info/exclude and your global
    /// gitignore file. By default, no ignore rules apply.
    #[arg(long, overrides_with = "no_gitignore", visible_alias = "ignore")]
    pub gitignore: bool,
    /// Do not respect ignore files (default)
    ///
    /// Overrides --gitignore.
    #[arg(long, overrides_with = "gitignore", visible_alias = "no-ignore")]
    pub no_gitignore: bool,
    /// Skip files matching the ignore rules in FILE
    ///
    /// Uses gitignore syntax, relative to the current directory.
    #[arg(long, value_name = "FILE", action = ArgAction::Append)]
    pub ignore_file: Vec<PathBuf>,
    /// Follow symbolic links
    ///
    /// A link to a parent directory is reported as an error.
    #[arg(long, overrides_with = "no_follow")]
    pub follow: bool,
    /// Do not follow symbolic links (default)
    ///
    /// Overrides --follow.
    #[arg(long, overrides_with = "follow")]
    pub no_follow: bool,
    /// Skip directories on other file systems
    ///
    /// Relative to the PATH above them.
    #[arg(long)]
    pub one_file_system: bool,
    /// Skip files larger than SIZE bytes
    ///
    /// Suffixes k, M and G are powers of 1024. Default: no limit.
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    pub max_filesize: Option<usize>,
}

/// The heading of what is searched.
pub(super) const INPUT: &str = "Input";

/// How files are read.
#[derive(Debug, Args)]
#[command(next_help_heading = "Decoding")]
pub(in crate::cli) struct Reading {
    /// Search files as raw bytes, without decoding
    ///
    /// By default, compressed files, archives, mail, web pages, web archives, JSON, tables and UTF-16 are detected by
    /// first bytes or file name and decoded, and so are escapes in JSON and JavaScript strings.
    #[arg(long, alias = "no-decode", overrides_with = "format")]
    pub raw: bool,
    /// Treat every file as FORMAT
    ///
    /// FORMAT is one of: plain, gz, zst, bz2, xz, lz4, lz, sz, Z, lzma, zlib, br, mozlz4 (Mozilla), utf16, utf32, tar,
    /// zip, wacz, ar (also deb), cpio, rpm, ole (Outlook, older Office), pdf, rtf, tnef (winmail.dat), sqlite, bplist (binary
    /// property lists), bencode (torrents), warc, arc, html (also XML), mbox, mmdf, babyl (Rmail), rnews (news batches),
    /// emlx (Apple), mail (one message), p7m (signed mail), ics (iCalendar, vCard), json (also JSON Lines), csv (any
    /// table with commas, semicolons, pipes or tabs), tsv, markdown, ipynb (Jupyter notebooks), rst (reStructuredText),
    /// asciidoc, mediawiki, textile, bbcode, org, latex, bibtex, roff (manual pages), pod, texinfo, properties, po, chat
    /// (WhatsApp, IRC) or access-log (of web servers: request targets are references to the server that --base names).
    #[arg(long = "as", value_name = "FORMAT", value_parser = values::format, overrides_with = "raw")]
    pub format: Option<String>,
    /// Do not search code in Markdown and reStructuredText
    ///
    /// Leaves out code blocks and code spans of Markdown, and literal blocks of reStructuredText.
    #[arg(long)]
    pub no_code: bool,
    /// Search the output of COMMAND for each file
    ///
    /// COMMAND gets the path as its only argument and the file on standard input. To pass more arguments, use a wrapper
    /// script, such as: #!/bin/sh and exec pdftotext "$1" -
    #[arg(long, value_name = "COMMAND")]
    pub pre: Option<PathBuf>,
    /// Only run --pre COMMAND on files matching GLOB
    ///
    /// For example '*.pdf'; a leading "!" excludes files.
    #[arg(long, value_name = "GLOB", action = ArgAction::Append, requires = "pre")]
    pub pre_glob: Vec<String>,
}

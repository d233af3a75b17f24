//! How files are read.

use std::num::NonZeroU8;
use std::path::PathBuf;

use clap::{ArgAction, Args};

use super::values::{self, As, Prefer};

/// How files are read.
#[derive(Debug, Args)]
#[command(next_help_heading = "How files are read")]
pub(in crate::cli) struct Reading {
    /// Read every file as the bytes it has
    ///
    /// By default, compressed files, archives, mail, web pages, web archives, JSON and UTF-16 are told
    /// by their first bytes and taken apart, and escapes in strings of JSON and JavaScript are read.
    #[arg(long, overrides_with = "format")]
    pub raw: bool,
    /// Take every file for this format
    ///
    /// plain, gz, zst, bz2, xz, lz4, utf16, utf32, tar, zip, warc, html (XML too), mbox, mail (one
    /// message), ics (calendars and cards) or json (JSON lines too).
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
    /// instead of the file.
    #[arg(long, value_name = "COMMAND")]
    pub pre: Option<PathBuf>,
    /// Ask the program of --pre only for files that match a glob
    ///
    /// Such as '*.pdf'; "!" in front takes files out again.
    #[arg(long, value_name = "GLOB", action = ArgAction::Append, requires = "pre")]
    pub pre_glob: Vec<String>,
    /// How many containers may lie in each other
    ///
    /// What is in the last one is read as it is.
    #[arg(long, value_name = "NUM", default_value = "16")]
    pub max_depth: usize,
    /// How many bytes may be unpacked for each that is read
    ///
    /// Of each file, beyond the first 64 MiB.
    #[arg(long, value_name = "TIMES", default_value = "500")]
    pub max_expand: u64,
    /// Search on this many threads, from 1 to 255
    ///
    /// The output and its order do not depend on it. Default: as many as the machine runs at once.
    #[arg(short = 'j', long, value_name = "NUM", value_parser = values::threads)]
    pub threads: Option<NonZeroU8>,
}

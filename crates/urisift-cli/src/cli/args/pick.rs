//! `urisift pick`: a list of URIs on the terminal.

use std::path::PathBuf;

use clap::Parser;

use super::looks::Color;
use super::{Args, Context, LimitArgs, SearchArgs};

/// The help of `--buffer-size`, short and long.
const BUFFER_SIZE: (&str, &str) = (
    "Limit the memory of the list",
    "Limit the memory of the list\n\nAt least 16M. URIs that do not fit are left out, and the list shows how many matches \
     that is.",
);

/// Filter URIs interactively; open, copy or print them
///
/// Lists each URI once, with its "explain" output and the lines where it first occurs. Typed words filter by URI, path,
/// sender and subject, case-insensitively; each must match, or with a leading "!" must not.
///
/// Enter: open the URI or the marked ones (print and exit if standard output is not a terminal). Tab: mark. Ctrl-A: mark
/// all shown. Ctrl-Y: copy. Shift-arrow: scroll the text. Ctrl-U: clear the filter. Esc, Ctrl-C: exit.
///
/// Files are selected as in a search; URISIFT_CONFIG_PATH is ignored. Exit status: 0 if a URI was opened, copied or
/// printed, 1 if none was, 2 if an error occurred.
#[derive(Debug, clap::Args)]
#[command(mut_arg("buffer_size", |arg| arg.help(BUFFER_SIZE.0).long_help(BUFFER_SIZE.1)))]
pub(in crate::cli) struct Pick {
    /// Files and directories to search; "-" is standard input
    ///
    /// Keys are read from the terminal, so a mail reader can pipe in a message.
    #[arg(value_name = "PATH", help_heading = super::input::INPUT, display_order = 0)]
    paths: Vec<PathBuf>,
    /// Open URIs with COMMAND, one URI per call
    ///
    /// COMMAND has the terminal until it exits. Default: the system's opener, or without a display the first available
    /// program in BROWSER. Only valid http, https, ftp, ftps, gopher, gemini, mailto, news and geo URIs are opened;
    /// others are copied.
    #[arg(long, value_name = "COMMAND")]
    pub open: Option<PathBuf>,
    /// Copy URIs by piping them to COMMAND
    ///
    /// Default: the first available of wl-copy, xclip, xsel, pbcopy and clip; without one or a display, the terminal
    /// (OSC 52).
    #[arg(long, value_name = "COMMAND")]
    pub copy: Option<PathBuf>,
    /// Stop after NUM URIs in each file
    #[arg(short, long, value_name = "NUM")]
    max_count: Option<u64>,
    /// When to use color
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub color: Color,

    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    context: Context,
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// How many lines the list shows around a URI by default.
const CONTEXT: usize = 3;

impl Pick {
    /// The search, as if it had been typed without this word, with the place and the lines of each URI.
    pub fn into_args(self) -> Args {
        let mut args = Args::parse_from(["urisift"]);
        (args.printing.line_number, args.printing.column) = (true, true);
        args.printing.max_count = self.max_count;
        args.context = self.context;
        if args.context.reach().is_none() {
            args.context.context = Some(CONTEXT);
        }
        Args { paths: self.paths, search: self.search, limits: self.limits, ..args }
    }
}

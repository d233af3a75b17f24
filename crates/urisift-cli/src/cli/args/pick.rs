//! `urisift pick`: a list of URIs on the terminal.

use std::path::PathBuf;

use clap::Parser;

use super::{Args, Context, Ending, Files, Finding, Reading, Selecting, TransformArgs, values};
use crate::cli::screen::Color;

/// Choose from the URIs on the terminal: filter them as you type; open, copy or print them
///
/// Each URI is in the list once, with what "explain" says of it and the lines where it was found first. Words that
/// are typed filter the list: each must be in the URI, the path, or the sender or subject of the message; with "!"
/// in front, it must not. Case does not matter.
///
/// Enter opens the URI, or the marked ones; where standard output is no terminal, it prints them instead, and ends.
/// Tab marks, Ctrl-A marks all that are shown, Ctrl-Y copies, Shift with the arrows scrolls the text beside the list,
/// Ctrl-U clears the filter, Escape and Ctrl-C end. Files are searched as by a search without this word; flags of
/// URISIFT_CONFIG_PATH do not count. The exit status is 0 if a URI was opened, copied or printed, 1 if none was, and 2
/// if there was a problem.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Pick {
    /// Files and directories to search; "-" is standard input
    ///
    /// Keys are read from the terminal, so a mail reader may pipe a message in.
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Open URIs with this program, which is given one of them as its argument
    ///
    /// It has the terminal until it ends. By default, the system opens them; without a display, the first program in
    /// BROWSER that there is. Only valid URIs of http, https, ftp, ftps, gopher, gemini, mailto, news
    /// and geo are opened; others are copied.
    #[arg(long, value_name = "COMMAND")]
    pub open: Option<PathBuf>,
    /// Copy URIs with this program, which is given them as its input
    ///
    /// By default, wl-copy, xclip, xsel, pbcopy or clip, where there is a display and one of them; else the terminal
    /// is asked to (OSC 52).
    #[arg(long, value_name = "COMMAND")]
    pub copy: Option<PathBuf>,
    /// How much memory the list takes, in bytes
    ///
    /// 16M or more; k, M and G count in 1024s. URIs that do not fit are not in the list, which says how many finds
    /// that are.
    #[arg(long, value_name = "BYTES", default_value = "512M", value_parser = values::memory)]
    pub memory: usize,
    /// End after this many URIs in each file
    #[arg(short, long, value_name = "NUM")]
    max_count: Option<u64>,
    /// When there are colours
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub color: Color,

    #[command(flatten)]
    finding: Finding,
    #[command(flatten)]
    selecting: Selecting,
    #[command(flatten)]
    ending: Ending,
    #[command(flatten)]
    files: Files,
    #[command(flatten)]
    reading: Reading,
    #[command(flatten)]
    transforms: TransformArgs,
    #[command(flatten)]
    context: Context,
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
        Args {
            paths: self.paths,
            finding: self.finding,
            selecting: self.selecting,
            ending: self.ending,
            files: self.files,
            reading: self.reading,
            transforms: self.transforms,
            ..args
        }
    }
}

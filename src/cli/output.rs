//! What is written, and where it goes.

use std::fs::File;
use std::io::{self, IsTerminal, Write};

use super::args::{Args, Making, Printing};
use super::gathered::gathered;
use super::looks;
use crate::input::stdin_is_fed;
use crate::normal::Steps;
use crate::report::{
    Counts, Dress, JsonLines, Judged, Paths, Plain, Quiet, Report, Shown, Sink, Text, Visible,
};

/// What is written of a find, and what becomes of it then.
pub(super) struct Output {
    pub report: Box<dyn Report>,
    pub sink: Box<dyn Sink>,
}

impl Output {
    /// What the arguments mean. Nothing is written yet.
    pub fn of(args: &Args) -> Self {
        gathered(args, Output { report: report(args), sink: sink(args) })
    }
}

/// Standard output. On a terminal, records that are for machines are made harmless.
fn sink(args: &Args) -> Box<dyn Sink> {
    let plain = Box::new(Plain(stdout()));
    let is_json = args.printing.json || args.printing.judge;
    if is_json && io::stdout().is_terminal() { Box::new(Visible(plain)) } else { plain }
}

/// What is printed: the flag that prints least wins, as in grep.
fn report(args: &Args) -> Box<dyn Report> {
    let Printing { null, no_filename, with_filename, .. } = args.printing;
    let looks = looks::of(&args.looks);
    if args.printing.quiet {
        Box::new(Quiet)
    } else if args.printing.files_with_matches || args.printing.files_without_match {
        Box::new(Paths { without: args.printing.files_without_match, null, looks })
    } else if args.printing.count {
        let path = (are_several(args) || with_filename) && !no_filename;
        Box::new(Counts { path, null, looks })
    } else if args.printing.json || args.printing.judge {
        let judged = if args.printing.judge { Judged::Fully } else { Judged::Valid };
        Box::new(JsonLines { no_path: no_filename, judged, dress: dress(&args.making) })
    } else {
        let text = text(args);
        match looks {
            None => Box::new(text),
            Some(looks) => Box::new(Shown { text, looks }),
        }
    }
}

/// Plain text.
fn text(args: &Args) -> Text {
    Text {
        path: args.printing.with_filename,
        line: args.printing.line_number || args.printing.column,
        column: args.printing.column,
        offset: args.printing.byte_offset,
        null: args.printing.null,
        dress: dress(&args.making),
    }
}

/// What is made of a URI before it is printed.
pub(super) fn dress(args: &Making) -> Dress {
    let all = |steps: &Vec<Steps>| steps.iter().fold(Steps::STRING, |all, steps| all | *steps);
    Dress {
        unwrap: args.unwrap,
        base: args.base.clone(),
        normalize: args.normalize.as_ref().map(all),
        defang: args.defang,
    }
}

/// Whether there may be more than one source, so that a number alone says nothing.
fn are_several(args: &Args) -> bool {
    let directory = args.paths.iter().any(|path| path.is_dir());
    args.paths.len() > 1 || directory || args.paths.is_empty() && !stdin_is_fed()
}

/// Standard output as a file, if it can be had: the one of the library looks for the last line in
/// all that is written, and holds back what stands behind it.
fn stdout() -> Box<dyn Write + Send> {
    let stdout = io::stdout();
    // A console there takes other characters than a file does, and the library knows which.
    if cfg!(windows) && stdout.is_terminal() {
        return Box::new(stdout);
    }
    #[cfg(unix)]
    let file = std::os::fd::AsFd::as_fd(&stdout).try_clone_to_owned();
    #[cfg(windows)]
    let file = std::os::windows::io::AsHandle::as_handle(&stdout).try_clone_to_owned();
    match file {
        Ok(file) => Box::new(File::from(file)),
        Err(_) => Box::new(stdout),
    }
}

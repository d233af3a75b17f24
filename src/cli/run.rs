//! Doing it: output, complaints, the exit code.

use std::cell::Cell;
use std::ffi::OsString;
use std::io::{self, BufWriter, IsTerminal, LineWriter, Write};

use clap::Parser;

use super::args::Args;
use super::plan::Plan;
use crate::driver::{self, Sinks, Work};
use crate::found::Found;
use crate::harmless;
use crate::input;
use crate::problem::{Error, Problem};
use crate::stream::Extractor;

/// A URI was found, and there was no problem.
pub(super) const FOUND: u8 = 0;
/// No URI was found, and there was no problem.
pub(super) const NONE: u8 = 1;
/// There was a problem; what could be found has been.
pub(super) const PROBLEM: u8 = 2;

/// Runs the command; the exit code.
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let args = match Args::try_parse_from(arguments) {
        Ok(args) => args,
        Err(error) => {
            // Help that cannot be printed because nobody reads it is no problem.
            let _ = error.print();
            return if error.use_stderr() { PROBLEM } else { FOUND };
        }
    };
    if let Some(command) = args.command {
        return command.run();
    }
    let problems = Cell::new(false);
    let found = run(Plan::of(args), &mut |problem: &Problem| {
        problems.set(true);
        complain(problem);
    });
    match found {
        Err(Error::Write(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            code(true, &problems)
        }
        Ok(found) => code(found, &problems),
        Err(error) => {
            complain(&error);
            PROBLEM
        }
    }
}

fn code(found: bool, problems: &Cell<bool>) -> u8 {
    match (problems.get(), found) {
        (true, _) => PROBLEM,
        (false, true) => FOUND,
        (false, false) => NONE,
    }
}

fn run(plan: Plan, complain: &mut dyn FnMut(&Problem)) -> Result<bool, Error> {
    if plan.max_count == Some(0) {
        return Ok(false);
    }
    let Plan { paths, options, schemes, validity, max_count, mut report } = plan;
    let selects = |found: &Found<'_>| {
        schemes.select(found.scheme()) && validity.is_none_or(|validity| validity.selects(found))
    };
    let work = Work { extractor: Extractor::new(options), selects: &selects, max_count };
    let mut out = stdout();
    let mut sinks = Sinks { report: &mut *report, out: &mut *out, complain };
    driver::run(&work, input::sources(&paths), &mut sinks)
}

/// Standard output: by the line for a person, by the block for a program.
fn stdout() -> Box<dyn Write> {
    let stdout = io::stdout();
    if stdout.is_terminal() {
        Box::new(LineWriter::new(stdout.lock()))
    } else {
        Box::new(BufWriter::with_capacity(1 << 16, stdout.lock()))
    }
}

/// Says what went wrong. Where that cannot be said, nobody listens.
pub(super) fn complain(what: &dyn std::fmt::Display) {
    let _ = writeln!(io::stderr(), "urisift: {}", harmless::text(&what.to_string()));
}

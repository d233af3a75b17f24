//! Doing it: output, complaints, the exit code.

use std::ffi::OsString;
use std::io::{self, BufWriter, IsTerminal, LineWriter, Write};

use clap::Parser;

use super::args::Args;
use super::plan::Plan;
use crate::driver::{self, Outcome, Work};
use crate::input;
use crate::problem::{Error, Problem};
use crate::stream::Extractor;

/// A URI was found, and there was no problem.
const FOUND: u8 = 0;
/// No URI was found, and there was no problem.
const NONE: u8 = 1;
/// There was a problem; what could be found has been.
const PROBLEM: u8 = 2;

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
    match run(Plan::of(args)) {
        Ok(Outcome { problems: true, .. }) => PROBLEM,
        Ok(Outcome { found: true, .. }) => FOUND,
        Ok(_) => NONE,
        Err(Error::Write(error)) if error.kind() == io::ErrorKind::BrokenPipe => FOUND,
        Err(error) => {
            complain(&error);
            PROBLEM
        }
    }
}

fn run(mut plan: Plan) -> Result<Outcome, Error> {
    let paths = std::mem::take(&mut plan.paths);
    let mut report = std::mem::replace(&mut plan.report, Box::new(crate::report::Quiet));
    let selects = |found: &crate::found::Found<'_>| plan.selects(found);
    let work = Work {
        extractor: Extractor::new(plan.options.clone()),
        selects: &selects,
        max_count: plan.max_count,
    };
    let mut out = stdout();
    let mut tell = |problem: &Problem| complain(problem);
    driver::run(&work, input::sources(&paths), &mut *report, &mut *out, &mut tell)
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
fn complain(what: &dyn std::fmt::Display) {
    let _ = writeln!(io::stderr(), "urisift: {what}");
}

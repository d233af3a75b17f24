//! The subcommands that take URIs and search nothing.

mod compare;
mod explain;
mod input;
mod resolve;

use std::io::{self, LineWriter, Write};

use anstream::{AutoStream, ColorChoice};
use clap::Subcommand;

#[cfg(fuzzing)]
pub use explain::explained;

use super::color::Color;
use super::output::stdout;
use super::run::{PROBLEM, complain, printed};
use super::screen::Screen;
use crate::grammar::fault::Fault;
use crate::problem::Problem;

/// What is done with URIs that are given.
#[derive(Debug, Subcommand)]
pub(super) enum Command {
    Explain(explain::Args),
    Resolve(resolve::Args),
    Compare(compare::Args),
}

impl Command {
    /// Runs the subcommand and returns the exit code.
    pub fn run(self) -> u8 {
        let done = match self {
            Command::Explain(args) => args.run(),
            Command::Resolve(args) => args.run(),
            Command::Compare(args) => args.run(),
        };
        match done {
            Ok(code) => code,
            Err(Failure::Write(error)) => printed(Err(error)),
            Err(Failure::Read(problem)) => {
                complain(&problem);
                PROBLEM
            }
        }
    }
}

/// Why a command cannot continue.
pub(super) enum Failure {
    Read(Problem),
    Write(io::Error),
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Self {
        Failure::Read(problem)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::Write(error)
    }
}

/// Prints the fault in a text and marks its place. A failure to print is ignored.
fn complain_of(what: &str, fault: Fault, text: &[u8]) {
    complain(&what);
    let _ = writeln!(io::stderr(), "{}", fault.show(text));
}

/// Standard output that strips styles unless output is coloured.
fn output(color: Color) -> AutoStream<Box<dyn Write + Send>> {
    let choice =
        if color.is_on(&Screen::Stdout) { ColorChoice::AlwaysAnsi } else { ColorChoice::Never };
    AutoStream::new(Box::new(LineWriter::new(stdout())), choice)
}

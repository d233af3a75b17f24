//! The subcommands that take URIs and search nothing.

mod compare;
mod explain;
mod resolve;

use std::io::{self, BufRead, BufReader, LineWriter, Write};
use std::iter;

use anstream::{AutoStream, ColorChoice};

use super::args::{Color, Uris};
use super::messages::{PROBLEM, complain, printed};
use super::output::screen::{Screen, is_colored};
use super::output::stdout;
use crate::grammar::parse_error::ParseError;
use crate::input::stdin;
use crate::problem::Problem;
use crate::span::STDIN;
#[cfg(fuzzing)]
pub use explain::explained;
pub(super) use explain::explanation;

impl Uris {
    /// Runs the subcommand and returns the exit code.
    pub fn run(self) -> u8 {
        let done = match self {
            Uris::Explain(args) => args.run(),
            Uris::Resolve(args) => args.run(),
            Uris::Relative(args) => args.run(),
            Uris::Compare(args) => args.run(),
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
fn complain_of(what: &str, fault: ParseError, text: &[u8]) {
    complain(&what);
    let _ = writeln!(io::stderr(), "{}", fault.display_in(text));
}

/// Standard output that strips styles unless output is coloured.
fn output(color: Color) -> AutoStream<Box<dyn Write + Send>> {
    let choice = if is_colored(color, &Screen::Stdout) {
        ColorChoice::AlwaysAnsi
    } else {
        ColorChoice::Never
    };
    AutoStream::new(Box::new(LineWriter::new(stdout())), choice)
}

/// The arguments; without any, the records of standard input, which end with a line feed or NUL.
pub(super) fn inputs(
    arguments: Vec<String>,
    null: bool,
) -> Box<dyn Iterator<Item = Result<Vec<u8>, Problem>>> {
    if !arguments.is_empty() {
        return Box::new(arguments.into_iter().map(|argument| Ok(argument.into_bytes())));
    }
    let end = if null { b'\0' } else { b'\n' };
    let unread = |error: io::Error| Problem::io(STDIN, None, &error);
    let stdin = match stdin() {
        Ok(stdin) => BufReader::new(stdin),
        Err(error) => return Box::new(iter::once(Err(unread(error)))),
    };
    Box::new(stdin.split(end).map(move |record| {
        let mut record = record.map_err(unread)?;
        if !null && record.last() == Some(&b'\r') {
            record.pop();
        }
        Ok(record)
    }))
}

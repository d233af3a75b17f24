//! The subcommands that take URIs and search nothing.

mod compare;
mod explain;
mod resolve;

use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::vec;

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
    AutoStream::new(Box::new(BufWriter::new(stdout())), choice)
}

/// The arguments; without any, the records of standard input, which end with a line feed or NUL.
pub(super) enum Inputs {
    Arguments(vec::IntoIter<String>),
    Records { stdin: BufReader<Box<dyn Read + Send>>, end: u8 },
}

impl Inputs {
    /// Those of a subcommand with these arguments.
    ///
    /// # Errors
    /// If standard input cannot be read.
    pub fn new(arguments: Vec<String>, null: bool) -> Result<Self, Problem> {
        if !arguments.is_empty() {
            return Ok(Inputs::Arguments(arguments.into_iter()));
        }
        let stdin = BufReader::new(stdin().map_err(unread)?);
        Ok(Inputs::Records { stdin, end: if null { b'\0' } else { b'\n' } })
    }

    /// The next one. If it may have to be waited for, what was written is flushed first.
    pub fn next(&mut self, out: &mut dyn Write) -> Result<Option<Vec<u8>>, Failure> {
        let (stdin, end) = match self {
            Inputs::Arguments(arguments) => return Ok(arguments.next().map(String::into_bytes)),
            Inputs::Records { stdin, end } => (stdin, *end),
        };
        if !stdin.buffer().contains(&end) {
            out.flush()?;
        }
        let mut record = Vec::new();
        if stdin.read_until(end, &mut record).map_err(unread)? == 0 {
            return Ok(None);
        }
        record.pop_if(|last| *last == end);
        record.pop_if(|last| end == b'\n' && *last == b'\r');
        Ok(Some(record))
    }
}

fn unread(error: io::Error) -> Problem {
    Problem::io(STDIN, None, &error)
}

//! Runs the command: output, messages, the exit code.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use clap::Parser;

use super::args::{Args, Command, DiagnosticArgs};
use super::config::{self, Arguments};
use super::diagnostics::Diagnostics;
use super::generate;
use super::habits;
use super::output::{self, Output};
use super::pick;
use super::plan::Plan;
use super::refusal;
use super::sandbox::{Needs, Sandbox};
use super::signals;
use super::summary::Summary;
use crate::problem::{Error, Problem};
use crate::sanitize;
use crate::search::{self, Sinks};

/// A URI was found, and there was no problem.
pub(super) const FOUND: u8 = 0;
/// No URI was found, and there was no problem.
pub(super) const NONE: u8 = 1;
/// There was a problem; all that could be searched was.
pub(super) const PROBLEM: u8 = 2;

/// The process that the command runs in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Process {
    /// Its own: on Linux, it gives up what the run does not need, for the rest of the process.
    Own,
    /// One that goes on afterwards, and gives up nothing.
    Shared,
}

/// Runs the command and returns the exit code.
pub fn main(arguments: impl IntoIterator<Item = OsString>, process: Process) -> u8 {
    if process == Process::Own {
        signals::survive_long_files();
    }
    let Arguments { all, config, is_unread } = config::arguments(arguments);
    let code = run_with(all, config.as_deref(), process);
    if is_unread { PROBLEM } else { code }
}

/// Runs the command with these arguments, including those of the file, and returns the exit code.
fn run_with(all: Vec<OsString>, config: Option<&Path>, process: Process) -> u8 {
    let args = match Args::try_parse_from(all) {
        Ok(args) => args,
        Err(mut error) => {
            habits::answer(&mut error);
            return explain(&error, config);
        }
    };
    let args = match args.command {
        Some(Command::Uris(command)) => {
            if process == Process::Own {
                Sandbox::enter(&Needs::default());
            }
            return command.run();
        }
        Some(Command::Pick(pick)) => return pick::run(*pick),
        Some(Command::Report(report)) => report.into_args(),
        None => args,
    };
    if let Some(what) = args.other.generate {
        return printed(generate::write(what, &mut output::stdout()));
    }
    match Plan::of(args, process) {
        Ok(plan) => carry_out(plan),
        Err(what) => {
            complain_at_length(&what);
            PROBLEM
        }
    }
}

/// Prints why the arguments are invalid, or the help that they ask for; returns the exit code.
fn explain(error: &clap::Error, config: Option<&Path>) -> u8 {
    if !error.use_stderr() {
        // clap does not report an error if standard output is closed.
        let is_open = output::stdout().write(b"");
        return printed(is_open.and_then(|_| error.print()).and_then(|()| io::stdout().flush()));
    }
    let _ = refusal::print(error);
    if let Some(path) = config {
        complain(&format!("flags of {} come first; --no-config leaves them out", path.display()));
    }
    PROBLEM
}

/// The exit code after printing. A closed pipe is no problem.
pub(super) fn printed(done: io::Result<()>) -> u8 {
    match done {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            complain(&Error::Write(error));
            PROBLEM
        }
        _ => FOUND,
    }
}

/// Runs the plan and returns the exit code.
fn carry_out(plan: Plan) -> u8 {
    let started = Instant::now();
    let diagnostics = Diagnostics::of(&plan);
    let DiagnosticArgs { stats, exit_zero, .. } = plan.diagnostics;
    let sandbox = plan.sandbox;
    let code = |found, problems| if exit_zero { FOUND } else { code(found, problems) };
    let done = match &plan.listing {
        Some(listing) => listing.print(&plan.search.named, &diagnostics),
        None => run(plan, &diagnostics),
    };
    diagnostics.end();
    let problems = diagnostics.has_complained();
    match done {
        Err(Error::Write(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            code(true, problems)
        }
        Ok(done)
            if stats
                && !print(&Summary { stats: &done.stats, time: started.elapsed(), sandbox }) =>
        {
            PROBLEM
        }
        Ok(done) => code(done.found, problems),
        Err(error) => {
            complain(&error);
            PROBLEM
        }
    }
}

/// Prints the summary. Returns `false` on an error other than a closed pipe.
fn print(summary: &Summary<'_>) -> bool {
    let written = io::stderr().write_all(summary.to_string().as_bytes());
    written.map_or_else(|error| error.kind() == io::ErrorKind::BrokenPipe, |()| true)
}

fn code(found: bool, problems: bool) -> u8 {
    match (problems, found) {
        (true, _) => PROBLEM,
        (false, true) => FOUND,
        (false, false) => NONE,
    }
}

/// Runs the search of a plan.
///
/// # Errors
/// [`Error::Write`] where the output fails.
fn run(plan: Plan, diagnostics: &Diagnostics) -> Result<search::Summary, Error> {
    #[cfg(feature = "escape")]
    super::sandbox::escape::attempt();
    let meter = diagnostics.meter();
    let Output { writer, sink, mut skipped } = plan.output;
    let mut sink = signals::whole(sink, plan.grace, Arc::clone(meter));
    let complain = &mut |problem: &Problem| diagnostics.complain(problem);
    let sources = skipped.rest(plan.search.sources());
    let sinks = Sinks { sink: &mut *sink, complain };
    let mut summary = match plan.rewrites {
        true => plan.search.rewrite(sources, meter, &*writer, sinks)?,
        false => plan.search.search(sources, meter, &*writer, sinks)?,
    };
    summary.found |= skipped.found;
    // Once its last reader is closed, a database leaves no journals.
    drop(skipped);
    sink.finish().map_err(Error::Write)?;
    Ok(summary)
}

/// Prints an error in the arguments, which may take several lines.
fn complain_at_length(what: &str) {
    let _ = writeln!(io::stderr(), "urisift: {}", sanitize::lines(what));
}

/// Prints a message to standard error. A failure to do so is ignored.
pub(super) fn complain(what: &dyn std::fmt::Display) {
    let _ = writeln!(io::stderr(), "urisift: {}", sanitize::text(&what.to_string()));
}

//! Doing it: output, complaints, the exit code.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, IsTerminal, Write};

use clap::Parser;

use super::args::Args;
use super::plan::Plan;
use crate::driver::{self, PART_SIZE, Sinks, Work};
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
    match Plan::of(args) {
        Ok(plan) => carry_out(plan),
        Err(what) => {
            complain(&what);
            PROBLEM
        }
    }
}

/// Runs the plan; the exit code.
fn carry_out(plan: Plan) -> u8 {
    let mut problems = false;
    let found = run(plan, &mut |problem: &Problem| {
        problems = true;
        complain(problem);
    });
    match found {
        Err(Error::Write(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            code(true, problems)
        }
        Ok(found) => code(found, problems),
        Err(error) => {
            complain(&error);
            PROBLEM
        }
    }
}

fn code(found: bool, problems: bool) -> u8 {
    match (problems, found) {
        (true, _) => PROBLEM,
        (false, true) => FOUND,
        (false, false) => NONE,
    }
}

fn run(plan: Plan, complain: &mut (dyn FnMut(&Problem) + Send)) -> Result<bool, Error> {
    if plan.max_count == Some(0) {
        return Ok(false);
    }
    let Plan { paths, options, schemes, validity, max_count, report, threads, by_line, .. } = plan;
    let (containers, base) = (plan.containers, plan.base.as_deref());
    let selects = |found: &Found<'_>| {
        schemes.select(found.scheme()) && validity.is_none_or(|validity| validity.selects(found))
    };
    let extractor = Extractor::new(options);
    let report = &*report;
    let (selects, part_size) = (&selects, PART_SIZE);
    let work = Work {
        extractor,
        containers,
        base,
        prefers: plan.prefers,
        selects,
        max_count,
        report,
        threads,
        part_size,
        by_line,
    };
    let mut out = stdout();
    driver::run(
        &work,
        input::sources(&paths, plan.pre.as_ref()),
        Sinks { out: &mut *out, complain },
    )
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

/// Says what went wrong. Where that cannot be said, nobody listens.
pub(super) fn complain(what: &dyn std::fmt::Display) {
    let _ = writeln!(io::stderr(), "urisift: {}", harmless::text(&what.to_string()));
}

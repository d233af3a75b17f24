//! Doing it: output, complaints, the exit code.

use std::ffi::OsString;
use std::io::{self, Write};

use clap::Parser;

use super::args::Args;
use super::output::Output;
use super::plan::Plan;
use crate::driver::{self, PART_SIZE, Sinks, Work};
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
    let Output { report, mut sink } = plan.output;
    let selection = plan.selection;
    let work = Work {
        extractor: Extractor::new(plan.options),
        containers: plan.containers,
        base: plan.base.as_deref(),
        prefers: plan.prefers,
        selects: &|found| selection.selects(found),
        max_count: plan.max_count,
        report: &*report,
        threads: plan.threads,
        part_size: PART_SIZE,
        by_line: plan.by_line,
    };
    let sources = input::sources(&plan.paths, plan.pre.as_ref());
    let found = driver::run(&work, sources, Sinks { sink: &mut *sink, complain })?;
    sink.finish().map_err(Error::Write)?;
    Ok(found)
}

/// Says what went wrong. Where that cannot be said, nobody listens.
pub(super) fn complain(what: &dyn std::fmt::Display) {
    let _ = writeln!(io::stderr(), "urisift: {}", harmless::text(&what.to_string()));
}

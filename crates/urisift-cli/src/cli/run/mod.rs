//! The run: its plan, the search, messages during it, and the exit code.

mod diagnostics;
mod listing;
mod memory;
mod needs;
mod plan;
pub(super) mod signals;
mod summary;

use std::io::{self, Write};
use std::sync::Arc;
use std::time::Instant;

use super::args::DiagnosticArgs;
use super::messages::{FOUND, NONE, PROBLEM, complain};
use super::output::Output;
use crate::problem::{Error, Problem};
use crate::search::{self, Sinks};
use diagnostics::Diagnostics;
use summary::Summary;

pub(super) use plan::Plan;

/// The process that the command runs in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Process {
    /// Its own: on Linux, it drops what the run does not need, for the rest of the process.
    Own,
    /// One that continues afterwards, and drops nothing.
    Shared,
}

/// Runs the plan and returns the exit code.
pub(super) fn execute(plan: Plan) -> u8 {
    let started = Instant::now();
    let diagnostics = Diagnostics::of(&plan);
    let DiagnosticArgs { stats, exit_zero, .. } = plan.diagnostics;
    let sandbox = plan.sandbox;
    let code = |found, problems| if exit_zero { FOUND } else { code(found, problems) };
    let done = match &plan.listing {
        Some(listing) => listing.print(&plan.search.named, &diagnostics),
        None => search(plan, &diagnostics),
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
fn search(plan: Plan, diagnostics: &Diagnostics) -> Result<search::Summary, Error> {
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

//! A search that returns finds to a program as columns: the flags of the command, without a command line.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::mpsc::SyncSender;
use std::task::Poll;
use std::time::Duration;

use clap::Parser;

use super::args::Args;
use super::form::Form;
use super::gathered::{self, gathered};
use super::output::Output;
use super::plan::Plan;
use super::run::search;
use super::target::Target;
use crate::background::{Background, Stop, channel, give};
use crate::problem::{Error, Problem};
use crate::record::{Batch, InBatches, Kind, Schema, Sink};
use crate::search::Meter;

/// An item of a search.
#[derive(Debug)]
pub enum Event {
    /// Rows, in the order of the input.
    Batch(Batch),
    /// Some of the input could not be read, or not completely. The search continues.
    Problem(Problem),
}

/// A search of files on background threads; an iterator over its events.
///
/// Dropping it stops the search, but a blocked read is not interrupted. After an error, the iterator
/// ends.
#[derive(Debug)]
pub struct Scan {
    schema: &'static Schema,
    events: Background<Event>,
}

impl Scan {
    /// Starts a search of files and directories, as the command does with these flags.
    ///
    /// ```
    /// use urisift_cli::batch::{Event, Scan};
    ///
    /// let mut rows = 0;
    /// for event in Scan::start(["--scheme=http", "--threads=2"], ["../../corpora/web"])? {
    ///     match event? {
    ///         Event::Batch(batch) => rows += batch.rows(),
    ///         Event::Problem(problem) => eprintln!("{problem}"),
    ///     }
    /// }
    /// assert!(rows > 10);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A message if a flag is invalid, or if it says what to print and where.
    pub fn start<F: Into<OsString>, P: Into<PathBuf>>(
        flags: impl IntoIterator<Item = F>,
        paths: impl IntoIterator<Item = P>,
    ) -> Result<Self, String> {
        let args = args(flags, paths)?;
        let schema = gathered::schema(&args);
        let (sender, events) = channel();
        let plan = Plan::with(args, |args, _| output(args, &sender))?;
        let events = Background::start(events, move |meter| carry_out(plan, meter, &sender));
        let events = events.map_err(|error| format!("no thread for the search: {error}"))?;
        Ok(Scan { schema, events })
    }

    /// The columns of every batch: their names and kinds.
    pub fn columns(&self) -> impl Iterator<Item = (&'static str, Kind)> + use<> {
        self.schema.columns.iter().map(|column| (column.name, column.kind))
    }

    /// A handle that stops the search, for another thread.
    pub fn stop(&self) -> Stop {
        self.events.stop()
    }

    /// The next event, if it comes within that time.
    ///
    /// # Panics
    /// If the search has panicked.
    pub fn poll(&mut self, patience: Duration) -> Poll<Option<Result<Event, Error>>> {
        self.events.poll(patience)
    }
}

impl Iterator for Scan {
    type Item = Result<Event, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        self.events.next()
    }
}

/// The columns of finds, in the order of every table of them: their names and kinds.
pub fn columns() -> impl Iterator<Item = (&'static str, Kind)> {
    crate::record::FINDS.columns.iter().map(|column| (column.name, column.kind))
}

/// Parses the flags, and adds the paths.
pub(super) fn args<F: Into<OsString>, P: Into<PathBuf>>(
    flags: impl IntoIterator<Item = F>,
    paths: impl IntoIterator<Item = P>,
) -> Result<Args, String> {
    let mut args = understood(flags)?;
    args.paths.extend(paths.into_iter().map(Into::into));
    match refused(&args) {
        Some(flag) => Err(format!("{flag} has no sense here: a program is given columns of finds")),
        None if args.paths.is_empty() && args.files.files_from.is_empty() => {
            Err("there is nothing to search".to_owned())
        }
        None => Ok(args),
    }
}

/// Parses the flags.
///
/// # Errors
/// A message if they are invalid.
pub(super) fn understood<F: Into<OsString>>(
    flags: impl IntoIterator<Item = F>,
) -> Result<Args, String> {
    let name = std::iter::once(OsString::from("urisift"));
    let args = Args::try_parse_from(name.chain(flags.into_iter().map(Into::into)));
    args.map_err(|error| said(&error))
}

/// clap's message, without the usage.
fn said(error: &clap::Error) -> String {
    if !error.use_stderr() {
        return "there is no help here, and no version".to_owned();
    }
    let text = error.render().to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    text.split("\n\nUsage:").next().unwrap_or(text).trim_end().to_owned()
}

/// A flag that asks for anything other than finds, or sends them elsewhere.
pub(super) fn refused(args: &Args) -> Option<&'static str> {
    let form = Form::typed(args)
        .filter(|form| *form != Form::Text || !args.gathering.counts(&args.printing));
    let others = [
        (args.command.is_some(), "a command"),
        (args.printing.quiet, "--quiet"),
        (args.writing.output.is_some(), "--output"),
        (args.page.report.is_some(), "--report"),
        (args.files.files, "--files"),
        (args.files.type_list, "--type-list"),
        (args.other.generate.is_some(), "--generate"),
        (args.diagnostics.stats, "--stats"),
        (args.writing.problems, "--problems"),
    ];
    let other = others.into_iter().find(|(is_typed, _)| *is_typed).map(|(_, flag)| flag);
    other.or_else(|| form.map(|form| form.flag()))
}

/// The output for finds: batches, each sent as soon as it is full.
fn output(args: &Args, sender: &SyncSender<Event>) -> Result<Output, String> {
    let target = Target { form: Form::Batches, file: None };
    gathered(args, &target, &|schema| {
        let sender = sender.clone();
        let sink = InBatches::new(schema, move |batch| give(&sender, Event::Batch(batch)));
        Ok(Box::new(sink) as Box<dyn Sink>)
    })
}

fn carry_out(plan: Plan, meter: &Meter, sender: &SyncSender<Event>) -> Result<(), Error> {
    let complain = &mut |problem: &Problem| _ = give(sender, Event::Problem(problem.clone()));
    search(plan, meter, complain).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(flags: &[&str]) -> String {
        Scan::start(flags, ["."]).err().unwrap_or_default()
    }

    #[test]
    fn what_has_no_sense_is_refused() {
        for flags in [
            &["--json"][..],
            &["--csv"],
            &["--format", "%s"],
            &["-c"],
            &["-l"],
            &["-q"],
            &["-o", "x.csv"],
            &["--report", "x.html"],
            &["--files"],
            &["--type-list"],
            &["--stats"],
            &["--problems"],
            &["--generate", "man"],
        ] {
            assert!(refusal(flags).ends_with("a program is given columns of finds"), "{flags:?}");
        }
        let none: [&str; 0] = [];
        assert!(Scan::start(none, none).is_err_and(|what| what.contains("nothing to search")));
    }

    #[test]
    fn what_is_not_understood_is_said() {
        let said = refusal(&["--trailin=keep"]);
        assert!(said.starts_with("unexpected argument '--trailin'"), "{said}");
        assert!(said.contains("--trailing") && !said.contains("Usage"), "{said}");
        assert!(refusal(&["--scheme=a b"]).contains("expected the name of a scheme"));
        assert!(refusal(&["--help"]).contains("no help"));
    }
}

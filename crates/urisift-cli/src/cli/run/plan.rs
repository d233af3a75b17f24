//! What the arguments mean.

use std::fs::File;
use std::sync::Arc;

use urisift_report::internal::NoteWriter;
use urisift_search::BuildError;

use super::Process;
use super::listing::Listing;
use super::memory::Shares;
use super::signals::{self, Grace};
use crate::cli::args::{Args, DiagnosticArgs, Printing};
use crate::cli::flags::search::{options, search};
use crate::cli::output::screen::{self, Screen};
use crate::cli::output::{self, Destination, Output, OutputForm, Writers, overwrite};
use crate::cli::sandbox::{Needs, Sandbox};
use crate::search::{ContextSize, Settings, available_threads};

/// All settings of a run.
pub(in crate::cli) struct Plan {
    pub search: Arc<Settings>,
    /// The text of the input is printed, with replacements.
    pub rewrites: bool,
    /// A list to print instead of finds.
    pub listing: Option<Listing>,
    pub output: Output,
    /// How long the output may take after a signal.
    pub grace: Grace,
    /// The output is on a terminal.
    pub is_watched: bool,
    /// What the process has dropped.
    pub sandbox: Sandbox,
    pub diagnostics: DiagnosticArgs,
}

impl Plan {
    /// What the arguments mean. A process of the command's own drops what the run does not need.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn of(mut args: Args, process: Process) -> Result<Self, String> {
        args.printing.spell_out();
        overwrite::refuse(&args)?;
        let destination = Destination::of(&args)?;
        let listing = Listing::of(&args)?;
        let screen = if listing.is_some() { Some(Screen::Stdout) } else { destination.screen() };
        let is_watched = screen.as_ref().is_some_and(Screen::is_terminal);
        lists_are_there(&args)?;
        let settings = settings(&args, &destination, screen.as_ref())?;
        args.paths.clone_from(&settings.named.paths);
        let needs = Needs::of(&args, &settings.named, &destination);
        let needs = needs.filter(|_| process == Process::Own && !args.other.no_sandbox);
        let sandbox = needs.map_or_else(Sandbox::default, |needs| {
            signals::note_ignored();
            Sandbox::enter(&needs)
        });
        let transforms = &settings.selection.transforms;
        let writers = Writers { args: &args, destination: &destination, transforms };
        // A page is written whole, or not at all.
        let is_whole = destination.is_file() || args.page.report.is_some();
        Ok(Plan {
            output: match &listing {
                Some(_) => Output::nothing(),
                None => Output::of(writers, settings.lists_hash)?,
            },
            listing,
            search: Arc::new(settings),
            rewrites: matches!(destination.form, OutputForm::Replaced(_)),
            grace: if is_whole { Grace::Endless } else { Grace::Short },
            is_watched,
            sandbox,
            diagnostics: args.diagnostics,
        })
    }
}

/// The settings of the search, as far as the flags say them, and as the output needs them.
fn settings(
    args: &Args,
    destination: &Destination,
    screen: Option<&Screen>,
) -> Result<Settings, String> {
    let is_watched = screen.is_some_and(Screen::is_terminal);
    let has_page = destination.form == OutputForm::Page || args.page.report.is_some();
    let mut options = options(args);
    options.positions = has_page || wants_positions(args, &destination.form, screen);
    let mut search = search(args).options(options).reach(reach(args, has_page));
    search = search.by_line(args.printing.line_buffered || is_watched);
    if let Some(shares) = Shares::of(args, destination)? {
        let threads = args.limits.threads.map_or_else(available_threads, |n| n.get().into());
        search = search.threads(threads.min(shares.threads)).decoder_memory(shares.decoders);
    }
    search.settle().map_err(|error| explained(&error, args))
}

/// The error, with what to type if it is about types of files.
fn explained(error: &BuildError, args: &Args) -> String {
    match search(args).file_types() {
        Ok(_) => error.to_string(),
        Err(_) => format!("{error} (see --type-list)"),
    }
}

/// An unreadable list of paths is a problem like others, except with --exit-zero, where it would go
/// unnoticed: then it is an error.
fn lists_are_there(args: &Args) -> Result<(), String> {
    let files = args.search.files.files_from.iter().filter(|_| args.diagnostics.exit_zero);
    files.filter(|file| file.as_os_str() != "-").try_for_each(|file| {
        let opened = File::open(file).map(drop);
        opened.map_err(|error| output::in_file(file, &error))
    })
}

/// Returns `true` if lines and columns are reported.
fn wants_positions(args: &Args, form: &OutputForm, screen: Option<&Screen>) -> bool {
    let Printing { line_number, column, .. } = args.printing;
    let columns = output::columns(args);
    let has_positions = columns.map_or(form.has_positions(), |all| all.has_positions());
    line_number || column || has_positions || screen::need_lines(&args.looks, screen)
}

/// How much text around a find is reported with it; `None` if finds are not printed.
fn reach(args: &Args, has_page: bool) -> Option<ContextSize> {
    let asked = args.context.reach();
    if has_page {
        return Some(NoteWriter::reach(asked, args.page.report.is_none()));
    }
    asked.filter(|_| !args.prints_no_finds() && !args.counts_keys())
}

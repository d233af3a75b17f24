//! Messages during a run: problems, suggestions for a file that does not exist, and a progress bar on the terminal.

use std::fs;
use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use clap::{Command, CommandFactory};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::plan::Plan;
use crate::cli::args::Args;
use crate::cli::messages::complain;
use crate::input;
use crate::problem::Problem;
use crate::search::{Meter, Settings};
use crate::suggest::nearest;

/// Reports problems and progress on standard error.
pub(in crate::cli) struct Diagnostics {
    meter: Arc<Meter>,
    progress: Option<ProgressBar>,
    search: Arc<Settings>,
    is_silent: bool,
    has_complained: AtomicBool,
}

impl Diagnostics {
    /// The diagnostics for a run that is about to begin.
    pub fn of(plan: &Plan) -> Self {
        let meter = Arc::new(Meter::default());
        // Output on the same terminal would run into the bar.
        let is_seen =
            !plan.diagnostics.no_progress && io::stderr().is_terminal() && !plan.is_watched;
        // Skipped files are not read, so the total is unknown.
        let is_whole = plan.output.skipped.known.is_none();
        let progress = is_seen.then(|| {
            let search = Arc::clone(&plan.search);
            let total = move || input::total_len(&search.named).filter(|_| is_whole);
            progress(Arc::clone(&meter), total)
        });
        let (is_silent, has_complained) = (plan.diagnostics.no_messages, AtomicBool::new(false));
        let search = Arc::clone(&plan.search);
        Diagnostics { meter, progress, search, is_silent, has_complained }
    }

    /// The meter that counts the bytes read.
    pub fn meter(&self) -> &Arc<Meter> {
        &self.meter
    }

    /// Reports a problem.
    pub fn complain(&self, problem: &Problem) {
        self.has_complained.store(true, Ordering::Relaxed);
        if self.is_silent {
            return;
        }
        match &self.progress {
            Some(progress) => progress.suspend(|| self.say(problem)),
            None => self.say(problem),
        }
    }

    /// Prints a problem, with a suggestion if its path was typed.
    fn say(&self, problem: &Problem) {
        complain(problem);
        let is_typed = self.search.named.paths.contains(&problem.path);
        if let Some(hint) = is_typed.then(|| hint_for_missing(&problem.path)).flatten() {
            complain(&hint);
        }
    }

    /// Returns `true` if there was a problem, reported or not.
    pub fn has_complained(&self) -> bool {
        self.has_complained.load(Ordering::Relaxed)
    }

    /// The run has ended.
    pub fn end(&self) {
        if let Some(progress) = &self.progress {
            progress.finish_and_clear();
        }
    }
}

/// The bar appears after this time.
const PATIENCE: Duration = Duration::from_secs(1);
/// The bar is redrawn after this time.
const TICK: Duration = Duration::from_millis(100);

/// The bar while the total is unknown.
const RUNNING: &str = "{spinner} {bytes} at {binary_bytes_per_sec}, {elapsed}";
/// The bar once it is known.
const MEASURED: &str =
    "{wide_bar} {percent:>3} % of {total_bytes} at {binary_bytes_per_sec}, {eta} left";

/// Starts a bar for the run that the meter counts. `total` is called later, on another thread.
fn progress(
    meter: Arc<Meter>,
    total: impl FnOnce() -> Option<u64> + Send + 'static,
) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
    let shown = bar.clone();
    // If no thread can be started, nothing is shown.
    let _ = thread::Builder::new().spawn(move || follow(&shown, &meter, total));
    bar
}

fn follow(bar: &ProgressBar, meter: &Meter, total: impl FnOnce() -> Option<u64>) {
    thread::sleep(PATIENCE);
    if bar.is_finished() {
        return;
    }
    bar.set_style(style(RUNNING));
    bar.set_draw_target(ProgressDrawTarget::stderr());
    if let Some(total) = total() {
        bar.set_length(total);
        bar.set_style(style(MEASURED));
    }
    while !bar.is_finished() {
        bar.set_position(meter.bytes());
        thread::sleep(TICK);
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// What the path may have been meant to be, as a sentence: a subcommand, or a file with a similar name in the same
/// directory.
fn hint_for_missing(path: &Path) -> Option<String> {
    if path.symlink_metadata().is_ok() {
        return None;
    }
    let name = path.file_name()?.to_str()?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let command = folder.is_none().then(|| subcommand_like(name)).flatten();
    if let Some(command) = command {
        return Some(format!("hint: did you mean the command 'urisift {command}'?"));
    }
    let names = names_in(folder.unwrap_or(Path::new(".")));
    let like = nearest(name, names.iter().map(String::as_str))?;
    let meant = folder.map_or_else(|| like.into(), |folder| folder.join(like));
    Some(format!("hint: did you mean '{}'?", meant.display()))
}

fn subcommand_like(name: &str) -> Option<String> {
    let command = Args::command();
    let names = command.get_subcommands().map(Command::get_name);
    nearest(name, names).map(str::to_owned)
}

/// How many names in a directory are compared.
const MAX_NAMES: usize = 10_000;

fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().take(MAX_NAMES);
    entries.filter_map(|entry| entry.file_name().into_string().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An invalid template would silently fall back to another bar.
    #[test]
    fn templates_are_understood() {
        for template in [super::RUNNING, super::MEASURED] {
            assert!(super::ProgressStyle::with_template(template).is_ok(), "{template}");
        }
    }

    #[test]
    fn slips_of_the_hand() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("mail.txt"), "").unwrap();
        let hint = |name: &str| hint_for_missing(&folder.path().join(name));
        assert!(hint("mial.txt").unwrap().ends_with("mail.txt'?"));
        assert_eq!((hint("mail.txt"), hint("server.log")), (None, None));
        let command = hint_for_missing(Path::new("expalin")).unwrap();
        assert_eq!(command, "hint: did you mean the command 'urisift explain'?");
        assert_eq!(hint_for_missing(Path::new("")), None);
    }
}

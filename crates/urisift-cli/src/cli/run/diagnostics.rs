//! Messages during a run: problems, suggestions for a file that does not exist, and a progress bar on the terminal.

use std::fs;
use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
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
    repeated: Mutex<Repeated>,
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
        let repeated = Mutex::default();
        Diagnostics { meter, progress, search, is_silent, has_complained, repeated }
    }

    /// The meter that counts the bytes read.
    pub fn meter(&self) -> &Arc<Meter> {
        &self.meter
    }

    /// Reports a problem.
    pub fn complain(&self, problem: &Problem) {
        self.has_complained.store(true, Ordering::Relaxed);
        let is_typed = self.search.named.paths.contains(&problem.path);
        // A path that was typed and cannot be read is named.
        let is_named = is_typed && problem.at.is_none();
        let note = || self.repeated.lock().unwrap_or_else(PoisonError::into_inner).note(problem);
        if self.is_silent || !is_named && !note() {
            return;
        }
        match &self.progress {
            Some(progress) => progress.suspend(|| say(problem, is_typed)),
            None => say(problem, is_typed),
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
        let repeated = self.repeated.lock().unwrap_or_else(PoisonError::into_inner);
        if !self.is_silent {
            repeated.rest().for_each(|rest| complain(&rest));
        }
    }
}

/// Prints a problem, with a suggestion if its path was typed.
fn say(problem: &Problem, is_typed: bool) {
    complain(problem);
    if let Some(hint) = is_typed.then(|| hint_for_missing(&problem.path)).flatten() {
        complain(&hint);
    }
}

/// How many problems with the same message are shown.
const SHOWN: u64 = 3;
/// How many messages are counted; problems with further ones are all shown.
const MAX_MESSAGES: usize = 256;

/// The messages of problems, whatever the numbers in them.
#[derive(Default)]
struct Repeated(Vec<CountedMessage>);

/// A message, with `N` for each number, and how many problems have it.
struct CountedMessage {
    text: String,
    count: u64,
}

impl Repeated {
    /// Notes a problem; returns whether it is shown.
    fn note(&mut self, problem: &Problem) -> bool {
        let parts = problem.message.split(|c: char| c.is_ascii_digit());
        let text = parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join("N");
        if let Some(message) = self.0.iter_mut().find(|message| message.text == text) {
            message.count += 1;
            return message.count <= SHOWN;
        }
        if self.0.len() < MAX_MESSAGES {
            self.0.push(CountedMessage { text, count: 1 });
        }
        true
    }

    /// A message about those that were not shown, for each message.
    fn rest(&self) -> impl Iterator<Item = String> {
        let repeated = self.0.iter().filter(|message| message.count > SHOWN);
        repeated.map(|CountedMessage { text, count }| {
            format!("{} more like this: {text}; --json --problems lists all", count - SHOWN)
        })
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

fn follow(bar: &ProgressBar, meter: &Meter, total: impl FnOnce() -> Option<u64> + Send + 'static) {
    thread::sleep(PATIENCE);
    if bar.is_finished() {
        return;
    }
    bar.set_style(style(RUNNING));
    bar.set_draw_target(ProgressDrawTarget::stderr());
    // Many files take seconds to list.
    let (sender, listed) = mpsc::channel();
    let _ = thread::Builder::new().spawn(move || total().map(|total| sender.send(total)));
    while !bar.is_finished() {
        if let Ok(total) = listed.try_recv() {
            bar.set_length(total);
            bar.set_style(style(MEASURED));
        }
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
    fn problems_with_the_same_message_are_counted() {
        let mut repeated = Repeated::default();
        let problem = |at: u64, what: &str| {
            let error = io::Error::other(format!("{what} after {at} bytes"));
            Problem::io("a", Some(at), &error)
        };
        let shown = (0..9).filter(|at| repeated.note(&problem(*at, "cut"))).count();
        assert!(repeated.note(&problem(0, "corrupt")));
        assert_eq!(shown, 3);
        let rest: Vec<_> = repeated.rest().collect();
        assert_eq!(rest, ["6 more like this: cut after N bytes; --json --problems lists all"]);
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

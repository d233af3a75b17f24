//! Messages during a run: problems and progress.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::hint;
use super::plan::Plan;
use super::progress::Progress;
use super::run::complain;
use crate::input::{self, Named};
use crate::problem::Problem;
use crate::search::Meter;

/// Reports problems and progress on standard error.
pub(super) struct Diagnostics {
    meter: Arc<Meter>,
    progress: Option<Progress>,
    named: Arc<Named>,
    is_silent: bool,
    has_complained: AtomicBool,
}

impl Diagnostics {
    /// The diagnostics for a run that is about to begin.
    pub fn of(plan: &Plan) -> Self {
        let meter = Arc::new(Meter::default());
        let is_seen = !plan.diagnostics.no_progress && Progress::is_seen(plan);
        // Skipped files are not read, so the total is unknown.
        let is_whole = plan.output.passed_over.known.is_none();
        let progress = is_seen.then(|| {
            let named = Arc::clone(&plan.named);
            let total = move || input::total_len(&named).filter(|_| is_whole);
            Progress::start(Arc::clone(&meter), total)
        });
        let (is_silent, has_complained) = (plan.diagnostics.no_messages, AtomicBool::new(false));
        let named = Arc::clone(&plan.named);
        Diagnostics { meter, progress, named, is_silent, has_complained }
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
            Some(progress) => progress.aside(|| self.say(problem)),
            None => self.say(problem),
        }
    }

    /// Prints a problem, with a suggestion if its path was typed.
    fn say(&self, problem: &Problem) {
        complain(problem);
        let is_typed = self.named.paths.contains(&problem.path);
        if let Some(hint) = is_typed.then(|| hint::for_missing(&problem.path)).flatten() {
            complain(&hint);
        }
    }

    /// Whether there was a problem, reported or not.
    pub fn has_complained(&self) -> bool {
        self.has_complained.load(Ordering::Relaxed)
    }

    /// The run has ended.
    pub fn end(&self) {
        if let Some(progress) = &self.progress {
            progress.end();
        }
    }
}

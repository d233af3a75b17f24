//! A progress bar on the terminal.

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::plan::Plan;
use crate::search::Meter;

/// The bar appears after this time.
const PATIENCE: Duration = Duration::from_secs(1);
/// The bar is redrawn after this time.
const TICK: Duration = Duration::from_millis(100);

/// The bar while the total is unknown.
const RUNNING: &str = "{spinner} {bytes} at {binary_bytes_per_sec}, {elapsed}";
/// The bar once it is known.
const MEASURED: &str =
    "{wide_bar} {percent:>3} % of {total_bytes} at {binary_bytes_per_sec}, {eta} left";

/// A bar that follows a meter.
pub(super) struct Progress {
    bar: ProgressBar,
    has_ended: Arc<AtomicBool>,
}

impl Progress {
    /// Starts a bar for the run that the meter counts. `total` is called later, on another thread.
    pub fn start(meter: Arc<Meter>, total: impl FnOnce() -> Option<u64> + Send + 'static) -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        let has_ended = Arc::new(AtomicBool::new(false));
        let (shown, ended) = (bar.clone(), Arc::clone(&has_ended));
        // If no thread can be started, nothing is shown.
        let _ = thread::Builder::new().spawn(move || follow(&shown, &ended, &meter, total));
        Progress { bar, has_ended }
    }

    /// Whether to show the bar: not if the output is on the same terminal.
    pub fn is_seen(plan: &Plan) -> bool {
        io::stderr().is_terminal() && !plan.is_watched
    }

    /// Runs a function while the bar is hidden.
    pub fn aside<R>(&self, what: impl FnOnce() -> R) -> R {
        self.bar.suspend(what)
    }

    /// Removes the bar.
    pub fn end(&self) {
        self.has_ended.store(true, Ordering::Relaxed);
        self.bar.finish_and_clear();
    }
}

fn follow(
    bar: &ProgressBar,
    ended: &AtomicBool,
    meter: &Meter,
    total: impl FnOnce() -> Option<u64>,
) {
    thread::sleep(PATIENCE);
    if ended.load(Ordering::Relaxed) {
        return;
    }
    bar.set_style(style(RUNNING));
    bar.set_draw_target(ProgressDrawTarget::stderr());
    if let Some(total) = total() {
        bar.set_length(total);
        bar.set_style(style(MEASURED));
    }
    while !ended.load(Ordering::Relaxed) && !bar.is_finished() {
        bar.set_position(meter.bytes());
        thread::sleep(TICK);
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

#[cfg(test)]
mod tests {
    /// An invalid template would silently fall back to another bar.
    #[test]
    fn templates_are_understood() {
        for template in [super::RUNNING, super::MEASURED] {
            assert!(super::ProgressStyle::with_template(template).is_ok(), "{template}");
        }
    }
}

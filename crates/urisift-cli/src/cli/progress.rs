//! How far a run has come, on the terminal of whoever waits for it.

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::plan::Plan;
use crate::search::Meter;

/// So long a run shows nothing.
const PATIENCE: Duration = Duration::from_secs(1);
/// The bar is drawn anew after so long.
const TICK: Duration = Duration::from_millis(100);

/// While nobody knows how much there is.
const RUNNING: &str = "{spinner} {bytes} at {binary_bytes_per_sec}, {elapsed}";
/// Once it is known.
const MEASURED: &str =
    "{wide_bar} {percent:>3} % of {total_bytes} at {binary_bytes_per_sec}, {eta} left";

/// A bar that follows a meter.
pub(super) struct Progress {
    bar: ProgressBar,
    has_ended: Arc<AtomicBool>,
}

impl Progress {
    /// A bar for a run of which the meter tells. How much there is to read comes later, if at all.
    pub fn start(meter: Arc<Meter>, total: impl FnOnce() -> Option<u64> + Send + 'static) -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        let has_ended = Arc::new(AtomicBool::new(false));
        let (shown, ended) = (bar.clone(), Arc::clone(&has_ended));
        // Where there can be no thread, nothing is shown.
        let _ = thread::Builder::new().spawn(move || follow(&shown, &ended, &meter, total));
        Progress { bar, has_ended }
    }

    /// Whether anybody would see it: not where the output is on the same terminal.
    pub fn is_seen(plan: &Plan) -> bool {
        io::stderr().is_terminal() && !plan.is_watched
    }

    /// Does something while the bar is out of the way.
    pub fn aside<R>(&self, what: impl FnOnce() -> R) -> R {
        self.bar.suspend(what)
    }

    /// Takes the bar away.
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
    /// A template that is not understood would fall back to another bar in silence.
    #[test]
    fn templates_are_understood() {
        for template in [super::RUNNING, super::MEASURED] {
            assert!(super::ProgressStyle::with_template(template).is_ok(), "{template}");
        }
    }
}

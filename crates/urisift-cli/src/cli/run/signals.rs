//! Signals that end the process: the finds so far are written, in whole records, and then the process ends with
//! the signal's default action.

use std::io;
#[cfg(unix)]
use std::sync::OnceLock;
#[cfg(unix)]
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::record::Sink;
use crate::search::Meter;

/// How long a sink may take to finish a write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum Grace {
    /// A moment: its reader may not read.
    Short,
    /// As long as it takes.
    Endless,
}

/// The length of [`Grace::Short`].
#[cfg(unix)]
const GRACE: std::time::Duration = std::time::Duration::from_secs(1);
/// How often to check whether the search has ended or is blocked.
#[cfg(unix)]
const LOOK: std::time::Duration = std::time::Duration::from_millis(2);

/// Wraps the sink so that a signal does not interrupt a write. The first signal stops the search: what it has found
/// by then is written, as a prefix of the full output. What the sink writes only as a whole at its end, such as
/// counts and files that replace others, is discarded. A second signal ends the process at once.
pub(super) fn whole(sink: Box<dyn Sink>, grace: Grace, meter: Arc<Meter>) -> Box<dyn Sink> {
    let shared = Shared(Arc::new(Held {
        sink: Mutex::new(Some(sink)),
        #[cfg(unix)]
        signal: AtomicI32::new(0),
    }));
    shared.watch(grace, meter);
    Box::new(shared)
}

/// A sink that is shared with the thread that waits for signals.
struct Shared(Arc<Held>);

/// The shared state of the sink.
struct Held {
    /// `None` once it has ended.
    sink: Mutex<Option<Box<dyn Sink>>>,
    /// The first signal, or 0.
    #[cfg(unix)]
    signal: AtomicI32,
}

impl Held {
    fn lock(&self) -> MutexGuard<'_, Option<Box<dyn Sink>>> {
        self.sink.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Sink for Shared {
    fn take(&mut self, records: &[u8]) -> io::Result<()> {
        self.0.lock().as_mut().map_or(Ok(()), |sink| sink.take(records))
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        #[cfg(unix)]
        self.0.heed();
        let mut sink = self.0.lock();
        sink.take().map_or(Ok(()), |sink| sink.finish())
    }
}

#[cfg(unix)]
impl Shared {
    /// Waits for a signal and ends the process by that signal, so that the parent process sees the signal
    /// and not an exit code. If no thread can be started, the system ends the process at once.
    fn watch(&self, grace: Grace, meter: Arc<Meter>) {
        use signal_hook::iterator::Signals;

        // The search drops the sink when a write fails.
        let held = Arc::downgrade(&self.0);
        let (give, take) = std::sync::mpsc::channel();
        let is_watched = spawn(move || {
            if let Ok(signals) = take.recv() {
                wait(signals, &held, grace, meter);
            }
        });
        if !is_watched {
            return;
        }
        if let Ok(signals) = Signals::new(ends()) {
            let _ = give.send(signals);
        }
    }
}

#[cfg(unix)]
impl Held {
    /// Ends the process if there was a signal.
    fn heed(&self) {
        let signal = self.signal.load(Ordering::Acquire);
        if signal != 0 {
            // Dropped without `finish`, unfinished output is discarded.
            drop(self.lock().take());
            end(signal);
        }
    }
}

/// Ends the process at the first signal, in order if possible, and at the second one at once.
#[cfg(unix)]
fn wait(
    mut signals: signal_hook::iterator::Signals,
    held: &std::sync::Weak<Held>,
    grace: Grace,
    meter: Arc<Meter>,
) {
    let mut asked = signals.forever();
    let Some(signal) = asked.next() else { return };
    if let Some(held) = held.upgrade() {
        held.signal.store(signal, Ordering::Release);
    }
    meter.stop();
    let held = held.clone();
    let in_order = move || {
        // The search ends, and then the process, unless it is blocked in a read.
        let since = std::time::Instant::now();
        while held.strong_count() > 0 && !meter.is_waiting() && since.elapsed() < GRACE {
            std::thread::sleep(LOOK);
        }
        if let Some(held) = held.upgrade() {
            held.heed();
        }
        end(signal);
    };
    if !spawn(in_order) {
        end(signal);
    }
    if let Grace::Short = grace {
        spawn(move || {
            std::thread::sleep(GRACE);
            end(signal);
        });
    }
    if let Some(again) = asked.next() {
        end(again);
    }
}

/// Ends the process with the signal's default action.
#[cfg(unix)]
fn end(signal: i32) {
    let _ = signal_hook::low_level::emulate_default_handler(signal);
}

/// Does something before a signal ends the process. If no thread can be started, the system ends it at once.
#[cfg(unix)]
pub(in crate::cli) fn before_end(what: impl FnOnce() + Send + 'static) {
    let (give, take) = std::sync::mpsc::channel::<signal_hook::iterator::Signals>();
    let is_watched = spawn(move || {
        let Ok(mut signals) = take.recv() else { return };
        if let Some(signal) = signals.forever().next() {
            what();
            end(signal);
        }
    });
    if is_watched && let Ok(signals) = signal_hook::iterator::Signals::new(ends()) {
        let _ = give.send(signals);
    }
}

/// Ends the process as SIGHUP does, also where that is ignored, when the function returns true.
#[cfg(unix)]
pub(in crate::cli) fn hang_up_after(is_gone: impl FnOnce() -> bool + Send + 'static) {
    spawn(move || {
        if is_gone() {
            end(signal_hook::consts::SIGHUP);
        }
    });
}

/// Does nothing: the system ends the process.
#[cfg(not(unix))]
pub(in crate::cli) fn before_end(_: impl FnOnce() + Send + 'static) {}

/// Stops the process until it is reported to continue.
pub(in crate::cli) fn suspend() {
    #[cfg(unix)]
    end(signal_hook::consts::SIGTSTP);
}

/// The signals that end the process, and are not ignored.
#[cfg(unix)]
fn ends() -> impl Iterator<Item = i32> {
    use signal_hook::consts::{SIGHUP, TERM_SIGNALS};
    let ignored = ignored();
    TERM_SIGNALS.iter().chain(&[SIGHUP]).copied().filter(move |s| ignored >> (s - 1) & 1 == 0)
}

/// A write beyond the longest file that is allowed fails, and does not end the process: what was found is written as far
/// as there is room, and a message says so.
pub(in crate::cli) fn survive_long_files() {
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}

/// Runs a function on its own thread. Returns whether the thread could be started.
#[cfg(unix)]
fn spawn(what: impl FnOnce() + Send + 'static) -> bool {
    std::thread::Builder::new().spawn(what).is_ok()
}

/// The signals that the parent process has set to be ignored, as `nohup` does: a bit each, from the lowest.
/// Empty if the system has no file that lists them.
#[cfg(unix)]
fn ignored() -> u64 {
    static IGNORED: OnceLock<u64> = OnceLock::new();
    *IGNORED.get_or_init(|| {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
    })
}

/// Asks the system which signals are ignored, while its file can be read.
pub(super) fn note_ignored() {
    #[cfg(unix)]
    ignored();
}

#[cfg(not(unix))]
impl Shared {
    /// The system ends the process.
    fn watch(&self, _: Grace, _: Arc<Meter>) {}
}

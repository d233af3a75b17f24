//! Being asked to end: what has been found is written, in whole records, and then the process ends as the signal
//! says.

use std::io;
#[cfg(unix)]
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::output::Sink;
use crate::search::Meter;

/// How long a sink may take to be done with what it has begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Grace {
    /// A moment: somebody else has to take what it writes, and may not.
    Short,
    /// As long as it takes.
    Endless,
}

/// A moment.
#[cfg(unix)]
const GRACE: std::time::Duration = std::time::Duration::from_secs(1);
/// How often it is looked whether the search has come to its end, or waits.
#[cfg(unix)]
const LOOK: std::time::Duration = std::time::Duration::from_millis(2);

/// The sink, which a signal does not end in the middle of what it writes. The first signal stops the search: what
/// it has found by then is taken, as the start of what it would have found. What the sink gives as a whole at its
/// end, such as counts and files that replace others, is thrown away. A second signal ends everything at once.
pub(super) fn whole(sink: Box<dyn Sink>, grace: Grace, meter: Arc<Meter>) -> Box<dyn Sink> {
    let shared = Shared(Arc::new(Held {
        sink: Mutex::new(Some(sink)),
        #[cfg(unix)]
        signal: AtomicI32::new(0),
    }));
    shared.watch(grace, meter);
    Box::new(shared)
}

/// A sink that is given to, and watched.
struct Shared(Arc<Held>);

/// What a sink is held in.
struct Held {
    /// There until it has ended.
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
    /// Waits for a signal that asks to end, and ends as it would: whoever waits for this process is
    /// told the signal, and not an exit code. Where there can be no thread for that, the system ends the
    /// process.
    fn watch(&self, grace: Grace, meter: Arc<Meter>) {
        use signal_hook::consts::{SIGHUP, TERM_SIGNALS};
        use signal_hook::iterator::Signals;

        // Whoever writes drops the sink when writing fails.
        let held = Arc::downgrade(&self.0);
        let (give, take) = std::sync::mpsc::channel();
        let is_watched = aside(move || {
            if let Ok(signals) = take.recv() {
                wait(signals, &held, grace, meter);
            }
        });
        if !is_watched {
            return;
        }
        let ignored = ignored();
        let ends = TERM_SIGNALS.iter().chain(&[SIGHUP]).filter(|s| ignored >> (**s - 1) & 1 == 0);
        if let Ok(signals) = Signals::new(ends) {
            let _ = give.send(signals);
        }
    }
}

#[cfg(unix)]
impl Held {
    /// Ends the process, if a signal has asked for that.
    fn heed(&self) {
        let signal = self.signal.load(Ordering::Acquire);
        if signal != 0 {
            // What was begun and cannot be put in its place is thrown away.
            drop(self.lock().take());
            end(signal);
        }
    }
}

/// Ends the process at the first signal, in order if that can be, and at the second one at once.
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
        // The search comes to its end, and ends the process, unless it waits for somebody.
        let since = std::time::Instant::now();
        while held.strong_count() > 0 && !meter.is_waiting() && since.elapsed() < GRACE {
            std::thread::sleep(LOOK);
        }
        if let Some(held) = held.upgrade() {
            held.heed();
        }
        end(signal);
    };
    if !aside(in_order) {
        end(signal);
    }
    if let Grace::Short = grace {
        aside(move || {
            std::thread::sleep(GRACE);
            end(signal);
        });
    }
    if let Some(again) = asked.next() {
        end(again);
    }
}

/// Ends the process as the signal does.
#[cfg(unix)]
fn end(signal: i32) {
    let _ = signal_hook::low_level::emulate_default_handler(signal);
}

/// Does something on a thread of its own; whether there could be one.
#[cfg(unix)]
fn aside(what: impl FnOnce() + Send + 'static) -> bool {
    std::thread::Builder::new().spawn(what).is_ok()
}

/// The signals, a bit each from the lowest, that whoever started this wants to be without effect, as `nohup`
/// does. Where the system does not say so in a file, there are none.
#[cfg(unix)]
fn ignored() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}

#[cfg(not(unix))]
impl Shared {
    /// The system ends the process.
    fn watch(&self, _: Grace, _: Arc<Meter>) {}
}

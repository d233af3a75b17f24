//! Being asked to end: the records that were begun are written to their end first.

use std::io;
#[cfg(unix)]
use std::sync::Weak;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::report::Sink;

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

/// The sink, which a signal does not end in the middle of what it writes: what it has taken is there
/// whole, or not at all. A second signal ends everything at once.
pub(super) fn whole(sink: Box<dyn Sink>, grace: Grace) -> Box<dyn Sink> {
    let sink = Shared(Arc::new(Mutex::new(Some(sink))));
    sink.watch(grace);
    Box::new(sink)
}

/// A sink, there until it has ended.
struct Shared(Arc<Held>);

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Option<Box<dyn Sink>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What a sink is held in.
type Held = Mutex<Option<Box<dyn Sink>>>;

impl Sink for Shared {
    fn take(&mut self, records: &[u8]) -> io::Result<()> {
        self.lock().as_mut().map_or(Ok(()), |sink| sink.take(records))
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        let mut sink = self.lock();
        sink.take().map_or(Ok(()), |sink| sink.finish())
    }
}

#[cfg(unix)]
impl Shared {
    /// Waits for a signal that asks to end, and ends as it would: whoever waits for this process is
    /// told the signal, and not an exit code. Where there can be no thread for that, the system ends the
    /// process.
    fn watch(&self, grace: Grace) {
        use signal_hook::consts::{SIGHUP, TERM_SIGNALS};
        use signal_hook::iterator::Signals;

        // Whoever writes drops the sink when writing fails.
        let sink: Weak<Held> = Arc::downgrade(&self.0);
        let (give, take) = std::sync::mpsc::channel();
        let is_watched = aside(move || {
            if let Ok(signals) = take.recv() {
                wait(signals, sink, grace);
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

/// Ends the process at the first signal, in order if that can be, and at the second one at once.
#[cfg(unix)]
fn wait(mut signals: signal_hook::iterator::Signals, sink: Weak<Held>, grace: Grace) {
    use signal_hook::low_level::emulate_default_handler;

    let mut asked = signals.forever();
    let Some(signal) = asked.next() else { return };
    let end = move || drop(emulate_default_handler(signal));
    let in_order = move || {
        let sink = sink.upgrade().map(Shared);
        let mut sink = sink.as_ref().map(Shared::lock);
        // What was begun and cannot be put in its place is thrown away.
        drop(sink.as_mut().and_then(|sink| sink.take()));
        end();
    };
    let after = move |grace| {
        std::thread::sleep(grace);
        end();
    };
    if !aside(in_order) {
        end();
    }
    if let Grace::Short = grace {
        aside(move || after(GRACE));
    }
    if let Some(again) = asked.next() {
        let _ = emulate_default_handler(again);
    }
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
    fn watch(&self, _: Grace) {}
}

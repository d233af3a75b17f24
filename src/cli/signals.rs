//! Being asked to end: the records that were begun are written to their end first.

use std::io;
#[cfg(unix)]
use std::sync::Weak;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::report::Sink;

/// The sink, which a signal does not end in the middle of what it writes: what it has taken is there
/// whole, or not at all. A second signal ends everything at once.
pub(super) fn whole(sink: Box<dyn Sink>) -> Box<dyn Sink> {
    let sink = Shared(Arc::new(Mutex::new(Some(sink))));
    sink.watch();
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
    /// told the signal, and not an exit code.
    fn watch(&self) {
        use signal_hook::consts::{SIGHUP, TERM_SIGNALS};
        use signal_hook::iterator::Signals;
        use signal_hook::low_level::emulate_default_handler;

        let ends = TERM_SIGNALS.iter().chain(&[SIGHUP]).filter(|signal| !is_ignored(**signal));
        let Ok(mut signals) = Signals::new(ends) else { return };
        // Whoever writes drops the sink when writing fails.
        let sink: Weak<Held> = Arc::downgrade(&self.0);
        std::thread::spawn(move || {
            let mut asked = signals.forever();
            let Some(signal) = asked.next() else { return };
            std::thread::spawn(move || {
                let sink = sink.upgrade().map(Shared);
                let mut sink = sink.as_ref().map(Shared::lock);
                // What was begun and cannot be put in its place is thrown away.
                drop(sink.as_mut().and_then(|sink| sink.take()));
                let _ = emulate_default_handler(signal);
            });
            if let Some(again) = asked.next() {
                let _ = emulate_default_handler(again);
            }
        });
    }
}

/// Whether whoever started this wants the signal to be without effect, as `nohup` does. Where the system
/// does not say so in a file, it is taken not to be.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    mask >> (signal - 1) & 1 == 1
}

#[cfg(not(unix))]
impl Shared {
    /// The system ends the process.
    fn watch(&self) {}
}

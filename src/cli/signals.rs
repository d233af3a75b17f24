//! Being asked to end: the records that were begun are written to their end first.

use std::io;
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
#[derive(Clone)]
struct Shared(Arc<Mutex<Option<Box<dyn Sink>>>>);

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Option<Box<dyn Sink>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

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
        use signal_hook::consts::TERM_SIGNALS;
        use signal_hook::iterator::Signals;
        use signal_hook::low_level::emulate_default_handler;

        let Ok(mut signals) = Signals::new(TERM_SIGNALS) else { return };
        let sink = self.clone();
        std::thread::spawn(move || {
            let mut asked = signals.forever();
            let Some(signal) = asked.next() else { return };
            std::thread::spawn(move || {
                let mut sink = sink.lock();
                // What was begun and cannot be put in its place is thrown away.
                drop(sink.take());
                let _ = emulate_default_handler(signal);
            });
            if let Some(again) = asked.next() {
                let _ = emulate_default_handler(again);
            }
        });
    }
}

#[cfg(not(unix))]
impl Shared {
    /// The system ends the process.
    fn watch(&self) {}
}

//! How much has been read, and whether more is to be.

use std::io::{self, Read};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The bytes that have been read of all sources so far, for whoever watches.
#[derive(Debug, Default)]
pub(crate) struct Meter {
    bytes: AtomicU64,
    is_stopped: AtomicBool,
    is_waiting: AtomicBool,
}

impl Meter {
    /// How many there are.
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    pub(super) fn add(&self, count: usize) {
        self.bytes.fetch_add(count as u64, Ordering::Relaxed);
    }

    /// Nobody wants anything more: no further read gives anything, and nothing that ends there is told.
    pub fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }

    /// Whether that is so.
    pub fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    /// Opens or reads what may have to be waited for. Only the job whose turn it is does that, after it has
    /// written all that it has.
    pub(super) fn wait<T>(&self, read: impl FnOnce() -> T) -> T {
        self.is_waiting.store(true, Ordering::Relaxed);
        let result = read();
        self.is_waiting.store(false, Ordering::Relaxed);
        result
    }

    /// Whether something is waited for, and nothing is left to be written before it.
    pub fn is_waiting(&self) -> bool {
        self.is_waiting.load(Ordering::Relaxed)
    }
}

/// A reader, and how much it has given.
pub(super) struct Metered<'m, R> {
    read: R,
    meter: &'m Meter,
    may_block: bool,
    given: u64,
}

impl<'m, R> Metered<'m, R> {
    /// Of what gives what it has.
    pub fn new(read: R, meter: &'m Meter) -> Self {
        Metered { read, meter, may_block: false, given: 0 }
    }

    /// The same, of what may have to be waited for.
    pub fn may_block(self, may_block: bool) -> Self {
        Metered { may_block, ..self }
    }

    /// How much it has given, in bytes.
    pub fn given(&self) -> u64 {
        self.given
    }
}

impl<R: Read> Read for Metered<'_, R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = match self.may_block {
            _ if self.meter.is_stopped() => 0,
            true => self.meter.wait(|| self.read.read(out))?,
            false => self.read.read(out)?,
        };
        self.given += count as u64;
        self.meter.add(count);
        Ok(count)
    }
}

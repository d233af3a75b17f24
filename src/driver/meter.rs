//! How much has been read, and whether more is to be.

use std::io::{self, Read};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The bytes that have been read of all sources so far, for whoever watches.
#[derive(Debug, Default)]
pub(crate) struct Meter {
    bytes: AtomicU64,
    is_stopped: AtomicBool,
}

impl Meter {
    /// How many there are.
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    pub(super) fn add(&self, count: usize) {
        self.bytes.fetch_add(count as u64, Ordering::Relaxed);
    }

    /// Nobody wants anything more: no further read gives anything.
    pub fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }

    /// Whether that is so.
    pub fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }
}

/// A reader, and how much it has given.
pub(super) struct Metered<'m, R> {
    read: R,
    meter: &'m Meter,
    given: u64,
}

impl<'m, R> Metered<'m, R> {
    pub fn new(read: R, meter: &'m Meter) -> Self {
        Metered { read, meter, given: 0 }
    }

    /// How much it has given, in bytes.
    pub fn given(&self) -> u64 {
        self.given
    }
}

impl<R: Read> Read for Metered<'_, R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = if self.meter.is_stopped() { 0 } else { self.read.read(out)? };
        self.given += count as u64;
        self.meter.add(count);
        Ok(count)
    }
}

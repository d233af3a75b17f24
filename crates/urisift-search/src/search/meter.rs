//! How much has been read, and whether to stop.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The bytes read of all sources so far, for a progress bar.
#[derive(Debug, Default)]
pub struct Meter {
    bytes: AtomicU64,
    is_stopped: AtomicBool,
    is_waiting: AtomicBool,
}

impl Meter {
    /// The bytes read so far.
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    pub(super) fn add(&self, count: usize) {
        self.bytes.fetch_add(count as u64, Ordering::Relaxed);
    }

    /// Stops the run: every further read returns EOF, and nothing that ends there is reported.
    pub fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }

    /// Returns `true` if the run is stopped.
    pub fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    /// Opens or reads something that may block. Only the job whose turn it is does this, after it has written
    /// all its results.
    pub(super) fn wait<T>(&self, read: impl FnOnce() -> T) -> T {
        self.is_waiting.store(true, Ordering::Relaxed);
        let result = read();
        self.is_waiting.store(false, Ordering::Relaxed);
        result
    }

    /// Returns `true` if a read may be blocked, with nothing left to write before it.
    pub fn is_waiting(&self) -> bool {
        self.is_waiting.load(Ordering::Relaxed)
    }
}

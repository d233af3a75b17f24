//! Counts the bytes that delimiting looks at, for the test that time is linear: unlike clocks, counts do
//! not depend on the machine. The stages before it look at each byte a few times. Only in tests and
//! fuzzing.

use std::cell::Cell;

thread_local! {
    static STEPS: Cell<u64> = const { Cell::new(0) };
}

/// Counts `bytes` more bytes.
pub(crate) fn add(bytes: usize) {
    STEPS.with(|steps| steps.set(steps.get() + bytes as u64));
}

/// How many bytes have been counted on this thread since the last call.
pub(crate) fn take() -> u64 {
    STEPS.with(|steps| steps.replace(0))
}

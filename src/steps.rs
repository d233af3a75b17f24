//! Counts the bytes that delimiting looks at, for the test of the law that time is linear: counts do not
//! depend on the machine, and clocks do. What comes before it looks at each byte a few times. In tests
//! alone.

use std::cell::Cell;

thread_local! {
    static STEPS: Cell<u64> = const { Cell::new(0) };
}

/// So many bytes have been looked at.
pub(crate) fn add(bytes: usize) {
    STEPS.with(|steps| steps.set(steps.get() + bytes as u64));
}

/// How many bytes have been looked at on this thread since it was asked last.
pub(crate) fn take() -> u64 {
    STEPS.with(|steps| steps.replace(0))
}

//! How much the tests do.

/// What `cargo test` has time for, or all with `URISIFT_TESTS=long`.
pub fn amount(usual: usize, long: usize) -> usize {
    match std::env::var_os("URISIFT_TESTS") {
        Some(tests) if tests == "long" => long,
        _ => usual,
    }
}

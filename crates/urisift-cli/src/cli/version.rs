//! The version of this build: its features, and what this machine has.

use super::sandbox::Sandbox;
use crate::scan::Tier;

/// The features that were built in, and those that were not.
pub(super) fn features() -> String {
    let with = |name, is_there| format!("{}{name}", if is_there { '+' } else { '-' });
    let features = [
        with("zstd", cfg!(feature = "zstd")),
        with("zstd-rust", cfg!(feature = "zstd-rust")),
        with("xz", cfg!(feature = "xz")),
        with("xz-rust", cfg!(feature = "xz-rust")),
        with("sqlite", cfg!(feature = "sqlite")),
        with("parquet", cfg!(feature = "parquet")),
    ];
    features.join(" ")
}

/// The version, the features, and what this machine has: the scanner that is used, and features of the kernel.
pub(super) fn long_version() -> String {
    let (version, tiers) = (env!("CARGO_PKG_VERSION"), Tier::all());
    let tiers: Vec<_> = tiers.into_iter().map(Tier::name).collect();
    let (features, chosen) = (features(), Tier::chosen().name());
    let (tiers, sandbox) = (tiers.join(", "), Sandbox::available());
    format!("{version}\nfeatures: {features}\nscanner:  {chosen} (of {tiers})\nsandbox:  {sandbox}")
}

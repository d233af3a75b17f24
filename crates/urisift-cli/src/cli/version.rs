//! The version and the features of this build.

use crate::scan::Tier;

/// The features that were built in, and those that were not.
pub(super) fn features() -> String {
    let with = |name, is_there| format!("{}{name}", if is_there { '+' } else { '-' });
    let features = [
        with("zstd", cfg!(feature = "zstd")),
        with("xz", cfg!(feature = "xz")),
        with("sqlite", cfg!(feature = "sqlite")),
        with("parquet", cfg!(feature = "parquet")),
    ];
    features.join(" ")
}

/// The version, the features, and the scanner that this machine uses.
pub(super) fn long() -> String {
    let (version, tiers) = (env!("CARGO_PKG_VERSION"), Tier::all());
    let tiers: Vec<_> = tiers.into_iter().map(Tier::name).collect();
    let (features, chosen) = (features(), Tier::chosen().name());
    format!("{version}\nfeatures: {features}\nscanner:  {chosen} (of {})", tiers.join(", "))
}

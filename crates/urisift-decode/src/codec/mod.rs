//! Decoders that take more than their crate has. Those of xz and zst are written in C: a build that does not have
//! one knows the format all the same, and says what it cannot unpack.

pub(super) mod gz;
pub(super) mod lz4;
#[cfg(not(all(feature = "zstd", feature = "xz")))]
mod missing;
pub(super) mod salvaged;
pub(super) mod xz;
pub(super) mod zst;

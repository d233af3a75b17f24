//! Decoders that add to what their crates do. Those of xz and zst are written in C: a build without them
//! still detects the format and reports what it cannot unpack.

pub(super) mod gz;
pub(super) mod lz4;
#[cfg(not(all(feature = "zstd", feature = "xz")))]
mod missing;
pub(super) mod salvaged;
pub(super) mod xz;
pub(super) mod zst;

//! Decoders that are written in C. A build that does not have one knows the format all the same, and says what it
//! cannot unpack.

#[cfg(not(all(feature = "zstd", feature = "xz")))]
mod missing;
pub(super) mod xz;
pub(super) mod zst;

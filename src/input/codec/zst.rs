//! Zstandard (RFC 8878).

use std::io::{self, BufRead};

/// Unpacks frames.
#[cfg(feature = "zstd")]
pub(in crate::input) type Decoder<R> = zstd::stream::read::Decoder<'static, R>;

/// Unpacks nothing.
#[cfg(not(feature = "zstd"))]
pub(in crate::input) type Decoder<R> = super::missing::Missing<R>;

/// Unpacks frame after frame.
///
/// # Errors
/// Where there is no memory for it, or no decoder.
#[cfg(feature = "zstd")]
pub(in crate::input) fn frames<R: BufRead>(read: R) -> io::Result<Decoder<R>> {
    Decoder::with_buffer(read)
}

/// Unpacks one frame, and takes no more than that.
///
/// # Errors
/// Where there is no memory for it, or no decoder.
#[cfg(feature = "zstd")]
pub(in crate::input) fn frame<R: BufRead>(read: R) -> io::Result<Decoder<R>> {
    Ok(Decoder::with_buffer(read)?.single_frame())
}

/// What the decoder reads.
#[cfg(feature = "zstd")]
pub(in crate::input) fn into_inner<R: BufRead>(decoder: Decoder<R>) -> R {
    decoder.finish()
}

#[cfg(not(feature = "zstd"))]
pub(in crate::input) fn frames<R: BufRead>(read: R) -> io::Result<Decoder<R>> {
    Decoder::start(read, "Zstandard")
}

#[cfg(not(feature = "zstd"))]
pub(in crate::input) use frames as frame;

#[cfg(not(feature = "zstd"))]
pub(in crate::input) fn into_inner<R: BufRead>(decoder: Decoder<R>) -> R {
    decoder.into_inner()
}

/// A frame, for tests.
#[cfg(all(test, feature = "zstd"))]
pub(in crate::input) fn packed(text: &[u8]) -> Vec<u8> {
    let mut encoder = zstd::stream::Encoder::new(vec![], 0).unwrap();
    encoder.include_checksum(true).unwrap();
    io::Write::write_all(&mut encoder, text).unwrap();
    encoder.finish().unwrap()
}

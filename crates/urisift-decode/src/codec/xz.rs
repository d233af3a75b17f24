//! The .xz format, version 1.

use std::io::{self, BufRead};

#[cfg(feature = "xz")]
use liblzma::bufread::XzDecoder;

#[cfg(feature = "xz")]
use super::Salvaged;

/// The most memory that unpacking may take, in bytes: `xz -9` needs 65 MiB.
#[cfg(feature = "xz")]
const MEMORY: u64 = 256 << 20;

/// Unpacks a stream.
#[cfg(feature = "xz")]
pub type Decoder<R> = Salvaged<XzDecoder<R>>;

/// Unpacks nothing.
#[cfg(not(feature = "xz"))]
pub type Decoder<R> = super::Missing<R>;

/// Unpacks one stream, and reads no further.
///
/// # Errors
/// If there is no memory for it, or no decoder.
#[cfg(feature = "xz")]
pub fn stream<R: BufRead>(read: R) -> io::Result<Decoder<R>> {
    let stream = liblzma::stream::Stream::new_stream_decoder(MEMORY, 0)?;
    Ok(Salvaged::new(XzDecoder::new_stream(read, stream)))
}

#[cfg(not(feature = "xz"))]
pub fn stream<R: BufRead>(read: R) -> io::Result<Decoder<R>> {
    Decoder::start(read, "XZ", "xz")
}

/// The inner reader.
pub fn into_inner<R: BufRead>(decoder: Decoder<R>) -> R {
    let decoder = decoder.into_inner();
    #[cfg(feature = "xz")]
    let decoder = decoder.into_inner();
    decoder
}

/// Packs a stream, for tests.
#[cfg(all(test, feature = "xz"))]
pub fn packed(text: &[u8]) -> Vec<u8> {
    let mut encoder = liblzma::write::XzEncoder::new(vec![], 0);
    io::Write::write_all(&mut encoder, text).unwrap();
    encoder.finish().unwrap()
}

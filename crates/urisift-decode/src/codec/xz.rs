//! The .xz format, version 1, and other formats of LZMA.

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

/// Unpacks what `lzma` packs: 13 bytes that describe the data, and the data.
///
/// # Errors
/// If there is no memory for it, or no decoder.
#[cfg(feature = "xz")]
pub fn alone<R: BufRead>(read: R) -> io::Result<Decoder<R>> {
    let stream = liblzma::stream::Stream::new_lzma_decoder(MEMORY)?;
    Ok(Salvaged::new(XzDecoder::new_stream(read, stream)))
}

#[cfg(not(feature = "xz"))]
pub fn alone<R: BufRead>(read: R) -> io::Result<Decoder<R>> {
    Decoder::start(read, "LZMA", "xz")
}

/// Unpacks one member of lzip.
///
/// # Errors
/// If there is no memory for it, or no decoder.
#[cfg(feature = "xz")]
pub fn lzip<R: BufRead>(read: R) -> io::Result<Decoder<R>> {
    let stream = liblzma::stream::Stream::new_lzip_decoder(MEMORY, 0)?;
    Ok(Salvaged::new(XzDecoder::new_stream(read, stream)))
}

#[cfg(not(feature = "xz"))]
pub fn lzip<R: BufRead>(read: R) -> io::Result<Decoder<R>> {
    Decoder::start(read, "lzip", "xz")
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

/// Packs as `lzma` does, for tests.
#[cfg(all(test, feature = "xz"))]
pub fn packed_alone(text: &[u8]) -> Vec<u8> {
    use liblzma::stream::{LzmaOptions, Stream};
    let stream = Stream::new_lzma_encoder(&LzmaOptions::new_preset(0).unwrap()).unwrap();
    let mut encoder = liblzma::write::XzEncoder::new_stream(vec![], stream);
    io::Write::write_all(&mut encoder, text).unwrap();
    encoder.finish().unwrap()
}

/// Packs a member of lzip, for tests.
#[cfg(all(test, feature = "xz"))]
pub fn packed_lzip(text: &[u8]) -> Vec<u8> {
    // The data without a header has the settings that lzip fixes; preset 0 has a window of 256 KiB.
    let data = &packed_alone(text)[13..];
    let mut crc = flate2::Crc::new();
    crc.update(text);
    let len = (data.len() + 26) as u64;
    let trailer =
        [&crc.sum().to_le_bytes()[..], &(text.len() as u64).to_le_bytes(), &len.to_le_bytes()];
    [&b"LZIP\x01\x12"[..], data, &trailer.concat()].concat()
}

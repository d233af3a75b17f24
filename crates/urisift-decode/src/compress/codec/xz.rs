//! The .xz format, version 1, and other formats of LZMA: in Rust, or else in C. Where both are fuzzed, in C.

#[cfg(all(test, feature = "xz"))]
use std::io;
use std::io::BufRead;

#[cfg(all(feature = "xz", any(fuzzing, not(feature = "xz-rust"))))]
pub use super::xz_c::{Decoder, alone, lzip, stream};
#[cfg(all(feature = "xz-rust", not(all(fuzzing, feature = "xz"))))]
pub use super::xz_rust::{Decoder, alone, lzip, stream};
#[cfg(not(any(feature = "xz", feature = "xz-rust")))]
pub use missing::{Decoder, alone, lzip, stream};

/// The most memory that decompression may take, in bytes: `xz -9` needs 65 MiB.
#[cfg(any(feature = "xz", feature = "xz-rust"))]
pub const MEMORY: usize = 256 << 20;

/// The inner reader, right after what has been decompressed.
pub fn into_inner<R: BufRead>(decoder: Decoder<R>) -> R {
    decoder.into_inner()
}

/// Decompresses nothing.
#[cfg(not(any(feature = "xz", feature = "xz-rust")))]
mod missing {
    use std::io::{self, BufRead};
    use std::rc::Rc;

    use crate::compress::codec::Missing;
    use crate::core::budget::Budget;

    pub type Decoder<R> = Missing<R>;

    pub fn stream<R: BufRead>(read: R, _: &Rc<Budget>) -> io::Result<Decoder<R>> {
        Decoder::start(read, "XZ", "xz")
    }

    pub fn alone<R: BufRead>(read: R, _: &Rc<Budget>) -> io::Result<Decoder<R>> {
        Decoder::start(read, "LZMA", "xz")
    }

    pub fn lzip<R: BufRead>(read: R, _: &Rc<Budget>) -> io::Result<Decoder<R>> {
        Decoder::start(read, "lzip", "xz")
    }
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

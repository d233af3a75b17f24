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

/// The most memory that unpacking may take, in bytes: `xz -9` needs 65 MiB.
#[cfg(any(feature = "xz", feature = "xz-rust"))]
pub const MEMORY: usize = 256 << 20;

/// The inner reader, right after what has been unpacked.
pub fn into_inner<R: BufRead>(decoder: Decoder<R>) -> R {
    decoder.into_inner()
}

/// What the decoders in C and in Rust make of the bytes, in this order, and whether a fault ends it.
#[cfg(all(fuzzing, feature = "xz", feature = "xz-rust"))]
pub fn in_c_and_in_rust(format: &str, bytes: &[u8]) -> [(Vec<u8>, std::io::Result<()>); 2] {
    use super::{xz_c, xz_rust};
    use std::io::{self, Read};

    /// Longer than what the fuzzer packs, and no bomb.
    const MOST: u64 = 1 << 20;
    fn unpacked<D: Read>(decoder: io::Result<D>) -> (Vec<u8>, io::Result<()>) {
        let mut out = Vec::new();
        let end = decoder.and_then(|decoder| decoder.take(MOST).read_to_end(&mut out));
        (out, end.map(drop))
    }
    let budget = &std::rc::Rc::default();
    match format {
        "xz" => [unpacked(xz_c::stream(bytes, budget)), unpacked(xz_rust::stream(bytes, budget))],
        "lzma" => [unpacked(xz_c::alone(bytes, budget)), unpacked(xz_rust::alone(bytes, budget))],
        "lz" => [unpacked(xz_c::lzip(bytes, budget)), unpacked(xz_rust::lzip(bytes, budget))],
        other => panic!("{other} is no format of LZMA"),
    }
}

/// Unpacks nothing.
#[cfg(not(any(feature = "xz", feature = "xz-rust")))]
mod missing {
    use std::io::{self, BufRead};
    use std::rc::Rc;

    use crate::budget::Budget;
    use crate::codec::Missing;

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

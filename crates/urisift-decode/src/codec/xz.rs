//! The .xz format, version 1, and other formats of LZMA.

#[cfg(feature = "xz")]
use std::io::Read;
use std::io::{self, BufRead};
use std::rc::Rc;

#[cfg(feature = "xz")]
use liblzma::{bufread::XzDecoder, stream::Stream};

#[cfg(feature = "xz")]
use super::Salvaged;
use crate::budget::Budget;
#[cfg(feature = "xz")]
use crate::budget::Memory;

/// The most memory that unpacking may take, in bytes: `xz -9` needs 65 MiB.
#[cfg(feature = "xz")]
const MEMORY: usize = 256 << 20;

/// Unpacks a stream.
#[cfg(feature = "xz")]
pub struct Decoder<R> {
    decoder: Salvaged<XzDecoder<R>>,
    memory: Memory,
    /// How much of it the decoder may take.
    limit: usize,
}

#[cfg(feature = "xz")]
impl<R: BufRead> Decoder<R> {
    /// The decoder takes its memory as its headers say: most of what there is, since the size is not known before.
    fn start(
        read: R,
        budget: &Rc<Budget>,
        stream: impl FnOnce(u64) -> Result<Stream, liblzma::stream::Error>,
    ) -> io::Result<Self> {
        let mut memory = Memory::of(budget);
        let limit = MEMORY.min(memory.left() / 4 * 3);
        memory.take(limit)?;
        let decoder = Salvaged::new(XzDecoder::new_stream(read, stream(limit as u64)?));
        Ok(Decoder { decoder, memory, limit })
    }
}

#[cfg(feature = "xz")]
impl<R: BufRead> Read for Decoder<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        use liblzma::stream::Error;
        self.decoder.read(out).map_err(|error| {
            let inner = error.get_ref().and_then(|inner| inner.downcast_ref());
            let is_limit = self.limit < MEMORY && matches!(inner, Some(Error::MemLimit));
            if is_limit { self.memory.too_much(self.limit) } else { error }
        })
    }
}

/// Unpacks nothing.
#[cfg(not(feature = "xz"))]
pub type Decoder<R> = super::Missing<R>;

/// Unpacks one stream, and reads no further.
///
/// # Errors
/// If there is no memory for it, or no decoder.
#[cfg(feature = "xz")]
pub fn stream<R: BufRead>(read: R, budget: &Rc<Budget>) -> io::Result<Decoder<R>> {
    Decoder::start(read, budget, |limit| Stream::new_stream_decoder(limit, 0))
}

#[cfg(not(feature = "xz"))]
pub fn stream<R: BufRead>(read: R, _: &Rc<Budget>) -> io::Result<Decoder<R>> {
    Decoder::start(read, "XZ", "xz")
}

/// Unpacks what `lzma` packs: 13 bytes that describe the data, and the data.
///
/// # Errors
/// If there is no memory for it, or no decoder.
#[cfg(feature = "xz")]
pub fn alone<R: BufRead>(read: R, budget: &Rc<Budget>) -> io::Result<Decoder<R>> {
    Decoder::start(read, budget, Stream::new_lzma_decoder)
}

#[cfg(not(feature = "xz"))]
pub fn alone<R: BufRead>(read: R, _: &Rc<Budget>) -> io::Result<Decoder<R>> {
    Decoder::start(read, "LZMA", "xz")
}

/// Unpacks one member of lzip.
///
/// # Errors
/// If there is no memory for it, or no decoder.
#[cfg(feature = "xz")]
pub fn lzip<R: BufRead>(read: R, budget: &Rc<Budget>) -> io::Result<Decoder<R>> {
    Decoder::start(read, budget, |limit| Stream::new_lzip_decoder(limit, 0))
}

#[cfg(not(feature = "xz"))]
pub fn lzip<R: BufRead>(read: R, _: &Rc<Budget>) -> io::Result<Decoder<R>> {
    Decoder::start(read, "lzip", "xz")
}

/// The inner reader.
pub fn into_inner<R: BufRead>(decoder: Decoder<R>) -> R {
    #[cfg(feature = "xz")]
    let decoder = decoder.decoder.into_inner();
    decoder.into_inner()
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

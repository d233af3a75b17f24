//! The formats of `xz.rs`, by the library of XZ Utils, in C.

use std::io::{self, BufRead, Read};
use std::rc::Rc;

use liblzma::bufread::XzDecoder;
use liblzma::stream::{Error, Stream};

use super::Salvaged;
use super::xz::MEMORY;
use crate::core::budget::{Budget, Memory};

/// Decompresses a stream.
pub struct Decoder<R> {
    decoder: Salvaged<XzDecoder<R>>,
    memory: Memory,
    /// How much of it the decoder may take.
    limit: usize,
}

impl<R: BufRead> Decoder<R> {
    /// The decoder takes its memory as its headers say: most of what there is, since the size is not known before.
    fn start(
        read: R,
        budget: &Rc<Budget>,
        stream: impl FnOnce(u64) -> Result<Stream, Error>,
    ) -> io::Result<Self> {
        let mut memory = Memory::of(budget);
        let limit = MEMORY.min(memory.left() / 4 * 3);
        memory.take(limit)?;
        let decoder = Salvaged::new(XzDecoder::new_stream(read, stream(limit as u64)?));
        Ok(Decoder { decoder, memory, limit })
    }

    /// The inner reader.
    pub fn into_inner(self) -> R {
        self.decoder.into_inner().into_inner()
    }
}

impl<R: BufRead> Read for Decoder<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.decoder.read(out).map_err(|error| {
            let inner = error.get_ref().and_then(|inner| inner.downcast_ref());
            let is_limit = self.limit < MEMORY && matches!(inner, Some(Error::MemLimit));
            if is_limit { self.memory.too_much(self.limit) } else { error }
        })
    }
}

/// Decompresses one stream, and reads no further.
///
/// # Errors
/// If there is no memory for it.
pub fn stream<R: BufRead>(read: R, budget: &Rc<Budget>) -> io::Result<Decoder<R>> {
    Decoder::start(read, budget, |limit| Stream::new_stream_decoder(limit, 0))
}

/// Decompresses what `lzma` compresses: 13 bytes that describe the data, and the data.
///
/// # Errors
/// If there is no memory for it.
pub fn alone<R: BufRead>(read: R, budget: &Rc<Budget>) -> io::Result<Decoder<R>> {
    Decoder::start(read, budget, Stream::new_lzma_decoder)
}

/// Decompresses one member of lzip.
///
/// # Errors
/// If there is no memory for it.
pub fn lzip<R: BufRead>(read: R, budget: &Rc<Budget>) -> io::Result<Decoder<R>> {
    Decoder::start(read, budget, |limit| Stream::new_lzip_decoder(limit, 0))
}

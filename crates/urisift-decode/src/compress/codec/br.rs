//! Brotli (RFC 7932).

use std::io::{self, Read};
use std::rc::Rc;

use brotli_decompressor::{BrotliDecoderParameter, Decompressor};

use crate::core::budget::{Budget, Memory};

/// How many bytes are decompressed at a time.
const BUFFER: usize = 8 << 10;

/// The most memory that a decoder takes, in bytes: its window, and tables.
const MEMORY: usize = 17 << 20;

/// Decompresses a stream.
pub struct Decoder<R: Read> {
    decoder: Decompressor<R>,
    _memory: Memory,
}

/// Decompresses a stream with a window of at most 16 MiB: larger ones would cost too much memory. It may read beyond
/// the end.
///
/// # Errors
/// If there is no memory for it.
pub fn stream<R: Read>(read: R, budget: &Rc<Budget>) -> io::Result<Decoder<R>> {
    let mut memory = Memory::of(budget);
    memory.take(MEMORY)?;
    let mut decoder = Decompressor::new(read, BUFFER);
    decoder.set_parameter(BrotliDecoderParameter::BROTLI_DECODER_PARAM_LARGE_WINDOW, 0);
    Ok(Decoder { decoder, _memory: memory })
}

impl<R: Read> Read for Decoder<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.decoder.read(out)
    }
}

//! Brotli (RFC 7932).

use std::io::Read;

use brotli_decompressor::{BrotliDecoderParameter, Decompressor};

/// How many bytes are unpacked at a time.
const BUFFER: usize = 8 << 10;

/// Unpacks a stream with a window of at most 16 MiB: larger ones would cost too much memory. It may read beyond
/// the end.
pub fn stream<R: Read>(read: R) -> Decompressor<R> {
    let mut decoder = Decompressor::new(read, BUFFER);
    decoder.set_parameter(BrotliDecoderParameter::BROTLI_DECODER_PARAM_LARGE_WINDOW, 0);
    decoder
}

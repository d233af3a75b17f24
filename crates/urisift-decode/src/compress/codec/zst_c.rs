//! Frames of Zstandard in C, block by block: one call for several would lose those before a broken one.

use std::io;

use zstd::stream::raw::{Decoder, InBuffer, Operation, OutBuffer};

use super::zst::{Step, Unpack};

/// The length of a block header (RFC 8878 3.1.1.2).
const HEADER: usize = 3;

/// The memory of a decoder in addition to its window, in bytes.
const DECODER: usize = 1 << 20;

/// Decompresses a frame.
pub(crate) struct Unpacker(Decoder<'static>);

/// How many bytes are wanted of those that the decoder asks for. With a block it asks for the next header too, which is not
/// part of what fails. No header follows the last block, and its end may fail, which loses what was read with it: so that
/// is always one byte.
fn wanted(asked: usize) -> usize {
    if asked > HEADER { asked - HEADER } else { asked.min(1) }
}

impl Unpack for Unpacker {
    fn new() -> io::Result<Self> {
        Decoder::new().map(Unpacker)
    }

    fn with_dictionary(dictionary: &[u8]) -> io::Result<Self> {
        Decoder::with_dictionary(dictionary).map(Unpacker)
    }

    fn memory(window: usize) -> usize {
        window.saturating_add(DECODER)
    }

    fn start(&mut self, header: &[u8]) -> io::Result<usize> {
        self.0.reinit()?;
        let asked = self.0.run_on_buffers(header, &mut [])?.remaining;
        Ok(wanted(asked))
    }

    fn step(&mut self, packed: &[u8], out: &mut [u8]) -> Step {
        let (mut input, mut output) = (InBuffer::around(packed), OutBuffer::around(out));
        let result = self.0.run(&mut input, &mut output);
        // A broken block is consumed: if it came in pieces, the first ones already were.
        let taken = if result.is_ok() { input.pos() } else { packed.len() };
        Step { taken, made: output.pos(), wanted: result.map(wanted) }
    }
}

//! Deflate64: Deflate with a window of 64 KiB, and longer matches (APPNOTE 4.4.5, method 9).

use std::io::{self, BufRead, ErrorKind, Read};

use deflate64::InflaterManaged;

/// Decompresses a stream.
pub struct Decoder<R> {
    read: R,
    inflater: Box<InflaterManaged>,
    /// A fault, to be returned by the next read.
    is_broken: bool,
}

impl<R: BufRead> Decoder<R> {
    pub fn new(read: R) -> Self {
        Decoder { read, inflater: Box::new(InflaterManaged::new()), is_broken: false }
    }
}

impl<R: BufRead> Read for Decoder<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        while !self.is_broken && !out.is_empty() {
            let packed = self.read.fill_buf()?;
            let is_at_end = packed.is_empty();
            let step = self.inflater.inflate(packed, out);
            self.read.consume(step.bytes_consumed);
            self.is_broken = step.data_error;
            if step.bytes_written > 0 || self.inflater.finished() && !step.data_error {
                return Ok(step.bytes_written);
            }
            if is_at_end {
                return Err(ErrorKind::UnexpectedEof.into());
            }
        }
        match out.is_empty() {
            true => Ok(0),
            false => Err(io::Error::new(ErrorKind::InvalidData, "invalid Deflate64 data")),
        }
    }
}

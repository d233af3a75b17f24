//! Frames of LZ4. The crate's decoder takes a frame truncated before a block for a whole one.

use std::io::{self, ErrorKind, Read};

use lz4_flex::frame::FrameDecoder;

/// Decompresses one frame, and reads no further.
pub struct Decoder<R: Read>(FrameDecoder<Watched<R>>);

impl<R: Read> Decoder<R> {
    pub fn new(reader: R) -> Self {
        Decoder(FrameDecoder::new(Watched { reader, has_ended: false }))
    }

    pub fn into_inner(self) -> R {
        self.0.into_inner().reader
    }
}

impl<R: Read> Read for Decoder<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        match self.0.read(out)? {
            // The decoder reads nothing after the end mark of a frame.
            0 if !out.is_empty() && self.0.get_ref().has_ended => {
                Err(ErrorKind::UnexpectedEof.into())
            }
            count => Ok(count),
        }
    }
}

/// A reader that records whether more was asked for than there is.
struct Watched<R> {
    reader: R,
    has_ended: bool,
}

impl<R: Read> Read for Watched<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = self.reader.read(out)?;
        self.has_ended |= count == 0 && !out.is_empty();
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn a_frame_that_is_cut_anywhere_is_no_whole_one() {
        let mut encoder = lz4_flex::frame::FrameEncoder::new(vec![]);
        encoder.write_all(&b"text ".repeat(20_000)).unwrap();
        let packed = encoder.finish().unwrap();
        for len in 1..packed.len() {
            let mut decoder = Decoder::new(&packed[..len]);
            assert!(io::copy(&mut decoder, &mut io::sink()).is_err(), "{len} bytes");
        }
        assert_eq!(io::copy(&mut Decoder::new(&*packed), &mut io::sink()).unwrap(), 100_000);
    }
}

//! The compressed JSON of Mozilla's programs: a magic number, the size of the text, and one block of LZ4 ("LZ4 Block
//! Format Description"), of any length. It is read in steps: crates for LZ4 need the whole block in memory.

use std::io::{self, BufRead, ErrorKind, Read};

/// How a file starts.
pub const MAGIC: &[u8] = b"mozLz40\0";

/// How far back a match reaches, and how much text is held at most, in bytes.
const WINDOW: usize = 64 << 10;
const HELD: usize = 4 * WINDOW;
/// How much a step adds at most.
const STEP: usize = 32 << 10;
/// The shortest match.
const SHORTEST: u64 = 4;

/// What comes next in the block.
#[derive(Clone, Copy)]
enum Next {
    /// The lengths of a literal and of the match after it.
    Token,
    /// The rest of a literal, as a length in bytes; then a match whose length starts with these four bits.
    Literal(u64, u8),
    /// The rest of a match, as a length in bytes, and how far back it starts.
    Match(u64, usize),
}

/// Decompresses a file.
pub struct Decoder<R> {
    read: R,
    /// How much of the text is not made yet.
    left: u64,
    next: Next,
    /// The last of the text, and how much of that has been returned.
    text: Vec<u8>,
    returned: usize,
}

impl<R: BufRead> Decoder<R> {
    /// # Errors
    /// If the header is not whole.
    pub fn new(mut read: R) -> io::Result<Self> {
        let mut header = [0; MAGIC.len() + 4];
        read.read_exact(&mut header)?;
        let size = header.last_chunk().map_or(0, |size| u32::from_le_bytes(*size));
        Ok(Decoder { read, left: size.into(), next: Next::Token, text: Vec::new(), returned: 0 })
    }

    fn byte(&mut self) -> io::Result<u8> {
        let mut byte = [0];
        self.read.read_exact(&mut byte)?;
        Ok(byte[0])
    }

    /// A length that starts with these four bits.
    fn length(&mut self, bits: u8) -> io::Result<u64> {
        let mut length = u64::from(bits);
        let mut more = bits == 15;
        while more {
            let byte = self.byte()?;
            length += u64::from(byte);
            more = byte == 255;
        }
        Ok(length)
    }

    /// Makes some of the text, or reads what describes it.
    fn step(&mut self) -> io::Result<()> {
        let room = self.left.min(STEP as u64);
        self.next = match self.next {
            Next::Token => {
                let token = self.byte()?;
                Next::Literal(self.length(token >> 4)?, token & 0xf)
            }
            Next::Literal(0, bits) => {
                let offset = usize::from(u16::from_le_bytes([self.byte()?, self.byte()?]));
                if offset == 0 || offset > self.text.len() {
                    return Err(io::Error::new(
                        ErrorKind::InvalidData,
                        "a match starts before the text",
                    ));
                }
                Next::Match(SHORTEST + self.length(bits)?, offset)
            }
            Next::Literal(left, bits) => {
                let bytes = self.read.fill_buf()?;
                let count = left.min(room).min(bytes.len() as u64);
                if count == 0 {
                    return Err(ErrorKind::UnexpectedEof.into());
                }
                self.text.extend_from_slice(&bytes[..count as usize]);
                self.read.consume(count as usize);
                self.left -= count;
                Next::Literal(left - count, bits)
            }
            Next::Match(0, _) => Next::Token,
            Next::Match(left, offset) => {
                let count = left.min(room);
                for _ in 0..count {
                    self.text.push(self.text[self.text.len() - offset]);
                }
                self.left -= count;
                Next::Match(left - count, offset)
            }
        };
        Ok(())
    }
}

impl<R: BufRead> Read for Decoder<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        while self.returned == self.text.len() {
            if out.is_empty() || self.left == 0 {
                return Ok(0);
            }
            if self.text.len() > HELD {
                self.text.drain(..self.text.len() - WINDOW);
                self.returned = self.text.len();
            }
            self.step()?;
        }
        let count = (&self.text[self.returned..]).read(out)?;
        self.returned += count;
        Ok(count)
    }
}

/// Packs a text, for tests.
#[cfg(test)]
pub fn packed(text: &[u8]) -> Vec<u8> {
    [MAGIC, &lz4_flex::block::compress_prepend_size(text)].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::all_of;

    #[test]
    fn texts_of_any_length() {
        let runs: Vec<u8> = (0..400_000_u32)
            .map(|at| if at / 9999 % 2 == 0 { b'x' } else { (at.wrapping_mul(at) >> 7) as u8 })
            .collect();
        for len in [0, 1, 3, 4, 14, 15, 16, 270, 65_535, 65_536, 200_000, runs.len()] {
            let text = &runs[..len];
            assert!(all_of(Decoder::new(&packed(text)[..]).unwrap()) == text, "{len}");
        }
    }

    #[test]
    fn what_is_broken_is_told() {
        let whole = packed(&b"http://a.example/ ".repeat(99));
        let read = |bytes: &[u8]| {
            let mut out = Vec::new();
            let end = Decoder::new(bytes).and_then(|mut decoder| decoder.read_to_end(&mut out));
            (out, end.map_err(|error| error.kind()).err())
        };
        assert_eq!(read(&whole[..whole.len() - 1]).1, Some(ErrorKind::UnexpectedEof));
        let mut broken = whole.clone();
        // The first match starts before the text.
        let at = memchr::memmem::find(&whole, b"example/ ").unwrap() + 9;
        broken[at..at + 2].fill(0xff);
        let (text, end) = read(&broken);
        assert_eq!((&text[..17], end), (&b"http://a.example/"[..], Some(ErrorKind::InvalidData)));
        assert!(Decoder::new(&whole[..9]).is_err());
    }
}

//! The frame format of Snappy ("Snappy framing format", 2013).

use std::io::{self, BufRead, ErrorKind, Read};

/// How a stream starts: a chunk of that type and length.
pub const MAGIC: &[u8] = b"\xff\x06\0\0sNaPpY";

/// The longest text of a chunk, in bytes (4.2).
const LONGEST: usize = 64 << 10;

/// Decompresses a stream, and reads no further than its last chunk.
pub struct Decoder<R> {
    read: R,
    decoder: snap::raw::Decoder,
    /// The chunk that was read last, compressed.
    packed: Vec<u8>,
    /// What is in it, and how much of that has been returned.
    text: Vec<u8>,
    returned: usize,
}

impl<R: BufRead> Decoder<R> {
    pub fn new(read: R) -> Self {
        let decoder = snap::raw::Decoder::new();
        let (packed, text, returned) = Default::default();
        Decoder { read, decoder, packed, text, returned }
    }

    pub fn into_inner(self) -> R {
        self.read
    }

    /// Reads the next chunk into the text; returns whether there was one.
    fn step(&mut self) -> io::Result<bool> {
        (self.returned, self.text) = (0, std::mem::take(&mut self.text));
        self.text.clear();
        let kind = match self.read.fill_buf()?.first() {
            None => return Ok(false),
            // No chunk of a stream.
            Some(2..=0x7f) => return Ok(false),
            Some(kind) => *kind,
        };
        let mut header = [0; 4];
        self.read.read_exact(&mut header)?;
        if header == [0; 4] {
            // Padding between files.
            return Ok(false);
        }
        let len = u64::from(u32::from_le_bytes(header) >> 8);
        match kind {
            0 | 1 => self.chunk(kind == 0, len)?,
            0xff => {
                let mut name = [0; MAGIC.len() - 4];
                self.read.read_exact(&mut name)?;
                if [&header[..], &name].concat() != MAGIC {
                    return Err(io::Error::new(
                        ErrorKind::InvalidData,
                        "expected a stream identifier",
                    ));
                }
            }
            _ if io::copy(&mut (&mut self.read).take(len), &mut io::sink())? < len => {
                return Err(ErrorKind::UnexpectedEof.into());
            }
            _ => {}
        }
        Ok(true)
    }

    /// Reads a chunk of `len` bytes: the checksum of its text (3), and the text.
    fn chunk(&mut self, is_packed: bool, len: u64) -> io::Result<()> {
        let invalid = |what: &str| io::Error::new(ErrorKind::InvalidData, what);
        let longest = 4 + snap::raw::max_compress_len(LONGEST) as u64;
        if !(4..=longest).contains(&len) {
            return Err(invalid("invalid chunk length"));
        }
        self.packed.clear();
        (&mut self.read).take(len).read_to_end(&mut self.packed)?;
        if self.packed.len() as u64 != len {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        let (sum, data) = self.packed.split_at(4);
        if is_packed {
            let len = snap::raw::decompress_len(data).unwrap_or(usize::MAX);
            if len > LONGEST {
                return Err(invalid("invalid chunk length"));
            }
            self.text.resize(len, 0);
            let made = self.decoder.decompress(data, &mut self.text);
            made.inspect_err(|_| self.text.clear()).map_err(|error| invalid(&error.to_string()))?;
        } else {
            self.text.extend_from_slice(data);
        }
        match masked(crc32c(&self.text)).to_le_bytes() == sum {
            true => Ok(()),
            false => Err(invalid("checksum mismatch")),
        }
    }
}

impl<R: BufRead> Read for Decoder<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        while self.returned == self.text.len() {
            if out.is_empty() || !self.step()? {
                return Ok(0);
            }
        }
        let count = (&self.text[self.returned..]).read(out)?;
        self.returned += count;
        Ok(count)
    }
}

/// A checksum as it is stored (3).
fn masked(sum: u32) -> u32 {
    sum.rotate_right(15).wrapping_add(0xa282_ead8)
}

/// The checksums of single bytes.
const SUMS: [u32; 256] = {
    let mut sums = [0; 256];
    let mut at = 0;
    while at < 256 {
        let (mut sum, mut bit) = (at as u32, 0);
        while bit < 8 {
            sum = (sum >> 1) ^ (0x82f6_3b78 * (sum & 1));
            bit += 1;
        }
        sums[at] = sum;
        at += 1;
    }
    sums
};

/// CRC-32C (RFC 3720 12.1).
fn crc32c(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |sum, byte| (sum >> 8) ^ SUMS[usize::from(sum as u8 ^ byte)])
}

/// Packs a stream, for tests.
#[cfg(test)]
pub fn packed(text: &[u8]) -> Vec<u8> {
    let mut encoder = snap::write::FrameEncoder::new(vec![]);
    io::Write::write_all(&mut encoder, text).unwrap();
    let packed = encoder.into_inner().unwrap();
    if packed.is_empty() { MAGIC.to_vec() } else { packed }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_of_all_kinds() {
        let packed = packed(b"text");
        let kinds = [&b"\xfe\x02\0\0??"[..], b"\x80\0\0\0", &packed[10..]].concat();
        let bytes = [&packed, &kinds, &b"behind"[..]].concat();
        let mut decoder = Decoder::new(&bytes[..]);
        let mut text = String::new();
        decoder.read_to_string(&mut text).unwrap();
        assert_eq!((text.as_str(), decoder.into_inner()), ("texttext", &b"behind"[..]));
    }

    #[test]
    fn what_is_broken_is_told() {
        let packed = packed(b"0123456789 and 0123456789, and abcdefgh");
        for at in (1..packed.len()).filter(|at| *at != 10) {
            let mut broken = packed.clone();
            broken[at] ^= 0x11;
            assert!(io::copy(&mut Decoder::new(&broken[..]), &mut io::sink()).is_err(), "{at}");
        }
        assert_eq!(crc32c(b"123456789"), 0xe306_9283);
    }
}

//! Compressed RTF (MS-OXRTFCP): LZ77 with a dictionary that is known before the first byte.

use std::io::{self, Read};

/// The length of the dictionary, which is a ring.
const RING: usize = 4096;
/// What is in it at first (MS-OXRTFCP 2.1.2.1).
const START: &[u8] = b"{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \
\\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \
\\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx";
/// The length of the header: two sizes, the type and a checksum.
const HEADER: usize = 16;

/// Decompresses a stream.
pub(super) struct Lzfu<R> {
    read: R,
    /// The type in the header, once that is read.
    kind: Option<Kind>,
    ring: Vec<u8>,
    /// Where the next byte of the output is put.
    at: usize,
    /// What the next items are, a bit each, and how many of the bits are left.
    flags: u8,
    count: u8,
    /// The reference that is copied: its place and how many bytes are left.
    from: usize,
    copies: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Packed,
    /// Stored as it is.
    Stored,
    /// Nothing follows.
    End,
}

impl<R: Read> Lzfu<R> {
    pub fn new(read: R) -> Self {
        let mut ring = START.to_vec();
        ring.resize(RING, 0);
        let at = START.len();
        Lzfu { read, kind: None, ring, at, flags: 0, count: 0, from: 0, copies: 0 }
    }

    fn kind(&mut self) -> io::Result<Kind> {
        if let Some(kind) = self.kind {
            return Ok(kind);
        }
        let mut header = [0; HEADER];
        self.read.read_exact(&mut header)?;
        let kind = match &header[8..12] {
            b"LZFu" => Kind::Packed,
            b"MELA" => Kind::Stored,
            _ => return Err(io::Error::new(io::ErrorKind::InvalidData, "invalid compressed RTF")),
        };
        self.kind = Some(kind);
        Ok(kind)
    }

    fn byte(&mut self) -> io::Result<u8> {
        let mut byte = [0];
        self.read.read_exact(&mut byte)?;
        Ok(byte[0])
    }

    /// The next byte of the output; none at the end.
    fn next(&mut self) -> io::Result<Option<u8>> {
        while self.copies == 0 {
            if self.count == 0 {
                (self.flags, self.count) = (self.byte()?, 8);
            }
            let is_reference = self.flags & 1 > 0;
            (self.flags, self.count) = (self.flags >> 1, self.count - 1);
            if !is_reference {
                let byte = self.byte()?;
                return Ok(Some(self.push(byte)));
            }
            let reference = usize::from(u16::from_be_bytes([self.byte()?, self.byte()?]));
            (self.from, self.copies) = (reference >> 4, (reference & 0xf) + 2);
            // A reference to the place itself ends it.
            if self.from == self.at {
                self.kind = Some(Kind::End);
                return Ok(None);
            }
        }
        let byte = self.ring[self.from];
        (self.from, self.copies) = ((self.from + 1) % RING, self.copies - 1);
        Ok(Some(self.push(byte)))
    }

    fn push(&mut self, byte: u8) -> u8 {
        self.ring[self.at] = byte;
        self.at = (self.at + 1) % RING;
        byte
    }
}

impl<R: Read> Read for Lzfu<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        match self.kind()? {
            Kind::Packed => {}
            Kind::Stored => return self.read.read(out),
            Kind::End => return Ok(0),
        }
        for (at, slot) in out.iter_mut().enumerate() {
            match self.next() {
                Ok(Some(byte)) => *slot = byte,
                // The error is there again in the next call.
                Ok(None) => return Ok(at),
                Err(_) if at > 0 => return Ok(at),
                Err(error) => return Err(error),
            }
        }
        Ok(out.len())
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Text as it is stored by a packer that finds no repetitions.
    pub fn packed(text: &[u8]) -> Vec<u8> {
        let mut data = Vec::new();
        for items in text.chunks(8) {
            let last = items.len() < 8;
            data.push(if last { 1 << items.len() } else { 0 });
            data.extend(items);
        }
        if text.len().is_multiple_of(8) {
            data.push(1);
        }
        let end = ((START.len() + text.len()) % RING) as u16;
        data.extend((end << 4).to_be_bytes());
        with_header(b"LZFu", text.len(), &data)
    }

    fn with_header(kind: &[u8], raw: usize, data: &[u8]) -> Vec<u8> {
        let len = (data.len() as u32 + 12).to_le_bytes();
        [&len[..], &(raw as u32).to_le_bytes(), kind, &[0; 4], data].concat()
    }

    fn unpacked(bytes: &[u8]) -> (String, bool) {
        let mut out = Vec::new();
        let result = Lzfu::new(bytes).read_to_end(&mut out);
        (String::from_utf8_lossy(&out).into_owned(), result.is_ok())
    }

    #[test]
    fn examples_of_the_specification() {
        assert_eq!(START.len(), 207);
        // MS-OXRTFCP 3.1 and 3.2.
        let simple =
            b"\x2d\0\0\0\x2b\0\0\0LZFu\xf1\xc5\xc7\xa7\x03\0\x0a\0rcpg125\x42\x32\x0a\xf3 hel\
            \x09\0 bw\x05\xb0ld}\x0a\x80\x0f\xa0";
        assert_eq!(
            unpacked(simple),
            ("{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n".into(), true)
        );
        let crossing =
            b"\x1a\0\0\0\x1c\0\0\0LZFu\xe2\xd4\x4b\x51\x41\0\x04\x20WXYZ\x0d\x6e\x7d\x01\x0e\xb0";
        assert_eq!(unpacked(crossing), ("{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}".into(), true));
    }

    #[test]
    fn what_is_stored_or_broken() {
        for text in ["", "abcdefg", "abcdefgh", &"{\\rtf1 x}".repeat(999)] {
            assert_eq!(unpacked(&packed(text.as_bytes())), (text.to_owned(), true));
        }
        assert_eq!(unpacked(&with_header(b"MELA", 3, b"abc")), ("abc".into(), true));
        assert_eq!(unpacked(&with_header(b"LZMA", 3, b"abc")), (String::new(), false));
        assert_eq!(unpacked(&packed(b"abcdefgh")[..20]), ("abc".into(), false));
        assert_eq!(unpacked(b"abc"), (String::new(), false));
    }
}

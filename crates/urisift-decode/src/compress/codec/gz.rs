//! Members of gzip (RFC 1952). Only deflate is the crate's: its gzip decoder does not show what it decoded before it
//! failed.

use std::io::{self, BufRead, ErrorKind, Read};

use flate2::Crc;
use flate2::bufread::DeflateDecoder;

use super::Salvaged;

/// The start of a member with deflated data (2.3.1).
pub const MAGIC: [u8; 3] = [0x1f, 0x8b, 8];

/// Decompresses one member, and reads no further.
pub struct Decoder<R> {
    data: Salvaged<DeflateDecoder<R>>,
    stage: Stage,
    crc: Crc,
}

/// What comes next in a member.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Header,
    Data,
    End,
}

impl<R: BufRead> Decoder<R> {
    pub fn new(read: R) -> Self {
        let data = Salvaged::new(DeflateDecoder::new(read));
        Decoder { data, stage: Stage::Header, crc: Crc::new() }
    }

    pub fn into_inner(self) -> R {
        self.data.into_inner().into_inner()
    }

    /// Checks what follows the data (2.3.1): its checksum and length.
    fn trailer(&mut self) -> io::Result<()> {
        let mut trailer = [0; 8];
        self.data.get_mut().get_mut().read_exact(&mut trailer)?;
        let [sum, len] = [self.crc.sum(), self.crc.amount()].map(u32::to_le_bytes);
        match trailer == [sum, len].concat()[..] {
            true => Ok(()),
            false => Err(io::Error::new(ErrorKind::InvalidData, "checksum mismatch")),
        }
    }
}

impl<R: BufRead> Read for Decoder<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.stage == Stage::Header {
            header(self.data.get_mut().get_mut())?;
            self.stage = Stage::Data;
        }
        if self.stage == Stage::End || out.is_empty() {
            return Ok(0);
        }
        let count = self.data.read(out)?;
        self.crc.update(&out[..count]);
        if count == 0 {
            self.trailer()?;
            self.stage = Stage::End;
        }
        Ok(count)
    }
}

/// The defined flags (2.3.1); others must be zero (2.3.1.2).
pub const FLAGS: u8 = 0x1f;

/// Reads a header (2.3): the fixed fields, and those that its flags announce.
fn header(read: &mut impl Read) -> io::Result<()> {
    let mut crc = Crc::new();
    let [magic @ .., flags, _, _, _, _, _, _] = summed::<10>(read, &mut crc)?;
    if magic != MAGIC || flags > FLAGS {
        return Err(io::Error::new(ErrorKind::InvalidData, "expected a gzip header"));
    }
    let has = |bit: u8| flags >> bit & 1 == 1;
    let (has_checksum, has_more) = (has(1), has(2));
    if has_more {
        for _ in 0..u16::from_le_bytes(summed(read, &mut crc)?) {
            summed::<1>(read, &mut crc)?;
        }
    }
    // The name and the comment.
    for _ in (3..=4).filter(|bit| has(*bit)) {
        while summed(read, &mut crc)? != [0] {}
    }
    let sum = crc.sum() as u16;
    match has_checksum && u16::from_le_bytes(summed(read, &mut crc)?) != sum {
        true => Err(io::Error::new(ErrorKind::InvalidData, "header checksum mismatch")),
        false => Ok(()),
    }
}

/// Reads the next bytes and adds them to the checksum.
fn summed<const COUNT: usize>(read: &mut impl Read, crc: &mut Crc) -> io::Result<[u8; COUNT]> {
    let mut bytes = [0; COUNT];
    read.read_exact(&mut bytes)?;
    crc.update(&bytes);
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::{Compression, GzBuilder};

    use super::*;

    fn packed(builder: GzBuilder) -> Vec<u8> {
        let mut encoder = builder.write(Vec::new(), Compression::default());
        encoder.write_all(&b"text ".repeat(1000)).unwrap();
        encoder.finish().unwrap()
    }

    fn unpacked(packed: &[u8]) -> io::Result<(Vec<u8>, &[u8])> {
        let mut decoder = Decoder::new(packed);
        let mut text = Vec::new();
        decoder.read_to_end(&mut text)?;
        Ok((text, decoder.into_inner()))
    }

    #[test]
    fn a_header_has_what_its_flags_say() {
        for flags in 0..8u8 {
            let mut builder = GzBuilder::new();
            for (bit, set) in [GzBuilder::extra::<&str>, GzBuilder::filename, GzBuilder::comment]
                .into_iter()
                .enumerate()
            {
                if flags >> bit & 1 == 1 {
                    builder = set(builder, "name");
                }
            }
            let packed = packed(builder);
            let (text, rest) = unpacked(&packed).unwrap();
            assert_eq!((text, rest), (b"text ".repeat(1000), &b""[..]));
            for end in 0..packed.len() {
                let kind = unpacked(&packed[..end]).unwrap_err().kind();
                assert_eq!(kind, ErrorKind::UnexpectedEof, "{flags} {end}");
            }
        }
    }

    #[test]
    fn a_header_is_checked() {
        let mut with_checksum = packed(GzBuilder::new());
        with_checksum[3] |= 2;
        let mut crc = Crc::new();
        crc.update(&with_checksum[..10]);
        with_checksum.splice(10..10, (crc.sum() as u16).to_le_bytes());
        assert_eq!(unpacked(&with_checksum).unwrap().0.len(), 5000);
        with_checksum[10] ^= 1;
        assert_eq!(unpacked(&with_checksum).unwrap_err().kind(), ErrorKind::InvalidData);
        let mut reserved = packed(GzBuilder::new());
        reserved[3] = 0x20;
        assert_eq!(unpacked(&reserved).unwrap_err().kind(), ErrorKind::InvalidData);
    }

    #[test]
    fn what_is_after_a_member_is_left() {
        let two = [packed(GzBuilder::new()), b"behind".to_vec()].concat();
        assert_eq!(unpacked(&two).unwrap(), (b"text ".repeat(1000), &b"behind"[..]));
    }

    #[test]
    fn a_wrong_checksum_or_length_is_told() {
        let packed = packed(GzBuilder::new());
        for at in 1..=8 {
            let mut broken = packed.clone();
            broken[packed.len() - at] ^= 1;
            assert_eq!(unpacked(&broken).unwrap_err().kind(), ErrorKind::InvalidData);
        }
        assert!(unpacked(b"\x1f\x8b\x07.......").is_err());
    }
}

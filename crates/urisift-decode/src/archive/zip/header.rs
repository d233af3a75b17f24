//! The records of an archive, as far as needed to skip them (APPNOTE 4.3).

use super::signature::{self, END, HOLD, LEN, LOCAL, number};
use crate::core::peek::PeekReader;

/// In a 32-bit field: the value is in the extra field of ZIP64.
const IN_ZIP64: u64 = 0xffff_ffff;

/// The method of stored members (APPNOTE 4.4.5).
pub(super) const STORED: u64 = 0;
/// Like `STORED`, of deflated ones.
pub(super) const DEFLATED: u64 = 8;

/// The extra field with 64-bit sizes (APPNOTE 4.5.3).
const ZIP64: u64 = 1;

/// A record of an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Record {
    /// The header before a member.
    Local { header: Local, len: u64 },
    /// Directory records, for random access.
    Directory { len: u64 },
    /// The end, and the length of the comment after it.
    End { len: u64, comment: u64 },
}

/// The header before a member (APPNOTE 4.3.7).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Local {
    /// For display; nothing is written to that path.
    pub name: String,
    pub method: u64,
    pub is_encrypted: bool,
    /// The sizes follow the member.
    pub has_descriptor: bool,
    /// The compressed size of the member, if the header has it.
    pub packed: Option<u64>,
    /// Like `packed`, for its decompressed size; none if compressed data has a mark at its end (APPNOTE 4.4.4, bit 1
    /// for LZMA).
    pub unpacked: Option<u64>,
}

impl Record {
    /// The record at the front of the reader. None if it is something else, or is incomplete, or
    /// contains another record: then declared length does not match.
    pub fn at(reader: &mut PeekReader<'_>) -> Option<Self> {
        let len = signature::len(reader.peek(signature::FIXED))?;
        let bytes = alone(reader.peek(len as usize), len)?;
        match bytes.first_chunk()? {
            LOCAL => Some(Record::Local { header: Local::of(bytes)?, len }),
            END => Some(Record::End { len, comment: number(bytes, 20..22)? }),
            _ => Some(Record::Directory { len }),
        }
    }
}

/// The record of that length at the front, if it contains no other.
fn alone(bytes: &[u8], len: u64) -> Option<&[u8]> {
    let bytes = bytes.get(..usize::try_from(len).ok()?)?;
    signature::find(&bytes[LEN..]).is_none().then_some(bytes)
}

/// The name of the member at the front, if that is where it starts.
pub(super) fn first_name(bytes: &[u8]) -> Option<&[u8]> {
    let len = number(bytes, 26..28).filter(|_| bytes.starts_with(LOCAL))?;
    bytes.get(30..30 + len as usize)
}

impl Local {
    /// The header at the front and its length with the member, if all of that is there and the member ends where
    /// the header says. It does if it is stored, or if no record starts in it.
    pub fn whole(bytes: &[u8]) -> Option<(Self, usize)> {
        let len = Some(bytes).filter(|bytes| bytes.starts_with(LOCAL)).and_then(signature::len)?;
        let header = Local::of(alone(bytes, len)?)?;
        let size = header.packed.filter(|_| !header.has_descriptor)?;
        let data = bytes.get(len as usize..)?;
        // Enough follows to see a record in its last bytes.
        let is_there = size.saturating_add(HOLD as u64) <= data.len() as u64;
        let is_certain = header.is_stored() || signature::find_within(data, size).is_none();
        (is_there && is_certain).then_some((header, (len + size) as usize))
    }

    fn of(bytes: &[u8]) -> Option<Self> {
        let name = 30 + number(bytes, 26..28)? as usize;
        let flags = number(bytes, 6..8)?;
        let has_descriptor = flags & 8 != 0;
        let [packed, unpacked] = sizes(bytes, bytes.get(name..)?)?;
        let known = |size: &u64| *size != 0 || !has_descriptor;
        Some(Local {
            name: String::from_utf8_lossy(&bytes[30..name]).into_owned(),
            method: number(bytes, 8..10)?,
            is_encrypted: flags & 1 != 0,
            has_descriptor,
            packed: Some(packed).filter(known),
            unpacked: Some(unpacked).filter(known).filter(|_| flags & 2 == 0),
        })
    }

    /// Returns `true` if its bytes are neither compressed nor encrypted.
    fn is_stored(&self) -> bool {
        self.method == STORED && !self.is_encrypted
    }

    /// Returns `true` if it is a directory, which has no data.
    pub fn is_directory(&self) -> bool {
        self.name.ends_with('/') && self.method == STORED && self.packed.unwrap_or(0) == 0
    }
}

/// The compressed and the decompressed size of a member. If the header has no room, the extra field of ZIP64 has the
/// decompressed size and then the compressed one, each if the header has not (APPNOTE 4.5.3).
fn sizes(header: &[u8], extra: &[u8]) -> Option<[u64; 2]> {
    let (packed, unpacked) = (number(header, 18..22)?, number(header, 22..26)?);
    let (mut at, extra) = (0, zip64(extra));
    let mut in_full = |size| {
        let field = extra.and_then(|field| number(field, at..at + 8));
        if size != IN_ZIP64 {
            return size;
        }
        at += 8;
        field.unwrap_or(size)
    };
    let unpacked = in_full(unpacked);
    Some([in_full(packed), unpacked])
}

/// The extra field of ZIP64.
fn zip64(mut extra: &[u8]) -> Option<&[u8]> {
    loop {
        let (id, len) = (number(extra, 0..2)?, number(extra, 2..4)? as usize);
        let field = extra.get(4..4 + len)?;
        if id == ZIP64 {
            return Some(field);
        }
        extra = &extra[4 + len..];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::dripping;

    /// A header with an extra field.
    fn local(packed: u32, unpacked: u32, flags: u8, extra: &[u8]) -> Vec<u8> {
        let fixed = [&LOCAL[..], &[45, 0, flags, 0, 8, 0], &[0; 8]].concat();
        let sizes = [packed.to_le_bytes(), unpacked.to_le_bytes()].concat();
        let lens = [1, 0, extra.len() as u8, 0];
        [&fixed[..], &sizes, &lens, b"a", extra].concat()
    }

    #[test]
    fn sizes() {
        const ALL: u32 = u32::MAX;
        let both = [&[7, 0, 1, 0, 9, 1, 0, 16, 0][..], &[2; 8], &[1; 8]].concat();
        let one = [&[1, 0, 8, 0][..], &[3; 8]].concat();
        for (packed, unpacked, flags, extra, expected) in [
            (5, 6, 0, &[][..], Some(5)),
            (0, 0, 0, &[], Some(0)),
            (0, 0, 8, &[], None),
            (5, 6, 8, &[], Some(5)),
            (ALL, ALL, 0, &both, Some(0x0101_0101_0101_0101)),
            (ALL, 6, 0, &one, Some(0x0303_0303_0303_0303)),
            (ALL, ALL, 0, &one, Some(0xffff_ffff)),
            (ALL, ALL, 0, &[1, 0, 99, 0], Some(0xffff_ffff)),
        ] {
            let bytes = local(packed, unpacked, flags, extra);
            let Some(Record::Local { header, len }) = Record::at(&mut dripping(&bytes, 3)) else {
                panic!("no header: {bytes:?}");
            };
            assert_eq!((header.packed, len), (expected, bytes.len() as u64));
            assert_eq!(Record::at(&mut dripping(&bytes[..bytes.len() - 1], 3)), None);
        }
    }

    #[test]
    fn a_record_has_no_other_in_it() {
        let inner = local(1, 1, 0, &[]);
        for (extra, expected) in [(&inner[..], false), (&inner[..30], true), (&inner[1..], true)] {
            let bytes = local(1, 1, 0, extra);
            assert_eq!(Record::at(&mut dripping(&bytes, 3)).is_some(), expected);
        }
    }
}

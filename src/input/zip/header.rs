//! The records of an archive, as far as they have to be known to pass over them (APPNOTE 4.3).

use std::ops::Range;

use crate::input::tape::Tape;

/// The signatures that records start with (APPNOTE 4.3.7 to 4.3.16).
const LOCAL: &[u8; 4] = b"PK\x03\x04";
const EXTRA_DATA: &[u8; 4] = b"PK\x06\x08";
const CENTRAL: &[u8; 4] = b"PK\x01\x02";
const SIGNATURE: &[u8; 4] = b"PK\x05\x05";
const END_64: &[u8; 4] = b"PK\x06\x06";
const LOCATOR_64: &[u8; 4] = b"PK\x06\x07";
const END: &[u8; 4] = b"PK\x05\x06";

/// An archive that was to be split, and was not, has one of these in front (APPNOTE 8.5.3, 8.5.4).
const MARKERS: [&[u8; 4]; 2] = [b"PK\x07\x08", b"PK00"];

/// In a field of 32 bits: the extra field of ZIP64 says it.
const IN_ZIP64: u64 = 0xffff_ffff;

/// The number of the method that packs nothing (APPNOTE 4.4.5).
pub(super) const STORED: u64 = 0;

/// The extra field that has sizes of 64 bits (APPNOTE 4.5.3).
const ZIP64: u64 = 1;

/// What stands at a place in an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Record {
    /// A header in front of a member.
    Local { header: Local, len: usize },
    /// What is for those who seek.
    Directory { len: u64 },
    /// The end, and the length of the comment behind it.
    End { len: u64, comment: u64 },
}

/// What is said of a member in front of it (APPNOTE 4.3.7).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Local {
    /// As it is shown; nothing is written to where it says.
    pub name: String,
    pub method: u64,
    pub is_encrypted: bool,
    /// The sizes stand behind the member.
    pub has_descriptor: bool,
    /// How many bytes the member takes up, where that is said in front of it.
    pub packed: Option<u64>,
}

impl Record {
    /// What the tape is at. None where it is something else, or is not there as a whole.
    pub fn at(tape: &mut Tape<'_>) -> Option<Self> {
        let bytes = tape.peek(FIXED);
        match bytes.get(..4)?.try_into().ok()? {
            LOCAL => Local::at(tape),
            CENTRAL => {
                let texts =
                    number(bytes, 28..30)? + number(bytes, 30..32)? + number(bytes, 32..34)?;
                Some(Record::Directory { len: 46 + texts })
            }
            EXTRA_DATA => Some(Record::Directory { len: 8 + number(bytes, 4..8)? }),
            SIGNATURE => Some(Record::Directory { len: 6 + number(bytes, 4..6)? }),
            END_64 => Some(Record::Directory { len: number(bytes, 4..12)?.checked_add(12)? }),
            LOCATOR_64 => Some(Record::Directory { len: 20 }),
            END => Some(Record::End { len: 22, comment: number(bytes, 20..22)? }),
            marker if MARKERS.contains(&marker) && bytes[4..].starts_with(LOCAL) => {
                Some(Record::Directory { len: 4 })
            }
            _ => None,
        }
    }
}

/// So many bytes tell how long any record is, but for the texts in it.
const FIXED: usize = 34;

impl Local {
    fn at(tape: &mut Tape<'_>) -> Option<Record> {
        let bytes = tape.peek(FIXED);
        let name = 30 + number(bytes, 26..28)? as usize;
        let len = name + number(bytes, 28..30)? as usize;
        let bytes = tape.peek(len).get(..len)?;
        let flags = number(bytes, 6..8)?;
        let has_descriptor = flags & 8 != 0;
        let packed = packed(bytes, &bytes[name..])?;
        let header = Local {
            name: String::from_utf8_lossy(&bytes[30..name]).into_owned(),
            method: number(bytes, 8..10)?,
            is_encrypted: flags & 1 != 0,
            has_descriptor,
            packed: Some(packed).filter(|packed| *packed != 0 || !has_descriptor),
        };
        Some(Record::Local { header, len })
    }

    /// Whether it is a directory, which holds nothing.
    pub fn is_directory(&self) -> bool {
        self.name.ends_with('/') && self.method == STORED && self.packed.unwrap_or(0) == 0
    }
}

/// The size of a member. The extra field of ZIP64 has it where the header has no room, behind the
/// other size if there was no room for that either (APPNOTE 4.5.3).
fn packed(header: &[u8], extra: &[u8]) -> Option<u64> {
    let (packed, unpacked) = (number(header, 18..22)?, number(header, 22..26)?);
    if packed != IN_ZIP64 {
        return Some(packed);
    }
    let at = if unpacked == IN_ZIP64 { 8 } else { 0 };
    Some(zip64(extra).and_then(|field| number(field, at..at + 8)).unwrap_or(packed))
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

/// How long a signature is.
pub(super) const LEN: usize = 4;

/// Whether bytes start with the signature of a record that may stand behind another member or in front
/// of the directory.
pub(super) fn is_record(bytes: &[u8]) -> bool {
    [LOCAL, CENTRAL, EXTRA_DATA, END_64, END].iter().any(|signature| bytes.starts_with(*signature))
}

/// Where such a record stands.
pub(super) fn find(bytes: &[u8]) -> Option<usize> {
    memchr::memmem::find_iter(bytes, b"PK").find(|at| is_record(&bytes[*at..]))
}

/// A number, its lowest byte first.
pub(super) fn number(bytes: &[u8], range: Range<usize>) -> Option<u64> {
    Some(bytes.get(range)?.iter().rev().fold(0, |n, b| n << 8 | u64::from(*b)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::seen::dripping;

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
            assert_eq!((header.packed, len), (expected, bytes.len()));
            assert_eq!(Record::at(&mut dripping(&bytes[..len - 1], 3)), None);
        }
    }

    #[test]
    fn records_that_are_passed_over() {
        for (bytes, expected) in [
            ([&CENTRAL[..], &[1; 42]].concat(), Some(46 + 3 * 257)),
            ([&END_64[..], &[0xff; 8], &[0; 22]].concat(), None),
            ([&END_64[..], &[44, 0, 0, 0, 0, 0, 0, 0], &[0; 22]].concat(), Some(56)),
            (LOCATOR_64.to_vec(), Some(20)),
            ([b"PK\x07\x08", &LOCAL[..]].concat(), Some(4)),
            (b"PK\x07\x08PK".to_vec(), None),
            (b"PK".to_vec(), None),
        ] {
            let expected = expected.map(|len| Record::Directory { len });
            assert_eq!(Record::at(&mut dripping(&bytes, 1)), expected, "{bytes:?}");
        }
    }
}

//! Header blocks: POSIX.1-1988 (`ustar`), GNU, and Version 7.

use std::ops::Range;

use crate::core::format::{Prefix, Sniff};

/// Everything in an archive takes up whole blocks of this size.
pub(super) const BLOCK: usize = 512;

const NAME: Range<usize> = 0..100;
const SIZE: Range<usize> = 124..136;
const CHECKSUM: Range<usize> = 148..156;
const TYPE: usize = 156;
const MAGIC: Range<usize> = 257..263;
const PREFIX: Range<usize> = 345..500;

/// The numeric fields common to all formats: mode, owner, group, size, time and checksum.
const NUMBERS: [Range<usize>; 6] = [100..108, 108..116, 116..124, SIZE, 136..148, CHECKSUM];

/// Where a GNU sparse file says that its map continues, in its header and in a block of the map.
const HAS_MAP: usize = 482;
pub(super) const HAS_MORE_MAP: usize = 504;

/// A header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Header {
    /// For display; nothing is written to that path.
    pub name: String,
    pub kind: u8,
    /// How many bytes follow, without the padding of the last block.
    pub size: u64,
    /// The map of a sparse file continues in the blocks after this one.
    pub has_map: bool,
}

impl Header {
    /// Parses a block as a header, if its checksum is right.
    pub fn parse(block: &[u8]) -> Option<Self> {
        if block.len() < BLOCK || !is_sound(block) {
            return None;
        }
        let kind = block[TYPE];
        let has_map = kind == b'S' && block[HAS_MAP] != 0;
        Some(Header { name: name(block), kind, size: number(&block[SIZE])?, has_map })
    }
}

/// The name with its `ustar` prefix. GNU uses that field otherwise, and has another magic.
fn name(block: &[u8]) -> String {
    let (prefix, name) = (text(&block[PREFIX]), text(&block[NAME]));
    match &block[MAGIC] == b"ustar\0" && !prefix.is_empty() {
        true => format!("{prefix}/{name}"),
        false => name,
    }
}

/// Text up to a NUL.
pub(super) fn text(field: &[u8]) -> String {
    let len = memchr::memchr(0, field).unwrap_or(field.len());
    String::from_utf8_lossy(&field[..len]).into_owned()
}

/// A number in octal digits, or a positive one in base 256 (GNU), marked by the first bit.
fn number(field: &[u8]) -> Option<u64> {
    match field.split_first() {
        Some((0x80, rest)) => {
            let digits = rest.iter().position(|b| *b != 0).map_or(&[][..], |at| &rest[at..]);
            (digits.len() <= 8).then(|| digits.iter().fold(0, |n, b| n << 8 | u64::from(*b)))
        }
        _ if is_octal(field) => {
            // A field has at most 12 digits.
            let digits = field.iter().filter(|b| b.is_ascii_digit());
            Some(digits.fold(0, |n, b| n << 3 | u64::from(b - b'0')))
        }
        _ => None,
    }
}

/// Octal digits, with spaces before them, and spaces or NULs after.
fn is_octal(field: &[u8]) -> bool {
    let digits = field.trim_ascii_start();
    let len = digits.iter().take_while(|b| (b'0'..=b'7').contains(b)).count();
    digits[len..].iter().all(|b| matches!(b, 0 | b' '))
}

/// Returns `true` if the checksum is right: the sum of all bytes, its own as spaces. Old ones summed the bytes as
/// signed.
fn is_sound(block: &[u8]) -> bool {
    let bytes = || {
        let is_own = |at| CHECKSUM.contains(&at);
        block.iter().enumerate().map(move |(at, byte)| if is_own(at) { b' ' } else { *byte })
    };
    let unsigned: i64 = bytes().map(i64::from).sum();
    let signed: i64 = bytes().map(|byte| i64::from(byte as i8)).sum();
    let sum = number(&block[CHECKSUM]).and_then(|sum| i64::try_from(sum).ok());
    sum == Some(unsigned) || sum == Some(signed)
}

/// Returns `true` if bytes start with a header. Text is recognized by its first line, or by one too long for a name.
pub(super) fn sniff(head: Prefix<'_>) -> Sniff {
    match head.bytes.get(..BLOCK) {
        _ if !may_be_header(head.bytes) => Sniff::No,
        Some(block) => Sniff::sure(is_header(block)),
        None => head.undecided(),
    }
}

/// Returns `true` if a block is certainly a header: its checksum is right, and so is all that is constant.
fn is_header(block: &[u8]) -> bool {
    let is_magic = block[MAGIC].starts_with(b"ustar");
    (is_magic || is_old(block)) && is_sound(block)
}

/// Returns `true` if this may be the start of the first header: a name in one line, and numbers.
fn may_be_header(start: &[u8]) -> bool {
    let field =
        |range: Range<usize>| &start[range.start.min(start.len())..range.end.min(start.len())];
    let name = field(NAME);
    let len = memchr::memchr2(0, b'\n', name).unwrap_or(name.len());
    let is_name = len == name.len() || len > 0 && name[len] == 0;
    is_name && [SIZE, CHECKSUM].into_iter().all(|range| may_be_number(field(range)))
}

/// Returns `true` if a field that starts so may be a number.
fn may_be_number(start: &[u8]) -> bool {
    start.first() == Some(&0x80) || is_octal(start)
}

/// Where the first header block starts; `offset` is that of the first byte, counted from a block
/// boundary.
pub(super) fn find(bytes: &[u8], offset: u64) -> Option<usize> {
    let first = (offset.wrapping_neg() % BLOCK as u64) as usize;
    let mut blocks = bytes.get(first..)?.chunks_exact(BLOCK);
    let found = blocks.position(|block| is_header(block) && Header::parse(block).is_some());
    found.map(|index| first + index * BLOCK)
}

/// Returns `true` if a block without a magic number still looks like a header.
fn is_old(block: &[u8]) -> bool {
    has_padding(block) && NUMBERS.iter().all(|range| number(&block[range.clone()]).is_some())
}

/// Returns `true` if there is a name, padded with NULs to the end of its field.
fn has_padding(bytes: &[u8]) -> bool {
    let name = &bytes[..bytes.len().min(NAME.end)];
    let len = memchr::memchr(0, name).unwrap_or(0);
    len > 0 && name[len..].iter().all(|b| *b == 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::tar::tests::{block, old};

    #[test]
    fn numbers_in_octal_and_in_base_256() {
        for (field, expected) in [
            (&b"0000644\0"[..], Some(0o644)),
            (b"   644 \0", Some(0o644)),
            (b"\0\0\0\0\0\0\0\0", Some(0)),
            (b"777777777777", Some(0o777777777777)),
            (b"\x80\0\0\0\0\0\0\x02\0\0\0\0", Some(2 << 32)),
            (b"\x80\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", None),
            (b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", None),
            (b"6 44", None),
            (b"0000648\0", None),
        ] {
            assert_eq!(number(field), expected, "{field:?}");
        }
    }

    #[test]
    fn a_header_is_told_by_its_checksum() {
        let good = block("a/b", b'0', 7);
        assert_eq!(Header::parse(&good).map(|header| header.size), Some(7));
        let mut bad = good.clone();
        bad[0] ^= 1;
        assert_eq!(Header::parse(&bad), None);
        assert_eq!(Header::parse(&good[..511]), None);
        assert_eq!(Header::parse(&[0; BLOCK]), None);
    }

    #[test]
    fn a_header_is_found_where_a_block_starts() {
        let header = block("a", b'0', 1);
        let mut endless = header.clone();
        endless[SIZE.start] = b'x';
        for (before, offset, expected) in [
            (vec![1; 512], 0, Some(512)),
            (vec![1; 511], 1, Some(511)),
            (vec![1; 511], 0, None),
            (vec![], 512, Some(0)),
            (endless, 0, Some(512)),
        ] {
            let bytes = [before, header.clone()].concat();
            assert_eq!(find(&bytes, offset), expected);
            assert_eq!(find(&bytes[..bytes.len() - 1], offset), None);
        }
        assert_eq!(find(b"", 1), None);
    }

    #[test]
    fn text_does_not_wait() {
        let sniff = |bytes: &[u8], is_all| sniff(Prefix { bytes, is_all });
        let line = "a line of text that is longer than a name".repeat(4);
        for text in [&b"\0"[..], b"a\n", b"some text\r\n", line.as_bytes()] {
            assert_eq!(sniff(text, false), Sniff::No, "{text:?}");
        }
        assert_eq!(sniff(&b"U\0T\0F\0".repeat(21), false), Sniff::No);
        let long = "a".repeat(100);
        for header in [block("a", b'0', 1), old("a", 1), block(&long, b'0', 1)] {
            for len in 0..BLOCK {
                assert_eq!(sniff(&header[..len], false), Sniff::More, "{len}");
                assert_eq!(sniff(&header[..len], true), Sniff::No);
            }
            assert_eq!(sniff(&header, false), Sniff::Yes);
        }
    }
}

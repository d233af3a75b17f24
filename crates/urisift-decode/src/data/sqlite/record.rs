//! Cells, and the values of a record (1.6 and 2.1).

use std::borrow::Cow;
use std::ops::Range;

use super::pages::{Kind, Pages, be32};

/// The payload of a cell.
pub(super) struct Payload {
    /// How long it is in all.
    pub len: usize,
    /// What of it is on the page.
    pub local: Range<usize>,
    /// The first page with the rest, if there is any: its number is after the local part.
    pub rest: Option<u32>,
    /// Where the cell ends.
    pub end: usize,
}

/// A value that may be text.
pub(super) struct Value {
    pub column: usize,
    /// Where it is in the payload.
    pub range: Range<usize>,
    pub is_blob: bool,
}

/// The number at an offset, and its length (1.6, "varint").
fn varint(bytes: &[u8], at: usize) -> Option<(u64, usize)> {
    let mut value = 0;
    for (index, byte) in bytes.get(at..)?.iter().take(9).enumerate() {
        if index == 8 {
            return Some((value << 8 | u64::from(*byte), 9));
        }
        value = value << 7 | u64::from(byte & 0x7f);
        if *byte < 0x80 {
            return Some((value, index + 1));
        }
    }
    None
}

impl Payload {
    /// That of the cell at an offset of the bytes, on a page whose content ends there.
    pub fn of(
        kind: Kind,
        cell: usize,
        page_end: usize,
        bytes: &[u8],
        pages: &Pages,
    ) -> Option<Self> {
        let bytes = bytes.get(..page_end)?;
        let at = cell + if kind == Kind::IndexInner { 4 } else { 0 };
        let (len, count) = varint(bytes, at)?;
        let mut start = at + count;
        if kind == Kind::Leaf {
            start += varint(bytes, start)?.1;
        }
        let (len, usable) = (usize::try_from(len).ok()?, pages.usable);
        let most = if kind == Kind::Leaf { usable - 35 } else { (usable - 12) * 64 / 255 - 23 };
        if len <= most {
            let end = start.checked_add(len).filter(|end| *end <= page_end)?;
            return Some(Payload { len, local: start..end, rest: None, end });
        }
        let least = (usable - 12) * 32 / 255 - 23;
        let some = least + (len - least) % (usable - 4);
        let local = if some <= most { some } else { least };
        let (end, rest) = (start + local, be32(bytes, start + local)?);
        Some(Payload { len, local: start..end, rest: Some(rest), end: end + 4 })
    }
}

/// The values of text and blobs in a payload of `len` bytes of which these are the first. `None` if more of
/// them are needed, or the record is broken.
pub(super) fn values(first: &[u8], len: usize) -> Option<Vec<Value>> {
    let (header, mut at) = varint(first, 0)?;
    let header = usize::try_from(header).ok().filter(|header| *header <= first.len())?;
    let (mut values, mut start) = (Vec::new(), header);
    for column in 0.. {
        if at >= header {
            break;
        }
        let (kind, count) = varint(&first[..header], at)?;
        at += count;
        let size = match kind {
            0 | 8..=11 => 0,
            1..=4 => kind as usize,
            5 => 6,
            6 | 7 => 8,
            _ => usize::try_from((kind - 12) / 2).ok()?,
        };
        let end = start.checked_add(size).filter(|end| *end <= len)?;
        if kind >= 12 && size > 0 {
            values.push(Value { column, range: start..end, is_blob: kind % 2 == 0 });
        }
        start = end;
    }
    Some(values)
}

/// The bytes of a payload, which lie in these ranges of the file.
pub(super) fn gathered<'b>(
    bytes: &'b [u8],
    ranges: &[Range<usize>],
    part: Range<usize>,
) -> Cow<'b, [u8]> {
    let mut all = Cow::Borrowed(&[][..]);
    let mut at = 0;
    for range in ranges {
        let from = part.start.clamp(at, at + range.len()) - at;
        let to = part.end.clamp(at, at + range.len()) - at;
        let piece = &bytes[range.start + from..range.start + to];
        at += range.len();
        if all.is_empty() {
            all = Cow::Borrowed(piece);
        } else if !piece.is_empty() {
            all.to_mut().extend_from_slice(piece);
        }
    }
    all
}

//! The header of a database, and its pages (1.3 and 1.6).

use std::ops::Range;

/// How many bytes the header of the database has.
pub(super) const HEADER: usize = 100;

/// What the header says of all pages.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pages {
    /// The length of a page.
    pub size: usize,
    /// How much of it is used.
    pub usable: usize,
    pub encoding: Encoding,
}

/// The encoding of text (1.3.13).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    Utf8,
    Utf16Le,
    Utf16Be,
}

/// What a page of a tree is (1.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// An interior page of a table: it has no values.
    Inner,
    /// A leaf of a table.
    Leaf,
    /// An interior page of an index. That of a table WITHOUT ROWID has rows.
    IndexInner,
    /// A leaf of one.
    IndexLeaf,
}

/// A page of a tree.
pub(super) struct Page {
    pub kind: Kind,
    /// The offsets in the bytes of its cells, in their order in the file.
    pub cells: Vec<usize>,
    /// The last child of an interior page.
    pub last: u32,
    /// Where its content ends, in the bytes.
    pub end: usize,
}

impl Pages {
    pub fn of(header: &[u8]) -> Option<Self> {
        let header: &[u8; HEADER] = header.try_into().ok()?;
        let size = match u16::from_be_bytes([header[16], header[17]]) {
            1 => 1 << 16,
            size => usize::from(size),
        };
        let usable = size.checked_sub(usize::from(header[20]))?;
        let encoding = match be32(header, 56)? {
            2 => Encoding::Utf16Le,
            3 => Encoding::Utf16Be,
            _ => Encoding::Utf8,
        };
        // Less than 480 is not allowed.
        let is_sane = size.is_power_of_two() && size >= 512 && usable >= 480;
        is_sane.then_some(Pages { size, usable, encoding })
    }

    /// Where page `number` is in the file; they are counted from 1.
    pub fn range(&self, number: u32) -> Option<Range<usize>> {
        let start = (number as usize).checked_sub(1)?.checked_mul(self.size)?;
        Some(start..start.checked_add(self.usable)?)
    }

    /// The page of a tree in that range of the bytes; `is_first` if the header is before it.
    pub fn page(&self, bytes: &[u8], range: Range<usize>, is_first: bool) -> Option<Page> {
        let page = bytes.get(range.clone())?;
        let at = if is_first { HEADER } else { 0 };
        let kind = match page[at] {
            2 => Kind::IndexInner,
            5 => Kind::Inner,
            10 => Kind::IndexLeaf,
            13 => Kind::Leaf,
            _ => return None,
        };
        let is_inner = matches!(kind, Kind::Inner | Kind::IndexInner);
        let count = usize::from(be16(page, at + 3)?);
        let first = at + if is_inner { 12 } else { 8 };
        let after = first + 2 * count;
        if after > page.len() {
            return None;
        }
        let pointers = page[first..after].chunks_exact(2);
        let mut cells: Vec<_> =
            pointers.map(|at| usize::from(u16::from_be_bytes([at[0], at[1]]))).collect();
        cells.sort_unstable();
        cells.dedup();
        if cells.iter().any(|cell| *cell < after || *cell >= page.len()) {
            return None;
        }
        cells.iter_mut().for_each(|cell| *cell += range.start);
        let last = if is_inner { be32(page, at + 8)? } else { 0 };
        Some(Page { kind, cells, last, end: range.end })
    }
}

pub(super) fn be16(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_be_bytes(bytes.get(at..at + 2)?.try_into().ok()?))
}

pub(super) fn be32(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

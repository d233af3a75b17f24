//! The sectors, chains and directory of a compound file (MS-CFB). It is held as a whole.

use std::io::{self, Read};
use std::ops::Range;

/// The signature of the header (MS-CFB 2.2).
pub(super) const MAGIC: &[u8] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";

/// How many sectors of the table are named in the header.
const IN_HEADER: usize = 109;
/// The length of an entry of the directory.
const ENTRY: usize = 128;
/// The length of a sector of the mini stream.
const MINI: usize = 64;
/// Numbers from here on are not sectors (MS-CFB 2.1).
const NO_SECTOR: u32 = 0xffff_fffa;
/// Numbers from here on are not entries (MS-CFB 2.6.1).
const NO_ENTRY: u32 = 0xffff_fffa;

/// The type of an entry (MS-CFB 2.6.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Storage,
    Stream,
    /// Unused, or of an unknown type.
    Other,
}

/// An entry of the directory.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub name: String,
    pub kind: Kind,
    /// The index of the storage that it is in; the root is its own, and that of lost entries.
    pub parent: usize,
    size: u64,
    first: u32,
    /// Its siblings in the tree, and its first child.
    left: u32,
    right: u32,
    child: u32,
}

/// A compound file in memory.
pub(super) struct Compound<'b> {
    bytes: &'b [u8],
    /// The length of a sector.
    sector: usize,
    /// Streams that are shorter are in the mini stream.
    cutoff: u64,
    table: Vec<u32>,
    mini_table: Vec<u32>,
    /// Where each sector of the mini stream starts in the file.
    mini: Vec<usize>,
    pub entries: Vec<Entry>,
    /// Sectors, and those of the mini stream, that belong to a chain: none belongs to two.
    taken: Vec<bool>,
    mini_taken: Vec<bool>,
}

/// Where the bytes of a stream are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Place {
    /// Ranges of the file, in the order of the stream.
    pub ranges: Vec<Range<usize>>,
    /// How many bytes of it are missing.
    pub missing: u64,
}

impl Place {
    fn push(&mut self, range: Range<usize>) {
        match self.ranges.last_mut() {
            Some(last) if last.end == range.start => last.end = range.end,
            _ => self.ranges.push(range),
        }
    }

    /// How many bytes there are.
    pub fn len(&self) -> usize {
        self.ranges.iter().map(Range::len).sum()
    }

    /// Where it starts.
    pub fn start(&self) -> usize {
        self.ranges.first().map_or(0, |range| range.start)
    }
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

impl<'b> Compound<'b> {
    /// The file in these bytes; `None` if its header or its directory is broken.
    pub fn parse(bytes: &'b [u8]) -> Option<Self> {
        let shift = u16_at(bytes, 0x1e).filter(|shift| matches!(shift, 9 | 12))?;
        let sector = 1 << shift;
        let count = bytes.len().saturating_sub(sector).div_ceil(sector);
        let mut file = Compound {
            bytes,
            sector,
            cutoff: u64::from(u32_at(bytes, 0x38)?).min(1 << 16),
            table: Vec::new(),
            mini_table: Vec::new(),
            mini: Vec::new(),
            entries: Vec::new(),
            taken: vec![false; count],
            mini_taken: Vec::new(),
        };
        file.table = file.read_table()?;
        let directory = file.chain(u32_at(bytes, 0x30)?, u64::MAX);
        file.entries = file.read_entries(&directory);
        file.read_mini(u32_at(bytes, 0x3c)?);
        file.set_parents();
        (!file.entries.is_empty()).then_some(file)
    }

    /// The range of a sector, shorter if the file ends in it.
    fn sector(&self, number: u32) -> Option<Range<usize>> {
        let start = (number as usize).checked_add(1)?.checked_mul(self.sector)?;
        let end = start.checked_add(self.sector)?.min(self.bytes.len());
        (number < NO_SECTOR && start < end).then_some(start..end)
    }

    /// The range of a sector that belongs to no chain so far; it does now.
    fn take(&mut self, number: u32) -> Option<Range<usize>> {
        let range = self.sector(number)?;
        let taken = self.taken.get_mut(number as usize)?;
        (!std::mem::replace(taken, true)).then_some(range)
    }

    /// The numbers in a sector.
    fn numbers(bytes: &[u8]) -> impl Iterator<Item = u32> {
        bytes
            .chunks_exact(4)
            .map(|chunk| u32::from_le_bytes([chunk[0], chunk[1], chunk[2], chunk[3]]))
    }

    /// The table of sectors: its own ones are named in the header, and in a chain of further sectors
    /// (MS-CFB 2.3, 2.5). Each belongs to it once, so it ends.
    fn read_table(&mut self) -> Option<Vec<u32>> {
        let (bytes, mut table) = (self.bytes, Vec::new());
        let in_header = bytes.get(0x4c..0x4c + 4 * IN_HEADER)?;
        let mut next = u32_at(bytes, 0x44)?;
        let mut names: Vec<u32> = Self::numbers(in_header).collect();
        loop {
            for name in names {
                // A table that misses a sector says nothing of those after it.
                let Some(range) = self.take(name) else { return Some(table) };
                table.extend(Self::numbers(&bytes[range]));
            }
            let Some(range) = self.take(next) else { return Some(table) };
            names = Self::numbers(&bytes[range]).collect();
            next = names.pop()?;
        }
    }

    /// A stream of up to `size` bytes that starts at a sector. It ends where a sector belongs to another.
    fn chain(&mut self, first: u32, size: u64) -> Place {
        let (mut place, mut number, mut left) = (Place::default(), first, size);
        while left > 0 {
            let Some(range) = self.take(number) else { break };
            let len = (range.len() as u64).min(left) as usize;
            place.push(range.start..range.start + len);
            left -= len as u64;
            number = self.table.get(number as usize).copied().unwrap_or(NO_SECTOR);
        }
        place.missing = left;
        place
    }

    /// Like `chain`, in the mini stream.
    fn mini_chain(&mut self, first: u32, size: u64) -> Place {
        let (mut place, mut number, mut left) = (Place::default(), first as usize, size);
        while left > 0 {
            let Some(taken) = self.mini_taken.get_mut(number) else { break };
            if std::mem::replace(taken, true) {
                break;
            }
            let start = self.mini[number];
            let len = MINI.min(self.bytes.len() - start).min(left as usize);
            place.push(start..start + len);
            left -= len as u64;
            number = self.mini_table.get(number).map_or(usize::MAX, |next| *next as usize);
        }
        place.missing = left;
        place
    }

    fn read_entries(&self, directory: &Place) -> Vec<Entry> {
        let bytes: Vec<u8> = self.bytes_of(directory);
        bytes.chunks_exact(ENTRY).filter_map(|entry| self.entry(entry)).collect()
    }

    fn entry(&self, entry: &[u8]) -> Option<Entry> {
        let len = usize::from(u16_at(entry, 0x40)?).min(64).saturating_sub(2);
        let units = entry[..len].chunks_exact(2).map(|unit| u16::from_le_bytes([unit[0], unit[1]]));
        let kind = match entry[0x42] {
            1 | 5 => Kind::Storage,
            2 => Kind::Stream,
            _ => Kind::Other,
        };
        let low = u64::from(u32_at(entry, 0x78)?);
        // In version 3, the upper half may be garbage (MS-CFB 2.6.1).
        let high = if self.sector == 512 { 0 } else { u64::from(u32_at(entry, 0x7c)?) };
        Some(Entry {
            name: char::decode_utf16(units)
                .map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER))
                .collect(),
            kind,
            parent: 0,
            size: high << 32 | low,
            first: u32_at(entry, 0x74)?,
            left: u32_at(entry, 0x44)?,
            right: u32_at(entry, 0x48)?,
            child: u32_at(entry, 0x4c)?,
        })
    }

    /// The mini stream is that of the root; its table is a chain of its own.
    fn read_mini(&mut self, table: u32) {
        let Some(root) = self.entries.first() else { return };
        let (first, size) = (root.first, root.size);
        let table = self.chain(table, u64::MAX);
        self.mini_table = Self::numbers(&self.bytes_of(&table)).collect();
        let place = self.chain(first, size);
        self.mini = place.ranges.into_iter().flat_map(|range| range.step_by(MINI)).collect();
        self.mini_taken = vec![false; self.mini.len()];
    }

    /// Walks the tree of entries (MS-CFB 2.6.4), each of which is visited once.
    fn set_parents(&mut self) {
        let mut seen = vec![false; self.entries.len()];
        let mut open = vec![(0, 0)];
        while let Some((index, parent)) = open.pop() {
            let Some(entry) = self.entries.get_mut(index) else { continue };
            if std::mem::replace(&mut seen[index], true) {
                continue;
            }
            entry.parent = parent;
            let inside = if index == 0 || entry.kind == Kind::Storage { index } else { parent };
            let next = [(entry.left, parent), (entry.right, parent), (entry.child, inside)];
            let next = next.into_iter().filter(|(number, _)| *number < NO_ENTRY);
            open.extend(next.map(|(number, parent)| (number as usize, parent)));
        }
    }

    /// Where the stream of an entry is. Its sectors are then taken.
    pub fn place(&mut self, index: usize) -> Place {
        let Entry { first, size, .. } = self.entries[index];
        if size < self.cutoff { self.mini_chain(first, size) } else { self.chain(first, size) }
    }

    /// The bytes of a short stream.
    pub fn bytes_of(&self, place: &Place) -> Vec<u8> {
        place.ranges.iter().flat_map(|range| &self.bytes[range.clone()]).copied().collect()
    }

    /// The bytes of a stream, as a reader.
    pub fn read(&self, place: &Place) -> Sectors<'b> {
        Sectors { bytes: self.bytes, ranges: place.ranges.clone().into_iter(), range: 0..0 }
    }
}

/// Reads a stream.
pub(super) struct Sectors<'b> {
    bytes: &'b [u8],
    ranges: std::vec::IntoIter<Range<usize>>,
    /// What is left of the range that is read.
    range: Range<usize>,
}

impl Read for Sectors<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.range.is_empty() {
            self.range = self.ranges.next().unwrap_or_default();
        }
        let count = self.range.len().min(out.len());
        out[..count].copy_from_slice(&self.bytes[self.range.start..][..count]);
        self.range.start += count;
        Ok(count)
    }
}

//! For tests: writes a compound file.

/// The length of a sector, and of one of the mini stream.
const SECTOR: usize = 512;
const MINI: usize = 64;
/// Shorter streams are in the mini stream.
const CUTOFF: usize = 4096;
const END: u32 = 0xffff_fffe;
const FREE: u32 = 0xffff_ffff;
const SELF: u32 = 0xffff_fffd;
/// A sector of names of sectors of the table.
const MORE: u32 = 0xffff_fffc;
/// How many of these names are in the header.
const IN_HEADER: usize = 109;

/// An entry of the directory.
struct Entry {
    name: String,
    kind: u8,
    parent: usize,
    first: u32,
    size: usize,
}

/// Sectors of some length, and the chains in them.
#[derive(Default)]
struct Sectors {
    bytes: Vec<u8>,
    table: Vec<u32>,
}

impl Sectors {
    /// Appends a chain; returns its first sector.
    fn add(&mut self, data: &[u8], sector: usize) -> u32 {
        if data.is_empty() {
            return END;
        }
        let first = self.table.len() as u32;
        self.bytes.extend(data);
        self.bytes.resize(self.bytes.len().next_multiple_of(sector), 0);
        let end = (self.bytes.len() / sector) as u32;
        self.table.extend(first + 1..end);
        self.table.push(END);
        first
    }
}

/// A file of version 3 with these streams. Slashes separate the names of storages.
pub fn compound(streams: &[(&str, &[u8])]) -> Vec<u8> {
    let root = Entry { name: "Root Entry".to_owned(), kind: 5, parent: 0, first: END, size: 0 };
    let (mut entries, mut big, mut mini) = (vec![root], Sectors::default(), Sectors::default());
    for (path, data) in streams {
        let (storages, name) = path.rsplit_once('/').unwrap_or(("", path));
        let mut parent = 0;
        for storage in storages.split('/').filter(|name| !name.is_empty()) {
            let is = |(at, entry): &(usize, &Entry)| {
                *at > 0 && entry.parent == parent && entry.name == storage
            };
            let known = entries.iter().enumerate().find(is).map(|(at, _)| at);
            parent = known.unwrap_or_else(|| {
                entries.push(Entry {
                    name: storage.to_owned(),
                    kind: 1,
                    parent,
                    first: 0,
                    size: 0,
                });
                entries.len() - 1
            });
        }
        let first = match data.len() {
            CUTOFF.. => big.add(data, SECTOR),
            _ => mini.add(data, MINI),
        };
        entries.push(Entry { name: name.to_owned(), kind: 2, parent, first, size: data.len() });
    }
    entries[0].size = mini.bytes.len();
    entries[0].first = big.add(&mini.bytes, SECTOR);
    let mini_table: Vec<u8> = mini.table.iter().flat_map(|next| next.to_le_bytes()).collect();
    let mini_first = big.add(&mini_table, SECTOR);
    let directory_first = big.add(&directory(&entries), SECTOR);
    file(big, directory_first, mini_first)
}

/// The entries; siblings are in a row, each to the right of the one before.
fn directory(entries: &[Entry]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (at, entry) in entries.iter().enumerate() {
        let next = |from: usize, parent: usize| {
            let is = |at: &usize| entries[*at].parent == parent;
            (from..entries.len()).find(is).map_or(FREE, |at| at as u32)
        };
        let start = bytes.len();
        let name: Vec<u8> = entry.name.encode_utf16().flat_map(u16::to_le_bytes).collect();
        bytes.extend(&name);
        bytes.resize(start + 64, 0);
        bytes.extend((name.len() as u16 + 2).to_le_bytes());
        bytes.extend([entry.kind, 1]);
        let right = if at == 0 { FREE } else { next(at + 1, entry.parent) };
        let child = if entry.kind == 2 { FREE } else { next(at.max(1), at) };
        [FREE, right, child].iter().for_each(|link| bytes.extend(link.to_le_bytes()));
        bytes.resize(start + 116, 0);
        bytes.extend(entry.first.to_le_bytes());
        bytes.extend((entry.size as u64).to_le_bytes());
    }
    bytes
}

/// Puts the header before the sectors, and their table after them. Its sectors are named in the header, and in
/// further sectors after it.
fn file(mut big: Sectors, directory: u32, mini: u32) -> Vec<u8> {
    let per_sector = SECTOR / 4;
    let (mut count, mut more) = (0, 0);
    while big.table.len() + count + more > count * per_sector {
        count += 1;
        more = count.saturating_sub(IN_HEADER).div_ceil(per_sector - 1);
    }
    let (first, first_more) = (big.table.len() as u32, (big.table.len() + count) as u32);
    big.table.extend((0..count).map(|_| SELF));
    big.table.extend((0..more).map(|_| MORE));
    big.table.resize(count * per_sector, FREE);
    let mut names: Vec<u32> = (first..first + count as u32).collect();
    names.resize(names.len().max(IN_HEADER), FREE);
    let further = names.split_off(IN_HEADER);

    let mut bytes = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1".to_vec();
    bytes.resize(0x18, 0);
    [0x3e, 3, 0xfffe, 9, 6u16].iter().for_each(|word| bytes.extend(word.to_le_bytes()));
    bytes.resize(0x2c, 0);
    let mini_count = if mini == END { 0 } else { 1 };
    let next = if more > 0 { first_more } else { END };
    let fields = [count as u32, directory, 0, CUTOFF as u32, mini, mini_count, next, more as u32];
    fields.iter().chain(&names).for_each(|word| bytes.extend(word.to_le_bytes()));
    bytes.extend(&big.bytes);
    big.table.iter().for_each(|next| bytes.extend(next.to_le_bytes()));
    for (at, names) in further.chunks(per_sector - 1).enumerate() {
        let start = bytes.len();
        names.iter().for_each(|name| bytes.extend(name.to_le_bytes()));
        bytes.resize(start + SECTOR - 4, 0xff);
        let next = if at + 1 < more { first_more + at as u32 + 1 } else { END };
        bytes.extend(next.to_le_bytes());
    }
    bytes
}

//! A ZIP archive, taken apart and built again (APPNOTE 4.3).

use std::io::{Read, Write};

use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};

use super::{Random, SYNTAXES, pieces};

const LOCAL: &[u8] = b"PK\x03\x04";
const CENTRAL: &[u8] = b"PK\x01\x02";
const END: &[u8] = b"PK\x05\x06";
const DESCRIPTOR: &[u8] = b"PK\x07\x08";

/// The most that is unpacked of a member.
const MOST: u64 = 4 << 10;

struct Member {
    name: Vec<u8>,
    content: Vec<u8>,
}

/// An archive with other members, whose lengths, checksums and places are right but for one at most.
pub fn rebuilt(bytes: Vec<u8>, random: &mut Random) -> Vec<u8> {
    let mut members = members(&bytes);
    if members.is_empty() {
        return bytes;
    }
    for _ in 0..=random.below(3) {
        change(&mut members, random);
    }
    let mut archive = built(&members, random);
    // The last byte chooses how the archive is read.
    archive.extend(bytes.last());
    archive
}

fn number(bytes: &[u8], at: usize) -> Option<usize> {
    Some(u16::from_le_bytes(*bytes.get(at..)?.first_chunk()?).into())
}

fn members(bytes: &[u8]) -> Vec<Member> {
    let starts = (0..bytes.len()).filter(|at| bytes[*at..].starts_with(LOCAL));
    starts.filter_map(|at| member(&bytes[at..])).collect()
}

fn member(bytes: &[u8]) -> Option<Member> {
    let (name_len, extra_len) = (number(bytes, 26)?, number(bytes, 28)?);
    let name = bytes.get(30..30 + name_len)?.to_vec();
    let data = bytes.get(30 + name_len + extra_len..)?;
    let mut content = Vec::new();
    if number(bytes, 8)? == 8 {
        let _ = DeflateDecoder::new(data).take(MOST).read_to_end(&mut content);
    } else {
        let len = u32::from_le_bytes(*bytes[18..].first_chunk()?) as usize;
        content.extend_from_slice(&data[..len.min(data.len())]);
    }
    Some(Member { name, content })
}

const NAMES: &[&str] = &[
    "a.html",
    "b.json",
    "c.csv",
    "d.md",
    "e.eml",
    "word/_rels/document.xml.rels",
    "[Content_Types].xml",
    "f/",
    "g.zip",
    "h.gz",
    "",
    "../i",
    "j\\k",
    "\u{e9}",
];

fn change(members: &mut Vec<Member>, random: &mut Random) {
    let (at, to) = (random.below(members.len()), random.below(members.len()));
    match random.below(8) {
        0 if members.len() > 1 => drop(members.remove(at)),
        1 => members.swap(at, to),
        2 if members.len() < 9 => {
            let Member { name, content } = &members[at];
            members.insert(to, Member { name: name.clone(), content: content.clone() });
        }
        3 => members[at].name = random.pick(NAMES).as_bytes().to_vec(),
        4 if members[at].content.len() < 256 => {
            members[at].content = members[at].content.repeat(1 + random.below(9));
        }
        5 => members[at].content = built(&members[to..=to], random),
        _ => members[at].content = pieces::mutated(&SYNTAXES["html"], &members[at].content, random),
    }
}

/// The archive. One of its numbers in sixteen is wrong.
fn built(members: &[Member], random: &mut Random) -> Vec<u8> {
    let (mut archive, mut central) = (vec![b' '; random.below(32).saturating_sub(28)], Vec::new());
    for member in members {
        let packed = Packed::of(member, random);
        let at = archive.len() as u32;
        archive.extend(packed.local(&member.name));
        central.extend(packed.central(&member.name, at, random));
    }
    let at = archive.len() as u32 ^ fault(random);
    let count = [members.len() as u16; 2].map(u16::to_le_bytes).concat();
    let sizes = [central.len() as u32, at].map(u32::to_le_bytes).concat();
    let end = [END, &[0; 4], &count, &sizes, &[0; 2]].concat();
    if random.below(16) > 0 {
        archive.extend([central, end].concat());
    }
    archive
}

/// Zero, or a bit of a number.
fn fault(random: &mut Random) -> u32 {
    if random.below(16) > 0 { 0 } else { 1 << random.below(32) }
}

struct Packed {
    flags: u16,
    method: u16,
    sum: u32,
    unpacked_len: u32,
    data: Vec<u8>,
}

impl Packed {
    fn of(member: &Member, random: &mut Random) -> Self {
        let mut sum = Crc::new();
        sum.update(&member.content);
        let (method, data) = match random.below(3) {
            0 => (0, member.content.clone()),
            _ => {
                let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
                encoder.write_all(&member.content).expect("memory can be written");
                (8, encoder.finish().expect("memory can be written"))
            }
        };
        let unpacked_len = member.content.len() as u32 ^ fault(random);
        // Bit 3: the numbers stand after the data.
        let flags = *random.pick(&[0, 0, 8, 0x800]);
        Packed { flags, method, sum: sum.sum() ^ fault(random), unpacked_len, data }
    }

    fn numbers(&self) -> Vec<u8> {
        [self.sum, self.data.len() as u32, self.unpacked_len].map(u32::to_le_bytes).concat()
    }

    fn head(&self) -> Vec<u8> {
        [20, self.flags, self.method, 0, 0].map(u16::to_le_bytes).concat()
    }

    fn local(&self, name: &[u8]) -> Vec<u8> {
        let is_after = self.flags & 8 > 0;
        let numbers = if is_after { vec![0; 12] } else { self.numbers() };
        let lens = [name.len() as u16, 0].map(u16::to_le_bytes).concat();
        let after = if is_after { [DESCRIPTOR, &self.numbers()].concat() } else { Vec::new() };
        [LOCAL, &self.head(), &numbers, &lens, name, &self.data, &after].concat()
    }

    fn central(&self, name: &[u8], at: u32, random: &mut Random) -> Vec<u8> {
        let lens = [name.len() as u16, 0, 0, 0, 0].map(u16::to_le_bytes).concat();
        let place = [0, at ^ fault(random)].map(u32::to_le_bytes).concat();
        [CENTRAL, &[20, 0], &self.head(), &self.numbers(), &lens, &place, name].concat()
    }
}

//! Compressed data and archives.

use super::family::{Family, numbered, repeated};
use crate::kit::pack;

pub fn families() -> Vec<Family> {
    [squeezed(), tars(), zips()].into_iter().flatten().collect()
}

fn words(size: usize) -> Vec<u8> {
    numbered(size, |i| format!("http://a/{i} "))
}

fn squeezed() -> Vec<Family> {
    let mut families = Vec::new();
    for (name, packer) in pack::PACKERS {
        let family = |what: &str, make: fn(usize, pack::Packer) -> Vec<u8>| {
            Family::new(format!("{name}: {what}"), move |size| make(size, *packer))
        };
        families.extend([
            family("a bomb", |size, pack| pack(&vec![0; size * 4])),
            family("one member", |size, pack| pack(&words(size))),
            family("members of nothing", |size, pack| repeated(pack(b""), size / 16))
                .of_size(32 << 10),
            family("small members", |size, pack| repeated(pack(b"http://a/ "), size / 16))
                .of_size(32 << 10),
            family("members with text between", |size, pack| {
                repeated([pack(b"http://a/ "), b" http://b/ ".to_vec()].concat(), size / 16)
            })
            .of_size(32 << 10),
            family("starts of members", |size, pack| {
                repeated(&pack(&words(1000))[..40], size / 16)
            })
            .of_size(32 << 10),
            family("broken members", |size, pack| {
                let mut member = pack(&words(2000));
                let middle = member.len() / 2;
                member[middle] ^= 0xff;
                repeated(member, size / 4)
            }),
            family("in each other", |size, pack| (0..8).fold(words(size), |bytes, _| pack(&bytes))),
        ]);
    }
    families
}

fn tars() -> Vec<Family> {
    let long = |kind: u8, size: usize| {
        let mut header = pack::tar("././@LongLink", &repeated("a/", size));
        header[156] = kind;
        // One byte has changed, so the checksum is recomputed.
        let sum: u32 = header[..512]
            .iter()
            .enumerate()
            .map(|(i, b)| if (148..156).contains(&i) { 32 } else { u32::from(*b) })
            .sum();
        header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
        header
    };
    vec![
        Family::new("tar: members", |size| repeated(pack::tar("a", b"http://a/"), size))
            .with(&["--json"]),
        Family::new("tar: members of nothing", |size| repeated(pack::tar("a", b""), size))
            .with(&["--json"]),
        Family::new("tar: long names", move |size| {
            repeated([long(b'L', 2000), pack::tar("b", b"http://a/")].concat(), size)
        })
        .with(&["--json"]),
        Family::new("tar: one long name", move |size| {
            [long(b'L', size), pack::tar("b", b"http://a/")].concat()
        })
        .with(&["--json"]),
        Family::new("tar: one long record of pax", move |size| {
            [long(b'x', size), pack::tar("b", b"http://a/")].concat()
        })
        .with(&["--json"]),
        Family::new("tar: names of nothing", move |size| repeated(long(b'L', 2), size))
            .with(&["--json"]),
        Family::new("tar: broken headers", |size| {
            repeated([pack::tar("a", b"http://a/"), vec![1; 512]].concat(), size)
        })
        .with(&["--json"]),
        Family::new("tar: in each other", |size| {
            (0..8).fold(words(size), |bytes, _| pack::tar("a.tar", &bytes))
        })
        .with(&["--json"]),
        Family::new("tar: blocks of nothing", |size| {
            [pack::tar("a", b"http://a/"), vec![0; size]].concat()
        })
        .with(&["--json"]),
    ]
}

/// The header of a member and its data. The header says how long the data is.
fn member(name: &str, flags: u8, method: u8, data: &[u8], len: u32) -> Vec<u8> {
    let mut bytes = b"PK\x03\x04\x14\0".to_vec();
    bytes.extend([flags, 0, method, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    bytes.extend(len.to_le_bytes());
    bytes.extend(len.to_le_bytes());
    bytes.extend((name.len() as u16).to_le_bytes());
    bytes.extend([0, 0]);
    [&bytes, name.as_bytes(), data].concat()
}

fn stored(name: &str, data: &[u8]) -> Vec<u8> {
    member(name, 0, 0, data, data.len() as u32)
}

fn deflated(data: &[u8]) -> Vec<u8> {
    let packed = pack::gz(data);
    let packed = &packed[10..packed.len() - 8];
    member("a", 0, 8, packed, packed.len() as u32)
}

/// A row of the directory that refers to the first member.
fn central() -> Vec<u8> {
    let mut bytes = b"PK\x01\x02\x14\0\x14\0\0\0\0\0\0\0\0\0\0\0\0\0".to_vec();
    bytes.extend(9u32.to_le_bytes());
    bytes.extend(9u32.to_le_bytes());
    bytes.extend([1, 0]);
    bytes.resize(46, 0);
    bytes.push(b'a');
    bytes
}

fn zips() -> Vec<Family> {
    vec![
        Family::new("zip: members", |size| repeated(stored("a", b"http://a/"), size))
            .with(&["--json"]),
        Family::new("zip: deflated members", |size| repeated(deflated(b"http://a/"), size / 4))
            .with(&["--json"]),
        Family::new("zip: members of nothing", |size| repeated(stored("a", b""), size))
            .with(&["--json"]),
        Family::new("zip: one member, often referred to", |size| {
            [stored("a", b"http://a/"), repeated(central(), size)].concat()
        })
        .with(&["--json"]),
        Family::new("zip: members that overlap", |size| {
            repeated(member("a", 0, 0, b"", u32::MAX - 1), size)
        })
        .with(&["--json"]),
        Family::new("zip: deflated members that overlap", |size| {
            repeated(member("a", 0, 8, b"", u32::MAX - 1), size)
        })
        .with(&["--json"]),
        Family::new("zip: members whose size is not said", |size| {
            repeated(member("a", 8, 0, b"http://a/", 0), size)
        })
        .with(&["--json"]),
        Family::new("zip: deflated members whose size is not said", |size| {
            repeated(member("a", 8, 8, b"\x07", 0), size)
        })
        .with(&["--json"]),
        Family::new("zip: descriptors", |size| {
            [member("a", 8, 0, b"", 0), repeated("PK\x07\x08", size)].concat()
        })
        .with(&["--json"]),
        Family::new("zip: a bomb", |size| deflated(&vec![0; 4 * size])).with(&["--json"]),
        Family::new("zip: unknown methods", |size| repeated(member("a", 0, 99, b"x", 1), size))
            .with(&["--json"]),
        Family::new("zip: a broken directory", |size| {
            [stored("a", b"http://a/"), repeated(b"PK\x01\x02\xff\xff", size)].concat()
        })
        .with(&["--json"]),
        Family::new("zip: ends", |size| {
            [
                stored("a", b"http://a/"),
                repeated(b"PK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", size),
            ]
            .concat()
        })
        .with(&["--json"]),
        Family::new("zip: in each other", |size| {
            (0..8).fold(words(size), |bytes, _| stored("a.zip", &bytes))
        })
        .with(&["--json"]),
    ]
}

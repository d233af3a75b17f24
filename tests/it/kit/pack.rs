//! Builds containers for tests.

#[path = "../../kit/compound.rs"]
mod compound;
#[path = "../../kit/plist.rs"]
pub mod plist;

use std::io::Write;

pub use compound::compound;

use flate2::Compression;
use flate2::write::GzEncoder;

/// Signed mail in BER, up to the parts of what is signed.
pub const SIGNED: &[u8] =
    b"0\x80\x06\t*\x86H\x86\xf7\r\x01\x07\x02\xa0\x800\x80\x02\x01\x011\x000\x80\x06\t*\x86H\
    \x86\xf7\r\x01\x07\x01\xa0\x80$\x80";

/// A function that compresses.
pub type Packer = fn(&[u8]) -> Vec<u8>;

/// Every compressor of this build, by the command's name for its format.
pub const PACKERS: &[(&str, Packer)] = &[
    ("gz", gz),
    #[cfg(feature = "zstd")]
    ("zst", zst),
    ("bz2", bz2),
    #[cfg(feature = "xz")]
    ("xz", xz),
    ("lz4", lz4),
    #[cfg(feature = "xz")]
    ("lz", lz),
    ("sz", sz),
];

pub fn gz(text: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

#[cfg(feature = "zstd")]
pub fn zst(text: &[u8]) -> Vec<u8> {
    zstd::encode_all(text, 1).unwrap()
}

/// The same with a window of that many bits, whatever the text needs.
#[cfg(feature = "zstd")]
pub fn zst_wide(text: &[u8], log: u32) -> Vec<u8> {
    let mut encoder = zstd::Encoder::new(Vec::new(), 1).unwrap();
    encoder.window_log(log).unwrap();
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

pub fn bz2(text: &[u8]) -> Vec<u8> {
    let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

#[cfg(feature = "xz")]
pub fn xz(text: &[u8]) -> Vec<u8> {
    let mut encoder = liblzma::write::XzEncoder::new(Vec::new(), 1);
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

pub fn lz4(text: &[u8]) -> Vec<u8> {
    let mut encoder = lz4_flex::frame::FrameEncoder::new(Vec::new());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

/// A member of lzip: what `lzma` packs, between a header and a trailer.
#[cfg(feature = "xz")]
pub fn lz(text: &[u8]) -> Vec<u8> {
    use liblzma::stream::{LzmaOptions, Stream};
    let stream = Stream::new_lzma_encoder(&LzmaOptions::new_preset(0).unwrap()).unwrap();
    let mut encoder = liblzma::write::XzEncoder::new_stream(Vec::new(), stream);
    encoder.write_all(text).unwrap();
    let data = &encoder.finish().unwrap()[13..];
    let mut crc = flate2::Crc::new();
    crc.update(text);
    let [len, all] = [text.len(), data.len() + 26].map(|len| (len as u64).to_le_bytes());
    [b"LZIP\x01\x12", data, &crc.sum().to_le_bytes(), &len, &all].concat()
}

pub fn sz(text: &[u8]) -> Vec<u8> {
    let mut encoder = snap::write::FrameEncoder::new(Vec::new());
    encoder.write_all(text).unwrap();
    match encoder.into_inner().unwrap() {
        packed if packed.is_empty() => b"\xff\x06\0\0sNaPpY".to_vec(),
        packed => packed,
    }
}

pub fn zlib(text: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

/// What `lzma` packs.
#[cfg(feature = "xz")]
pub fn lzma(text: &[u8]) -> Vec<u8> {
    use liblzma::stream::{LzmaOptions, Stream};
    let stream = Stream::new_lzma_encoder(&LzmaOptions::new_preset(0).unwrap()).unwrap();
    let mut encoder = liblzma::write::XzEncoder::new_stream(Vec::new(), stream);
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

/// What `compress` could write: groups of seven bytes and the code that clears the table, in nine bits each.
pub fn lzw(text: &[u8]) -> Vec<u8> {
    let mut packed = b"\x1f\x9d\x90".to_vec();
    for group in text.chunks(7) {
        let codes = group.iter().map(|byte| u128::from(*byte)).chain([256]);
        let bits = codes.enumerate().fold(0, |bits, (at, code)| bits | code << (9 * at));
        packed.extend(&bits.to_le_bytes()[..(9 * (group.len() + 1)).div_ceil(8)]);
    }
    packed
}

/// Brotli in one block that is not compressed (RFC 7932 9.2).
pub fn brotli(text: &[u8]) -> Vec<u8> {
    let head = u32::from(u16::try_from(text.len() - 1).unwrap()) << 4 | 1 << 20;
    [&head.to_le_bytes()[..3], text, b"\x03"].concat()
}

/// What Firefox writes.
pub fn mozlz4(text: &[u8]) -> Vec<u8> {
    let len = (text.len() as u32).to_le_bytes();
    [b"mozLz40\0", &len[..], &lz4_flex::block::compress(text)].concat()
}

/// One member of a tar archive (POSIX.1-1988).
pub fn tar(name: &str, text: &[u8]) -> Vec<u8> {
    let mut header = [0; 512];
    header[..name.len()].copy_from_slice(name.as_bytes());
    header[124..136].copy_from_slice(format!("{:011o}\0", text.len()).as_bytes());
    header[148..156].copy_from_slice(b"        ");
    header[156] = b'0';
    header[257..265].copy_from_slice(b"ustar\x0000");
    let sum: u32 = header.iter().map(|b| u32::from(*b)).sum();
    header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    let padding = vec![0; text.len().next_multiple_of(512) - text.len()];
    [&header, text, &padding].concat()
}

/// The header of a member of a ZIP archive, and its data. The header says how long the data is.
pub fn member(name: &str, flags: u8, method: u8, data: &[u8], len: u32) -> Vec<u8> {
    let mut bytes = b"PK\x03\x04\x14\0".to_vec();
    bytes.extend([flags, 0, method, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    bytes.extend(len.to_le_bytes());
    bytes.extend(len.to_le_bytes());
    bytes.extend((name.len() as u16).to_le_bytes());
    bytes.extend([0, 0]);
    [&bytes, name.as_bytes(), data].concat()
}

/// A member that is not compressed.
pub fn stored(name: &str, data: &[u8]) -> Vec<u8> {
    member(name, 0, 0, data, data.len() as u32)
}

/// A record of a web archive.
pub fn warc(kind: &str, uri: &str, content: &str, block: &[u8]) -> Vec<u8> {
    let len = block.len();
    let head = format!(
        "WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {uri}\r\n\
         WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-000000000001>\r\n\
         Content-Type: {content}\r\nContent-Length: {len}\r\n\r\n"
    );
    [head.as_bytes(), block, b"\r\n\r\n"].concat()
}

/// A member of an archive of `ar`.
pub fn ar(name: &str, text: &[u8]) -> Vec<u8> {
    let head = format!("{name:16}{:12}{:6}{:6}{:8}{:<10}`\n", 0, 0, 0, 644, text.len());
    [head.as_bytes(), text, &b"\n"[..text.len() % 2]].concat()
}

/// A member of an archive of `cpio` (`newc`).
pub fn cpio(name: &str, text: &[u8]) -> Vec<u8> {
    let (len, name_len) = (text.len(), name.len() + 1);
    let head = format!(
        "070701{:08x}{:08x}{:032x}{len:08x}{:032x}{name_len:08x}{:08x}",
        1, 0o100644, 0, 0, 0
    );
    let mut bytes = [head.as_bytes(), name.as_bytes(), b"\0"].concat();
    bytes.resize(bytes.len().next_multiple_of(4), 0);
    bytes.extend(text);
    bytes.resize(bytes.len().next_multiple_of(4), 0);
    bytes
}

/// The start of a package of RPM, up to its payload: a header with that homepage.
pub fn rpm(homepage: &str) -> Vec<u8> {
    let magic = b"\x8e\xad\xe8\x01\0\0\0\0";
    let signature = [&magic[..], &[0; 8]].concat();
    let numbers = [1, homepage.len() as u32 + 1, 1020, 6, 0, 1].map(u32::to_be_bytes).concat();
    let header = [&magic[..], &numbers, homepage.as_bytes(), b"\0"].concat();
    [&b"\xed\xab\xee\xdb\x03\0"[..], &[0; 90], &signature, &header].concat()
}

/// A record of ARC.
pub fn arc(uri: &str, media: &str, block: &[u8]) -> Vec<u8> {
    let head = format!("{uri} 192.0.2.1 20010203040506 {media} {}\n", block.len());
    [head.as_bytes(), block, b"\n"].concat()
}

fn wide(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

/// A document of Word of that size.
pub fn document(size: usize) -> Vec<u8> {
    let (mut narrow, mut broad) = (String::new(), String::new());
    for index in 0..size / 150 {
        narrow += &format!("\x13 HYPERLINK \"http://a{index}.example/b\" \x14text\x15\r");
        broad += &format!("see http://c{index}.example/d\r");
    }
    let summary = [&b"\x20\0\0\0"[..], &wide("http://e.example/"), b"\0\0"].concat();
    compound(&[
        ("WordDocument", &[narrow.as_bytes(), b"\0", &wide(&broad)].concat()),
        ("1Table", &[0; 600]),
        ("\u{5}SummaryInformation", &summary),
    ])
}

/// A message of Outlook with that text in each of its parts.
pub fn message(text: &str) -> Vec<u8> {
    // The code page of the HTML is 1252.
    let mut fixed = vec![0; 32];
    fixed.extend([3, 0, 0xde, 0x3f, 6, 0, 0, 0, 0xe4, 4, 0, 0, 0, 0, 0, 0]);
    let page = format!("<p>{text}html</p><a href='c'>d</a>");
    compound(&[
        ("__properties_version1.0", &fixed),
        ("__nameid_version1.0/__substg1.0_00020102", b""),
        ("__nameid_version1.0/__substg1.0_00030102", b""),
        ("__nameid_version1.0/__substg1.0_00040102", b""),
        ("__substg1.0_001A001F", &wide("IPM.Note")),
        ("__substg1.0_0037001F", &wide(&format!("{text}subject"))),
        (
            "__substg1.0_007D001F",
            &wide(&format!("X-Any: <{text}header>\r\nTo: a@b.example\r\n\r\n")),
        ),
        ("__substg1.0_1000001F", &wide(&format!("see {text}body, or\r\n"))),
        ("__substg1.0_10130102", page.as_bytes()),
        ("__substg1.0_1035001F", &wide("<id@m.example>")),
    ])
}

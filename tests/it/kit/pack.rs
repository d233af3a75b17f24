//! Builds containers for tests.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;

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

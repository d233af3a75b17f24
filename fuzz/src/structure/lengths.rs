//! The records of a web archive, with the right lengths.

use super::Random;

const VERSION: &[u8] = b"WARC/1.";
const LENGTH: &[u8] = b"content-length:";

/// The same records, each with the length of its block.
pub fn mended(bytes: Vec<u8>, _: &mut Random) -> Vec<u8> {
    let is_start = |at: &usize| bytes[*at..].starts_with(VERSION);
    let mut starts: Vec<usize> = (0..bytes.len()).filter(is_start).collect();
    starts.insert(0, 0);
    starts.push(bytes.len());
    starts.windows(2).flat_map(|pair| record(&bytes[pair[0]..pair[1]])).collect()
}

fn record(record: &[u8]) -> Vec<u8> {
    let Some(head_end) = find(record, b"\r\n\r\n") else { return record.to_vec() };
    let (head, block) = record.split_at(head_end + 4);
    let len = block.strip_suffix(b"\r\n\r\n").unwrap_or(block).len();
    let lines = head.split_inclusive(|b| *b == b'\n');
    let lines = lines.map(|line| match line.get(..LENGTH.len()) {
        Some(name) if name.eq_ignore_ascii_case(LENGTH) => {
            format!("Content-Length: {len}\r\n").into_bytes()
        }
        _ => line.to_vec(),
    });
    lines.chain([block.to_vec()]).flatten().collect()
}

fn find(bytes: &[u8], what: &[u8]) -> Option<usize> {
    bytes.windows(what.len()).position(|window| window == what)
}

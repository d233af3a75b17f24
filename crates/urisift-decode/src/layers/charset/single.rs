//! Single-byte charsets, half of them ASCII.

use encoding_rs::Encoding;

use super::super::coding::{Batch, Coding};
use crate::core::format::Prefix;

/// The characters of a charset.
#[derive(Clone, Copy, Debug)]
pub(super) enum Table {
    Encoding(&'static Encoding),
    /// Those of the bytes 0x80 to 0xFF.
    Page(&'static str),
}

/// Decodes a single-byte charset.
pub(super) struct Single {
    table: Table,
    /// The characters of the bytes 0x80 to 0xFF, once there was one: most text is ASCII.
    letters: Option<Box<[Letter; 128]>>,
}

/// A character as UTF-8. In all of these charsets it takes at most three bytes.
#[derive(Clone, Copy, Default)]
struct Letter {
    bytes: [u8; 3],
    len: u8,
}

impl Letter {
    fn of(char: char) -> Self {
        let (mut letter, mut space) = (Letter::default(), [0; 4]);
        let text = char.encode_utf8(&mut space).as_bytes();
        let len = text.len().min(letter.bytes.len());
        letter.bytes[..len].copy_from_slice(&text[..len]);
        Letter { len: len as u8, ..letter }
    }
}

impl Single {
    pub fn new(table: Table) -> Self {
        Single { table, letters: None }
    }

    fn push(&mut self, byte: u8, out: &mut Vec<u8>) {
        let letters = self.letters.get_or_insert_with(|| letters(self.table));
        let letter = letters[usize::from(byte & 0x7f)];
        match letter.len {
            // A constant length compiles to a single copy.
            2 => out.extend_from_slice(&letter.bytes[..2]),
            _ => out.extend_from_slice(&letter.bytes[..usize::from(letter.len)]),
        }
    }
}

/// The characters of the bytes 0x80 to 0xFF.
fn letters(table: Table) -> Box<[Letter; 128]> {
    let bytes: [u8; 128] = std::array::from_fn(|at| at as u8 | 0x80);
    let text = match table {
        Table::Encoding(encoding) => encoding.decode_without_bom_handling(&bytes).0,
        Table::Page(characters) => characters.into(),
    };
    let mut letters = Box::new([Letter::of(char::REPLACEMENT_CHARACTER); 128]);
    for (letter, char) in letters.iter_mut().zip(text.chars()) {
        *letter = Letter::of(char);
    }
    letters
}

impl Coding for Single {
    fn plain(&mut self, bytes: &[u8]) -> usize {
        Encoding::ascii_valid_up_to(bytes)
    }

    fn first(&mut self, head: Prefix<'_>, out: &mut Vec<u8>) -> Option<usize> {
        match *head.bytes.first()? {
            byte if byte.is_ascii() => out.push(byte),
            byte => self.push(byte, out),
        }
        Some(1)
    }

    /// Up to the next ASCII byte.
    fn batch(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> Option<Batch> {
        let count = bytes.iter().position(u8::is_ascii).unwrap_or(bytes.len());
        for byte in &bytes[..count] {
            self.push(*byte, out);
        }
        Some(Batch { raw: 1, count })
    }
}

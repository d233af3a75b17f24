//! Single-byte charsets, half of them ASCII.

use std::fmt;
use std::rc::Rc;

use encoding_rs::Encoding;

use super::super::coding::{Batch, Coding};
use super::super::format::Prefix;

/// A charset as a table.
#[derive(Clone)]
pub(super) struct Single {
    /// The characters of the bytes 0x80 to 0xFF.
    letters: Rc<[Letter; 128]>,
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
    /// Builds the table of a single-byte encoding.
    pub fn new(encoding: &'static Encoding) -> Self {
        let bytes: [u8; 128] = std::array::from_fn(|at| at as u8 | 0x80);
        let (text, _) = encoding.decode_without_bom_handling(&bytes);
        let mut letters = [Letter::of(char::REPLACEMENT_CHARACTER); 128];
        for (letter, char) in letters.iter_mut().zip(text.chars()) {
            *letter = Letter::of(char);
        }
        Single { letters: Rc::new(letters) }
    }

    fn push(&self, byte: u8, out: &mut Vec<u8>) {
        let letter = self.letters[usize::from(byte & 0x7f)];
        match letter.len {
            // A constant length compiles to a single copy.
            2 => out.extend_from_slice(&letter.bytes[..2]),
            _ => out.extend_from_slice(&letter.bytes[..usize::from(letter.len)]),
        }
    }
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

impl fmt::Debug for Single {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Single")
    }
}

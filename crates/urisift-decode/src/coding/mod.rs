//! Codings, in which bytes stand for others (charsets, escapes), and the layer that decodes them.

mod carry;
mod place;
mod recoded;
mod text;

use super::format::Prefix;

pub(crate) use recoded::Recoded;

/// The most bytes that stand for one character: `\uD83D\uDE00` (RFC 8259 7).
const LONGEST: usize = 12;

/// What bytes stand for, and how far they are read.
pub trait Coding {
    /// Takes the bytes at the front that stand for themselves; returns how many.
    fn plain(&mut self, bytes: &[u8]) -> usize;

    /// Decodes the first character to `out` and returns how many bytes it took. It may write nothing.
    /// Returns `None` if more bytes are needed: never if the head is all, nor with [`LONGEST`] bytes.
    fn first(&mut self, head: Prefix<'_>, out: &mut Vec<u8>) -> Option<usize>;

    /// Decodes as many characters as are at hand. The bytes written are UTF-8, or a single character.
    fn batch(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> Option<Batch> {
        self.first(Prefix { bytes, is_all: false }, out).map(Batch::one)
    }
}

/// Characters that each take up the same number of raw bytes.
#[derive(Clone, Copy, Debug)]
pub struct Batch {
    /// How many raw bytes each takes up.
    pub raw: usize,
    pub count: usize,
}

impl Batch {
    /// A single one.
    pub fn one(raw: usize) -> Self {
        Batch { raw, count: 1 }
    }
}

impl<C: Coding + ?Sized> Coding for Box<C> {
    fn plain(&mut self, bytes: &[u8]) -> usize {
        (**self).plain(bytes)
    }

    fn first(&mut self, head: Prefix<'_>, out: &mut Vec<u8>) -> Option<usize> {
        (**self).first(head, out)
    }

    fn batch(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> Option<Batch> {
        (**self).batch(bytes, out)
    }
}

/// Writes a character as UTF-8.
pub(super) fn push_char(char: char, out: &mut Vec<u8>) {
    out.extend_from_slice(char.encode_utf8(&mut [0; 4]).as_bytes());
}

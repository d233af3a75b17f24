//! Bytes that stand for others, and the layer that reads them: charsets and escapes are such.

mod carry;
mod place;
mod recoded;
mod text;

use super::format::Prefix;

pub(crate) use recoded::Recoded;

/// The most bytes that stand for one character together: `\uD83D\uDE00` (RFC 8259 7).
const LONGEST: usize = 12;

/// What bytes stand for, and how far they are read.
pub trait Coding {
    /// Takes the bytes at the front that stand for themselves: how many.
    fn plain(&mut self, bytes: &[u8]) -> usize;

    /// Takes what stands for the first character, and writes that: how many bytes were taken. It may
    /// write nothing. `None` where it takes more bytes to say, so never where the head is all, and not
    /// with [`LONGEST`] bytes either.
    fn first(&mut self, head: Prefix<'_>, out: &mut Vec<u8>) -> Option<usize>;

    /// Takes what stands for the first characters, as many as are at hand, and writes them. They
    /// are UTF-8, or there is one only.
    fn batch(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> Option<Batch> {
        self.first(Prefix { bytes, is_all: false }, out).map(Batch::one)
    }
}

/// Characters that take up equally many raw bytes.
#[derive(Clone, Copy, Debug)]
pub struct Batch {
    /// How many bytes each takes up.
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

//! Quoted-printable (RFC 2045 6.7).

use crate::mapped::{Chunk, MappedRead};
use urisift::Span;

/// The most white space between `=` and the line break that is padding.
const MAX_PADDING: usize = 80;

/// Decodes quoted-printable. What is no escape stays as it is.
pub struct QuotedPrintable<R> {
    inner: R,
    /// The decoded bytes of an escape that are not consumed.
    decoded: Vec<u8>,
    raw: Span,
}

/// What follows an equals sign.
enum Escape {
    Byte(u8),
    SoftBreak,
    /// No escape: the bytes are themselves.
    None,
}

impl<R: MappedRead> QuotedPrintable<R> {
    pub fn new(inner: R) -> Self {
        QuotedPrintable { inner, decoded: Vec::new(), raw: Span { start: 0, end: 0 } }
    }

    /// Takes an equals sign and what follows; puts the result in `decoded`.
    fn take_escape(&mut self) {
        self.decoded.clear();
        self.raw = self.inner.chunk().span(0..1);
        self.take();
        match self.escape() {
            Escape::Byte(byte) => {
                self.decoded.clear();
                self.decoded.push(byte);
            }
            Escape::SoftBreak => self.decoded.clear(),
            Escape::None => {}
        }
    }

    fn escape(&mut self) -> Escape {
        match self.next_byte() {
            Some(b'\r' | b'\n') => self.line_break(),
            Some(b' ' | b'\t') => self.padding(),
            Some(high) => self.hex(high),
            None => Escape::None,
        }
    }

    fn hex(&mut self, high: u8) -> Escape {
        let Some(high) = digit(high) else { return Escape::None };
        self.take();
        let Some(low) = self.next_byte().and_then(digit) else { return Escape::None };
        self.take();
        Escape::Byte(high << 4 | low)
    }

    fn padding(&mut self) -> Escape {
        for _ in 0..MAX_PADDING {
            match self.next_byte() {
                Some(b' ' | b'\t') => self.take(),
                Some(b'\r' | b'\n') => return self.line_break(),
                _ => break,
            }
        }
        Escape::None
    }

    fn line_break(&mut self) -> Escape {
        if self.next_byte() == Some(b'\r') {
            self.take();
        }
        if self.next_byte() == Some(b'\n') {
            self.take();
        }
        Escape::SoftBreak
    }

    fn stands_for_itself(&self) -> bool {
        self.raw.len() == self.decoded.len() as u64
    }

    fn next_byte(&mut self) -> Option<u8> {
        self.inner.chunk().bytes.first().copied()
    }

    /// Takes one byte as itself, until it turns out to be an escape.
    fn take(&mut self) {
        let chunk = self.inner.chunk();
        if let Some(byte) = chunk.bytes.first() {
            self.decoded.push(*byte);
            self.raw.end = chunk.span(0..1).end;
            self.inner.advance(1);
        }
    }
}

/// The value of a digit; lower case is wrong, but common.
fn digit(byte: u8) -> Option<u8> {
    (byte as char).to_digit(16).map(|digit| digit as u8)
}

impl<R: MappedRead> MappedRead for QuotedPrintable<R> {
    fn chunk(&mut self) -> Chunk<'_> {
        while self.decoded.is_empty() {
            let chunk = self.inner.chunk();
            match memchr::memchr(b'=', chunk.bytes) {
                Some(0) => self.take_escape(),
                Some(at) => return self.inner.chunk().piece(0..at),
                None => return self.inner.chunk(),
            }
        }
        if self.stands_for_itself() {
            Chunk::plain(&self.decoded, self.raw.start)
        } else {
            Chunk::whole(&self.decoded, self.raw)
        }
    }

    fn advance(&mut self, count: usize) {
        if self.decoded.is_empty() {
            return self.inner.advance(count);
        }
        // A decoded byte is alone; others are consumed one by one.
        if self.stands_for_itself() {
            self.raw.start += count as u64;
        }
        self.decoded.drain(..count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drip::{places, text, traced};
    use crate::mapped::Ratio;

    #[test]
    fn escapes_and_soft_breaks() {
        for (encoded, expected) in [
            ("a=3Db", "a=b"),
            ("a=3db", "a=b"),
            ("http://a/=\nb", "http://a/b"),
            ("http://a/=\r\nb", "http://a/b"),
            ("a= \t \r\nb", "ab"),
            ("a=\rb", "ab"),
            ("=C3=A9", "é"),
            ("a=zb=", "a=zb="),
            ("a=4", "a=4"),
            ("a==3D", "a=="),
            ("a=  b", "a=  b"),
            ("=\n=\n=", "="),
        ] {
            let decoded = traced(encoded.as_bytes(), Ratio::PLAIN, QuotedPrintable::new);
            assert_eq!(text(&decoded), expected.as_bytes(), "{encoded}");
        }
    }

    #[test]
    fn every_byte_knows_its_own() {
        let decoded = traced(b"x=3D=\r\ny=2", Ratio::PLAIN, QuotedPrintable::new);
        assert_eq!(places(&decoded), [(0, 1), (1, 4), (7, 8), (8, 9), (9, 10)]);
    }
}

//! Quoted-printable (RFC 2045 6.7), and the same escapes with another mark.

use crate::coding::Coding;
use crate::format::Prefix;

/// The most white space between `=` and the line break that is padding.
const MAX_PADDING: usize = 79;

/// Decodes quoted-printable. What is no escape stays as it is.
pub struct QuotedPrintable;

impl Coding for QuotedPrintable {
    fn plain(&mut self, bytes: &[u8]) -> usize {
        memchr::memchr(b'=', bytes).unwrap_or(bytes.len())
    }

    fn first(&mut self, head: Prefix<'_>, out: &mut Vec<u8>) -> Option<usize> {
        let blanks = head.bytes[1..].iter().take_while(|b| matches!(b, b' ' | b'\t'));
        let blanks = blanks.take(MAX_PADDING).count();
        match &head.bytes[1 + blanks..] {
            _ if head.bytes[0] != b'=' => {}
            [b'\r', b'\n', ..] => return Some(1 + blanks + 2),
            [] | [b'\r'] if !head.is_all => return None,
            [b'\r' | b'\n', ..] => return Some(1 + blanks + 1),
            [high] if blanks == 0 && !head.is_all && high.is_ascii_hexdigit() => return None,
            _ => {
                if let Some(byte) = escaped(head.bytes, b'=') {
                    out.push(byte);
                    return Some(ESCAPE);
                }
            }
        }
        out.push(head.bytes[0]);
        Some(1)
    }
}

/// The length of an escaped byte: a mark and two digits.
const ESCAPE: usize = 3;

/// The escaped byte at the front, such as `=3D`. Lower case is wrong in quoted-printable, but common.
fn escaped(text: &[u8], mark: u8) -> Option<u8> {
    let [first, high, low, ..] = text else { return None };
    let digit = |byte: u8| char::from(byte).to_digit(16);
    (*first == mark).then_some((digit(*high)? << 4 | digit(*low)?) as u8)
}

/// A text in one line without its escapes, which have that mark; `plain` says what other bytes stand for.
pub fn unescaped(text: &[u8], mark: u8, plain: impl Fn(u8) -> u8) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.first() {
        let escaped = escaped(rest, mark);
        bytes.push(escaped.unwrap_or_else(|| plain(*first)));
        rest = &rest[if escaped.is_some() { ESCAPE } else { 1 }..];
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coding::Recoded;
    use crate::drip::{places, text, traced};
    use crate::mapped::{MappedRead, Ratio};

    fn decoder<R>(inner: R) -> Recoded<R, QuotedPrintable>
    where
        R: MappedRead,
    {
        Recoded::by(QuotedPrintable, inner)
    }

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
            let decoded = traced(encoded.as_bytes(), Ratio::PLAIN, decoder);
            assert_eq!(text(&decoded), expected.as_bytes(), "{encoded}");
        }
    }

    #[test]
    fn every_byte_knows_its_own() {
        let decoded = traced(b"x=3D=\r\ny=2", Ratio::PLAIN, decoder);
        assert_eq!(places(&decoded), [(0, 1), (1, 4), (7, 8), (8, 9), (9, 10)]);
    }
}

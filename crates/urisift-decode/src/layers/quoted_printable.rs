//! Decodes quoted-printable (RFC 2045 6.7), and the escapes that it shares with others.

use super::coding::{Coding, Escape};
use crate::core::format::{Prefix, Sniff};

/// The most whitespace between `=` and the line break that is padding.
const MAX_PADDING: usize = 79;

/// Decodes quoted-printable (RFC 2045 6.7). What is not an escape stays as it is.
pub struct QuotedPrintable;

impl Coding for QuotedPrintable {
    fn plain(&mut self, bytes: &[u8]) -> usize {
        memchr::memchr(b'=', bytes).unwrap_or(bytes.len())
    }

    #[inline]
    fn escape(&self, bytes: &[u8]) -> Option<Escape> {
        let is_rule = |first: &u8| RULES.iter().any(|rule| rule[0] == *first);
        match bytes {
            [b'=', b'\n', next, ..] if !is_rule(next) => Some(Escape { len: 2, byte: None }),
            [b'=', b'\r', b'\n', next, ..] if !is_rule(next) => Some(Escape { len: 3, byte: None }),
            _ => escaped(bytes, b'=').map(|byte| Escape { len: ESCAPE, byte: Some(byte) }),
        }
    }

    fn first(&mut self, head: Prefix<'_>, out: &mut Vec<u8>) -> Option<usize> {
        if let Some(Escape { len, byte }) = self.escape(head.bytes) {
            out.extend(byte);
            return Some(len);
        }
        let blanks = head.bytes[1..].iter().take_while(|b| matches!(b, b' ' | b'\t'));
        let blanks = blanks.take(MAX_PADDING).count();
        match &head.bytes[1 + blanks..] {
            _ if head.bytes[0] != b'=' => {}
            [b'\r', b'\n', ..] => return soft_break(head, 1 + blanks + 2, out),
            [] | [b'\r'] if !head.is_all => return None,
            [b'\r' | b'\n', ..] => return soft_break(head, 1 + blanks + 1, out),
            [high] if blanks == 0 && !head.is_all && high.is_ascii_hexdigit() => return None,
            _ => {}
        }
        out.push(head.bytes[0]);
        Some(1)
    }
}

/// How the lines start that lists put before a footer, which is not encoded.
const RULES: [&[u8]; 2] = [&[b'_'; RULE], &[b'-'; RULE]];
/// The length of that start.
const RULE: usize = 10;

/// A soft line break of that length joins two lines, but not the last one of the text to a footer.
fn soft_break(head: Prefix<'_>, len: usize, out: &mut Vec<u8>) -> Option<usize> {
    match RULES.iter().map(|rule| head.has(len, rule)).fold(Sniff::No, Sniff::or) {
        Sniff::More => return None,
        Sniff::Yes => out.push(SEAM),
        Sniff::No => {}
    }
    Some(len)
}

/// Separates encoded text from what follows it: a control character ends every URI.
pub(super) const SEAM: u8 = 0;

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
    use crate::core::mapped::MappedRead;
    use crate::core::mapped::Ratio;
    use crate::layers::coding::Recoded;
    use crate::testing::cases::assert_cases;
    use crate::testing::{places, told, traced};

    #[test]
    fn a_footer_is_not_joined_by_a_soft_break() {
        let rule = "_".repeat(40);
        for (encoded, expected) in [
            (format!("http://a/=\n{rule}\n"), format!("http://a/\0{rule}\n")),
            (format!("a= \r\n{}", "-".repeat(10)), format!("a\0{}", "-".repeat(10))),
            (format!("a=\n{}", "_".repeat(9)), format!("a{}", "_".repeat(9))),
            ("a=\n___b".to_owned(), "a___b".to_owned()),
        ] {
            assert_eq!(told(encoded.as_bytes(), decoder), expected, "{encoded}");
        }
    }

    fn decoder<R: MappedRead>(inner: R) -> Recoded<R, QuotedPrintable> {
        Recoded::by(QuotedPrintable, inner)
    }

    #[test]
    fn escapes_and_soft_breaks() {
        assert_cases("layers/quoted-printable", |[encoded]| told(encoded, decoder));
    }

    #[test]
    fn every_byte_knows_its_own() {
        let decoded = traced(b"x=3D=\r\ny=2", Ratio::PLAIN, decoder);
        assert_eq!(places(&decoded), [(0, 1), (1, 4), (7, 8), (8, 9), (9, 10)]);
    }
}

//! Encoded words in header fields (RFC 2047).

use std::ops::Range;

use memchr::{memchr, memmem};

use crate::layers::base64::{EXACT, decode_base64};
use crate::layers::charset::Charset;
use crate::layers::quoted_printable::unescaped;

/// The longest word looked at, in bytes: longer ones are wrong, but common.
const MAX_WORD: usize = 1 << 10;

/// Words separated only by whitespace.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Words {
    /// Their range in the field.
    pub range: Range<usize>,
    /// Their text in UTF-8.
    pub text: Vec<u8>,
}

/// A value with all words decoded.
pub(super) fn decoded(value: &[u8]) -> Vec<u8> {
    let (mut text, mut from) = (Vec::new(), 0);
    while let Some(words) = find(value, from) {
        text.extend_from_slice(&value[from..words.range.start]);
        text.extend(words.text);
        from = words.range.end;
    }
    text.extend_from_slice(&value[from..]);
    text
}

/// The next words in a field, at or after an offset.
pub(super) fn find(field: &[u8], from: usize) -> Option<Words> {
    let mut at = from;
    loop {
        let start = at + memchr(b'=', &field[at..])?;
        if let Some(first) = word(&field[start..]) {
            return Some(row(field, start, first));
        }
        at = start + 1;
    }
}

/// The word and those that follow: whitespace between them is dropped (RFC 2047 6.2). Words of one charset are decoded
/// together: a character may straddle them, though it should not.
fn row(field: &[u8], start: usize, first: Word) -> Words {
    let (mut text, mut end) = (Vec::new(), start + first.len);
    let (mut label, mut bytes) = (first.label, first.bytes);
    loop {
        let gap = field[end..].iter().take_while(|b| b.is_ascii_whitespace()).count();
        let Some(next) = word(&field[end + gap..]) else { break };
        end += gap + next.len;
        if next.label.eq_ignore_ascii_case(label) {
            bytes.extend(next.bytes);
        } else {
            decode(label, &bytes, &mut text);
            (label, bytes) = (next.label, next.bytes);
        }
    }
    decode(label, &bytes, &mut text);
    Words { range: start..end, text }
}

fn decode(label: &[u8], bytes: &[u8], text: &mut Vec<u8>) {
    match Charset::named(label) {
        Some(charset) => charset.decode_to(bytes, text),
        None => text.extend_from_slice(bytes),
    }
}

/// One encoded word.
struct Word<'f> {
    len: usize,
    label: &'f [u8],
    /// The bytes that it encodes, in its charset.
    bytes: Vec<u8>,
}

/// The word at the front: `=?charset?encoding?text?=`.
fn word(field: &[u8]) -> Option<Word<'_>> {
    let sight = &field[..field.len().min(MAX_WORD)];
    let inner = sight.strip_prefix(b"=?")?;
    let mut parts = inner.splitn(3, |b| *b == b'?');
    let (charset, encoding, rest) = (parts.next()?, parts.next()?, parts.next()?);
    let end = memmem::find(rest, b"?=")?;
    let text = &rest[..end];
    let is_one = !charset.is_empty() && !text.iter().any(u8::is_ascii_whitespace);
    let bytes = match encoding {
        b"Q" | b"q" if is_one => q(text),
        b"B" | b"b" if is_one => b(text)?,
        _ => return None,
    };
    // A language may follow the charset (RFC 2231 5).
    let label = charset.split(|b| *b == b'*').next()?;
    let len = sight.len() - rest.len() + end + 2;
    Some(Word { len, label, bytes })
}

/// RFC 2047 4.2.
fn q(text: &[u8]) -> Vec<u8> {
    unescaped(text, b'=', |byte| if byte == b'_' { b' ' } else { byte })
}

/// RFC 2047 4.1.
fn b(text: &[u8]) -> Option<Vec<u8>> {
    let end = text.iter().position(|b| *b == b'=').unwrap_or(text.len());
    let mut bytes = Vec::new();
    decode_base64(&EXACT, &text[..end], &mut bytes).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::cases::{assert_cases, or_dash};

    #[test]
    fn words() {
        assert_cases("mail/words", |[field]| {
            let words = find(field, 0);
            or_dash(
                words.map(|w| format!("{} ¦ {:?}", String::from_utf8(w.text).unwrap(), w.range)),
            )
        });
    }
}

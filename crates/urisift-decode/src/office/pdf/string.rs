//! Text strings of PDF (ISO 32000-1 7.3.4 and 7.9.2).

use std::ops::Range;

use super::lexer::SPACE;
use crate::layers::syntax::Unit;

/// A character, or a byte, and the bytes that stand for it.
pub(super) struct Written<T> {
    pub raw: Range<usize>,
    pub value: T,
}

/// Which bytes a string is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// `(…)`, with escapes (7.3.4.2).
    Literal,
    /// `<…>` (7.3.4.3).
    Hex,
}

/// A string as text.
pub(super) enum Text {
    /// The bytes as they are.
    Plain,
    Decoded(Vec<Written<char>>),
}

/// The text of the string in that range, which is without its delimiters; `None` if it is binary.
pub(super) fn text(bytes: &[u8], range: Range<usize>, form: Form) -> Option<Text> {
    let inner = &bytes[range.clone()];
    let is_plain = |b: &u8| matches!(b, b'\t' | b'\n' | b' '..=b'~') && *b != b'\\';
    if form == Form::Literal && inner.iter().all(is_plain) {
        return Some(Text::Plain);
    }
    decoded(&self::bytes(bytes, range, form))
}

/// The text that these bytes are.
pub(super) fn decoded(written: &[Written<u8>]) -> Option<Text> {
    let chars = chars(written);
    let is_text = chars.iter().all(|char| !is_binary(char.value));
    is_text.then_some(Text::Decoded(chars))
}

/// The bytes that the string in that range stands for.
pub(super) fn bytes(bytes: &[u8], range: Range<usize>, form: Form) -> Vec<Written<u8>> {
    match form {
        Form::Literal => unescaped(bytes, range),
        Form::Hex => from_hex(bytes, range),
    }
}

/// Returns `true` if no text has that character.
fn is_binary(char: char) -> bool {
    matches!(char, '\0'..='\x07' | '\x0e'..='\x1a' | '\x1c'..='\x1f' | '\x7f')
}

impl Text {
    /// The text in UTF-8, without whitespace at its ends, if it is not the bytes themselves.
    pub fn value(&self) -> Option<Vec<u8>> {
        let Text::Decoded(chars) = self else { return None };
        let text: String = chars.iter().map(|char| char.value).collect();
        Some(text.trim().as_bytes().to_vec())
    }

    /// Writes the text in that range.
    pub fn write(&self, range: Range<usize>, unit: &mut Unit<'_>) {
        let Text::Decoded(chars) = self else { return unit.verbatim(range.end) };
        let mut end = range.start;
        for Written { raw, value } in chars {
            unit.skip(end..raw.start);
            let is_itself = unit.text[raw.clone()] == [*value as u8] && value.is_ascii();
            if !is_itself {
                unit.decoded(raw.clone(), value.to_string().into_bytes());
            }
            end = raw.end;
        }
        unit.skip(end..range.end);
    }
}

/// The bytes that a literal string stands for (7.3.4.2).
fn unescaped(bytes: &[u8], range: Range<usize>) -> Vec<Written<u8>> {
    let (mut written, mut at) = (Vec::with_capacity(range.len()), range.start);
    while at < range.end {
        let (len, value) = first(&bytes[at..range.end]);
        written.extend(value.map(|value| Written { raw: at..at + len, value }));
        at += len;
    }
    written
}

/// The length of the byte or escape at the front, and the byte that it stands for. A backslash before the end
/// of a line stands for nothing.
fn first(bytes: &[u8]) -> (usize, Option<u8>) {
    match bytes {
        [b'\\', b'\r', b'\n', ..] => (3, None),
        [b'\\', b'\r' | b'\n', ..] => (2, None),
        [b'\\', digit @ b'0'..=b'7', rest @ ..] => {
            let more = rest.iter().take(2).take_while(|b| matches!(b, b'0'..=b'7'));
            let digits = [&[*digit], &rest[..more.count()]].concat();
            let value =
                digits.iter().fold(0, |value: u32, digit| value << 3 | u32::from(digit & 7));
            (1 + digits.len(), Some(value as u8))
        }
        [b'\\', escape, ..] => {
            let value = match escape {
                b'n' => b'\n',
                b'r' => b'\r',
                b't' => b'\t',
                b'b' => 8,
                b'f' => 12,
                other => *other,
            };
            (2, Some(value))
        }
        [b'\\'] => (1, None),
        [b'\r', b'\n', ..] => (2, Some(b'\n')),
        [b'\r', ..] => (1, Some(b'\n')),
        [byte, ..] => (1, Some(*byte)),
        [] => (1, None),
    }
}

/// The bytes that a string of digits stands for (7.3.4.3): a last digit alone is followed by 0.
fn from_hex(bytes: &[u8], range: Range<usize>) -> Vec<Written<u8>> {
    let digits: Vec<_> = range.filter(|at| !SPACE.contains(bytes[*at])).collect();
    let digit = |at: usize| char::from(bytes[at]).to_digit(16).unwrap_or(0) as u8;
    let byte = |pair: &[usize]| match *pair {
        [high, low] => Written { raw: high..low + 1, value: digit(high) << 4 | digit(low) },
        _ => Written { raw: pair[0]..pair[0] + 1, value: digit(pair[0]) << 4 },
    };
    digits.chunks(2).map(byte).collect()
}

/// The characters of a text string (7.9.2.2): UTF-16 and UTF-8 have a mark. A string without one is in
/// PDFDocEncoding, or in the UTF-8 that many programs write there.
fn chars(written: &[Written<u8>]) -> Vec<Written<char>> {
    let bytes: Vec<u8> = written.iter().map(|byte| byte.value).collect();
    match &bytes[..] {
        [0xfe, 0xff, ..] => utf16(&written[2..], u16::from_be_bytes),
        [0xff, 0xfe, ..] => utf16(&written[2..], u16::from_le_bytes),
        [0xef, 0xbb, 0xbf, ..] => utf8(&bytes[3..], &written[3..]),
        _ if str::from_utf8(&bytes).is_ok() => utf8(&bytes, written),
        _ => {
            let char =
                |byte: &Written<u8>| Written { raw: byte.raw.clone(), value: doc(byte.value) };
            written.iter().map(char).collect()
        }
    }
}

fn utf16(written: &[Written<u8>], unit: fn([u8; 2]) -> u16) -> Vec<Written<char>> {
    let pairs = written.chunks_exact(2);
    let mut ends = pairs.clone().map(|pair| pair[0].raw.start..pair[1].raw.end);
    let chars = char::decode_utf16(pairs.map(|pair| unit([pair[0].value, pair[1].value])));
    let mut all = Vec::with_capacity(written.len() / 2);
    for char in chars {
        let value = char.unwrap_or(char::REPLACEMENT_CHARACTER);
        let Some(mut raw) = ends.next() else { break };
        if value.len_utf16() == 2 {
            raw.end = ends.next().map_or(raw.end, |second| second.end);
        }
        all.push(Written { raw, value });
    }
    all
}

fn utf8(bytes: &[u8], written: &[Written<u8>]) -> Vec<Written<char>> {
    let (mut all, mut at) = (Vec::with_capacity(bytes.len()), 0);
    for chunk in bytes.utf8_chunks() {
        for value in chunk.valid().chars() {
            let end = at + value.len_utf8();
            let value = if value.is_ascii() { doc(value as u8) } else { value };
            all.push(Written { raw: written[at].raw.start..written[end - 1].raw.end, value });
            at = end;
        }
        at += chunk.invalid().len();
    }
    all
}

/// A character of PDFDocEncoding (annex D.2).
fn doc(byte: u8) -> char {
    const ACCENTS: [char; 8] = ['˘', 'ˇ', 'ˆ', '˙', '˝', '˛', '˚', '˜'];
    const MARKS: &str = "•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž\u{fffd}€";
    match byte {
        0x18..=0x1f => ACCENTS[usize::from(byte - 0x18)],
        0x80..=0xa0 => MARKS.chars().nth(usize::from(byte - 0x80)).unwrap_or('\u{fffd}'),
        _ => char::from(byte),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::cases::{assert_cases, or_dash};

    fn shown(bytes: &[u8], form: Form) -> Option<String> {
        let show = |text: Text| match text {
            Text::Plain => format!("={}", String::from_utf8_lossy(bytes)),
            Text::Decoded(chars) => chars.iter().map(|char| char.value).collect(),
        };
        text(bytes, 0..bytes.len(), form).map(show)
    }

    #[test]
    fn literal_strings() {
        assert_cases("office/literals", |[bytes]| or_dash(shown(bytes, Form::Literal)));
        for binary in [&b"a\0"[..], b"\\000", b"\x01", b"\x7f", b"\xfe\xff\0\0"] {
            assert_eq!(shown(binary, Form::Literal), None, "{binary:?}");
        }
    }

    #[test]
    fn strings_of_digits() {
        for (bytes, expected) in
            [("41 4\n2", "AB"), ("414", "A@"), ("FEFF0041d83dde00", "A😀"), ("", "")]
        {
            assert_eq!(shown(bytes.as_bytes(), Form::Hex).as_deref(), Some(expected));
        }
    }
}

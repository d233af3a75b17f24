//! Escapes in strings of JSON (RFC 8259 7).

use crate::core::format::Prefix;

/// What a backslash starts.
pub(crate) enum Escape {
    Char {
        /// How many bytes it is written with.
        raw: usize,
        char: char,
    },
    /// The backslash stands for itself.
    None,
    /// More bytes are needed.
    More,
}

/// The escape at the front.
pub(crate) fn escape(head: Prefix<'_>) -> Escape {
    let char = match head.bytes {
        [b'\\', b'u', ..] => return hex(head),
        [] | [b'\\'] if !head.is_all => return Escape::More,
        [b'\\', b'n', ..] => '\n',
        [b'\\', b'r', ..] => '\r',
        [b'\\', b't', ..] => '\t',
        [b'\\', b'b', ..] => '\x08',
        [b'\\', b'f', ..] => '\x0c',
        [b'\\', byte @ (b'"' | b'\\' | b'/'), ..] => char::from(*byte),
        _ => return Escape::None,
    };
    Escape::Char { raw: 2, char }
}

/// `\uXXXX`, or two of them for a character beyond the BMP. A lone surrogate is U+FFFD.
fn hex(head: Prefix<'_>) -> Escape {
    let first = match unit(head) {
        Unit::Known(unit) => unit,
        Unit::None => return Escape::None,
        Unit::More => return Escape::More,
    };
    if let Some(char) = char::from_u32(u32::from(first)) {
        return Escape::Char { raw: 6, char };
    }
    let second = match unit(Prefix { bytes: &head.bytes[6..], ..head }) {
        Unit::Known(second) => Some(second),
        Unit::More if (0xd800..0xdc00).contains(&first) => return Escape::More,
        _ => None,
    };
    match char::decode_utf16([first].into_iter().chain(second)).next() {
        Some(Ok(char)) => Escape::Char { raw: 12, char },
        _ => Escape::Char { raw: 6, char: char::REPLACEMENT_CHARACTER },
    }
}

/// A code unit of UTF-16.
enum Unit {
    Known(u16),
    None,
    More,
}

/// The unit of a `\uXXXX`.
fn unit(head: Prefix<'_>) -> Unit {
    let len = head.bytes.len().min(6);
    let mut value = 0;
    for (at, byte) in head.bytes[..len].iter().enumerate() {
        match (at, char::from(*byte).to_digit(16)) {
            (0, _) if *byte == b'\\' => {}
            (1, _) if *byte == b'u' => {}
            (2.., Some(digit)) => value = value << 4 | digit as u16,
            _ => return Unit::None,
        }
    }
    match len {
        6 => Unit::Known(value),
        _ if head.is_all => Unit::None,
        _ => Unit::More,
    }
}

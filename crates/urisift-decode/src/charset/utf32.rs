//! UTF-32 (The Unicode Standard, 3.10).

use super::super::coding::{Coding, push_char};
use super::super::format::Prefix;
use super::utf16::Order;

impl Order {
    /// A four-byte character.
    fn char(self, bytes: [u8; 4]) -> Option<char> {
        char::from_u32(match self {
            Order::Big => u32::from_be_bytes(bytes),
            Order::Little => u32::from_le_bytes(bytes),
        })
    }
}

/// Decoder state.
#[derive(Debug)]
pub(super) struct Utf32 {
    order: Order,
    /// A byte order mark may come.
    is_start: bool,
}

impl Utf32 {
    /// Text in that order unless a mark says otherwise.
    pub fn new(order: Order) -> Self {
        Utf32 { order, is_start: true }
    }

    /// Takes a byte order mark.
    fn mark(&mut self, bytes: [u8; 4]) -> bool {
        self.order = match bytes {
            _ if !self.is_start => return false,
            [0, 0, 0xfe, 0xff] => Order::Big,
            [0xff, 0xfe, 0, 0] => Order::Little,
            _ => self.order,
        };
        self.is_start = false;
        self.order.char(bytes) == Some('\u{feff}')
    }
}

impl Coding for Utf32 {
    fn plain(&mut self, _: &[u8]) -> usize {
        0
    }

    fn first(&mut self, head: Prefix<'_>, out: &mut Vec<u8>) -> Option<usize> {
        let char = match head.bytes.first_chunk() {
            Some(bytes) if self.mark(*bytes) => return Some(4),
            Some(bytes) => self.order.char(*bytes),
            None if head.is_all => None,
            None => return None,
        };
        push_char(char.unwrap_or(char::REPLACEMENT_CHARACTER), out);
        Some(head.bytes.len().min(4))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Charset, Decoded};
    use crate::drip::shown;

    #[test]
    fn units() {
        for (label, bytes, expected) in [
            ("utf-32", &b"h\0\0\0\x2d\x4e\0\0"[..], "<0..4 h><4..8 中>"),
            ("utf-32", b"\0\0\xfe\xff\0\0\0h", "<4..8 h>"),
            ("utf-32be", b"\xff\xfe\0\0h\0\0\0", "<4..8 h>"),
            (
                "utf-32be",
                b"\0\0\xd8\x3d\xff\0\0\0\0\x01\xf6\0",
                "<0..4 \u{fffd}><4..8 \u{fffd}><8..12 😀>",
            ),
            ("utf-32be", b"\0\0\0h\0\0", "<0..4 h><4..6 \u{fffd}>"),
        ] {
            let charset = Charset::named(label.as_bytes()).expect(label);
            let found = shown(bytes, |drip| Decoded::new(drip, &charset));
            assert_eq!(found, expected, "{bytes:02x?}");
        }
    }
}

//! UTF-16 (RFC 2781) and UTF-32 (The Unicode Standard, 3.10).

use super::super::coding::{Batch, Coding, push_char};
use crate::core::format::Prefix;

/// Which byte of a unit comes first.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Order {
    Big,
    Little,
}

impl Order {
    /// A two-byte code unit.
    fn unit(self, bytes: [u8; 2]) -> u16 {
        match self {
            Order::Big => u16::from_be_bytes(bytes),
            Order::Little => u16::from_le_bytes(bytes),
        }
    }

    /// The order in which a unit is a character of ASCII, if it is one.
    fn of_ascii<const LEN: usize>(unit: [u8; LEN]) -> Option<Order> {
        let is_ascii = |order: &Order| (1..0x80).contains(&order.value(&unit));
        [Order::Little, Order::Big].into_iter().find(is_ascii)
    }

    /// The number of a unit of any length.
    pub fn value(self, unit: &[u8]) -> u32 {
        let shift = |value, byte: &u8| value << 8 | u32::from(*byte);
        match self {
            Order::Big => unit.iter().fold(0, shift),
            Order::Little => unit.iter().rev().fold(0, shift),
        }
    }

    /// A four-byte character.
    fn char(self, bytes: [u8; 4]) -> Option<char> {
        char::from_u32(match self {
            Order::Big => u32::from_be_bytes(bytes),
            Order::Little => u32::from_le_bytes(bytes),
        })
    }
}

/// The byte order of a text, which a mark at its start may change.
#[derive(Debug)]
struct Marked {
    order: Order,
    /// A byte order mark may come.
    is_start: bool,
    /// The order is no one's word: a first character of ASCII tells it, too.
    is_open: bool,
}

impl Marked {
    fn new(order: Option<Order>) -> Self {
        let is_open = order.is_none();
        Marked { order: order.unwrap_or(Order::Little), is_start: true, is_open }
    }

    /// Takes a byte order mark, whose bytes in little-endian order are `mark`.
    fn takes<const LEN: usize>(&mut self, bytes: [u8; LEN], mark: [u8; LEN]) -> bool {
        let is_start = std::mem::replace(&mut self.is_start, false);
        self.order = match bytes {
            _ if !is_start => return false,
            bytes if bytes == mark => Order::Little,
            bytes if bytes.iter().eq(mark.iter().rev()) => Order::Big,
            bytes => {
                if self.is_open
                    && let Some(order) = Order::of_ascii(bytes)
                {
                    self.order = order;
                }
                return false;
            }
        };
        true
    }
}

/// Decodes UTF-16.
#[derive(Debug)]
pub(super) struct Utf16(Marked);

impl Utf16 {
    /// Text in that order unless a mark says otherwise; `None` is not told.
    pub fn new(order: Option<Order>) -> Self {
        Utf16(Marked::new(order))
    }

    /// Takes the character of a surrogate and the unit after it.
    fn pair(&self, first: u16, head: Prefix<'_>, out: &mut Vec<u8>) -> Option<usize> {
        let second = match head.bytes {
            [_, _, a, b, ..] => Some(self.0.order.unit([*a, *b])),
            _ if !head.is_all && (0xd800..0xdc00).contains(&first) => return None,
            _ => None,
        };
        let char = char::decode_utf16([first].into_iter().chain(second)).next();
        let char = char.and_then(Result::ok);
        push_char(char.unwrap_or(char::REPLACEMENT_CHARACTER), out);
        Some(if char.is_some() { 4 } else { 2 })
    }
}

impl Coding for Utf16 {
    fn plain(&mut self, _: &[u8]) -> usize {
        0
    }

    fn first(&mut self, head: Prefix<'_>, out: &mut Vec<u8>) -> Option<usize> {
        let unit = match head.bytes {
            [a, b, ..] if self.0.takes([*a, *b], [0xff, 0xfe]) => return Some(2),
            [a, b, ..] => self.0.order.unit([*a, *b]),
            [_] if head.is_all => {
                push_char(char::REPLACEMENT_CHARACTER, out);
                return Some(1);
            }
            _ => return None,
        };
        match char::from_u32(u32::from(unit)) {
            Some(char) => push_char(char, out),
            None => return self.pair(unit, head, out),
        }
        Some(2)
    }

    /// Up to the next surrogate.
    fn batch(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> Option<Batch> {
        let order = self.0.order;
        let units = || bytes.chunks_exact(2).map(|pair| order.unit([pair[0], pair[1]]));
        let chars = units().map_while(|unit| char::from_u32(u32::from(unit)));
        let count = if self.0.is_start { 0 } else { chars.clone().count() };
        if count == 0 {
            return self.first(Prefix { bytes, is_all: false }, out).map(Batch::one);
        }
        let ascii = chars.clone().take_while(char::is_ascii).count();
        out.extend(units().take(ascii).map(|unit| unit as u8));
        chars.skip(ascii).for_each(|char| push_char(char, out));
        Some(Batch { raw: 2, count })
    }
}

/// Decodes UTF-32.
#[derive(Debug)]
pub(super) struct Utf32(Marked);

impl Utf32 {
    /// Text in that order unless a mark says otherwise; `None` is not told.
    pub fn new(order: Option<Order>) -> Self {
        Utf32(Marked::new(order))
    }
}

impl Coding for Utf32 {
    fn plain(&mut self, _: &[u8]) -> usize {
        0
    }

    fn first(&mut self, head: Prefix<'_>, out: &mut Vec<u8>) -> Option<usize> {
        let char = match head.bytes.first_chunk() {
            Some(bytes) if self.0.takes(*bytes, [0xff, 0xfe, 0, 0]) => return Some(4),
            Some(bytes) => self.0.order.char(*bytes),
            None if head.is_all => None,
            None => return None,
        };
        push_char(char.unwrap_or(char::REPLACEMENT_CHARACTER), out);
        Some(head.bytes.len().min(4))
    }
}

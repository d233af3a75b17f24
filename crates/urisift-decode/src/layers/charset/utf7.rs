//! UTF-7 (RFC 2152): `+` and `-` enclose UTF-16 in base64.

use super::super::base64::sextet;
use super::super::coding::{Coding, push_char};
use crate::core::format::Prefix;

/// How many characters of base64 the first unit takes.
const UNIT: usize = 3;

/// Decoder state.
#[derive(Debug, Default)]
pub(super) struct Utf7 {
    /// Base64 is open.
    is_shifted: bool,
    /// Bits that are not part of a unit yet: fewer than 16 between calls.
    bits: u32,
    count: u32,
}

impl Utf7 {
    /// Takes a plus sign: it starts base64 if enough of it follows for a unit, or else it is one.
    fn plus(&mut self, head: Prefix<'_>, out: &mut Vec<u8>) -> Option<usize> {
        let rest = &head.bytes[1..];
        let len = rest.iter().take(UNIT).take_while(|byte| sextet(**byte).is_some()).count();
        if len == rest.len() && len < UNIT && !head.is_all {
            return None;
        }
        if len == UNIT {
            *self = Utf7 { is_shifted: true, ..Utf7::default() };
            return Some(1);
        }
        out.push(b'+');
        Some(if rest.first() == Some(&b'-') { 2 } else { 1 })
    }

    /// Takes a character in base64, or the end of that.
    fn shifted(&mut self, head: Prefix<'_>, out: &mut Vec<u8>) -> Option<usize> {
        let (mut bits, mut count) = (self.bits, self.count);
        let mut high = None;
        for (at, byte) in head.bytes.iter().enumerate() {
            let Some(value) = sextet(*byte) else { return Some(self.end(at, *byte, high, out)) };
            (bits, count) = (bits << 6 | value, count + 6);
            if count < 16 {
                continue;
            }
            count -= 16;
            let unit = (bits >> count) as u16;
            bits &= (1 << count) - 1;
            if high.is_none() && (0xd800..0xdc00).contains(&unit) {
                high = Some(unit);
                continue;
            }
            for char in char::decode_utf16(high.into_iter().chain([unit])) {
                push_char(char.unwrap_or(char::REPLACEMENT_CHARACTER), out);
            }
            (self.bits, self.count) = (bits, count);
            return Some(at + 1);
        }
        if !head.is_all {
            return None;
        }
        Some(self.end(head.bytes.len(), 0, high, out))
    }

    /// Ends base64 before `byte`, after `len` bytes that are not whole character.
    fn end(&mut self, len: usize, byte: u8, high: Option<u16>, out: &mut Vec<u8>) -> usize {
        *self = Utf7::default();
        if high.is_some() {
            push_char(char::REPLACEMENT_CHARACTER, out);
        }
        len + usize::from(byte == b'-')
    }
}

impl Coding for Utf7 {
    fn plain(&mut self, bytes: &[u8]) -> usize {
        if self.is_shifted {
            return 0;
        }
        // Both ends in one scan: what one of them skips would be seen again.
        let is_end = |byte: &u8| *byte == b'+' || !byte.is_ascii();
        bytes.iter().position(is_end).unwrap_or(bytes.len())
    }

    fn first(&mut self, head: Prefix<'_>, out: &mut Vec<u8>) -> Option<usize> {
        match *head.bytes.first()? {
            byte if self.is_shifted && byte != b'-' && sextet(byte).is_none() => {
                self.is_shifted = false;
                self.first(head, out)
            }
            _ if self.is_shifted => self.shifted(head, out),
            b'+' => self.plus(head, out),
            0x80.. => {
                push_char(char::REPLACEMENT_CHARACTER, out);
                Some(1)
            }
            byte => {
                out.push(byte);
                Some(1)
            }
        }
    }
}

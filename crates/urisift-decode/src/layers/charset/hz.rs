//! HZ (RFC 1843): `~{` and `~}` enclose two-byte characters of GB 2312.

use encoding_rs::GBK;

use super::super::coding::{Coding, push_char};
use super::multi::{SEVEN_BIT, decode_pairs};
use crate::core::format::Prefix;
use urisift::internal::byteset::ByteSet;

/// The first bytes of two-byte characters (RFC 1843 2).
const LEADS: ByteSet = ByteSet::range(0x21, 0x77);

/// Decoder state.
#[derive(Debug, Default)]
pub(super) struct Hz {
    /// Two-byte characters are open.
    is_gb: bool,
}

impl Hz {
    /// Takes an escape, or the tilde alone if it is not one.
    fn escape(&mut self, head: Prefix<'_>, out: &mut Vec<u8>) -> Option<usize> {
        match (head.bytes.get(1), self.is_gb) {
            (None, _) if !head.is_all => return None,
            (Some(b'}'), _) => self.is_gb = false,
            (Some(b'{'), false) => self.is_gb = true,
            (Some(b'\n'), false) => {}
            (Some(b'~'), false) => out.push(b'~'),
            _ => {
                out.push(b'~');
                return Some(1);
            }
        }
        Some(2)
    }

    /// Takes a two-byte character.
    fn pair(head: Prefix<'_>, out: &mut Vec<u8>) -> Option<usize> {
        match *head.bytes {
            [_] if !head.is_all => return None,
            [first, second, ..] if SEVEN_BIT.contains(second) => {
                if decode_pairs(GBK, &[first | 0x80, second | 0x80], out) == 0 {
                    push_char(char::REPLACEMENT_CHARACTER, out);
                }
                return Some(2);
            }
            _ => push_char(char::REPLACEMENT_CHARACTER, out),
        }
        Some(1)
    }
}

impl Coding for Hz {
    fn plain(&mut self, bytes: &[u8]) -> usize {
        if self.is_gb {
            return 0;
        }
        // Both ends in one scan: what one of them skips would be seen again.
        let is_end = |byte: &u8| *byte == b'~' || !byte.is_ascii();
        bytes.iter().position(is_end).unwrap_or(bytes.len())
    }

    fn first(&mut self, head: Prefix<'_>, out: &mut Vec<u8>) -> Option<usize> {
        match *head.bytes.first()? {
            b'~' => return self.escape(head, out),
            byte if self.is_gb && LEADS.contains(byte) => return Hz::pair(head, out),
            0x80.. => push_char(char::REPLACEMENT_CHARACTER, out),
            byte => {
                // A line ends in ASCII.
                self.is_gb &= byte != b'\n';
                out.push(byte);
            }
        }
        Some(1)
    }
}

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
    /// Takes an escape, or the tilde alone if it is none.
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
        // Both ends in one scan: what one of them passes over would be seen again.
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

#[cfg(test)]
mod tests {
    use super::super::{Charset, Decoded};
    use crate::testing::shown;

    #[test]
    fn modes() {
        let charset = Charset::named(b"hz-gb-2312").expect("it is known");
        for (bytes, expected) in [
            (&b"~{VPND~} http://a/~~b"[..], "<2..4 中><4..6 文> http://a/<18..20 ~>b"),
            (b"a~\nb~{VP\nhttp://x/~}y", "ab<6..8 中>\nhttp://x/y"),
            // Unknown, cut, halved, with eighth bits, unassigned.
            (b"http://a/~b", "http://a/~b"),
            (b"a~", "a~"),
            (b"~{V~}x", "<2..4 筑>}x"),
            (b"~{V", "<2..3 \u{fffd}>"),
            (b"~{V x", "<2..3 \u{fffd}> x"),
            (b"\xd6x", "<0..1 \u{fffd}>x"),
            (b"~{\x7e!VP", "~<3..5 ≈><5..6 \u{fffd}>"),
        ] {
            assert_eq!(shown(bytes, |drip| Decoded::new(drip, &charset)), expected, "{bytes:02x?}");
        }
    }
}

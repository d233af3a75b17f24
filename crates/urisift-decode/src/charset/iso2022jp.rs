//! ISO-2022-JP (RFC 1468): escape sequences select the set of the bytes that follow.

use encoding_rs::{EUC_JP, Encoding};

use super::super::coding::{Batch, Coding, push_char};
use super::super::format::Prefix;
use super::multi::{PAIRS, decode_pairs};
use urisift::internal::byteset::ByteSet;

const ESC: u8 = 0x1b;

/// The bytes of a two-byte character.
const KANJI: ByteSet = ByteSet::range(0x21, 0x7e);

/// The selected set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Set {
    /// ASCII, or JIS X 0201-Roman, read as ASCII: in a URI it is meant so.
    #[default]
    Ascii,
    /// JIS X 0201-Katakana: not allowed in mail, but used there.
    Katakana,
    /// JIS X 0208, two bytes each.
    Kanji,
}

/// The escape sequences, without their ESC.
const ESCAPES: [([u8; 2], Set); 5] = [
    (*b"(B", Set::Ascii),
    (*b"(J", Set::Ascii),
    (*b"(I", Set::Katakana),
    (*b"$@", Set::Kanji),
    (*b"$B", Set::Kanji),
];

/// Decoder state.
#[derive(Debug, Default)]
pub(super) struct Iso2022Jp {
    set: Set,
}

impl Iso2022Jp {
    /// Takes an escape sequence, or the ESC alone if it is none.
    fn escape(&mut self, head: Prefix<'_>, out: &mut Vec<u8>) -> Option<usize> {
        let code = &head.bytes[1..head.bytes.len().min(3)];
        if let Some((_, set)) = ESCAPES.iter().find(|(escape, _)| escape == code) {
            self.set = *set;
            return Some(3);
        }
        if !head.is_all && ESCAPES.iter().any(|(escape, _)| escape.starts_with(code)) {
            return None;
        }
        out.push(ESC);
        Some(1)
    }

    /// Takes a two-byte character.
    fn kanji(&self, head: Prefix<'_>, out: &mut Vec<u8>) -> Option<usize> {
        match head.bytes {
            [_] if !head.is_all => return None,
            [first, second, ..] if KANJI.contains(*second) => {
                let pair = [first | 0x80, second | 0x80];
                if decode_pairs(EUC_JP, &pair, out) == 0 {
                    push_char(char::REPLACEMENT_CHARACTER, out);
                }
                return Some(2);
            }
            _ => push_char(char::REPLACEMENT_CHARACTER, out),
        }
        Some(1)
    }
}

impl Coding for Iso2022Jp {
    fn plain(&mut self, bytes: &[u8]) -> usize {
        match self.set {
            Set::Ascii => Encoding::iso_2022_jp_ascii_valid_up_to(bytes),
            _ => 0,
        }
    }

    fn first(&mut self, head: Prefix<'_>, out: &mut Vec<u8>) -> Option<usize> {
        match (*head.bytes.first()?, self.set) {
            (ESC, _) => return self.escape(head, out),
            (byte, Set::Kanji) if KANJI.contains(byte) => return self.kanji(head, out),
            (byte @ 0x21..=0x5f, Set::Katakana) => {
                let char = char::from_u32(0xff61 + u32::from(byte - 0x21));
                push_char(char.unwrap_or(char::REPLACEMENT_CHARACTER), out);
            }
            (0x80.., _) => push_char(char::REPLACEMENT_CHARACTER, out),
            (byte, _) => out.push(byte),
        }
        // A line ends in ASCII: otherwise its last escape sequence was lost.
        if head.bytes[0] == b'\n' {
            self.set = Set::Ascii;
        }
        Some(1)
    }

    /// The sets are those of EUC-JP, without the eighth bit.
    fn batch(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> Option<Batch> {
        let (mut pairs, mut len) = ([0; 2 * PAIRS], 0);
        if self.set == Set::Kanji {
            let is_kanji = |pair: &&[u8]| KANJI.contains(pair[0]) && KANJI.contains(pair[1]);
            len = 2 * bytes.chunks_exact(2).take(PAIRS).take_while(is_kanji).count();
        }
        for (raised, byte) in pairs.iter_mut().zip(&bytes[..len]) {
            *raised = byte | 0x80;
        }
        match decode_pairs(EUC_JP, &pairs[..len], out) {
            0 => self.first(Prefix { bytes, is_all: false }, out).map(Batch::one),
            count => Some(Batch { raw: 2, count }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Charset, Decoded};
    use crate::testing::shown;
    use encoding_rs::ISO_2022_JP;

    fn decoded(bytes: &[u8]) -> String {
        let charset = Charset::named(b"iso-2022-jp").expect("it is known");
        shown(bytes, |drip| Decoded::new(drip, &charset))
    }

    #[test]
    fn sets() {
        for (bytes, expected) in [
            (&b"x"[..], "x"),
            (b"\x1b$BF|K\\\x1b(B http://x/", "<3..5 日><5..7 本> http://x/"),
            (b"\x1b$@F|\x1b(J~\\", "<3..5 日>~\\"),
            (b"\x1b(I1\x1b(Ba", "<3..4 ｱ>a"),
            // Cut, unknown, unclosed, halved, with eighth bits, unassigned.
            (b"a\x1b", "a\x1b"),
            (b"a\x1b$", "a\x1b$"),
            (b"\x1b$Ax", "\x1b$Ax"),
            (b"\x1b$BF|\nhttp://x/", "<3..5 日>\nhttp://x/"),
            (b"\x1b$BF\nx", "<3..4 \u{fffd}>\nx"),
            (b"\x1b$BF", "<3..4 \u{fffd}>"),
            (b"\xc6x\x0e", "<0..1 \u{fffd}>x\x0e"),
            (b"\x1b$B\xc6F|", "<3..4 \u{fffd}><4..6 日>"),
            (b"\x1b$B)!F|", "<3..5 \u{fffd}><5..7 日>"),
        ] {
            assert_eq!(decoded(bytes), expected, "{bytes:02x?}");
        }
    }

    #[test]
    fn every_character_is_the_standard_s() {
        for first in 0x21..=0x7e {
            let mut bytes = b"\x1b$B".to_vec();
            bytes.extend((0x21..=0x7e).flat_map(|second| [first, second]));
            let (expected, _) = ISO_2022_JP.decode_without_bom_handling(&bytes);
            let mut found = Vec::new();
            Charset::named(b"iso-2022-jp").expect("it is known").decode_to(&bytes, &mut found);
            assert_eq!(String::from_utf8_lossy(&found), expected);
        }
    }
}

//! ISO 2022 in mail: escape sequences and shifts select the set of the bytes that follow. These are
//! ISO-2022-JP (RFC 1468), -JP-1 (RFC 2237), -JP-2 (RFC 1554), -JP-3 and -JP-2004 (JIS X 0213), -KR (RFC
//! 1557) and -CN (RFC 1922).

use encoding_rs::{EUC_JP, EUC_KR, Encoding, GBK, ISO_8859_7};

use super::super::coding::{Batch, Coding, push_char};
use super::multi::{PAIRS, SEVEN_BIT, decode_pairs};
use crate::core::format::Prefix;

const ESC: u8 = 0x1b;
/// Select the second set, and the first one again.
const SHIFT_OUT: u8 = 0x0e;
const SHIFT_IN: u8 = 0x0f;
/// Precedes a character of JIS X 0212 in EUC-JP.
const SINGLE_SHIFT_3: u8 = 0x8f;

/// A set of characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Set {
    /// ASCII, or JIS X 0201-Roman, read as ASCII: in a URI it is meant so.
    Ascii,
    /// JIS X 0201-Katakana: not allowed in mail, but used there.
    Katakana,
    /// The upper halves of ISO 8859-1 and ISO 8859-7.
    Latin,
    Greek,
    /// The rest have two bytes each: JIS X 0208, and plane 1 of JIS X 0213, which extends it.
    Kanji,
    /// JIS X 0212.
    MoreKanji,
    /// GB 2312.
    Hanzi,
    /// KS X 1001.
    Hangul,
    /// Without a table here: plane 2 of JIS X 0213, CNS 11643.
    Unknown,
}

impl Set {
    /// The charset that has these pairs with the eighth bit set.
    fn raised(self) -> Option<&'static Encoding> {
        match self {
            Set::Kanji => Some(EUC_JP),
            Set::Hanzi => Some(GBK),
            Set::Hangul => Some(EUC_KR),
            _ => None,
        }
    }

    fn is_of_pairs(self) -> bool {
        matches!(self, Set::MoreKanji | Set::Unknown) || self.raised().is_some()
    }

    /// Writes the character of these bytes.
    fn push(self, first: u8, second: u8, out: &mut Vec<u8>) {
        let [high, low] = [first | 0x80, second | 0x80];
        let char = match self {
            Set::Ascii => Some(char::from(first)),
            Set::Latin => Some(char::from(high)),
            Set::Katakana if (0x21..=0x5f).contains(&first) => {
                char::from_u32(0xff61 + u32::from(first - 0x21))
            }
            Set::Greek if decode_pairs(ISO_8859_7, &[high], out) > 0 => return,
            Set::MoreKanji if decode_pairs(EUC_JP, &[SINGLE_SHIFT_3, high, low], out) > 0 => return,
            _ => match self.raised() {
                Some(encoding) if decode_pairs(encoding, &[high, low], out) > 0 => return,
                _ => None,
            },
        };
        push_char(char.unwrap_or(char::REPLACEMENT_CHARACTER), out);
    }
}

/// What an escape sequence does.
#[derive(Clone, Copy, Debug)]
enum Escape {
    /// Selects the set of plain bytes.
    First(Set),
    /// Sets that of bytes between shifts.
    Second(Set),
    /// Sets that of characters after a single shift.
    Third(Set),
    /// The next character is of the third set.
    SingleShift,
}

/// The escape sequences, without their ESC. None starts another one.
const ESCAPES: &[(&[u8], Escape)] = &[
    (b"(B", Escape::First(Set::Ascii)),
    (b"(J", Escape::First(Set::Ascii)),
    (b"(I", Escape::First(Set::Katakana)),
    (b"$@", Escape::First(Set::Kanji)),
    (b"$B", Escape::First(Set::Kanji)),
    (b"$A", Escape::First(Set::Hanzi)),
    (b"$(C", Escape::First(Set::Hangul)),
    (b"$(D", Escape::First(Set::MoreKanji)),
    (b"$(O", Escape::First(Set::Kanji)),
    (b"$(Q", Escape::First(Set::Kanji)),
    (b"$(P", Escape::First(Set::Unknown)),
    (b"$)A", Escape::Second(Set::Hanzi)),
    (b"$)C", Escape::Second(Set::Hangul)),
    (b"$)E", Escape::Second(Set::Unknown)),
    (b"$)G", Escape::Second(Set::Unknown)),
    (b"$*H", Escape::Third(Set::Unknown)),
    (b".A", Escape::Third(Set::Latin)),
    (b".F", Escape::Third(Set::Greek)),
    (b"N", Escape::SingleShift),
];

/// Decoder state.
#[derive(Debug)]
pub(super) struct Iso2022 {
    first: Set,
    second: Option<Set>,
    third: Option<Set>,
    /// The second set is selected.
    is_shifted: bool,
}

impl Iso2022 {
    /// Of Japan.
    pub fn japanese() -> Self {
        Iso2022 { first: Set::Ascii, second: None, third: None, is_shifted: false }
    }

    /// Of Korea, whose second set is mostly declared, but never another one.
    pub fn korean() -> Self {
        Iso2022 { second: Some(Set::Hangul), ..Iso2022::japanese() }
    }

    /// The selected set.
    fn set(&self) -> Set {
        self.second.filter(|_| self.is_shifted).unwrap_or(self.first)
    }

    /// Takes an escape sequence, or the ESC alone if it is not one.
    fn escape(&mut self, head: Prefix<'_>, out: &mut Vec<u8>) -> Option<usize> {
        let rest = &head.bytes[1..];
        if let Some((code, escape)) = ESCAPES.iter().find(|(code, _)| rest.starts_with(code)) {
            let len = 1 + code.len();
            match (*escape, self.third) {
                (Escape::First(set), _) => self.first = set,
                (Escape::Second(set), _) => self.second = Some(set),
                (Escape::Third(set), _) => self.third = Some(set),
                (Escape::SingleShift, Some(set)) => return single(set, len, head, out),
                (Escape::SingleShift, None) => {
                    out.push(ESC);
                    return Some(1);
                }
            }
            return Some(len);
        }
        if !head.is_all && ESCAPES.iter().any(|(code, _)| code.starts_with(rest)) {
            return None;
        }
        out.push(ESC);
        Some(1)
    }

    /// Takes a two-byte character.
    fn pair(&self, head: Prefix<'_>, out: &mut Vec<u8>) -> Option<usize> {
        match *head.bytes {
            [_] if !head.is_all => return None,
            [first, second, ..] if SEVEN_BIT.contains(second) => {
                self.set().push(first, second, out);
                return Some(2);
            }
            _ => push_char(char::REPLACEMENT_CHARACTER, out),
        }
        Some(1)
    }
}

/// Takes a single shift of `len` bytes and its character.
fn single(set: Set, len: usize, head: Prefix<'_>, out: &mut Vec<u8>) -> Option<usize> {
    let whole = len + if set.is_of_pairs() { 2 } else { 1 };
    let Some(char) = head.bytes.get(len..whole) else {
        return if head.is_all { Some(head.bytes.len()) } else { None };
    };
    // A line break is not one, whatever precedes it.
    if let Some(at) = char.iter().position(|byte| *byte < 0x20) {
        return Some(len + at);
    }
    set.push(char[0], char[char.len() - 1], out);
    Some(whole)
}

impl Coding for Iso2022 {
    fn plain(&mut self, bytes: &[u8]) -> usize {
        match self.set() {
            Set::Ascii => Encoding::iso_2022_jp_ascii_valid_up_to(bytes),
            _ => 0,
        }
    }

    fn first(&mut self, head: Prefix<'_>, out: &mut Vec<u8>) -> Option<usize> {
        let set = self.set();
        match *head.bytes.first()? {
            ESC => return self.escape(head, out),
            SHIFT_OUT if self.second.is_some() => self.is_shifted = true,
            SHIFT_IN if self.second.is_some() => self.is_shifted = false,
            byte if SEVEN_BIT.contains(byte) && set.is_of_pairs() => return self.pair(head, out),
            byte if SEVEN_BIT.contains(byte) => set.push(byte, byte, out),
            0x80.. => push_char(char::REPLACEMENT_CHARACTER, out),
            byte => out.push(byte),
        }
        // A line ends in ASCII: otherwise its last escape sequence was lost.
        if head.bytes[0] == b'\n' {
            (self.first, self.is_shifted) = (Set::Ascii, false);
        }
        Some(1)
    }

    /// The sets of pairs are those of the EUCs, without the eighth bit.
    fn batch(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> Option<Batch> {
        if let Some(encoding) = self.set().raised() {
            let mut pairs = [0; 2 * PAIRS];
            let is_pair = |pair: &&[u8]| pair.iter().all(|byte| SEVEN_BIT.contains(*byte));
            let len = 2 * bytes.chunks_exact(2).take(PAIRS).take_while(is_pair).count();
            for (raised, byte) in pairs.iter_mut().zip(&bytes[..len]) {
                *raised = byte | 0x80;
            }
            let count = decode_pairs(encoding, &pairs[..len], out);
            if count > 0 {
                return Some(Batch { raw: 2, count });
            }
        }
        self.first(Prefix { bytes, is_all: false }, out).map(Batch::one)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Charset;
    use encoding_rs::ISO_2022_JP;

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

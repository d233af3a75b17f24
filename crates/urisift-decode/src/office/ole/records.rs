//! Streams of records that say how long their texts are: a presentation of PowerPoint (MS-PPT 2.3.1) and a
//! workbook of Excel (MS-XLS 2.1.4). Each text has exact ends; all else is searched for runs.

use encoding_rs::Encoding;

use crate::core::format::Prefix;
use crate::layers::coding::{Coding, push_char};
use crate::layers::runs::Runs;
use urisift::internal::found::FIELD_END;

/// The format of the records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Presentation,
    Workbook,
}

/// Records of Excel (MS-XLS 2.3).
const FORMULA: u16 = 0x06;
const CONTINUE: u16 = 0x3c;
const STRINGS: u16 = 0xfc;
const LABEL: u16 = 0x204;
const STRING: u16 = 0x207;
/// Records of PowerPoint (MS-PPT 2.13.24): texts of wide and of single bytes, and names and targets.
const TEXT_CHARS: u16 = 0xfa0;
const TEXT_BYTES: u16 = 0xfa8;
const WIDE_STRING: u16 = 0xfba;

/// What is next in a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Item {
    Runs,
    /// A string of Excel, with its header (MS-XLS 2.5.293).
    String,
    /// A token of a formula (MS-XLS 2.5.198).
    Token,
    /// So many bytes without text.
    Skip(usize),
    /// So many bytes of Latin-1, or of UTF-16.
    Narrow(usize),
    Wide(usize),
}

/// The rest of a record, without text.
const REST: Item = Item::Skip(usize::MAX);

/// The token of a string in a formula.
const STRING_TOKEN: u8 = 0x17;

/// The length of a token of a formula, unless its first byte is unknown. Those of references come in three
/// classes (MS-XLS 2.5.198.25), which differ in that byte.
fn token_len(first: u8) -> Option<usize> {
    Some(match first {
        0x40.. => return token_len(first & 0x1f | 0x20).filter(|_| first < 0x80),
        0x03..=0x16 => 1,
        0x1c | 0x1d => 2,
        STRING_TOKEN | 0x1e | 0x21 | 0x29 => 3,
        0x19 | 0x22 => 4,
        0x01 | 0x02 | 0x23 | 0x24 | 0x2a | 0x2c => 5,
        0x26..=0x28 | 0x39 | 0x3a | 0x3c => 7,
        0x20 => 8,
        0x1f | 0x25 | 0x2b | 0x2d => 9,
        0x3b | 0x3d => 11,
        _ => return None,
    })
}

/// Decoder state.
pub(super) struct Records {
    kind: Kind,
    /// How many bytes of the record are left.
    left: usize,
    item: Item,
    /// What follows each string or gap in the record.
    then: Item,
    /// How many bytes follow the characters of a string in a table.
    after: usize,
    runs: Runs,
}

impl Records {
    pub fn new(kind: Kind) -> Self {
        let (item, runs) = (Item::Runs, Runs::default());
        Records { kind, left: 0, item, then: REST, after: 0, runs }
    }

    /// Takes the header of a record.
    fn header(&mut self, head: Prefix<'_>, out: &mut Vec<u8>) -> Option<usize> {
        let len = match self.kind {
            Kind::Presentation => 8,
            Kind::Workbook => 4,
        };
        let bytes = head.bytes;
        if bytes.len() < len {
            return head.is_all.then_some(bytes.len());
        }
        let u16_at = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        match self.kind {
            Kind::Presentation => {
                let size = u32::from_le_bytes([bytes[4], bytes[5], bytes[6], bytes[7]]) as usize;
                self.atom(u16_at(0), u16_at(2), size);
            }
            Kind::Workbook if u16_at(0) == CONTINUE && self.then == Item::String => {
                return self.go_on(usize::from(u16_at(2)), head);
            }
            Kind::Workbook => self.record(u16_at(0), usize::from(u16_at(2))),
        }
        out.push(FIELD_END);
        Some(len)
    }

    /// A record of PowerPoint. What is in a container are records again.
    fn atom(&mut self, version: u16, kind: u16, size: usize) {
        let is_container = version & 0xf == 0xf;
        (self.left, self.then) = (if is_container { 0 } else { size }, REST);
        self.set(match kind {
            TEXT_CHARS | WIDE_STRING => Item::Wide(size),
            TEXT_BYTES => Item::Narrow(size),
            _ => Item::Runs,
        });
    }

    /// A record of Excel.
    fn record(&mut self, kind: u16, size: usize) {
        (self.left, self.after) = (size, 0);
        // What precedes the text: its count; row, column and format; these, the value and the length.
        let (item, then) = match kind {
            STRINGS => (Item::Skip(8), Item::String),
            LABEL => (Item::Skip(6), Item::String),
            STRING => (Item::String, Item::String),
            FORMULA => (Item::Skip(22), Item::Token),
            _ => (Item::Runs, REST),
        };
        self.then = then;
        self.set(item);
    }

    fn set(&mut self, item: Item) {
        (self.item, self.runs) = (item, Runs::default());
    }

    /// Goes on with a table in the next record. Characters have a new flag there (MS-XLS 2.5.293).
    fn go_on(&mut self, size: usize, head: Prefix<'_>) -> Option<usize> {
        let count = match self.item {
            Item::Narrow(count) => count,
            Item::Wide(count) => count / 2,
            _ => 0,
        };
        if count == 0 || size == 0 {
            self.left = size;
            return Some(4);
        }
        let Some(flags) = head.bytes.get(4) else {
            return head.is_all.then_some(4);
        };
        self.left = size - 1;
        self.item = if flags & 1 > 0 { Item::Wide(2 * count) } else { Item::Narrow(count) };
        Some(5)
    }

    /// Takes the header of a string of Excel.
    fn string(&mut self, head: Prefix<'_>, out: &mut Vec<u8>) -> Option<usize> {
        let bytes = &head.bytes[..head.bytes.len().min(self.left)];
        let is_all = head.is_all || bytes.len() == self.left;
        let flags = bytes.get(2).copied().unwrap_or(0);
        let [runs, extra] = [flags & 8 > 0, flags & 4 > 0];
        let len = 3 + if runs { 2 } else { 0 } + if extra { 4 } else { 0 };
        if bytes.len() < len {
            return is_all.then_some(bytes.len());
        }
        let count = usize::from(u16::from_le_bytes([bytes[0], bytes[1]]));
        let number = |at: usize, len: usize| {
            bytes[at..at + len].iter().rev().fold(0, |value, byte| value << 8 | usize::from(*byte))
        };
        self.after = if runs { 4 * number(3, 2) } else { 0 };
        self.after += if extra { number(len - 4, 4) } else { 0 };
        self.item = if flags & 1 > 0 { Item::Wide(2 * count) } else { Item::Narrow(count) };
        out.push(FIELD_END);
        Some(len)
    }

    /// Takes a token of a formula, or the header of its string.
    fn token(&mut self, head: Prefix<'_>, out: &mut Vec<u8>) -> Option<usize> {
        let bytes = &head.bytes[..head.bytes.len().min(self.left)];
        let Some(len) = token_len(bytes[0]) else {
            self.set(Item::Runs);
            return Some(0);
        };
        if bytes.len() < len {
            return (head.is_all || bytes.len() == self.left).then_some(bytes.len());
        }
        if bytes[0] == STRING_TOKEN {
            let count = usize::from(bytes[1]);
            self.item = if bytes[2] & 1 > 0 { Item::Wide(2 * count) } else { Item::Narrow(count) };
            out.push(FIELD_END);
        }
        Some(len)
    }

    /// Takes a character of UTF-16.
    fn wide(&self, count: usize, head: Prefix<'_>, out: &mut Vec<u8>) -> Option<usize> {
        let limit = count.min(self.left);
        let bytes = &head.bytes[..head.bytes.len().min(limit)];
        let is_all = head.is_all || bytes.len() == limit;
        let unit = |at: usize| Some(u16::from_le_bytes(*bytes.get(at..)?.first_chunk()?));
        let Some(first) = unit(0) else {
            return is_all.then_some(bytes.len());
        };
        let is_high = (0xd800..0xdc00).contains(&first);
        let second = unit(2).filter(|_| is_high);
        if is_high && second.is_none() && !is_all {
            return None;
        }
        let char = char::decode_utf16([first].into_iter().chain(second)).next();
        let char = char.and_then(Result::ok);
        push_char(char.unwrap_or(char::REPLACEMENT_CHARACTER), out);
        Some(if char.is_some() && is_high { 4 } else { 2 })
    }

    /// Counts bytes of the record that are taken, of `count` that its item has left.
    fn pass(&mut self, taken: usize, count: usize) {
        self.left -= taken;
        let rest = count - taken;
        self.item = match self.item {
            Item::Narrow(_) if rest > 0 => Item::Narrow(rest),
            Item::Wide(_) if rest > 0 => Item::Wide(rest),
            Item::Skip(_) if rest > 0 => Item::Skip(rest),
            Item::Narrow(_) | Item::Wide(_) if self.after > 0 => {
                Item::Skip(std::mem::take(&mut self.after))
            }
            Item::Runs => Item::Runs,
            _ => self.then,
        };
    }
}

impl Coding for Records {
    fn plain(&mut self, bytes: &[u8]) -> usize {
        let bytes = &bytes[..bytes.len().min(self.left)];
        match self.item {
            Item::Runs => {
                let taken = self.runs.plain(bytes);
                self.left -= taken;
                taken
            }
            Item::Narrow(count) => {
                let taken = Encoding::ascii_valid_up_to(&bytes[..bytes.len().min(count)]);
                self.pass(taken, count);
                taken
            }
            _ => 0,
        }
    }

    fn first(&mut self, head: Prefix<'_>, out: &mut Vec<u8>) -> Option<usize> {
        if self.left == 0 {
            return self.header(head, out);
        }
        let bytes = &head.bytes[..head.bytes.len().min(self.left)];
        let is_all = head.is_all || bytes.len() == self.left;
        let (taken, count) = match self.item {
            Item::Runs => (self.runs.first(Prefix { bytes, is_all }, out)?, 0),
            Item::String | Item::Token => {
                let taken = match self.item {
                    Item::String => self.string(head, out)?,
                    _ => self.token(head, out)?,
                };
                self.left -= taken;
                if matches!(self.item, Item::Narrow(0) | Item::Wide(0)) {
                    self.pass(0, 0);
                }
                return Some(taken);
            }
            Item::Skip(count) => (bytes.len().min(count), count),
            Item::Narrow(count) => {
                push_char(char::from(*bytes.first()?), out);
                (1, count)
            }
            Item::Wide(count) => (self.wide(count, head, out)?, count),
        };
        self.pass(taken, count.max(taken));
        Some(taken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::mapped::Ratio;
    use crate::layers::coding::Recoded;
    use crate::testing::{Random, shown, traced, wide};

    /// What is found in the records, as text; borders are bars.
    fn read(kind: Kind, bytes: &[u8]) -> String {
        let traced = traced(bytes, Ratio::PLAIN, |drip| Recoded::by(Records::new(kind), drip));
        let text: Vec<u8> = traced.into_iter().map(|(byte, _)| byte).collect();
        String::from_utf8_lossy(&text).replace('\x1f', "|")
    }

    fn atom(version: u16, kind: u16, data: &[u8]) -> Vec<u8> {
        let len = (data.len() as u32).to_le_bytes();
        [&version.to_le_bytes()[..], &kind.to_le_bytes(), &len, data].concat()
    }

    fn record(kind: u16, data: &[u8]) -> Vec<u8> {
        [&kind.to_le_bytes()[..], &(data.len() as u16).to_le_bytes(), data].concat()
    }

    #[test]
    fn texts_of_presentations_do_not_touch() {
        let texts = [
            atom(0x10, WIDE_STRING, &wide("http://a/b")),
            atom(0x30, WIDE_STRING, &wide("c\u{1f600}\u{4e2d}")),
            atom(0, TEXT_BYTES, b"http://c/\xe9"),
            atom(0x30, TEXT_CHARS, &wide("d")),
            atom(0, 0x7d0, b"http://e/\0"),
        ];
        let bytes = atom(0xf, 0x3e8, &texts.concat());
        let expected = "||http://a/b|c\u{1f600}\u{4e2d}|http://c/\u{e9}|d|http://e/\0";
        assert_eq!(read(Kind::Presentation, &bytes), expected);
        // Cut, odd, and too long.
        assert_eq!(read(Kind::Presentation, &bytes[..31]), "||http://");
        assert_eq!(read(Kind::Presentation, &atom(0, TEXT_CHARS, b"a\0b")), "|a");
        let long = [&atom(0, TEXT_BYTES, b"")[..4], &u32::MAX.to_le_bytes(), b"abc"].concat();
        assert_eq!(read(Kind::Presentation, &long), "|abc");
    }

    #[test]
    fn strings_of_workbooks_do_not_touch() {
        let narrow = |text: &str| [&[text.len() as u8, 0, 0], text.as_bytes()].concat();
        let rich = [&b"\x02\0\x0d\x01\0\x05\0\0\0"[..], &wide("cd"), b"runsextra"].concat();
        let strings =
            [&[0; 8][..], &narrow("http://a/b"), &rich, &narrow(""), &narrow("e")].concat();
        let label = [&[0; 6][..], &narrow("http://f/")].concat();
        let call =
            [&[0; 22][..], b"\x17\x09\0http://i/\x42\x02\x67\x01\x17\x01\x01j\0B\x17"].concat();
        let bytes = [
            record(0x809, b"\0\x06"),
            record(FORMULA, &call),
            record(STRINGS, &strings),
            record(LABEL, &label),
            record(STRING, &narrow("g")),
            record(0x1b8, &[&b"\x20\0\0\0"[..], &wide("http://h/"), b"\0\0"].concat()),
        ];
        let expected =
            "|\0\x06||http://i/|j||http://a/b|cd||e||http://f/||g| \0\0\0|http://h/|\0\0";
        assert_eq!(read(Kind::Workbook, &bytes.concat()), expected);
    }

    #[test]
    fn strings_go_on_in_the_next_record() {
        let whole = [&[0; 8][..], b"\x0a\0\0http:"].concat();
        let more = [&b"\x01"[..], &wide("//a/b"), b"\x01\0\0c"].concat();
        let bytes = [record(STRINGS, &whole), record(CONTINUE, &more)].concat();
        assert_eq!(read(Kind::Workbook, &bytes), "||http://a/b|c");
        let other = [record(0x1b6, b"x"), record(CONTINUE, b"\0http://a/")].concat();
        assert_eq!(read(Kind::Workbook, &other), "|x|\0http://a/");
    }

    #[test]
    fn any_bytes() {
        let mut random = Random::default();
        for round in 0..400 {
            let pool =
                b"\xfc\0\x3c\0\x06\0\x17\x24\x04\x02\x07\x02\x01\x0d\x0f\xa0\x0f\xa8\xba\x0f\0\0ab:/\xff\xd8";
            let bytes: Vec<u8> =
                (0..random.below(60)).map(|_| pool[random.below(pool.len())]).collect();
            let kind = if round % 2 == 0 { Kind::Workbook } else { Kind::Presentation };
            shown(&bytes, |drip| Recoded::by(Records::new(kind), drip));
        }
    }
}

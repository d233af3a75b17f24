//! Text in UTF-16 or UTF-32, detected by its byte order mark, or by characters that are all those of text.

use std::ops::ControlFlow;

use super::charset::{Charset, Decoded, Order};
use crate::core::format::{Format, Prefix, Sniff};
use crate::core::lookahead::Lookahead;
use crate::core::mapped::MappedRead;
use crate::core::peek::PeekReader;
use crate::core::problem::ProblemKind;
use crate::core::step::StepKind;
use crate::core::walker::Walker;
use urisift::internal::byteset::ByteSet;

/// Text of wide units.
pub enum Wide {
    /// UTF-16 (RFC 2781).
    Utf16,
    /// UTF-32. Tried first: its little-endian mark starts with that of UTF-16.
    Utf32,
}

/// How many bytes are looked at where no mark tells.
const SIGHT: usize = 1 << 10;

/// How many of the first bytes must have a control that other text has not.
const START: usize = 8;

/// Controls that are part of characters of these charsets, and not of text in others.
const HALVES: ByteSet = ByteSet::range(0, 6).or(ByteSet::range(0x0e, 0x1a));

/// The fewest characters of ASCII, and their share in all.
const ASCII: usize = 8;
const SHARE: usize = 16;

/// How many of the first bytes tell that text follows a mark.
const MARKED: usize = 16;

const ORDERS: [Order; 2] = [Order::Little, Order::Big];

impl Format for Wide {
    fn name(&self) -> &'static str {
        match self {
            Wide::Utf16 => "utf16",
            Wide::Utf32 => "utf32",
        }
    }

    /// Not required of what is said to be so.
    fn has_magic(&self) -> bool {
        false
    }

    fn sniff(&self, head: Prefix<'_>) -> Sniff {
        let unmarked = ORDERS.map(|order| self.is_text(head, order));
        unmarked.into_iter().fold(self.is_marked(head), Sniff::or)
    }

    /// Decodes the text to UTF-8, which may be of a format again.
    fn open(&self, reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
        let front = reader.front(SIGHT);
        let head = Prefix { bytes: front, is_all: true };
        if self.is_marked(head) != Sniff::Yes && self.is_other(front) {
            let what = format!("not in {} format; searching it as plain text", self.name());
            to.problem(ProblemKind::Damaged, reader.raw(), what);
            return to.text(reader);
        }
        let charset = self.charset(front);
        let step = match self {
            Wide::Utf16 => "utf-16",
            Wide::Utf32 => "utf-32",
        };
        let mut decoded = PeekReader::of_mapped(Decoded::new(reader, &charset));
        let name = to.name.clone();
        to.within(StepKind::Layer, step, |to| to.open_file(name, &mut decoded))
    }
}

impl Wide {
    /// The length of a unit.
    fn width(&self) -> usize {
        match self {
            Wide::Utf16 => 2,
            Wide::Utf32 => 4,
        }
    }

    /// Returns `true` if the bytes start with a mark, and the characters after it are those of text: binary data may
    /// start so, too (MS-OLEPS 2.21).
    fn is_marked(&self, head: Prefix<'_>) -> Sniff {
        let marks: [&[u8]; 2] = match self {
            Wide::Utf16 => [&[0xff, 0xfe], &[0xfe, 0xff]],
            Wide::Utf32 => [&[0xff, 0xfe, 0, 0], &[0, 0, 0xfe, 0xff]],
        };
        let is_text = |order: Order| {
            let start = &head.bytes[..head.bytes.len().min(MARKED)];
            let mut units = start[self.width()..].chunks_exact(self.width());
            match units.all(|unit| is_of_text(order.value(unit)) || is_private(order.value(unit))) {
                false => Sniff::No,
                true if start.len() < MARKED && !head.is_all => Sniff::More,
                true => Sniff::Yes,
            }
        };
        let sniffs =
            ORDERS.into_iter().zip(marks).map(|(order, mark)| match head.starts_with(mark) {
                Sniff::Yes => is_text(order),
                sniff => sniff,
            });
        sniffs.fold(Sniff::No, Sniff::or)
    }

    /// Returns `true` if all of these bytes are characters of text, and enough of them ASCII. Text in other charsets is
    /// distinguished from it by its first bytes, and does not wait for more.
    fn is_text(&self, head: Prefix<'_>, order: Order) -> Sniff {
        let start = &head.bytes[..head.bytes.len().min(START)];
        let half = start.iter().position(|byte| HALVES.contains(*byte));
        // A first line in ASCII does not wait for the bytes after it.
        let feed = start.iter().skip(1).position(|byte| *byte == b'\n').map(|at| at + 1);
        let is_line = feed
            .is_some_and(|feed| start[..feed].is_ascii() && half.is_none_or(|half| feed < half));
        if is_line || half.is_none() && start.len() == START {
            return Sniff::No;
        }
        if half.is_none() {
            return head.undecided();
        }
        let bytes = &head.bytes[..head.bytes.len().min(SIGHT)];
        let (mut ascii, mut count) = (0, 0);
        for unit in bytes.chunks_exact(self.width()) {
            if !is_of_text(order.value(unit)) {
                return Sniff::No;
            }
            ascii += usize::from(order.value(unit) < 0x80);
            count += 1;
        }
        if bytes.len() < SIGHT && !head.is_all {
            return Sniff::More;
        }
        Sniff::sure(ascii >= ASCII && ascii >= count / SHARE)
    }

    /// The charset, in the order of most of these bytes.
    fn charset(&self, front: &[u8]) -> Charset {
        match self {
            Wide::Utf16 => Charset::utf_16(self.order(front)),
            Wide::Utf32 => Charset::utf_32(self.order(front)),
        }
    }

    /// The order in which more units are ASCII.
    fn order(&self, front: &[u8]) -> Order {
        let ascii = |order: Order| {
            let units = front.chunks_exact(self.width()).map(|unit| order.value(unit));
            units.filter(|unit| (1..0x80).contains(unit)).count()
        };
        if ascii(Order::Big) > ascii(Order::Little) { Order::Big } else { Order::Little }
    }

    /// Returns `true` if the bytes are certainly of another charset: UTF-8 without a NUL.
    fn is_other(&self, front: &[u8]) -> bool {
        let is_utf8 = str::from_utf8(front).map_or_else(|e| e.error_len().is_none(), |_| true);
        !front.is_empty() && is_utf8 && !front.contains(&0)
    }
}

/// The charset of a body without a label, if its first bytes tell one.
pub(crate) fn charset(body: &mut Lookahead<impl MappedRead>) -> Option<Charset> {
    let front = body.peek(START);
    let may_be = |byte: &u8| HALVES.contains(*byte) || *byte >= 0xfe;
    if !front[..front.len().min(START)].iter().any(may_be) {
        return None;
    }
    let bytes = body.peek(SIGHT);
    let head = Prefix { bytes: &bytes[..bytes.len().min(SIGHT)], is_all: true };
    let wide =
        [Wide::Utf32, Wide::Utf16].into_iter().find(|wide| wide.sniff(head) == Sniff::Yes)?;
    Some(wide.charset(head.bytes))
}

/// Returns `true` if a unit may be part of a text: no control but whitespace and escapes, for no private use, and no
/// noncharacter. A surrogate may be one of a pair.
fn is_of_text(unit: u32) -> bool {
    match unit {
        0x09 | 0x0a | 0x0c | 0x0d | 0x1b => true,
        0..0x20 | 0x7f..0xa0 | 0xe000..0xf900 | 0xfdd0..0xfdf0 | 0xfff0..0x1_0000 => false,
        _ => unit < 0x11_0000,
    }
}

fn is_private(unit: u32) -> bool {
    (0xe000..0xf900).contains(&unit)
}

#[cfg(test)]
mod tests {
    use crate::core::detect::{Choice, Registry};
    use crate::testing;

    /// Each text with its path, and the raw end of its last byte.
    fn shown(all: &testing::All) -> Vec<String> {
        let show = |text: &testing::Seen| {
            let end = text.spans.last().map_or(0, |span| span.end);
            format!("{}:{}:{end}", text.path, String::from_utf8_lossy(&text.text))
        };
        all.texts.iter().map(show).collect()
    }

    fn opened(bytes: &[u8]) -> Vec<String> {
        shown(&testing::opened(bytes))
    }

    /// A text in each of the four, and the name of its format.
    fn encoded(text: &str) -> [(&'static str, Vec<u8>); 4] {
        [
            ("utf16", testing::wide(text)),
            ("utf16", testing::utf_16(text, u16::to_be_bytes)),
            ("utf32", text.chars().flat_map(|c| u32::from(c).to_le_bytes()).collect()),
            ("utf32", text.chars().flat_map(|c| u32::from(c).to_be_bytes()).collect()),
        ]
    }

    #[test]
    fn text_without_a_mark() {
        for text in [
            "http://a.example/",
            "2020-01-01 00:00 \u{41e}\u{448}\u{438}\u{431}\u{43a}\u{430}: http://a.example/\r\n",
            "\u{41f}\u{440}\u{438}\u{432}\u{435}\u{442}, http://a.example/",
            "1. \u{4e2d}\u{6587} http://a.example/ \u{1f600}\n",
            &"Windows Registry Editor Version 5.00\r\n".repeat(99),
        ] {
            for (name, bytes) in encoded(text) {
                let Choice::Format(format) = Registry::default().detect(&bytes, true) else {
                    panic!("{text}")
                };
                assert_eq!(format.name(), name, "{text}");
                let expected = format!("{}:{text}:{}", name.replace("utf", "utf-"), bytes.len());
                assert_eq!(opened(&bytes), [expected]);
            }
        }
    }

    #[test]
    fn what_is_no_text() {
        let is_other = |bytes: &[u8]| match Registry::default().detect(bytes, true) {
            Choice::Format(format) => format.name().is_empty(),
            _ => true,
        };
        let u16s = |range: std::ops::Range<u16>| range.flat_map(u16::to_le_bytes).collect();
        let u32s = |range: std::ops::Range<u32>| range.flat_map(u32::to_le_bytes).collect();
        for bytes in [
            b"h\0i\0".to_vec(),
            b"n\0a\0m\0e\0\0\0v\0a\0l\0u\0e\0 \0i\0s\0".to_vec(),
            b"\x01\0\x02\0http://a.example/".to_vec(),
            b"\0http://a.example/ and no more".to_vec(),
            "\u{feff}text".as_bytes().to_vec(),
            "\u{e9}\u{e9}\u{e9}\u{e9}\u{e9} http://a.example/".as_bytes().to_vec(),
            b"\xe9t\xe9 http://a.example/".to_vec(),
            b"Bush hid the facts".to_vec(),
            u16s(0..600),
            u16s(0x20..0x100),
            u32s(0x20..0x100),
            u32s(0x100..0x400),
            vec![0; 999],
            // A set of properties in a compound file.
            b"\xfe\xff\0\0\x0a\0\x02\0http://a.example/".to_vec(),
            b"\xff\xfe\x01\0http://a.example/".to_vec(),
        ] {
            assert!(is_other(&bytes), "{}", bytes.escape_ascii());
        }
        // Whatever follows, one control is enough.
        let [(_, mut bytes), ..] = encoded(&"text ".repeat(99));
        bytes[600] = 1;
        assert!(is_other(&bytes));
    }

    #[test]
    fn what_is_in_it_is_looked_at_again() {
        for (text, expected) in [
            (r#"{"a": "\/"}     "#, "/json:{\"a\": \"/\"}     "),
            ("<?xml version='1.0' encoding='UTF-16'?><a>&amp;</a>", "/html:\0xml"),
            ("name\turl\r\na\thttp://a.example/\r\nb\tc\r\n", "/tsv:"),
        ] {
            for (name, bytes) in encoded(text) {
                let found = opened(&bytes).concat();
                let expected = format!("{}{expected}", name.replace("utf", "utf-"));
                assert!(found.starts_with(&expected), "{found:?} is not {expected}");
            }
        }
        // A mark in a text with a mark.
        let marked = b"\xff\xfe\xff\xfea\0";
        assert_eq!(opened(marked), ["utf-16:\u{feff}a:6"]);
    }
}

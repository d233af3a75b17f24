//! TNEF (MS-OXTNEF): the `winmail.dat` of Outlook and Exchange, with the body and the attachments of a message.
//!
//! What a property or an attachment is called may follow it, so the file is held in memory.

use std::ops::{ControlFlow, Range};

use super::mapi::{DATA, MAX_NAME, Mailing, Property};
use crate::core::bounded::Limited;
use crate::core::format::{Format, Prefix, Sniff};
use crate::core::peek::PeekReader;
use crate::core::problem::ProblemKind;
use crate::core::step::StepKind;
use crate::core::walker::Walker;
use crate::layers::runs;

/// A message in TNEF.
pub struct Tnef;

const MAGIC: &[u8] = b"\x78\x9f\x3e\x22";
/// The magic number and a key.
const HEADER: usize = 6;

impl Format for Tnef {
    fn name(&self) -> &'static str {
        "tnef"
    }

    fn sniff(&self, head: Prefix<'_>) -> Sniff {
        head.starts_with(MAGIC)
    }

    fn media_types(&self) -> &'static [&'static str] {
        &["application/ms-tnef", "application/vnd.ms-tnef"]
    }

    fn open(&self, reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
        let (at, room) = (reader.raw(), to.room_to_hold());
        let (limit, hint) = (room.len, &room.hint);
        let bytes = reader.peek(limit.saturating_add(1));
        let file = (bytes.len() <= limit).then(|| File::of(bytes));
        to.within(StepKind::Layer, self.name(), |to| match file {
            Some(file) => {
                file.read(reader, to)?;
                if file.has_more {
                    let what = "tnef: too many parts; reading only runs of text from there on";
                    to.problem(ProblemKind::Limit, reader.raw(), what);
                    runs::read(reader, to)?;
                }
                to.skip(reader);
                if file.is_cut {
                    to.problem(ProblemKind::Cut, at, "tnef: truncated");
                }
                ControlFlow::Continue(())
            }
            None => {
                let what =
                    format!("tnef: longer than {limit} bytes{hint}; reading only runs of text");
                to.problem(ProblemKind::Limit, at, what);
                runs::read(reader, to)
            }
        })
    }
}

/// Attributes (MS-OXTNEF 2.1.3.2), each with its type.
const BODY: u32 = 0x0002_800c;
const SUBJECT: u32 = 0x0001_8004;
const PROPERTIES: u32 = 0x0006_9003;
const OF_ATTACHMENT: u32 = 0x0006_9005;
const ATTACHMENT: u32 = 0x0006_9002;
const TITLE: u32 = 0x0001_8010;
const FILE: u32 = 0x0006_800f;
const PICTURE: u32 = 0x0006_8011;

/// Types of properties (MS-OXCDATA 2.11.1).
const NARROW: u16 = 0x1e;
const BINARY: u16 = 0x102;
const OBJECT: u16 = 0x0d;
const LIST: u16 = 0x1000;

/// The length of the identifier before an object.
const IDENTIFIER: usize = 16;

/// How many attachments and parts of a file are told apart at most, and how long its properties of fixed length are, in
/// bytes.
const MAX_ATTACHMENTS: usize = 1 << 12;
const MAX_PARTS: usize = 1 << 17;
const MAX_FIXED: usize = 64 << 10;

/// A property that is text, or may hold some.
struct Part {
    property: Option<Property>,
    range: Range<usize>,
}

/// The message, or an attachment.
#[derive(Default)]
struct Owner {
    parts: Vec<Part>,
    /// Those of fixed length, as a stream of a compound file has them (MS-OXMSG 2.4.2).
    fixed: Vec<u8>,
    title: Vec<u8>,
}

/// What is in a file.
struct File {
    /// The message, and each attachment.
    owners: Vec<(Mailing, Vec<Part>)>,
    is_cut: bool,
    /// More follows, which is not told apart.
    has_more: bool,
}

impl File {
    fn of(bytes: &[u8]) -> File {
        let (mut owners, mut at, mut is_cut) = (vec![Owner::default()], HEADER, false);
        let mut parts = 0;
        while at < bytes.len() && owners.len() <= MAX_ATTACHMENTS && parts < MAX_PARTS {
            let Some(id) = number(bytes, at + 1) else {
                is_cut = true;
                break;
            };
            let len = number(bytes, at + 5).unwrap_or(u32::MAX) as usize;
            let start = (at + 9).min(bytes.len());
            let end = start.saturating_add(len);
            is_cut |= end > bytes.len();
            if id == ATTACHMENT {
                owners.push(Owner::default());
            }
            let index = owners.len() - 1;
            let owner = &mut owners[if bytes[at] == 1 { 0 } else { index }];
            let before = owner.parts.len();
            owner.add(bytes, id, start..end.min(bytes.len()), MAX_PARTS - parts);
            parts += owner.parts.len() - before;
            // A checksum follows.
            at = end.saturating_add(2);
        }
        let owners = owners.into_iter().enumerate();
        let owners = owners.map(|(index, owner)| owner.finish(bytes, index == 0)).collect();
        File { owners, is_cut, has_more: at < bytes.len() }
    }

    fn read(&self, reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
        let start = reader.at();
        for (index, (mailing, parts)) in self.owners.iter().enumerate() {
            mailing.read_all(
                parts,
                |part| part.property,
                to,
                |part, to| {
                    // One that overlaps the one before it is broken.
                    let Range { start: from, end } = part.range;
                    let from = from.max((reader.at() - start) as usize);
                    to.advance(reader, start + from as u64 - reader.at());
                    let step = match part.property {
                        Some(Property { number: DATA, .. })
                            if mailing.name.as_os_str().is_empty() =>
                        {
                            format!("attachment {index}")
                        }
                        Some(Property { number: DATA, .. }) => mailing.name.display().to_string(),
                        Some(property) => format!("property {:04X}", property.number),
                        None => "attribute".to_owned(),
                    };
                    to.within(StepKind::Member, step, |to| {
                        let data = &mut Limited::new(reader, end.saturating_sub(from) as u64);
                        let reader = &mut PeekReader::of_mapped(data);
                        match part.property {
                            None => runs::read(reader, to),
                            property => mailing.read(property, reader, to),
                        }?;
                        to.skip(reader);
                        ControlFlow::Continue(())
                    })
                },
            )?;
        }
        ControlFlow::Continue(())
    }
}

impl Owner {
    /// Takes an attribute, and at most `most` parts of it.
    fn add(&mut self, bytes: &[u8], id: u32, range: Range<usize>, most: usize) {
        let property = |number, kind| Some(Property { number, kind });
        match id {
            BODY => self.push(property(super::mapi::BODY, NARROW), range),
            SUBJECT => self.push(property(super::mapi::SUBJECT, NARROW), range),
            FILE => self.push(property(DATA, BINARY), range),
            PICTURE | ATTACHMENT => {}
            TITLE => self.title = bytes[range].to_vec(),
            PROPERTIES | OF_ATTACHMENT => self.add_properties(bytes, range, most),
            _ => self.push(None, range),
        }
    }

    fn push(&mut self, property: Option<Property>, range: Range<usize>) {
        if !range.is_empty() {
            self.parts.push(Part { property, range });
        }
    }

    /// Takes a list of properties (MS-OXTNEF 2.1.3.4); what follows one that is broken is text of no property.
    fn add_properties(&mut self, bytes: &[u8], range: Range<usize>, most: usize) {
        let most = self.parts.len() + most;
        let count = number(&bytes[..range.end], range.start).unwrap_or(0);
        let mut at = range.start + 4;
        for _ in 0..count {
            match self.add_property(&bytes[..range.end], at, most) {
                Some(next) => at = next,
                None => break,
            }
        }
        self.push(None, at.min(range.end)..range.end);
    }

    /// Takes a property at an offset, unless there are `most` parts then; returns where the next one starts.
    fn add_property(&mut self, bytes: &[u8], mut at: usize, most: usize) -> Option<usize> {
        let tag = number(bytes, at)?;
        let (kind, id) = (tag as u16, (tag >> 16) as u16);
        at += 4;
        if id >= 0x8000 {
            // A set, and a number or a name in it.
            let is_named = number(bytes, at + 16)? == 1;
            let len = if is_named { number(bytes, at + 20)? as usize } else { 0 };
            at = at.checked_add(24)?.checked_add(len.checked_next_multiple_of(4)?)?;
        }
        let size = match kind & !LIST {
            2 | 3 | 4 | 0x0a | 0x0b => 4,
            5 | 6 | 7 | 0x14 | 0x40 => 8,
            0x48 => 16,
            NARROW | 0x1f | OBJECT | BINARY => {
                return self.add_values(bytes, at, Property { number: id, kind }, most);
            }
            _ => return None,
        };
        let count = if kind & LIST != 0 { number(bytes, at)? as usize } else { 1 };
        let start = at + if kind & LIST != 0 { 4 } else { 0 };
        let end = count.checked_mul(size)?.checked_add(start)?;
        let value = bytes.get(start..end)?;
        if count == 1 && size <= 8 && self.fixed.len() < MAX_FIXED {
            self.fixed.extend(tag.to_le_bytes());
            self.fixed.extend([0; 4]);
            self.fixed.extend(value);
            self.fixed.resize(self.fixed.len().next_multiple_of(16), 0);
        }
        Some(end)
    }

    /// Takes the values of a property of variable length: how many there are, and each with its length.
    fn add_values(
        &mut self,
        bytes: &[u8],
        mut at: usize,
        property: Property,
        most: usize,
    ) -> Option<usize> {
        let count = number(bytes, at)?;
        at += 4;
        for _ in 0..count {
            let len = number(bytes, at)? as usize;
            let end = len.checked_add(at + 4).filter(|end| *end <= bytes.len())?;
            let before = if property.kind == OBJECT { IDENTIFIER.min(len) } else { 0 };
            if self.parts.len() >= most {
                return None;
            }
            self.push(Some(property), at + 4 + before..end);
            // The last one may not be filled up.
            at = (at + 4).checked_add(len.checked_next_multiple_of(4)?)?.min(bytes.len());
        }
        Some(at)
    }

    fn finish(self, bytes: &[u8], is_message: bool) -> (Mailing, Vec<Part>) {
        let Owner { mut parts, fixed, title } = self;
        // The subject as an attribute, and as a property.
        let is_subject =
            |part: &Part| part.property.is_some_and(|it| it.number == super::mapi::SUBJECT);
        let mut is_first = true;
        parts.retain(|part| !is_subject(part) || std::mem::take(&mut is_first));
        let find = |number: u16| {
            parts.iter().find(|part| part.property.is_some_and(|it| it.number == number))
        };
        let value = |number: u16| {
            let part = find(number).filter(|part| part.range.len() <= MAX_NAME)?;
            Some((part.property?, bytes[part.range.clone()].to_vec()))
        };
        let mut mailing = Mailing::new(&fixed, |number| find(number).is_some(), value);
        mailing.is_message = is_message;
        if mailing.name.as_os_str().is_empty() {
            mailing.name = String::from_utf8_lossy(&title).trim_end_matches('\0').into();
        }
        (mailing, parts)
    }
}

/// The number of four bytes at an offset.
fn number(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

#[cfg(test)]
pub mod tests {
    use super::super::lzfu;
    use super::*;
    use crate::testing::{UNCUT, entered, opened, stands_all_cuts, wide};

    /// A file of these attributes, each with its level.
    pub fn file(attributes: &[(u8, u32, Vec<u8>)]) -> Vec<u8> {
        let mut bytes = [MAGIC, &[1, 0]].concat();
        for (level, id, data) in attributes {
            bytes.push(*level);
            bytes.extend(id.to_le_bytes());
            bytes.extend((data.len() as u32).to_le_bytes());
            bytes.extend(data);
            bytes.extend(data.iter().map(|byte| u16::from(*byte)).sum::<u16>().to_le_bytes());
        }
        bytes
    }

    /// Properties, each with what follows its tag.
    fn properties(all: &[(u32, Vec<u8>)]) -> Vec<u8> {
        let mut bytes = (all.len() as u32).to_le_bytes().to_vec();
        for (tag, value) in all {
            bytes.extend(tag.to_le_bytes());
            bytes.extend(value);
        }
        bytes
    }

    /// One value of variable length.
    fn value(bytes: &[u8]) -> Vec<u8> {
        let mut value = [1u32.to_le_bytes(), (bytes.len() as u32).to_le_bytes()].concat();
        value.extend(bytes);
        value.resize(value.len().next_multiple_of(4), 0);
        value
    }

    fn told(bytes: &[u8]) -> String {
        stands_all_cuts(&Tnef, bytes);
        entered(&Tnef, bytes, UNCUT).told()
    }

    #[test]
    fn bodies_and_attachments_are_read() {
        let inner = file(&[(1, BODY, b"http://inner.example/\0".to_vec())]);
        let object = [&[7; IDENTIFIER][..], &inner].concat();
        let named =
            [[9; 16].to_vec(), vec![1, 0, 0, 0, 6, 0, 0, 0], b"a\0b\0\0\0\0\0".to_vec()].concat();
        let bytes = file(&[
            (1, 0x0001_8008, b"IPM.Note\0".to_vec()),
            (1, SUBJECT, b"http://subject.example/\0".to_vec()),
            (1, BODY, b"see http://body.example/\0".to_vec()),
            (
                1,
                PROPERTIES,
                properties(&[
                    (0x3fde_0003, 1252u32.to_le_bytes().to_vec()),
                    (0x0037_001f, value(&wide("http://subject.example/\0"))),
                    (0x8001_001e, [named, value(b"http://named.example/\0")].concat()),
                    (0x1035_001e, value(b"<1@a.example>\0")),
                    (0x1013_0102, value(b"<a href='http://html.example/\xe9?a&amp;b'>c</a>")),
                    (0x1009_0102, value(&lzfu::tests::packed(b"{\\rtf1 http://rtf.example/}"))),
                ]),
            ),
            (2, ATTACHMENT, vec![0; 14]),
            (2, TITLE, b"A~1.TXT\0".to_vec()),
            (2, FILE, b"http://file.example/".to_vec()),
            (2, OF_ATTACHMENT, properties(&[(0x3707_001f, value(&wide("long name.txt\0")))])),
            (2, ATTACHMENT, vec![0; 14]),
            (2, OF_ATTACHMENT, properties(&[(0x3701_000d, value(&object))])),
        ]);
        let shown = told(&bytes);
        for part in [
            "tnef/property 0037 ",
            "http://subject.example/",
            "tnef/property 1000 ",
            "http://body.example/",
            "http://named.example/",
            "@href http://html.example/\u{e9}?a&b>",
            "tnef/long name.txt ",
            "tnef/attachment 2/tnef/property 1000 ",
            "http://inner.example/",
        ] {
            assert!(shown.contains(part), "{part}: {shown}");
        }
        assert!(!shown.contains("rtf.example") && !shown.contains('!'), "{shown}");
        assert_eq!(shown.matches("subject.example").count(), 1, "{shown}");
        assert_eq!(opened(&bytes).texts[0].path, "tnef/attribute");
    }

    /// HTML in RTF beside a plain body, and RTF alone.
    #[test]
    fn rtf_is_read_if_it_says_more() {
        let rtf = |text: &[u8], has_body: bool| {
            let packed = value(&lzfu::tests::packed(text));
            let body = (1, BODY, b"plain\0".to_vec());
            let properties = (1, PROPERTIES, properties(&[(0x1009_0102, packed)]));
            told(&file(&if has_body { vec![body, properties] } else { vec![properties] }))
        };
        let html = br#"{\rtf1\ansi\fromhtml1 {\*\htmltag <a href="http://a.example/">}b{\*\htmltag </a>}}"#;
        for has_body in [false, true] {
            assert!(rtf(html, has_body).contains("@href http://a.example/>"));
        }
        assert!(rtf(b"{\\rtf1 http://a.example/}", false).contains("http://a.example/"));
        assert!(!rtf(b"{\\rtf1 http://a.example/}", true).contains("http://a.example/"));
    }

    #[test]
    fn what_is_broken_is_told() {
        let bytes = file(&[
            (
                1,
                PROPERTIES,
                properties(&[
                    (0x1000_001e, value(b"http://a.example/\0")),
                    (0x1000_0999, b"http://b.example/".to_vec()),
                ]),
            ),
            (2, FILE, b"http://c.example/".to_vec()),
        ]);
        let shown = told(&bytes);
        for uri in ["http://a.example/", "http://b.example/", "http://c.example/"] {
            assert!(shown.contains(uri), "{shown}");
        }
        assert!(told(&bytes[..bytes.len() - 9]).contains("! tnef: truncated"));
        // What follows a value that is cut is read once.
        let values = [
            2u32.to_le_bytes().to_vec(),
            value(b"http://a.example/\0")[4..].to_vec(),
            vec![0xff; 4],
        ];
        let cut = file(&[
            (1, PROPERTIES, properties(&[(0x1000_101e, values.concat())])),
            (2, FILE, b"http://b.example/".to_vec()),
        ]);
        let shown = told(&cut);
        for uri in ["http://a.example/", "http://b.example/"] {
            assert_eq!(shown.matches(uri).count(), 1, "{shown}");
        }
        for at in 0..bytes.len() {
            for byte in [0, 1, 0x7f, 0xff] {
                let mut broken = bytes.clone();
                broken[at] = byte;
                entered(&Tnef, &broken, UNCUT);
            }
        }
    }
}

//! Property lists in the binary form (`bplist00` of Core Foundation): bookmarks, saved pages, preferences and
//! attributes of files on Apple's systems. The form in XML is read as XML.
//!
//! A table at the end says where each object starts, so the file is held in memory. Objects are read in the order of
//! the file.

use std::collections::HashMap;
use std::mem;
use std::ops::{ControlFlow, Range};

use crate::core::format::{Format, Prefix, Sniff};
use crate::core::peek::PeekReader;
use crate::core::problem::ProblemKind;
use crate::core::step::StepKind;
use crate::core::walker::Walker;
use crate::layers::syntax::{Parsed, Syntax, Unit};

/// A property list in the binary form.
pub struct Plist;

const MAGIC: &[u8] = b"bplist0";
/// The length of the header, and of the trailer.
const HEADER: usize = 8;
const TRAILER: usize = 32;

impl Format for Plist {
    fn name(&self) -> &'static str {
        "bplist"
    }

    fn sniff(&self, head: Prefix<'_>) -> Sniff {
        head.starts_with(MAGIC)
    }

    fn open(&self, reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
        let (at, room) = (reader.raw(), to.room_to_hold());
        let (limit, hint) = (room.len, &room.hint);
        let bytes = reader.peek(limit.saturating_add(1));
        let objects = (bytes.len() <= limit).then(|| Objects::of(bytes));
        match &objects {
            None => {
                let what = format!("bplist: longer than {limit} bytes{hint}: searched as text");
                to.problem(ProblemKind::Limit, at, what);
            }
            Some(None) => to.problem(
                ProblemKind::Damaged,
                at,
                "bplist: no table of objects: searched as text",
            ),
            Some(Some(objects)) if objects.broken > 0 => {
                let what = format!("bplist: {} objects are broken, or cut", objects.broken);
                to.problem(ProblemKind::Damaged, at, what);
            }
            _ => {}
        }
        to.within(StepKind::Layer, self.name(), |to| match objects.flatten() {
            Some(objects) => objects.read(reader, to),
            None => to.text(reader),
        })
    }
}

/// An object that is text, or may hold some.
#[derive(Debug, PartialEq, Eq)]
struct Object {
    range: Range<usize>,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Ascii,
    /// In UTF-16, the high byte first.
    Wide,
    /// Bytes of any kind: text, a page, another list.
    Data,
}

/// The objects of a list.
struct Objects {
    /// In the order of the file.
    texts: Vec<Object>,
    /// The base of data that was saved from a page: by where the data starts.
    bases: HashMap<usize, String>,
    /// How many do not lie in the file.
    broken: usize,
}

impl Objects {
    /// `None` if there is no trailer, or it cannot be that of the bytes.
    fn of(bytes: &[u8]) -> Option<Objects> {
        let table = Table::of(bytes)?;
        let mut offsets: Vec<_> = table.offsets().collect();
        let pages = offsets.iter().filter_map(|at| table.page(*at)).collect::<Vec<_>>();
        offsets.sort_unstable();
        offsets.dedup();
        let (mut texts, mut broken, mut end) = (Vec::new(), 0, HEADER);
        for at in offsets {
            match table.text(at) {
                // Objects that overlap are made to mislead.
                Ok(Some(object)) if at >= end => {
                    end = object.range.end;
                    texts.push(object);
                }
                Ok(None) => {}
                _ => broken += 1,
            }
        }
        let value = |range: Range<usize>| String::from_utf8_lossy(&bytes[range]).into_owned();
        let bases = pages.into_iter().map(|(data, url)| (data, value(url))).collect();
        Some(Objects { texts, bases, broken })
    }

    fn read(self, reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
        let start = reader.at();
        let mut number = 0;
        for objects in
            self.texts.chunk_by(|one, other| (one.kind == Kind::Data) == (other.kind == Kind::Data))
        {
            if objects[0].kind != Kind::Data {
                let values = Values { objects, at: (reader.at() - start) as usize, end: 0 };
                to.text(&mut Parsed::new(reader, values))?;
                continue;
            }
            for Object { range, .. } in objects {
                to.advance(reader, (start + range.start as u64).saturating_sub(reader.at()));
                number += 1;
                let (step, size) = (format!("data {number}"), range.len() as u64);
                let base = self.bases.get(&range.start).cloned();
                to.based(base, |to| to.member(&step, "".into(), size, reader))?;
            }
        }
        to.skip(reader);
        ControlFlow::Continue(())
    }
}

/// The table of a list, as its trailer describes it.
struct Table<'b> {
    bytes: &'b [u8],
    table: &'b [u8],
    offset_len: usize,
    reference_len: usize,
}

impl<'b> Table<'b> {
    fn of(bytes: &'b [u8]) -> Option<Self> {
        let trailer = bytes.get(HEADER..)?.last_chunk::<TRAILER>()?;
        let number = |at: usize| usize::try_from(big_endian(&trailer[at..at + 8])).ok();
        let [offset_len, reference_len] = [trailer[6], trailer[7]].map(usize::from);
        let (count, start) = (number(8)?, number(24)?);
        let is_possible = (1..=8).contains(&offset_len) && (1..=8).contains(&reference_len);
        let end = count.checked_mul(offset_len)?.checked_add(start)?;
        let table = bytes[..bytes.len() - TRAILER].get(start..end)?;
        (is_possible && start >= HEADER).then_some(Table {
            bytes,
            table,
            offset_len,
            reference_len,
        })
    }

    fn offsets(&self) -> impl Iterator<Item = usize> {
        self.table.chunks_exact(self.offset_len).map(|offset| big_endian(offset) as usize)
    }

    /// The type, the count and the contents of an object: what follows the count.
    fn object(&self, at: usize) -> Option<(u8, usize, usize)> {
        let marker = *self.bytes.get(at)?;
        let (kind, low) = (marker >> 4, usize::from(marker & 0xf));
        if low < 0xf || kind < 4 {
            return Some((kind, low, at + 1));
        }
        let len = match *self.bytes.get(at + 1)? {
            size @ 0x10..=0x13 => 1 << (size & 3),
            _ => return None,
        };
        let count = big_endian(self.bytes.get(at + 2..at + 2 + len)?);
        Some((kind, usize::try_from(count).ok()?, at + 2 + len))
    }

    /// The text at that offset; an error if it does not end in the file.
    fn text(&self, at: usize) -> Result<Option<Object>, ()> {
        let (kind, count, start) = self.object(at).ok_or(())?;
        let (kind, size) = match kind {
            4 => (Kind::Data, 1),
            5 => (Kind::Ascii, 1),
            6 => (Kind::Wide, 2),
            _ => return Ok(None),
        };
        let end = count.checked_mul(size).and_then(|len| len.checked_add(start)).ok_or(())?;
        let is_inside = end <= self.bytes.len() - TRAILER;
        is_inside.then_some(Some(Object { range: start..end, kind })).ok_or(())
    }

    /// The object of a reference.
    fn referred(&self, at: usize) -> Option<usize> {
        let index = big_endian(self.bytes.get(at..at + self.reference_len)?) as usize;
        let start = index.checked_mul(self.offset_len)?;
        Some(big_endian(self.table.get(start..start.checked_add(self.offset_len)?)?) as usize)
    }

    /// Where the contents of a page start that is saved in the dictionary at that offset (a `.webarchive`), and its
    /// address.
    fn page(&self, at: usize) -> Option<(usize, Range<usize>)> {
        let (13, count, keys) = self.object(at)? else { return None };
        // A page has few keys.
        let value = |name: &[u8]| {
            (0..count.min(16)).find_map(|index| {
                let key = self.text(self.referred(keys + index * self.reference_len)?).ok()??;
                let value = self.referred(keys + (count + index) * self.reference_len)?;
                if self.bytes[key.range] == *name { self.text(value).ok()? } else { None }
            })
        };
        let url = value(b"WebResourceURL").filter(|url| url.kind == Kind::Ascii)?;
        Some((value(b"WebResourceData")?.range.start, url.range))
    }
}

fn big_endian(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

/// Strings, each a value of its own.
struct Values<'o> {
    objects: &'o [Object],
    /// Where the next unit starts, and the one that was told.
    at: usize,
    end: usize,
}

impl Syntax for Values<'_> {
    /// All bytes up to the end of the next string.
    fn unit(&mut self, _: &mut PeekReader<'_>) -> usize {
        self.end = self.objects.first().map_or(self.at, |object| object.range.end);
        self.end - self.at
    }

    fn read(&mut self, unit: &mut Unit<'_>) {
        let start = mem::replace(&mut self.at, self.end);
        let Some((object, rest)) = self.objects.split_first() else { return };
        self.objects = rest;
        let range = object.range.start - start..object.range.end - start;
        unit.skip(0..range.start);
        unit.border(range.start);
        if object.kind == Kind::Wide {
            unit.wide(range.clone(), u16::from_be_bytes);
        }
        unit.border(range.end);
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::testing::{UNCUT, entered, stands_all_cuts, utf_16};

    /// A list of these objects, the first one being all others in an array.
    pub fn list(objects: &[Vec<u8>]) -> Vec<u8> {
        let (mut bytes, mut offsets) = (b"bplist00".to_vec(), Vec::new());
        let array = [
            &[0xaf, 0x10, objects.len() as u8][..],
            &(1..=objects.len() as u8).collect::<Vec<_>>(),
        ]
        .concat();
        for object in [&[array], objects].concat() {
            offsets.extend((bytes.len() as u32).to_be_bytes());
            bytes.extend(object);
        }
        let table = bytes.len() as u64;
        let numbers = [objects.len() as u64 + 1, 0, table].map(u64::to_be_bytes).concat();
        [&bytes[..], &offsets, &[0; 6], &[4, 1], &numbers].concat()
    }

    fn object(kind: u8, count: usize, bytes: &[u8]) -> Vec<u8> {
        let count = (count as u32).to_be_bytes();
        [&[kind << 4 | 0xf, 0x12][..], &count, bytes].concat()
    }

    pub fn string(text: &str) -> Vec<u8> {
        match text.is_ascii() {
            true => object(5, text.len(), text.as_bytes()),
            false => object(6, text.encode_utf16().count(), &utf_16(text, u16::to_be_bytes)),
        }
    }

    fn told(bytes: &[u8]) -> String {
        stands_all_cuts(&Plist, bytes);
        entered(&Plist, bytes, UNCUT).told()
    }

    #[test]
    fn strings_do_not_run_into_each_other() {
        let long = "x".repeat(70_000);
        let texts =
            ["http://a.example/", "bSabc_", "", "\"q\"", "http://\u{43f}.example/\u{1f600}", &long];
        let bytes = list(&texts.map(string));
        let all = entered(&Plist, &bytes, UNCUT);
        assert_eq!(all.problems, [""; 0]);
        let shown: Vec<_> =
            all.texts.iter().map(|seen| String::from_utf8_lossy(&seen.text).into_owned()).collect();
        let values = texts.map(|text| format!("\x1f{text}\x1f")).concat();
        assert!(shown.concat() == values, "{shown:?}");
        stands_all_cuts(&Plist, &list(&[string("http://a.example/"), string("\u{e9}")]));
    }

    #[test]
    fn data_is_opened() {
        let page = b"<a href='b'>c</a>";
        // The dictionary of a page that was saved.
        let page = list(&[
            string("WebResourceURL"),
            string("WebResourceData"),
            string("http://a.example/"),
            object(4, page.len(), page),
            object(13, 2, &[1, 2, 3, 4]),
            string("after"),
        ]);
        let inner = list(&[string("http://c.example/")]);
        let outer = list(&[object(4, inner.len(), &inner)]);
        let shown = told(&page);
        assert!(
            shown.contains("bplist/data 1/html ") && shown.contains("(http://a.example/)"),
            "{shown}"
        );
        assert!(shown.contains("@href b>") && shown.ends_with("|after|"), "{shown}");
        let shown = told(&outer);
        assert!(
            shown.starts_with("bplist/data 1/bplist ") && shown.ends_with("|http://c.example/|"),
            "{shown}"
        );
    }

    #[test]
    fn what_is_broken_is_told() {
        let whole = list(&[string("http://a.example/"), string("http://b.example/")]);
        let shown = told(&whole[..whole.len() - 1]);
        assert!(
            shown.contains("http://a.example/") && shown.contains("! bplist: no table"),
            "{shown}"
        );
        let mut broken = whole.clone();
        // The length of the first string.
        let at = memchr::memmem::find(&broken, b"http").unwrap() - 4;
        broken[at] = 9;
        let shown = told(&broken);
        assert!(
            shown.contains("|http://b.example/|") && shown.contains("! bplist: 1 objects"),
            "{shown}"
        );
        for at in 0..whole.len() {
            for byte in [0, 0xff, 0x5f, 0xdf] {
                let mut bytes = whole.clone();
                bytes[at] = byte;
                entered(&Plist, &bytes, UNCUT);
            }
        }
    }
}

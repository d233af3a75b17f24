//! Property lists in the binary form (`bplist00` of Core Foundation): bookmarks, saved pages, preferences and
//! attributes of files on Apple's systems. The form in XML is read as XML.
//!
//! A table at the end says where each object starts, so the file is held in memory. Objects are read in the order of
//! the file.

use std::collections::HashMap;
use std::ops::ControlFlow;

use crate::core::format::{Format, Prefix, Sniff};
use crate::core::peek::PeekReader;
use crate::core::problem::ProblemKind;
use crate::core::step::StepKind;
use crate::core::walker::Walker;
use crate::layers::syntax::{MAX_UNIT, Parsed, Syntax, Unit};

/// A property list in the binary form.
pub struct Plist;

const MAGIC: &[u8] = b"bplist0";
/// The length of the header, and of the trailer.
const HEADER: usize = 8;
const TRAILER: usize = 32;
/// How many saved pages have a base, and the length of the longest one, in bytes.
const MAX_PAGES: usize = 4096;
const MAX_BASE: usize = 4 << 10;

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
        let start = reader.at();
        let bytes = reader.peek(limit.saturating_add(1));
        let objects = (bytes.len() <= limit).then(|| Objects::of(bytes, start));
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
            Some(Some(_)) => {}
        }
        to.within(StepKind::Layer, self.name(), |to| match objects.flatten() {
            Some(mut objects) => {
                objects.read(reader, to)?;
                objects.tell(at, to);
                ControlFlow::Continue(())
            }
            None => to.text(reader),
        })
    }
}

/// An object that is text, or may hold some.
#[derive(Clone, Copy)]
struct Object {
    kind: Kind,
    /// Where its contents start, and their length in bytes.
    start: usize,
    len: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Ascii,
    /// In UTF-16, the high byte first.
    Wide,
    /// Bytes of any kind: text, a page, another list.
    Data,
}

/// The objects of a list, in the order of the file. They are read from its bytes one by one: a list may have as many
/// as bytes.
struct Objects {
    /// Where the list starts, in the offsets of the reader.
    list: u64,
    /// Where its objects end.
    end: usize,
    starts: Offsets,
    /// The base of data that was saved from a page: by where the data starts.
    bases: HashMap<usize, String>,
    has_more_pages: bool,
    /// How many do not lie in the file, or in another one.
    broken: usize,
    /// The string that is read, and how much of it is left.
    string: Option<Object>,
    left: usize,
    /// What stands before it in the unit, in bytes.
    gap: usize,
}

impl Objects {
    /// `None` if there is no trailer, or it cannot be that of the bytes.
    fn of(bytes: &[u8], list: u64) -> Option<Objects> {
        let table = Table::of(bytes)?;
        let end = bytes.len() - TRAILER;
        let mut objects = Objects {
            list,
            end,
            starts: Offsets::new(end),
            bases: HashMap::new(),
            has_more_pages: false,
            broken: 0,
            string: None,
            left: 0,
            gap: 0,
        };
        for at in table.offsets() {
            if !(HEADER..end).contains(&at) {
                objects.broken += 1;
            } else if objects.starts.insert(at)
                && let Some((data, url)) = table.page(at)
            {
                objects.has_more_pages |= objects.bases.len() == MAX_PAGES;
                if objects.bases.len() < MAX_PAGES {
                    let url = &bytes[url.start..url.start + url.len];
                    objects.bases.insert(data, String::from_utf8_lossy(url).into_owned());
                }
            }
        }
        Some(objects)
    }

    /// The next string or data, from the reader on.
    fn next(&mut self, reader: &PeekReader<'_>) -> Option<Object> {
        let done = (reader.at() - self.list) as usize;
        let mut from = done;
        while let Some(at) = self.starts.first_from(from) {
            from = at + 1;
            match text(&reader.live()[at - done..self.end - done]) {
                Ok(None) => {}
                Ok(Some(object)) => {
                    let object = Object { start: at + object.start, ..object };
                    // Objects that overlap are made to mislead.
                    let inside = self.starts.remove(from..object.start + object.len);
                    self.broken += inside;
                    return Some(object);
                }
                Err(()) => {
                    self.broken += 1;
                    self.starts.remove(at..from);
                }
            }
        }
        None
    }

    fn read(&mut self, reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
        let mut number = 0;
        loop {
            to.text(&mut Parsed::new(reader, &mut *self))?;
            let Some(Object { start, len, .. }) = self.next(reader) else { break };
            to.advance(reader, self.list + start as u64 - reader.at());
            number += 1;
            let (step, base) = (format!("data {number}"), self.bases.remove(&start));
            to.based(base, |to| to.member(&step, "".into(), len as u64, reader))?;
        }
        to.skip(reader);
        ControlFlow::Continue(())
    }

    fn tell(&self, at: u64, to: &mut Walker<'_>) {
        if self.broken > 0 {
            let what = format!("bplist: {} objects are broken, or cut", self.broken);
            to.problem(ProblemKind::Damaged, at, what);
        }
        if self.has_more_pages {
            let what = format!("bplist: more than {MAX_PAGES} pages: the others have no base");
            to.problem(ProblemKind::Limit, at, what);
        }
    }
}

/// Strings up to the next data: each is a value of its own.
impl Syntax for Objects {
    fn unit(&mut self, reader: &mut PeekReader<'_>) -> usize {
        if self.left == 0 {
            self.string = self.next(reader).filter(|object| object.kind != Kind::Data);
            let Some(string) = self.string else { return 0 };
            self.left = string.len;
            self.gap = string.start - (reader.at() - self.list) as usize;
        }
        let rest = &reader.live()[self.gap..];
        let mut len = self.left.min(MAX_UNIT);
        // Both surrogates of a character are read at once.
        let cuts_a_pair = len < self.left && matches!(rest[len - 2], 0xd8..=0xdb);
        if cuts_a_pair && self.string.is_some_and(|string| string.kind == Kind::Wide) {
            len -= 2;
        }
        self.left -= len;
        self.gap + len
    }

    fn read(&mut self, unit: &mut Unit<'_>) {
        let Some(string) = self.string else { return };
        let (end, gap) = (unit.text.len(), std::mem::take(&mut self.gap));
        unit.skip(0..gap);
        if string.len == end - gap + self.left {
            unit.border(gap);
        }
        if string.kind == Kind::Wide {
            unit.wide(gap..end, u16::from_be_bytes);
        }
        if self.left == 0 {
            unit.border(end);
        }
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
        let bytes = &bytes[..bytes.len() - TRAILER];
        let table = bytes.get(start..end)?;
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

    /// The offset of the object that a reference stands for.
    fn referred(&self, at: usize) -> Option<usize> {
        let index = big_endian(self.bytes.get(at..at + self.reference_len)?) as usize;
        let start = index.checked_mul(self.offset_len)?;
        Some(big_endian(self.table.get(start..start.checked_add(self.offset_len)?)?) as usize)
    }

    /// The text at an offset.
    fn text(&self, at: usize) -> Option<Object> {
        let object = text(self.bytes.get(at..)?).ok()??;
        Some(Object { start: at + object.start, ..object })
    }

    /// Where the contents of a page start that is saved in the dictionary at that offset (a `.webarchive`), and its
    /// address.
    fn page(&self, at: usize) -> Option<(usize, Object)> {
        let (13, count, keys) = object(&self.bytes[at..])? else { return None };
        let keys = at + keys;
        // A page has few keys.
        let value = |name: &[u8]| {
            (0..count.min(16)).find_map(|index| {
                let key = self.text(self.referred(keys + index * self.reference_len)?)?;
                if self.bytes[key.start..key.start + key.len] != *name {
                    return None;
                }
                self.text(self.referred(keys + (count + index) * self.reference_len)?)
            })
        };
        let url = value(b"WebResourceURL")?;
        let is_base = url.kind == Kind::Ascii && url.len <= MAX_BASE;
        is_base.then_some((value(b"WebResourceData")?.start, url))
    }
}

/// The type, the count and the contents of the object that the bytes start with: what follows the count.
fn object(bytes: &[u8]) -> Option<(u8, usize, usize)> {
    let marker = *bytes.first()?;
    let (kind, low) = (marker >> 4, usize::from(marker & 0xf));
    if low < 0xf || kind < 4 {
        return Some((kind, low, 1));
    }
    let len = match *bytes.get(1)? {
        size @ 0x10..=0x13 => 1 << (size & 3),
        _ => return None,
    };
    let count = usize::try_from(big_endian(bytes.get(2..2 + len)?)).ok()?;
    // No object has more parts than bytes follow.
    (count <= bytes.len()).then_some((kind, count, 2 + len))
}

/// The text that the bytes start with; an error if it does not end in them.
fn text(bytes: &[u8]) -> Result<Option<Object>, ()> {
    let (kind, count, start) = object(bytes).ok_or(())?;
    let (kind, len) = match kind {
        4 => (Kind::Data, count),
        5 => (Kind::Ascii, count),
        6 => (Kind::Wide, 2 * count),
        _ => return Ok(None),
    };
    (start + len <= bytes.len()).then_some(Some(Object { kind, start, len })).ok_or(())
}

fn big_endian(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

/// A set of offsets, a bit for each byte.
struct Offsets(Vec<u64>);

impl Offsets {
    fn new(end: usize) -> Self {
        Offsets(vec![0; end / 64 + 1])
    }

    /// Returns whether it was not there.
    fn insert(&mut self, at: usize) -> bool {
        let (word, bit) = (&mut self.0[at / 64], 1 << (at % 64));
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    fn first_from(&self, at: usize) -> Option<usize> {
        let first = self.0.get(at / 64)? & (!0 << (at % 64));
        let rest = self.0.iter().copied().enumerate().skip(at / 64 + 1);
        let (index, word) =
            [(at / 64, first)].into_iter().chain(rest).find(|(_, word)| *word != 0)?;
        Some(index * 64 + word.trailing_zeros() as usize)
    }

    /// Removes those of a range; returns how many.
    fn remove(&mut self, range: std::ops::Range<usize>) -> usize {
        let (mut from, mut count) = (range.start, 0);
        while let Some(at) = self.first_from(from).filter(|at| *at < range.end) {
            self.0[at / 64] &= !(1 << (at % 64));
            (from, count) = (at + 1, count + 1);
        }
        count
    }
}

#[cfg(test)]
#[path = "../../../../tests/kit/plist.rs"]
pub mod written;

#[cfg(test)]
mod tests {
    use super::written::{list, object, references, string};
    use super::*;
    use crate::testing::{UNCUT, entered, stands_all_cuts};

    fn told(bytes: &[u8]) -> String {
        stands_all_cuts(&Plist, bytes);
        entered(&Plist, bytes, UNCUT).told()
    }

    #[test]
    fn strings_do_not_run_into_each_other() {
        let long = "x".repeat(70_000);
        // A pair of surrogates stands where a unit ends.
        let wide = ["\u{e9}".repeat(MAX_UNIT / 2 - 1), "\u{1f600}".repeat(9)].concat();
        let texts = [
            "http://a.example/",
            "bSabc_",
            "",
            "\"q\"",
            "http://\u{43f}.example/\u{1f600}",
            &long,
            &wide,
        ];
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
            object(13, 2, &references([1, 2, 3, 4])),
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
            shown.contains("bplist/data 1/bplist ") && shown.contains("|http://c.example/|"),
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

//! A strict reader of the HTML report: its markup and its data.

use std::io::Read;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::read::ZlibDecoder;
use regex::bytes::Regex;

/// The start tag of an element.
#[derive(Debug)]
pub struct Element {
    pub name: String,
    pub attributes: Vec<(String, String)>,
    /// The text up to the next tag; all of it, for a script or a style.
    pub text: Vec<u8>,
}

impl Element {
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(known, _)| known == name).map(|(_, value)| &**value)
    }

    /// Whether it is a block of records of that kind.
    pub fn is_block(&self, class: &str) -> bool {
        self.name == "script"
            && self.attribute("type") == Some("text/plain")
            && self.attribute("class") == Some(class)
    }
}

/// Void elements; those of SVG close themselves, `<rect …/>`.
const VOID: &[&str] = &["br", "hr", "input", "meta", "col", "wbr"];

/// Elements whose text is no markup (HTML, 13.1.2).
const RAW: &[&str] = &["script", "style"];

/// All elements, in order. Each `<` must start a tag in this project's style, and each element must end
/// where it should: an attack that has become markup breaks one of these rules, or shows as an
/// unexpected element.
pub fn elements(page: &[u8]) -> Vec<Element> {
    let tag = Regex::new(r#"^(?-u:<(/?)([A-Za-z][A-Za-z0-9]*)((?:\s+[A-Za-z][A-Za-z0-9:-]*(?:="[^"<>]*")?)*)\s*(/?)>)"#)
    .unwrap();
    let attribute = Regex::new(r#"(?-u:([A-Za-z][A-Za-z0-9:-]*)(?:="([^"]*)")?)"#).unwrap();
    let doctype = b"<!DOCTYPE html>";
    assert!(page.starts_with(doctype));
    let (mut at, mut open, mut found) = (doctype.len(), Vec::new(), Vec::<Element>::new());
    while let Some(next) = memchr::memchr(b'<', &page[at..]) {
        push(&mut found, &page[at..at + next]);
        at += next;
        let near = String::from_utf8_lossy(&page[at..page.len().min(at + 200)]);
        let parts = tag.captures(&page[at..]).unwrap_or_else(|| panic!("no tag: {near}"));
        at += parts[0].len();
        let name = String::from_utf8(parts[2].to_vec()).unwrap();
        if !parts[1].is_empty() {
            assert_eq!(open.pop().as_ref(), Some(&name), "{near}");
            continue;
        }
        let value = |part: Option<regex::bytes::Match<'_>>| {
            part.map(|part| String::from_utf8(part.as_bytes().to_vec()).unwrap())
        };
        let attributes = attribute.captures_iter(&parts[3]);
        let attributes = attributes
            .map(|one| (value(one.get(1)).unwrap(), value(one.get(2)).unwrap_or_default()))
            .collect();
        if parts[4].is_empty() && !VOID.contains(&&*name) {
            open.push(name.clone());
        }
        if RAW.contains(&&*name) {
            let end = memchr::memmem::find(&page[at..], format!("</{name}>").as_bytes()).unwrap();
            found.push(Element { name, attributes, text: page[at..at + end].to_vec() });
            at += end;
        } else {
            found.push(Element { name, attributes, text: Vec::new() });
        }
    }
    assert!(open.is_empty(), "{open:?}");
    found
}

fn push(found: &mut [Element], text: &[u8]) {
    if let Some(last) = found.last_mut().filter(|last| !RAW.contains(&&*last.name)) {
        last.text.extend_from_slice(text);
    }
}

/// A row of the table.
#[derive(Debug, Default)]
pub struct Row {
    pub uri: Vec<u8>,
    pub count: u64,
    /// How many of the finds are in the second of two inputs.
    pub after: u64,
    pub first: u64,
    pub last: u64,
    pub valid: bool,
    pub noise: bool,
    /// The byte, and the rule by its index.
    pub fault: Option<(u64, u64)>,
    pub cautions: Vec<Caution>,
    /// Scheme, userinfo, host, port, path, query and fragment: from, length.
    pub components: Vec<Option<(u64, u64)>>,
    pub domain: u64,
    pub normal: Vec<u8>,
    /// What a redirector leads to.
    pub target: Vec<u8>,
    pub first_place: Place,
    pub last_place: Place,
    pub kept: u64,
    pub block: u64,
    pub offset: u64,
}

/// The kind by its index, from, to, and the detail.
#[derive(Debug)]
pub struct Caution {
    pub kind: u64,
    pub start: u64,
    pub end: u64,
    pub detail: Vec<u8>,
}

/// The path by its index, the line, the column and the part.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    pub path: u64,
    pub line: u64,
    pub column: u64,
    pub part: Vec<u8>,
}

/// A find with the text around it. Its path is among its columns.
#[derive(Debug)]
#[allow(dead_code, reason = "it is read in the order of the record")]
pub struct Kept {
    pub place: Place,
    pub start: u64,
    pub otherwise: bool,
    pub decoded: bool,
    pub second: Vec<u8>,
    pub before: Vec<u8>,
    /// The text of the find, if that is not the URI.
    pub raw: Vec<u8>,
    pub after: Vec<u8>,
}

/// The columns of a find: its time is 0, or a second since 1970, and one more.
#[derive(Clone, Debug)]
pub struct Columns {
    pub path: u64,
    pub message: u64,
    /// The number of the text of its link.
    pub text: u64,
    pub is_after: bool,
    pub time: u64,
    pub stand: u64,
    pub is_attribute: bool,
    pub wrapper: u64,
}

/// All data of a page.
#[derive(Debug)]
pub struct Data {
    pub meta: serde_json::Value,
    pub paths: Vec<Vec<u8>>,
    pub rows: Vec<Row>,
    /// Message-ID, date, address and name of the sender, subject, list, thread; or nothing.
    pub messages: Vec<Vec<Vec<u8>>>,
    /// The texts of links; empty for finds that are none.
    pub texts: Vec<Vec<u8>>,
    finds: Vec<Columns>,
    places: Vec<Vec<u8>>,
    /// The totals of domains and of hosts: rows, finds before, and after.
    pub totals: [Vec<[u64; 3]>; 2],
}

impl Data {
    pub fn of(elements: &[Element]) -> Data {
        let meta = elements.iter().find(|one| one.attribute("id") == Some("meta")).unwrap();
        let read = |class: &str| -> Vec<_> {
            let blocks = elements.iter().filter(|one| one.is_block(class));
            blocks.map(|block| unpacked(&block.text)).collect()
        };
        Data {
            meta: serde_json::from_slice(&meta.text).unwrap(),
            paths: all(&read("paths"), Records::text),
            rows: all(&read("rows"), Records::row),
            messages: all(&read("messages"), Records::message),
            texts: all(&read("texts"), Records::text),
            finds: all(&read("finds"), Records::columns),
            places: read("places"),
            totals: ["domains", "hosts"].map(|class| all(&read(class), Records::totals)),
        }
    }

    /// The places of a row that are kept.
    pub fn places(&self, row: &Row) -> Vec<(Columns, Kept)> {
        let before = self.rows.iter().take_while(|other| !std::ptr::eq(*other, row));
        let first = before.map(|row| row.kept as usize).sum::<usize>();
        let columns = self.finds[first..].iter().cloned();
        columns.zip(self.kept(row)).collect()
    }

    fn kept(&self, row: &Row) -> Vec<Kept> {
        let (mut block, mut at) = (row.block as usize, row.offset as usize);
        let mut kept = Vec::new();
        while (kept.len() as u64) < row.kept {
            let mut records = Records { bytes: &self.places[block][at..] };
            while (kept.len() as u64) < row.kept && !records.bytes.is_empty() {
                kept.push(records.kept());
            }
            (block, at) = (block + 1, 0);
        }
        kept
    }

    /// The number of places of all rows.
    pub fn all_places(&self) -> usize {
        let places = all(&self.places, Records::kept).len();
        assert_eq!(places, self.finds.len());
        places
    }
}

fn unpacked(text: &[u8]) -> Vec<u8> {
    let packed = STANDARD.decode(text).unwrap();
    let mut bytes = Vec::new();
    ZlibDecoder::new(&*packed).read_to_end(&mut bytes).unwrap();
    assert!(!bytes.is_empty());
    bytes
}

/// All records of some blocks. No record is split between two blocks.
fn all<'a, T>(blocks: &'a [Vec<u8>], read: fn(&mut Records<'a>) -> T) -> Vec<T> {
    let mut found = Vec::new();
    for block in blocks {
        let mut records = Records { bytes: block };
        while !records.bytes.is_empty() {
            found.push(read(&mut records));
        }
    }
    found
}

struct Records<'a> {
    bytes: &'a [u8],
}

impl Records<'_> {
    /// Unsigned LEB128, below 2^53.
    fn number(&mut self) -> u64 {
        let end = self.bytes.iter().position(|byte| *byte < 0x80).unwrap();
        let (number, rest) = self.bytes.split_at(end + 1);
        self.bytes = rest;
        let value = number.iter().rev().fold(0, |value, byte| value << 7 | u64::from(byte & 0x7f));
        assert!(number.len() <= 8 && value < 1 << 53);
        value
    }

    fn text(&mut self) -> Vec<u8> {
        let length = self.number() as usize;
        let (text, rest) = self.bytes.split_at(length);
        self.bytes = rest;
        text.to_vec()
    }

    fn place(&mut self) -> Place {
        let [path, line, column] = [(); 3].map(|()| self.number());
        Place { path, line, column, part: self.text() }
    }

    fn row(&mut self) -> Row {
        let mut row = Row { uri: self.text(), ..Row::default() };
        [row.count, row.after, row.first, row.last] = [(); 4].map(|()| self.number());
        let flags = self.number();
        (row.valid, row.noise) = (flags & 1 != 0, flags & 8 != 0);
        row.fault = (!row.valid).then(|| (self.number(), self.number()));
        let cautions = self.number();
        row.cautions = (0..cautions).map(|_| self.caution()).collect();
        for _ in 0..7 {
            let start = self.number();
            row.components.push((start > 0).then(|| (start - 1, self.number())));
        }
        row.domain = self.number();
        (row.normal, row.target) = (self.text(), self.text());
        (row.first_place, row.last_place) = (self.place(), self.place());
        [row.kept, row.block, row.offset] = [(); 3].map(|()| self.number());
        row
    }

    fn caution(&mut self) -> Caution {
        let [kind, start, end] = [(); 3].map(|()| self.number());
        Caution { kind, start, end, detail: self.text() }
    }

    fn totals(&mut self) -> [u64; 3] {
        [(); 3].map(|()| self.number())
    }

    fn message(&mut self) -> Vec<Vec<u8>> {
        let text = self.text();
        let mut texts = Records { bytes: &text };
        std::iter::from_fn(|| (!texts.bytes.is_empty()).then(|| texts.text())).collect()
    }

    fn columns(&mut self) -> Columns {
        let [path, message, text, after, time, stand, wrapper] = [(); 7].map(|()| self.number());
        let (is_after, is_attribute) = (after == 1, stand & 1 == 1);
        Columns { path, message, text, is_after, time, stand: stand >> 1, is_attribute, wrapper }
    }

    fn kept(&mut self) -> Kept {
        let [line, column, start] = [(); 3].map(|()| self.number());
        let place = Place { path: 0, line, column, part: self.text() };
        let flags = self.number();
        let [second, before, raw, after] = [(); 4].map(|()| self.text());
        let (otherwise, decoded) = (flags & 1 != 0, flags & 2 != 0);
        Kept { place, start, otherwise, decoded, second, before, raw, after }
    }
}

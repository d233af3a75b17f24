//! Links in Office documents: packages (ECMA-376 part 2) in which a part has the fragment of a link, and its
//! relationships have the target.

use std::cell::RefCell;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::mem;
use std::ops::{ControlFlow, Range};
use std::path::PathBuf;

use memchr::memmem;

use crate::core::mapped::{Chunk, MappedRead};
use crate::core::mapped_bytes::MappedBytes;
use crate::core::peek::PeekReader;
use crate::core::problem::ProblemKind;
use crate::core::walker::Walker;
use crate::layers::charset::Attributes;
use crate::layers::syntax::has_scheme;

/// What the first member of a package is, or the folder it is in.
const FIRST: &[&str] = &["[Content_Types].xml", "_rels/", "docProps/", "word/", "xl/"];
/// The folders of parts whose links may have fragments: `w:anchor` of WordprocessingML, `location` of SpreadsheetML.
const FOLDERS: &[&str] = &["word/", "xl/worksheets/"];
/// The longest tag that is read, in bytes.
const TAG: usize = 16 << 10;
/// How many bytes of links are kept.
const ROOM: usize = 4 << 20;
/// What keeping one takes beside its bytes, at most.
const OVERHEAD: usize = 160;

/// Returns `true` if an archive is a package, by the name of its first member.
pub(super) fn is_package(first: &str) -> bool {
    FIRST.iter().any(|name| first.starts_with(name))
}

/// A tag, and by what it is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tag {
    /// In a part.
    Hyperlink,
    /// In relationships.
    Relationship,
}

impl Tag {
    fn name(self) -> &'static [u8] {
        match self {
            Tag::Hyperlink => b"hyperlink",
            Tag::Relationship => b"Relationship",
        }
    }

    /// Where one starts in the bytes, whatever its prefix.
    fn find(self, bytes: &[u8]) -> Option<usize> {
        memmem::find_iter(bytes, self.name()).find_map(|at| {
            let start = bytes[..at]
                .iter()
                .rposition(|byte| !byte.is_ascii_alphanumeric() && *byte != b':')?;
            let is_named = bytes.get(at + self.name().len()).is_none_or(u8::is_ascii_whitespace);
            (bytes[start] == b'<' && is_named).then_some(start)
        })
    }
}

/// The links of the parts that have been read.
#[derive(Default)]
pub(super) struct Package {
    /// By the name of the part, and by how the part calls its relationship.
    links: BTreeMap<(String, Vec<u8>), Link>,
    /// How many bytes they take, and how many the targets with their fragments.
    used: usize,
    joined: usize,
    /// The room was not enough.
    is_full: bool,
}

/// What is known of a link.
#[derive(Default)]
struct Link {
    target: Vec<u8>,
    /// The part also has it without a fragment.
    is_plain: bool,
    fragments: BTreeSet<Vec<u8>>,
}

/// What stands in a range of a tag instead.
type Edit = (Range<usize>, Vec<u8>);

impl Package {
    /// Opens a member of that name, with the fragments of links where their targets are.
    pub fn open(
        package: &RefCell<Self>,
        name: &str,
        reader: &mut PeekReader<'_>,
        to: &mut Walker<'_>,
    ) -> ControlFlow<()> {
        let (path, raw) = (PathBuf::from(name), reader.raw());
        let Some((tag, part)) = tag_in(name) else { return to.open_file(path, reader) };
        let mut joined =
            Joined { reader, tag, part: &part, package, plain: 0, out: MappedBytes::default() };
        let was_full = package.borrow().is_full;
        to.open_file(path, &mut PeekReader::of_mapped(&mut joined))?;
        if package.borrow().is_full && !was_full {
            let what = format!(
                "more than {} MiB of links: fragments of the rest are not read",
                ROOM >> 20
            );
            to.problem(ProblemKind::Limit, raw, what);
        }
        ControlFlow::Continue(())
    }

    /// What to write instead of something in a tag of a part.
    fn edits(&mut self, tag: Tag, part: &str, text: &[u8]) -> Vec<Edit> {
        let value = |names: &[&[u8]]| {
            let mut attributes = Attributes::of(text.get(1 + tag.name().len()..)?);
            let value = attributes.find(|it| names.iter().any(|name| it.is_local(name)))?.value;
            let start = value.as_ptr() as usize - text.as_ptr() as usize;
            Some(start..start + value.len())
        };
        let Some(id) = value(&[b"id"]) else { return Vec::new() };
        let id = &text[id];
        match tag {
            Tag::Hyperlink => self.hyperlink(part, id, text, value(&[b"anchor", b"location"])),
            Tag::Relationship => match value(&[b"target"]) {
                Some(target) => self.relationship(part, id, text, target),
                None => Vec::new(),
            },
        }
    }

    /// Notes a link of a part. If its target is known, writes that behind its fragment.
    fn hyperlink(
        &mut self,
        part: &str,
        id: &[u8],
        text: &[u8],
        fragment: Option<Range<usize>>,
    ) -> Vec<Edit> {
        let fragment = fragment.filter(|range| !range.is_empty());
        let bytes = fragment.clone().map(|range| &text[range]);
        // What does not fit is plain.
        let Some(link) = self.link(part, id, bytes) else { return Vec::new() };
        match (fragment, bytes) {
            (Some(range), Some(bytes)) if !link.target.is_empty() => {
                let Some(quote) = quote_before(text, &range) else { return Vec::new() };
                let uri = joined(&link.target, bytes, quote);
                let value = [bytes, &[quote], b" href=", &[quote], &uri].concat();
                if self.has_room_for(&uri) { vec![(range, value)] } else { Vec::new() }
            }
            (_, Some(bytes)) => {
                link.fragments.insert(bytes.to_vec());
                Vec::new()
            }
            _ => {
                link.is_plain = true;
                Vec::new()
            }
        }
    }

    /// Writes the fragments of a link behind its target; if there are none yet, notes the target.
    fn relationship(
        &mut self,
        part: &str,
        id: &[u8],
        text: &[u8],
        target: Range<usize>,
    ) -> Vec<Edit> {
        let (bytes, end) = (&text[target.clone()], text.len() - 1);
        if !has_scheme(bytes) || bytes.contains(&b'#') {
            return Vec::new();
        }
        let link = match self.links.entry((part.to_owned(), id.to_vec())) {
            Entry::Occupied(link) => link.into_mut(),
            Entry::Vacant(_) => {
                if let Some(link) = self.link(part, id, Some(bytes)) {
                    link.target = bytes.to_vec();
                }
                return Vec::new();
            }
        };
        let Some(quote) = quote_before(text, &target) else { return Vec::new() };
        // Another relationship of that name is none.
        let fragments = mem::take(&mut link.fragments);
        let is_plain = link.is_plain || self.is_full;
        let mut edits = Vec::new();
        let mut more = b">".to_vec();
        for (number, fragment) in fragments.iter().enumerate() {
            let uri = joined(bytes, fragment, quote);
            if !self.has_room_for(&uri) {
                break;
            }
            match number == 0 && !is_plain {
                true => edits.push((target.end..target.end, uri[bytes.len()..].to_vec())),
                false => more.extend(
                    [b"<Relationship Target=", &[quote][..], &uri, &[quote], b"/>"].concat(),
                ),
            }
        }
        if more.len() > 1 {
            edits.push((end..end + 1, more));
        }
        edits
    }

    /// Returns `true` if there is room for one more target with its fragment.
    fn has_room_for(&mut self, uri: &[u8]) -> bool {
        let joined = self.joined + uri.len();
        self.is_full |= joined > ROOM;
        if joined <= ROOM {
            self.joined = joined;
        }
        joined <= ROOM
    }

    /// The link of that name, if there is room for these bytes of it.
    fn link(&mut self, part: &str, id: &[u8], bytes: Option<&[u8]>) -> Option<&mut Link> {
        let key = (part.to_owned(), id.to_vec());
        let is_new = !self.links.contains_key(&key);
        let is_known = |bytes: &[u8]| {
            self.links
                .get(&key)
                .is_some_and(|link| !link.target.is_empty() || link.fragments.contains(bytes))
        };
        let new = bytes.filter(|bytes| !is_known(bytes)).map_or(0, <[u8]>::len);
        let mut len = if new > 0 { new + OVERHEAD } else { 0 };
        if is_new {
            len += part.len() + id.len() + OVERHEAD;
        }
        if self.used + len > ROOM {
            self.is_full = true;
            return None;
        }
        self.used += len;
        Some(self.links.entry(key).or_default())
    }
}

/// The quote before the value of an attribute, if it has one.
fn quote_before(text: &[u8], value: &Range<usize>) -> Option<u8> {
    Some(text[value.start - 1]).filter(|quote| b"\"'".contains(quote))
}

/// A target with a fragment, in an attribute with these quotes.
fn joined(target: &[u8], fragment: &[u8], quote: u8) -> Vec<u8> {
    let fragment = fragment.strip_prefix(b"#").unwrap_or(fragment);
    let mut uri = [target, b"#"].concat();
    for byte in fragment {
        match byte {
            b'"' if quote == b'"' => uri.extend_from_slice(b"&quot;"),
            b'\'' if quote == b'\'' => uri.extend_from_slice(b"&#39;"),
            byte => uri.push(*byte),
        }
    }
    uri
}

/// The tag that is read in a member, and the part it is about.
fn tag_in(member: &str) -> Option<(Tag, String)> {
    let name = member.trim_start_matches('/');
    let of_part = |name: &str| {
        FOLDERS.iter().any(|folder| name.starts_with(folder)) && name.ends_with(".xml")
    };
    if of_part(name) {
        return Some((Tag::Hyperlink, name.to_owned()));
    }
    let (folder, file) = name.strip_suffix(".rels")?.split_once("_rels/")?;
    let part = [folder, file].concat();
    of_part(&part).then_some((Tag::Relationship, part))
}

/// A member, with edits in its tags.
struct Joined<'p, 'r, 's> {
    reader: &'r mut PeekReader<'s>,
    tag: Tag,
    part: &'p str,
    package: &'p RefCell<Package>,
    /// How many bytes at the front are passed on as they are.
    plain: usize,
    /// An edited tag.
    out: MappedBytes,
}

impl Joined<'_, '_, '_> {
    /// Finds what to pass on next.
    fn step(&mut self) {
        // No name is longer, with its prefix.
        const HOLD: usize = 64;
        loop {
            let bytes = self.reader.peek(1);
            let len = bytes.len();
            match self.tag.find(bytes) {
                Some(0) => return self.edit(),
                Some(at) => self.plain = at,
                None if self.reader.has_ended() => self.plain = len,
                None => self.plain = len.saturating_sub(HOLD),
            }
            if self.plain > 0 || len == 0 {
                return;
            }
            self.reader.peek(len + 1);
        }
    }

    /// Reads the tag at the front.
    fn edit(&mut self) {
        self.plain = 1;
        let bytes = self.reader.front(TAG);
        let Some(len) = tag_len(bytes) else { return };
        let edits = self.package.borrow_mut().edits(self.tag, self.part, &bytes[..len]);
        self.plain = len;
        if edits.is_empty() {
            return;
        }
        let mut at = 0;
        for (range, text) in edits {
            self.copy(at..range.start);
            self.out.push(Chunk::whole(&text, self.reader.span(range.clone())));
            at = range.end;
        }
        self.copy(at..len);
        self.reader.pass_bytes(len);
        self.plain = 0;
    }

    fn copy(&mut self, range: Range<usize>) {
        let mut at = range.start;
        while at < range.end {
            let chunk = self.reader.chunk_in(at..range.end);
            at += chunk.bytes.len();
            self.out.push(chunk);
        }
    }
}

/// The length of the tag at the front, if it ends there.
fn tag_len(bytes: &[u8]) -> Option<usize> {
    let mut quote = None;
    let end = bytes.iter().position(|byte| {
        match (quote, byte) {
            (None, b'"' | b'\'') => quote = Some(*byte),
            (Some(open), _) if open == *byte => quote = None,
            _ => {}
        }
        quote.is_none() && *byte == b'>'
    });
    end.map(|end| end + 1)
}

impl MappedRead for Joined<'_, '_, '_> {
    fn chunk(&mut self) -> Chunk<'_> {
        if self.out.len() > 0 {
            return self.out.chunk(0..self.out.len());
        }
        if self.plain == 0 {
            self.step();
        }
        match self.out.len() {
            0 => self.reader.chunk_in(0..self.plain),
            len => self.out.chunk(0..len),
        }
    }

    fn advance(&mut self, count: usize) {
        if self.out.len() > 0 {
            self.out.forget(count);
        } else {
            self.reader.pass_bytes(count);
            self.plain -= count;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::ROOM;
    use crate::archive::zip::Zip;
    use crate::archive::zip::tests::{deflated, member};
    use crate::testing::{entered, opened, stands_all_cuts};

    const DOCUMENT: &str = "word/document.xml";
    const RELATIONSHIPS: &str = "word/_rels/document.xml.rels";

    /// A package with those members.
    fn package(members: &[(&str, &str)]) -> Vec<u8> {
        let types = ("[Content_Types].xml", "");
        let members = [&[types], members].concat();
        members
            .iter()
            .flat_map(|(name, text)| member(name, 8, 0, &deflated(text.as_bytes())))
            .collect()
    }

    /// What a part that has such links and its relationships yield.
    fn read(links: &str, relationships: &str, is_first: bool) -> Vec<String> {
        let mut members = [(DOCUMENT, links), (RELATIONSHIPS, relationships)];
        if is_first {
            members.reverse();
        }
        let bytes = package(&members);
        stands_all_cuts(&Zip, &bytes);
        let all = opened(&bytes);
        assert_eq!(all.problems, [""; 0]);
        all.texts
            .iter()
            .flat_map(|text| &text.links)
            .map(|link| format!("{}={}", link.name, String::from_utf8_lossy(&link.value)))
            .collect()
    }

    const TARGET: &str = "<Relationship Target='http://a/' Id=\"r1\"/>";

    #[test]
    fn a_target_has_the_fragments_of_its_links() {
        for (links, found) in [
            ("<w:hyperlink r:id='r1' w:anchor='b'>x", &["http://a/#b"][..]),
            (
                "<w:hyperlink r:id='r1'>x<w:hyperlink r:id='r1' w:anchor='b'>",
                &["http://a/", "http://a/#b"],
            ),
            (
                "<hyperlink location='c&amp;d' x:id='r1'/><hyperlink location='#b' x:id='r1'/>",
                &["http://a/#b", "http://a/#c&d"],
            ),
            ("<hyperlink location=\"'b>\" r:id='r1'/>", &["http://a/#'b>"]),
            (
                "<hyperlink location='b' r:id='r2'/><hyperlinks location='b' r:id='r1'/>",
                &["http://a/"],
            ),
            ("<hyperlink location='' r:id='r1'/>", &["http://a/"]),
            ("<hyperlink location=b r:id='r1'/>", &["http://a/#b"]),
            ("<hyperlink location='b'/><hyperlink location='c' r:id='r1'", &["http://a/"]),
        ] {
            let expected: Vec<_> =
                found.iter().map(|uri| format!("relationship@target={uri}")).collect();
            assert_eq!(read(links, TARGET, false), expected, "{links}");
        }
    }

    #[test]
    fn a_target_may_come_first() {
        let links =
            "<w:hyperlink w:anchor=\"b'c\" r:id='r1'>x</w:hyperlink><w:hyperlink r:id='r1'>";
        let found = ["relationship@target=http://a/", "w:hyperlink@href=http://a/#b'c"];
        assert_eq!(read(links, TARGET, true), found);
    }

    #[test]
    fn a_target_with_a_fragment_stays() {
        let links = "<w:hyperlink w:anchor='b' r:id='r1'>";
        for target in ["http://a/#c", "media/a.png"] {
            let relationships = TARGET.replace("http://a/", target);
            let [one, other] = [false, true].map(|is_first| read(links, &relationships, is_first));
            assert_eq!(one, other);
            assert!(one.len() <= 1 && one.iter().all(|link| link.ends_with("#c")), "{one:?}");
        }
    }

    /// Links are of the part that the relationships belong to, and only in packages.
    #[test]
    fn a_link_is_of_its_part() {
        let link = "<w:hyperlink w:anchor='b' r:id='r1'>";
        for name in ["word/footer.xml", "other/document.xml", "word/document.bin"] {
            let all = opened(&package(&[(name, link), (RELATIONSHIPS, TARGET)]));
            assert_eq!(
                all.text("zip word/_rels/document.xml.rels/html").links[0].value,
                b"http://a/"
            );
        }
    }

    #[test]
    fn links_without_room_are_told() {
        let link = |n: usize| format!("<hyperlink r:id='r{n}' location='{}'/>", "x".repeat(9000));
        let links: String = (0..500).map(link).collect();
        let all = entered(&Zip, &package(&[(DOCUMENT, &links), (RELATIONSHIPS, TARGET)]), 5000);
        assert_eq!(all.problems, ["more than 4 MiB of links: fragments of the rest are not read"]);
        let found = &all.text("zip word/_rels/document.xml.rels/html").links;
        assert_eq!(found.iter().map(|link| link.value.len()).collect::<Vec<_>>(), [9, 9010]);
    }

    /// A long target with many fragments is not written for each of them.
    #[test]
    fn what_is_written_is_bounded() {
        let link = |n: usize| format!("<hyperlink r:id='r1' location='{n}'/>");
        let links: String = (0..2000).map(link).collect();
        let target = TARGET.replace("http://a/", &format!("http://a/{}", "x".repeat(9000)));
        for first in [DOCUMENT, RELATIONSHIPS] {
            let mut members = [(DOCUMENT, &links[..]), (RELATIONSHIPS, &target)];
            members.sort_by_key(|(name, _)| *name != first);
            let all = entered(&Zip, &package(&members), 5000);
            let written: usize =
                all.texts.iter().flat_map(|text| &text.links).map(|link| link.value.len()).sum();
            assert!(written < ROOM + 10_000 && written > ROOM / 2, "{first} {written}");
            assert_eq!(all.problems.len(), 1);
        }
    }
}

//! A text that is searched, as one stream of bytes, with a map back to its source.

use std::cell::OnceCell;
use std::collections::VecDeque;
use std::io::{self, Read};
use std::mem;
use std::path::Path;
use std::sync::Arc;

use super::context_buffer::{Mark, VisibleText};
use super::links::{Base, ShownLink};
use crate::found::{FIELD_END, Found};
use crate::input::{
    BOUNDARY, Chunk, LineIndex, Link, MappedRead, Message, Notes, Part, PartLocation, Role,
    SourceMap,
};
use crate::span::{Origin, PartOrigin, Span};
use crate::stream::Text;

/// With fewer bytes than this buffered, a read may block.
pub(super) const AHEAD: usize = 1 << 10;

/// What may be missing at the end of a find because it ends a sentence.
const TRIMMED: &[u8] = b".,:;!?'*_~&%";

type Links = VecDeque<(u64, Link)>;

/// The memory of what is noted of a text, for one text after the other.
#[derive(Default)]
pub(super) struct NoteMemory {
    map: SourceMap,
    links: Links,
    spare: Vec<Vec<u8>>,
}

impl NoteMemory {
    /// Reads all of a text without links into the buffer, which is longer, and notes where its bytes come from. Returns
    /// how many they are.
    pub fn read_all(&mut self, text: &mut dyn MappedRead, buffer: &mut [u8]) -> usize {
        let NoteMemory { map, links, spare } = self;
        let mut notes = Notes { map, links, spare, link_bytes: 0, at_once: false };
        let mut filled = 0;
        loop {
            match text.read(&mut buffer[filled..], filled as u64, &mut notes) {
                0 => return filled,
                count => filled += count,
            }
        }
    }

    /// Forgets what is noted, and keeps memory for the next text if it is not much.
    pub fn clear(&mut self) {
        self.map.reset();
        self.links.clear();
        self.links.shrink_to(MAX_LINKS);
    }
}

/// For how many links there is memory between texts.
const MAX_LINKS: usize = 1 << 10;
/// The longest value whose memory is kept for another one.
const MAX_VALUE: usize = 1 << 10;

/// A text that is searched.
pub(super) struct SourceText<'r> {
    bytes: Bytes<'r>,
    /// The base of the references that come next.
    pub base: Base,
    map: SourceMap,
    /// Links, each with the offset of the byte that stands for it.
    links: Links,
    /// Memory for the values of links.
    spare: Vec<Vec<u8>>,
    /// If the text that comes is that of a link, and a URI of another host.
    open_link: Option<Box<ShownLink>>,
    /// The text of the link whose target comes.
    label: Option<Vec<u8>>,
    /// The text that comes is in a comment.
    is_commented: bool,
    /// The bytes that stand for markup, if they are asked for.
    markup: Option<VecDeque<Mark>>,
    /// The path of the part, with the column that the text is in.
    column: Option<String>,
    /// The message that the text is in, if there are several in the part.
    message: Option<Arc<Message>>,
    /// Where the part is, once a find asks for it.
    location: OnceCell<PartLocation>,
    /// The offset of the next byte.
    at: u64,
    /// Return what is available rather than wait for more.
    at_once: bool,
    /// Its lines are lines of the source.
    pub has_lines: bool,
}

/// Where the bytes come from.
enum Bytes<'r> {
    /// The source itself: the identity map, and no links.
    Source(&'r mut dyn Read),
    /// A part of a container.
    Part { text: &'r mut dyn MappedRead, part: &'r Part, line_index: &'r LineIndex },
}

impl<'r> SourceText<'r> {
    /// All bytes of a source, as they are.
    pub fn whole(source: &'r mut dyn Read) -> Self {
        SourceText::new(Bytes::Source(source), Base::default())
    }

    /// The text of a part; `base` is that of references in all sources.
    pub fn part(
        text: &'r mut dyn MappedRead,
        part: &'r Part,
        line_index: &'r LineIndex,
        base: Option<&str>,
    ) -> Self {
        let base = Base::of(base, part);
        SourceText::new(Bytes::Part { text, part, line_index }, base)
    }

    /// The text of a part without links, of which that chunk is left.
    pub fn without_links(
        chunk: &'r mut Chunk<'_>,
        part: &'r Part,
        line_index: &'r LineIndex,
        base: Option<&str>,
    ) -> Self {
        let mut map = SourceMap::default();
        map.push(0, *chunk);
        let base = Base::of_text(base, part);
        let bytes = Bytes::Part { text: chunk, part, line_index };
        SourceText { map, ..SourceText::new(bytes, base) }
    }

    fn new(bytes: Bytes<'r>, base: Base) -> Self {
        let NoteMemory { map, links, spare } = NoteMemory::default();
        let (markup, column, message, label) = (None, None, None, None);
        let (open_link, is_commented) = (None, false);
        let has_lines = match &bytes {
            Bytes::Source(_) => true,
            Bytes::Part { text, .. } => !text.is_markup(),
        };
        let (at, at_once) = (0, false);
        SourceText {
            bytes,
            base,
            map,
            links,
            spare,
            open_link,
            label,
            is_commented,
            markup,
            column,
            message,
            location: OnceCell::new(),
            at,
            at_once,
            has_lines,
        }
    }

    /// The text, noted in memory that may come from another text.
    pub fn noting_in(self, memory: NoteMemory) -> Self {
        let NoteMemory { map, links, spare } = memory;
        SourceText { map, links, spare, ..self }
    }

    /// Takes the memory, for another text.
    pub fn take_memory(&mut self) -> NoteMemory {
        let (map, links) = (mem::take(&mut self.map), mem::take(&mut self.links));
        let mut memory = NoteMemory { map, links, spare: mem::take(&mut self.spare) };
        memory.clear();
        memory
    }

    /// The text with that offset for its first byte.
    pub fn from(self, at: u64) -> Self {
        SourceText { at, ..self }
    }

    /// The text, of which a read returns what is available rather than wait for more.
    pub fn at_once(self, at_once: bool) -> Self {
        SourceText { at_once, ..self }
    }

    /// The text, of which the bytes that stand for markup are noted.
    pub fn noting_markup(self, is_noted: bool) -> Self {
        SourceText { markup: is_noted.then(VecDeque::new), ..self }
    }

    /// Sets the place of a find in the text to that in the source. Returns the origin of the find.
    #[inline]
    pub fn locate<'o>(&'o self, path: &'o Path, found: &mut Found<'_>) -> Origin<'o> {
        let Bytes::Part { part, line_index, .. } = &self.bytes else {
            return Origin::of(path);
        };
        let at = found.span();
        let span = self.map.span(at);
        let is_decoded = !self.map.is_plain(at);
        found.set_place(span, line_index.position(span.start));
        let link_target = self.link_target(found);
        let origin = PartOrigin { text: Some(at), is_decoded, link_target, ..self.origin(part) };
        Origin { part: Some(origin), ..Origin::of(path) }
    }

    /// Returns `true` if the text ends where the source does, too early.
    fn is_cut_at(&self, end: u64) -> bool {
        let Bytes::Part { line_index, .. } = &self.bytes else { return false };
        line_index.is_cut_at(self.map.span(Span { start: end - 1, end }).end)
    }

    /// Returns `true` if what ends at the offset is only the start of something: the source breaks off there. Marks
    /// that end a sentence, and not a URI, may be between.
    #[inline]
    pub fn cuts_off(&self, end: u64, text: Text<'_>) -> bool {
        let rest = &text.bytes[(end - text.base) as usize..];
        let is_near = text.last && rest.len() < 8 && rest.iter().all(|byte| TRIMMED.contains(byte));
        is_near && self.is_cut_at(text.base + text.bytes.len() as u64)
    }

    /// Like `locate`, for a find in the value of a link.
    #[inline]
    pub fn locate_in_link<'o>(
        &'o self,
        path: &'o Path,
        link: &'o Link,
        found: &mut Found<'_>,
    ) -> Origin<'o> {
        let Bytes::Part { part, line_index, .. } = &self.bytes else {
            return Origin::of(path);
        };
        found.set_place(found.span(), line_index.position(found.span().start));
        let is_resolved = found.has_readings() && found.raw() == link.value;
        let reference = is_resolved.then_some(&*link.value);
        let (is_decoded, name) = (link.decoded, Some(&*link.name));
        let link_text = Some(&*link.text).filter(|text| !text.is_empty());
        let origin =
            PartOrigin { link: name, reference, link_text, is_decoded, ..self.origin(part) };
        Origin { part: Some(origin), ..Origin::of(path) }
    }

    #[inline]
    fn origin<'o>(&'o self, part: &'o Part) -> PartOrigin<'o> {
        let location = match *self.location.get_or_init(|| part.location()) {
            PartLocation::Body if self.is_commented => PartLocation::Comment,
            location => location,
        };
        PartOrigin {
            path: self.column.as_deref().unwrap_or(&part.path),
            location,
            is_commented: self.is_commented,
            attachment: part.attachment.as_deref(),
            quoted: None,
            link: None,
            reference: None,
            link_text: self.label(),
            link_target: None,
            base: self.base.said(),
            text: None,
            is_decoded: false,
            packed_at: part.packed_at,
            member: part.member(),
            message: self.message.as_ref().or(part.message.as_ref()),
        }
    }

    /// The next link before the offset in the text, and its own offset.
    #[inline]
    pub fn next_link(&mut self, before: u64) -> Option<(u64, Link)> {
        if self.has_link(before) { self.links.pop_front() } else { None }
    }

    /// Applies what a link says about the text after it, which may be a URI of another host, and keeps its memory for another one.
    #[inline]
    pub fn follow(&mut self, mut link: Link, shown: Option<Box<ShownLink>>) {
        self.base.follow(&link);
        // In other markup, the text of a link is not what follows the link.
        if !self.has_lines && (!link.text.is_empty() || link.role == Role::TextEnd) {
            self.open_link = shown;
        }
        if matches!(link.role, Role::Label | Role::TextEnd) {
            self.label = Some(mem::take(&mut link.text)).filter(|text| !text.is_empty());
        }
        if link.role == Role::Column
            && let Bytes::Part { part, .. } = &self.bytes
        {
            self.column = Some(format!("{} {}", part.path, link.name));
        }
        match link.role {
            Role::Message => self.message = link.message,
            Role::Comment | Role::CommentEnd => self.is_commented = link.role == Role::Comment,
            _ => {}
        }
        if !link.text.is_empty() {
            self.reuse(link.text);
        }
        self.reuse(link.value);
    }

    /// Keeps the memory of a value for another one.
    #[inline]
    fn reuse(&mut self, value: Vec<u8>) {
        if (1..=MAX_VALUE).contains(&value.capacity()) && self.spare.len() < MAX_LINKS {
            self.spare.push(value);
        }
    }

    /// The target of the link that the find is all the text of, if the target has another host.
    #[inline]
    fn link_target(&self, found: &Found<'_>) -> Option<&[u8]> {
        let link = self.open_link.as_ref()?;
        (found.uri() == link.shown).then_some(&link.target)
    }

    /// The text of the link whose target the text is, if markup has one.
    #[inline]
    pub fn label(&self) -> Option<&[u8]> {
        self.label.as_deref()
    }

    /// Returns `true` if its lines may have timestamps: they are lines of the source, and not of a message with a date.
    pub fn may_have_times(&self) -> bool {
        self.has_lines && !matches!(&self.bytes, Bytes::Part { part, .. } if part.message.is_some())
    }

    /// Returns `true` if its lines are those of a message, and not of its header.
    pub fn is_of_message(&self) -> bool {
        let Bytes::Part { part, .. } = &self.bytes else { return false };
        let location = part.location();
        self.has_lines && matches!(location, PartLocation::Body | PartLocation::Attachment)
    }

    /// Returns `true` if a line feed at that offset of the text is one in the source.
    pub fn ends_line(&self, at: u64) -> bool {
        matches!(self.bytes, Bytes::Source(_)) || self.map.is_plain(Span { start: at, end: at + 1 })
    }

    /// Returns `true` if a link is before the offset in the text.
    #[inline]
    pub fn has_link(&self, before: u64) -> bool {
        self.links.front().is_some_and(|(at, _)| *at < before)
    }

    /// The sight without the bytes that stand for markup.
    #[inline]
    pub fn sight<'s>(&'s self, sight: VisibleText<'s>) -> VisibleText<'s> {
        self.markup.as_ref().map_or(sight, |markup| sight.without(markup))
    }

    /// Forgets what lies before the offset. The bytes from `kept` on are still needed.
    pub fn settle(&mut self, at: u64, kept: u64) {
        let Bytes::Part { line_index, .. } = &self.bytes else { return };
        self.map.settle(at);
        if at < self.at {
            let raw = self.map.span(Span { start: at, end: at }).start;
            let first_link = self.links.front().map_or(raw, |(_, link)| link.raw.start.min(raw));
            line_index.settle(first_link);
        }
        if let Some(markup) = &mut self.markup {
            let passed = markup.partition_point(|mark| mark.at < kept);
            markup.drain(..passed);
        }
    }

    /// Returns `true` if the next read reads from the source, and may wait for it.
    pub fn may_wait(&self) -> bool {
        match &self.bytes {
            Bytes::Source(_) => true,
            Bytes::Part { line_index, .. } => line_index.ahead() < AHEAD,
        }
    }

    /// Notes the bytes that stand for markup: each NUL or border that is not one in the source.
    fn note_markup(&mut self, bytes: &[u8]) {
        let Some(markup) = &mut self.markup else { return };
        for index in memchr::memchr2_iter(BOUNDARY, FIELD_END, bytes) {
            let at = self.at + index as u64;
            let is_link = self.links.binary_search_by_key(&at, |(at, _)| *at).is_ok();
            if is_link || !self.map.is_plain(Span { start: at, end: at + 1 }) {
                markup.push_back(Mark { at, separates: bytes[index] != FIELD_END });
            }
        }
    }
}

impl Read for SourceText<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let SourceText { bytes, map, links, spare, at, at_once, .. } = self;
        let text = match bytes {
            Bytes::Source(source) => return source.read(out),
            Bytes::Part { text, .. } => text,
        };
        let mut notes = Notes { map, links, spare, link_bytes: 0, at_once: *at_once };
        let count = text.read(out, *at, &mut notes);
        self.note_markup(&out[..count]);
        self.at += count as u64;
        Ok(count)
    }
}

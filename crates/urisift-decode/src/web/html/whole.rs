//! Markup that is whole in a chunk of raw bytes: read from there, token by token, without the steps that put tokens
//! together from what comes. What is not whole, and what is rare, is left to these.

use super::attribute;
use super::blanks::Blanks;
use super::content::Content;
use super::element::Element;
use super::mark::LONGEST_SIGHT;
use super::names::key;
use super::opening::{LONGEST, LONGEST_END, NAME_END, Opening, Section};
use super::out::{Emit, Filled, Located, Push, Raw};
use super::page::Page;
use super::tokens::{self, Attribute};
use super::{Html, State, link_text, reference};
use crate::core::mapped::MappedRead;
use crate::core::mapped_bytes::MappedBytes;
use crate::layers::word::{self, Word};
use std::ops::Range;
use urisift::internal::byteset::{ALNUM, ALPHA};

/// The longest tag that is read as a whole, so that its output and its links are few.
pub(super) const LONGEST_TAG: usize = 8 << 10;

/// Returns `true` if these are letters and digits, and a letter is first.
fn is_name(bytes: &[u8]) -> bool {
    bytes.first().is_some_and(|b| ALPHA.contains(*b)) && ALNUM.contains_all(bytes)
}

/// Buffers for one tag.
#[derive(Default)]
pub(super) struct Scratch {
    pub attributes: Vec<Attribute>,
    /// A value with its references decoded.
    pub decoded: MappedBytes,
}

/// The front of a tag whose name is short, and has letters and digits alone.
pub(super) struct Front {
    pub element: Element,
    pub is_start: bool,
    /// The number of the name.
    pub key: u64,
    /// Its place.
    pub name: Range<usize>,
}

impl Front {
    /// That at an offset; `None` also if the name ends near the end of the bytes.
    #[inline(always)]
    pub fn at(bytes: &[u8], at: usize) -> Option<Self> {
        let is_start = *bytes.get(at + 1)? != b'/';
        let start = if is_start { at + 1 } else { at + 2 };
        let name = Word::at(bytes, start)?;
        // Most names have letters alone.
        let mut len = word::first(name.are_below(b'@'));
        if !NAME_END.contains(*bytes.get(start + len)?) {
            len = word::first(name.are_below(b' ' + 1) | name.eq_mask(b'>') | name.eq_mask(b'/'));
        }
        if len == 0 || !NAME_END.contains(*bytes.get(start + len)?) {
            return None;
        }
        let key = name.key(len);
        let element = match Element::of_known(key) {
            Some(element) => element,
            None if is_name(&bytes[start..start + len]) => Element::default(),
            None => return None,
        };
        Some(Front { element, is_start, key, name: start..start + len })
    }
}

impl<R: MappedRead> Html<R> {
    /// Reads what is whole in the next chunk. Nothing that was read may wait to be yielded.
    pub(super) fn read_whole(&mut self, to: &mut Filled<'_, '_>) {
        let is_in_fragment = self.input.is_in_fragment();
        let Some(raw) = self.input.raw() else { return };
        self.page.is_in_fragment = is_in_fragment;
        let count = self.page.tokens(raw, to);
        self.input.advance(count);
    }
}

/// Returns `true` if there is room for the output of a tag: at most three times the tag, with a border on each
/// side.
fn has_room(tag_len: usize, to: &Filled<'_, '_>) -> bool {
    to.room() > 3 * tag_len + 2
}

impl Page {
    /// Reads tokens as long as they are whole; returns how many bytes they take up.
    fn tokens(&mut self, raw: Raw<'_>, to: &mut Filled<'_, '_>) -> usize {
        let mut at = 0;
        while at < raw.bytes.len() && !to.is_full() {
            let rest = raw.from(at);
            let taken = match self.state {
                State::Content(content @ (Content::Markup | Content::Escapable | Content::Raw)) => {
                    self.whole_content(content, rest, to)
                }
                State::Section(section) => self.whole_section(section, rest, to),
                _ => None,
            };
            match taken {
                Some(count) => at += count,
                None => break,
            }
        }
        at
    }

    /// Reads texts, and tags with short names, as long as nothing else comes; returns how many bytes they take up.
    fn most(&mut self, raw: Raw<'_>, to: &mut Filled<'_, '_>) -> usize {
        let (bytes, mut at) = (raw.bytes, 0);
        while let Some(first) = bytes.get(at)
            && to.room() > 0
        {
            if self.seams.is_open() && bytes.len() - at < LONGEST_SIGHT {
                break;
            }
            if *first == b'<' {
                let Some(end) = self.short_tag(raw, at, to) else { break };
                at = end;
                if self.blanks != Blanks::None
                    || !self.target.is_empty()
                    || !self.is_in_markup()
                    || to.is_full()
                {
                    break;
                }
            } else if *first == b'&' {
                break;
            } else {
                let rest = raw.from(at);
                self.seams.settle(*first, &mut &*rest.bytes, to);
                let end = word::near_either(b'<', b'&', bytes, at).min(at + to.room());
                self.text(rest, end - at, to);
                at = end;
            }
        }
        at
    }

    /// Returns `true` if tags and references are read.
    fn is_in_markup(&self) -> bool {
        self.state == State::Content(Content::Markup)
    }

    /// Reads a token of content; returns its length, if it is whole.
    fn whole_content(
        &mut self,
        content: Content,
        rest: Raw<'_>,
        to: &mut Filled<'_, '_>,
    ) -> Option<usize> {
        let bytes = rest.bytes;
        if !self.target.is_empty() {
            let text = bytes.get(..self.sight_of_anchor())?;
            if self.is_broken_anchor(text) {
                return None;
            }
            self.target.clear();
        }
        if self.blanks != Blanks::None {
            let count = self.blanks_at_front(bytes)?;
            if count > 0 {
                return Some(count);
            }
        }
        if self.seams.is_open() && bytes.len() < LONGEST_SIGHT {
            return None;
        }
        if content == Content::Markup
            && self.blanks == Blanks::None
            && let count @ 1.. = self.most(rest, to)
        {
            return Some(count);
        }
        match bytes[0] {
            b'<' => self.whole_markup(content, rest, to),
            b'&' if content != Content::Raw => self.whole_reference(rest, to),
            first => {
                self.seams.settle(first, &mut &*bytes, to);
                let count = self.blanks.first(&bytes[..content.first(bytes)]).min(to.room());
                self.text(rest, count, to);
                Some(count)
            }
        }
    }

    /// The first `count` bytes are text.
    #[inline(always)]
    fn text(&mut self, rest: Raw<'_>, count: usize, to: &mut Filled<'_, '_>) {
        if let Some(last) = count.checked_sub(1) {
            self.seams.text(rest.bytes[last]);
            to.text(rest, count);
        }
    }

    fn whole_reference(&mut self, rest: Raw<'_>, to: &mut Filled<'_, '_>) -> Option<usize> {
        let bytes = rest.bytes;
        let is_known = bytes.len() >= reference::LONGEST || bytes.contains(&b';');
        if !is_known || to.room() < reference::LONGEST {
            return None;
        }
        match reference::at_front(bytes) {
            Some(reference) => {
                let text = reference.text();
                self.seams.settle(text[0], &mut &*bytes, to);
                self.seams.text(text[text.len() - 1]);
                to.whole(text, rest.span(0..reference.len));
                Some(reference.len)
            }
            None => Some(self.byte(rest, to)),
        }
    }

    /// The next byte is text.
    fn byte(&mut self, rest: Raw<'_>, to: &mut Filled<'_, '_>) -> usize {
        self.seams.settle(rest.bytes[0], &mut &*rest.bytes, to);
        self.text(rest, 1, to);
        1
    }

    fn whole_markup(
        &mut self,
        content: Content,
        rest: Raw<'_>,
        to: &mut Filled<'_, '_>,
    ) -> Option<usize> {
        let bytes = rest.bytes;
        let is_known = bytes.len() >= LONGEST || bytes.contains(&b'>');
        if !is_known || to.room() < LONGEST {
            return None;
        }
        match self.opening(content, bytes) {
            Opening::Text => Some(self.byte(rest, to)),
            Opening::StartTag(len) | Opening::EndTag(len) => self.tag_at_front(len, rest, to),
            Opening::Section(len, section) => {
                self.open_section(section, rest.span(0..len), to);
                Some(len)
            }
            Opening::Fragment(..) => None,
        }
    }

    /// Reads a tag with a short name at an offset; returns where it ends, if it is whole. Most tags do no more than to
    /// separate texts.
    #[inline(always)]
    fn short_tag(&mut self, raw: Raw<'_>, at: usize, to: &mut Filled<'_, '_>) -> Option<usize> {
        let bytes = &raw.bytes[..raw.bytes.len().min(at + LONGEST_TAG)];
        let front = Front::at(bytes, at)?;
        let attributes = &mut self.scratch.attributes;
        // Half of all tags are end tags.
        let (end, closes_itself) = match bytes[front.name.end] {
            b'>' => {
                attributes.clear();
                (front.name.end + 1, false)
            }
            _ => tokens::whole(bytes, front.name.end, attributes, attribute::matters)?,
        };
        if self.details.link_texts && front.is_start && front.key == key(b"a") {
            self.whole_link_text(&raw.bytes[end..])?;
        }
        let is_simple = self.scratch.attributes.is_empty() && front.element.is_simple;
        if is_simple && self.tag.is_alone() && self.scopes.is_empty() {
            self.simple_tag(&front, closes_itself, raw.span(at..end), to);
            return Some(end);
        }
        if !has_room(end - at, to) {
            return None;
        }
        self.tag.open_short(&front);
        self.tag_of(raw.first(end), at, closes_itself, to);
        Some(end)
    }

    fn tag_at_front(
        &mut self,
        len: usize,
        rest: Raw<'_>,
        to: &mut Filled<'_, '_>,
    ) -> Option<usize> {
        let bytes = &rest.bytes[..rest.bytes.len().min(LONGEST_TAG)];
        let attributes = &mut self.scratch.attributes;
        let (end, closes_itself) = tokens::whole(bytes, len, attributes, |_, _, _| true)?;
        if !has_room(end, to) {
            return None;
        }
        if self.details.link_texts && bytes[1..len].eq_ignore_ascii_case(b"a") {
            self.whole_link_text(&rest.bytes[end..])?;
        }
        self.tag.open(&bytes[..len]);
        self.tag_of(rest.first(end), 0, closes_itself, to);
        Some(end)
    }

    /// Reads the text of a link whose start tag ends before the bytes, if it is whole.
    fn whole_link_text(&mut self, after: &[u8]) -> Option<()> {
        let has_target = |attribute: &Attribute| attribute.key == key(b"href");
        if self.scratch.attributes.iter().any(has_target) {
            return link_text::read(after, &mut self.maker.text).then_some(());
        }
        Some(())
    }

    /// Reads the tag that is opened, from an offset to the end of the bytes. Its attributes have been read.
    fn tag_of(&mut self, raw: Raw<'_>, at: usize, closes_itself: bool, to: &mut Filled<'_, '_>) {
        let attributes = std::mem::take(&mut self.scratch.attributes);
        self.whole_tag(closes_itself, &attributes, raw, at, to);
        self.scratch.attributes = attributes;
    }

    /// Reads a piece of a section; returns its length.
    fn whole_section(
        &mut self,
        section: Section,
        rest: Raw<'_>,
        to: &mut Filled<'_, '_>,
    ) -> Option<usize> {
        let bytes = rest.bytes;
        match section.stop(bytes)? {
            0 if bytes[0] == b'&' && section == Section::Comment => self.whole_reference(rest, to),
            0 => {
                let len = section.end().at_front(&bytes[..bytes.len().min(LONGEST_END)])?;
                self.close_section(section, rest.span(0..len), to);
                Some(len)
            }
            count => {
                let count = count.min(to.room());
                to.push(rest.first(count).chunk());
                Some(count)
            }
        }
    }
}

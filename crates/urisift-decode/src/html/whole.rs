//! Markup that is whole in a chunk of raw bytes: read from there, token by token, without the steps that put tokens
//! together from what comes. What is not whole, and what is rare, is left to these.

use super::blanks::Blanks;
use super::content::Content;
use super::element::Element;
use super::items::until;
use super::mark::LONGEST_SIGHT;
use super::opening::{LONGEST, LONGEST_END, Opening, Section};
use super::out::{Emit, Filled, Located, Push, Raw};
use super::page::Page;
use super::tokens::{self, Attribute};
use super::{Html, State, reference};
use crate::mapped::MappedRead;
use crate::mapped_bytes::MappedBytes;
use urisift::internal::byteset::{ALNUM, ByteSet};

/// The longest tag that is read as a whole, so that its output and its links are few.
const LONGEST_TAG: usize = 8 << 10;

/// What the names of most elements have none of.
const NO_NAME: ByteSet = ByteSet::range(0, u8::MAX).without(ALNUM);

/// Buffers for one tag.
#[derive(Default)]
pub(super) struct Scratch {
    pub attributes: Vec<Attribute>,
    /// A value with its references decoded.
    pub decoded: MappedBytes,
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
        match bytes[0] {
            b'<' => self.whole_markup(content, rest, to),
            b'&' if content != Content::Raw => self.whole_reference(rest, to),
            first => {
                self.seams.settle(first, &mut &*bytes, to);
                let count = self.blanks.first(&bytes[..content.first(bytes)]).min(to.room());
                self.text(rest.first(count), to);
                Some(count)
            }
        }
    }

    /// All of the bytes are text.
    fn text(&mut self, text: Raw<'_>, to: &mut Filled<'_, '_>) {
        if let Some(last) = text.bytes.last() {
            self.seams.text(*last);
            to.push(text.chunk());
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
        self.text(rest.first(1), to);
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
        if content == Content::Markup
            && let Some(len) = self.bare_tag(rest, to)
        {
            return Some(len);
        }
        match self.opening(content, bytes) {
            Opening::Text => Some(self.byte(rest, to)),
            Opening::StartTag(len) | Opening::EndTag(len) => self.tag_at_front(len, rest, to),
            Opening::Section(len, section) => {
                self.seams.border();
                to.boundary(rest.span(0..len));
                self.state = State::Section(section);
                Some(len)
            }
            Opening::Fragment(..) => None,
        }
    }

    /// Reads a tag that is a boundary and nothing else, as most are: it has no attributes, and its element holds
    /// prose. Returns its length, if it is one.
    fn bare_tag(&mut self, rest: Raw<'_>, to: &mut Filled<'_, '_>) -> Option<usize> {
        let bytes = rest.bytes;
        let start = if bytes.get(1) == Some(&b'/') { 2 } else { 1 };
        let end = until(NO_NAME, bytes, start);
        if bytes.get(end) != Some(&b'>') || !self.tag.is_alone() || !self.scopes.is_empty() {
            return None;
        }
        let element = Element::of_short(&bytes[start..end])?;
        if !element.is_border() {
            return None;
        }
        self.target.clear();
        self.blanks = Blanks::None;
        self.seams.border();
        to.boundary(rest.span(0..end + 1));
        Some(end + 1)
    }

    fn tag_at_front(
        &mut self,
        len: usize,
        rest: Raw<'_>,
        to: &mut Filled<'_, '_>,
    ) -> Option<usize> {
        let bytes = &rest.bytes[..rest.bytes.len().min(LONGEST_TAG)];
        let mut attributes = std::mem::take(&mut self.scratch.attributes);
        let tag = tokens::whole(bytes, len, &mut attributes);
        // The output is not longer than twice the tag, with a border on each side.
        let tag = tag.filter(|(end, _)| to.room() > 2 * end + 2);
        let taken = tag.map(|(end, closes_itself)| {
            self.whole_tag(len, closes_itself, &attributes, rest.first(end), to);
            end
        });
        self.scratch.attributes = attributes;
        taken
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
                self.seams.border();
                to.boundary(rest.span(0..len));
                self.state = State::Content(Content::Markup);
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

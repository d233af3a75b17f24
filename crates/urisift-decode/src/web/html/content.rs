//! The content between tags (HTML 13.2.5.1 to 13.2.5.5).

use super::blanks::Blanks;
use super::opening::{self, Fragment, LONGEST_END, Opening, Section};
use super::out::Emit;
use super::page::Page;
use super::{Html, State, Step, reference};
use crate::core::mapped::MappedRead;

/// How content is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Content {
    /// Tags and references.
    #[default]
    Markup,
    /// References, up to the end tag: "escapable raw text".
    Escapable,
    /// Only the end tag is markup.
    Raw,
    /// Like `Raw`, but links are found.
    StyleSheet,
    /// A style sheet up to the end of the input.
    Css,
    /// Nothing is markup.
    Plain,
}

impl Content {
    /// The index of the first byte that may be more than text.
    pub(super) fn first(self, bytes: &[u8]) -> usize {
        let found = match self {
            Content::Markup | Content::Escapable => memchr::memchr2(b'<', b'&', bytes),
            // Only an end tag is more. The bytes may end before that shows.
            Content::Raw | Content::StyleSheet => memchr::memchr_iter(b'<', bytes)
                .find(|at| bytes.get(at + 1).is_none_or(|byte| *byte == b'/')),
            Content::Plain | Content::Css => None,
        };
        found.unwrap_or(bytes.len())
    }
}

impl Page {
    /// What a `<` opens. In raw text only the end tag of the element counts: the last tag was its start.
    pub(super) fn opening(&self, content: Content, bytes: &[u8]) -> Opening {
        match content {
            Content::Markup => opening::at_front(bytes),
            _ => opening::closing(bytes, self.tag.name()),
        }
    }
}

impl<R: MappedRead> Html<R> {
    /// Reads any content but a style sheet.
    pub(super) fn content(&mut self, content: Content) -> Step {
        if !self.page.target.is_empty() && self.anchor() {
            return Step::Done;
        }
        if self.page.blanks != Blanks::None && self.skip_blanks() {
            return Step::Done;
        }
        let bytes = self.input.chunk().bytes;
        let Some(&first) = bytes.first() else {
            return if self.settles(0) { Step::Done } else { Step::End };
        };
        let plain = self.page.blanks.first(&bytes[..content.first(bytes)]);
        let last = bytes[plain.saturating_sub(1)];
        match first {
            b'&' if plain == 0 => self.reference(),
            b'<' if plain == 0 => self.markup(content),
            _ if self.settles(first) => {}
            _ => {
                self.page.seams.text(last);
                self.plain = plain;
            }
        }
        Step::Done
    }

    /// Puts a border before text that starts with this byte, if tags of marks are one. Returns whether it did.
    #[inline]
    fn settles(&mut self, first: u8) -> bool {
        let Html { page, input, out, .. } = self;
        page.seams.settle(first, input, out)
    }

    /// The next byte is text.
    fn byte(&mut self, byte: u8) {
        self.page.seams.text(byte);
        self.plain = 1;
    }

    fn reference(&mut self) {
        match reference::at_front(self.input.peek(reference::LONGEST)) {
            Some(reference) => {
                if self.settles(reference.text()[0]) {
                    return;
                }
                self.page.seams.text(reference.text()[reference.text().len() - 1]);
                let raw = self.input.take(reference.len);
                self.out.whole(reference.text(), raw);
            }
            None if self.settles(b'&') => {}
            None => self.byte(b'&'),
        }
    }

    fn markup(&mut self, content: Content) {
        match self.opening(content) {
            Opening::Text if self.settles(b'<') => {}
            Opening::Text => self.byte(b'<'),
            Opening::StartTag(len) | Opening::EndTag(len) => self.open_tag(len),
            Opening::Section(len, section) => {
                let raw = self.input.take(len);
                self.page.open_section(section, raw, &mut self.out);
            }
            Opening::Fragment(len, fragment) => {
                let raw = self.input.take(len);
                self.page.seams.border();
                self.out.edge(raw);
                self.page.blanks = Blanks::OfValue;
                self.input.enter(fragment);
                if fragment == Fragment::Conditional {
                    self.page.state = State::Section(Section::Declaration);
                }
            }
        }
    }

    /// What a `<` opens; sets the name of a tag.
    fn opening(&mut self, content: Content) -> Opening {
        let bytes = self.input.peek(opening::LONGEST);
        let opening = self.page.opening(content, bytes);
        if let Opening::StartTag(len) | Opening::EndTag(len) = opening {
            self.page.tag.open(&bytes[..len]);
        }
        opening
    }

    /// An unclosed section continues to the end.
    pub(super) fn section(&mut self, section: Section) -> Step {
        let bytes = self.input.chunk().bytes;
        if bytes.is_empty() {
            return Step::End;
        }
        // The end may straddle the end of the chunk.
        self.plain = section.stop(bytes).unwrap_or_else(|| section.end().before(bytes));
        if self.plain == 0 {
            self.stop_in(section);
        }
        Step::Done
    }

    /// Handles a reference, or the end of the section if it is here.
    fn stop_in(&mut self, section: Section) {
        let bytes = self.input.peek(LONGEST_END);
        if section == Section::Comment && bytes.starts_with(b"&") {
            return self.reference();
        }
        let Some(len) = section.end().at_front(bytes) else {
            self.plain = 1;
            return;
        };
        let raw = self.input.take(len);
        self.page.close_section(section, raw, &mut self.out);
    }

    /// Ends all that was opened in a fragment.
    pub(super) fn leave_fragment(&mut self) {
        if self.page.state == State::Section(Section::Comment) && self.page.details.comments {
            let raw = self.input.chunk().span(0..0);
            self.page.close_section(Section::Comment, raw, &mut self.out);
        }
        if let Some(raw) = self.input.leave() {
            self.page.seams.border();
            self.out.edge(raw);
        }
        self.page.blanks = Blanks::None;
        self.page.state = State::Content(Content::Markup);
    }

    /// Keeps the style sheet, and searches it for links when it is complete or the limit is reached.
    pub(super) fn sheet(&mut self, content: Content) -> Step {
        let chunk = self.input.chunk();
        if chunk.bytes.is_empty() {
            return self.end_style_sheet();
        }
        let room = self.limit - self.kept.len();
        let mut count = content.first(chunk.bytes).min(room);
        if count == 0 {
            if let Opening::EndTag(len) = self.opening(content) {
                return self.close_style_sheet(len);
            }
            count = 1;
        }
        self.kept.push(self.input.chunk().piece(0..count));
        self.input.advance(count);
        if self.kept.len() == self.limit {
            self.open_style_sheet(reference::End::Cut);
        }
        Step::Done
    }

    /// The tag follows when all before it has been yielded.
    fn close_style_sheet(&mut self, len: usize) -> Step {
        if self.kept.len() == 0 {
            self.open_tag(len);
        } else {
            self.open_style_sheet(reference::End::Whole);
        }
        Step::Done
    }

    fn end_style_sheet(&mut self) -> Step {
        if self.kept.len() == 0 {
            return Step::End;
        }
        self.open_style_sheet(reference::End::Whole);
        Step::Done
    }
}

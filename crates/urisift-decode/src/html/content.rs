//! The content between tags (HTML 13.2.5.1 to 13.2.5.5).

use super::opening::{self, Opening, Section};
use super::{Html, State, Step, reference};
use crate::mapped::MappedRead;

/// How content is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    /// Tags and references.
    Markup,
    /// References, up to the end tag: "escapable raw text".
    Escapable,
    /// Only the end tag is markup.
    Raw,
    /// The same, but links are found.
    StyleSheet,
    /// A style sheet up to the end of the input.
    Css,
    /// Nothing is markup.
    Plain,
}

impl Content {
    /// The content of an element of that name, in lower case.
    pub fn of(element: &[u8]) -> Self {
        match element {
            b"script" | b"xmp" => Content::Raw,
            b"style" => Content::StyleSheet,
            b"title" | b"textarea" => Content::Escapable,
            b"plaintext" => Content::Plain,
            _ => Content::Markup,
        }
    }

    /// The index of the first byte that may be more than text.
    fn first(self, bytes: &[u8]) -> usize {
        let found = match self {
            Content::Markup | Content::Escapable => memchr::memchr2(b'<', b'&', bytes),
            Content::Raw | Content::StyleSheet => memchr::memchr(b'<', bytes),
            Content::Plain | Content::Css => None,
        };
        found.unwrap_or(bytes.len())
    }
}

impl<R: MappedRead> Html<R> {
    /// Reads any content but a style sheet.
    pub(super) fn content(&mut self, content: Content) -> Step {
        if !self.target.is_empty() && self.anchor() {
            return Step::Done;
        }
        let bytes = self.input.chunk().bytes;
        if bytes.is_empty() {
            return Step::End;
        }
        self.plain = content.first(bytes);
        if self.plain == 0 {
            match bytes[0] {
                b'&' => self.reference(),
                _ => self.markup(content),
            }
        }
        Step::Done
    }

    fn reference(&mut self) {
        match reference::at_front(self.input.peek(reference::LONGEST)) {
            Some(reference) => {
                let raw = self.input.take(reference.len);
                self.out.whole(reference.text(), raw);
            }
            None => self.plain = 1,
        }
    }

    fn markup(&mut self, content: Content) {
        match self.opening(content) {
            Opening::Text => self.plain = 1,
            Opening::StartTag(len) | Opening::EndTag(len) => self.open_tag(len),
            Opening::Section(len, section) => {
                let raw = self.input.take(len);
                self.out.boundary(raw);
                self.state = State::Section(section);
            }
            Opening::Cdata(len) => {
                let raw = self.input.take(len);
                self.out.boundary(raw);
                self.input.enter_cdata();
            }
        }
    }

    /// What a `<` opens; sets the name of a tag. In raw text only the end tag of the element counts: the
    /// last tag was its start.
    fn opening(&mut self, content: Content) -> Opening {
        let bytes = self.input.peek(opening::LONGEST);
        let opening = match content {
            Content::Markup => opening::at_front(bytes),
            _ => opening::closing(bytes, self.tag.name()),
        };
        if let Opening::StartTag(len) | Opening::EndTag(len) = opening {
            self.tag.open(&bytes[..len]);
        }
        opening
    }

    /// An unclosed section goes on to the end.
    pub(super) fn section(&mut self, section: Section) -> Step {
        let end = section.end();
        let bytes = self.input.chunk().bytes;
        let len = bytes.len();
        self.plain = match section.stop(bytes) {
            Some(before) => before,
            None if len == 0 => return Step::End,
            // The end may straddle the end of the chunk.
            None if len >= end.len() => len + 1 - end.len(),
            None if self.input.peek(end.len()).starts_with(end) => 0,
            None => 1,
        };
        if self.plain == 0 {
            self.stop_in(section);
        }
        Step::Done
    }

    /// Handles a reference, or the end of the section.
    fn stop_in(&mut self, section: Section) {
        if section == Section::Comment && self.input.chunk().bytes.starts_with(b"&") {
            return self.reference();
        }
        let raw = self.input.take(section.end().len());
        self.out.boundary(raw);
        self.state = State::Content(Content::Markup);
    }

    /// Ends all that was opened in a section.
    pub(super) fn leave_cdata(&mut self) {
        if let Some(raw) = self.input.leave_cdata() {
            self.out.boundary(raw);
        }
        self.state = State::Content(Content::Markup);
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
            self.value.open_style_sheet(&mut self.kept, reference::End::Cut);
        }
        Step::Done
    }

    /// The tag follows when all before it has been yielded.
    fn close_style_sheet(&mut self, len: usize) -> Step {
        if self.kept.len() == 0 {
            self.open_tag(len);
        } else {
            self.value.open_style_sheet(&mut self.kept, reference::End::Whole);
        }
        Step::Done
    }

    fn end_style_sheet(&mut self) -> Step {
        if self.kept.len() == 0 {
            return Step::End;
        }
        self.value.open_style_sheet(&mut self.kept, reference::End::Whole);
        Step::Done
    }
}

//! HTML and XML: their text, and the references that markup makes.
//!
//! Reads as browsers do (HTML 13.2.5), so no markup makes it fail. Each tag is a boundary in the text;
//! attribute values are text too, or links. Nothing is lost: anything too long for a link, or unclosed
//! at the end, is text.

mod anchor;
mod attribute;
mod content;
mod css;
mod element;
mod input;
mod items;
mod markup;
mod opening;
mod out;
pub(super) mod reference;
mod scope;
mod tag;
#[cfg(test)]
mod tests;
mod tokens;
mod value;

pub(crate) use markup::Markup;
pub(super) use markup::is_page;

use crate::mapped_bytes::MappedBytes;
use content::Content;
use input::Input;
use opening::Section;
use out::Out;
use scope::Scopes;
use tag::Tag;
use value::Value;

use super::mapped::{Chunk, Link, MappedRead};

/// How much longer than a link a value may be, by references and white space.
const SLACK: usize = 64 << 10;

/// Markup as the text that is searched. Memory is bounded by the longest value and its decoded form.
pub struct Html<R> {
    input: Input<R>,
    state: State,
    /// How many bytes of the input are text as they are.
    plain: usize,
    /// Output that precedes anything else.
    out: Out,
    tag: Tag,
    scopes: Scopes,
    /// The value of an attribute, or style sheet, as far as it has come.
    kept: MappedBytes,
    /// The most bytes that are kept.
    limit: usize,
    /// Yields its items before more input is read.
    value: Value,
    /// The target of the anchor whose tag was read last.
    target: Vec<u8>,
}

/// The state of the parser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Content(Content),
    Tag,
    Section(Section),
}

/// The result of one step of the parser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Done,
    /// The input has ended, and everything is yielded.
    End,
}

impl<R: MappedRead> Html<R> {
    /// The text of the markup in the chunks. A link has at most `max_len` bytes.
    pub fn new(inner: R, max_len: usize) -> Self {
        Html::starting(State::Content(Content::Markup), inner, max_len)
    }

    /// The same for a style sheet on its own.
    pub fn style_sheet(inner: R, max_len: usize) -> Self {
        Html::starting(State::Content(Content::Css), inner, max_len)
    }

    fn starting(state: State, inner: R, max_len: usize) -> Self {
        let max_len = max_len.max(1);
        Html {
            input: Input::new(inner),
            state,
            plain: 0,
            out: Out::default(),
            tag: Tag::default(),
            scopes: Scopes::default(),
            kept: MappedBytes::default(),
            limit: max_len.saturating_add(SLACK),
            value: Value::new(max_len),
            target: Vec::new(),
        }
    }

    /// Whether the output of the last step is consumed.
    fn is_drained(&self) -> bool {
        self.plain == 0 && self.out.is_empty() && !self.value.has_text()
    }

    fn step(&mut self) -> Step {
        if self.value.is_open() {
            self.item();
            return Step::Done;
        }
        let step = match self.state {
            State::Content(sheet @ (Content::StyleSheet | Content::Css)) => self.sheet(sheet),
            State::Content(content) => self.content(content),
            State::Section(section) => self.section(section),
            State::Tag => self.tag(),
        };
        if step == Step::End && self.input.is_in_cdata() {
            self.leave_cdata();
            return Step::Done;
        }
        step
    }
}

impl<R: MappedRead> MappedRead for Html<R> {
    fn chunk(&mut self) -> Chunk<'_> {
        while self.is_drained() && self.step() == Step::Done {}
        if !self.out.is_empty() {
            return self.out.chunk();
        }
        if self.value.has_text() {
            return self.value.chunk();
        }
        let chunk = self.input.chunk();
        chunk.piece(0..chunk.bytes.len().min(self.plain))
    }

    fn advance(&mut self, count: usize) {
        if !self.out.is_empty() {
            self.out.advance(count);
        } else if self.value.has_text() {
            self.value.advance(count);
        } else {
            self.input.advance(count);
            self.plain -= count;
        }
    }

    fn take_link(&mut self) -> Option<Link> {
        self.out.take_link()
    }
}

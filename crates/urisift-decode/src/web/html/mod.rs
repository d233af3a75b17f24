//! HTML and XML: their text, and the references that markup makes.
//!
//! Reads as browsers do (HTML 13.2.5), so no markup makes it fail. Each tag is a boundary in the text;
//! attribute values are text too, or links. Nothing is lost: anything too long for a link, or unclosed
//! at the end, is text.

mod address;
mod anchor;
mod attribute;
mod blanks;
mod content;
mod css;
mod document;
mod element;
mod encoded;
mod escaped;
mod input;
mod items;
mod link_text;
mod mark;
mod markup;
mod names;
mod nested;
mod opening;
mod out;
mod page;
mod query;
pub(crate) mod reference;
mod runs;
mod scope;
mod tag;
#[cfg(test)]
mod tests;
mod tokens;
mod value;
mod whole;

pub(crate) use element::is_prose;
pub use markup::{Markup, markup};

use crate::core::mapped_bytes::MappedBytes;
use content::Content;
use encoding_rs::Encoding;
use escaped::Text;
use input::Input;
use opening::Section;
use out::{Filled, Out};
use page::Page;
use value::Value;

use crate::core::mapped::{Chunk, Link, MappedRead, Notes, TextKind};
use crate::core::visitor::Details;

/// How much longer than a link a value may be, by references and whitespace.
const SLACK: usize = 64 << 10;

/// Markup as the text that is searched. Memory is bounded by the longest value and its decoded form.
pub struct Html<R> {
    input: Input<R>,
    page: Page,
    /// How many bytes of the input are text as they are.
    plain: usize,
    /// Output that precedes anything else.
    out: Out,
    /// The value of an attribute, or style sheet, as far as it has come.
    kept: MappedBytes,
    /// The most bytes that are kept.
    limit: usize,
    /// Yields its items before more input is read.
    value: Value,
    /// It started as a page, and not as texts that may hold markup.
    is_page: bool,
}

/// The state of the parser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Content(Content),
    /// After the start tag of an element with that text.
    Opened(Text),
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
        Html::starting(Content::Markup, inner, max_len)
    }

    /// The text with these details.
    pub fn with(mut self, details: Details) -> Self {
        self.page.details = details;
        self
    }

    /// The text of a page in that encoding.
    pub fn encoded_in(mut self, encoding: Option<&'static Encoding>) -> Self {
        self.page.maker.encoding = encoding;
        self
    }

    /// Like `new`, for a style sheet on its own.
    pub fn style_sheet(inner: R, max_len: usize) -> Self {
        Html::starting(Content::Css, inner, max_len)
    }

    /// The texts of a source with several, the first of which is plain.
    pub fn of_texts(inner: R, max_len: usize) -> Self {
        Html::starting(Content::Plain, inner, max_len)
    }

    fn starting(content: Content, inner: R, max_len: usize) -> Self {
        let max_len = max_len.max(1);
        let (out, kept, value) = Default::default();
        Html {
            input: Input::new(inner),
            is_page: content != Content::Plain,
            page: Page::starting(content, max_len),
            plain: 0,
            out,
            kept,
            limit: max_len.saturating_add(SLACK),
            value,
        }
    }

    /// Returns `true` if the output of the last step is consumed.
    fn is_drained(&self) -> bool {
        self.plain == 0 && self.out.is_empty() && !self.value.has_text()
    }

    /// Returns `true` if nothing that is read waits to be yielded.
    fn is_at_rest(&self) -> bool {
        self.is_drained() && !self.value.is_open()
    }

    fn step(&mut self) -> Step {
        self.page.is_in_fragment = self.input.is_in_fragment();
        if self.value.is_open() {
            self.item();
            return Step::Done;
        }
        let step = match self.page.state {
            State::Content(sheet @ (Content::StyleSheet | Content::Css)) => self.sheet(sheet),
            State::Content(content) => self.content(content),
            State::Section(section) => self.section(section),
            State::Opened(text) => self.open_escaped(text),
            State::Tag => self.tag(),
        };
        if step == Step::Done {
            return Step::Done;
        }
        if self.page.is_in_fragment {
            self.leave_fragment();
            return Step::Done;
        }
        self.page.seams.border();
        match self.input.next_text() {
            None => return Step::End,
            Some(TextKind::Plain) => self.page.state = State::Content(Content::Plain),
            Some(TextKind::Markup) => self.page.state = State::Content(Content::Markup),
        }
        Step::Done
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

    fn is_markup(&self) -> bool {
        self.is_page
    }

    fn take_link(&mut self) -> Option<Link> {
        self.out.take_link()
    }

    /// A text that is not markup goes straight through. Markup that is whole in the inner chunk is read there.
    fn read(&mut self, out: &mut [u8], at: u64, notes: &mut Notes<'_>) -> usize {
        if self.page.state == State::Content(Content::Plain) && self.is_at_rest() {
            let count = self.input.read_plain(out, at, notes);
            if count > 0 {
                return count;
            }
        }
        let mut to = Filled::new(out, at, notes);
        loop {
            if self.is_at_rest() {
                self.read_whole(&mut to);
            }
            if to.is_over() || !to.take_chunk(self) {
                return to.len();
            }
        }
    }
}

//! What is known of a page where a token ends, whichever way its bytes come.

use super::State;
use super::blanks::Blanks;
use super::content::Content;
use super::mark::InlineMarkup;
use super::opening::Section;
use super::out::Emit;
use super::scope::Scopes;
use super::tag::Tag;
use super::value::Maker;
use super::whole::Scratch;
use crate::core::mapped::{Link, Role};
use crate::core::mapped_bytes::MappedBytes;
use crate::core::visitor::Details;
use urisift::Span;

/// The state of the parser, without the bytes that wait to be read or yielded.
pub(super) struct Page {
    pub state: State,
    /// What is read is a fragment of the page.
    pub is_in_fragment: bool,
    /// The page is a document in another.
    pub is_nested: bool,
    /// What is asked of it.
    pub details: Details,
    pub tag: Tag,
    pub scopes: Scopes,
    pub seams: InlineMarkup,
    /// The whitespace at the front that is not text.
    pub blanks: Blanks,
    /// The target of the anchor whose tag was read last.
    pub target: Vec<u8>,
    /// The link with a text that is open.
    pub has_open_link: bool,
    /// Makes the links.
    pub maker: Maker,
    /// A link without CSS escapes.
    pub unescaped: MappedBytes,
    pub scratch: Scratch,
}

impl Page {
    /// The state before content. A link has at most `max_len` bytes.
    pub fn starting(content: Content, max_len: usize) -> Self {
        Page {
            state: State::Content(content),
            is_in_fragment: false,
            is_nested: false,
            details: Details::default(),
            tag: Tag::default(),
            scopes: Scopes::default(),
            seams: InlineMarkup::default(),
            blanks: Blanks::None,
            target: Vec::new(),
            has_open_link: false,
            maker: Maker::new(max_len),
            unescaped: MappedBytes::default(),
            scratch: Scratch::default(),
        }
    }

    /// Marks where a section starts.
    pub fn open_section(&mut self, section: Section, raw: Span, to: &mut impl Emit) {
        self.edge_of(section, Role::Comment, raw, to);
        self.state = State::Section(section);
    }

    /// Marks where it ends.
    pub fn close_section(&mut self, section: Section, raw: Span, to: &mut impl Emit) {
        self.edge_of(section, Role::CommentEnd, raw, to);
        self.state = State::Content(Content::Markup);
    }

    fn edge_of(&mut self, section: Section, role: Role, raw: Span, to: &mut impl Emit) {
        self.seams.border();
        match section {
            Section::Comment if self.details.comments => to.link(Link::mark(raw, role)),
            _ => to.boundary(raw),
        }
    }
}

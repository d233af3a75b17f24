//! Tags: a boundary each, with the values of their attributes.

use std::mem;
use std::ops::Range;

use super::attribute::{self, Form};
use super::blanks::Blanks;
use super::content::Content;
use super::element::is_prose;
use super::escaped::{self, Text};
use super::out::Out;
use super::reference::End;
use super::runs::{Part, Runs};
use super::tokens::{Event, Tokens};
use super::{Html, State, Step, scope};
use crate::mapped::{MappedRead, Role};
use crate::mapped_bytes::MappedBytes;
use crate::syntax::has_scheme;
use urisift::Span;
use urisift::internal::byteset::{ALPHA, ByteSet};

/// Every URI, abbreviated or not, has one of these, or a reference that may stand for it.
const IN_URIS: ByteSet = ByteSet::of(b":.@&");
/// The same of references in declarations, and URIs between them.
const IN_STYLES: ByteSet = ByteSet::of(b"(/@&\\");

/// The current tag, or the last one.
pub(super) struct Tag {
    /// In lower case.
    name: Vec<u8>,
    is_start: bool,
    tokens: Tokens,
    /// In lower case.
    attribute: Vec<u8>,
    /// Names of reference attributes seen, each followed by a blank: only the first of a name counts
    /// (HTML 13.2.5.33). There are only a few such names.
    counted: Vec<u8>,
    /// The raw offset up to which the tag has been yielded.
    given: u64,
    /// A value was cut, and continues.
    is_cut: bool,
    /// Some tag was a `base` with a `href`.
    has_base: bool,
    /// The tag has made a base that belongs to its element.
    pub has_scope: bool,
    /// A value of the tag was yielded as text.
    has_part: bool,
    /// An attribute says that the text of the element is HTML.
    is_labelled: bool,
    runs: Runs,
    /// What it is for the runs around it.
    part: Part,
}

impl Default for Tag {
    fn default() -> Self {
        let (name, attribute, counted) = Default::default();
        let (tokens, given) = (Tokens::new(), 0);
        let (is_start, is_cut, has_base, has_scope, has_part) = Default::default();
        let (is_labelled, runs, part) = Default::default();
        Tag {
            name,
            is_start,
            tokens,
            attribute,
            counted,
            given,
            is_cut,
            has_base,
            has_scope,
            has_part,
            is_labelled,
            runs,
            part,
        }
    }
}

impl Tag {
    pub fn name(&self) -> &[u8] {
        &self.name
    }

    pub fn is_start(&self) -> bool {
        self.is_start
    }

    /// Whether the tag, now complete, is self-closing.
    pub fn closes_itself(&self) -> bool {
        self.tokens.closes_itself
    }

    /// Starts a tag; `bytes` end with its name.
    pub fn open(&mut self, bytes: &[u8]) {
        self.is_start = !bytes.starts_with(b"</");
        let name = bytes.iter().position(|b| ALPHA.contains(*b)).unwrap_or(0);
        set_lower(&mut self.name, &bytes[name..]);
        self.tokens = Tokens::new();
        self.counted.clear();
        self.is_cut = false;
        self.has_scope = false;
        self.has_part = false;
        self.is_labelled = false;
        self.part = self.runs.part(&self.name, self.is_start);
    }

    /// Whether a value ends with the tag, or the text next to it may be a value: that of an element of
    /// XML.
    fn is_edge(&self) -> bool {
        self.has_part || !is_prose(&self.name)
    }

    /// The white space after the tag, now complete, that is no text.
    fn blanks(&self) -> Blanks {
        match self.part {
            Part::Outer => Blanks::Leading,
            _ if self.is_opened() && !is_prose(&self.name) => Blanks::OfValue,
            _ => Blanks::None,
        }
    }

    /// Whether the tag marks a possible line break, mostly in a URI, or is between two runs of a word.
    fn is_break(&self) -> bool {
        self.name == b"wbr" || self.part != Part::Border
    }

    /// Puts a boundary before a text at this place.
    pub fn part(&mut self, raw: Span, out: &mut Out) {
        if out.needs_boundary {
            out.edge(span(self.given, raw.start));
        }
        self.has_part = true;
        out.needs_boundary = true;
        self.given = raw.end;
    }

    /// A reference has been yielded. A boundary after it is only needed if its end is text.
    pub fn advance(&mut self, kept: &MappedBytes, range: Range<usize>, out: &Out) {
        if out.needs_boundary {
            self.given = kept.span(range).end;
        }
    }

    /// The form of the value, by the name of its attribute. The rest of a value that was cut has no
    /// name, so it is text.
    fn form(&mut self, kept: &MappedBytes) -> Form {
        set_lower(&mut self.attribute, &kept.bytes()[self.tokens.name.clone()]);
        let value = &kept.bytes()[self.tokens.value.clone()];
        self.is_labelled |= escaped::is_label(&self.attribute, value);
        let form = match attribute::form(&self.name, &self.attribute) {
            Form::Absolute if has_scheme(value) => Form::Reference,
            Form::Absolute => Form::Text,
            form => form,
        };
        match form {
            form @ (Form::Silent | Form::Text) => form,
            form if self.is_first() => form,
            _ => Form::Silent,
        }
    }

    /// Whether this is the tag's first attribute of that name.
    fn is_first(&mut self) -> bool {
        let mut names = self.counted.split(|b| *b == b' ');
        let is_first = names.all(|name| name != self.attribute);
        if is_first {
            self.counted.extend_from_slice(&self.attribute);
            self.counted.push(b' ');
        }
        is_first
    }

    /// Writes the name for the tag's links.
    fn label(&self, label: &mut String) {
        label.clear();
        label.push_str(&String::from_utf8_lossy(&self.name));
        label.push('@');
        label.push_str(&String::from_utf8_lossy(&self.attribute));
    }

    /// The tag is complete.
    fn ended(&mut self) {
        if self.tokens.closes_itself {
            self.runs.closed_itself(&self.name);
        }
    }

    /// What the reference of a `base` is for.
    pub fn role_of_base(&mut self) -> Role {
        let is_first = !mem::replace(&mut self.has_base, true);
        if is_first { Role::Base } else { Role::Reference }
    }

    /// Whether the tag starts an element and does not end it. In HTML no start tag is a whole element; in XML it
    /// can be, and many authors write HTML so.
    fn is_opened(&self) -> bool {
        self.is_start && !self.tokens.closes_itself
    }

    /// The content after the tag.
    fn content(&self) -> Content {
        if self.is_opened() { Content::of(&self.name) } else { Content::Markup }
    }
}

fn set_lower(to: &mut Vec<u8>, from: &[u8]) {
    to.clear();
    to.extend(from.iter().map(u8::to_ascii_lowercase));
}

impl<R: MappedRead> Html<R> {
    /// Opens a tag whose name ends after `len` bytes.
    pub(super) fn open_tag(&mut self, len: usize) {
        self.target.clear();
        self.blanks = Blanks::None;
        self.tag.given = self.input.take(len).start;
        self.out.needs_boundary = !self.tag.is_break();
        self.state = State::Tag;
    }

    /// Reads on in the tag, up to the end of something.
    pub(super) fn tag(&mut self) -> Step {
        let chunk = self.input.chunk();
        if chunk.bytes.is_empty() {
            self.unclosed_tag();
            return Step::Done;
        }
        let room = self.limit - self.kept.len();
        let taken = self.tag.tokens.take(&chunk.bytes[..chunk.bytes.len().min(room)]);
        let piece = chunk.piece(0..taken.count);
        self.kept.push(piece);
        let end = piece.span(taken.count..taken.count).end;
        self.input.advance(taken.count);
        match taken.event {
            Event::Attribute => self.attribute(),
            Event::Close => self.close_tag(end),
            Event::None if self.kept.len() == self.limit => self.cut_tag(),
            Event::None => {}
        }
        Step::Done
    }

    fn attribute(&mut self) {
        let value = self.tag.tokens.value.clone();
        let form = self.tag.form(&self.kept);
        let has_any =
            |set: ByteSet| self.kept.bytes()[value.clone()].iter().any(|byte| set.contains(*byte));
        let is_silent = match form {
            Form::Silent => true,
            // The rest of a cut value may be the end of a URI.
            Form::Text if !self.tag.is_cut => !has_any(IN_URIS),
            Form::Style if !self.tag.is_cut => !has_any(IN_STYLES),
            _ => value.is_empty(),
        };
        if is_silent {
            self.forget(self.kept.len());
        } else {
            self.open_value(form, value, End::Whole);
        }
    }

    /// The limit is reached. What follows is text.
    fn cut_tag(&mut self) {
        match self.tag.tokens.open_value() {
            Some(value) => match self.tag.form(&self.kept) {
                Form::Silent => self.forget(self.kept.len()),
                form => self.open_value(form, value, End::Cut),
            },
            None => self.open_value(Form::Text, 0..self.kept.len(), End::Whole),
        }
    }

    /// It may not be a tag: anything not yielded yet is text.
    fn unclosed_tag(&mut self) {
        self.state = State::Content(Content::Markup);
        self.seams.border();
        self.open_value(Form::Text, 0..self.kept.len(), End::Whole);
    }

    /// Ends the tag at this raw offset.
    fn close_tag(&mut self, end: u64) {
        let raw = span(self.tag.given, end);
        self.tag.ended();
        if self.ends_scope() {
            self.seams.border();
            self.out.link(scope::end(raw));
        } else if !self.goes_on(raw) && self.out.needs_boundary {
            match self.tag.is_edge() {
                true => self.out.edge(raw),
                false => self.out.boundary(raw),
            }
        }
        self.kept.clear();
        self.blanks = self.tag.blanks();
        self.state = State::Content(self.tag.content());
        self.open_escaped();
    }

    /// Starts the text of an element if it is escaped markup.
    fn open_escaped(&mut self) {
        let Html { tag, input, .. } = self;
        if !tag.is_opened() || input.is_in_fragment() {
            return;
        }
        let is_markup = match Text::of(&tag.name, tag.is_labelled) {
            Text::Plain => false,
            Text::Perhaps => escaped::has_tags(input.peek(escaped::SIGHT)),
            Text::Markup => true,
        };
        if is_markup {
            input.enter_escaped();
            self.state = State::Content(Content::Markup);
        }
    }

    /// Whether the tag, now complete, may stand inside a URI.
    fn goes_on(&mut self, raw: Span) -> bool {
        let Html { tag, seams, out, .. } = self;
        let is_silent = !tag.has_part && out.needs_boundary != tag.is_break();
        let goes_on = is_silent && (tag.is_break() || seams.tag(&tag.name, tag.is_start, raw));
        if !goes_on {
            seams.border();
        }
        goes_on
    }

    /// Yields a value, or what is kept of it.
    fn open_value(&mut self, form: Form, value: Range<usize>, end: End) {
        // A value is separate from the text before, unless it continues.
        self.out.needs_boundary |= self.tag.is_break();
        self.out.needs_boundary &= !self.tag.is_cut;
        if form != Form::Text {
            self.tag.label(&mut self.value.maker.name);
            self.value.maker.role = self.role(form);
        }
        let taken = self.value.open(form, &mut self.kept, value, end);
        self.forget(taken);
        self.tag.is_cut = end == End::Cut;
    }

    /// Drops the first `count` bytes of what is kept.
    fn forget(&mut self, count: usize) {
        self.kept.forget(count);
        self.tag.tokens.restart(self.kept.len());
        self.tag.is_cut = false;
    }
}

/// Raw spans may overlap if the layer below maps several bytes as a whole.
fn span(start: u64, end: u64) -> Span {
    Span { start, end: end.max(start) }
}

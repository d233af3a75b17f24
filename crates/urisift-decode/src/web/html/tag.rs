//! Tags: a boundary each, with the values of their attributes.

use std::mem;
use std::ops::Range;

use memchr::memchr;

use super::attribute::{self, Form, may_have_reference, may_have_uri};
use super::blanks::Blanks;
use super::content::Content;
use super::element::Element;
use super::escaped::{self, Text};
use super::names::{Name, key};
use super::out::{Emit, Raw};
use super::page::Page;
use super::reference::{self, End};
use super::runs::{Part, Runs};
use super::tokens::{Attribute, Event, Tokens};
use super::value::Given;
use super::whole::Front;
use super::{Html, State, Step, scope};
use crate::core::mapped::{MappedRead, Role};
use crate::layers::syntax::has_scheme;
use urisift::Span;
use urisift::internal::found::FIELD_END;

/// The current tag, or the last one.
#[derive(Default)]
pub(super) struct Tag {
    name: Name,
    element: Element,
    is_start: bool,
    tokens: Tokens,
    /// The name of the attribute read last.
    attribute: Name,
    /// The numbers of the reference attributes seen: only the first of a name counts (HTML 13.2.5.33). There are only
    /// a few such names.
    counted_keys: Vec<u64>,
    /// The longer names of others, each followed by a blank.
    counted: Vec<u8>,
    /// The raw offset up to which the tag has been yielded.
    given: u64,
    /// Its next output needs a boundary before it, to be separate from the last.
    needs_boundary: bool,
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

impl Tag {
    pub fn name(&self) -> &[u8] {
        self.name.text()
    }

    /// Returns `true` if its name has a number, and is not one that gives attributes other forms.
    fn has_key(&self) -> bool {
        attribute::is_common(self.name.key())
    }

    /// Returns `true` if no run is open that would make the next tag a part of it.
    pub fn is_alone(&self) -> bool {
        self.runs.is_closed()
    }

    pub fn is_start(&self) -> bool {
        self.is_start
    }

    /// Returns `true` if the tag, now complete, is self-closing.
    pub fn closes_itself(&self) -> bool {
        self.tokens.closes_itself
    }

    /// Starts a tag; `bytes` end with its name.
    pub fn open(&mut self, bytes: &[u8]) {
        self.is_start = !bytes.starts_with(b"</");
        let mark = if matches!(bytes, [_, b'/' | b'?', ..]) { 2 } else { 1 };
        self.name.set(&bytes[mark..]);
        self.element = Element::of(&self.name);
        self.part = self.runs.part(self.name.text(), self.is_start);
        self.start();
    }

    /// Like `open`, for a tag with a short name, whose number is known.
    pub fn open_short(&mut self, front: &Front) {
        self.is_start = front.is_start;
        self.name.set_short(front.key, front.name.len());
        self.element = front.element;
        self.part = match front.element.is_special || !self.runs.is_closed() {
            true => self.runs.part(self.name.text(), self.is_start),
            false => Part::Border,
        };
        self.start();
    }

    fn start(&mut self) {
        self.counted.clear();
        self.counted_keys.clear();
        self.is_cut = false;
        self.has_scope = false;
        self.has_part = false;
        self.is_labelled = false;
    }

    /// Returns `true` if the tag is `</a>`, and has no values.
    fn is_end_of_link(&self) -> bool {
        !self.is_start && !self.has_part && self.name.key() == key(b"a")
    }

    /// What the tag puts between texts. A value may end with it.
    fn boundary(&self) -> u8 {
        if self.has_part { FIELD_END } else { self.element.boundary }
    }

    /// The whitespace after the tag, now complete, that is not text.
    fn blanks(&self) -> Blanks {
        match self.part {
            Part::Outer => Blanks::Leading,
            _ if self.is_opened() && !self.element.is_prose => Blanks::OfValue,
            _ => Blanks::None,
        }
    }

    /// Returns `true` if the tag marks a possible line break, mostly in a URI, or is between two runs of a word.
    fn is_break(&self) -> bool {
        self.element.is_break || self.part != Part::Border
    }

    /// Puts a boundary before a text at this place.
    pub fn part(&mut self, raw: Span, to: &mut impl Emit) {
        if self.needs_boundary {
            to.edge(span(self.given, raw.start));
        }
        self.has_part = true;
        self.needs_boundary = true;
        self.given = raw.end;
    }

    /// A reference has been yielded that ends at a raw offset. A boundary after it is only needed if its end is
    /// text.
    pub fn gave(&mut self, given: Given, end: u64) {
        match given {
            Given::Nothing => {}
            Given::Link => self.needs_boundary = false,
            Given::LinkAndText => self.needs_boundary = true,
        }
        if self.needs_boundary {
            self.given = end;
        }
    }

    /// Returns `true` if there is nothing to yield in a value.
    fn is_silent(&self, form: Form, value: &[u8]) -> bool {
        match form {
            Form::Silent => true,
            // The rest of a cut value may be the end of a URI.
            Form::Text if !self.is_cut => !may_have_uri(value),
            Form::Style if !self.is_cut => !may_have_reference(value),
            _ => value.is_empty(),
        }
    }

    /// The form of the value, by the name of its attribute. The rest of a value that was cut has no
    /// name, so it is text.
    fn form(&mut self, name: &[u8], value: &[u8]) -> Form {
        self.attribute.set(name);
        self.form_of_attribute(value)
    }

    /// Like `form`, for the attribute whose name is set.
    fn form_of_attribute(&mut self, value: &[u8]) -> Form {
        self.is_labelled |= escaped::is_label(self.attribute.key(), value);
        let form = match attribute::form(&self.name, &self.attribute) {
            Form::Absolute if has_scheme(value) => Form::Reference,
            Form::Lazy if attribute::is_path(value) => Form::Reference,
            Form::Absolute | Form::Lazy => Form::Text,
            form => form,
        };
        match form {
            form @ (Form::Silent | Form::Text) => form,
            form if self.is_first() => form,
            _ => Form::Silent,
        }
    }

    /// Returns `true` if this is the tag's first attribute of that name.
    fn is_first(&mut self) -> bool {
        match self.attribute.key() {
            0 => self.is_first_long(),
            key if self.counted_keys.contains(&key) => false,
            key => {
                self.counted_keys.push(key);
                true
            }
        }
    }

    /// Like `is_first`, if the name is long.
    fn is_first_long(&mut self) -> bool {
        let mut names = self.counted.split(|b| *b == b' ');
        let is_first = names.all(|name| name != self.attribute.text());
        if is_first {
            self.counted.extend_from_slice(self.attribute.text());
            self.counted.push(b' ');
        }
        is_first
    }

    /// The tag is complete.
    fn ended(&mut self) {
        if self.tokens.closes_itself {
            self.runs.closed_itself(self.name.text());
        }
    }

    /// What the reference of a `base` is for.
    pub fn role_of_base(&mut self) -> Role {
        let is_first = !mem::replace(&mut self.has_base, true);
        if is_first { Role::Base } else { Role::Reference }
    }

    /// Returns `true` if the tag starts an element and does not end it. In HTML no start tag is a whole element; in XML
    /// it can be, and many authors write HTML so.
    fn is_opened(&self) -> bool {
        self.is_start && !self.tokens.closes_itself
    }

    /// The text after the tag.
    fn text(&self) -> Text {
        let may_be_escaped = self.is_opened() && (!self.element.is_prose || self.is_labelled);
        if may_be_escaped { Text::of(self.name.text(), self.is_labelled) } else { Text::Plain }
    }

    /// The content after the tag.
    fn content(&self) -> Content {
        if self.is_opened() { self.element.content } else { Content::Markup }
    }
}

impl Page {
    /// Starts to read the tag that is opened, at its raw offset.
    fn enter_tag(&mut self, at: u64) {
        self.target.clear();
        self.blanks = Blanks::None;
        self.tag.given = at;
        self.tag.needs_boundary = !self.tag.is_break();
        self.state = State::Tag;
    }

    /// Starts a value of that form.
    fn open_value(&mut self, form: Form) {
        // A value is separate from the text before, unless it continues.
        self.tag.needs_boundary |= self.tag.is_break();
        self.tag.needs_boundary &= !self.tag.is_cut;
        if form != Form::Text {
            self.maker.set_name(&self.tag.name, &self.tag.attribute);
            self.maker.role = self.role(form);
        }
    }

    /// Reads a tag that only separates texts: its element is simple, and no attribute matters.
    #[inline(always)]
    pub(super) fn simple_tag(
        &mut self,
        front: &Front,
        closes_itself: bool,
        raw: Span,
        to: &mut impl Emit,
    ) {
        let Front { element, is_start, .. } = *front;
        let is_opened = is_start && !closes_itself;
        self.target.clear();
        self.blanks = if is_opened && !element.is_prose { Blanks::OfValue } else { Blanks::None };
        if self.seams.tag(element.mark, is_start, raw) {
            return;
        }
        self.seams.border();
        if self.has_open_link && front.key == key(b"a") {
            return self.end_link(raw, to);
        }
        to.byte(element.boundary, raw);
    }

    /// Reads a tag that starts at an offset, ends with the bytes, and has been opened.
    pub(super) fn whole_tag(
        &mut self,
        closes_itself: bool,
        attributes: &[Attribute],
        raw: Raw<'_>,
        at: usize,
        to: &mut impl Emit,
    ) {
        self.enter_tag(raw.at + at as u64);
        for Attribute { name, key, form, value } in attributes {
            let text = &raw.bytes[value.clone()];
            match key {
                0 => self.tag.attribute.set(&raw.bytes[name.clone()]),
                key => self.tag.attribute.set_short(*key, name.len()),
            }
            if self.tag.has_key() {
                match form {
                    Some(Form::Reference) if self.maker.takes(text) => {
                        self.plain_reference(raw.first(value.end).from(value.start), to);
                        continue;
                    }
                    // With a short name it is nothing else.
                    Some(Form::Text) if *key != 0 && !escaped::may_be_label(*key) => {
                        if may_have_uri(text) {
                            self.open_value(Form::Text);
                            self.whole_value(Form::Text, raw, value.clone(), to);
                        }
                        continue;
                    }
                    _ => {}
                }
            }
            let form = self.tag.form_of_attribute(text);
            if !self.tag.is_silent(form, text) {
                self.open_value(form);
                self.whole_value(form, raw, value.clone(), to);
            }
        }
        self.tag.tokens.closes_itself = closes_itself;
        self.close_tag(raw.at + raw.bytes.len() as u64, to);
    }

    /// Reads the value of an attribute that is a reference as it is.
    fn plain_reference(&mut self, value: Raw<'_>, to: &mut impl Emit) {
        if self.tag.is_first() {
            self.maker.set_name(&self.tag.name, &self.tag.attribute);
            self.maker.give_plain(value, to);
            self.tag.needs_boundary = false;
            self.note_target(value.bytes);
        }
    }

    fn whole_value(&mut self, form: Form, raw: Raw<'_>, range: Range<usize>, to: &mut impl Emit) {
        if memchr(b'&', &raw.bytes[range.clone()]).is_none() {
            return self.items(form, &raw.first(range.end), range.start, to);
        }
        let mut decoded = mem::take(&mut self.scratch.decoded);
        decoded.clear();
        reference::decode(&raw, range, End::Whole, &mut decoded);
        self.items(form, &decoded, 0, to);
        self.scratch.decoded = decoded;
    }

    /// Ends the tag at this raw offset.
    fn close_tag(&mut self, end: u64, to: &mut impl Emit) {
        let raw = span(self.tag.given, end);
        self.tag.ended();
        if self.ends_scope() {
            self.seams.border();
            to.link(scope::end(raw));
        } else if !self.goes_on(raw) && self.tag.needs_boundary {
            match self.has_open_link && self.tag.is_end_of_link() {
                true => self.end_link(raw, to),
                false => to.byte(self.tag.boundary(), raw),
            }
        }
        self.tag.needs_boundary = false;
        self.blanks = self.tag.blanks();
        self.state = match self.tag.text() {
            Text::Plain => State::Content(self.tag.content()),
            text => State::Opened(text),
        };
    }

    /// Returns `true` if the tag, now complete, may stand inside a URI.
    fn goes_on(&mut self, raw: Span) -> bool {
        let Page { tag, seams, .. } = self;
        let is_silent = !tag.has_part && tag.needs_boundary != tag.is_break();
        let goes_on =
            is_silent && (tag.is_break() || seams.tag(tag.element.mark, tag.is_start, raw));
        if !goes_on {
            seams.border();
        }
        goes_on
    }
}

impl<R: MappedRead> Html<R> {
    /// Opens a tag whose name, which is known, ends after `len` bytes.
    pub(super) fn open_tag(&mut self, len: usize) {
        if self.page.details.link_texts && self.page.tag.may_be_link() {
            self.link_text(len);
        }
        let at = self.input.take(len).start;
        self.page.tag.tokens = Tokens::new();
        self.page.enter_tag(at);
    }

    /// Reads on in the tag, up to the end of something.
    pub(super) fn tag(&mut self) -> Step {
        let chunk = self.input.chunk();
        if chunk.bytes.is_empty() {
            self.unclosed_tag();
            return Step::Done;
        }
        let room = self.limit - self.kept.len();
        let taken = self.page.tag.tokens.take(&chunk.bytes[..chunk.bytes.len().min(room)]);
        let piece = chunk.piece(0..taken.count);
        self.kept.push(piece);
        let end = piece.span(taken.count..taken.count).end;
        self.input.advance(taken.count);
        match taken.event {
            Event::Attribute => self.attribute(),
            Event::Close => {
                self.page.close_tag(end, &mut self.out);
                self.kept.clear();
            }
            Event::None if self.kept.len() == self.limit => self.cut_tag(),
            Event::None => {}
        }
        Step::Done
    }

    fn attribute(&mut self) {
        let value = self.page.tag.tokens.value.clone();
        let form = self.form();
        if self.page.tag.is_silent(form, &self.kept.bytes()[value.clone()]) {
            self.forget(self.kept.len());
        } else {
            self.open_value(form, value, End::Whole);
        }
    }

    fn form(&mut self) -> Form {
        let tag = &mut self.page.tag;
        let [name, value] =
            [&tag.tokens.name, &tag.tokens.value].map(|range| &self.kept.bytes()[range.clone()]);
        tag.form(name, value)
    }

    /// The limit is reached. What follows is text.
    fn cut_tag(&mut self) {
        match self.page.tag.tokens.open_value() {
            Some(value) => match self.form() {
                Form::Silent => self.forget(self.kept.len()),
                form => self.open_value(form, value, End::Cut),
            },
            None => self.open_value(Form::Text, 0..self.kept.len(), End::Whole),
        }
    }

    /// It may not be a tag: anything not yielded yet is text.
    fn unclosed_tag(&mut self) {
        self.page.state = State::Content(Content::Markup);
        self.page.seams.border();
        self.open_value(Form::Text, 0..self.kept.len(), End::Whole);
    }

    /// Starts the text of an element if it is escaped markup.
    pub(super) fn open_escaped(&mut self, text: Text) -> Step {
        let Html { page, input, .. } = self;
        page.state = State::Content(page.tag.content());
        let is_markup = !page.is_in_fragment
            && (text == Text::Markup || escaped::has_tags(input.peek(escaped::SIGHT)));
        if is_markup {
            input.enter_escaped();
            page.state = State::Content(Content::Markup);
        }
        Step::Done
    }

    /// Yields a value, or what is kept of it.
    fn open_value(&mut self, form: Form, value: Range<usize>, end: End) {
        self.page.open_value(form);
        let taken = self.value.open(form, &mut self.kept, value, end);
        self.forget(taken);
        self.page.tag.is_cut = end == End::Cut;
    }

    /// Drops the first `count` bytes of what is kept.
    fn forget(&mut self, count: usize) {
        self.kept.forget(count);
        self.page.tag.tokens.restart(self.kept.len());
        self.page.tag.is_cut = false;
    }
}

/// Raw spans may overlap if the layer below maps several bytes as a whole.
fn span(start: u64, end: u64) -> Span {
    Span { start, end: end.max(start) }
}

//! Values and style sheets, whole or as far as they are kept, item by item.

use std::mem;
use std::ops::Range;
use std::sync::Arc;

use encoding_rs::Encoding;

use super::Html;
use super::attribute::Form;
use super::css;
use super::items::{Item, Items, skip};
use super::names::{Name, key};
use super::opening::SPACE;
use super::out::{Emit, Located, Raw};
use super::page::Page;
use super::query;
use super::reference::{self, End};
use crate::core::mapped::{Chunk, Link, MappedRead, Role};
use crate::core::mapped_bytes::MappedBytes;
use crate::layers::word;
use urisift::internal::byteset::ByteSet;

/// The name of links in a style element.
const STYLE: &str = "style url()";

/// A value, with references decoded.
#[derive(Default)]
pub(super) struct Value {
    /// Ends with the value.
    kept: MappedBytes,
    items: Option<Items>,
    /// What is left to yield of a text in it.
    text: Range<usize>,
    /// How what is kept ends.
    end: End,
}

impl Value {
    /// The text to yield, if any.
    pub fn chunk(&self) -> Chunk<'_> {
        self.kept.chunk(self.text.clone())
    }

    pub fn advance(&mut self, count: usize) {
        self.text.start += count;
    }

    /// Returns `true` if there is text to yield.
    pub fn has_text(&self) -> bool {
        !self.text.is_empty()
    }

    /// Returns `true` if there are items to yield.
    pub fn is_open(&self) -> bool {
        self.items.is_some()
    }

    /// Starts to yield the range; returns how many kept bytes are no longer needed.
    pub fn open(
        &mut self,
        form: Form,
        from: &mut MappedBytes,
        range: Range<usize>,
        end: End,
    ) -> usize {
        let has_references = memchr::memchr(b'&', &from.bytes()[range.clone()]).is_some();
        let len = from.len();
        self.kept.clear();
        self.end = end;
        if has_references || end == End::Cut {
            self.items = Some(Items::new(form, 0, End::Whole));
            let taken = reference::decode(from, range, end, &mut self.kept);
            return if end == End::Cut { taken } else { len };
        }
        self.items = Some(Items::new(form, range.start, End::Whole));
        from.truncate(range.end);
        mem::swap(&mut self.kept, from);
        0
    }

    /// Starts to yield a style sheet, which has no character references.
    pub fn open_style_sheet(&mut self, from: &mut MappedBytes, end: End) {
        self.kept.clear();
        mem::swap(&mut self.kept, from);
        self.items = Some(Items::new(Form::Style, 0, end));
        self.end = End::Whole;
    }

    /// A single reference that is too long: truncates it.
    fn cut_style_sheet(&mut self) {
        self.items = Some(Items::new(Form::Style, 0, End::Whole));
        self.end = End::Cut;
    }

    fn next(&mut self) -> Option<Item> {
        let item = self.items.as_mut()?.next(self.kept.bytes());
        if item.is_none() {
            self.items = None;
        }
        item
    }

    /// Only the last item of a value is cut where the value is.
    fn end_at(&self, at: usize) -> End {
        if at == self.kept.len() { self.end } else { End::Whole }
    }
}

impl<R: MappedRead> Html<R> {
    /// The next item of the value.
    pub(super) fn item(&mut self) {
        let Html { value, page, out, .. } = self;
        match value.next() {
            None => {}
            Some(Item::Text(range)) => {
                page.tag.part(value.kept.span(range.clone()), out);
                value.text = range;
            }
            Some(Item::Reference(range)) => {
                page.reference(&value.kept, range.clone(), value.end_at(range.end), out);
            }
            Some(Item::Document(range)) => page.document(&value.kept, range, out),
            Some(Item::Escaped(range)) => {
                page.escaped(&value.kept, range.clone(), value.end_at(range.end), out);
            }
            Some(Item::Rest(0)) => value.cut_style_sheet(),
            Some(Item::Rest(start)) => {
                self.kept.push_from(&value.kept, start..value.kept.len());
            }
        }
    }

    /// Starts to yield the style sheet that is kept.
    pub(super) fn open_style_sheet(&mut self, end: End) {
        self.page.maker.set_style();
        self.value.open_style_sheet(&mut self.kept, end);
    }
}

impl Page {
    /// Yields all items of a whole value, which starts there and ends with the bytes.
    pub(super) fn items(
        &mut self,
        form: Form,
        value: &impl Located,
        start: usize,
        to: &mut impl Emit,
    ) {
        // Most are of this form.
        if form == Form::Reference && start < value.bytes().len() {
            return self.reference(value, start..value.bytes().len(), End::Whole, to);
        }
        let all = start..value.bytes().len();
        if form == Form::Text && !all.is_empty() {
            self.tag.part(value.span(all.clone()), to);
            return value.copy(all, to);
        }
        let mut items = Items::new(form, start, End::Whole);
        while let Some(item) = items.next(value.bytes()) {
            match item {
                Item::Text(range) => {
                    self.tag.part(value.span(range.clone()), to);
                    value.copy(range, to);
                }
                Item::Reference(range) => self.reference(value, range, End::Whole, to),
                Item::Document(range) => self.document(value, range, to),
                Item::Escaped(range) => self.escaped(value, range, End::Whole, to),
                Item::Rest(_) => {}
            }
        }
    }

    fn reference(
        &mut self,
        value: &impl Located,
        range: Range<usize>,
        end: End,
        to: &mut impl Emit,
    ) {
        let given = self.maker.give(value, range.clone(), end, to);
        let gives = given != Given::Nothing;
        self.tag.has_scope |= self.maker.role == Role::ScopedBase && gives;
        self.tag.gave(given, value.span(range.clone()).end);
        self.note_target(&value.bytes()[range]);
    }

    /// Like `items`, for one that may have the escapes of CSS.
    fn escaped(&mut self, value: &impl Located, range: Range<usize>, end: End, to: &mut impl Emit) {
        let after = value.span(range.clone()).end;
        let given = match memchr::memchr(b'\\', &value.bytes()[range.clone()]) {
            None => self.maker.give(value, range, end, to),
            Some(_) => {
                self.unescaped.clear();
                css::unescape(value, range, &mut self.unescaped);
                let all = 0..self.unescaped.len();
                self.maker.give(&self.unescaped, all, end, to)
            }
        };
        self.tag.gave(given, after);
    }
}

/// How many names of links are kept.
const MAX_NAMES: usize = 32;

/// Removed wherever they are (URL Standard 4.4).
const BREAKS: ByteSet = ByteSet::of(b"\t\n\r");

/// What all references of a value share.
pub(super) struct Maker {
    /// The element and attribute, such as `a@href`.
    pub name: Arc<str>,
    /// The numbers of the two names.
    keys: [u64; 2],
    /// The names made before, by the numbers of the two names.
    names: Vec<([u64; 2], Arc<str>)>,
    pub role: Role,
    /// The longest link.
    pub max_len: usize,
    /// The text of the link that comes next, if that is asked for.
    pub text: Vec<u8>,
    /// The encoding of the page, if queries are in that.
    pub encoding: Option<&'static Encoding>,
}

/// What a reference has become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Given {
    /// It was only whitespace.
    Nothing,
    Link,
    /// Text follows the link.
    LinkAndText,
}

impl Maker {
    pub fn new(max_len: usize) -> Self {
        let (name, keys, names, text, encoding) = Default::default();
        Maker { name, keys, names, role: Role::Reference, max_len, text, encoding }
    }

    /// Sets the name to that of an element and an attribute.
    pub fn set_name(&mut self, element: &Name, attribute: &Name) {
        let keys = [element.key(), attribute.key()];
        let last = mem::replace(&mut self.keys, keys);
        if last == keys && !keys.contains(&0) {
            return;
        }
        if let Some((_, name)) = self.names.iter().find(|(made, _)| *made == keys) {
            self.name = Arc::clone(name);
            return;
        }
        let [of, name] = [element, attribute].map(|name| String::from_utf8_lossy(name.text()));
        self.name = format!("{of}@{name}").into();
        if !keys.contains(&0) && self.names.len() < MAX_NAMES {
            self.names.push((keys, Arc::clone(&self.name)));
        }
    }

    /// Returns `true` if the name is `a@href`.
    pub fn is_anchor(&self) -> bool {
        self.keys == [const { key(b"a") }, const { key(b"href") }]
    }

    /// Sets the name to that of links in style sheets.
    fn set_style(&mut self) {
        (self.name, self.keys, self.role) = (STYLE.into(), [0; 2], Role::Reference);
    }

    /// Returns `true` if a value is a reference as it is: nothing in it is decoded, and nothing around it is left out.
    pub fn takes(&self, value: &[u8]) -> bool {
        let [first, .., last] = value else { return false };
        let is_bare = *first != b' ' && *last != b' ' && value.len() <= self.max_len;
        is_bare && !word::has_control_or(b'&', value)
    }

    /// Yields the link of such a reference.
    pub fn give_plain(&mut self, from: Raw<'_>, to: &mut impl Emit) {
        let mut value = to.spare();
        value.clear();
        value.extend_from_slice(from.bytes);
        self.role = Role::Reference;
        let text = self.text(to);
        let raw = from.span(0..from.bytes.len());
        to.link(Link { value, text, ..Link::new(raw, Arc::clone(&self.name), Role::Reference) });
    }

    /// Yields the link of a reference. What is too long for it is text.
    fn give(
        &self,
        value: &impl Located,
        range: Range<usize>,
        end: End,
        to: &mut impl Emit,
    ) -> Given {
        let all = trim(value.bytes(), range);
        if all.is_empty() {
            return Given::Nothing;
        }
        let range = all.start..all.end.min(all.start.saturating_add(self.max_len));
        let truncated = end == End::Cut || range.end < all.end;
        let link = self.link(value, range.clone(), to.spare());
        let text = self.text(to);
        to.link(Link { truncated, text, ..link });
        if range.end == all.end {
            return Given::Link;
        }
        value.copy(range.end..all.end, to);
        Given::LinkAndText
    }

    /// The text of the next link, which is that of an `a`, in memory of its own.
    fn text(&self, to: &mut impl Emit) -> Vec<u8> {
        if self.text.is_empty() || !self.is_anchor() {
            return Vec::new();
        }
        let mut text = to.spare();
        text.clear();
        text.extend_from_slice(&self.text);
        text
    }

    /// The link, with its value in that memory.
    fn link(&self, from: &impl Located, range: Range<usize>, mut value: Vec<u8>) -> Link {
        value.clear();
        value.extend_from_slice(&from.bytes()[range.clone()]);
        if memchr::memchr3(b'\t', b'\n', b'\r', &value).is_some() {
            value.retain(|b| !BREAKS.contains(*b));
        }
        if let Some(encoding) = self.encoding {
            query::encode(&mut value, encoding);
        }
        Link {
            decoded: value.len() < range.len() || !from.is_plain(range.clone()),
            value,
            ..Link::new(from.span(range), Arc::clone(&self.name), self.role)
        }
    }
}

fn trim(bytes: &[u8], range: Range<usize>) -> Range<usize> {
    let bytes = &bytes[..range.end];
    let start = skip(SPACE, bytes, range.start);
    let blanks = bytes[start..].iter().rev().take_while(|b| SPACE.contains(**b)).count();
    start..bytes.len() - blanks
}

//! Values and style sheets, whole or as far as they are kept, yielded item by item.

use std::mem;
use std::ops::Range;

use super::Html;
use super::attribute::Form;
use super::css;
use super::items::{Item, Items, skip};
use super::opening::SPACE;
use super::out::Out;
use super::reference::{self, End};
use crate::mapped::{Chunk, Link, MappedRead, Role};
use crate::mapped_bytes::MappedBytes;
use urisift::internal::byteset::ByteSet;

/// The name of links in a style element.
const STYLE: &str = "style url()";

/// A value, with references decoded.
pub(super) struct Value {
    /// Ends with the value.
    kept: MappedBytes,
    items: Option<Items>,
    /// What is left to yield of a text in it.
    text: Range<usize>,
    end: End,
    /// Makes its links.
    pub maker: Maker,
    /// A link without CSS escapes, or a document decoded twice.
    unescaped: MappedBytes,
}

impl Value {
    pub fn new(max_len: usize) -> Self {
        let (kept, unescaped) = Default::default();
        let maker = Maker { name: String::new(), role: Role::Reference, max_len };
        Value { kept, items: None, text: 0..0, end: End::Whole, maker, unescaped }
    }

    /// Bytes of the value.
    pub fn bytes(&self, range: Range<usize>) -> &[u8] {
        &self.kept.bytes()[range]
    }

    /// The text to yield, if any.
    pub fn chunk(&self) -> Chunk<'_> {
        self.kept.chunk(self.text.clone())
    }

    pub fn advance(&mut self, count: usize) {
        self.text.start += count;
    }

    /// Whether there is text to yield.
    pub fn has_text(&self) -> bool {
        !self.text.is_empty()
    }

    /// Whether there are items to yield.
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
            if form == Form::Document {
                self.decode_again();
            }
            return if end == End::Cut { taken } else { len };
        }
        self.items = Some(Items::new(form, range.start, End::Whole));
        from.truncate(range.end);
        mem::swap(&mut self.kept, from);
        0
    }

    /// The value was markup with references in it. Its tags stay, as text.
    fn decode_again(&mut self) {
        self.unescaped.clear();
        reference::decode(&self.kept, 0..self.kept.len(), End::Whole, &mut self.unescaped);
        mem::swap(&mut self.kept, &mut self.unescaped);
    }

    /// Starts to yield a style sheet, which has no character references.
    pub fn open_style_sheet(&mut self, from: &mut MappedBytes, end: End) {
        self.kept.clear();
        mem::swap(&mut self.kept, from);
        self.items = Some(Items::new(Form::Style, 0, end));
        self.end = End::Whole;
        self.maker.name.clear();
        self.maker.name.push_str(STYLE);
        self.maker.role = Role::Reference;
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

    fn escaped(&mut self, range: Range<usize>, out: &mut Out) {
        if !self.kept.bytes()[range.clone()].contains(&b'\\') {
            return self.reference(range, out);
        }
        self.unescaped.clear();
        css::unescape(&self.kept, range.clone(), &mut self.unescaped);
        let all = 0..self.unescaped.len();
        self.maker.give(&self.unescaped, all, self.end_at(range.end), out);
    }

    fn reference(&mut self, range: Range<usize>, out: &mut Out) {
        let end = self.end_at(range.end);
        self.maker.give(&self.kept, range, end, out);
    }

    /// Only the last item of a value is cut where the value is.
    fn end_at(&self, at: usize) -> End {
        if at == self.kept.len() { self.end } else { End::Whole }
    }
}

impl<R: MappedRead> Html<R> {
    /// The next item of the value.
    pub(super) fn item(&mut self) {
        let value = &mut self.value;
        match value.next() {
            None => {}
            Some(Item::Text(range)) => {
                let raw = value.kept.span(range.clone());
                self.tag.part(raw, &mut self.out);
                value.text = range;
            }
            Some(Item::Reference(range)) => {
                value.reference(range.clone(), &mut self.out);
                self.tag.has_scope |= value.maker.role == Role::ScopedBase && self.out.has_link();
                self.tag.advance(&value.kept, range.clone(), &self.out);
                self.note_target(range);
            }
            Some(Item::Escaped(range)) => {
                value.escaped(range.clone(), &mut self.out);
                self.tag.advance(&value.kept, range, &self.out);
            }
            Some(Item::Rest(0)) => value.cut_style_sheet(),
            Some(Item::Rest(start)) => {
                self.kept.push_from(&value.kept, start..value.kept.len());
            }
        }
    }
}

/// Removed wherever they are (URL Standard 4.4).
const BREAKS: ByteSet = ByteSet::of(b"\t\n\r");

/// What all references of a value share.
#[derive(Debug)]
pub(super) struct Maker {
    /// The element and attribute, such as `a@href`.
    pub name: String,
    pub role: Role,
    /// The longest link.
    pub max_len: usize,
}

impl Maker {
    /// Yields the link of a reference, unless it is only white space. What is too long for it is text.
    pub fn give(&self, kept: &MappedBytes, range: Range<usize>, end: End, out: &mut Out) {
        let all = trim(kept.bytes(), range);
        if all.is_empty() {
            return;
        }
        let range = all.start..all.end.min(all.start.saturating_add(self.max_len));
        let truncated = end == End::Cut || range.end < all.end;
        out.link(Link { truncated, ..self.link(kept, range.clone()) });
        out.text(kept, range.end..all.end);
    }

    fn link(&self, kept: &MappedBytes, range: Range<usize>) -> Link {
        let mut value = kept.bytes()[range.clone()].to_vec();
        value.retain(|b| !BREAKS.contains(*b));
        Link {
            decoded: value.len() < range.len() || !kept.is_plain(range.clone()),
            value,
            raw: kept.span(range),
            truncated: false,
            name: self.name.clone(),
            role: self.role,
        }
    }
}

fn trim(bytes: &[u8], range: Range<usize>) -> Range<usize> {
    let bytes = &bytes[..range.end];
    let start = skip(SPACE, bytes, range.start);
    let blanks = bytes[start..].iter().rev().take_while(|b| SPACE.contains(**b)).count();
    start..bytes.len() - blanks
}

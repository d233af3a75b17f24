//! The items of a value: references, and text between them.

use std::mem;
use std::ops::Range;

use super::attribute::Form;
use super::css;
use super::opening::SPACE;
use super::reference::End;
use crate::layers::refresh;
use urisift::internal::byteset::ByteSet;

/// An item of a value.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Item {
    Text(Range<usize>),
    Reference(Range<usize>),
    /// Markup.
    Document(Range<usize>),
    /// A reference in a style sheet, which may have escapes.
    Escaped(Range<usize>),
    /// The rest needs more bytes.
    Rest(usize),
}

/// Iterates over the items of a value, one at a time: there may be many.
#[derive(Debug)]
pub(super) struct Items {
    form: Form,
    end: End,
    /// Everything before this has been yielded.
    at: usize,
    /// A reference that follows the text just yielded.
    next: Option<Range<usize>>,
}

impl Items {
    /// The items of the value that starts there. Only a style sheet can be resumed where it was cut; the
    /// items of any other form end there.
    pub fn new(form: Form, start: usize, end: End) -> Self {
        Items { form, end, at: start, next: None }
    }

    /// The next item; the bytes end with the value.
    pub fn next(&mut self, value: &[u8]) -> Option<Item> {
        if self.at >= value.len() {
            return None;
        }
        match self.form {
            Form::Silent | Form::Text => Some(Item::Text(self.all(value))),
            Form::Document => Some(Item::Document(self.all(value))),
            Form::Reference | Form::Absolute | Form::Lazy | Form::Base => {
                Some(Item::Reference(self.all(value)))
            }
            Form::Spaced => self.word(value, SPACE),
            Form::Listed => self.word(value, LIST),
            Form::Candidates => self.candidate(value),
            Form::Refresh => Some(self.refresh(value)),
            Form::Style => self.style(value),
        }
    }

    fn all(&mut self, value: &[u8]) -> Range<usize> {
        mem::replace(&mut self.at, value.len())..value.len()
    }

    fn word(&mut self, value: &[u8], between: ByteSet) -> Option<Item> {
        let start = skip(between, value, self.at);
        self.at = until(between, value, start);
        (start < self.at).then_some(Item::Reference(start..self.at))
    }

    /// An image candidate (HTML 4.8.4.2.2): commas are part of the URL, except at its end.
    fn candidate(&mut self, value: &[u8]) -> Option<Item> {
        let start = skip(LIST, value, self.at);
        let stop = until(SPACE, value, start);
        let commas = value[start..stop].iter().rev().take_while(|b| **b == b',').count();
        self.at = if commas > 0 { stop } else { descriptors_end(value, stop) };
        (start < stop).then_some(Item::Reference(start..stop - commas))
    }

    fn refresh(&mut self, value: &[u8]) -> Item {
        let all = self.all(value);
        refresh::url(value, all.start).map_or(Item::Text(all), Item::Reference)
    }

    fn style(&mut self, value: &[u8]) -> Option<Item> {
        let found = match self.next.take() {
            Some(range) => css::Next::Reference(range),
            None => css::next(value, self.at, self.end),
        };
        let at = self.at;
        match found {
            css::Next::Reference(range) if at < range.start => {
                self.at = range.start;
                self.next = Some(range);
                Some(Item::Text(at..self.at))
            }
            css::Next::Reference(range) => {
                self.at = range.end;
                Some(Item::Escaped(range))
            }
            css::Next::Rest(rest) if at < rest => {
                self.at = rest;
                Some(Item::Text(at..rest))
            }
            css::Next::Rest(rest) => {
                self.at = value.len();
                (rest < value.len()).then_some(Item::Rest(rest))
            }
        }
    }
}

const LIST: ByteSet = SPACE.or(ByteSet::of(b","));

/// A candidate's descriptors end at a comma outside parentheses.
fn descriptors_end(value: &[u8], from: usize) -> usize {
    let mut depth = 0usize;
    for (at, byte) in value.iter().enumerate().skip(from) {
        match byte {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            b',' if depth == 0 => return at + 1,
            _ => {}
        }
    }
    value.len()
}

/// The offset of the first byte at or after `from` that is not in the set.
#[inline(always)]
pub(super) fn skip(set: ByteSet, bytes: &[u8], from: usize) -> usize {
    find(bytes, from, |b| !set.contains(b))
}

/// The offset of the first byte at or after `from` that is in the set.
pub(super) fn until(set: ByteSet, bytes: &[u8], from: usize) -> usize {
    find(bytes, from, |b| set.contains(b))
}

#[inline(always)]
fn find(bytes: &[u8], from: usize, is: impl Fn(u8) -> bool) -> usize {
    let mut at = from;
    while bytes.get(at).is_some_and(|b| !is(*b)) {
        at += 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::cases::assert_cases;

    #[test]
    fn references_of_a_value() {
        assert_cases("html/items", |[name, value]| {
            let forms = [
                Form::Reference,
                Form::Spaced,
                Form::Listed,
                Form::Candidates,
                Form::Refresh,
                Form::Style,
            ];
            let form =
                forms.into_iter().find(|form| format!("{form:?}").as_bytes() == name).unwrap();
            let (mut items, mut found) = (Items::new(form, 0, End::Whole), Vec::new());
            while let Some(item) = items.next(value) {
                if let Item::Reference(range) | Item::Escaped(range) = item {
                    found.push(str::from_utf8(&value[range]).unwrap());
                }
            }
            found.join("|")
        });
    }
}

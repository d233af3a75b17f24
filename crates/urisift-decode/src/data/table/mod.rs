//! Tables: rows of cells between delimiters (RFC 4180, and tab-separated values).

use std::ops::ControlFlow;
use std::ops::Range;

mod shape;

use memchr::{memchr, memchr2, memrchr};

use crate::core::format::{Format, Prefix, Sniff};
use crate::core::peek::PeekReader;
use crate::core::step::StepKind;
use crate::core::walker::Walker;
use crate::layers::syntax::{self, Parsed, Syntax, Unit, trimmed};
use shape::Shape;

/// A table whose cells are between one of some delimiters.
pub(crate) struct Table {
    name: &'static str,
    delimiters: &'static [u8],
    extensions: &'static [&'static str],
    media_types: &'static [&'static str],
}

/// Comma-separated values, and what else bears that name.
pub(crate) const CSV: Table = Table {
    name: "csv",
    delimiters: b",;|\t",
    extensions: &["csv", "psv"],
    media_types: &["text/csv"],
};

/// Tab-separated values.
pub(crate) const TSV: Table = Table {
    name: "tsv",
    delimiters: b"\t",
    extensions: &["tsv", "tab"],
    media_types: &["text/tab-separated-values"],
};

impl Format for Table {
    fn name(&self) -> &'static str {
        self.name
    }

    fn has_magic(&self) -> bool {
        false
    }

    fn extensions(&self) -> &'static [&'static str] {
        self.extensions
    }

    fn media_types(&self) -> &'static [&'static str] {
        self.media_types
    }

    fn sniff(&self, head: Prefix<'_>) -> Sniff {
        shape::sniff(head, self.delimiters)
    }

    fn is_text(&self) -> bool {
        true
    }

    fn open(&self, reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
        let shape = Shape::of_table(reader, self.delimiters);
        to.within(StepKind::Layer, self.name, |to| {
            to.text(&mut Parsed::new(reader, Rows::new(shape)))
        })
    }
}

/// Where in a row the reading is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// A cell begins.
    Start,
    /// In a cell without quotes.
    Plain,
    /// In quotes.
    Quoted,
    /// After the closing quote.
    Closed,
}

/// The cells of a table. Each that may hold a URI becomes a value of its column.
struct Rows {
    shape: Shape,
    /// The column of the next cell.
    column: usize,
    state: State,
    /// The cell is a value with a border before it.
    is_value: bool,
    /// The text ends with the unit.
    is_last: bool,
}

impl Rows {
    fn new(shape: Shape) -> Self {
        Rows { shape, column: 0, state: State::Start, is_value: false, is_last: false }
    }

    /// Reads the cell at an offset, or the rest of it; returns the offset after it.
    fn cell(&mut self, unit: &mut Unit<'_>, at: usize) -> usize {
        let text = unit.text;
        let mut at = at;
        let begins = self.state == State::Start;
        if begins {
            let is_quoted = self.opens_quotes(&text[at..]);
            self.state = if is_quoted { State::Quoted } else { State::Plain };
            at += usize::from(is_quoted);
        }
        let is_quoted = self.state == State::Quoted;
        let end = if is_quoted { quoted_end(&text[at..]) } else { self.plain_end(&text[at..]) };
        let end = at + end;
        let has_ended = end < text.len() || self.is_last;
        let value = if is_quoted { at..end } else { trimmed(text, at..end) };
        if begins {
            // A cell of several lines counts as one that may, since the unit may end in it.
            let cell = &text[value.clone()];
            self.is_value = !has_ended || cell.contains(&b'\n') || may_hold_uri(cell);
            if self.is_value {
                unit.column(value.start, self.shape.name(self.column));
            }
        }
        if is_quoted {
            doubled_quotes(text, value.clone()).for_each(|second| unit.skip(second..second + 1));
        }
        if !has_ended {
            return end;
        }
        if self.is_value {
            unit.border(value.end);
            self.is_value = false;
        }
        match text.get(end) {
            Some(b'"') if is_quoted => self.state = State::Closed,
            Some(b'\n') => (self.state, self.column) = (State::Start, 0),
            _ => (self.state, self.column) = (State::Start, self.column + 1),
        }
        text.len().min(end + 1)
    }

    /// Returns `true` if the cell is in quotes. In a table with tabs, they have to close in the same line.
    fn opens_quotes(&self, text: &[u8]) -> bool {
        let Some(rest) = text.strip_prefix(b"\"") else { return false };
        if self.shape.delimiter != b'\t' {
            return true;
        }
        let end = quoted_end(rest);
        let after = rest.get(end + 1);
        after.is_some_and(|b| b"\t\r\n".contains(b)) && !rest[..end].contains(&b'\n')
    }

    /// How far a cell without quotes goes.
    fn plain_end(&self, text: &[u8]) -> usize {
        memchr2(self.shape.delimiter, b'\n', text).unwrap_or(text.len())
    }
}

/// How far a cell in quotes goes: up to a quote that no other one follows.
fn quoted_end(text: &[u8]) -> usize {
    let mut at = 0;
    while let Some(quote) = memchr(b'"', &text[at..]) {
        at += quote;
        if text.get(at + 1) != Some(&b'"') {
            return at;
        }
        at += 2;
    }
    text.len()
}

/// The offset of the second of each pair of quotes, which stands for one (RFC 4180 2).
fn doubled_quotes(text: &[u8], range: Range<usize>) -> impl Iterator<Item = usize> + '_ {
    memchr::memchr_iter(b'"', &text[range.clone()])
        .skip(1)
        .step_by(2)
        .map(move |at| range.start + at)
}

/// Returns `true` if there may be a URI, a host or an address in the text.
pub(crate) fn may_hold_uri(text: &[u8]) -> bool {
    (0..text.len()).any(|at| is_mark(text, at))
}

/// Returns `true` if a colon, an at sign or a dot before more of a name is at that offset, or what stands for them.
fn is_mark(text: &[u8], at: usize) -> bool {
    let next = text.get(at + 1);
    match text[at] {
        b':' | b'@' | b'\\' => true,
        b'.' => {
            next.is_some_and(|b| b.is_ascii_alphabetic() || !b.is_ascii() || b"])}".contains(b))
        }
        b'[' | b'(' | b'{' => is_disguise(&text[at + 1..]),
        _ => false,
    }
}

/// Returns `true` if a disguise continues after its bracket: `[.`, `[dot]`, `(at)`.
fn is_disguise(text: &[u8]) -> bool {
    let close = text.iter().take(4).position(|b| b"])}".contains(b));
    let inner = &text[..close.unwrap_or(0)];
    text.starts_with(b".") || [&b"dot"[..], b"at"].iter().any(|it| it.eq_ignore_ascii_case(inner))
}

/// The first of such marks, or quote.
fn next_mark(text: &[u8]) -> Option<usize> {
    (0..text.len()).find(|at| text[*at] == b'"' || is_mark(text, *at))
}

/// The length of the lines at the front in which there is nothing to find.
fn dull_lines(text: &[u8]) -> usize {
    let lines = &text[..next_mark(text).unwrap_or(text.len())];
    memrchr(b'\n', lines).map_or(0, |feed| feed + 1)
}

impl Syntax for Rows {
    fn unit(&mut self, reader: &mut PeekReader<'_>) -> usize {
        let len = syntax::lines(reader);
        let unit = &reader.live()[..len];
        let is_whole = unit.ends_with(b"\n");
        self.is_last = !is_whole && len < syntax::MAX_UNIT;
        if is_whole || self.is_last {
            return len;
        }
        // A pair of quotes stays together.
        unit.iter().rposition(|b| *b != b'"').map_or(len, |last| last + 1)
    }

    fn read(&mut self, unit: &mut Unit<'_>) {
        let mut at = self.shape.skip_preamble(unit.text.len());
        while at < unit.text.len() {
            if (self.state, self.column) == (State::Start, 0) {
                at += dull_lines(&unit.text[at..]);
            }
            if at < unit.text.len() {
                at = self.cell(unit, at);
            }
        }
    }
}

#[cfg(test)]
mod tests;

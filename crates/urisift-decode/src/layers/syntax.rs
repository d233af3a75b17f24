//! Text whose syntax says where a value begins and ends, as tables and the markup of documents do.
//!
//! It is read in units, such as lines. A value gets a border on both sides, so that the search takes all
//! of it; what an escape stands for takes the place of the escape.

use std::ops::Range;
use std::sync::Arc;

use crate::core::format::{Prefix, Sniff};
use crate::core::mapped::{Chunk, Link, MappedRead};
use crate::core::message::Message;
use crate::core::peek::PeekReader;
use crate::core::pieces::{Piece, Queue};
use urisift::internal::grammar::scheme::is_scheme;

/// A syntax, and its state between units.
pub(crate) trait Syntax {
    /// Returns `true` if these first bytes are of a text with this syntax.
    fn sniff(_: Prefix<'_>) -> Sniff
    where
        Self: Sized,
    {
        Sniff::No
    }

    /// How many of the live bytes are the next unit, a paragraph unless a syntax says otherwise; 0 if the
    /// text ends before them. It is called only if there are any. Whatever the reads are, the text must be
    /// read the same.
    fn unit(&mut self, reader: &mut PeekReader<'_>) -> usize {
        paragraph(reader)
    }

    /// Reads a unit.
    fn read(&mut self, unit: &mut Unit<'_>);
}

impl<S: Syntax> Syntax for &mut S {
    fn unit(&mut self, reader: &mut PeekReader<'_>) -> usize {
        (**self).unit(reader)
    }

    fn read(&mut self, unit: &mut Unit<'_>) {
        (**self).read(unit);
    }
}

/// The longest unit, in bytes: a longer line or paragraph is read in pieces.
pub(crate) const MAX_UNIT: usize = 64 << 10;

/// The lines up to an empty one, but not more than [`MAX_UNIT`] bytes.
fn paragraph(reader: &mut PeekReader<'_>) -> usize {
    let mut len = 0;
    loop {
        match reader.line_len(len, MAX_UNIT) {
            None if len == 0 => return MAX_UNIT,
            None | Some(0) => return len,
            Some(line) => len += line,
        }
        let live = &reader.live()[..len];
        let line = memchr::memrchr(b'\n', &live[..len - 1]).map_or(0, |feed| feed + 1);
        if live[line..].trim_ascii().is_empty() {
            return len;
        }
    }
}

/// The complete lines that have been read, or at least the first one. A line longer than [`MAX_UNIT`] is read
/// in units of that length.
pub(crate) fn lines(reader: &mut PeekReader<'_>) -> usize {
    let Some(first) = reader.line_len(0, MAX_UNIT) else { return MAX_UNIT };
    let live = reader.live();
    memchr::memrchr(b'\n', &live[..live.len().min(MAX_UNIT)]).map_or(first, |feed| feed + 1)
}

/// The range without whitespace at its ends.
pub(crate) fn trimmed(text: &[u8], range: Range<usize>) -> Range<usize> {
    let inner = &text[range.clone()];
    let start = range.start + (inner.len() - inner.trim_ascii_start().len());
    start..start + inner.trim_ascii().len()
}

/// A unit of text, as pieces. What no method passes is text as it is.
pub(crate) struct Unit<'u> {
    pub text: &'u [u8],
    /// How much of it the pieces cover.
    done: usize,
    pieces: &'u mut Vec<Piece>,
    leaves_out_code: bool,
    has_labels: bool,
    /// The text of the link whose target comes next, if it has one.
    label: Range<usize>,
}

impl Unit<'_> {
    /// What is from an offset of a text on.
    pub fn from<'u>(text: &'u [u8], start: usize, pieces: &'u mut Vec<Piece>) -> Unit<'u> {
        let (leaves_out_code, has_labels, label) = (false, false, 0..0);
        Unit { text, done: start, pieces, leaves_out_code, has_labels, label }
    }

    /// How much of it the pieces cover.
    pub fn done(&self) -> usize {
        self.done
    }

    /// The text up to there is as it is.
    pub fn verbatim(&mut self, to: usize) {
        if self.done < to {
            match self.pieces.last_mut() {
                Some(Piece::Verbatim(last)) if last.end == self.done => last.end = to,
                _ => self.pieces.push(Piece::Verbatim(self.done..to)),
            }
            self.done = to;
        }
    }

    /// A value begins or ends there.
    pub fn border(&mut self, at: usize) {
        self.verbatim(at);
        self.pieces.push(Piece::Border(at));
    }

    /// A value of the column begins there.
    pub fn column(&mut self, at: usize, name: String) {
        self.verbatim(at);
        self.pieces.push(Piece::Column { at, name });
    }

    /// A message begins there.
    pub fn message(&mut self, at: usize, message: Message) {
        self.verbatim(at);
        self.pieces.push(Piece::Message { at, message: Arc::new(message) });
    }

    /// The range stands for that text.
    pub fn decoded(&mut self, range: Range<usize>, text: Vec<u8>) {
        self.verbatim(range.start);
        self.done = range.end;
        self.pieces.push(Piece::Decoded { text, raw: range });
    }

    /// The range is UTF-16, of units in that order.
    pub fn wide(&mut self, range: Range<usize>, order: fn([u8; 2]) -> u16) {
        let text = self.text;
        let units = text[range.clone()].chunks_exact(2).map(|unit| order([unit[0], unit[1]]));
        let mut at = range.start;
        for char in char::decode_utf16(units) {
            let char = char.unwrap_or(char::REPLACEMENT_CHARACTER);
            let end = at + 2 * char.len_utf16();
            self.decoded(at..end, char.to_string().into_bytes());
            at = end;
        }
        self.skip(at..range.end);
    }

    /// The next reference is the target of a link whose text is the range.
    pub fn label(&mut self, range: Range<usize>) {
        if self.has_labels {
            self.label = range;
        }
    }

    /// A reference that markup of that name makes, with its value if that is not the range itself. One with
    /// a scheme is a value of the text; any other is resolved against the base, unless it is a host of the
    /// web without its scheme, which stays text. None in one before it counts.
    pub fn reference(&mut self, range: Range<usize>, value: Option<Vec<u8>>, name: &'static str) {
        let label = std::mem::take(&mut self.label);
        let written = value.as_deref().unwrap_or(&self.text[range.clone()]);
        if range.start < self.done || written.is_empty() || written.contains(&b'\n') {
            return;
        }
        // Only a link may contain blanks.
        if has_scheme(written) && !written.contains(&b' ') {
            self.label = label;
            return self.value(range, value);
        }
        if written.get(..4).is_some_and(|www| www.eq_ignore_ascii_case(b"www.")) {
            return;
        }
        self.label = label;
        self.link(range, value, name);
    }

    /// Like `reference`, for any value.
    pub fn link(&mut self, range: Range<usize>, value: Option<Vec<u8>>, name: &'static str) {
        self.verbatim(range.start);
        self.done = range.end;
        let text = std::mem::take(&mut self.label);
        self.pieces.push(Piece::Link { raw: range, value, name, text });
    }

    /// A value whose ends are exact, with what it stands for if that is not the range itself. None in one
    /// before it counts.
    pub fn value(&mut self, range: Range<usize>, value: Option<Vec<u8>>) {
        let label = std::mem::take(&mut self.label);
        let written = value.as_deref().unwrap_or(&self.text[range.clone()]);
        if range.start < self.done || written.is_empty() || written.contains(&b'\n') {
            return;
        }
        let is_labelled = !label.is_empty();
        self.verbatim(range.start);
        self.pieces.push(match is_labelled {
            true => Piece::Label { at: range.start, text: label },
            false => Piece::Border(range.start),
        });
        match value {
            Some(text) => self.decoded(range.clone(), text),
            None => self.verbatim(range.end),
        }
        self.pieces.push(match is_labelled {
            true => Piece::LabelEnd(range.end),
            false => Piece::Border(range.end),
        });
    }

    /// The range is code, and not of the author's text.
    pub fn code(&mut self, range: Range<usize>) {
        if self.leaves_out_code {
            self.border(range.start);
            self.skip(range);
        }
    }

    /// The bytes stand for nothing.
    pub fn skip(&mut self, range: Range<usize>) {
        self.verbatim(range.start);
        self.done = self.done.max(range.end);
    }
}

/// Returns `true` if the text starts with a scheme and its colon (RFC 3986 3.1).
pub(crate) fn has_scheme(text: &[u8]) -> bool {
    let colon = text.iter().position(|b| b":/?#".contains(b));
    colon.is_some_and(|colon| text[colon] == b':' && is_scheme(&text[..colon]))
}

/// Returns `true` if the text is one URI with `//`, as far as its start and the blanks in it tell.
pub(crate) fn is_one_uri(text: &[u8]) -> bool {
    let Some(colon) = memchr::memchr(b':', text) else { return false };
    let has_authority = text[colon..].starts_with(b"://") && text.len() > colon + 3;
    let is_named = colon > 1 && is_scheme(&text[..colon]);
    has_authority && is_named && !text.iter().any(|b| *b <= b' ')
}

/// A text with that syntax.
pub(crate) struct Parsed<'t, 's> {
    reader: &'t mut PeekReader<'s>,
    // One compiled reader serves all syntaxes: they are called once for each unit.
    syntax: Box<dyn Syntax + 't>,
    /// The length of the unit that the pieces lie in.
    unit: usize,
    queue: Queue,
    leaves_out_code: bool,
    has_labels: bool,
}

impl<'t, 's> Parsed<'t, 's> {
    pub fn new(reader: &'t mut PeekReader<'s>, syntax: impl Syntax + 't) -> Self {
        let (syntax, queue) = (Box::new(syntax), Queue::default());
        Parsed { reader, syntax, unit: 0, queue, leaves_out_code: false, has_labels: false }
    }

    /// The text without what is code, if that is to be left out.
    pub fn without_code(self, leaves_out_code: bool) -> Self {
        Parsed { leaves_out_code, ..self }
    }

    /// The text, with the texts of links if they are asked for.
    pub fn with_labels(self, has_labels: bool) -> Self {
        Parsed { has_labels, ..self }
    }

    /// Reads the next unit; returns whether there is one.
    fn next(&mut self) -> bool {
        self.reader.pass_bytes(std::mem::take(&mut self.unit));
        if !self.reader.is_at_end() {
            self.unit = self.syntax.unit(self.reader).min(self.reader.live().len());
        }
        let (syntax, text) = (&mut self.syntax, &self.reader.live()[..self.unit]);
        let (leaves_out_code, has_labels) = (self.leaves_out_code, self.has_labels);
        self.queue.refill(|pieces| {
            let unit = Unit::from(text, 0, pieces);
            let mut unit = Unit { leaves_out_code, has_labels, ..unit };
            syntax.read(&mut unit);
            unit.verbatim(text.len());
        });
        self.unit > 0
    }
}

impl MappedRead for Parsed<'_, '_> {
    fn chunk(&mut self) -> Chunk<'_> {
        while self.queue.is_empty() && self.next() {}
        self.queue.chunk(self.reader)
    }

    fn advance(&mut self, count: usize) {
        self.queue.advance(count);
    }

    fn take_link(&mut self) -> Option<Link> {
        self.queue.take_link(self.reader)
    }
}

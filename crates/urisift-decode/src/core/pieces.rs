//! Selected pieces of a reader's buffer, read as one text.

use std::mem;
use std::ops::Range;
use std::sync::Arc;

use super::mapped::{BOUNDARY, Chunk, Link, MappedRead, Role};
use super::message::Message;
use super::peek::PeekReader;
use urisift::internal::found::FIELD_END;

/// A piece of the live bytes of a reader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    /// Text as it is.
    Verbatim(Range<usize>),
    /// What a range stands for.
    Decoded { text: Vec<u8>, raw: Range<usize> },
    /// A border of a field, before the byte there: see [`FIELD_END`].
    Border(usize),
    /// Like `Border`; the text after it is the target of a link whose text the range is, up to a `LabelEnd`.
    Label { at: usize, text: Range<usize> },
    /// Like `Border`.
    LabelEnd(usize),
    /// Like `Border`; the text after it is in the column of that name.
    Column { at: usize, name: String },
    /// The text after it is of that message, and that before it is not.
    Message { at: usize, message: Arc<Message> },
    /// A reference, made by the field or markup of that name, with its value if that is not the range
    /// itself, and the text of the link.
    Link { raw: Range<usize>, value: Option<Vec<u8>>, name: &'static str, text: Range<usize> },
}

impl Piece {
    /// A reference that the range is, made by the field of that name.
    pub fn link(raw: Range<usize>, name: &'static str) -> Self {
        Piece::Link { raw, value: None, name, text: 0..0 }
    }

    /// How many bytes it is read as, without those of an empty link.
    fn len(&self) -> usize {
        match self {
            Piece::Verbatim(range) => range.len(),
            Piece::Decoded { text, .. } => text.len(),
            Piece::Border(_) | Piece::Label { .. } | Piece::LabelEnd(_) => 1,
            Piece::Column { .. } | Piece::Message { .. } => 1,
            Piece::Link { raw, .. } => raw.len().min(1),
        }
    }
}

/// Pieces that follow each other, as far as they have been consumed.
#[derive(Default)]
pub(crate) struct Queue {
    /// None is empty.
    pieces: Vec<Piece>,
    /// How many have been consumed.
    next: usize,
    /// How much of the next one has been consumed.
    passed: usize,
    /// The link at the front has been taken.
    is_taken: bool,
}

impl Queue {
    /// Returns `true` if nothing is left.
    pub fn is_empty(&self) -> bool {
        self.next == self.pieces.len()
    }

    /// Starts anew with the pieces that `fill` adds.
    pub fn refill(&mut self, fill: impl FnOnce(&mut Vec<Piece>)) {
        self.pieces.clear();
        fill(&mut self.pieces);
        self.pieces.retain(|piece| piece.len() > 0);
        (self.next, self.passed, self.is_taken) = (0, 0, false);
    }

    /// How many bytes are left, if there is no link among them.
    fn text_len(&self) -> Option<usize> {
        let rest = &self.pieces[self.next..];
        let is_text = |piece: &Piece| {
            matches!(piece, Piece::Verbatim(_) | Piece::Decoded { .. } | Piece::Border(_))
        };
        let len = rest.iter().map(Piece::len).sum::<usize>();
        rest.iter().all(is_text).then(|| len - self.passed)
    }

    /// The front of the next piece. The pieces lie in the live bytes of the reader.
    pub fn chunk<'c>(&'c self, reader: &'c PeekReader<'_>) -> Chunk<'c> {
        let mark = |byte, raw, is_link| Chunk { is_link, ..Chunk::whole(byte, reader.span(raw)) };
        match self.pieces.get(self.next) {
            None => Chunk::END,
            Some(Piece::Verbatim(range)) => reader.chunk_in(range.start + self.passed..range.end),
            Some(Piece::Decoded { text, raw }) => {
                let chunk = Chunk::whole(text, reader.span(raw.clone()));
                chunk.piece(self.passed..text.len())
            }
            Some(Piece::Border(at)) => mark(&[FIELD_END], *at..*at, false),
            Some(Piece::Column { at, .. } | Piece::Label { at, .. } | Piece::LabelEnd(at)) => {
                mark(&[FIELD_END], *at..*at, true)
            }
            Some(Piece::Message { at, .. }) => mark(&[BOUNDARY], *at..*at, true),
            Some(Piece::Link { raw, .. }) => mark(&[BOUNDARY], raw.clone(), true),
        }
    }

    pub fn advance(&mut self, count: usize) {
        self.passed += count;
        if self.pieces.get(self.next).is_some_and(|piece| self.passed >= piece.len()) {
            self.next += 1;
            (self.passed, self.is_taken) = (0, false);
        }
    }

    pub fn take_link(&mut self, reader: &PeekReader<'_>) -> Option<Link> {
        if mem::replace(&mut self.is_taken, true) {
            return None;
        }
        match self.pieces.get_mut(self.next)? {
            Piece::Link { raw, value, name, text } => {
                let (span, live) = (reader.span(raw.clone()), &reader.live()[raw.clone()]);
                let decoded = value.is_some() || span.len() != live.len() as u64;
                let value = value.take().unwrap_or_else(|| live.to_vec());
                let link = Link::new(span, *name, Role::Reference);
                let text = label(&reader.live()[text.clone()]);
                Some(Link { value, decoded, text, ..link })
            }
            Piece::Column { at, name } => {
                Some(Link::new(reader.span(*at..*at), mem::take(name), Role::Column))
            }
            Piece::Label { at, text } => {
                let text = label(&reader.live()[text.clone()]);
                Some(Link { text, ..Link::mark(reader.span(*at..*at), Role::Label) })
            }
            Piece::LabelEnd(at) => Some(Link::mark(reader.span(*at..*at), Role::TextEnd)),
            Piece::Message { at, message } => {
                let link = Link::mark(reader.span(*at..*at), Role::Message);
                Some(Link { message: Some(Arc::clone(message)), ..link })
            }
            _ => None,
        }
    }
}

/// The text of a link, with its whitespace collapsed.
fn label(text: &[u8]) -> Vec<u8> {
    let text = &text[..text.len().min(LONGEST_LABEL)];
    let mut label = Vec::new();
    for word in text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()) {
        if !label.is_empty() {
            label.push(b' ');
        }
        label.extend_from_slice(word);
    }
    label
}

/// The longest text of a link, in bytes; a longer one is cut.
const LONGEST_LABEL: usize = 512;

/// Consecutive pieces of the live bytes of a reader, which does not move.
pub(crate) struct Pieces<'t, 's> {
    reader: &'t PeekReader<'s>,
    queue: Queue,
}

impl<'t, 's> Pieces<'t, 's> {
    pub fn new(reader: &'t PeekReader<'s>, mut pieces: Vec<Piece>) -> Self {
        pieces.retain(|piece| piece.len() > 0);
        Pieces { reader, queue: Queue { pieces, ..Queue::default() } }
    }

    /// Returns `true` if none are left.
    pub fn is_empty(&self) -> bool {
        self.queue.is_empty()
    }
}

impl MappedRead for Pieces<'_, '_> {
    fn chunk(&mut self) -> Chunk<'_> {
        self.queue.chunk(self.reader)
    }

    fn advance(&mut self, count: usize) {
        self.queue.advance(count);
    }

    fn at_hand(&mut self) -> Option<usize> {
        self.queue.text_len()
    }

    fn take_link(&mut self) -> Option<Link> {
        self.queue.take_link(self.reader)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{dripping, seen};
    use urisift::Span;

    #[test]
    fn pieces_lie_where_they_lay() {
        let mut reader = dripping(b"one two three", 99);
        reader.peek(99);
        let link = Piece::link(4..7, "Location");
        let decoded = Piece::Decoded { text: b"THR".to_vec(), raw: 8..11 };
        let pieces = [
            Piece::Verbatim(0..4),
            link,
            Piece::Verbatim(7..7),
            decoded,
            Piece::Decoded { text: Vec::new(), raw: 11..12 },
            Piece::Verbatim(12..13),
        ];
        for step in 1..9 {
            let seen = seen(&mut Pieces::new(&reader, pieces.to_vec()), step);
            assert_eq!(seen.text, b"one \0THRe");
            assert_eq!(seen.spans[4], Span { start: 4, end: 7 });
            assert_eq!(seen.spans[6], Span { start: 8, end: 11 });
            assert_eq!(seen.spans[8], Span { start: 12, end: 13 });
            assert_eq!(seen.links.len(), 1);
            assert_eq!(seen.links[0].value, b"two");
        }
    }
}

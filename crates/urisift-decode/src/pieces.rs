//! Selected pieces of a reader's buffer, read as one text.

use std::ops::Range;
use std::vec::IntoIter;

use super::mapped::{Chunk, Link, MappedRead, Role};
use super::peek::PeekReader;

/// A piece of the live bytes of a reader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// Text as it is.
    Verbatim(Range<usize>),
    /// What a range stands for.
    Decoded { text: Vec<u8>, raw: Range<usize> },
    /// A reference, made by the field of that name.
    Link { value: Range<usize>, name: &'static str },
}

impl Piece {
    /// How many bytes it is read as, without those of an empty link.
    fn len(&self) -> usize {
        match self {
            Piece::Verbatim(range) => range.len(),
            Piece::Decoded { text, .. } => text.len(),
            Piece::Link { value, .. } => value.len().min(1),
        }
    }
}

/// Consecutive pieces of the live bytes of a reader, which does not move. None is empty.
pub(super) struct Pieces<'t, 's> {
    reader: &'t PeekReader<'s>,
    pieces: IntoIter<Piece>,
    /// How much of the first one has been consumed.
    passed: usize,
    /// The link at the front has been taken.
    is_taken: bool,
}

impl<'t, 's> Pieces<'t, 's> {
    pub fn new(reader: &'t PeekReader<'s>, mut pieces: Vec<Piece>) -> Self {
        pieces.retain(|piece| piece.len() > 0);
        Pieces { reader, pieces: pieces.into_iter(), passed: 0, is_taken: false }
    }
}

impl MappedRead for Pieces<'_, '_> {
    fn chunk(&mut self) -> Chunk<'_> {
        match self.pieces.as_slice().first() {
            None => Chunk::END,
            Some(Piece::Verbatim(range)) => {
                self.reader.chunk_in(range.start + self.passed..range.end)
            }
            Some(Piece::Decoded { text, raw }) => {
                let chunk = Chunk::whole(text, self.reader.span(raw.clone()));
                chunk.piece(self.passed..text.len())
            }
            Some(Piece::Link { value, .. }) => {
                Chunk { is_link: true, ..Chunk::whole(b"\0", self.reader.span(value.clone())) }
            }
        }
    }

    fn advance(&mut self, count: usize) {
        self.passed += count;
        if self.pieces.as_slice().first().is_some_and(|piece| self.passed >= piece.len()) {
            self.pieces.next();
            (self.passed, self.is_taken) = (0, false);
        }
    }

    fn take_link(&mut self) -> Option<Link> {
        let Some(Piece::Link { value, name }) = self.pieces.as_slice().first() else { return None };
        if std::mem::replace(&mut self.is_taken, true) {
            return None;
        }
        let (raw, name) = (self.reader.span(value.clone()), (*name).to_owned());
        let value = self.reader.live()[value.clone()].to_vec();
        let decoded = raw.len() != value.len() as u64;
        Some(Link { value, raw, decoded, truncated: false, name, role: Role::Reference })
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
        let link = Piece::Link { value: 4..7, name: "Location" };
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

//! Selected pieces of a reader's buffer, read as one text.

use std::collections::VecDeque;
use std::ops::Range;

use super::mapped::{Chunk, Link, MappedRead, Role};
use super::peek::PeekReader;

/// A piece of the live bytes of a reader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// Text as it is.
    Verbatim(Range<usize>),
    /// A reference, made by the field of that name.
    Link { value: Range<usize>, name: &'static str },
}

/// Consecutive pieces of the live bytes of a reader. None is empty.
pub(super) struct Pieces<'t, 's> {
    reader: &'t PeekReader<'s>,
    pieces: VecDeque<Piece>,
    /// The link at the front has been taken.
    is_taken: bool,
}

impl<'t, 's> Pieces<'t, 's> {
    pub fn new(reader: &'t PeekReader<'s>, pieces: impl Iterator<Item = Piece>) -> Self {
        let pieces = pieces.filter(|piece| !piece.range().is_empty()).collect();
        Pieces { reader, pieces, is_taken: false }
    }
}

impl Piece {
    fn range(&self) -> &Range<usize> {
        match self {
            Piece::Verbatim(range) | Piece::Link { value: range, .. } => range,
        }
    }
}

impl MappedRead for Pieces<'_, '_> {
    fn chunk(&mut self) -> Chunk<'_> {
        match self.pieces.front() {
            None => Chunk::END,
            Some(Piece::Verbatim(range)) => self.reader.run_in(range.clone()),
            Some(Piece::Link { value, .. }) => {
                Chunk { is_link: true, ..Chunk::whole(b"\0", self.reader.span(value.clone())) }
            }
        }
    }

    fn advance(&mut self, count: usize) {
        if let Some(Piece::Verbatim(range)) = self.pieces.front_mut()
            && count < range.len()
        {
            range.start += count;
        } else if count > 0 {
            self.pieces.pop_front();
            self.is_taken = false;
        }
    }

    fn take_link(&mut self) -> Option<Link> {
        let Some(Piece::Link { value, name }) = self.pieces.front() else { return None };
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
    use crate::seen::{dripping, seen};
    use urisift::Span;

    #[test]
    fn pieces_lie_where_they_lay() {
        let mut reader = dripping(b"one two three", 99);
        reader.peek(99);
        let link = Piece::Link { value: 4..7, name: "Location" };
        let pieces = [Piece::Verbatim(0..4), link, Piece::Verbatim(7..7), Piece::Verbatim(12..13)];
        for step in 1..9 {
            let seen = seen(&mut Pieces::new(&reader, pieces.iter().cloned()), step);
            assert_eq!(seen.text, b"one \0e");
            assert_eq!(seen.spans[4], Span { start: 4, end: 7 });
            assert_eq!(seen.spans[5], Span { start: 12, end: 13 });
            assert_eq!(seen.links.len(), 1);
            assert_eq!(seen.links[0].value, b"two");
        }
    }
}

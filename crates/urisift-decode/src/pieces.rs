//! Some of what a tape has, read as one text.

use std::collections::VecDeque;
use std::ops::Range;

use super::run::{Link, Role, Run, Runs};
use super::tape::Tape;

/// A piece of the live bytes of a tape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// It is text as it lies.
    Verbatim(Range<usize>),
    /// It is a reference, which the field of that name makes.
    Link { value: Range<usize>, name: &'static str },
}

/// Pieces of what a tape has, one behind the other. None is empty.
pub(super) struct Pieces<'t, 's> {
    tape: &'t Tape<'s>,
    pieces: VecDeque<Piece>,
    /// The link at the front has been taken.
    is_taken: bool,
}

impl<'t, 's> Pieces<'t, 's> {
    pub fn new(tape: &'t Tape<'s>, pieces: impl Iterator<Item = Piece>) -> Self {
        let pieces = pieces.filter(|piece| !piece.range().is_empty()).collect();
        Pieces { tape, pieces, is_taken: false }
    }
}

impl Piece {
    fn range(&self) -> &Range<usize> {
        match self {
            Piece::Verbatim(range) | Piece::Link { value: range, .. } => range,
        }
    }
}

impl Runs for Pieces<'_, '_> {
    fn run(&mut self) -> Run<'_> {
        match self.pieces.front() {
            None => Run::END,
            Some(Piece::Verbatim(range)) => self.tape.run_in(range.clone()),
            Some(Piece::Link { value, .. }) => {
                Run { is_link: true, ..Run::whole(b"\0", self.tape.span(value.clone())) }
            }
        }
    }

    fn pass(&mut self, count: usize) {
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
        let (raw, name) = (self.tape.span(value.clone()), (*name).to_owned());
        let value = self.tape.live()[value.clone()].to_vec();
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
        let mut tape = dripping(b"one two three", 99);
        tape.peek(99);
        let link = Piece::Link { value: 4..7, name: "Location" };
        let pieces = [Piece::Verbatim(0..4), link, Piece::Verbatim(7..7), Piece::Verbatim(12..13)];
        for step in 1..9 {
            let seen = seen(&mut Pieces::new(&tape, pieces.iter().cloned()), step);
            assert_eq!(seen.text, b"one \0e");
            assert_eq!(seen.spans[4], Span { start: 4, end: 7 });
            assert_eq!(seen.spans[5], Span { start: 12, end: 13 });
            assert_eq!(seen.links.len(), 1);
            assert_eq!(seen.links[0].value, b"two");
        }
    }
}

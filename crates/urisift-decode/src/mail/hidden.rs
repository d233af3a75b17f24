//! Addresses that a web archive has hidden: pipermail writes `a at b` for `a@b`.

use memchr::{memchr2, memmem};

use crate::mapped::{Chunk, MappedRead};
use urisift::Span;
use urisift::internal::byteset::{ALNUM, ByteSet};

/// Precedes an address in a URI.
const MAILTO: &[u8] = b"mailto:";
/// Replaces its `@`.
const AT: &[u8] = b" at ";
/// The left part of an address (RFC 5322 3.2.3), as far as URIs allow.
const LOCAL: ByteSet = ALNUM.or(ByteSet::of(b".+-_=%~!$&'*/"));

/// Text with the addresses in its `mailto` URIs restored.
pub(super) struct Shown<R> {
    inner: R,
    state: State,
    /// How many bytes of [`MAILTO`] have come; whether any of an address has; or how many of [`AT`] have
    /// been yielded after all.
    matched: usize,
    /// How many bytes of the inner chunk come next as they are.
    known: usize,
    /// The raw spans of the bytes of [`AT`] that are held back.
    held: Vec<Span>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Text,
    /// After `mailto:`.
    Local,
    /// In what may be [`AT`].
    Holding,
    /// It is not, and is yielded as it is.
    Giving,
    /// It is, and stands for one character.
    Found,
}

/// Whether a From field is hidden this way, as every address of its message then is.
pub(super) fn is_hidden(from: &[u8]) -> bool {
    let at = memmem::find(from, AT);
    at.is_some_and(|at| at > 0 && from[..at].iter().all(|b| LOCAL.contains(*b)))
}

impl<R: MappedRead> Shown<R> {
    pub fn new(inner: R) -> Self {
        Shown { inner, state: State::Text, matched: 0, known: 0, held: Vec::new() }
    }

    /// One step forward, when nothing is known; returns whether there is more.
    fn step(&mut self) -> bool {
        let bytes = self.inner.chunk().bytes;
        let Some(first) = bytes.first().copied() else {
            self.state = State::Giving;
            return !self.held.is_empty();
        };
        match self.state {
            State::Text => {
                (self.known, self.matched) = skim(bytes, self.matched);
                if self.matched == MAILTO.len() {
                    (self.state, self.matched) = (State::Local, 0);
                }
            }
            State::Local => match bytes.iter().take_while(|b| LOCAL.contains(**b)).count() {
                0 if first == AT[0] && self.matched > 0 => {
                    (self.state, self.matched) = (State::Holding, 0);
                }
                0 => (self.state, self.matched) = (State::Text, 0),
                count => (self.known, self.matched) = (count, 1),
            },
            State::Holding => self.hold(first),
            State::Giving | State::Found => {}
        }
        true
    }

    fn hold(&mut self, byte: u8) {
        if byte != AT[self.held.len()] {
            self.state = State::Giving;
            return;
        }
        self.held.push(self.inner.chunk().span(0..1));
        self.inner.advance(1);
        if self.held.len() == AT.len() {
            self.state = State::Found;
        }
    }
}

/// How many bytes pass through, and how much of [`MAILTO`] they end with.
fn skim(bytes: &[u8], matched: usize) -> (usize, usize) {
    let mut matched = matched;
    let mut at = 0;
    while at < bytes.len() {
        if matched == 0 {
            match memchr2(b'm', b'M', &bytes[at..]) {
                Some(next) => at += next,
                None => return (bytes.len(), 0),
            }
        }
        let byte = bytes[at].to_ascii_lowercase();
        matched = match byte == MAILTO[matched] {
            true => matched + 1,
            false => usize::from(byte == MAILTO[0]),
        };
        at += 1;
        if matched == MAILTO.len() {
            break;
        }
    }
    (at, matched)
}

impl<R: MappedRead> MappedRead for Shown<R> {
    fn chunk(&mut self) -> Chunk<'_> {
        loop {
            match self.state {
                _ if self.known > 0 => return self.inner.chunk().piece(0..self.known),
                State::Giving if !self.held.is_empty() => {
                    let passed = self.matched;
                    return Chunk::whole(&AT[passed..passed + 1], self.held[0]);
                }
                State::Found => {
                    let (start, end) = (self.held[0].start, self.held[AT.len() - 1].end);
                    return Chunk::whole(b"@", Span { start, end });
                }
                State::Giving => (self.state, self.matched) = (State::Text, 0),
                _ => {}
            }
            if !self.step() {
                return Chunk::END;
            }
        }
    }

    fn advance(&mut self, count: usize) {
        match self.state {
            _ if count == 0 => {}
            _ if self.known > 0 => {
                self.known -= count;
                self.inner.advance(count);
            }
            State::Found => {
                self.held.clear();
                (self.state, self.matched) = (State::Text, 0);
            }
            _ => {
                self.held.remove(0);
                self.matched += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drip::{places, text, traced};
    use crate::mapped::Ratio;

    #[test]
    fn addresses_are_shown() {
        for (hidden, expected) in [
            ("<mailto:a.b at c.example>", "<mailto:a.b@c.example>"),
            ("MAILTO:a at b, mailto:c at d", "MAILTO:a@b, mailto:c@d"),
            ("mmailto:a at b", "mmailto:a@b"),
            ("mailto:a at", "mailto:a at"),
            ("mailto:a a", "mailto:a a"),
            ("mailto:a and b at c", "mailto:a and b at c"),
            ("a at b mailto: at c", "a at b mailto: at c"),
            ("mail", "mail"),
        ] {
            let shown = traced(hidden.as_bytes(), Ratio::PLAIN, Shown::new);
            assert_eq!(String::from_utf8_lossy(&text(&shown)), expected, "{hidden}");
        }
        let shown = traced(b"mailto:a at b", Ratio::PLAIN, Shown::new);
        assert_eq!(places(&shown)[8], (8, 12));
    }

    #[test]
    fn archives_that_hide() {
        for (from, expected) in [
            ("a.b at c.example (A B)", true),
            ("a@b.example (meet at ten)", false),
            (" at b", false),
            ("A B at C <a@b>", false),
        ] {
            assert_eq!(is_hidden(from.as_bytes()), expected, "{from}");
        }
    }
}

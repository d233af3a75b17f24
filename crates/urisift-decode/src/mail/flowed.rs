//! Flowed text that may be broken without a blank (RFC 3676 with DelSp).

use memchr::memchr;

use crate::mapped::{Chunk, MappedRead};
use urisift::Span;

/// Text without soft line breaks: the blank, the line break, and the quoting of the next line are dropped.
pub(super) struct Flowed<R> {
    inner: R,
    state: State,
    /// The quote depth of the line, and of the one that it may continue in, as far as is known.
    quotes: usize,
    next_quotes: usize,
    /// How many bytes come next as they are, and the state after them.
    known: usize,
    then: State,
    /// A blank, perhaps with a carriage return, that may start a soft break; or a hard line break.
    held: Vec<u8>,
    /// The raw span of each of those, or of a soft break.
    raw: Vec<Span>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    LineStart,
    Middle,
    /// The end of a line is held.
    Holding,
    /// What was held is no soft break.
    Giving,
    /// After a soft break, where quoting may be.
    Joined,
}

impl<R: MappedRead> Flowed<R> {
    pub fn new(inner: R) -> Self {
        let state = State::LineStart;
        let (held, raw) = (Vec::new(), Vec::new());
        Flowed { inner, state, quotes: 0, next_quotes: 0, known: 0, then: state, held, raw }
    }

    /// One step forward, when nothing is known; returns whether there is more.
    fn step(&mut self) -> bool {
        let chunk = self.inner.chunk();
        let Some(first) = chunk.bytes.first().copied() else {
            self.state = State::Giving;
            return !self.held.is_empty();
        };
        match self.state {
            State::LineStart if first == b'>' => {
                self.quotes += 1;
                (self.known, self.then) = (1, State::LineStart);
            }
            State::LineStart => self.state = State::Middle,
            State::Joined if first == b'>' => {
                self.next_quotes += 1;
                self.inner.advance(1);
            }
            State::Joined => self.join(first),
            State::Middle => self.look(),
            State::Holding => self.hold(first),
            State::Giving => {}
        }
        true
    }

    /// After a soft break and the quoting of the next line. At equal depth the text continues, and a
    /// blank at its start is stuffing (RFC 3676 4.4); otherwise it was no soft break (4.5).
    fn join(&mut self, first: u8) {
        self.state = State::Middle;
        if self.next_quotes != self.quotes {
            self.quotes = self.next_quotes;
            self.held.push(b'\n');
            self.state = State::Giving;
        } else {
            self.raw.clear();
            if first == b' ' {
                self.inner.advance(1);
            }
        }
        self.next_quotes = 0;
    }

    /// Looks for the end of the line, and whether a blank precedes it.
    fn look(&mut self) {
        let bytes = self.inner.chunk().bytes;
        let feed = memchr(b'\n', bytes);
        let line = &bytes[..feed.unwrap_or(bytes.len())];
        let text = line.strip_suffix(b"\r").unwrap_or(line);
        let text = text.strip_suffix(b" ").unwrap_or(line).len();
        (self.known, self.then) = match feed {
            Some(feed) if text == line.len() => {
                self.quotes = 0;
                (feed + 1, State::LineStart)
            }
            None if text == line.len() => (text, State::Middle),
            _ => (text, State::Holding),
        };
        if self.known == 0 {
            self.state = self.then;
        }
    }

    fn hold(&mut self, first: u8) {
        match (first, &*self.held) {
            (b' ', []) | (b'\r', b" ") => {
                self.raw.push(self.inner.chunk().span(0..1));
                self.held.push(first);
                self.inner.advance(1);
            }
            (b'\n', b" " | b" \r") => {
                self.held.clear();
                self.raw = vec![self.inner.chunk().span(0..1)];
                self.inner.advance(1);
                self.state = State::Joined;
            }
            _ => self.state = State::Giving,
        }
    }
}

impl<R: MappedRead> MappedRead for Flowed<R> {
    fn chunk(&mut self) -> Chunk<'_> {
        loop {
            if self.known > 0 {
                return self.inner.chunk().piece(0..self.known);
            }
            if self.state == State::Giving && !self.held.is_empty() {
                return Chunk::whole(&self.held[..1], self.raw[0]);
            }
            if self.state == State::Giving {
                self.state = State::Middle;
            }
            if !self.step() {
                return Chunk::END;
            }
        }
    }

    fn advance(&mut self, count: usize) {
        if self.known == 0 {
            self.held.drain(..count);
            self.raw.drain(..count);
            return;
        }
        self.known -= count;
        self.inner.advance(count);
        if self.known == 0 {
            self.state = self.then;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drip::{text, traced};
    use crate::mapped::Ratio;

    #[test]
    fn soft_breaks_go() {
        for (flowed, expected) in [
            ("http://a/ \r\nb c\r\n", "http://a/b c\r\n"),
            ("a \nb \nc\n", "abc\n"),
            ("> a \n> b\n", "> ab\n"),
            (">> a \n>>b\nc \n d", ">> ab\ncd"),
            (">> http://a/ \n> other", ">> http://a/\n other"),
            ("a \n> b\n", "a\n b\n"),
            ("a  \n  b", "a  b"),
            ("a \rb \r", "a \rb \r"),
            ("a ", "a "),
            ("\n\n \nx", "\n\nx"),
        ] {
            let joined = traced(flowed.as_bytes(), Ratio::PLAIN, Flowed::new);
            assert_eq!(String::from_utf8_lossy(&text(&joined)), expected, "{flowed:?}");
        }
    }
}

//! Text whose lines flow, and that may be broken where no blank was (RFC 3676 with DelSp).

use memchr::memchr;

use crate::input::run::{Run, Runs};
use crate::span::Span;

/// Text without its soft line breaks: the blank, the line break, and the quoting of the next line go.
pub(super) struct Flowed<R> {
    inner: R,
    state: State,
    /// The line is quoted.
    is_quoted: bool,
    /// So many bytes come next as they are, and what comes then.
    known: usize,
    then: State,
    /// A blank, perhaps with a carriage return, that may be one of a soft break.
    held: Vec<u8>,
    /// Where each of those stands.
    raw: Vec<Span>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    LineStart,
    Middle,
    /// What stands at the end of a line is held.
    Holding,
    /// What was held is none of a soft break.
    Giving,
    /// Behind a soft break, where quoting may stand.
    Joined,
}

impl<R: Runs> Flowed<R> {
    pub fn new(inner: R) -> Self {
        let state = State::LineStart;
        let (held, raw) = (Vec::new(), Vec::new());
        Flowed { inner, state, is_quoted: false, known: 0, then: state, held, raw }
    }

    /// One step forward, where nothing is known; whether there is anything.
    fn step(&mut self) -> bool {
        let run = self.inner.run();
        let Some(first) = run.bytes.first().copied() else {
            self.state = State::Giving;
            return !self.held.is_empty();
        };
        match self.state {
            State::LineStart => {
                self.is_quoted = first == b'>';
                self.state = State::Middle;
            }
            State::Joined if first == b'>' && self.is_quoted => self.inner.pass(1),
            State::Joined => {
                self.state = State::Middle;
                if first == b' ' {
                    self.inner.pass(1);
                }
            }
            State::Middle => self.look(),
            State::Holding => self.hold(first),
            State::Giving => {}
        }
        true
    }

    /// Looks for the line's end, and whether a blank stands in front of it.
    fn look(&mut self) {
        let bytes = self.inner.run().bytes;
        let feed = memchr(b'\n', bytes);
        let line = &bytes[..feed.unwrap_or(bytes.len())];
        let text = line.strip_suffix(b"\r").unwrap_or(line);
        let text = text.strip_suffix(b" ").unwrap_or(line).len();
        (self.known, self.then) = match feed {
            Some(feed) if text == line.len() => (feed + 1, State::LineStart),
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
                self.raw.push(self.inner.run().span(0..1));
                self.held.push(first);
                self.inner.pass(1);
            }
            (b'\n', b" " | b" \r") => {
                self.held.clear();
                self.raw.clear();
                self.inner.pass(1);
                self.state = State::Joined;
            }
            _ => self.state = State::Giving,
        }
    }
}

impl<R: Runs> Runs for Flowed<R> {
    fn run(&mut self) -> Run<'_> {
        loop {
            if self.known > 0 {
                return self.inner.run().piece(0..self.known);
            }
            if self.state == State::Giving && !self.held.is_empty() {
                return Run::whole(&self.held[..1], self.raw[0]);
            }
            if self.state == State::Giving {
                self.state = State::Middle;
            }
            if !self.step() {
                return Run::END;
            }
        }
    }

    fn pass(&mut self, count: usize) {
        if self.known == 0 {
            self.held.drain(..count);
            self.raw.drain(..count);
            return;
        }
        self.known -= count;
        self.inner.pass(count);
        if self.known == 0 {
            self.state = self.then;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::drip::{text, traced};
    use crate::input::run::Grain;

    #[test]
    fn soft_breaks_go() {
        for (flowed, expected) in [
            ("http://a/ \r\nb c\r\n", "http://a/b c\r\n"),
            ("a \nb \nc\n", "abc\n"),
            ("> a \n> b\n", "> ab\n"),
            (">> a \n>>b\nc \n d", ">> ab\ncd"),
            ("a  \n  b", "a  b"),
            ("a \rb \r", "a \rb \r"),
            ("a ", "a "),
            ("\n\n \nx", "\n\nx"),
        ] {
            let joined = traced(flowed.as_bytes(), Grain::PLAIN, Flowed::new);
            assert_eq!(String::from_utf8_lossy(&text(&joined)), expected, "{flowed:?}");
        }
    }
}

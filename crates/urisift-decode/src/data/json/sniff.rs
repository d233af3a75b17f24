//! Detection of JSON.

use std::ops::ControlFlow;

use crate::core::format::{Prefix, Sniff};
use urisift::internal::byteset::{ByteSet, DIGIT};

/// A break carries the answer.
type Step<T = ()> = ControlFlow<Sniff, T>;

/// A byte order mark, which is forbidden but occurs (RFC 8259 8.1).
const MARK: &[u8] = "\u{feff}".as_bytes();
/// `ws` (RFC 8259 2).
const WHITE: ByteSet = ByteSet::of(b" \t\r\n");
/// The start of a value (RFC 8259 3).
const VALUE: ByteSet = DIGIT.or(ByteSet::of(b"{[\"-tfn"));
/// The characters of numbers (RFC 8259 6).
const NUMBER: ByteSet = DIGIT.or(ByteSet::of(b"+-.eE"));

/// Returns `true` if it starts with an object with a member, or with an array. Text in brackets is not an array, as in
/// `[02:51]`, `[INFO]` or `[1] see there`: one that closes must end its line.
pub(super) fn sniff(head: Prefix<'_>) -> Sniff {
    let mut walk = Walk { head, at: 0, at_end: Sniff::No };
    match walk.text() {
        ControlFlow::Break(sniff) => sniff,
        ControlFlow::Continue(()) => Sniff::No,
    }
}

/// How far the head has been read as JSON.
struct Walk<'h> {
    head: Prefix<'h>,
    at: usize,
    /// The answer if nothing follows the head.
    at_end: Sniff,
}

impl Walk<'_> {
    fn text(&mut self) -> Step {
        match self.head.starts_with(MARK) {
            Sniff::Yes => self.at = MARK.len(),
            Sniff::More => return ControlFlow::Break(Sniff::More),
            Sniff::No => {}
        }
        match self.solid()? {
            b'{' => {
                self.object()?;
                self.line_end()
            }
            b'[' => self.array(),
            _ => no(),
        }
    }

    /// The next byte.
    fn byte(&self) -> Step<u8> {
        match self.head.bytes.get(self.at) {
            Some(byte) => ControlFlow::Continue(*byte),
            None if self.head.is_all => ControlFlow::Break(self.at_end),
            None => ControlFlow::Break(Sniff::More),
        }
    }

    /// The next byte that is not whitespace. A line end after an element means an array.
    fn solid(&mut self) -> Step<u8> {
        loop {
            match self.byte()? {
                b'\n' if self.at_end == Sniff::Yes => return ControlFlow::Break(Sniff::Yes),
                byte if WHITE.contains(byte) => self.at += 1,
                byte => return ControlFlow::Continue(byte),
            }
        }
    }

    /// Nothing else may be in the line.
    fn line_end(&mut self) -> Step {
        self.at_end = Sniff::Yes;
        self.solid()?;
        no()
    }

    /// Reads an empty object. One with a member settles it.
    fn object(&mut self) -> Step {
        self.at += 1;
        match self.solid()? {
            b'}' => {
                self.at += 1;
                return ControlFlow::Continue(());
            }
            b'"' => self.string()?,
            _ => return no(),
        }
        if self.solid()? != b':' {
            return no();
        }
        self.at += 1;
        let value = self.solid()?;
        ControlFlow::Break(Sniff::sure(VALUE.contains(value)))
    }

    /// Reads an array to its end, or to that of the line.
    fn array(&mut self) -> Step {
        let mut depth = 0usize;
        loop {
            while self.solid()? == b'[' {
                self.at += 1;
                depth += 1;
            }
            if self.solid()? != b']' {
                self.element()?;
            }
            while self.solid()? == b']' {
                self.at += 1;
                depth -= 1;
                if depth == 0 {
                    return self.line_end();
                }
            }
            if self.solid()? != b',' {
                return no();
            }
            self.at += 1;
            self.at_end = Sniff::Yes;
        }
    }

    /// Reads a value that is not an array.
    fn element(&mut self) -> Step {
        match self.solid()? {
            b'{' => self.object(),
            b'"' => self.string(),
            b't' => self.literal("true"),
            b'f' => self.literal("false"),
            b'n' => self.literal("null"),
            _ => self.number(),
        }
    }

    fn string(&mut self) -> Step {
        loop {
            self.at += 1;
            match self.byte()? {
                b'"' => break,
                b'\\' => self.at += 1,
                0..0x20 => return no(),
                _ => {}
            }
        }
        self.at += 1;
        ControlFlow::Continue(())
    }

    fn literal(&mut self, name: &str) -> Step {
        match self.head.has(self.at, name.as_bytes()) {
            Sniff::Yes => self.at += name.len(),
            sniff => return ControlFlow::Break(sniff),
        }
        ControlFlow::Continue(())
    }

    fn number(&mut self) -> Step {
        let start = self.at;
        while NUMBER.contains(self.byte()?) {
            self.at += 1;
        }
        match is_number(&self.head.bytes[start..self.at]) {
            true => ControlFlow::Continue(()),
            false => no(),
        }
    }
}

/// number = [ "-" ] int [ "." 1*DIGIT ] [ e [ "-" / "+" ] 1*DIGIT ] (RFC 8259 6).
fn is_number(text: &[u8]) -> bool {
    let text = text.strip_prefix(b"-").unwrap_or(text);
    let (int, mut rest) = digits(text);
    let mut is_number = !int.is_empty() && (int == b"0" || int[0] != b'0');
    if let Some(after) = rest.strip_prefix(b".") {
        let (fraction, after) = digits(after);
        is_number &= !fraction.is_empty();
        rest = after;
    }
    if let [b'e' | b'E', after @ ..] = rest {
        let after = after.strip_prefix(b"-").or(after.strip_prefix(b"+")).unwrap_or(after);
        let (exponent, after) = digits(after);
        is_number &= !exponent.is_empty();
        rest = after;
    }
    is_number && rest.is_empty()
}

/// The digits at the front, and the rest.
fn digits(text: &[u8]) -> (&[u8], &[u8]) {
    let count = text.iter().take_while(|byte| DIGIT.contains(**byte)).count();
    text.split_at(count)
}

fn no<T>() -> Step<T> {
    ControlFlow::Break(Sniff::No)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::cases::{assert_cases, sniffed};

    #[test]
    fn json_and_what_only_looks_so() {
        assert_cases("data/json", |[text]| sniffed(text, sniff));
    }

    #[test]
    fn brackets_without_end_are_read_once() {
        let bytes = "[".repeat(1 << 20);
        assert_eq!(sniff(Prefix { bytes: bytes.as_bytes(), is_all: true }), Sniff::No);
    }
}

//! Bencode (BEP 3): `.torrent` files. Each string is a value; what is not UTF-8, such as hashes, is left out.

use std::mem;
use std::ops::{ControlFlow, Range};

use crate::core::format::{Format, Prefix, Sniff};
use crate::core::peek::PeekReader;
use crate::core::problem::ProblemKind;
use crate::core::step::StepKind;
use crate::core::walker::Walker;
use crate::layers::syntax::{MAX_UNIT, Parsed, Syntax, Unit};

/// A dictionary in bencode.
pub struct Bencode;

/// The longest number: a length, or an integer.
const NUMBER: usize = 20;

impl Format for Bencode {
    fn name(&self) -> &'static str {
        "bencode"
    }

    /// A dictionary, its first key, and how its value starts.
    fn sniff(&self, head: Prefix<'_>) -> Sniff {
        const LONGEST_KEY: usize = 99;
        let bytes = &head.bytes[..head.bytes.len().min(NUMBER + LONGEST_KEY + 2 * NUMBER)];
        let key = match bytes {
            [] => return head.undecided(),
            [b'd', ..] => next(bytes, 1),
            _ => return Sniff::No,
        };
        let (Token::String(key), at) = (match key {
            Next::More if bytes.len() < 1 + NUMBER => return head.undecided(),
            Next::More | Next::Broken => return Sniff::No,
            Next::Token(token, at) => (token, at),
        }) else {
            return Sniff::No;
        };
        if key > LONGEST_KEY || key == 0 {
            return Sniff::No;
        }
        let (name, value) = (bytes.get(at..at + key), bytes.get(at + key..).unwrap_or_default());
        match (name, next(value, 0)) {
            (Some(name), _) if !name.iter().all(|b| matches!(b, b' '..=b'~')) => Sniff::No,
            (Some(_), Next::Token(token, _)) => Sniff::sure(token != Token::End),
            (Some(_), Next::Broken) => Sniff::No,
            _ => head.undecided(),
        }
    }

    fn media_types(&self) -> &'static [&'static str] {
        &["application/x-bittorrent"]
    }

    fn open(&self, reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
        let mut values = Values::default();
        to.within(StepKind::Layer, self.name(), |to| {
            to.text(&mut Parsed::new(reader, &mut values))
        })?;
        if values.is_broken || values.depth > 0 {
            let (kind, what) = match values.is_broken {
                true => (ProblemKind::Damaged, "bencode: expected a value"),
                false => (ProblemKind::Cut, "bencode: truncated"),
            };
            to.problem(kind, reader.raw(), what);
        }
        ControlFlow::Continue(())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token {
    /// The length and the colon before a string of that many bytes.
    String(usize),
    Integer,
    /// A dictionary or list starts.
    Start,
    End,
}

enum Next {
    /// A token, and where it ends.
    Token(Token, usize),
    /// It needs more bytes.
    More,
    Broken,
}

/// The token at an offset.
fn next(bytes: &[u8], at: usize) -> Next {
    let rest = bytes.get(at..).unwrap_or_default();
    let digits = |from: usize| rest[from..].iter().take_while(|b| b.is_ascii_digit()).count();
    let closed = |end: usize, by: u8, token: Token| match rest.get(end) {
        _ if end > NUMBER => Next::Broken,
        None => Next::More,
        Some(byte) if *byte == by => Next::Token(token, at + end + 1),
        Some(_) => Next::Broken,
    };
    match rest {
        [] => Next::More,
        [b'd' | b'l', ..] => Next::Token(Token::Start, at + 1),
        [b'e', ..] => Next::Token(Token::End, at + 1),
        [b'i', ..] => {
            let sign = 1 + usize::from(rest.get(1) == Some(&b'-'));
            let digits = if sign < rest.len() { digits(sign) } else { 0 };
            if digits == 0 && sign < rest.len() {
                Next::Broken
            } else {
                closed(sign + digits, b'e', Token::Integer)
            }
        }
        [b'0'..=b'9', ..] => {
            let count = digits(0);
            let len = str::from_utf8(&rest[..count]).ok().and_then(|len| len.parse().ok());
            len.map_or(Next::Broken, |len| closed(count, b':', Token::String(len)))
        }
        _ => Next::Broken,
    }
}

/// The strings of a dictionary.
#[derive(Default)]
struct Values {
    /// How many dictionaries and lists are open.
    depth: usize,
    has_started: bool,
    /// How much of a string is left that is longer than a unit, and whether it is text.
    left: usize,
    is_text: bool,
    /// The strings of the next unit, and whether each ends in it.
    strings: Vec<(Range<usize>, bool)>,
    is_broken: bool,
}

impl Syntax for Values {
    /// Tokens and the strings after them, as many as fit.
    fn unit(&mut self, reader: &mut PeekReader<'_>) -> usize {
        let bytes = reader.peek(MAX_UNIT);
        let bytes = &bytes[..bytes.len().min(MAX_UNIT)];
        if self.left > 0 {
            let len = self.left.min(bytes.len());
            self.left -= len;
            self.strings.push((0..len, self.left == 0));
            return len;
        }
        let mut at = 0;
        while !self.has_started || self.depth > 0 {
            let (token, end) = match next(bytes, at) {
                Next::Token(token, end) => (token, end),
                // The rest of a long unit is read with the next one.
                Next::More if at > 0 && bytes.len() == MAX_UNIT => return at,
                Next::More => return bytes.len(),
                Next::Broken => {
                    self.is_broken = true;
                    self.depth = 0;
                    return at;
                }
            };
            self.has_started = true;
            let start = mem::replace(&mut at, end);
            match token {
                Token::Start => self.depth += 1,
                Token::End => self.depth -= 1,
                Token::Integer => {}
                Token::String(len) => {
                    let end = at.saturating_add(len);
                    if end > bytes.len() && at > MAX_UNIT / 2 {
                        // It is read from its start on.
                        return start;
                    }
                    self.left = end.saturating_sub(bytes.len());
                    self.strings.push((at..end.min(bytes.len()), self.left == 0));
                    at = end.min(bytes.len());
                    if self.left > 0 {
                        return at;
                    }
                }
            }
        }
        at
    }

    fn read(&mut self, unit: &mut Unit<'_>) {
        for (range, ends) in self.strings.drain(..) {
            let is_first = range.start > 0;
            unit.skip(unit.done()..range.start);
            let bytes = &unit.text[range.clone()];
            if is_first {
                self.is_text = match str::from_utf8(bytes) {
                    Ok(_) => true,
                    Err(error) => !ends && error.error_len().is_none(),
                };
            }
            if !self.is_text {
                unit.skip(range);
                continue;
            }
            if is_first {
                unit.border(range.start);
            }
            unit.verbatim(range.end);
            if ends {
                unit.border(range.end);
            }
        }
        unit.skip(unit.done()..unit.text.len());
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::testing::{UNCUT, entered, opened, stands_all_cuts};

    pub fn string(text: &[u8]) -> Vec<u8> {
        [text.len().to_string().as_bytes(), b":", text].concat()
    }

    fn told(bytes: &[u8]) -> String {
        stands_all_cuts(&Bencode, bytes);
        entered(&Bencode, bytes, UNCUT).told()
    }

    #[test]
    fn strings_do_not_run_into_each_other() {
        let bytes = b"d8:announce17:http://a.example/13:announce-listll17:http://b.example/el17:http://c.example/ee\
            7:comment3:\"q\"13:creation datei1700000000e4:infod6:lengthi-9e6:pieces4:\xff\xfe:/ee";
        let shown = told(bytes);
        for value in
            ["http://a.example/", "http://b.example/", "http://c.example/", "\"q\"", "pieces"]
        {
            assert!(shown.contains(&format!("|{value}|")), "{shown}");
        }
        assert!(shown.ends_with("|pieces|"), "{shown}");
        assert_eq!(opened(bytes).texts[0].path, "bencode");
    }

    #[test]
    fn long_strings_are_read_whole() {
        for (front, len) in [(10, 70_000), (40_000, 30_000), (65_500, 9), (65_530, 200_000)] {
            // It ends in a digit, as the length of the next one starts.
            let (front, long) = ("x".repeat(front - 1) + "1", "y".repeat(len));
            let bytes =
                [b"d1:kl", &string(front.as_bytes())[..], &string(long.as_bytes()), b"ee"].concat();
            let all = entered(&Bencode, &bytes, UNCUT);
            assert_eq!(all.problems, [""; 0]);
            let shown = String::from_utf8_lossy(&all.texts[0].text).replace('\x1f', "|");
            assert!(shown == format!("|k||{front}||{long}|"), "{} {len}", front.len());
            assert!(entered(&Bencode, &bytes, 4096).texts == entered(&Bencode, &bytes, 1000).texts);
        }
    }

    #[test]
    fn what_is_broken_is_told() {
        for (bytes, problem) in [
            (&b"d1:a2:bcx http://a.example/"[..], "! bencode: expected a value"),
            (b"d1:a2:b", "! bencode: truncated"),
            (b"d1:a3:", "! bencode: truncated"),
        ] {
            let shown = told(bytes);
            assert!(shown.contains(problem), "{shown}");
        }
        assert!(told(b"d1:a2:bce http://a.example/").ends_with(" http://a.example/"));
    }

    #[test]
    fn text_is_text() {
        for text in [
            "d",
            "d1",
            "d1: a",
            "d1:a",
            "d1:a b",
            "d10:a http://a.example/",
            "data: 1",
            "d0:e",
            "de",
        ] {
            assert_eq!(
                Bencode.sniff(Prefix { bytes: text.as_bytes(), is_all: true }),
                Sniff::No,
                "{text}"
            );
        }
    }
}

//! Tokens of PDF (ISO 32000-1 7.2 and 7.3), in bytes of which there may be more.

use std::ops::Range;

use urisift::internal::byteset::ByteSet;

/// Whitespace (7.2.2, table 1).
pub(super) const SPACE: ByteSet = ByteSet::of(b"\0\t\n\x0c\r ");
/// What ends a name, a number or a keyword.
const END: ByteSet = SPACE.or(ByteSet::of(b"()<>[]{}/%"));

/// A token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// A comment, from its percent sign on.
    Comment,
    /// A name, from its slash on.
    Name,
    /// A number, a keyword or an operator.
    Word,
    /// `(…)`.
    Literal,
    /// A parenthesis that is not closed: the object ends, or all does.
    Unclosed,
    /// `<…>`.
    Hex,
    /// `<<` or `[`.
    Open,
    /// `>>` or `]`.
    Close,
    /// Anything else.
    Other,
}

/// What is next in some bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Next {
    Token(Token, Range<usize>),
    /// The token at this offset needs more bytes.
    More(usize),
    /// Nothing but whitespace.
    None,
}

/// The token at an offset or after it. With `is_all`, nothing follows the bytes.
pub(super) fn next(bytes: &[u8], from: usize, is_all: bool) -> Next {
    let Some(space) = bytes[from..].iter().position(|b| !SPACE.contains(*b)) else {
        return Next::None;
    };
    let start = from + space;
    let rest = &bytes[start..];
    // The length that was found, or that of all.
    let (token, len) = match rest {
        [b'%', ..] => (Token::Comment, memchr::memchr2(b'\r', b'\n', rest)),
        [b'/', name @ ..] => (Token::Name, end(name).map(|len| 1 + len)),
        [b'(', ..] => match literal_end(rest, &mut 0) {
            Literal::Closed(len) => (Token::Literal, Some(len)),
            Literal::Broken(len) => (Token::Unclosed, Some(len)),
            Literal::Open(_) => (Token::Unclosed, None),
        },
        [b'<', b'<', ..] | [b'>', b'>', ..] => {
            (if rest[0] == b'<' { Token::Open } else { Token::Close }, Some(2))
        }
        [b'<' | b'>'] => (Token::Other, None),
        [b'<', digits @ ..] => match digits.iter().position(|b| !is_hex(*b)) {
            Some(len) if digits[len] == b'>' => (Token::Hex, Some(len + 2)),
            Some(_) => (Token::Other, Some(1)),
            None => (Token::Other, None),
        },
        [b'[', ..] => (Token::Open, Some(1)),
        [b']', ..] => (Token::Close, Some(1)),
        [b'{' | b'}' | b')' | b'>', ..] => (Token::Other, Some(1)),
        _ => (Token::Word, end(rest)),
    };
    match len {
        Some(len) => Next::Token(token, start..start + len),
        None if is_all => Next::Token(token, start..bytes.len()),
        None => Next::More(start),
    }
}

fn end(bytes: &[u8]) -> Option<usize> {
    bytes.iter().position(|b| END.contains(*b))
}

fn is_hex(byte: u8) -> bool {
    byte.is_ascii_hexdigit() || SPACE.contains(byte)
}

/// Where a literal string ends.
pub(super) enum Literal {
    /// After its closing parenthesis.
    Closed(usize),
    /// Before the end of its object: a parenthesis is missing.
    Broken(usize),
    /// Not in this many bytes at the front, which no escape runs over the end of.
    Open(usize),
}

/// The end of a literal string; `depth` is that of the parentheses that are open before the bytes.
pub(super) fn literal_end(bytes: &[u8], depth: &mut usize) -> Literal {
    let (mut at, mut len) = (0, FIRST_WINDOW.min(bytes.len()));
    loop {
        at = close(&bytes[..len], at, depth);
        // Looked for in ever more bytes, so that a broken string does not cost more than its object.
        let within = &bytes[..if *depth == 0 { at } else { len }];
        if let Some(end) = object_end(within) {
            *depth = 0;
            return Literal::Broken(end);
        }
        if *depth == 0 {
            return Literal::Closed(at);
        }
        if len == bytes.len() {
            return Literal::Open(len - usize::from(at > len));
        }
        len = (2 * len).min(bytes.len());
    }
}

/// How many bytes are looked at first for the end of a literal string.
const FIRST_WINDOW: usize = 256;

/// Follows parentheses and escapes from an offset on, until none is open; returns how far that is. It is more
/// than there are bytes if the last one starts an escape.
fn close(bytes: &[u8], from: usize, depth: &mut usize) -> usize {
    let mut at = from;
    while let Some(next) = bytes.get(at..).and_then(|rest| memchr::memchr3(b'(', b')', b'\\', rest))
    {
        at += next + 1;
        match bytes[at - 1] {
            b'(' => *depth += 1,
            b')' => *depth -= 1,
            _ => at += 1,
        }
        if *depth == 0 {
            return at;
        }
    }
    at.max(bytes.len())
}

/// Where an object ends in the bytes, and another one or a table starts.
fn object_end(bytes: &[u8]) -> Option<usize> {
    memchr::memmem::find_iter(bytes, b"endobj").find(|end| {
        let after = &bytes[end + b"endobj".len()..];
        let space = after.iter().take_while(|b| SPACE.contains(**b)).count();
        let next = &after[space..];
        let is_table = next.starts_with(b"xref") || next.starts_with(b"startxref");
        space > 0 && (is_table || next.first().is_some_and(u8::is_ascii_digit))
    })
}

/// The number that a word is.
pub(super) fn number(word: &[u8]) -> Option<u64> {
    str::from_utf8(word).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::cases::assert_texts;

    /// Each token in brackets.
    fn shown(bytes: &str, is_all: bool) -> String {
        let (mut shown, mut at) = (String::new(), 0);
        loop {
            match next(bytes.as_bytes(), at, is_all) {
                Next::Token(token, range) => {
                    shown += &format!("{token:?}{{{}}}", &bytes[range.clone()]);
                    assert!(range.end > at);
                    at = range.end;
                }
                Next::More(_) => return shown + "…",
                Next::None => return shown,
            }
        }
    }

    #[test]
    fn long_strings() {
        for pad in [253, 254, 255, 256, 511] {
            let pad = "x".repeat(pad);
            for (end, token) in [("\\))", "Literal"), ("\\\\)", "Literal"), ("\\)", "Unclosed")] {
                let string = format!("({pad}{end}");
                assert_eq!(shown(&string, true), format!("{token}{{{string}}}"));
            }
            let broken = format!("({pad} endobj 3");
            assert_eq!(shown(&broken, true), format!("Unclosed{{({pad} }}Word{{endobj}}Word{{3}}"));
        }
    }

    #[test]
    fn tokens() {
        assert_texts("office/tokens", |bytes| shown(bytes, true));
        for bytes in ["a", "/a", "(a", "(a\\", "(a\\)", "<", "<4", "%a", ">"] {
            assert_eq!(shown(bytes, false), "…", "{bytes}");
        }
    }
}

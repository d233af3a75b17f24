//! Lines that end a body: boundaries (RFC 2046 5.1.1), and the next message of a mailbox.

use memchr::memchr;

use super::envelope::{self, Envelope};
use super::file::{FIRST, FileCoding};
use crate::format::{Prefix, Sniff};

/// The longest line checked for a boundary, in bytes: a boundary has at most 70 characters, and sloppy
/// mailers write some more.
const MAX_LINE: usize = 1 << 10;

/// What ends the open bodies.
#[derive(Debug, Default)]
pub(super) struct Fence {
    /// The boundaries of the enclosing multiparts, without hyphens, outermost first.
    pub boundaries: Vec<Vec<u8>>,
    /// Another message may follow, after an envelope that is at least as sure as this.
    pub mailbox: Option<Envelope>,
    /// The body is text, in which encoded files may be.
    pub has_files: bool,
}

/// What ends a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// Nothing follows it.
    End,
    /// The line before another message.
    Message,
    /// The first line of an encoded file.
    File(FileCoding),
    /// A boundary, by its index in [`Fence::boundaries`]; a part follows it, or none.
    Part(usize),
    Close(usize),
}

/// What a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line {
    Text,
    /// Text, without its first byte, which quotes the rest.
    Quoted,
    Stop(Stop),
    /// More bytes are needed.
    More,
}

impl Fence {
    /// Whether a line that starts so has to be looked at.
    pub fn is_suspect(&self, first: u8) -> bool {
        matches!(first, b'-' | b'F' | b'>') || self.has_files && FIRST.contains(&first)
    }

    /// What the line at the front is; with `is_all`, nothing follows the bytes.
    pub fn line(&self, text: &[u8], is_all: bool) -> Line {
        match text.first() {
            None if is_all => Line::Stop(Stop::End),
            None => Line::More,
            Some(b'-') if !self.boundaries.is_empty() => self.boundary(text, is_all),
            Some(byte) => match (byte, self.mailbox) {
                (b'F', Some(least)) => from(text, is_all, least),
                (b'>', Some(_)) => quoted(text, is_all),
                _ if self.has_files && FIRST.contains(byte) => file(text, is_all),
                _ => Line::Text,
            },
        }
    }

    /// Whether a line is a boundary.
    pub fn is_boundary(&self, line: &[u8]) -> bool {
        line.starts_with(b"--") && matches!(self.boundary(line, true), Line::Stop(_))
    }

    fn boundary(&self, text: &[u8], is_all: bool) -> Line {
        let sight = &text[..text.len().min(MAX_LINE)];
        if sight.get(1).is_some_and(|b| *b != b'-') {
            return Line::Text;
        }
        let line = match memchr(b'\n', sight) {
            Some(end) => &sight[..end],
            None if is_all || sight.len() == MAX_LINE => sight,
            None => return Line::More,
        };
        let Some(rest) = line.trim_ascii_end().strip_prefix(b"--") else { return Line::Text };
        // The innermost one, if several are equal.
        for (index, boundary) in self.boundaries.iter().enumerate().rev() {
            match rest.strip_prefix(&**boundary) {
                Some(b"") => return Line::Stop(Stop::Part(index)),
                Some(b"--") => return Line::Stop(Stop::Close(index)),
                _ => {}
            }
        }
        Line::Text
    }
}

fn file(text: &[u8], is_all: bool) -> Line {
    match FileCoding::sniff(text, is_all) {
        Ok(coding) => Line::Stop(Stop::File(coding)),
        Err(Sniff::More) => Line::More,
        Err(_) => Line::Text,
    }
}

fn from(text: &[u8], is_all: bool, least: Envelope) -> Line {
    match envelope::separates(Prefix { bytes: text, is_all }, least) {
        Sniff::Yes => Line::Stop(Stop::Message),
        Sniff::No => Line::Text,
        Sniff::More => Line::More,
    }
}

/// `>From `, with any number of `>` (mboxrd): the mailbox added one of them.
fn quoted(text: &[u8], is_all: bool) -> Line {
    let sight = &text[..text.len().min(MAX_LINE)];
    let quotes = sight.iter().take_while(|b| **b == b'>').count();
    let rest = Prefix { bytes: &sight[quotes..], is_all: is_all || sight.len() == MAX_LINE };
    match rest.starts_with(envelope::FROM) {
        Sniff::Yes => Line::Quoted,
        Sniff::No => Line::Text,
        Sniff::More => Line::More,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines() {
        let boundaries = vec![b"a".to_vec(), b"b c".to_vec()];
        let fence = Fence { boundaries, mailbox: Some(Envelope::Sloppy), has_files: true };
        let message = "From a@b Thu Jan  1 00:00:00 1970\nX: y\n";
        for (text, expected) in [
            ("--a\n", Line::Stop(Stop::Part(0))),
            ("--a--\r\nx", Line::Stop(Stop::Close(0))),
            ("--b c  \r\n", Line::Stop(Stop::Part(1))),
            ("--ab\n", Line::Text),
            ("-- \n", Line::Text),
            ("-a\n", Line::Text),
            (message, Line::Stop(Stop::Message)),
            ("From here on\n", Line::Text),
            ("begin 644 a\n#86)C\n", Line::Stop(Stop::File(FileCoding::Uu))),
            ("begin here\n", Line::Text),
            ("From -1\nFrom: a\nTo: b\n", Line::Stop(Stop::Message)),
            ("From a@b\nFrom: a\nTo: b\n", Line::Text),
            ("Fro", Line::Text),
            (">From x", Line::Quoted),
            (">>>From x", Line::Quoted),
            ("> From x", Line::Text),
            ("", Line::Stop(Stop::End)),
        ] {
            assert_eq!(fence.line(text.as_bytes(), true), expected, "{text:?}");
        }
        for text in ["", "-", "--a", "F", "From", &message[..20], ">", ">>Fr"] {
            assert_eq!(fence.line(text.as_bytes(), false), Line::More, "{text:?}");
        }
    }
}

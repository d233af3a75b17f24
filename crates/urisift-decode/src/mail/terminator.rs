//! Lines that end a body: boundaries (RFC 2046 5.1.1), and the next message of a mailbox.

use memchr::memchr;

use super::envelope;
use super::file::{self, FIRST, FileCoding};
use crate::core::format::{Prefix, Sniff};
use crate::core::start::Envelope;
use crate::layers::marks::Marks;
use urisift::internal::byteset::ByteSet;

/// The longest line checked for a boundary, in bytes: a boundary has at most 70 characters, and sloppy
/// mailers write some more.
const MAX_LINE: usize = 1 << 10;

/// What ends the open bodies.
#[derive(Debug, Default)]
pub(super) struct Terminator {
    /// The boundaries of the enclosing multiparts, without hyphens, outermost first.
    pub boundaries: Vec<Vec<u8>>,
    /// Another message may follow, after an envelope of this form or of a surer one.
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
    /// A boundary, by its index in [`Terminator::boundaries`]; a part follows it, or none.
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

/// What the lines start with that may end a body, or are quoted.
static SUSPECTS: ByteSet = ByteSet::of(b"-F>").or(ByteSet::of(FIRST));
/// The same without those of files.
static NO_FILES: ByteSet = ByteSet::of(b"-F>");

impl Terminator {
    /// The first line after `from` that is something else than text, and what it is. With `is_all`, nothing follows the
    /// text; with `after_feed`, a line feed is before it.
    pub fn first(
        &self,
        text: &[u8],
        from: usize,
        is_all: bool,
        after_feed: bool,
    ) -> Option<(usize, Line)> {
        let (rest, mut line) = (&text[from..], Line::Text);
        let suspects = if self.has_files { &SUSPECTS } else { &NO_FILES };
        let feed = Marks::new(rest, [b'\n']).find(|feed| {
            // Most lines are told by their first byte.
            let after = feed.wrapping_add(1);
            if rest.get(after).is_some_and(|first| !suspects.contains(*first)) {
                return false;
            }
            let (before, rest) = text.split_at(from + after);
            if self.is_suspect(rest) {
                line = self.line(rest, is_all, envelope::ends_blank(before, after_feed));
            }
            line != Line::Text
        })?;
        Some((from + feed + 1, line))
    }

    /// Returns `true` if the line at the front may be something else than text.
    #[inline(always)]
    fn is_suspect(&self, line: &[u8]) -> bool {
        match line {
            [] => true,
            [b'-', rest @ ..] => {
                !self.boundaries.is_empty() && rest.first().is_none_or(|b| *b == b'-')
            }
            // Most quoted text.
            [b'>', next, ..] if !matches!(next, b'>' | b'F') => false,
            [b'F' | b'>', ..] => self.mailbox.is_some() && starts_from(line),
            _ => self.has_files && file::may_start(line),
        }
    }

    /// What the line at the front is; with `is_all`, nothing follows the bytes, and with `after_blank`, a blank line
    /// is before them.
    pub fn line(&self, text: &[u8], is_all: bool, after_blank: bool) -> Line {
        match text.first() {
            None if is_all => Line::Stop(Stop::End),
            None => Line::More,
            Some(b'-') if !self.boundaries.is_empty() => self.boundary(text, is_all),
            Some(byte) => match (byte, self.mailbox) {
                (b'F', Some(least)) => from(text, is_all, least, after_blank),
                (b'>', Some(_)) => quoted(text, is_all),
                _ if self.has_files && FIRST.contains(byte) => file(text, is_all),
                _ => Line::Text,
            },
        }
    }

    /// Returns `true` if a line is a boundary.
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

/// Returns `true` if a line starts with `From `, quoted or not, as far as it has come.
fn starts_from(line: &[u8]) -> bool {
    let quotes = line.iter().take_while(|b| **b == b'>').count();
    if line.get(quotes).is_some_and(|first| *first != b'F') {
        return false;
    }
    Prefix { bytes: &line[quotes..], is_all: false }.starts_with(envelope::FROM) != Sniff::No
}

fn file(text: &[u8], is_all: bool) -> Line {
    match FileCoding::sniff(text, is_all) {
        Ok(coding) => Line::Stop(Stop::File(coding)),
        Err(Sniff::More) => Line::More,
        Err(_) => Line::Text,
    }
}

fn from(text: &[u8], is_all: bool, least: Envelope, after_blank: bool) -> Line {
    match envelope::separates(Prefix { bytes: text, is_all }, least, after_blank) {
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
    use crate::testing::Random;
    use crate::testing::cases::{assert_cases, inputs};

    /// A line that is not text is not skipped.
    #[test]
    fn suspects() {
        let mut pieces = inputs("mail/suspects");
        pieces.push(vec![b'M'; 61]);
        let mut random = Random::default();
        let (mut seen, all) = (0, 3000);
        for _ in 0..all {
            let count = random.below(200);
            let chosen = (0..count).flat_map(|_| &pieces[random.below(pieces.len())]).copied();
            let text: Vec<u8> = chosen.chain(*b"\n").collect();
            let terminator = Terminator {
                boundaries: vec![b"a".to_vec(); random.below(2)],
                mailbox: [None, Some(Envelope::Dated), Some(Envelope::Bare)][random.below(3)],
                has_files: random.below(2) > 0,
            };
            let from = random.below(text.len());
            let starts = memchr::memchr_iter(b'\n', &text[from..]).map(|feed| from + feed + 1);
            let after_feed = random.below(2) > 0;
            let line = |text: &[u8], start: usize, is_all| {
                let (before, rest) = text.split_at(start);
                terminator.line(rest, is_all, envelope::ends_blank(before, after_feed))
            };
            let is_text = |start: &usize| line(&text, *start, true) == Line::Text;
            let first = starts.clone().find(|start| !is_text(start)).unwrap();
            let found = line(&text, first, true);
            let shown = String::from_utf8_lossy(&text);
            assert_eq!(
                terminator.first(&text, from, true, after_feed),
                Some((first, found)),
                "{shown:?} from {from}"
            );
            seen += usize::from(first < text.len());
            let cut = &text[..from + random.below(text.len() - from)];
            let cut_starts = starts.filter(|start| *start <= cut.len());
            let mut lines = cut_starts.map(|start| (start, line(cut, start, false)));
            let first = lines.find(|(_, line)| *line != Line::Text);
            assert_eq!(
                terminator.first(cut, from, false, after_feed),
                first,
                "{shown:?} to {}",
                cut.len()
            );
        }
        assert!((all / 4..all).contains(&seen), "{seen}");
    }

    #[test]
    fn lines() {
        let boundaries = vec![b"a".to_vec(), b"b c".to_vec()];
        let terminator =
            Terminator { boundaries, mailbox: Some(Envelope::Sloppy), has_files: true };
        let message = "From a@b Thu Jan  1 00:00:00 1970\nX: y\n";
        assert_cases("mail/lines", |[text]| format!("{:?}", terminator.line(text, true, false)));
        for text in ["", "-", "--a", "F", "From", &message[..20], ">", ">>Fr"] {
            assert_eq!(terminator.line(text.as_bytes(), false, false), Line::More, "{text:?}");
        }
    }
}

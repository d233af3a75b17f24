//! The header of a message or of a part (RFC 5322 2.2, RFC 2045 3).

use std::ops::Range;

use memchr::memchr;

use super::fence::Fence;
use crate::format::{Prefix, Sniff};
use crate::peek::PeekReader;

/// The longest header, in bytes. A longer one is not a real header.
pub(super) const MAX_HEAD: usize = 256 << 10;

/// Fields at the start of a message or an article; two of them tell it is one.
#[rustfmt::skip]
const FIRST_FIELDS: &[&str] = &[
    "Apparently-To", "Approved", "Authentication-Results", "Bcc", "Cc", "Content-Language",
    "Content-Transfer-Encoding", "Content-Type", "Date", "Delivered-To", "DKIM-Signature",
    "Distribution", "DomainKey-Signature", "Envelope-To", "Errors-To", "Followup-To", "Forwarded",
    "From", "Importance", "In-Reply-To", "Lines", "Mailing-List", "Mail-Followup-To", "Message-ID",
    "MIME-Version", "Newsgroups", "NNTP-Posting-Host", "Old-Return-Path", "Organization", "Path",
    "Precedence", "Priority", "Received", "Received-SPF", "References", "Relay-Version", "Replied",
    "Reply-To", "Return-Path", "Return-Receipt-To", "Sender", "Status", "Subject", "Thread-Index",
    "Thread-Topic", "To", "User-Agent", "Xref",
];

/// How many other fields may be between those two.
const UNKNOWN: usize = 3;

/// How the names of further ones start.
const FIRST_WORDS: &[&str] = &["ARC-", "List-", "Resent-", "X-"];

/// A header field, as ranges of the header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Field {
    /// The name.
    pub name: Range<usize>,
    /// All after the colon, with continuation lines and line ends.
    pub body: Range<usize>,
}

/// A header at the front of a reader.
#[derive(Debug, Default)]
pub(super) struct Head {
    pub fields: Vec<Field>,
    /// Its length in bytes, without the empty line after it.
    pub len: usize,
    /// The length of the empty line; 0 before a line that is no field.
    pub blank: usize,
}

/// A line of a header.
enum Line {
    /// A field, with the length of its name and the index of its colon.
    Field {
        name: usize,
        colon: usize,
    },
    Continuation,
    Empty,
    Other,
}

impl Head {
    /// Reads the header at the front of the reader; `None` if it is too long to be one. A boundary ends
    /// it, even if it looks like a field.
    pub fn read(reader: &mut PeekReader<'_>, fence: &Fence) -> Option<Head> {
        let mut head = Head::default();
        loop {
            let line = line_end(reader, head.len)?;
            let end = head.len + line;
            let text = &reader.live()[head.len..end];
            match kind(text) {
                _ if fence.is_boundary(text) => return Some(head),
                Line::Field { name, colon } => {
                    let (name, body) = (head.len..head.len + name, head.len + colon + 1..end);
                    head.fields.push(Field { name, body });
                }
                Line::Continuation => match head.fields.last_mut() {
                    Some(field) => field.body.end = end,
                    None => return Some(head),
                },
                Line::Empty => {
                    head.blank = line;
                    return Some(head);
                }
                _ => return Some(head),
            }
            head.len = end;
        }
    }

    /// The body of the first field of that name.
    pub fn body<'t>(&self, text: &'t [u8], name: &str) -> Option<&'t [u8]> {
        let is = |field: &&Field| text[field.name.clone()].eq_ignore_ascii_case(name.as_bytes());
        let field = self.fields.iter().find(is)?;
        Some(text[field.body.clone()].trim_ascii())
    }
}

/// The length of the line at an offset of the reader, with its end; 0 at the end of the reader, `None`
/// if the header gets too long.
fn line_end(reader: &mut PeekReader<'_>, at: usize) -> Option<usize> {
    let mut known = at;
    loop {
        let live = reader.live();
        let sight = &live[..live.len().min(MAX_HEAD)];
        if let Some(end) = memchr(b'\n', &sight[known.min(sight.len())..]) {
            return Some(known + end + 1 - at);
        }
        known = sight.len();
        if known == MAX_HEAD {
            return None;
        }
        if !reader.more() {
            return Some(known - at);
        }
    }
}

fn kind(line: &[u8]) -> Line {
    match line {
        [] | b"\n" | b"\r\n" | b"\r" => Line::Empty,
        [b' ' | b'\t', ..] => Line::Continuation,
        _ => field(line).unwrap_or(Line::Other),
    }
}

/// Parses a field. Old mail has blanks before the colon (RFC 822 3.4.2); mailboxes have a quoted
/// envelope among the fields.
fn field(line: &[u8]) -> Option<Line> {
    if line.starts_with(b">From ") {
        return Some(Line::Field { name: 5, colon: 5 });
    }
    let name = name_len(line);
    let blanks = line[name..].iter().take_while(|b| matches!(b, b' ' | b'\t')).count();
    let colon = name + blanks;
    (name > 0 && line.get(colon) == Some(&b':')).then_some(Line::Field { name, colon })
}

/// The length of a field name (RFC 5322 3.6.8).
fn name_len(line: &[u8]) -> usize {
    line.iter().take_while(|b| (b'!'..=b'~').contains(*b) && **b != b':').count()
}

/// Whether this is the start of a message: two fields of messages, and only fields up to there.
pub(super) fn sniff(head: Prefix<'_>) -> Sniff {
    let (mut known, mut unknown) = (0, 0);
    for line in head.bytes.split_inclusive(|b| *b == b'\n') {
        let is_whole = line.ends_with(b"\n") || head.is_all;
        match kind(line) {
            Line::Field { name, .. } if is_first_field(&line[..name]) => known += 1,
            Line::Field { .. } if known > 0 && unknown < UNKNOWN => unknown += 1,
            Line::Continuation if known > 0 => {}
            _ if !is_whole && may_become_field(line, known > 0) => return Sniff::More,
            _ => return Sniff::No,
        }
        if known == 2 {
            return Sniff::Yes;
        }
    }
    if head.is_all { Sniff::No } else { Sniff::More }
}

fn is_first_field(name: &[u8]) -> bool {
    FIRST_FIELDS.iter().any(|field| field.as_bytes().eq_ignore_ascii_case(name))
        || FIRST_WORDS.iter().any(|word| starts_with(name, word.as_bytes()))
}

fn starts_with(text: &[u8], start: &[u8]) -> bool {
    text.get(..start.len()).is_some_and(|text| text.eq_ignore_ascii_case(start))
}

/// Whether the line, as far as it has come, may be a field: any field after the first, whose name must
/// be one that messages start with.
fn may_become_field(line: &[u8], is_after_first: bool) -> bool {
    let name = line.trim_ascii_end();
    let starts = FIRST_FIELDS.iter().chain(FIRST_WORDS);
    let is_start = || starts.into_iter().any(|start| starts_with(start.as_bytes(), line));
    name_len(line) == name.len() && (is_after_first || is_first_field(name) || is_start())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_told_by_two_fields() {
        for (text, expected) in [
            ("From: a@b\nTo: c@d\n\n", Sniff::Yes),
            ("Received: from x\n\tby y; z\nReceived: from y\n", Sniff::Yes),
            ("Path: a!b!c\nNewsgroups: comp.lang\n", Sniff::Yes),
            ("Subject: only one\n\nFrom: a\n", Sniff::No),
            ("X-Note: this\nFrom: a\nTo: b\n", Sniff::Yes),
            ("note: this\nFrom: a\nTo: b\n", Sniff::No),
            ("http://a.example/\n", Sniff::No),
            ("From a to b\n", Sniff::No),
            ("", Sniff::No),
        ] {
            assert_eq!(sniff(Prefix { bytes: text.as_bytes(), is_all: true }), expected, "{text}");
        }
        for (text, expected) in [
            ("Receiv", Sniff::More),
            ("From ", Sniff::More),
            ("X-Any ", Sniff::More),
            ("From a", Sniff::No),
            ("Fro ", Sniff::No),
            ("hello", Sniff::No),
            ("From: a@b\n", Sniff::More),
            ("From: a@b\nThread-Ind", Sniff::More),
            ("From: a@b\nUnknown-Na", Sniff::More),
            ("see http://a", Sniff::No),
        ] {
            assert_eq!(sniff(Prefix { bytes: text.as_bytes(), is_all: false }), expected, "{text}");
        }
    }
}

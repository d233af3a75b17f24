//! The header of a message or of a part (RFC 5322 2.2, RFC 2045 3).

use bstr::ByteSlice;

use super::terminator::Terminator;
use crate::core::format::{Prefix, Sniff};
use crate::core::peek::PeekReader;
use crate::layers::fields::{Head, Line, name_len};

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

/// Reads the header at the front of the reader; `None` if it is too long to be one. A line that is not a field ends it,
/// and a boundary, even if that looks like a field.
pub(super) fn read(reader: &mut PeekReader<'_>, terminator: &Terminator) -> Option<Head> {
    let head = Head::read(reader, MAX_HEAD, |head, line, text| match line {
        _ if terminator.is_boundary(text) => true,
        Line::Continuation => head.fields.is_empty(),
        line => line == Line::Other,
    });
    // For tests of what a panic leaves.
    #[cfg(feature = "testing")]
    if let Some(head) = &head {
        assert!(head.value(reader.live(), "X-Planted-Panic").is_none(), "planted");
    }
    head
}

/// Returns `true` if this is the start of a message: two fields of messages, and only fields up to there.
pub(super) fn sniff(head: Prefix<'_>) -> Sniff {
    let (mut known, mut unknown) = (0, 0);
    for line in head.bytes.lines_with_terminator() {
        let is_whole = line.ends_with(b"\n") || head.is_all;
        match Line::of(line) {
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

/// Returns `true` if the line, as far as it has come, may be a field: any field after the first, whose name must be one
/// that messages start with.
fn may_become_field(line: &[u8], is_after_first: bool) -> bool {
    let name = line.trim_ascii_end();
    let starts = FIRST_FIELDS.iter().chain(FIRST_WORDS);
    let is_start = || starts.into_iter().any(|start| starts_with(start.as_bytes(), line));
    name_len(line) == name.len() && (is_after_first || is_first_field(name) || is_start())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::cases::assert_cases;

    #[test]
    fn messages_are_told_by_two_fields() {
        assert_cases("mail/messages", |[text]| {
            format!("{:?}", sniff(Prefix { bytes: text, is_all: true }))
        });
        assert_cases("mail/starts of messages", |[text]| {
            format!("{:?}", sniff(Prefix { bytes: text, is_all: false }))
        });
    }
}

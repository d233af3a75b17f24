//! The header of a record (ISO 28500 5).

use std::ops::Range;

use crate::fields::{self, Field};
use crate::peek::PeekReader;
use crate::pieces::{Piece, Pieces};

/// The longest type shown, in bytes.
const LONGEST_TYPE: usize = 32;

/// Fields that only identify records. Their values are no links.
const IDENTIFIERS: [&str; 7] = [
    "WARC-Record-ID",
    "WARC-Concurrent-To",
    "WARC-Refers-To",
    "WARC-Warcinfo-ID",
    "WARC-Segment-Origin-ID",
    "WARC-Payload-Digest",
    "WARC-Block-Digest",
];

/// A record, as its header says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Record {
    /// Its name in a path.
    pub step: String,
    /// The length of its block.
    pub size: Option<u64>,
    /// The Content-Type of its block.
    pub media: String,
    /// Where it was found, which is the base of its contents.
    pub target: Option<String>,
    pub date: Option<String>,
}

impl Record {
    /// Parses the header of the record of that number, counted from 1.
    pub fn of(head: &[u8], number: u64) -> Self {
        let value = |name| fields::value(head, name);
        let kind: String = value("WARC-Type").unwrap_or_default();
        let kind: String = kind.chars().filter(char::is_ascii_graphic).take(LONGEST_TYPE).collect();
        Record {
            step: format!("record {number} {kind}").trim_end().to_owned(),
            size: value("Content-Length").and_then(|size| size.parse().ok()),
            media: value("Content-Type").unwrap_or_default(),
            target: value("WARC-Target-URI").map(|target| bare(&target).to_owned()),
            date: value("WARC-Date"),
        }
    }
}

/// A URI without the angle brackets of WARC 1.0 (ISO 28500:2009 4).
fn bare(uri: &str) -> &str {
    uri.strip_prefix('<').and_then(|uri| uri.strip_suffix('>')).unwrap_or(uri).trim()
}

/// The header as text, without identifiers.
pub(super) fn header<'t, 's>(reader: &'t PeekReader<'s>, len: usize) -> Pieces<'t, 's> {
    let head = &reader.live()[..len];
    let lines = fields::lines(head).filter(|line| !is_identifier(head, line));
    Pieces::new(reader, lines.map(Piece::Verbatim))
}

fn is_identifier(head: &[u8], line: &Range<usize>) -> bool {
    let field = Field::of(head, line);
    field.is_some_and(|field| IDENTIFIERS.iter().any(|name| field.is(head, name)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seen::{dripping, seen};

    #[test]
    fn what_a_header_says() {
        let head = b"WARC/1.0\r\nWARC-Type: response\r\nContent-Length: 12\r\n\
            warc-target-uri: <http://a/>\r\nWARC-Date: 2020-01-01T00:00:00Z\r\n\r\n";
        let expected = Record {
            step: "record 3 response".into(),
            size: Some(12),
            media: String::new(),
            target: Some("http://a/".into()),
            date: Some("2020-01-01T00:00:00Z".into()),
        };
        assert_eq!(Record::of(head, 3), expected);
    }

    #[test]
    fn a_header_that_says_nothing_of_use() {
        for (head, step) in [
            (&b"WARC/1.0\r\n\r\n"[..], "record 1"),
            (b"WARC/1.0\nWARC-Type: a\x1b[m \xff\nContent-Length: -1\n\n", "record 1 a[m"),
            (b"WARC/1.0\nContent-Length: 99999999999999999999999\n\n", "record 1"),
        ] {
            assert_eq!(Record::of(head, 1), Record { step: step.into(), ..Record::default() });
        }
    }

    #[test]
    fn identifiers_are_no_text() {
        let head = b"WARC/1.0\nWARC-Record-ID: <urn:uuid:1>\n a\nA: b\nWARC-REFERS-TO: c\n\n";
        let mut reader = dripping(head, 99);
        reader.peek(99);
        let seen = seen(&mut header(&reader, head.len()), 4);
        assert_eq!(seen.text, b"WARC/1.0\nA: b\n\n");
        assert_eq!(seen.spans[9].start, head.len() as u64 - 24);
    }
}

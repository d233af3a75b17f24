//! The header of a record (ISO 28500 5).

use std::mem;

use crate::core::message::{Message, MessageFields};
use crate::core::peek::PeekReader;
use crate::core::pieces::Pieces;
use crate::layers::fields::Head;
use crate::layers::media_type::Media;

/// The longest type shown, in bytes.
const LONGEST_TYPE: usize = 32;

/// Fields that only identify records. Their values are not links.
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
    pub media: Media,
    /// Where it was found, which is the base of its contents.
    pub target: Option<String>,
    pub date: Option<String>,
    /// What it says of itself, if that is asked for.
    pub fields: MessageFields,
}

impl Record {
    /// Parses the header of the record of that number, counted from 1.
    pub fn of(head: &Head, text: &[u8], number: u64) -> Self {
        let value = |name| head.text(text, name);
        let kind: String = value("WARC-Type").unwrap_or_default();
        let kind: String = kind.chars().filter(char::is_ascii_graphic).take(LONGEST_TYPE).collect();
        Record {
            step: format!("record {number} {kind}").trim_end().to_owned(),
            size: value("Content-Length").and_then(|size| size.parse().ok()),
            media: Media::parse(head.value(text, "Content-Type").unwrap_or_default()),
            target: head.uri(text, "WARC-Target-URI"),
            date: value("WARC-Date"),
            fields: MessageFields::default(),
        }
    }

    /// The record with its fields.
    pub fn with_fields(self, head: &Head, text: &[u8]) -> Self {
        let fields = MessageFields {
            page: self.target.clone(),
            record_id: head.uri(text, "WARC-Record-ID"),
            record_type: head.text(text, "WARC-Type"),
            ..MessageFields::default()
        };
        Record { fields, ..self }
    }

    /// What it says of itself, as messages do.
    pub fn take_message(&mut self) -> Option<Message> {
        let fields = mem::take(&mut self.fields);
        let has_any = self.date.is_some() || fields != MessageFields::default();
        has_any.then(|| Message::new(None, self.date.take()).with(fields))
    }

    /// Returns `true` if it describes another record.
    pub fn is_metadata(&self) -> bool {
        self.step.ends_with(" metadata")
    }
}

/// The header as text, without identifiers.
pub(super) fn text<'t, 's>(reader: &'t PeekReader<'s>, head: &Head) -> Pieces<'t, 's> {
    head.exact(reader, |field| IDENTIFIERS.iter().any(|name| field.is(reader.live(), name)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{dripping, seen};

    fn head(reader: &mut PeekReader<'_>) -> Head {
        Head::read(reader, 999, |_, _, _| false).unwrap()
    }

    fn record(bytes: &[u8], number: u64) -> Record {
        Record::of(&head(&mut dripping(bytes, 99)), bytes, number)
    }

    #[test]
    fn what_a_header_says() {
        let head = b"WARC/1.0\r\nWARC-Type: response\r\nContent-Length: 12\r\n\
            warc-target-uri: <http://a/>\r\nWARC-Date: 2020-01-01T00:00:00Z\r\n\r\n";
        let expected = Record {
            step: "record 3 response".into(),
            size: Some(12),
            media: Media::default(),
            target: Some("http://a/".into()),
            date: Some("2020-01-01T00:00:00Z".into()),
            fields: MessageFields::default(),
        };
        assert_eq!(record(head, 3), expected);
    }

    #[test]
    fn a_header_that_says_nothing_of_use() {
        for (head, step) in [
            (&b"WARC/1.0\r\n\r\n"[..], "record 1"),
            (b"WARC/1.0\nWARC-Type: a\x1b[m \xff\nContent-Length: -1\n\n", "record 1 a[m"),
            (b"WARC/1.0\nContent-Length: 99999999999999999999999\n\n", "record 1"),
        ] {
            assert_eq!(record(head, 1), Record { step: step.into(), ..Record::default() });
        }
    }

    #[test]
    fn identifiers_are_no_text() {
        let bytes = b"WARC/1.0\nWARC-Record-ID: <urn:uuid:1>\n a\nA: b\nWARC-REFERS-TO: c\n\n";
        let mut reader = dripping(bytes, 99);
        let head = head(&mut reader);
        let seen = seen(&mut text(&reader, &head), 4);
        assert_eq!(seen.text, b"WARC/1.0\nA: b\n\n");
        assert_eq!(seen.spans[9].start, bytes.len() as u64 - 24);
    }
}

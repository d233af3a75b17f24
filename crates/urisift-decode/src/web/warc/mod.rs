//! Web archives: WARC (ISO 28500), a sequence of records.

mod record;
mod wat;

use std::ops::ControlFlow;
use std::sync::Arc;

use record::Record;
use wat::Wat;

use super::http;
use crate::core::bounded::{Before, Limited};
use crate::core::format::{Format, Prefix, Sniff};
use crate::core::message::Message;
use crate::core::peek::PeekReader;
use crate::core::portion::Whole;
use crate::core::start::Content;
use crate::core::walker::{Front, Walker};
use crate::layers::fields::{self, Head, Line};
use crate::layers::syntax::Parsed;
use crate::media;

/// The start of a record, without its version.
const START: &[u8] = b"WARC/";

/// What is searched for if a record does not end where it says.
const NEXT: &[u8] = b"\nWARC/1.";

/// WARC 1.0 and 1.1, and earlier versions as far as they agree.
pub struct Warc;

impl Format for Warc {
    fn name(&self) -> &'static str {
        "warc"
    }

    fn sniff(&self, head: Prefix<'_>) -> Sniff {
        head.starts_with(b"WARC/1.").or(head.starts_with(b"WARC/0."))
    }

    fn open(&self, reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
        let (content, end) = to.take_start();
        let number = match content {
            Some(Content::Records { number }) => number,
            _ => 0,
        };
        records(reader, to, number, end)?;
        to.end_at(end)
    }
}

/// Reads the records after that number, up to one that starts at `end`, in portions where that is possible.
fn records(
    reader: &mut PeekReader<'_>,
    to: &mut Walker<'_>,
    mut number: u64,
    end: u64,
) -> ControlFlow<()> {
    while is_at_record(reader, to) && reader.at() < end {
        let front = Front { number, end, content: Some(Content::Records { number }) };
        number = to.portions(reader, front, whole, records)? + 1;
        if reader.at() >= end {
            break;
        }
        read(number, reader, to)?;
    }
    ControlFlow::Continue(())
}

/// The records at the front of the bytes that end where their headers say, and with another one after them, up to one
/// that ends at `most` or later.
fn whole(bytes: &[u8], most: u64) -> Whole {
    let (mut whole, mut at) = (Whole::default(), 0);
    while (at as u64) < most
        && let Some(len) = record_len(&bytes[at..])
        && let Some(after) = bytes.get(at.saturating_add(len)..)
    {
        let lines = after.iter().take_while(|b| matches!(b, b'\r' | b'\n')).count();
        if !after[lines..].starts_with(START) {
            break;
        }
        at += len + lines;
        whole = Whole { len: at, count: whole.count + 1 };
    }
    whole
}

/// The length of the record at the front, if its header is all there and says so.
fn record_len(bytes: &[u8]) -> Option<usize> {
    let (mut at, mut size) = (0, None);
    loop {
        let end = at + memchr::memchr(b'\n', &bytes[at..])? + 1;
        if end > fields::LONGEST {
            return None;
        }
        let line = &bytes[at..end];
        match Line::of(line) {
            Line::Empty => return size.map(|size| end.saturating_add(size)),
            Line::Field { name, colon } if is_length(&line[..name]) && size.is_none() => {
                // Its value may go on in the next line.
                let is_whole = !matches!(bytes.get(end), Some(b' ' | b'\t'));
                let value = str::from_utf8(line[colon + 1..].trim_ascii()).ok()?;
                size = Some(value.parse().ok().filter(|_| is_whole)?);
            }
            _ if at > 0 && line.starts_with(START) => return None,
            _ => {}
        }
        at = end;
    }
}

fn is_length(name: &[u8]) -> bool {
    name.eq_ignore_ascii_case(b"Content-Length")
}

/// Whether the next record is here, after empty lines.
fn is_at_record(reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> bool {
    loop {
        let bytes = reader.peek(START.len());
        let lines = bytes.iter().take_while(|b| matches!(b, b'\r' | b'\n')).count();
        if lines == 0 {
            return bytes.starts_with(START);
        }
        to.advance(reader, lines as u64);
    }
}

/// Reads the record of that number, and anything between it and the next one.
fn read(number: u64, reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
    let raw = reader.raw();
    let ends = |head: &Head, _, line: &[u8]| head.len > 0 && line.starts_with(START);
    let Some(head) = Head::read(reader, fields::LONGEST, ends) else {
        to.problem(Some(raw), format!("record {number}: header too long"));
        return read_between(reader, to);
    };
    let len = head.whole_len();
    let record = Record::of(&head, reader.live(), number);
    let is_closed = head.blank > 0 && reader.live()[..len].ends_with(b"\n");
    let message = record.date.clone().map(|date| Message::new(None, Some(date)));
    let outer = message.map(|message| to.part.message.replace(Arc::new(message)));
    let flow = to.within(&record.step, |to| {
        to.within("header", |to| to.text(&mut record::text(reader, &head)))?;
        to.advance(reader, len as u64);
        if !is_closed {
            to.problem(Some(raw), "unterminated header".to_owned());
            return ControlFlow::Continue(());
        }
        to.based(record.target.clone(), |to| read_block(&record, raw, reader, to))
    });
    if let Some(outer) = outer {
        to.part.message = outer;
    }
    flow
}

/// Reads the block of a record, and anything that should not follow it.
fn read_block(
    record: &Record,
    raw: u64,
    reader: &mut PeekReader<'_>,
    to: &mut Walker<'_>,
) -> ControlFlow<()> {
    let Some(size) = record.size else {
        let what = "missing Content-Length".to_owned();
        if is_at_record(reader, to) || reader.is_at_end() {
            to.note(Some(raw), what);
            return ControlFlow::Continue(());
        }
        to.problem(Some(raw), what);
        return read_between(reader, to);
    };
    let mut block = Limited::new(reader, size);
    open(record, &mut PeekReader::of_mapped(&mut block), to)?;
    to.finish(block, "block", raw);
    if is_at_record(reader, to) || reader.is_at_end() {
        return ControlFlow::Continue(());
    }
    to.problem(Some(raw), "Content-Length does not match".to_owned());
    read_between(reader, to)
}

/// Reads a block by its Content-Type.
fn open(record: &Record, block: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
    match record.media.essence.as_str() {
        _ if block.is_at_end() => ControlFlow::Continue(()),
        "application/http" => http::message(block, to),
        "application/json" if record.is_metadata() => {
            to.text(&mut Parsed::new(block, Wat::default()))
        }
        _ => media::body(&record.media, block, to),
    }
}

/// Reads text, up to the next line that looks like the start of a record.
fn read_between(reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
    let find = |bytes: &[u8], _| memchr::memmem::find(bytes, NEXT);
    to.text(&mut Before::new(reader, NEXT.len() - 1, find))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{entered, opened, stands_all_cuts};

    /// A record whose stated length is off by `off` bytes.
    fn record(kind: &str, media: &str, block: &str, off: isize) -> String {
        let len = block.len().saturating_add_signed(off);
        format!(
            "WARC/1.0\r\nWARC-Type: {kind}\r\nContent-Type: {media}\r\n\
            WARC-Target-URI: <http://a/>\r\nWARC-Record-ID: <urn:uuid:1>\r\n\
            Content-Length: {len}\r\n\r\n{block}\r\n\r\n"
        )
    }

    /// The texts that are not headers of records.
    fn blocks(bytes: &[u8]) -> (Vec<(String, String)>, Vec<String>) {
        let all = entered(&Warc, bytes, 3);
        let shown = all.shown().into_iter().filter(|(path, _)| !path.ends_with("/header"));
        (shown.map(|(path, text)| (path.to_owned(), text)).collect(), all.problems)
    }

    fn archive() -> String {
        let http = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n";
        [
            record("warcinfo", "application/warc-fields", "software: x\r\n", 0),
            record("request", "application/http; msgtype=request", "GET / HTTP/1.1\r\n\r\n", 0),
            record("response", "application/http; msgtype=response", http, 0),
            record("metadata", "application/json", "{\"a\": 1}", 0).replace("\r\n", "\n"),
            record("revisit", "application/http", "", 0),
        ]
        .concat()
    }

    #[test]
    fn records_of_all_kinds() {
        let all = opened(archive().as_bytes());
        let bodies = all.shown().into_iter().filter(|(path, _)| !path.ends_with("header"));
        let expected = [
            ("record 1 warcinfo", "software: x\r\n".to_owned()),
            ("record 3 response/body", "body".to_owned()),
            ("record 4 metadata", "{\"a\": 1}".to_owned()),
        ];
        assert_eq!(bodies.collect::<Vec<_>>(), expected);
        assert_eq!(all.problems, [""; 0]);
        assert_eq!(all.text("record 2 request/http header").text, b"GET / HTTP/1.1\r\n\r\n");
        assert_eq!(all.text("record 3 response/body").bases, ["http://a/"]);
        assert!(all.text("record 1 warcinfo/header").text.starts_with(b"WARC/1.0\r\n"));
    }

    #[test]
    fn the_date_is_that_of_the_record() {
        let dated = "WARC/1.1\nWARC-Date: 2020\nContent-Length: 1\n\na\n\n";
        let all = opened(format!("{dated}{}", record("resource", "text/plain", "b", 0)).as_bytes());
        let dates: Vec<_> = all.texts.iter().map(|text| text.date.as_deref()).collect();
        assert_eq!(dates, [Some("2020"), Some("2020"), None, None]);
    }

    #[test]
    fn wrong_lengths() {
        let next = record("resource", "text/plain", "next", 0);
        for (off, texts, problem) in [
            (-2, &["te", "xt\r\n\r", "next"][..], "Content-Length does not match"),
            (4, &["text\r\n\r\n", "next"], ""),
            (6, &["text\r\n\r\nWA", "RC/1.0"], "Content-Length does not match"),
            (1 << 30, &["text\r\n\r\nWARC/1.0"], "block: truncated: "),
        ] {
            let bytes = format!("{}{next}", record("resource", "text/plain", "text", off));
            let (given, problems) = blocks(bytes.as_bytes());
            assert_eq!(given.len(), texts.len());
            for ((_, given), text) in given.iter().zip(texts) {
                assert!(given.starts_with(text), "{given:?}");
            }
            assert!(problems.iter().all(|what| what.starts_with(problem)), "{problems:?}");
            assert_eq!(problems.is_empty(), problem.is_empty());
        }
    }

    #[test]
    fn headers_that_cannot_be_read() {
        let next = record("resource", "text/plain", "next", 0);
        let long = format!("WARC/1.0\r\nA: {}\r\n\r\n", "a".repeat(99999));
        for (first, problem) in [
            ("WARC/1.0\r\n\r\ntext\r\n", "missing Content-Length"),
            (&long, "record 1: header too long"),
        ] {
            let (given, problems) = blocks(format!("{first}{next}").as_bytes());
            assert_eq!(given.last().unwrap().1, "next");
            assert_eq!(problems, [problem]);
        }
    }

    #[test]
    fn a_header_ends_where_the_next_record_starts() {
        let cut = "WARC/1.0\r\nWARC-Type: x\r\nContent-Length: 99\r\n";
        let next = record("resource", "text/plain", "next", 0);
        let bytes = format!("{cut}{cut}{next}");
        let (given, problems) = blocks(bytes.as_bytes());
        assert_eq!(given, [("record 3 resource".to_owned(), "next".to_owned())]);
        let no_end = ["unterminated header"; 2];
        assert_eq!(problems, no_end);
        stands_all_cuts(&Warc, bytes.as_bytes());
    }

    #[test]
    fn broken_headers_take_linear_time() {
        for line in ["WARC/1.0\n", "WARC/1.0\n\n", "WARC/1.0\nContent-Length: 0\n\n?\n"] {
            let bytes = line.repeat((1 << 17) / line.len());
            let all = entered(&Warc, bytes.as_bytes(), 1 << 16);
            assert_eq!(all.problems.len() + all.notes.len(), (1 << 17) / line.len());
        }
    }

    #[test]
    fn links_in_metadata_are_those_of_the_page() {
        let json = r#"{"Envelope":{"Links":[{"path":"A@/href","url":"/x"}]}}"#;
        let records =
            ["metadata", "resource"].map(|kind| record(kind, "application/json", json, 0));
        let all = opened(records.concat().as_bytes());
        let [metadata, resource] =
            ["record 1 metadata", "record 2 resource"].map(|path| all.text(path));
        assert_eq!(metadata.bases, ["http://a/"]);
        assert_eq!(metadata.links[0].value, b"/x");
        assert!(resource.links.is_empty());
        stands_all_cuts(&Warc, records[0].as_bytes());
    }

    #[test]
    fn all_cuts() {
        stands_all_cuts(&Warc, archive().as_bytes());
    }
}

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
use crate::core::peek::PeekReader;
use crate::core::portion::Whole;
use crate::core::problem::ProblemKind;
use crate::core::start::Content;
use crate::core::step::StepKind;
use crate::core::walker::{Front, Walker};
use crate::layers::body;
use crate::layers::fields::{self, Head, Line};
use crate::layers::syntax::Parsed;

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

    fn resumes(&self, content: &Content) -> bool {
        matches!(content, Content::Records { .. })
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
                // Its value may continue in the next line.
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

/// Returns `true` if the next record is here, after empty lines.
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
        to.problem(ProblemKind::Limit, raw, format!("record {number}: header too long"));
        return read_between(reader, to);
    };
    let len = head.whole_len();
    let mut record = Record::of(&head, reader.live(), number);
    if to.visitor.wants_fields() {
        record = record.with_fields(&head, reader.live());
    }
    let is_closed = head.blank > 0 && reader.live()[..len].ends_with(b"\n");
    let outer = record.take_message().map(|message| to.part.message.replace(Arc::new(message)));
    let flow = to.within(StepKind::Record, &record.step, |to| {
        to.within(StepKind::Header, "header", |to| to.text(&mut record::text(reader, &head)))?;
        to.advance(reader, len as u64);
        if !is_closed {
            to.problem(ProblemKind::Cut, raw, "unterminated header");
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
        let what = "missing Content-Length";
        if is_at_record(reader, to) || reader.is_at_end() {
            to.note(ProblemKind::Damaged, raw, what);
            return ControlFlow::Continue(());
        }
        to.problem(ProblemKind::Damaged, raw, what);
        return read_between(reader, to);
    };
    let mut block = Limited::new(reader, size);
    open(record, &mut PeekReader::of_mapped(&mut block), to)?;
    to.finish(block, "block", raw);
    if is_at_record(reader, to) || reader.is_at_end() {
        return ControlFlow::Continue(());
    }
    to.problem(ProblemKind::Damaged, raw, "Content-Length does not match");
    read_between(reader, to)
}

/// Reads a block by its Content-Type.
fn open(record: &Record, block: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
    match record.media.essence.as_str() {
        _ if block.is_at_end() => ControlFlow::Continue(()),
        "application/http" => http::message(block, to),
        "application/json" if record.is_metadata() => {
            let base = wat::base(block);
            let wat = Wat::of(record.target.as_deref(), base.is_some());
            to.based(base, |to| to.text(&mut Parsed::new(block, wat)))
        }
        _ => body::read(&record.media, block, to),
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
    use crate::testing::entered;

    #[test]
    fn a_header_may_be_too_long() {
        let next = "WARC/1.0\r\nContent-Length: 4\r\n\r\nnext\r\n\r\n";
        let bytes = format!("WARC/1.0\r\nA: {}\r\n\r\n{next}", "a".repeat(99999));
        let all = entered(&Warc, bytes.as_bytes(), 3);
        assert_eq!(all.texts.last().unwrap().text, b"next");
        assert_eq!(all.problems, ["record 1: header too long"]);
    }

    #[test]
    fn broken_headers_take_linear_time() {
        for line in ["WARC/1.0\n", "WARC/1.0\n\n", "WARC/1.0\nContent-Length: 0\n\n?\n"] {
            let bytes = line.repeat((1 << 17) / line.len());
            let all = entered(&Warc, bytes.as_bytes(), 1 << 16);
            assert_eq!(all.problems.len() + all.notes.len(), (1 << 17) / line.len());
        }
    }
}

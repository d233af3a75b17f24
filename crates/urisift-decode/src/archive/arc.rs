//! Web archives of the Internet Archive before WARC: ARC, versions 1 and 2.
//!
//! A line before each record has the URI, the address of its host, the time, the media type and, last, the
//! length of what follows; version 2 has more fields between (Burner and Kahle, "Arc File Format", 1996).

use std::ops::ControlFlow;
use std::sync;

use crate::core::bounded::{Before, Limited};
use crate::core::format::{Format, Prefix, Sniff};
use crate::core::message::{Message, MessageFields};
use crate::core::peek::PeekReader;
use crate::core::pieces::{Piece, Pieces};
use crate::core::problem::ProblemKind;
use crate::core::step::StepKind;
use crate::core::walker::Walker;
use crate::layers::body;
use crate::layers::fields;
use crate::layers::media_type::Media;
use crate::web::http;

/// The scheme of the first record, which describes the archive.
const FIRST: &[u8] = b"filedesc://";

/// The longest line before a record, in bytes.
const LONGEST: usize = 4 << 10;

/// ARC.
pub struct Arc;

impl Format for Arc {
    fn name(&self) -> &'static str {
        "arc"
    }

    fn sniff(&self, head: Prefix<'_>) -> Sniff {
        let line = memchr::memchr(b'\n', head.bytes).map(|len| &head.bytes[..len]);
        match (head.starts_with(FIRST), line) {
            (Sniff::Yes, Some(line)) => Sniff::sure(Header::of(line).is_some()),
            (Sniff::Yes, None) => head.undecided(),
            (sniff, _) => sniff,
        }
    }

    fn open(&self, reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
        let mut number = 0;
        loop {
            pass_empty_lines(reader, to);
            if reader.is_at_end() {
                return ControlFlow::Continue(());
            }
            match Header::at(reader) {
                Some((header, len)) => {
                    number += 1;
                    to.within(StepKind::Record, format_args!("record {number}"), |to| {
                        header.read(len, reader, to)
                    })?;
                }
                None => {
                    to.expected("arc", "record", reader);
                    let find = |bytes: &[u8], _| find(bytes);
                    to.text(&mut Before::new(reader, LONGEST, find))?;
                }
            }
        }
    }
}

/// Each record ends with an empty line.
fn pass_empty_lines(reader: &mut PeekReader<'_>, to: &mut Walker<'_>) {
    while let Some(b'\r' | b'\n') = reader.peek(1).first() {
        to.advance(reader, 1);
    }
}

/// Where the line end before a record is.
fn find(bytes: &[u8]) -> Option<usize> {
    memchr::memchr_iter(b'\n', bytes).find(|at| {
        let line = &bytes[at + 1..];
        let line = &line[..line.len().min(LONGEST - 1)];
        let len = memchr::memchr(b'\n', line);
        len.is_some_and(|len| Header::of(&line[..len]).is_some())
    })
}

/// What the line before a record says.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Header {
    uri: Vec<u8>,
    /// As WARC gives it.
    date: String,
    media: Media,
    size: u64,
}

impl Header {
    /// The header at the front of the reader, and the length of its line.
    fn at(reader: &mut PeekReader<'_>) -> Option<(Self, u64)> {
        let len = reader.line_len(0, LONGEST)?;
        let line = reader.live()[..len].strip_suffix(b"\n")?;
        Some((Header::of(line)?, len as u64))
    }

    /// Parses a line. The URI may have spaces: it ends before an address and a time.
    fn of(line: &[u8]) -> Option<Self> {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if !starts_with_scheme(line) {
            return None;
        }
        let fields: Vec<&[u8]> = line.split(|b| *b == b' ').collect();
        let is_time =
            |field: &&[u8]| matches!(field.len(), 12 | 14) && field.iter().all(u8::is_ascii_digit);
        let is_address = |field: &[u8]| {
            !field.is_empty() && field.iter().all(|b| b.is_ascii_hexdigit() || b".:".contains(b))
        };
        let at = (1..fields.len())
            .find(|at| is_address(fields[*at]) && fields.get(at + 1).is_some_and(is_time))?;
        // The address, the time, the type and the length.
        let size = str::from_utf8(fields.get(at + 3..)?.last()?).ok()?.parse().ok()?;
        let date = date(str::from_utf8(fields[at + 1]).ok()?);
        let uri = fields[..at].join(&b' ');
        Some(Header { uri, date, media: Media::parse(fields[at + 2]), size })
    }

    /// Reads the record, after a line of `len` bytes.
    fn read(self, len: u64, reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
        let raw = reader.raw();
        let mut message = Message::new(None, Some(self.date.clone()));
        if to.visitor.wants_fields() {
            let page = Some(fields::in_utf8(&self.uri));
            message = message.with(MessageFields { page, ..MessageFields::default() });
        }
        let outer = to.part.message.replace(sync::Arc::new(message));
        let flow = self.read_dated(len, reader, to);
        to.part.message = outer;
        flow?;
        // Some writers leave out the empty line.
        let has_ended = matches!(reader.peek(1).first(), None | Some(b'\r' | b'\n'));
        if !has_ended && Header::at(reader).is_none() {
            to.problem(ProblemKind::Damaged, raw, "declared length does not match");
            let find = |bytes: &[u8], _| find(bytes);
            to.text(&mut Before::new(reader, LONGEST, find))?;
        }
        ControlFlow::Continue(())
    }

    fn read_dated(
        &self,
        len: u64,
        reader: &mut PeekReader<'_>,
        to: &mut Walker<'_>,
    ) -> ControlFlow<()> {
        let raw = reader.raw();
        let is_first = self.uri.starts_with(FIRST);
        if !is_first {
            let len = self.uri.len();
            // Only a link may contain blanks.
            let pieces = match self.uri.contains(&b' ') {
                true => vec![Piece::link(0..len, "URL")],
                false => vec![Piece::Border(0), Piece::Verbatim(0..len), Piece::Border(len)],
            };
            to.within(StepKind::Header, "header", |to| to.text(&mut Pieces::new(reader, pieces)))?;
        }
        to.advance(reader, len);
        let mut block = Limited::new(reader, self.size);
        let base = (!is_first).then(|| fields::in_utf8(&self.uri));
        to.based(base, |to| self.open(&mut PeekReader::of_mapped(&mut block), to))?;
        to.finish(block, "block", raw);
        ControlFlow::Continue(())
    }

    /// Reads what was retrieved: a response of HTTP, or what the type says.
    fn open(&self, block: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
        match block.front(5) {
            b"" => ControlFlow::Continue(()),
            b"HTTP/" => http::message(block, to),
            _ => to.within(StepKind::Layer, &self.media.essence, |to| {
                body::read(&self.media, block, to)
            }),
        }
    }
}

/// Returns `true` if a line starts with a scheme and a colon.
fn starts_with_scheme(line: &[u8]) -> bool {
    let len = line.iter().take_while(|b| b.is_ascii_alphanumeric() || b"+-.".contains(b)).count();
    len > 1 && line.get(len) == Some(&b':')
}

/// A time of 14 digits, or 12 without seconds, in the form of ISO 8601.
fn date(digits: &str) -> String {
    let seconds = digits.get(12..14).unwrap_or("00");
    let at = |range: std::ops::Range<usize>| digits.get(range).unwrap_or_default();
    let (day, time) = ([at(0..4), at(4..6), at(6..8)], [at(8..10), at(10..12), seconds]);
    format!("{}T{}Z", day.join("-"), time.join(":"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{entered, stands_all_cuts};

    const START: &str = "filedesc://a.arc 192.0.2.1 20010203040506 text/plain 1\n1\n";

    #[test]
    fn a_line_may_be_too_long() {
        let next = "http://b.example/ 192.0.2.1 20010203040506 text/plain 4\nnext\n";
        let long = format!("{START}http://a.example/{}\n{next}{next}", "a".repeat(2 * LONGEST));
        let all = entered(&Arc, long.as_bytes(), 3);
        assert_eq!(all.texts.last().unwrap().text, b"next");
        assert_eq!(all.problems, ["arc: expected a record"]);
        stands_all_cuts(&Arc, long.as_bytes());
    }

    #[test]
    fn a_uri_may_have_blanks() {
        let record = "http://a.example/b c 2 192.0.2.1 20010203040506 text/plain 1\nx\n";
        let all = entered(&Arc, format!("{START}{record}").as_bytes(), 3);
        let link = &all.text("record 2/header").links[0];
        assert_eq!((&*link.name, &link.value[..]), ("URL", &b"http://a.example/b c 2"[..]));
        assert_eq!(all.problems, [""; 0]);
    }

    #[test]
    fn a_record_may_follow_without_an_empty_line() {
        let record = "http://a.example/ 192.0.2.1 20010203040506 text/plain 2\nhi";
        let records = [START, &record.repeat(2), "\n", record].concat();
        let all = entered(&Arc, records.as_bytes(), 3);
        assert_eq!(all.texts.iter().filter(|text| text.text == b"hi").count(), 3);
        assert_eq!(all.problems, [""; 0]);
        stands_all_cuts(&Arc, records.as_bytes());
    }

    #[test]
    fn broken_records_take_linear_time() {
        let line = "http://a.example/ 1.2.3.4 20010203040506 a/b 0 x\n";
        for line in [line, "a\n", "a:", "a: ", "http://a/ 1.2.3.4 20010203040506 text/plain 1\n"] {
            let bytes = [START, &line.repeat((1 << 18) / line.len())].concat();
            entered(&Arc, bytes.as_bytes(), 1 << 16);
        }
    }
}

//! Packages of RPM, format 3 and 4: a lead, two headers, and an archive of `cpio` that is compressed.

use std::ops::{ControlFlow, Range};

use crate::core::format::{Format, Prefix, Sniff};
use crate::core::peek::PeekReader;
use crate::core::pieces::{Piece, Pieces};
use crate::core::problem::ProblemKind;
use crate::core::step::StepKind;
use crate::core::walker::Walker;

/// How a package starts.
const MAGIC: &[u8] = b"\xed\xab\xee\xdb";

/// The length of the lead.
const LEAD: u64 = 96;

/// How a header starts, with its version.
const HEADER: &[u8] = b"\x8e\xad\xe8\x01";

/// The length of the start of a header: after its magic number, four bytes, and two numbers.
const START: usize = 16;

/// The length of an entry of the index.
const ENTRY: usize = 16;

/// The longest header, in bytes: those of packages with very many files have a few MiB.
const LONGEST: usize = 16 << 20;

/// The most entries of one: real ones have less than a hundred.
const MOST: usize = 10_000;

/// The types of entries that are text: one, several, and translations.
const TEXTS: [u32; 3] = [6, 8, 9];

/// RPM.
pub struct Rpm;

impl Format for Rpm {
    fn name(&self) -> &'static str {
        "rpm"
    }

    fn sniff(&self, head: Prefix<'_>) -> Sniff {
        head.starts_with(MAGIC)
    }

    fn open(&self, reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
        to.advance(reader, LEAD);
        let Some(len) = header_len(reader) else {
            return tell(reader, to);
        };
        // The signature is filled to a multiple of eight bytes, and has no text.
        to.advance(reader, len.next_multiple_of(8) as u64);
        let Some(len) = header_len(reader) else {
            return tell(reader, to);
        };
        if reader.front(len).len() < len {
            to.problem(ProblemKind::Cut, reader.raw(), "rpm: truncated header");
            return ControlFlow::Continue(());
        }
        let pieces = strings(reader.front(len));
        to.within(StepKind::Header, "rpm header", |to| to.text(&mut Pieces::new(reader, pieces)))?;
        to.advance(reader, len as u64);
        if reader.is_at_end() {
            return ControlFlow::Continue(());
        }
        to.within(StepKind::Layer, "rpm payload", |to| to.open(reader))
    }
}

fn tell(reader: &PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
    to.expected("rpm", "header of valid length", reader);
    ControlFlow::Continue(())
}

/// A number, the highest byte first.
fn number(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_be_bytes(*bytes.get(at..)?.first_chunk()?))
}

/// The length of the header at the front.
fn header_len(reader: &mut PeekReader<'_>) -> Option<usize> {
    let start = reader.front(START);
    if !start.starts_with(HEADER) {
        return None;
    }
    let (entries, data) = (number(start, 8)? as usize, number(start, 12)? as usize);
    let len = START + entries.checked_mul(ENTRY)?.checked_add(data)?;
    (entries <= MOST && len <= LONGEST).then_some(len)
}

/// The texts of a header, which are exact. Each starts where the one before it has ended, or after that.
fn strings(header: &[u8]) -> Vec<Piece> {
    let data = START + number(header, 8).unwrap_or(0) as usize * ENTRY;
    let mut ranges: Vec<(usize, u32)> = header[START.min(header.len())..data.min(header.len())]
        .chunks_exact(ENTRY)
        .filter(|entry| number(entry, 4).is_some_and(|kind| TEXTS.contains(&kind)))
        .filter_map(|entry| Some((data + number(entry, 8)? as usize, number(entry, 12)?)))
        .collect();
    ranges.sort_unstable();
    let (mut pieces, mut at) = (Vec::new(), data);
    for (start, count) in ranges {
        let start = start.max(at);
        let Some(Range { start, end }) = text(header, start, count) else { break };
        pieces.extend([Piece::Border(start), Piece::Verbatim(start..end), Piece::Border(end)]);
        at = end;
    }
    pieces
}

/// Where so many texts are, each with a NUL after it, without the last one.
fn text(header: &[u8], start: usize, count: u32) -> Option<Range<usize>> {
    let bytes = header.get(start..)?;
    let last = (count.max(1) - 1) as usize;
    let len = memchr::memchr_iter(0, bytes).nth(last).unwrap_or(bytes.len());
    Some(start..start + len)
}

#[cfg(test)]
pub mod tests {
    use crate::testing::{all_of, entered, opened, stands_all_cuts};
    use flate2::Compression;
    use flate2::read::GzEncoder;

    use super::*;

    /// A header with entries of these types and data.
    fn header(entries: &[(u32, u32, &str)]) -> Vec<u8> {
        let (mut index, mut data) = (Vec::new(), Vec::new());
        for (kind, count, text) in entries {
            for number in [1020, *kind, data.len() as u32, *count] {
                index.extend(number.to_be_bytes());
            }
            data.extend(text.bytes());
        }
        let lens = [entries.len() as u32, data.len() as u32].map(u32::to_be_bytes).concat();
        [HEADER, &[0; 4], &lens, &index, &data].concat()
    }

    pub fn package() -> Vec<u8> {
        let mut signature = header(&[(7, 5, "12345")]);
        signature.resize(signature.len().next_multiple_of(8), 0);
        let main = header(&[
            (6, 1, "name\0"),
            (4, 1, "int4"),
            (9, 2, "one\0two\0"),
            (6, 1, "http://a.example/b.\0"),
            (8, 2, "see http://c.example/,\0d\0"),
        ]);
        let payload = all_of(GzEncoder::new(&b"payload"[..], Compression::fast()));
        [MAGIC, &[3; 92], &signature, &main, &payload].concat()
    }

    #[test]
    fn the_header_and_the_payload_are_read() {
        let all = opened(&package());
        let text = "\x1fname\x1f\x1fone\0two\x1f\x1fhttp://a.example/b.\x1f\x1fsee http://c.example/,\0d\x1f";
        let expected = [("rpm header", text), ("rpm payload/gz", "payload")];
        assert_eq!(all.shown(), expected.map(|(path, text)| (path, text.to_owned())));
        assert_eq!(all.problems, [""; 0]);
        stands_all_cuts(&Rpm, &package());
    }

    #[test]
    fn what_is_broken_is_told_and_read() {
        for (at, byte, problem) in [
            (96, 0, "rpm: expected a header of valid length"),
            (104, 1, "rpm: expected a header of valid length"),
        ] {
            let mut bytes = package();
            bytes[at] = byte;
            let all = entered(&Rpm, &bytes, 3);
            assert_eq!(
                (&all.problems[..], all.texts.len()),
                (&[problem.to_owned()][..], 1),
                "{at}"
            );
            stands_all_cuts(&Rpm, &bytes);
        }
        // Offsets and counts that lie.
        for at in 140..250 {
            let mut bytes = package();
            bytes[at] = 0xff;
            stands(&bytes);
        }
    }

    fn stands(bytes: &[u8]) {
        assert_eq!(entered(&Rpm, bytes, 1), entered(&Rpm, bytes, 99));
    }
}

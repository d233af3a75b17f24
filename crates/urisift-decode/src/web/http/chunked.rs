//! The chunked transfer coding (RFC 9112 7.1).

use crate::core::mapped::{Chunk, MappedRead};
use crate::core::peek::PeekReader;
use crate::core::problem::ProblemKind;
use crate::core::walker::Walker;

/// The longest chunk-size line, in bytes, including extensions.
const LONGEST_LINE: usize = 4 << 10;

/// The data of chunks. After the last one, the reader is at the trailer.
pub(super) struct Chunked<'t, 's> {
    reader: &'t mut PeekReader<'s>,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// The size of the first chunk comes next.
    Start,
    /// How many bytes are left of the chunk; may be 0.
    Chunk(u64),
    /// The last chunk has been consumed.
    End,
    /// The body ends without it.
    Unclosed,
    /// There is no chunk where one should be: the rest is the body as it is.
    Broken { raw: u64 },
}

impl<'t, 's> Chunked<'t, 's> {
    pub fn new(reader: &'t mut PeekReader<'s>) -> Self {
        Chunked { reader, state: State::Start }
    }

    /// Reports what was wrong with the chunks, once all are read.
    pub fn report(&self, to: &mut Walker<'_>) {
        let at = self.reader.raw();
        match self.state {
            State::Broken { raw } => {
                to.problem(ProblemKind::Damaged, raw, "http: expected a chunk")
            }
            State::Chunk(_) => to.problem(ProblemKind::Cut, at, "http: truncated chunk"),
            State::Unclosed => to.note(ProblemKind::Cut, at, "http: missing final chunk"),
            State::Start | State::End => {}
        }
    }

    /// How many bytes of the reader come next: 0 at the end.
    fn left(&mut self) -> u64 {
        while matches!(self.state, State::Start | State::Chunk(0)) {
            self.state = self.next();
        }
        match self.state {
            State::Chunk(left) => left,
            State::Broken { .. } => u64::MAX,
            State::Start | State::End | State::Unclosed => 0,
        }
    }

    /// The state after a chunk.
    fn next(&mut self) -> State {
        let line = match (self.state, line_end(self.reader)) {
            (State::Start, _) => size_line(self.reader, 0),
            (_, 0) => None,
            (_, end) => size_line(self.reader, end),
        };
        let Some(line) = line else {
            let end = line_end(self.reader);
            if self.reader.peek(end + 1).len() == end {
                return State::Unclosed;
            }
            return State::Broken { raw: self.reader.raw() };
        };
        self.reader.pass_bytes(line.len);
        if line.size == 0 { State::End } else { State::Chunk(line.size) }
    }
}

impl MappedRead for Chunked<'_, '_> {
    fn chunk(&mut self) -> Chunk<'_> {
        match self.left() {
            0 => Chunk::END,
            left => {
                let chunk = self.reader.chunk();
                let count = (chunk.bytes.len() as u64).min(left) as usize;
                chunk.piece(0..count)
            }
        }
    }

    fn advance(&mut self, count: usize) {
        self.reader.pass_bytes(count);
        if let State::Chunk(left) = &mut self.state {
            *left = left.saturating_sub(count as u64);
        }
    }
}

/// Returns `true` if a body starts with a chunk.
pub(super) fn is_chunked(reader: &mut PeekReader<'_>) -> bool {
    size_line(reader, 0).is_some()
}

/// The line before a chunk.
struct SizeLine {
    size: u64,
    /// Its length in bytes, including its end and that of the line before.
    len: usize,
}

/// The size line of the next chunk, `from` bytes ahead.
fn size_line(reader: &mut PeekReader<'_>, from: usize) -> Option<SizeLine> {
    let len = from + reader.line_len(from, from + LONGEST_LINE)?;
    let line = reader.live()[from..len].strip_suffix(b"\n")?;
    Some(SizeLine { size: size(line)?, len })
}

/// The size at the start of a line, in hexadecimal digits; extensions may follow.
fn size(line: &[u8]) -> Option<u64> {
    let len = line.iter().take_while(|b| b.is_ascii_hexdigit()).count();
    let (digits, rest) = line.split_at(len);
    let is_end = rest.trim_ascii_start().first().is_none_or(|b| *b == b';');
    let digits = std::str::from_utf8(digits).ok().filter(|_| is_end)?;
    u64::from_str_radix(digits, 16).ok()
}

/// The length of the line break at the front of the reader.
pub(super) fn line_end(reader: &mut PeekReader<'_>) -> usize {
    match reader.peek(2) {
        [b'\r', b'\n', ..] => 2,
        [b'\n', ..] => 1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{UNCUT, dripping, in_steps, seen};
    use bstr::BStr;

    use super::*;
    use crate::testing::cases::assert_cases;

    #[test]
    fn chunks_are_joined() {
        assert_cases("web/chunks", |[bytes]| {
            in_steps(|step| {
                let mut reader = dripping(bytes, step);
                let seen = seen(&mut Chunked::new(&mut reader), step);
                let raw = seen.spans.iter().map(|span| bytes[span.start as usize]);
                assert!(raw.eq(seen.text.iter().copied()));
                let rest = BStr::new(reader.peek(99));
                format!("{} ¦ {rest}", BStr::new(&seen.text))
            })
        });
    }

    #[test]
    fn what_is_no_size_is_no_chunk() {
        let long = [&b"3;"[..], &[b'a'; 9999], b"\nabc"].concat();
        for bytes in [&b"<html>\n"[..], b"\n", b";\n", b"3", b"3x\n", b"dead beef\n", &long] {
            for step in [3, UNCUT] {
                assert!(!is_chunked(&mut dripping(bytes, step)), "{step} at a time");
            }
        }
    }
}

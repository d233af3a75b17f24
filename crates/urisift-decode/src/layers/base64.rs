//! Decodes base64 (RFC 2045 6.8, RFC 4648).

use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::general_purpose::{GeneralPurpose, NO_PAD};

use super::quoted_printable::SEAM;
use crate::core::lookahead::Lookahead;
use crate::core::mapped::{Chunk, MappedRead, Notes, Ratio};
use crate::core::mapped_bytes::MappedBytes;
use crate::core::source_map::SourceMap;
use urisift::internal::byteset::{ALNUM, ByteSet};

/// How much is decoded at once, in quanta of four characters.
const QUANTA: usize = 1 << 10;

/// How many bytes of a line tell whether it is base64: lines have at most 76 (RFC 2045 6.8).
const SIGHT: usize = 78;

/// The digits of a text. The last one may have unused bits, which are not zero if it was cut: such a word in a header
/// is not one (RFC 4648 3.5).
pub const EXACT: GeneralPurpose = GeneralPurpose::new(&STANDARD, NO_PAD);
/// In bodies many are sloppy with those bits.
const SLOPPY: GeneralPurpose =
    GeneralPurpose::new(&STANDARD, NO_PAD.with_decode_allow_trailing_bits(true));

/// The digits (RFC 4648 4).
const DIGITS: ByteSet = ByteSet::of(b"+/").or(ALNUM);

/// Bytes that are not digits, but are in text, so that a line with them may be a footer.
const IN_TEXT: ByteSet = ByteSet::of(b" \t.,:;!?'\"()<>@#%&*_~-");

/// How many digits a line has for each byte that is not one of them and is ignored (RFC 2045 6.8).
const DIGITS_PER_STRAY: usize = 16;

/// How many bytes a line has at most that is ignored as a whole.
const STRAY_LINE: usize = 120;

/// The least length of a line of base64 that is surely one, in bytes.
const SURE: usize = 60;

/// Decodes base64 (RFC 2045 6.8, RFC 4648). Bytes that are not digits are ignored if few are in a line, or if encoded
/// lines surround them. From the first other line on that cannot be base64, bytes are passed through: some lists add a
/// footer after the last line, and some mail is mislabelled.
pub struct Base64<R> {
    inner: Lookahead<R>,
    state: State,
    /// Digits of a quantum.
    digits: MappedBytes,
    /// At least this many digits come next.
    known: usize,
    /// There was padding: anything further that is not whole quanta is a footer.
    is_padded: bool,
    /// Something has been decoded.
    has_decoded: bool,
    decoded: Vec<u8>,
    /// The place of the decoded bytes.
    place: Chunk<'static>,
    /// How many of them are consumed.
    passed: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    LineStart,
    Line,
    /// Nothing more is encoded: the border before the rest comes next.
    Seam,
    /// The rest.
    Text,
}

impl<R: MappedRead> Base64<R> {
    pub fn new(inner: R) -> Self {
        Base64 {
            inner: Lookahead::new(inner),
            state: State::LineStart,
            digits: MappedBytes::default(),
            known: 0,
            is_padded: false,
            has_decoded: false,
            decoded: Vec::new(),
            place: Chunk::END,
            passed: 0,
        }
    }

    /// Decodes what comes next; returns whether there is more.
    fn decode(&mut self) -> bool {
        self.passed = 0;
        self.decoded.clear();
        while self.decoded.is_empty() {
            match self.state {
                State::LineStart => self.judge_line(),
                State::Line if self.inner.chunk().bytes.is_empty() => return self.flush(),
                State::Line => self.step(),
                State::Seam => self.end(),
                State::Text => return false,
            }
        }
        self.has_decoded = true;
        true
    }

    /// Ends the encoded text, if there was any.
    fn end(&mut self) {
        self.state = State::Text;
        if self.has_decoded {
            let start = self.inner.chunk().span(0..0);
            self.decoded.push(SEAM);
            self.place = Chunk::whole(&self.decoded, start).place();
        }
    }

    fn judge_line(&mut self) {
        let chunk = self.inner.chunk();
        let breaks = chunk.bytes.iter().take_while(|b| matches!(b, b'\r' | b'\n')).count();
        if breaks > 0 {
            return self.inner.advance(breaks);
        }
        match encoded(self.inner.peek(SIGHT)) {
            Some(line) if line.is_whole || !self.is_padded => {
                (self.state, self.known) = (State::Line, line.digits);
            }
            None if !self.is_padded && self.passes_strays() => {}
            _ => {
                self.state = State::Seam;
                self.flush();
            }
        }
    }

    /// Returns `true` if the line at the front is encoded but for a few bytes, or is one that an encoded line follows:
    /// that is then passed.
    fn passes_strays(&mut self) -> bool {
        let sight = self.inner.peek(STRAY_LINE);
        let end = memchr::memchr(b'\n', sight);
        if has_few_strays(&sight[..end.unwrap_or(sight.len()).min(SIGHT)]) {
            (self.state, self.known) = (State::Line, 0);
            return true;
        }
        let Some(end) = end.filter(|end| *end < STRAY_LINE && self.has_digits()) else {
            return false;
        };
        let next = &self.inner.peek(end + 1 + SIGHT)[end + 1..];
        let is_sure = encoded(next).is_some_and(|line| line.is_whole && line.digits >= SURE);
        if is_sure {
            self.inner.advance(end + 1);
        }
        is_sure
    }

    /// Returns `true` if anything was encoded so far.
    fn has_digits(&self) -> bool {
        self.has_decoded || self.digits.len() > 0
    }

    /// Takes the next digits of a line, or what is between them.
    fn step(&mut self) {
        let chunk = self.inner.chunk();
        let digits = match self.known {
            0 => digits(&chunk.bytes[..chunk.bytes.len().min(4 * QUANTA)]),
            known => known.min(chunk.bytes.len()),
        };
        let whole = digits / 4 * 4;
        if whole > 0 && self.digits.len() == 0 && chunk.ratio == Ratio::PLAIN {
            self.place = Chunk { ratio: Ratio { bytes: 3, raw: 4 }, ..chunk.place() };
            decode_base64(&SLOPPY, &chunk.bytes[..whole], &mut self.decoded);
            self.inner.advance(whole);
            self.known = self.known.saturating_sub(whole);
            return;
        }
        let byte = chunk.bytes[0];
        if DIGITS.contains(byte) {
            self.digits.push(chunk.piece(0..1));
        }
        self.inner.advance(1);
        self.known = self.known.saturating_sub(1);
        match byte {
            b'\n' => self.state = State::LineStart,
            b'=' => {
                self.is_padded = true;
                self.flush();
            }
            _ if self.digits.len() == 4 => _ = self.flush(),
            _ => {}
        }
    }

    /// Decodes the digits so far; returns whether they make a byte.
    fn flush(&mut self) -> bool {
        decode_base64(&SLOPPY, self.digits.bytes(), &mut self.decoded);
        let raw = self.digits.span(0..self.digits.len());
        self.place = Chunk::whole(&self.decoded, raw).place();
        self.digits.clear();
        !self.decoded.is_empty()
    }
}

/// How many digits a line has at most that is decoded at once: one more byte than them and its end is not seen.
const MAX_DIGITS: usize = SIGHT - 2;

impl<R: MappedRead> Base64<R> {
    /// Decodes the lines of whole quanta that come next in an inner chunk; returns how many bytes they make.
    fn decode_lines(&mut self, out: &mut [u8], at: u64, map: &mut SourceMap) -> usize {
        if self.passed < self.decoded.len() || self.digits.len() > 0 {
            return 0;
        }
        if self.state == State::Line && self.known == 0 {
            self.pass_line_break();
        }
        let chunk = self.inner.chunk();
        if self.state != State::LineStart || chunk.ratio != Ratio::PLAIN {
            return 0;
        }
        let (mut from, mut filled) = (0, 0);
        while let Some(len) = memchr::memchr(b'\n', &chunk.bytes[from..]) {
            let line = &chunk.bytes[from..from + len];
            let digits = line.strip_suffix(b"\r").unwrap_or(line);
            if digits.is_empty() || digits.len() > MAX_DIGITS {
                break;
            }
            let Some(count) = decode_quanta(digits, &mut out[filled..]) else { break };
            let place = chunk.onward(from);
            map.push(at + filled as u64, Chunk { ratio: Ratio { bytes: 3, raw: 4 }, ..place });
            (from, filled) = (from + len + 1, filled + count);
        }
        self.has_decoded |= filled > 0;
        self.inner.advance(from);
        filled
    }

    /// Consumes the end of a line, if it is in sight.
    fn pass_line_break(&mut self) {
        let len = match self.inner.chunk().bytes {
            [b'\n', ..] => 1,
            [b'\r', b'\n', ..] => 2,
            _ => return,
        };
        self.inner.advance(len);
        self.state = State::LineStart;
    }
}

/// The value of a digit (RFC 4648 4).
pub const fn sextet(byte: u8) -> Option<u32> {
    let value = match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    };
    Some(value as u32)
}

/// What each digit adds to the number that a quantum is, by its place in that.
static VALUES: [[u32; 256]; 4] = {
    let mut values = [[INVALID; 256]; 4];
    let mut byte = 0;
    while byte < 256 {
        if let Some(value) = sextet(byte as u8) {
            let mut place = 0;
            while place < 4 {
                values[place][byte] = value << (18 - 6 * place);
                place += 1;
            }
        }
        byte += 1;
    }
    values
};

/// What any other byte adds.
const INVALID: u32 = 1 << 24;

/// Decodes text that is whole quanta of digits alone; returns how many bytes they make. There is one check for all of
/// them: the text is a line.
fn decode_quanta(text: &[u8], out: &mut [u8]) -> Option<usize> {
    let (quanta, []) = text.as_chunks::<4>() else { return None };
    let out = out.get_mut(..3 * quanta.len())?;
    let mut all = 0;
    for (quantum, bytes) in quanta.iter().zip(out.as_chunks_mut().0) {
        let values = VALUES.iter().zip(quantum).map(|(values, digit)| values[usize::from(*digit)]);
        let number = values.fold(0, |number, value| number | value);
        let [_, decoded @ ..]: [u8; 4] = number.to_be_bytes();
        *bytes = decoded;
        all |= number;
    }
    (all < INVALID).then_some(out.len())
}

/// How many digits are at the front.
fn digits(text: &[u8]) -> usize {
    text.iter().take_while(|b| DIGITS.contains(**b)).count()
}

/// Returns `true` if a line has only few bytes that are not digits, and is no text: it is long, without a URI, or ends as
/// base64 does, or these bytes are not those of text. Marks of a reply before it do not count.
fn has_few_strays(line: &[u8]) -> bool {
    let start = line.iter().take_while(|b| b"> |".contains(b)).count();
    let line = line[start..].trim_ascii();
    let digits = line.iter().filter(|b| DIGITS.contains(**b) || **b == b'=').count();
    let is_sure = line.len() >= SURE || digits.is_multiple_of(4) && line.ends_with(b"=");
    let may_be_text = line.iter().any(|b| IN_TEXT.contains(*b)) || start > 0;
    (line.len() - digits) * (DIGITS_PER_STRAY + 1) <= line.len()
        && (!may_be_text || is_sure && memchr::memmem::find(line, b"://").is_none())
}

/// A line that may be base64.
struct Encoded {
    /// How many digits it starts with.
    digits: usize,
    /// It has whole quanta, or is longer than [`SIGHT`].
    is_whole: bool,
}

/// Parses a line that may be base64: digits and padding, with only blanks around them.
fn encoded(text: &[u8]) -> Option<Encoded> {
    let sight = &text[..text.len().min(SIGHT)];
    let end = memchr::memchr(b'\n', sight).unwrap_or(sight.len());
    let line = sight[..end].trim_ascii();
    let digits = digits(line);
    let is_rest = line[digits..].iter().all(|b| DIGITS.contains(*b) || *b == b'=');
    let is_indented = sight.first().is_some_and(u8::is_ascii_whitespace);
    is_rest.then_some(Encoded {
        digits: if is_indented { 0 } else { digits },
        is_whole: end == SIGHT || line.len().is_multiple_of(4),
    })
}

/// Decodes digits of whole bytes, without padding; a single one makes none. Returns whether they are valid.
pub fn decode_base64(rule: &GeneralPurpose, digits: &[u8], decoded: &mut Vec<u8>) -> bool {
    let is_valid = rule.decode_vec(digits, decoded).is_ok();
    if !is_valid {
        decoded.clear();
    }
    is_valid
}

impl<R: MappedRead> MappedRead for Base64<R> {
    fn chunk(&mut self) -> Chunk<'_> {
        if self.passed == self.decoded.len() && !self.decode() {
            return if self.state == State::Text { self.inner.chunk() } else { Chunk::END };
        }
        Chunk { bytes: &self.decoded[self.passed..], ..self.place.onward(self.passed) }
    }

    fn advance(&mut self, count: usize) {
        if self.passed == self.decoded.len() {
            return self.inner.advance(count);
        }
        self.passed += count;
    }

    /// A byte has more than one digit, and there may be a border.
    fn at_hand(&mut self) -> Option<usize> {
        let known = self.decoded.len() - self.passed + self.digits.len();
        Some(known + self.inner.at_hand()? + 1)
    }

    /// Decodes straight into `out`.
    fn read(&mut self, out: &mut [u8], at: u64, notes: &mut Notes<'_>) -> usize {
        let mut filled = 0;
        while filled < out.len() {
            let (room, at) = (&mut out[filled..], at + filled as u64);
            let mut count = self.decode_lines(room, at, notes.map);
            if count == 0 {
                count = self.chunk().put(room, at, notes.map);
                self.advance(count);
            }
            filled += count;
            if count == 0 || notes.at_once {
                break;
            }
        }
        filled
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::mapped::Ratio;
    use crate::testing::cases::assert_cases;
    use crate::testing::{places, text, told, traced};

    #[test]
    fn quanta_are_those_of_the_library() {
        for byte in 0..=u8::MAX {
            for place in 0..8 {
                let mut text = *b"Zm9v+/Az";
                text[place] = byte;
                let (mut ours, mut theirs) = ([0; 6], [0; 6]);
                let count = decode_quanta(&text, &mut ours);
                assert_eq!(count, SLOPPY.decode_slice(text, &mut theirs).ok(), "{text:?}");
                assert!(count.is_none() || ours == theirs, "{text:?}");
            }
        }
        assert_eq!(decode_quanta(b"Zm9", &mut [0; 6]), None);
        assert_eq!(decode_quanta(b"Zm9v", &mut [0; 2]), None);
        assert_eq!(decode_quanta(b"", &mut []), Some(0));
    }

    #[test]
    fn digits_become_bytes() {
        assert_cases("layers/base64", |[encoded]| told(encoded, Base64::new));
    }

    #[test]
    fn what_is_no_digit_is_ignored_between_digits() {
        let (line, text_of) = ("YWJj".repeat(19), "abc".repeat(19));
        for (between, expected) in [
            ("[cut]\n", ""),
            ("http://a/ b\n", ""),
            ("\u{fffd}\u{1}\r\n", ""),
            (&format!("{}\u{1}{}\n", &line[..30], &line[30..]), &*text_of),
            (&format!("\u{1a}{line}\n"), &*text_of),
            (&format!("{}!{}\n", &line[..30], &line[30..]), &*text_of),
            (&format!("> {line}\r\n> {line}\n"), &text_of.repeat(2)),
        ] {
            let encoded = format!("{line}\n{between}{line}\n");
            let expected = format!("{text_of}{expected}{text_of}");
            assert_eq!(told(encoded.as_bytes(), Base64::new), expected, "{between:?}");
        }
        for footer in [
            "[cut]\nYWJj\n",
            "_____\nhttp://a.example/list\n",
            "http://a.example/longlonglonglonglonglonglonglonglonglonglonglonglonglong\n",
            "[a]\n[b]\n",
        ] {
            let encoded = format!("{line}\n{footer}");
            let expected = format!("{text_of}\0{footer}");
            assert_eq!(told(encoded.as_bytes(), Base64::new), expected, "{footer:?}");
        }
    }

    #[test]
    fn raw_bytes_are_whole_quanta() {
        let decoded = traced(b"YWJj\nZG==", Ratio::PLAIN, Base64::new);
        assert_eq!(places(&decoded), [(0, 4), (0, 4), (0, 4), (5, 7)]);
    }

    #[test]
    fn many_lines() {
        let line = [b"YWJj".repeat(19), b"\r\n".to_vec()].concat();
        let decoded = traced(&line.repeat(100), Ratio::PLAIN, Base64::new);
        assert_eq!(text(&decoded), b"abc".repeat(1900));
    }
}

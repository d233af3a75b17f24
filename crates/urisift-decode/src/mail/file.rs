//! Files that are encoded in the text of a body: lines of uuencode (POSIX.1-2017, `uuencode`), and yEnc.

use std::io::{self, Read};

use memchr::memmem;

use super::terminator::{Line, Terminator};
use crate::core::format::{Prefix, Sniff};
use crate::core::mapped::{Chunk, MappedRead, Ratio};
use crate::core::peek::PeekReader;
use urisift::internal::byteset::ByteSet;

/// An encoding of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FileCoding {
    /// Uuencode, from its `begin` line on.
    Uu,
    /// Lines of uuencode without that: the file is cut into several messages.
    UuLines,
    Yenc,
}

/// The bytes that lines start with where a file may.
pub(super) const FIRST: &[u8] = b"b=M";

/// The longest line that starts a file, in bytes.
const MAX_START: usize = 1 << 10;
/// The longest line of yEnc, in bytes: its specification has 997 characters at most.
const MAX_LINE: usize = 8 << 10;
/// The length of a full line of uuencode: `M`, and 45 bytes as 60 digits.
const FULL: usize = 61;
/// How many full lines tell a file without its `begin`.
const FULL_LINES: usize = 3;
/// How many digits a line may have too few, since they are blanks, or too many, as a checksum.
const MISSING: usize = 8;
const SURPLUS: usize = 2;

/// The digits of uuencode. Small letters are not.
const DIGITS: ByteSet = ByteSet::range(b' ', b'`');

/// Returns `true` if the line at the front may start a file, as far as it has come.
pub(super) fn may_start(line: &[u8]) -> bool {
    let starts = |start| Prefix { bytes: line, is_all: false }.starts_with(start) != Sniff::No;
    match line.first() {
        Some(b'b') => starts(b"begin "),
        Some(b'=') => starts(b"=y"),
        _ => line.iter().take(FULL).all(|b| DIGITS.contains(*b)),
    }
}

/// Returns `true` if a file may be in some text.
pub(super) fn may_be_in(text: &[u8]) -> bool {
    memmem::find(text, b"begin ").is_some()
}

impl FileCoding {
    /// The coding of the file that starts with the line at the front.
    pub fn sniff(text: &[u8], is_all: bool) -> Result<FileCoding, Sniff> {
        let head = Prefix { bytes: text, is_all };
        let told = [
            (FileCoding::Uu, starts_uu(head)),
            (FileCoding::UuLines, has_full_lines(head)),
            (FileCoding::Yenc, starts_yenc(head)),
        ];
        let sure = told.iter().find(|(_, sniff)| *sniff == Sniff::Yes);
        let all = told.iter().map(|(_, sniff)| *sniff).fold(Sniff::No, Sniff::or);
        sure.map(|(coding, _)| *coding).ok_or(all)
    }

    /// The name of the file, and the length of the lines before its data.
    pub fn start(self, reader: &mut PeekReader<'_>) -> (String, usize) {
        if self == FileCoding::UuLines {
            return (String::new(), 0);
        }
        let len = reader.line_len(0, MAX_START).unwrap_or(0);
        let line = reader.live()[..len].trim_ascii();
        let name = match self {
            FileCoding::Yenc => memmem::find(line, NAME).map(|at| &line[at + NAME.len()..]),
            _ => line.splitn(3, |b| *b == b' ').nth(2),
        };
        let name = String::from_utf8_lossy(name.unwrap_or_default()).trim().to_owned();
        let part = reader.line_len(len, len + MAX_START).filter(|_| self == FileCoding::Yenc);
        let part = part.filter(|_| reader.live()[len..].starts_with(b"=ypart "));
        (name, len + part.unwrap_or(0))
    }

    /// The first word of a step.
    pub fn name(self) -> &'static str {
        if self == FileCoding::Yenc { "yenc" } else { "uu" }
    }
}

/// `begin`, a mode in octal and a name, and a line of data.
fn starts_uu(head: Prefix<'_>) -> Sniff {
    let (line, rest) = match lines(head, b"begin ") {
        Ok(lines) => lines,
        Err(sniff) => return sniff,
    };
    let mut words = line.splitn(3, |b| *b == b' ').skip(1);
    let mode = words.next().unwrap_or_default();
    let is_mode = (3..=4).contains(&mode.len()) && mode.iter().all(|b| (b'0'..=b'7').contains(b));
    if !is_mode || words.next().is_none_or(|name| name.trim_ascii().is_empty()) {
        return Sniff::No;
    }
    match next_line(rest) {
        Ok((data, _)) => Sniff::sure(data_len(data).is_some()),
        Err(sniff) => sniff,
    }
}

/// Full lines of uuencode.
fn has_full_lines(head: Prefix<'_>) -> Sniff {
    let mut rest = head;
    for _ in 0..FULL_LINES {
        let seen = &rest.bytes[..rest.bytes.len().min(FULL)];
        if seen.first().is_some_and(|b| *b != b'M') || !seen.iter().all(|b| DIGITS.contains(*b)) {
            return Sniff::No;
        }
        match next_line(rest) {
            Ok((line, after)) if line.len() == FULL => rest = after,
            Ok(_) => return Sniff::No,
            Err(_) if rest.bytes.len() > FULL + 2 => return Sniff::No,
            Err(sniff) => return sniff,
        }
    }
    Sniff::Yes
}

/// Precedes the name of a file in yEnc.
const NAME: &[u8] = b" name=";

/// `=ybegin`, with a length of lines, a size, and a name.
fn starts_yenc(head: Prefix<'_>) -> Sniff {
    match lines(head, b"=ybegin ") {
        Ok((line, _)) => Sniff::sure(
            [&b" line="[..], b" size=", NAME].iter().all(|key| memmem::find(line, key).is_some()),
        ),
        Err(sniff) => sniff,
    }
}

/// The line at the front if it starts like that, and what follows it.
fn lines<'t>(head: Prefix<'t>, start: &[u8]) -> Result<(&'t [u8], Prefix<'t>), Sniff> {
    match head.starts_with(start) {
        Sniff::Yes => next_line(head),
        other => Err(other),
    }
}

/// The line at the front, without its end, and what follows it.
fn next_line(head: Prefix<'_>) -> Result<(&[u8], Prefix<'_>), Sniff> {
    let sight = &head.bytes[..head.bytes.len().min(MAX_START)];
    let is_all = head.is_all || sight.len() == MAX_START;
    match memchr::memchr(b'\n', sight) {
        Some(end) => {
            let rest = Prefix { bytes: &head.bytes[end + 1..], ..head };
            Ok((without_cr(&sight[..end]), rest))
        }
        None => Err(Prefix { bytes: sight, is_all }.undecided()),
    }
}

fn without_cr(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// How many bytes a line of uuencode stands for, if it is one.
fn data_len(line: &[u8]) -> Option<usize> {
    let (first, digits) = line.split_first()?;
    let len = usize::from(value(*first));
    let wanted = len.div_ceil(3) * 4;
    let is_one = DIGITS.contains(*first)
        && digits.iter().all(|b| DIGITS.contains(*b))
        && digits.len() + MISSING.min(wanted) >= wanted
        && digits.len() <= wanted + SURPLUS;
    is_one.then_some(len)
}

/// The six bits of a digit.
fn value(digit: u8) -> u8 {
    digit.wrapping_sub(b' ') & 0x3f
}

/// The data of a file in uuencode, up to its end, the end of the body, or a line that is not data.
pub(super) struct Uu<'t, 's> {
    reader: &'t mut PeekReader<'s>,
    terminator: &'t Terminator,
    decoded: Vec<u8>,
    /// The place of the decoded bytes.
    place: Chunk<'static>,
    /// How many of them are consumed.
    passed: usize,
    after_blank: bool,
    has_ended: bool,
}

impl<'t, 's> Uu<'t, 's> {
    pub fn new(reader: &'t mut PeekReader<'s>, terminator: &'t Terminator) -> Self {
        let (decoded, place) = (Vec::new(), Chunk::END);
        Uu { reader, terminator, decoded, place, passed: 0, after_blank: false, has_ended: false }
    }

    fn decode_line(&mut self) {
        self.decoded.clear();
        self.passed = 0;
        let len = data_line(self.reader, self.terminator, self.after_blank, FULL + SURPLUS + 2);
        let line = without_cr(without_lf(&self.reader.live()[..len.unwrap_or(0)]));
        self.after_blank = line.is_empty();
        match (len, data_len(line)) {
            (Some(len), Some(count)) => {
                decode(line.get(1..).unwrap_or_default(), count, &mut self.decoded);
                self.place = place(self.reader, line.len(), count);
                self.reader.pass_bytes(len);
            }
            (Some(len), None) if line.is_empty() => self.reader.pass_bytes(len),
            (Some(len), None) if line == b"end" => {
                self.reader.pass_bytes(len);
                self.has_ended = true;
            }
            _ => self.has_ended = true,
        }
    }
}

fn without_lf(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\n").unwrap_or(line)
}

/// Decodes a line without its first byte; digits that are missing are blanks.
fn decode(digits: &[u8], count: usize, decoded: &mut Vec<u8>) {
    for quantum in 0..count.div_ceil(3) {
        let digit = |at: usize| value(digits.get(4 * quantum + at).copied().unwrap_or(b' '));
        let [a, b, c, d] = [0, 1, 2, 3].map(digit);
        decoded.extend([a << 2 | b >> 4, b << 4 | c >> 2, c << 6 | d]);
    }
    decoded.truncate(count);
}

/// The place of the `count` bytes that a line of that length stands for.
fn place(reader: &PeekReader<'_>, len: usize, count: usize) -> Chunk<'static> {
    let chunk = reader.chunk_in(1..len);
    let is_whole = chunk.bytes.len() + 1 == len && count.div_ceil(3) * 4 < len;
    match chunk.ratio == Ratio::PLAIN && is_whole {
        true => Chunk { ratio: Ratio { bytes: 3, raw: 4 }, ..chunk.place() },
        false => Chunk::whole(&[0; FULL], reader.span(0..len)).place(),
    }
}

/// The length of the line at the front, if it belongs to the body and has at most `max` bytes.
fn data_line(
    reader: &mut PeekReader<'_>,
    terminator: &Terminator,
    after_blank: bool,
    max: usize,
) -> Option<usize> {
    loop {
        match terminator.line(reader.live(), reader.has_ended(), after_blank) {
            Line::Stop(_) => return None,
            Line::Text | Line::Quoted => return reader.line_len(0, max),
            Line::More => _ = reader.more(),
        }
    }
}

impl MappedRead for Uu<'_, '_> {
    fn chunk(&mut self) -> Chunk<'_> {
        while self.passed == self.decoded.len() && !self.has_ended {
            self.decode_line();
        }
        if self.passed == self.decoded.len() {
            return Chunk::END;
        }
        Chunk { bytes: &self.decoded[self.passed..], ..self.place.onward(self.passed) }
    }

    fn advance(&mut self, count: usize) {
        self.passed += count;
    }
}

/// The data of a file in yEnc, up to its end or that of the body. The offsets of finds in it are those of the
/// file.
pub(super) struct Yenc<'t, 's> {
    reader: &'t mut PeekReader<'s>,
    terminator: &'t Terminator,
    decoded: Vec<u8>,
    passed: usize,
    after_blank: bool,
    has_ended: bool,
}

impl<'t, 's> Yenc<'t, 's> {
    pub fn new(reader: &'t mut PeekReader<'s>, terminator: &'t Terminator) -> Self {
        Yenc {
            reader,
            terminator,
            decoded: Vec::new(),
            passed: 0,
            after_blank: false,
            has_ended: false,
        }
    }

    /// Consumes the rest.
    pub fn finish(mut self) {
        while !self.has_ended {
            self.decode_line();
        }
    }

    fn decode_line(&mut self) {
        self.decoded.clear();
        self.passed = 0;
        let Some(len) = data_line(self.reader, self.terminator, self.after_blank, MAX_LINE) else {
            self.has_ended = true;
            return;
        };
        let line = without_cr(without_lf(&self.reader.live()[..len]));
        self.after_blank = line.is_empty();
        self.has_ended = len == 0 || line.starts_with(b"=yend ");
        if !self.has_ended {
            let mut bytes = line.iter();
            while let Some(byte) = bytes.next() {
                let byte = match byte {
                    b'=' => bytes.next().map_or(b'=', |byte| byte.wrapping_sub(64)),
                    byte => *byte,
                };
                self.decoded.push(byte.wrapping_sub(42));
            }
        }
        self.reader.pass_bytes(len);
    }
}

impl Read for Yenc<'_, '_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        while self.passed == self.decoded.len() && !self.has_ended {
            self.decode_line();
        }
        let count = (&self.decoded[self.passed..]).read(out)?;
        self.passed += count;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::cases::{assert_cases, sniffed};
    use crate::testing::{UNCUT, dripping, seen};

    #[test]
    fn starts_of_files() {
        let full = format!("M{}\n", "A".repeat(60));
        let sniff = |text: &[u8]| sniffed(text, |head| FileCoding::sniff(head.bytes, head.is_all));
        assert_cases("mail/files", |[text]| sniff(text));
        assert_eq!(sniff(full.to_lowercase().repeat(3).as_bytes()), "Err(No)");
    }

    #[test]
    fn lines_of_uuencode() {
        let full = format!("M{}\n", "86)C".repeat(15));
        let text = "abc".repeat(15);
        for (lines, expected, rest) in [
            ("#86)C\n`\nend\nx", "abc", "x"),
            ("!80\r\n\"86(\r\n \r\nend\r\n", "aab", ""),
            ("#86)C:\n#86)\nand so on\n", "abcab@", "and so on\n"),
            (&full.repeat(2), &text.repeat(2), ""),
            (&format!("{full}--b\n#86)C\n"), &text, "--b\n#86)C\n"),
        ] {
            let terminator =
                Terminator { boundaries: vec![b"b".to_vec()], ..Terminator::default() };
            for step in [1, 2, 3, 7, UNCUT] {
                let mut reader = dripping(lines.as_bytes(), step);
                let seen = seen(&mut Uu::new(&mut reader, &terminator), step);
                assert_eq!(String::from_utf8_lossy(&seen.text), expected, "{lines}");
                assert_eq!(reader.peek(999), rest.as_bytes(), "{lines}");
                let is_short = lines.starts_with('!');
                let span = if is_short { (0, 3) } else { (1, 5) };
                assert_eq!((seen.spans[0].start, seen.spans[0].end), span, "{lines}");
            }
        }
    }

    #[test]
    fn lines_of_yenc() {
        let encoded: Vec<u8> = b"http://a/\0".iter().map(|b| b.wrapping_add(42)).collect();
        let escaped = [b'=', b'\0'.wrapping_add(42 + 64), b'=', b'='.wrapping_add(64)];
        let lines = [&encoded[..], b"\r\n", &escaped, b"\n=yend size=12\nrest"].concat();
        for step in [1, 3, UNCUT] {
            let mut reader = dripping(&lines, step);
            let terminator = Terminator::default();
            let mut out = Vec::new();
            Yenc::new(&mut reader, &terminator).read_to_end(&mut out).unwrap();
            assert_eq!(out, b"http://a/\0\0\x13");
            assert_eq!(reader.peek(99), b"rest");
        }
    }
}

//! The header fields before a body: those of mail (RFC 5322 2.2), HTTP (RFC 9112 5) and WARC (ISO 28500 5).

use std::ops::Range;

use super::marks::Marks;
use super::refresh;
use super::syntax::{has_scheme, trimmed};
use super::word::{self, Word};
use crate::core::peek::PeekReader;
use crate::core::pieces::{Piece, Pieces};
use urisift::internal::byteset::ByteSet;

/// The longest header of HTTP and WARC, in bytes.
pub(crate) const LONGEST: usize = 64 << 10;

/// How many bytes of lines are taken at a time, besides a first line.
const SPAN: usize = 8 << 10;

/// How many fields there is room for at first.
const USUAL: usize = 32;

/// The field of a response that holds a reference (RFC 9110 10.2.2).
const LOCATION: &str = "Location";

/// The URI of what the body is (RFC 9110 8.7).
const CONTENT_LOCATION: &str = "Content-Location";

/// Fields that hold references among other things: targets of links in brackets (RFC 8288 3), and where a page leads
/// after a delay.
const LINK: &str = "Link";
const REFRESH: &str = "Refresh";

/// Fields that hold a URI and nothing else (RFC 9110 8.7 and 10, RFC 2110 4.2, ISO 28500 5).
const URIS: [&str; 7] = [
    LOCATION,
    CONTENT_LOCATION,
    "Content-Base",
    "Referer",
    "WARC-Target-URI",
    "WARC-Refers-To-Target-URI",
    "WARC-Profile",
];

/// A line of that many bytes may have been cut inside a URI.
const WIDE: usize = 48;

/// A header field, as ranges of the header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Field {
    /// The name.
    pub name: Range<usize>,
    /// All after the colon, with continuation lines and line ends.
    pub body: Range<usize>,
}

/// What is in a body that something at its end may be read as continuing in the next field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Signs {
    /// An angle bracket or quotation mark that is open; 0 if none is.
    open: u8,
    /// There is a colon as that of a scheme, and not of a time.
    has_scheme: bool,
}

/// What may be a sign.
const SIGNS: [u8; 5] = *b":<>\"'";

impl Signs {
    /// Takes the byte at the front of the rest of a body.
    fn note(&mut self, rest: &[u8]) {
        match *rest {
            [b':', next, ..] => {
                self.has_scheme |= next.is_ascii_graphic() && !next.is_ascii_digit()
            }
            [b'>', ..] if self.open == b'<' => self.open = 0,
            [mark @ (b'<' | b'"' | b'\''), ..] => self.open = mark,
            _ => {}
        }
    }

    /// Returns `true` if something at the end of a body with these signs might be read as continuing in the next field:
    /// a URI, or what is in angle brackets or quotation marks.
    fn may_go_on(self, body: &[u8]) -> bool {
        let line_len = || body.len() - memchr::memrchr(b'\n', body).map_or(0, |feed| feed + 1);
        let may_end_later = || {
            body.last().is_some_and(|b| b"-=&?_%,.".contains(b))
                || line_len() >= WIDE
                || memchr::memchr(b'/', body).is_some()
        };
        self.open != 0 || self.has_scheme && may_end_later()
    }
}

/// The borders of the fields of a header, in order.
pub(crate) struct Borders<'h> {
    text: &'h [u8],
    marks: Marks<'h, { SIGNS.len() }>,
    /// The first mark that no field before has taken.
    next: Option<usize>,
}

impl<'h> Borders<'h> {
    pub fn new(text: &'h [u8]) -> Self {
        let mut marks = Marks::new(text, SIGNS);
        let next = marks.next();
        Borders { text, marks, next }
    }

    /// The place of the border that keeps what is at the end of a field, which comes after those asked for before, from
    /// continuing in the next one. Most need none.
    pub fn of(&mut self, field: &Field) -> Option<usize> {
        let Borders { text, marks, next } = self;
        let Field { body, .. } = field;
        let mut signs = Signs::default();
        let mut take = |at: usize| {
            if at >= body.start {
                signs.note(&text[at..body.end]);
            }
        };
        if let Some(at) = next.filter(|at| *at < body.end) {
            take(at);
            *next = marks.find(|at| {
                let is_after = *at >= body.end;
                if !is_after {
                    take(*at);
                }
                is_after
            });
        }
        let end = Some(field.end(text)).filter(|_| signs != Signs::default());
        end.filter(|end| signs.may_go_on(&text[body.start..*end]))
    }
}

/// A header at the front of a reader.
#[derive(Debug, Default)]
pub(crate) struct Head {
    pub fields: Vec<Field>,
    /// Its length in bytes, without the empty line after it.
    pub len: usize,
    /// The length of the empty line; 0 if something else ends the header.
    pub blank: usize,
}

/// A line of a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// A field, with the length of its name and the index of its colon.
    Field {
        name: usize,
        colon: usize,
    },
    Continuation,
    Empty,
    Other,
}

impl Line {
    /// What a line is, which has its end.
    #[inline]
    pub fn of(line: &[u8]) -> Line {
        match line {
            [b' ' | b'\t', ..] => Line::Continuation,
            [b'\n' | b'\r', ..] | [] if matches!(line, [] | b"\n" | b"\r\n" | b"\r") => Line::Empty,
            _ => field(line).unwrap_or(Line::Other),
        }
    }
}

/// Parses a field. Old mail has blanks before the colon (RFC 822 3.4.2); mailboxes have a quoted
/// envelope among the fields.
fn field(line: &[u8]) -> Option<Line> {
    if line[0] == b'>' && line.starts_with(b">From ") {
        return Some(Line::Field { name: 5, colon: 5 });
    }
    let name = name_len(line);
    let mut colon = name;
    while let Some(b' ' | b'\t') = line.get(colon) {
        colon += 1;
    }
    (name > 0 && line.get(colon) == Some(&b':')).then_some(Line::Field { name, colon })
}

/// The length of a field name (RFC 5322 3.6.8).
#[inline]
pub(crate) fn name_len(line: &[u8]) -> usize {
    let mut at = 0;
    while let Some(eight) = Word::at(line, at) {
        let len = word::first(eight.are_below(b'!') | eight.eq_mask(b':') | eight.are_above(b'~'));
        at += len;
        if len < 8 {
            return at;
        }
    }
    at + line[at..].iter().take_while(|b| NAME.contains(**b)).count()
}

const NAME: ByteSet = ByteSet::range(b'!', b'~').without(ByteSet::of(b":"));

/// Takes the lines of a header.
struct Parser<E> {
    /// Its length is the start of the next line.
    head: Head,
    is_in_field: bool,
    ends: E,
}

impl<E: Fn(&Head, Line, &[u8]) -> bool> Parser<E> {
    /// Takes the lines that follow those before; returns whether the header ends among them. All have their
    /// ends, but the last one if nothing follows it.
    fn take_lines(&mut self, lines: &[u8]) -> bool {
        let from = self.head.len;
        let mut feeds = Marks::new(&lines[from..], [b'\n']);
        feeds.find(|feed| self.take_line(&lines[..=from + *feed])).is_some()
            || self.head.len < lines.len() && self.take_line(lines)
    }

    /// Takes the last of the lines; returns whether the header ends before it, or with it.
    fn take_line(&mut self, lines: &[u8]) -> bool {
        let Parser { head, is_in_field, ends } = self;
        let text = &lines[head.len..];
        let line = Line::of(text);
        if ends(head, line, text) {
            return true;
        }
        match line {
            Line::Field { name, colon } => {
                let (name, body) = (head.len..head.len + name, head.len + colon + 1..lines.len());
                head.fields.push(Field { name, body });
                *is_in_field = true;
            }
            Line::Continuation if *is_in_field => {
                if let Some(field) = head.fields.last_mut() {
                    field.body.end = lines.len();
                }
            }
            Line::Empty => {
                head.blank = text.len();
                return true;
            }
            Line::Continuation | Line::Other => *is_in_field = false,
        }
        head.len = lines.len();
        false
    }
}

impl Head {
    /// Reads the header at the front of the reader; `None` if it is longer than `max` bytes. It ends with an empty
    /// line, with the reader, or before a line for which `ends` holds: in mail, any line that is not a field does, in
    /// WARC only the start of the next record, and in HTTP none, whose first line is not a field either.
    pub fn read(
        reader: &mut PeekReader<'_>,
        max: usize,
        ends: impl Fn(&Head, Line, &[u8]) -> bool,
    ) -> Option<Head> {
        let head = Head { fields: Vec::with_capacity(USUAL), ..Head::default() };
        let mut parser = Parser { head, is_in_field: false, ends };
        loop {
            let first = parser.head.len + reader.line_len(parser.head.len, max)?;
            if first == parser.head.len {
                return Some(parser.head);
            }
            let live = reader.live();
            // More lines that are complete.
            let sight = &live[first..live.len().min(max).min(first + SPAN)];
            let more = memchr::memrchr(b'\n', sight).map_or(0, |feed| feed + 1);
            let lines = &live[..first + more];
            if parser.take_lines(lines) {
                return Some(parser.head);
            }
        }
    }

    /// The length with the empty line.
    pub fn whole_len(&self) -> usize {
        self.len + self.blank
    }

    /// The pieces of a header, with the borders of the fields that are in one.
    fn with_borders(&self, text: &[u8], pieces: Vec<Piece>) -> Vec<Piece> {
        let mut borders = Borders::new(&text[..self.len]);
        let ends = self.fields.iter().filter_map(|field| borders.of(field));
        let (mut ends, mut bordered) = (ends.peekable(), Vec::new());
        for piece in pieces {
            let Piece::Verbatim(mut range) = piece else {
                if bordered.last() != Some(&piece) {
                    bordered.push(piece);
                }
                continue;
            };
            while let Some(end) = ends.next_if(|end| *end <= range.end) {
                if end >= range.start {
                    bordered.extend([Piece::Verbatim(range.start..end), Piece::Border(end)]);
                    range.start = end;
                }
            }
            if !range.is_empty() {
                bordered.push(Piece::Verbatim(range));
            }
        }
        bordered
    }

    /// The value of the first field of each of these names.
    #[inline(always)]
    pub fn values<'t, const N: usize>(
        &self,
        text: &'t [u8],
        names: [&str; N],
    ) -> [Option<&'t [u8]>; N] {
        let mut values = [None; N];
        let lengths = names.iter().fold(0, |bits, name| bits | 1 << name.len());
        let may_be_one = |field: &&Field| lengths >> field.name.len().min(63) & 1_u64 == 1;
        for field in self.fields.iter().filter(may_be_one) {
            if let Some(index) = names.iter().position(|name| field.is(text, name)) {
                values[index].get_or_insert(text[field.body.clone()].trim_ascii());
            }
        }
        values
    }

    /// The value of the first field of that name.
    pub fn value<'t>(&self, text: &'t [u8], name: &str) -> Option<&'t [u8]> {
        let field = self.fields.iter().find(|field| field.is(text, name))?;
        Some(text[field.body.clone()].trim_ascii())
    }

    /// Like `value`, as text, if it is not empty.
    pub fn text(&self, text: &[u8], name: &str) -> Option<String> {
        let value = self.value(text, name).filter(|value| !value.is_empty());
        value.map(|value| String::from_utf8_lossy(value).into_owned())
    }

    /// The value of the first field of that name, without the angle brackets of WARC 1.0 (ISO 28500:2009 4).
    /// Bytes that are not UTF-8 are percent-encoded.
    pub fn uri(&self, text: &[u8], name: &str) -> Option<String> {
        let field = self.fields.iter().find(|field| field.is(text, name))?;
        Some(in_utf8(&text[field.bare(text)])).filter(|uri| !uri.is_empty())
    }

    /// The header as text, without some fields. The ends of a URI that is a whole field are certain; if it
    /// has no scheme, or a character that ends every URI in text, it is a link.
    pub fn exact<'t, 's>(
        &self,
        reader: &'t PeekReader<'s>,
        is_left_out: impl Fn(&Field) -> bool,
    ) -> Pieces<'t, 's> {
        let (live, mut pieces, mut at) = (reader.live(), Vec::new(), 0);
        for field in &self.fields {
            if is_left_out(field) {
                pieces.push(Piece::Verbatim(at..field.name.start));
                at = field.body.end;
            } else if let Some(name) = URIS.iter().find(|name| field.is(live, name)) {
                let (all, value) = (field.value(live), field.bare(live));
                let mut exact = exact(&live[value.clone()], value.clone(), all != value, name);
                if !exact.is_empty() {
                    pieces.push(Piece::Verbatim(at..value.start));
                    pieces.append(&mut exact);
                    at = value.end;
                }
            } else if let Some(name) = [LINK, REFRESH].into_iter().find(|name| field.is(live, name))
            {
                for range in references(name, &live[..field.body.end], field.body.start) {
                    pieces.push(Piece::Verbatim(at..range.start));
                    at = range.end;
                    pieces.push(Piece::link(range, name));
                }
            }
        }
        pieces.push(Piece::Verbatim(at..self.whole_len()));
        Pieces::new(reader, self.with_borders(live, pieces))
    }
}

/// The references in a field that have no scheme.
fn references(name: &str, text: &[u8], start: usize) -> Vec<Range<usize>> {
    let mut ranges = Vec::new();
    if name == REFRESH {
        ranges.extend(refresh::url(text.trim_ascii_end(), start));
    } else {
        let mut at = start;
        while let Some(open) = memchr::memchr(b'<', &text[at..]).map(|open| at + open + 1)
            && let Some(len) = memchr::memchr(b'>', &text[open..])
        {
            ranges.push(open..open + len);
            at = open + len;
        }
    }
    let is_reference = |range: &Range<usize>| {
        let value = &text[range.clone()];
        !value.is_empty() && value.iter().all(u8::is_ascii_graphic) && !has_scheme(value)
    };
    ranges.into_iter().filter(is_reference).collect()
}

/// The pieces of a field of [`URIS`] at that range; none if it is text as it is. In angle brackets, the
/// ends of a URI are certain in any text.
fn exact(value: &[u8], range: Range<usize>, has_brackets: bool, name: &'static str) -> Vec<Piece> {
    let is_odd = value.iter().any(|b| !b.is_ascii_graphic() || b"\"<>\\`".contains(b));
    match has_scheme(value) {
        true if value.contains(&b'\n') => Vec::new(),
        true if !is_odd && has_brackets => Vec::new(),
        true if !is_odd => {
            let (start, end) = (range.start, range.end);
            vec![Piece::Border(start), Piece::Verbatim(range), Piece::Border(end)]
        }
        false if ![LOCATION, CONTENT_LOCATION].contains(&name) => Vec::new(),
        _ => vec![Piece::link(range, name)],
    }
}

/// A URI as text: bytes that are not UTF-8 are percent-encoded.
pub(crate) fn in_utf8(uri: &[u8]) -> String {
    match str::from_utf8(uri) {
        Ok(uri) => uri.to_owned(),
        Err(_) => {
            let of_byte =
                |b: &u8| if b.is_ascii() { char::from(*b).into() } else { format!("%{b:02X}") };
            uri.iter().map(of_byte).collect()
        }
    }
}

impl Field {
    /// Returns `true` if it has that name.
    pub fn is(&self, text: &[u8], name: &str) -> bool {
        self.name.len() == name.len()
            && text[self.name.clone()].eq_ignore_ascii_case(name.as_bytes())
    }

    /// The end of the body without its line break.
    pub fn end(&self, text: &[u8]) -> usize {
        self.body.start + text[self.body.clone()].trim_ascii_end().len()
    }

    /// The body without the whitespace around it. If it has nothing else, the value is before its line break.
    pub fn value(&self, text: &[u8]) -> Range<usize> {
        trimmed(text, self.body.start..self.end(text))
    }

    /// Like `value`, without the angle brackets around a URI (ISO 28500:2009 4).
    fn bare(&self, text: &[u8]) -> Range<usize> {
        let value = self.value(text);
        match &text[value.clone()] {
            [b'<', .., b'>'] => trimmed(text, value.start + 1..value.end - 1),
            _ => value,
        }
    }
}

#[cfg(test)]
mod tests;

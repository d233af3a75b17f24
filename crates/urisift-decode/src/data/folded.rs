//! Folded lines: calendars and cards (RFC 5545 3.1, RFC 6350 3.2).

use std::ops::ControlFlow;

use crate::core::format::{BodyReader, Format, Prefix, Sniff};
use crate::core::mapped::MappedRead;
use crate::core::peek::PeekReader;
use crate::core::step::StepKind;
use crate::core::walker::Walker;
use crate::layers::coding::{Coding, Recoded};
use crate::layers::syntax::{self, Parsed, Syntax, Unit};

/// Drops folds (a line break followed by a blank, with the blank), and the backslash before a character that
/// would end a value (RFC 5545 3.3.11), or a name.
struct Folds;

/// How a calendar, a card, or a component of a calendar on its own starts, in any case.
const STARTS: &[&[u8]] = &[
    b"BEGIN:VCALENDAR",
    b"BEGIN:VCARD",
    b"BEGIN:VEVENT",
    b"BEGIN:VTODO",
    b"BEGIN:VJOURNAL",
    b"BEGIN:VFREEBUSY",
    b"BEGIN:VTIMEZONE",
    b"BEGIN:VALARM",
    b"BEGIN:VAVAILABILITY",
];
/// The longest start.
const LONGEST: usize = b"BEGIN:VAVAILABILITY".len();
/// How many bytes may precede that: a byte order mark, and line breaks.
const BLANK: usize = 16;

impl Coding for Folds {
    fn plain(&mut self, bytes: &[u8]) -> usize {
        memchr::memchr3(b'\r', b'\n', b'\\', bytes).unwrap_or(bytes.len())
    }

    fn first(&mut self, head: Prefix<'_>, out: &mut Vec<u8>) -> Option<usize> {
        if head.bytes.starts_with(b"\\") {
            return escape(head, out);
        }
        let feed = usize::from(head.bytes.starts_with(b"\r"));
        match (head.bytes.get(feed), head.bytes.get(feed + 1)) {
            (Some(b'\n'), Some(b' ' | b'\t')) => Some(feed + 2),
            (None, _) | (Some(b'\n'), None) if !head.is_all => None,
            _ => {
                out.extend_from_slice(&head.bytes[..1]);
                Some(1)
            }
        }
    }
}

/// A backslash and the character that it escapes.
fn escape(head: Prefix<'_>, out: &mut Vec<u8>) -> Option<usize> {
    match head.bytes.get(1) {
        Some(byte @ (b',' | b';' | b':' | b'\\')) => {
            out.push(*byte);
            Some(2)
        }
        None if !head.is_all => None,
        _ => {
            out.push(b'\\');
            Some(1)
        }
    }
}

/// The values of properties. A name such as `URL:` or `TEL:` is not a scheme.
#[derive(Default)]
struct Values {
    /// A line continues at the start of the unit.
    is_inside: bool,
}

impl Syntax for Values {
    fn unit(&mut self, reader: &mut PeekReader<'_>) -> usize {
        syntax::lines(reader)
    }

    fn read(&mut self, unit: &mut Unit<'_>) {
        let mut at = 0;
        for line in unit.text.split_inclusive(|b| *b == b'\n') {
            if !self.is_inside
                && let Some(start) = value_start(line)
            {
                unit.border(at + start);
            }
            self.is_inside = !line.ends_with(b"\n") && unit.text.len() == syntax::MAX_UNIT;
            if !self.is_inside {
                unit.border(at + line.trim_ascii_end().len());
            }
            at += line.len();
        }
    }
}

/// The offset after the colon that ends a name and its parameters, which may be in quotes.
fn value_start(line: &[u8]) -> Option<usize> {
    let mut is_quoted = false;
    let colon = line.iter().position(|b| {
        is_quoted ^= *b == b'"';
        *b == b':' && !is_quoted
    });
    colon.map(|colon| colon + 1)
}

/// Reads folded lines.
pub(crate) fn read(text: impl MappedRead, to: &mut Walker<'_>) -> ControlFlow<()> {
    let mut lines = PeekReader::of_mapped(Recoded::by(Folds, text));
    to.text(&mut Parsed::new(&mut lines, Values::default()))
}

/// A calendar, or a card.
pub(crate) struct Objects;

impl Format for Objects {
    fn name(&self) -> &'static str {
        "ics"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["ics", "ical", "ifb", "vcf", "vcard"]
    }

    fn has_magic(&self) -> bool {
        false
    }

    fn sniff(&self, head: Prefix<'_>) -> Sniff {
        let blank =
            head.bytes.iter().take(BLANK).take_while(|b| b"\xef\xbb\xbf\r\n".contains(b)).count();
        // All of them start with the same letter.
        if head.bytes.get(blank).is_some_and(|b| !b.eq_ignore_ascii_case(&b'B')) {
            return Sniff::No;
        }
        let text = head.bytes[blank..].iter().take(LONGEST).map(u8::to_ascii_uppercase);
        let text: Vec<u8> = text.collect();
        let head = Prefix { bytes: &text, ..head };
        STARTS.iter().map(|start| head.starts_with(start)).fold(Sniff::No, Sniff::or)
    }

    fn media_types(&self) -> &'static [&'static str] {
        &["text/calendar", "text/vcard", "text/x-vcard", "text/directory"]
    }

    fn body_reader(&self) -> Option<BodyReader> {
        Some(|body, to| body.in_utf8(|text| read(text, to)))
    }

    fn open(&self, reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
        to.within(StepKind::Layer, self.name(), |to| read(reader, to))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::cases::assert_cases;
    use crate::testing::{UNCUT, entered, stands_all_cuts, told};

    #[test]
    fn values() {
        let long = format!("PHOTO:data:,{}", "a".repeat(syntax::MAX_UNIT));
        for (card, expected) in [
            (
                "URL:http://a.example/\r\n b.\r\nTEL:555\n",
                "URL:|http://a.example/b.|\r\nTEL:|555|\n",
            ),
            ("a;b=\"c:d\":urn:e:\\:f\n\n", "a;b=\"c:d\":|urn:e::f|\n|\n"),
            ("a\nb:c", "a|\nb:|c|"),
            (&long, &format!("{}|", long.replacen("data", "|data", 1))),
        ] {
            let all = entered(&Objects, card.as_bytes(), UNCUT);
            let seen = String::from_utf8_lossy(&all.texts[0].text).replace('\u{1f}', "|");
            assert!(seen == expected, "{seen:?}");
        }
        stands_all_cuts(&Objects, b"URL:http://a.example/\r\n b.\r\nTEL:555\nX-A");
    }

    #[test]
    fn folds_go() {
        assert_cases("data/folds", |[folded]| told(folded, |text| Recoded::by(Folds, text)));
    }
}

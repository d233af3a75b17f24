//! The header fields before a body: those of mail (RFC 5322 2.2), HTTP (RFC 9112 5) and WARC (ISO 28500 5).

use std::ops::Range;

use super::peek::PeekReader;

/// The longest header of HTTP and WARC, in bytes.
pub(super) const LONGEST: usize = 64 << 10;

/// A header field, as ranges of the header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Field {
    /// The name.
    pub name: Range<usize>,
    /// All after the colon, with continuation lines and line ends.
    pub body: Range<usize>,
}

/// A header at the front of a reader.
#[derive(Debug, Default)]
pub(super) struct Head {
    pub fields: Vec<Field>,
    /// Its length in bytes, without the empty line after it.
    pub len: usize,
    /// The length of the empty line; 0 if something else ends the header.
    pub blank: usize,
}

/// A line of a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line {
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
    pub fn of(line: &[u8]) -> Line {
        match line {
            [] | b"\n" | b"\r\n" | b"\r" => Line::Empty,
            [b' ' | b'\t', ..] => Line::Continuation,
            _ => field(line).unwrap_or(Line::Other),
        }
    }
}

/// Parses a field. Old mail has blanks before the colon (RFC 822 3.4.2); mailboxes have a quoted
/// envelope among the fields.
fn field(line: &[u8]) -> Option<Line> {
    if line.starts_with(b">From ") {
        return Some(Line::Field { name: 5, colon: 5 });
    }
    let name = name_len(line);
    let blanks = line[name..].iter().take_while(|b| matches!(b, b' ' | b'\t')).count();
    let colon = name + blanks;
    (name > 0 && line.get(colon) == Some(&b':')).then_some(Line::Field { name, colon })
}

/// The length of a field name (RFC 5322 3.6.8).
pub(super) fn name_len(line: &[u8]) -> usize {
    line.iter().take_while(|b| (b'!'..=b'~').contains(*b) && **b != b':').count()
}

impl Head {
    /// Reads the header at the front of the reader; `None` if it is longer than `max` bytes. It ends with
    /// an empty line, with the reader, or before a line for which `ends` holds: in mail, any line that is
    /// no field does, in WARC only the start of the next record, and in HTTP none, whose first line is no
    /// field either.
    pub fn read(
        reader: &mut PeekReader<'_>,
        max: usize,
        ends: impl Fn(&Head, Line, &[u8]) -> bool,
    ) -> Option<Head> {
        let mut head = Head::default();
        let mut is_in_field = false;
        loop {
            let end = head.len + reader.line_len(head.len, max)?;
            let text = &reader.live()[head.len..end];
            let line = Line::of(text);
            if ends(&head, line, text) {
                return Some(head);
            }
            match line {
                Line::Field { name, colon } => {
                    let (name, body) = (head.len..head.len + name, head.len + colon + 1..end);
                    head.fields.push(Field { name, body });
                    is_in_field = true;
                }
                Line::Continuation if is_in_field => {
                    head.fields.last_mut()?.body.end = end;
                }
                Line::Empty => {
                    head.blank = text.len();
                    return Some(head);
                }
                Line::Continuation | Line::Other => is_in_field = false,
            }
            head.len = end;
        }
    }

    /// The length with the empty line.
    pub fn whole_len(&self) -> usize {
        self.len + self.blank
    }

    /// The value of the first field of that name.
    pub fn value<'t>(&self, text: &'t [u8], name: &str) -> Option<&'t [u8]> {
        let field = self.fields.iter().find(|field| field.is(text, name))?;
        Some(text[field.body.clone()].trim_ascii())
    }

    /// The same as text, if it is not empty.
    pub fn text(&self, text: &[u8], name: &str) -> Option<String> {
        let value = self.value(text, name).filter(|value| !value.is_empty());
        value.map(|value| String::from_utf8_lossy(value).into_owned())
    }
}

impl Field {
    /// Whether it has that name.
    pub fn is(&self, text: &[u8], name: &str) -> bool {
        text[self.name.clone()].eq_ignore_ascii_case(name.as_bytes())
    }

    /// The body without the white space around it.
    pub fn value(&self, text: &[u8]) -> Range<usize> {
        let body = &text[self.body.clone()];
        let start = self.body.start + (body.len() - body.trim_ascii_start().len());
        start..start + body.trim_ascii().len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::dripping;

    /// The header of an HTTP message.
    fn read(reader: &mut PeekReader<'_>) -> Option<Head> {
        Head::read(reader, LONGEST, |_, _, _| false)
    }

    #[test]
    fn a_head_ends_with_an_empty_line() {
        for (bytes, expected) in [
            (&b"A/1\r\nB: c\r\n\r\nbody"[..], Some(13)),
            (b"A/1\nB: c\n\nbody\n\n", Some(10)),
            (b"A/1\r\n\nbody", Some(6)),
            (b"A/1\r\n\rbody", Some(10)),
            (b"A/1", Some(3)),
            (b"", Some(0)),
        ] {
            for step in 1..9 {
                let mut reader = dripping(bytes, step);
                let len = read(&mut reader).map(|head| head.whole_len());
                assert_eq!(len, expected, "{step} at a time");
            }
        }
    }

    #[test]
    fn a_head_without_end_is_none() {
        let endless = vec![b'a'; 3 * LONGEST];
        assert!(read(&mut dripping(&endless, 7777)).is_none());
        let many = b"a: b\n".repeat(LONGEST);
        assert!(read(&mut dripping(&many, 7777)).is_none());
    }

    #[test]
    fn fields_are_found_whatever_their_case() {
        let text = b"A/1\r\nOne: 1\r\ntwo :\t a\r\n b \r\nempty:\r\nno field\r\n :c\r\nONE: 3";
        let head = read(&mut dripping(text, 3)).unwrap();
        let values = ["one", "TWO", "empty", "no field"].map(|name| head.text(text, name));
        assert_eq!(values, [Some("1".into()), Some("a\r\n b".into()), None, None]);
        assert_eq!(head.fields.len(), 4);
        assert_eq!(head.fields[2].value(text), 36..36);
    }
}

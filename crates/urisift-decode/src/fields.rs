//! Named fields before a body, as in HTTP and WARC: the shape of RFC 9112 2.1, with its own first line,
//! and with bare line feeds accepted.

use std::ops::Range;

use super::peek::PeekReader;

/// The longest head, in bytes.
const LONGEST: usize = 64 << 10;

/// The longest end of a head, in bytes.
const LONGEST_END: usize = 8;

/// The length of the head at the front of the reader, by `end` (mostly [`empty_line`]) or the reader's
/// end. None if it is too long.
pub(super) fn head_len(
    reader: &mut PeekReader<'_>,
    end: impl Fn(&[u8]) -> Option<usize>,
) -> Option<usize> {
    let mut known = 0;
    loop {
        let bytes = reader.peek(known + 1);
        let bytes = &bytes[..bytes.len().min(LONGEST)];
        // The last bytes may be the start of its end.
        let from = known.saturating_sub(LONGEST_END);
        if let Some(len) = end(&bytes[from..]) {
            return Some(from + len);
        }
        if bytes.len() == known {
            return (known < LONGEST).then_some(known);
        }
        known = bytes.len();
    }
}

/// The end of the first empty line after another line.
pub(super) fn empty_line(bytes: &[u8]) -> Option<usize> {
    memchr::memchr_iter(b'\n', bytes).find_map(|at| match bytes[at + 1..] {
        [b'\n', ..] => Some(at + 2),
        [b'\r', b'\n', ..] => Some(at + 3),
        _ => None,
    })
}

/// The lines of a head, each with its end and its continuation lines (RFC 9112 5.2).
pub(super) fn lines(head: &[u8]) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at;
        while at < head.len() {
            at = memchr::memchr(b'\n', &head[at..]).map_or(head.len(), |len| at + len + 1);
            if !matches!(head.get(at), Some(b' ' | b'\t')) {
                break;
            }
        }
        (at > start).then_some(start..at)
    })
}

/// A field in a head.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Field {
    pub name: Range<usize>,
    /// Without white space around it.
    pub value: Range<usize>,
}

impl Field {
    /// Parses a line as a field.
    pub fn of(head: &[u8], line: &Range<usize>) -> Option<Field> {
        let colon = line.start + memchr::memchr(b':', &head[line.clone()])?;
        let name = trimmed(head, line.start..colon);
        let value = trimmed(head, colon + 1..line.end);
        Some(Field { name, value })
    }

    /// Whether it has that name.
    pub fn is(&self, head: &[u8], name: &str) -> bool {
        head[self.name.clone()].eq_ignore_ascii_case(name.as_bytes())
    }
}

/// The value of the first field of that name, if it has one.
pub(super) fn value(head: &[u8], name: &str) -> Option<String> {
    lines(head)
        .filter_map(|line| Field::of(head, &line))
        .find(|field| field.is(head, name))
        .map(|field| String::from_utf8_lossy(&head[field.value]).into_owned())
        .filter(|value| !value.is_empty())
}

/// A range without the white space at its ends.
fn trimmed(bytes: &[u8], range: Range<usize>) -> Range<usize> {
    let within = &bytes[range.clone()];
    let start = range.start + (within.len() - within.trim_ascii_start().len());
    start..start + within.trim_ascii().len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seen::dripping;

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
                assert_eq!(head_len(&mut reader, empty_line), expected, "{step} at a time");
            }
        }
    }

    #[test]
    fn a_head_without_end_is_none() {
        let endless = vec![b'a'; 3 * LONGEST];
        assert_eq!(head_len(&mut dripping(&endless, 7777), empty_line), None);
    }

    #[test]
    fn fields_are_found_whatever_their_case() {
        let head = b"A/1\r\nOne: 1\r\ntwo :\t a\r\n b \r\nempty:\r\nno field\r\nONE: 3";
        let values = ["one", "TWO", "empty", "no field"].map(|name| value(head, name));
        assert_eq!(values, [Some("1".into()), Some("a\r\n b".into()), None, None]);
        assert_eq!(lines(head).count(), 6);
    }
}

//! What the header of a message says of it, for records.

use std::borrow::Cow;

use super::word;
use crate::fields::Head;
use crate::message::{Fields, Written};

/// The longest value that is looked at, in bytes.
const MAX_VALUE: usize = 1 << 10;

/// The sign that a web archive writes for `@`.
const AT: &str = " at ";

/// A value as text, without what exceeds [`MAX_VALUE`].
pub(super) fn shown(value: &[u8]) -> String {
    lossy(cut(value)).into_owned()
}

/// The fields that only some records have, as they are written; the value of From is known.
pub(super) fn written(from: Option<&[u8]>, head: &Head, text: &[u8]) -> Written {
    let names = ["Received", "Subject", "List-Id", "Newsgroups"];
    let [received, subject, list, groups] = head.values(text, names);
    let received = received.and_then(receipt);
    let mut bytes = Vec::new();
    let lens = [from, received, subject, list, groups].map(|value| {
        let value = cut(value?);
        bytes.extend_from_slice(value);
        Some(value.len() as u16)
    });
    Written { bytes, lens, read }
}

fn read(written: &Written) -> Fields {
    let mut rest = &written.bytes[..];
    let [from, received, subject, list, groups] = written.lens.map(|len| {
        let value;
        (value, rest) = rest.split_at(len?.into());
        Some(value)
    });
    let (from, from_name) = from.map(sender).unwrap_or_default();
    Fields {
        received: received.map(shown),
        from,
        from_name,
        subject: subject.map(plain).filter(|text| !text.is_empty()),
        list_id: list.and_then(|value| list_id(&lossy(value))),
        newsgroups: groups.map(|value| without_spaces(&lossy(value))),
    }
}

fn cut(value: &[u8]) -> &[u8] {
    &value[..value.len().min(MAX_VALUE)]
}

fn lossy(value: &[u8]) -> Cow<'_, str> {
    str::from_utf8(value).map_or_else(|_| String::from_utf8_lossy(value), Cow::Borrowed)
}

/// Unstructured text: unfolded (RFC 5322 2.2.3), with its encoded words decoded (RFC 2047).
fn plain(value: &[u8]) -> String {
    let decoded = word::decoded(value);
    lossy(&decoded).chars().filter(|c| !matches!(c, '\r' | '\n')).collect::<String>().trim().into()
}

/// The date of the last hop: what follows the last semicolon (RFC 5321 4.4).
fn receipt(value: &[u8]) -> Option<&[u8]> {
    let semicolon = memchr::memrchr(b';', value)?;
    Some(value[semicolon + 1..].trim_ascii())
}

/// The identifier of a list stands in angle brackets (RFC 2919 3).
fn list_id(value: &str) -> Option<String> {
    let inner = value.rsplit_once('<').map_or(value, |(_, rest)| rest.trim_end_matches('>'));
    Some(inner.trim().to_owned()).filter(|id| !id.is_empty())
}

fn without_spaces(value: &str) -> String {
    value.split_ascii_whitespace().collect()
}

/// The first address of a From field, and the name beside it (RFC 5322 3.4).
fn sender(value: &[u8]) -> (Option<String>, Option<String>) {
    let Pieces { phrase, route, comment } = Pieces::of(value);
    let (address, name) = match route {
        Some(route) => (route, if phrase.is_empty() { comment } else { phrase }),
        None => (phrase, comment),
    };
    let address = without_spaces(&lossy(&address).replacen(AT, "@", 1));
    let name = plain(&name);
    match address.contains('@') {
        true => (Some(address), Some(name).filter(|name| !name.is_empty())),
        // A name alone is no address.
        false => (None, Some(plain(value)).filter(|name| !name.is_empty())),
    }
}

/// The parts of the first mailbox of a list.
#[derive(Default)]
struct Pieces {
    /// What stands before the angle brackets, or all if there are none, without quotation marks.
    phrase: Vec<u8>,
    /// What stands in the angle brackets.
    route: Option<Vec<u8>>,
    /// The first comment.
    comment: Vec<u8>,
}

impl Pieces {
    fn of(value: &[u8]) -> Self {
        let mut pieces = Pieces::default();
        let (mut is_quoted, mut depth, mut comments, mut is_escaped) = (false, 0_usize, 0, false);
        let mut is_closed = false;
        for &byte in value {
            let is_plain = is_escaped || is_quoted && byte != b'"' && byte != b'\\';
            is_escaped = !is_escaped && byte == b'\\' && (is_quoted || depth > 0);
            match byte {
                _ if is_escaped => continue,
                b'"' if !is_plain && depth == 0 => {
                    is_quoted = !is_quoted;
                    continue;
                }
                b'(' if !is_plain => {
                    depth += 1;
                    comments += usize::from(depth == 1);
                    if depth == 1 {
                        continue;
                    }
                }
                b')' if !is_plain && depth > 0 => {
                    depth -= 1;
                    if depth == 0 {
                        continue;
                    }
                }
                b'<' if !is_plain && depth == 0 && pieces.route.is_none() => {
                    pieces.route = Some(Vec::new());
                    continue;
                }
                b'>' if !is_plain && depth == 0 && pieces.route.is_some() => {
                    is_closed = true;
                    continue;
                }
                b',' if !is_plain && depth == 0 && pieces.route.is_some() => break,
                b',' if !is_plain && depth == 0 && pieces.phrase.contains(&b'@') => break,
                _ => {}
            }
            match &mut pieces.route {
                _ if depth > 0 && comments == 1 => pieces.comment.push(byte),
                _ if depth > 0 || is_closed => {}
                Some(route) => route.push(byte),
                None => pieces.phrase.push(byte),
            }
        }
        pieces.phrase = pieces.phrase.trim_ascii().to_vec();
        pieces
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn senders() {
        for (value, address, name) in [
            ("a@b.example", "a@b.example", ""),
            ("A B <a@b.example>", "a@b.example", "A B"),
            ("\"B, \\\"A\\\"\" <a@b.example>", "a@b.example", "B, \"A\""),
            ("a@b.example (A (the) B)", "a@b.example", "A (the) B"),
            ("<a@b.example> (A)", "a@b.example", "A"),
            ("=?utf-8?q?=C3=A9_x?= <a@b.example>", "a@b.example", "é x"),
            ("=?utf-8?q?=3Cno=3E?=\r\n <a@b.example>", "a@b.example", "<no>"),
            ("a at b.example (A B)", "a@b.example", "A B"),
            ("a@b.example, c@d.example", "a@b.example", ""),
            ("A <a@b.example>, C <c@d.example>", "a@b.example", "A"),
            ("B, A <a@b.example>", "a@b.example", "B, A"),
            ("Nobody", "", "Nobody"),
            ("\"a b\"@c.example", "ab@c.example", ""),
            ("(", "", "("),
            ("", "", ""),
        ] {
            let (is_address, is_name) = sender(value.as_bytes());
            let is = (is_address.unwrap_or_default(), is_name.unwrap_or_default());
            assert_eq!(is, (address.to_owned(), name.to_owned()), "{value}");
        }
    }

    #[test]
    fn other_fields() {
        assert_eq!(plain(b"Re: =?iso-8859-1?q?=E9?=\r\n and more"), "Re: é and more");
        let value = b"from a by b; id c;\r\n Fri, 31 Jan 2020 12:00:00 +0000";
        assert_eq!(receipt(value), Some(&b"Fri, 31 Jan 2020 12:00:00 +0000"[..]));
        assert_eq!(receipt(b"from a by b"), None);
        assert_eq!(list_id("A list <a.b.example>").as_deref(), Some("a.b.example"));
        assert_eq!(list_id("a.b.example").as_deref(), Some("a.b.example"));
        assert_eq!(list_id("<>"), None);
        assert_eq!(without_spaces("a.b,\r\n c.d"), "a.b,c.d");
    }
}

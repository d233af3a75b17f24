//! What the header of a message says of it, for records.

use std::borrow::Cow;
use std::iter;

use memchr::memmem::find;

use super::word;
use crate::core::format::ToUtf8;
use crate::core::message::{MessageFields, Written};
use crate::layers::charset::Charset;
use crate::layers::fields::Head;
use crate::layers::media_type::parameters;

/// The longest value that is looked at, in bytes.
const MAX_VALUE: usize = 1 << 10;

/// Like `MAX_VALUE`, for the messages of a thread.
const MAX_REFERENCES: usize = 8 << 10;

/// The sign that a web archive writes for `@`.
const AT: &str = " at ";

/// A value as text, without what exceeds [`MAX_VALUE`].
pub(super) fn shown(value: &[u8]) -> String {
    lossy(cut(value)).into_owned()
}

/// The fields that only some records have, as they are written; the value of From is known, and what follows the word
/// in the line before the message, if there is one.
pub(super) fn written(
    from: Option<&[u8]>,
    envelope: Option<&[u8]>,
    head: &Head,
    text: &[u8],
) -> Written {
    let names = ["Received", "Subject", "List-Id", "Newsgroups", "In-Reply-To", "References"];
    let [received, subject, list, groups, parent, references] = head.values(text, names);
    let received = received.and_then(receipt);
    let needs_charset = [from, subject].into_iter().flatten().any(|value| !is_utf8(cut(value)));
    let kind = needs_charset.then(|| head.value(text, "Content-Type")).flatten();
    let [from, received, subject, list, groups, envelope, kind, parent] =
        [from, received, subject, list, groups, envelope, kind, parent].map(|it| it.map(cut));
    let references = references.map(|ids| &ids[..ids.len().min(MAX_REFERENCES)]);
    let values = [from, received, subject, list, groups, envelope, kind, parent, references];
    let len = values.iter().flatten().map(|value| value.len()).sum();
    let mut bytes = Vec::with_capacity(len);
    let lens = values.map(|value| {
        let value = value?;
        bytes.extend_from_slice(value);
        Some(value.len() as u16)
    });
    Written { bytes, lens, read }
}

fn read(written: &Written) -> MessageFields {
    let mut rest = &written.bytes[..];
    let values = written.lens.map(|len| {
        let value;
        (value, rest) = rest.split_at(len?.into());
        Some(value)
    });
    let [from, received, subject, list, groups, envelope, kind, parent, references] = values;
    let [from, subject] = [from, subject].map(|value| value.map(|value| in_utf8(value, kind)));
    let (from, from_name) = from.map(|from| sender(&from)).unwrap_or_default();
    MessageFields {
        received: received.map(shown),
        envelope: envelope.and_then(envelope_date).map(shown),
        from,
        from_name,
        subject: subject.map(|subject| plain(&subject)).filter(|text| !text.is_empty()),
        list_id: list.and_then(|value| list_id(&lossy(value))),
        newsgroups: groups.map(|value| without_spaces(&lossy(value))),
        in_reply_to: parent.and_then(|value| ids(value).next()).map(Cow::into_owned),
        references: references.map(|value| joined(ids(value))).filter(|ids| !ids.is_empty()),
        ..MessageFields::default()
    }
}

/// The Message-IDs in a value, with their angle brackets (RFC 5322 3.6.4), which may be folded. In mail of old, other
/// words are between them.
fn ids(value: &[u8]) -> impl Iterator<Item = Cow<'_, str>> {
    let mut rest = value;
    iter::from_fn(move || {
        let start = memchr::memchr(b'<', rest)?;
        let end = start + memchr::memchr(b'>', &rest[start..])? + 1;
        let id = &rest[start..end];
        rest = &rest[end..];
        Some(match has_spaces(id) {
            true => without_spaces(&lossy(id)).into(),
            false => lossy(id),
        })
    })
    .filter(|id| id.len() > "<>".len())
}

fn has_spaces(value: &[u8]) -> bool {
    memchr::memchr3(b' ', b'\t', b'\n', value).is_some()
        || memchr::memchr2(b'\r', b'\x0c', value).is_some()
}

/// These Message-IDs, with a space between them.
fn joined<'v>(ids: impl Iterator<Item = Cow<'v, str>>) -> String {
    ids.fold(String::new(), |mut all, id| {
        all.extend((!all.is_empty()).then_some(' '));
        all + &id
    })
}

fn cut(value: &[u8]) -> &[u8] {
    &value[..value.len().min(MAX_VALUE)]
}

/// Returns `true` if a value is UTF-8. A character may be cut at its end, after other non-ASCII ones: alone, it is rather a
/// letter of another charset.
fn is_utf8(value: &[u8]) -> bool {
    let is_cut = |error: std::str::Utf8Error| {
        error.error_len().is_none() && !value[..error.valid_up_to()].is_ascii()
    };
    value.is_ascii() || str::from_utf8(value).map_or_else(is_cut, |_| true)
}

/// A value in UTF-8. If its non-ASCII bytes are not UTF-8, programs have written the charset of the body, which its
/// Content-Type says, or that of Windows.
fn in_utf8<'v>(value: &'v [u8], kind: Option<&[u8]>) -> Cow<'v, [u8]> {
    if is_utf8(value) {
        return Cow::Borrowed(value);
    }
    let [name] = parameters(kind.unwrap_or_default(), ["charset"]);
    let said = name.and_then(|name| Charset::named(&name)).filter(Charset::has_ascii);
    let Some(charset) = said.or_else(|| Charset::named(b"windows-1252")) else {
        return Cow::Borrowed(value);
    };
    let mut text = Vec::new();
    charset.decode_to(value, &mut text);
    Cow::Owned(text)
}

/// The date in the line before a message, after the sender, who may have blanks in the name: it starts with the day of
/// the week (RFC 4155 Appendix A), or after the first blank.
fn envelope_date(line: &[u8]) -> Option<&[u8]> {
    const DAYS: [&[u8]; 7] = [b"Mon", b"Tue", b"Wed", b"Thu", b"Fri", b"Sat", b"Sun"];
    let blanks = || memchr::memchr2_iter(b' ', b'\t', line);
    let is_day = |blank: &usize| {
        let word = line.get(blank + 1..blank + 4);
        word.is_some_and(|word| DAYS.contains(&word))
            && matches!(line.get(blank + 4), Some(b' ' | b','))
    };
    let blank = blanks().find(is_day).or_else(|| blanks().next())?;
    Some(line[blank..].trim_ascii()).filter(|date| !date.is_empty())
}

fn lossy(value: &[u8]) -> Cow<'_, str> {
    str::from_utf8(value).map_or_else(|_| String::from_utf8_lossy(value), Cow::Borrowed)
}

/// Unstructured text: unfolded (RFC 5322 2.2.3), with its encoded words decoded (RFC 2047).
fn plain(value: &[u8]) -> String {
    if value.is_ascii() && find(value, b"=?").is_none() {
        let unfolded = value.iter().filter(|byte| !matches!(byte, b'\r' | b'\n')).copied();
        return lossy(&unfolded.collect::<Vec<_>>()).trim().to_owned();
    }
    let decoded = word::decoded(value);
    lossy(&decoded).chars().filter(|c| !matches!(c, '\r' | '\n')).collect::<String>().trim().into()
}

/// The date of the last hop: what follows the last semicolon (RFC 5321 4.4).
fn receipt(value: &[u8]) -> Option<&[u8]> {
    let semicolon = memchr::memrchr(b';', value)?;
    Some(value[semicolon + 1..].trim_ascii())
}

/// The identifier of a list is in angle brackets (RFC 2919 3).
fn list_id(value: &str) -> Option<String> {
    let inner = value.rsplit_once('<').map_or(value, |(_, rest)| rest.trim_end_matches('>'));
    Some(inner.trim().to_owned()).filter(|id| !id.is_empty())
}

fn without_spaces(value: &str) -> String {
    value.split_ascii_whitespace().collect()
}

/// The first address of a From field, and the name beside it (RFC 5322 3.4).
fn sender(value: &[u8]) -> (Option<String>, Option<String>) {
    let AddressParts { phrase, written, route, comment } = AddressParts::of(value);
    let (address, name) = match (route, phrase.is_empty()) {
        (Some(route), true) => (route, comment),
        (Some(route), false) => (route, phrase),
        (None, _) if written.contains(&b'@') || find(&written, AT.as_bytes()).is_some() => {
            (written, comment)
        }
        // A name alone is not an address.
        (None, true) => (Vec::new(), comment),
        (None, false) => (Vec::new(), phrase),
    };
    let address = lossy(&address).replacen(AT, "@", 1);
    // Servers on the way, in mail of old (4.4).
    let address = match address.strip_prefix('@').and_then(|route| route.split_once(':')) {
        Some((_, address)) => address,
        None => address.split(',').next().unwrap_or_default(),
    };
    let is_quoted = address.contains('"');
    let address = if is_quoted { address.trim().to_owned() } else { without_spaces(address) };
    let name = plain(&name);
    (
        Some(address).filter(|address| address.contains('@')),
        Some(name).filter(|name| !name.is_empty()),
    )
}

/// The first mailbox of a list, or of a group.
#[derive(Default)]
struct AddressParts {
    /// What is before the angle brackets, or all if there are none, without quotation marks.
    phrase: Vec<u8>,
    /// Like `phrase`, with the quotation marks.
    written: Vec<u8>,
    /// What is in the angle brackets.
    route: Option<Vec<u8>>,
    /// The first comment.
    comment: Vec<u8>,
}

impl AddressParts {
    fn of(value: &[u8]) -> Self {
        let mut parts = AddressParts::default();
        let (mut is_quoted, mut is_escaped, mut is_closed) = (false, false, false);
        let (mut depth, mut comments) = (0_usize, 0);
        for &byte in value {
            let is_plain = is_escaped || is_quoted && byte != b'"';
            is_escaped = !is_escaped && byte == b'\\' && (is_quoted || depth > 0);
            if is_escaped {
                continue;
            }
            let is_word = byte != b'"' || is_plain;
            match byte {
                _ if is_plain => {}
                b'(' => {
                    depth += 1;
                    comments += usize::from(depth == 1);
                    if depth == 1 {
                        continue;
                    }
                }
                b')' if depth > 0 => {
                    depth -= 1;
                    if depth == 0 {
                        continue;
                    }
                }
                _ if depth > 0 => {}
                b'"' => is_quoted = !is_quoted,
                b'<' if parts.route.is_none() => {
                    parts.route = Some(Vec::new());
                    continue;
                }
                b'>' => is_closed = true,
                // The name of a group.
                b':' if parts.route.is_none() => {
                    parts.phrase.clear();
                    parts.written.clear();
                    continue;
                }
                b',' if is_closed || parts.written.contains(&b'@') => break,
                b';' => break,
                _ => {}
            }
            match &mut parts.route {
                _ if depth > 0 && comments == 1 => parts.comment.push(byte),
                _ if depth > 0 || is_closed => {}
                Some(route) => route.push(byte),
                None => {
                    parts.written.push(byte);
                    parts.phrase.extend(is_word.then_some(byte));
                }
            }
        }
        parts.phrase = parts.phrase.trim_ascii().to_vec();
        parts.written = parts.written.trim_ascii().to_vec();
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::cases::assert_cases;

    #[test]
    fn senders() {
        assert_cases("mail/senders", |[value]| {
            let (address, name) = sender(value);
            format!("{} ¦ {}", address.unwrap_or_default(), name.unwrap_or_default())
        });
    }

    #[test]
    fn what_is_not_utf_8_is_in_the_charset_of_the_body() {
        let shown = |value: &[u8], kind: &str| {
            let kind = Some(kind.as_bytes()).filter(|kind| !kind.is_empty());
            plain(&in_utf8(value, kind))
        };
        let greek = "text/plain; charset=\"iso-8859-7\"";
        assert_eq!(shown("é =?utf-8?q?=C3=A9?=".as_bytes(), greek), "é é");
        assert_eq!(shown(b"\xe9\x93", ""), "é“");
        assert_eq!(shown(b"\xe9", "text/plain"), "é");
        assert_eq!(shown(b"\xe1 =?utf-8?q?=C3=A9?=", greek), "α é");
        assert_eq!(shown(b"\xe9", "text/plain; charset=none-such"), "é");
        // A character that is cut.
        assert_eq!(shown(b"\xc3\xa9\xc3", greek), "é\u{fffd}");
    }

    #[test]
    fn other_fields() {
        assert_eq!(plain(b"Re: =?iso-8859-1?q?=E9?=\r\n and more"), "Re: é and more");
        let value = b"from a by b; id c;\r\n Fri, 31 Jan 2020 12:00:00 +0000";
        assert_eq!(receipt(value), Some(&b"Fri, 31 Jan 2020 12:00:00 +0000"[..]));
        assert_eq!(receipt(b"from a by b"), None);
        for line in ["a@b.example Fri Jan 31 12:00:00 2020\r", "May B  Fri Jan 31 12:00:00 2020"] {
            let date = envelope_date(line.as_bytes());
            assert_eq!(date, Some(&b"Fri Jan 31 12:00:00 2020"[..]), "{line}");
        }
        assert_eq!(envelope_date(b"a@b.example 2020-01-31"), Some(&b"2020-01-31"[..]));
        assert_eq!(envelope_date(b"a@b.example"), None);
        assert_eq!(list_id("A list <a.b.example>").as_deref(), Some("a.b.example"));
        assert_eq!(list_id("a.b.example").as_deref(), Some("a.b.example"));
        assert_eq!(list_id("<>"), None);
        assert_eq!(without_spaces("a.b,\r\n c.d"), "a.b,c.d");
        let value = b"Message of Friday\r\n <1@a.example>, <2@\r\n a.example> <> <3";
        assert!(ids(value).eq(["<1@a.example>", "<2@a.example>"]));
    }
}

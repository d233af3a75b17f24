//! Where the messages of a mailbox end, found without reading them.

use std::rc::Rc;
use std::sync::LazyLock;

use memchr::{memchr, memmem};

use super::content::Content;
use super::entity::{self, MAX_LOOK};
use super::envelope::{self, FROM};
use super::head;
use super::terminator::Terminator;
use crate::core::format::{Prefix, Sniff};
use crate::core::peek::PeekReader;
use crate::core::portion::Whole;
use crate::core::start::Envelope;
use crate::layers::fields::Line;
use crate::layers::marks::Marks;

/// The line feed before an envelope, and its start.
static NEXT: LazyLock<memmem::Finder<'_>> = LazyLock::new(|| memmem::Finder::new(b"\nFrom "));

/// A field whose message may continue after a line that separates others.
const LENGTH: &[u8] = b"Content-Length";

/// The messages at the front of the bytes whose ends are certain: another message follows each, after an
/// envelope that is at least as sure as `least`, up to one that ends at `most` or later. What that line is must not depend
/// on where in a message it stands.
pub(super) fn whole(bytes: &[u8], least: Envelope, most: u64) -> Whole {
    let mut whole = Whole::default();
    while (whole.len as u64) < most
        && let Some(at) = end(&bytes[whole.len..], least)
    {
        whole = Whole { len: whole.len + at, count: whole.count + 1 };
    }
    whole
}

/// The length of the message at the front, if that is certain.
fn end(bytes: &[u8], least: Envelope) -> Option<usize> {
    let mut at = kept(bytes)?;
    if at == 0 || !bytes[at..].starts_with(FROM) {
        at += NEXT.find(&bytes[at..])? + 1;
    }
    loop {
        match envelope::separates(Prefix { bytes: &bytes[at..], is_all: false }, least, true) {
            Sniff::Yes if is_certain(bytes, at) => return Some(at),
            Sniff::No => at += NEXT.find(&bytes[at..])? + 1,
            _ => return None,
        }
    }
}

/// Returns `true` if the line there, which may separate messages, does so wherever in a message it stands.
fn is_certain(bytes: &[u8], at: usize) -> bool {
    let is_bare = envelope::form(&bytes[at..]) == Some(Envelope::Bare);
    !is_field(&bytes[at..]) && (!is_bare || envelope::ends_blank(&bytes[..at], false))
}

/// Returns `true` if the line at the front would be a field in a header.
fn is_field(bytes: &[u8]) -> bool {
    let end = memchr(b'\n', bytes).map_or(bytes.len(), |feed| feed + 1);
    Line::of(&bytes[..end]) != Line::Other
}

/// How many bytes at the front belong to the message whatever they are, since its header states the length of its
/// body; mostly 0. `None` if more bytes would tell.
fn kept(bytes: &[u8]) -> Option<usize> {
    let Some(len) = header_len(bytes)? else { return Some(0) };
    let envelope =
        memchr(b'\n', bytes).filter(|_| bytes.starts_with(FROM)).map_or(0, |feed| feed + 1);
    let header = bytes.get(envelope..len)?;
    let mut reader = PeekReader::of_buffer(header.to_vec(), 0..header.len(), 0, Rc::default());
    let head = head::read(&mut reader, &Terminator::default())?;
    let length = entity::stated(&head, header).filter(|len| *len <= MAX_LOOK);
    let (Some(length), false) = (length, Content::of(&head, header, "text/plain").nests()) else {
        return Some(0);
    };
    let body = envelope + head.whole_len();
    let front = bytes[body..].get(..entity::sight(length))?;
    Some(if entity::fits(front, length) { body + length as usize } else { 0 })
}

/// The length of the header of a message up to the first empty line or envelope, if it may have a Content-Length.
/// `None` if more bytes would tell.
fn header_len(bytes: &[u8]) -> Option<Option<usize>> {
    let mut states_length = false;
    let mut feeds = Marks::new(bytes, [b'\n']);
    let mut next = Some(0);
    while let Some(at) = next {
        match &bytes[at..] {
            [b'\n', ..] => return Some(states_length.then_some(at + 1)),
            [b'\r', b'\n', ..] => return Some(states_length.then_some(at + 2)),
            line @ [b'F', ..] if at > 0 && line.starts_with(FROM) && !is_field(line) => {
                return Some(states_length.then_some(at));
            }
            line @ [b'C' | b'c', ..] => states_length |= starts_with(line, LENGTH),
            _ => {}
        }
        next = feeds.next().map(|feed| feed + 1);
    }
    None
}

fn starts_with(text: &[u8], start: &[u8]) -> bool {
    text.get(..start.len()).is_some_and(|text| text.eq_ignore_ascii_case(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: &str = "From a@b Thu Jan  1 00:00:00 1970\n";

    fn of(messages: &[&str]) -> Whole {
        let text: String = messages.iter().map(|message| format!("{FIRST}{message}")).collect();
        whole(text.as_bytes(), Envelope::Sloppy, u64::MAX)
    }

    #[test]
    fn messages_before_others_are_whole() {
        let message = "From: a\nTo: b\n\ntext\nFrom here\n>From a@b Thu Jan  1 00:00:00 1970\n\n";
        let len = FIRST.len() + message.len();
        assert_eq!(of(&[message]), Whole::default());
        assert_eq!(of(&[message, message]), Whole { len, count: 1 });
        assert_eq!(of(&[message, message, message]), Whole { len: 2 * len, count: 2 });
    }

    #[test]
    fn what_is_not_certain_ends_them() {
        let message = "From: a\nTo: b\n\ntext\n";
        let len = FIRST.len() + message.len();
        let stated = format!("From: a\nCONTENT-length: {}\n\n{FIRST}{message}\n", len);
        let after = message.repeat(9);
        assert_eq!(of(&[message, &stated, &after, message]).count, 3);
        let wrong = stated.replace("length: ", "length: 1");
        assert_eq!(of(&[message, &wrong, &after, message]).count, 4);
        assert_eq!(of(&[message, &wrong, message]).count, 1, "more bytes would tell");
        let parts = stated.replace("From: a\n", "Content-Type: multipart/mixed; boundary=x\n");
        assert_eq!(of(&[message, &parts, &after, message]).count, 4);
        let in_text = "From: a\n\nContent-Length: 3\n";
        assert_eq!(of(&[in_text, message]).count, 1);
        let field = format!("{FIRST}{message}From : Thu Jan  1 00:00:00 1970\n{message}");
        assert_eq!(whole(field.as_bytes(), Envelope::Sender, u64::MAX), Whole::default());
        // Bare lines are certain after a blank line.
        let bare = |text: &str| {
            let text = format!("From \nX-A: b\n{message}{text}From \nX-A: b\n{message}");
            whole(text.as_bytes(), Envelope::Bare, u64::MAX).count
        };
        assert_eq!(["", "\n", "\r\n", "x\n\r\n", "x\r\n"].map(bare), [0, 1, 1, 1, 0]);
        // What separates it from the next one is not all there.
        let cut = format!("{FIRST}{message}{}", &FIRST[..20]);
        assert_eq!(whole(cut.as_bytes(), Envelope::Sloppy, u64::MAX), Whole::default());
    }
}

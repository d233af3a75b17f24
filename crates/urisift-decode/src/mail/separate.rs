//! Where the messages of a mailbox end, found without reading them.

use memchr::{memchr, memmem};

use super::envelope::{self, Envelope};
use crate::fields::Line;
use crate::format::{Prefix, Sniff};
use crate::portion::Whole;

/// The line feed before an envelope, and its start.
const NEXT: &[u8] = b"\nFrom ";

/// A field whose message may go on after a line that separates others.
const LENGTH: &[u8] = b"Content-Length";

/// The messages at the front of the bytes whose ends are certain: another message follows each, after an
/// envelope that is at least as sure as `least`. A message that states its length ends them, and one whose
/// envelope could be a field of the header before it.
pub(super) fn whole(bytes: &[u8], least: Envelope) -> Whole {
    let mut whole = Whole::default();
    let mut from = 0;
    for feed in memmem::find_iter(bytes, NEXT) {
        let at = feed + 1;
        let line = memchr(b'\n', &bytes[at..]).map_or(&bytes[at..], |end| &bytes[at..at + end + 1]);
        match envelope::separates(Prefix { bytes: &bytes[at..], is_all: false }, least) {
            Sniff::No => continue,
            Sniff::Yes if Line::of(line) == Line::Other && !states_length(&bytes[from..at]) => {}
            _ => break,
        }
        whole = Whole { len: at, count: whole.count + 1 };
        from = at;
    }
    whole
}

/// Whether a message may have a Content-Length in its header, which ends with an empty line at the latest.
fn states_length(message: &[u8]) -> bool {
    let mut rest = message;
    loop {
        match rest {
            [b'C' | b'c', ..] if starts_with(rest, LENGTH) => return true,
            [b'\n', ..] | [b'\r', b'\n', ..] => return false,
            _ => {}
        }
        let Some(feed) = memchr(b'\n', rest) else { return false };
        rest = &rest[feed + 1..];
    }
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
        whole(text.as_bytes(), Envelope::Sloppy)
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
        let stated = "From: a\nCONTENT-length: 3\n\ntext\n";
        assert_eq!(of(&[message, stated, message]), Whole { len, count: 1 });
        let in_text = "From: a\n\nContent-Length: 3\n";
        assert_eq!(of(&[in_text, message]).count, 1);
        let field = format!("{FIRST}{message}From : Thu Jan  1 00:00:00 1970\n{message}");
        assert_eq!(whole(field.as_bytes(), Envelope::Sender), Whole::default());
        // What separates it from the next one is not all there.
        let cut = format!("{FIRST}{message}{}", &FIRST[..20]);
        assert_eq!(whole(cut.as_bytes(), Envelope::Sloppy), Whole::default());
    }
}

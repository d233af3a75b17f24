//! Markup that is escaped as the text of an element, mostly in feeds.

use super::element::is_prose;
use super::names::key;
use super::reference;
use urisift::internal::byteset::{ALNUM, ByteSet};

/// How much of a text tells whether it is markup, in bytes.
pub(super) const SIGHT: usize = 4 << 10;

/// What follows the name of an element, as it is or escaped.
const NAME_END: ByteSet = ByteSet::of(b" \t\r\n/>&");

/// What the text of an element is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Text {
    /// Text.
    Plain,
    /// Escaped markup, or text: its tags tell.
    Perhaps,
    Markup,
}

impl Text {
    /// The text of an element with that name, in lower case, which says perhaps that it is HTML (RSS 2.0; Atom,
    /// RFC 4287 3.1.1.2 and 4.1.3.3).
    pub fn of(element: &[u8], is_labelled: bool) -> Self {
        let local = element.iter().position(|b| *b == b':').map_or(0, |colon| colon + 1);
        match &element[local..] {
            b"content" | b"title" | b"subtitle" | b"rights" | b"summary" | b"description"
                if is_labelled =>
            {
                Text::Markup
            }
            b"description" | b"encoded" | b"summary" | b"content" if !is_prose(element) => {
                Text::Perhaps
            }
            _ => Text::Plain,
        }
    }
}

const TYPE: u64 = key(b"type");
/// That of Atom 0.3.
const MODE: u64 = key(b"mode");

/// Returns `true` if an attribute of that number may say so.
pub(super) fn may_be_label(attribute: u64) -> bool {
    matches!(attribute, TYPE | MODE)
}

/// Returns `true` if an attribute, by the number of its name, says that the text of its element is HTML.
#[inline(always)]
pub(super) fn is_label(attribute: u64, value: &[u8]) -> bool {
    match attribute {
        TYPE => value.eq_ignore_ascii_case(b"html") || value.eq_ignore_ascii_case(b"text/html"),
        MODE => value == b"escaped",
        _ => false,
    }
}

/// Returns `true` if the text up to the next markup has an escaped start tag of HTML near its front.
pub(super) fn has_tags(text: &[u8]) -> bool {
    let text = &text[..text.len().min(SIGHT)];
    let end = memchr::memchr(b'<', text).unwrap_or(text.len());
    let text = &text[..end];
    memchr::memchr_iter(b'&', text).any(|at| {
        let reference = reference::at_front(&text[at..]);
        reference.is_some_and(|found| found.text() == b"<" && starts_tag(&text[at + found.len..]))
    })
}

/// Returns `true` if the name of an element of HTML is at the front.
fn starts_tag(bytes: &[u8]) -> bool {
    let end = bytes.iter().position(|b| !ALNUM.contains(*b)).unwrap_or(bytes.len());
    let is_ended = bytes.get(end).is_some_and(|b| NAME_END.contains(*b));
    is_ended && is_prose(&bytes[..end].to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::cases::assert_cases;

    #[test]
    fn tags_in_texts() {
        assert_cases("html/tags in texts", |[text]| has_tags(text));
    }
}

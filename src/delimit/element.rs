//! Elements of XML whose text is one URI: there nothing of it belongs to a sentence.

use super::view::View;
use crate::byteset::{ALNUM, ByteSet};

/// The longest name of an element that is looked at, in bytes.
const MAX_NAME: usize = 64;

/// Elements of HTML, whose text is mostly prose (HTML 4.01 and HTML 15.3). Sorted.
#[rustfmt::skip] // As many on a line as there is room for.
const PROSE: &[&str] = &[
    "a", "abbr", "acronym", "address", "article", "aside", "b", "bdi", "bdo", "big", "blockquote",
    "body", "br", "button", "caption", "center", "cite", "code", "dd", "del", "details", "dfn",
    "dialog", "dir", "div", "dl", "dt", "em", "fieldset", "figcaption", "figure", "font",
    "footer", "form", "frame", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "hr", "html",
    "i", "iframe", "img", "input", "ins", "kbd", "label", "legend", "li", "main", "mark", "nav",
    "nobr", "noscript", "ol", "option", "output", "p", "pre", "q", "s", "samp", "section",
    "select", "small", "span", "strike", "strong", "style", "sub", "summary", "sup", "table",
    "tbody", "td", "template", "textarea", "tfoot", "th", "thead", "time", "title", "tr", "tt",
    "u", "ul", "var", "wbr", "xmp",
];

/// Whether the element of that name, in lower case, holds prose.
pub fn is_prose(name: &[u8]) -> bool {
    PROSE.binary_search_by(|prose| prose.as_bytes().cmp(name)).is_ok()
}

/// Whether the text `start..end` is all that an element holds: its start tag comes right before, and its
/// end tag right after.
pub(super) fn encloses(view: &View<'_>, start: usize, end: usize) -> bool {
    let Some(tag) = view.before(start).strip_suffix(b">") else { return false };
    let Some(open) = memchr::memrchr(b'<', tag) else { return false };
    let name = &tag[open + 1..];
    let name = &name[..name.iter().take_while(|&&b| NAME.contains(b)).count()];
    (1..=MAX_NAME).contains(&name.len())
        && view.has(end, b"</")
        && view.has(end + 2, name)
        && view.is(end + 2 + name.len(), |b| b == b'>')
        && !is_prose(&name.to_ascii_lowercase())
}

/// Bytes of names in XML, of which most are written in ASCII.
const NAME: ByteSet = ALNUM.or(ByteSet::of(b"-._:"));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_sorted() {
        assert!(PROSE.is_sorted());
        assert!(is_prose(b"td") && !is_prose(b"loc"));
    }
}

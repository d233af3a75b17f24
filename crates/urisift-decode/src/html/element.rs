//! Elements whose text is prose, and those whose text may be a value.

use super::names::{NameMap, key};

/// Elements of HTML, whose text is mostly prose (HTML 4.01 and HTML 15.3).
#[rustfmt::skip] // As many on a line as there is room for.
const PROSE: &[&str] = &[
    "a", "abbr", "acronym", "address", "article", "aside", "b", "bdi", "bdo", "big",
    "body", "br", "button", "caption", "center", "cite", "code", "dd", "del", "details", "dfn",
    "dialog", "dir", "div", "dl", "dt", "em", "fieldset", "figure", "font",
    "footer", "form", "frame", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "hr", "html",
    "i", "iframe", "img", "input", "ins", "kbd", "label", "legend", "li", "main", "mark", "nav",
    "nobr", "noscript", "ol", "option", "output", "p", "pre", "q", "s", "samp", "section",
    "select", "small", "span", "strike", "strong", "style", "sub", "summary", "sup", "table",
    "tbody", "td", "template", "textarea", "tfoot", "th", "thead", "time", "title", "tr", "tt",
    "u", "ul", "var", "wbr", "xmp",
];

/// Those with longer names.
const LONG: &[&[u8]] = &[b"blockquote", b"figcaption"];

static SHORT: NameMap<()> = NameMap::of(&[(PROSE, ())]);

/// Whether the element of that name, in lower case, holds prose.
pub(crate) fn is_prose(name: &[u8]) -> bool {
    match key(name) {
        0 => LONG.contains(&name),
        key => SHORT.get(key).is_some(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_any_length() {
        assert!(PROSE.iter().all(|name| name.len() <= 8 && is_prose(name.as_bytes())));
        assert!(LONG.iter().all(|name| name.len() > 8 && is_prose(name)));
        assert!(!is_prose(b"loc") && !is_prose(b"") && !is_prose(b"blockquotations-"));
    }
}

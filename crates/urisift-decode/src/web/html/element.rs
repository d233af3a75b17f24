//! What is known of elements by their names.

use super::content::Content;
use super::mark::Mark;
use super::names::{Name, NameMap, key, key_of};
use crate::core::mapped::BOUNDARY;
use urisift::internal::found::FIELD_END;

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

/// An element, in lower case or not known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Element {
    /// Its text is prose. That of others may be a value.
    pub is_prose: bool,
    /// What its tags put between texts.
    pub boundary: u8,
    pub content: Content,
    /// How it marks a part of a word.
    pub mark: Option<Mark>,
    /// It marks a possible line break, mostly in a URI.
    pub is_break: bool,
    /// Its tags do more than to separate texts, whatever their attributes.
    pub is_special: bool,
    /// Its tags do no more than that, if their attributes have nothing to yield.
    pub is_simple: bool,
}

const ANY: Element = Element {
    is_prose: false,
    boundary: FIELD_END,
    content: Content::Markup,
    mark: None,
    is_break: false,
    is_special: false,
    is_simple: true,
};
/// One that is not known.
impl Default for Element {
    fn default() -> Self {
        ANY
    }
}

const IN_PROSE: Element = Element { is_prose: true, boundary: BOUNDARY, ..ANY };

const fn with(content: Content) -> Element {
    Element { content, is_simple: false, ..IN_PROSE }
}

const fn marking(mark: Mark) -> Element {
    Element { mark: Some(mark), ..IN_PROSE }
}

/// Elements with short names.
static SHORT: NameMap<Element> = NameMap::of(&[
    (&["b", "i", "em", "strong", "u", "s", "font", "mark", "var"], marking(Mark::Tight)),
    (&["span"], marking(Mark::Loose)),
    (&["wbr"], Element { is_break: true, is_simple: false, ..IN_PROSE }),
    (&["script"], Element { content: Content::Raw, is_simple: false, ..ANY }),
    (&["xmp"], with(Content::Raw)),
    (&["style"], with(Content::StyleSheet)),
    (&["title", "textarea"], with(Content::Escapable)),
    // Their references have forms of their own, their text may be escaped markup, or they hold runs of text.
    (
        &["base", "content", "encoded", "si", "is"],
        Element { is_special: true, is_simple: false, ..ANY },
    ),
    (PROSE, IN_PROSE),
]);

impl Element {
    pub fn of(name: &Name) -> Self {
        match name.key() {
            0 => Element::of_long(name.text()),
            key => SHORT.get(key).unwrap_or_default(),
        }
    }

    /// That of a short name, by its number, if it is known.
    #[inline]
    pub fn of_known(key: u64) -> Option<Self> {
        SHORT.get(key)
    }

    fn of_long(name: &[u8]) -> Self {
        match name {
            b"plaintext" => Element { content: Content::Plain, is_simple: false, ..ANY },
            name if LONG.contains(&name) => IN_PROSE,
            _ => ANY,
        }
    }
}

/// Returns `true` if the element of that name, in lower case, holds prose.
pub(crate) fn is_prose(name: &[u8]) -> bool {
    match key(name) {
        0 => Element::of_long(name).is_prose,
        key => SHORT.get(key).unwrap_or_default().is_prose,
    }
}

/// How the tags of that element may stand inside a URI.
pub(super) fn mark(name: &[u8]) -> Option<Mark> {
    SHORT.get(key_of(name)).and_then(|element| element.mark)
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

//! Elements whose text is prose, and those whose text may be a value.

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
pub(super) fn is_prose(name: &[u8]) -> bool {
    PROSE.binary_search_by(|prose| prose.as_bytes().cmp(name)).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_sorted() {
        assert!(PROSE.is_sorted());
        assert!(is_prose(b"td") && !is_prose(b"loc"));
    }
}

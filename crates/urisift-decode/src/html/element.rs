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

/// The longest name that is looked up, in bytes.
const LONGEST: usize = u128::BITS as usize / 8;

/// The names as numbers, which are compared faster and sort alike.
static NUMBERS: [u128; PROSE.len()] = {
    let mut numbers = [0; PROSE.len()];
    let mut i = 0;
    while i < PROSE.len() {
        numbers[i] = number(PROSE[i].as_bytes());
        i += 1;
    }
    numbers
};

/// Whether the element of that name, in lower case, holds prose.
pub(crate) fn is_prose(name: &[u8]) -> bool {
    name.len() <= LONGEST && NUMBERS.binary_search(&number(name)).is_ok()
}

/// The name, padded on the right.
const fn number(name: &[u8]) -> u128 {
    let mut number = 0;
    let mut i = 0;
    while i < name.len() {
        number = number << 8 | name[i] as u128;
        i += 1;
    }
    if i == 0 { 0 } else { number << (8 * (LONGEST - i)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_sorted() {
        assert!(PROSE.is_sorted() && NUMBERS.is_sorted());
        assert!(PROSE.iter().all(|name| is_prose(name.as_bytes())));
        assert!(!is_prose(b"loc") && !is_prose(b"") && !is_prose(b"blockquotations-"));
    }
}

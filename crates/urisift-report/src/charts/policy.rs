//! A check for tests: markup has only what the page's policy allows.

const TAGS: &[&str] = &[
    "details",
    "figcaption",
    "figure",
    "line",
    "p",
    "rect",
    "summary",
    "svg",
    "table",
    "tbody",
    "td",
    "text",
    "th",
    "thead",
    "tr",
];

const ATTRIBUTES: &[&str] = &[
    "aria-label",
    "class",
    "dy",
    "fill",
    "font-family",
    "font-size",
    "height",
    "id",
    "role",
    "scope",
    "stroke",
    "stroke-width",
    "text-anchor",
    "viewBox",
    "width",
    "x",
    "x1",
    "x2",
    "y",
    "y1",
    "y2",
];

/// Asserts that tags and attributes are allowed, tags are closed, and the rest is text.
#[track_caller]
pub(super) fn check(markup: &str) {
    let mut open = Vec::new();
    for piece in markup.split('<').skip(1) {
        let (tag, text) = piece.split_once('>').unwrap();
        assert!(!text.contains('>') && !text.contains(is_unseen), "{text:?}");
        match tag.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop(), Some(name)),
            None => opening(tag, &mut open),
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

#[track_caller]
fn opening<'a>(tag: &'a str, open: &mut Vec<&'a str>) {
    let name = tag.split([' ', '/']).next().unwrap();
    assert!(TAGS.contains(&name), "{tag:?}");
    if !tag.ends_with('/') {
        open.push(name);
    }
    // Names and values alternate.
    let parts: Vec<_> = tag[name.len()..].trim_end_matches('/').split('"').collect();
    assert_eq!(parts.len() % 2, 1, "{tag:?}");
    for attribute in parts[..parts.len() - 1].iter().step_by(2) {
        let attribute = attribute.strip_prefix(' ').and_then(|name| name.strip_suffix('='));
        let attribute = attribute.unwrap_or_else(|| panic!("{tag:?}"));
        assert!(ATTRIBUTES.contains(&attribute), "{tag:?}");
        assert!(name == "figure" || attribute != "id", "{tag:?}");
        assert!(name != "svg" || !["width", "height"].contains(&attribute), "{tag:?}");
    }
}

fn is_unseen(c: char) -> bool {
    c != '\n' && crate::sanitize::is_harmful(c)
}

/// The value of an attribute.
pub(super) fn attribute<'a>(tag: &'a str, name: &str) -> &'a str {
    let (_, value) = tag.split_once(&format!(" {name}=\"")).unwrap();
    value.split('"').next().unwrap()
}

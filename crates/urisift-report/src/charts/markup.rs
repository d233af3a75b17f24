//! Text made harmless within markup.

use crate::sanitize;

/// The text for display, with harmful characters escaped.
pub(super) fn shown(text: &str) -> String {
    escaped(&sanitize::text(text))
}

/// The text as it is, for a program to read from an attribute in double quotes. `None` if HTML cannot
/// hold it, since it replaces NUL.
pub(super) fn value(text: &str) -> Option<String> {
    (!text.contains('\0')).then(|| {
        // An unescaped carriage return would become a line feed.
        escaped(text).replace('\r', "&#13;")
    })
}

/// Replaces the characters of markup with references.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            _ => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_a_text_is_markup() {
        for (text, expected) in [
            ("www.example.org", "www.example.org"),
            ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
            ("\" onload='x'", "&quot; onload=&#39;x&#39;"),
            ("a&amp;b]]>", "a&amp;amp;b]]&gt;"),
            ("a\u{0}\u{1b}\n\u{202e}b\u{200b}", "a\\u{0}\\u{1b}\\n\\u{202e}b\\u{200b}"),
            ("مثال.例", "مثال.例"),
        ] {
            assert_eq!(shown(text), expected);
        }
    }

    #[test]
    fn a_value_is_the_text_itself() {
        assert_eq!(value("a\"\u{202e}\r\n&"), Some("a&quot;\u{202e}&#13;\n&amp;".to_owned()));
        assert_eq!(value("a\0"), None);
    }
}

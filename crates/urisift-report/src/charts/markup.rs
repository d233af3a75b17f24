//! Text made harmless within markup, and the markup of a chart: the figure, and the numbers as a table, for exact
//! values and for screen readers.

use std::fmt::Write;

use super::label::share;
use crate::aggregate::Share;
use crate::record::grouped;
use crate::sanitize;

/// The text for display, with harmful characters escaped.
pub(super) fn shown(text: &str) -> String {
    escaped(&sanitize::text(text))
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

/// A chart with its caption. The id is `chart-` and that.
pub(super) fn figure(class: &str, id: &str, caption: &str, content: &str) -> String {
    let (id, caption) = (escaped(id), shown(caption));
    format!(
        "<figure class=\"{class}\" id=\"chart-{id}\"><figcaption>{caption}</figcaption>\
         {content}</figure>\n"
    )
}

/// The table of a chart.
pub(super) struct ShareTable<'a> {
    /// What the first column holds.
    pub heading: &'a str,
    /// The total.
    pub of: u64,
}

impl ShareTable<'_> {
    /// The table, collapsed.
    pub fn details<'b>(
        &self,
        bars: impl Iterator<Item = &'b Share>,
        rest: Option<&Share>,
    ) -> String {
        let mut rows = String::new();
        for bar in bars {
            self.row(&named(&bar.name), bar.count, &mut rows);
        }
        if let Some(rest) = rest {
            self.row(&shown(&rest.name), rest.count, &mut rows);
        }
        let heading = shown(self.heading);
        format!(
            "<details><summary>Numbers</summary><table><thead><tr><th scope=\"col\">{heading}</th>\
             <th scope=\"col\">Count</th><th scope=\"col\">Share</th></tr></thead>\
             <tbody>\n{rows}</tbody></table></details>"
        )
    }

    fn row(&self, name: &str, count: u64, out: &mut String) {
        let share = escaped(&share(count, self.of));
        let count = grouped(count);
        // Writing to memory cannot fail.
        let _ =
            writeln!(out, "<tr><th scope=\"row\">{name}</th><td>{count}</td><td>{share}</td></tr>");
    }
}

/// A name, which may be empty.
fn named(name: &str) -> String {
    if name.is_empty() { "(empty)".to_owned() } else { shown(name) }
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
}

//! Markup dialects, whose references may never be closed.

use super::family::Family;

/// A document of that format with repetitions of a piece after a front.
fn document(format: &'static str, name: &str, front: &'static str, piece: &'static str) -> Family {
    Family::after(&format!("{format}: {name}"), front, piece).with(&[
        "--json",
        "--base",
        "http://a/b/",
        "--as",
        format,
    ])
}

/// A document of that format that repeats a piece.
fn of(format: &'static str, piece: &'static str) -> Family {
    document(format, &format!("{piece:?}"), "", piece)
}

pub fn families() -> Vec<Family> {
    vec![
        of("markdown", "[[[["),
        of("markdown", "![]("),
        of("markdown", "[a](b \"c\" "),
        of("markdown", "` `` "),
        of("markdown", "<a <"),
        of("markdown", "[a]: http://a/b\n"),
        of("ipynb", "\"cell_type\":\"markdown\",\"source\":[\"\\n\","),
        of("rst", "`a <b"),
        of("rst", ".. _a:\n "),
        of("asciidoc", "http://link:"),
        of("asciidoc", "image::++a["),
        of("mediawiki", "[http://a "),
        of("mediawiki", "{{|a=http://b|"),
        of("textile", "\"a\":b)))!c."),
        of("bbcode", "[url=\"[url]a"),
        of("org", "[[[[\\"),
        document("latex", "arguments in each other", "", "\\href{"),
        document("latex", "braces in an argument", "\\url{", "{{\\_"),
        document("latex", "options", "", "\\href["),
        document("latex", "characters", "", "{\\_}$\\sim$\\~{}"),
        document("bibtex", "fields without end", "", "={a://"),
        document("roff", "fonts", "", "\\fB\\f[a"),
        document("roff", "arguments", "", ".UR a\\-\\:b\n"),
        document("pod", "links in each other", "=pod\n\n", "L<"),
        document("pod", "links without end", "=pod\n\n", "L<< a|b "),
        document("pod", "characters", "=pod\n\n", "E<lt>E<"),
        document("texinfo", "arguments in each other", "", "@url{a@@"),
        document("properties", "escapes", "", "\\u0061\\:\\\n "),
        document("po", "strings in one line", "", "\"a\""),
        document("po", "strings in many lines", "", "\"\n\""),
        document("ics", "values", "", "a:\"b"),
    ]
}

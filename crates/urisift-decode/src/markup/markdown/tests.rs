use super::*;
use crate::markup::tests::assert_reads;

fn assert_all(cases: &[(&str, &str)]) {
    for (markdown, expected) in cases {
        assert_reads(&MARKDOWN, markdown, expected);
    }
}

#[test]
fn destinations() {
    assert_all(&[
        ("[a](http://a.example/b)", "[a](|http://a.example/b|)"),
        ("![a](http://a.example/b)", "![a](|http://a.example/b|)"),
        ("[a]( http://a.example/(b(c)).\n)", "[a]( |http://a.example/(b(c)).|\n)"),
        ("[a](http://a.example/b))", "[a](|http://a.example/b|))"),
        ("[a](<http://a.example/b)>)", "[a](<|http://a.example/b)|>)"),
        ("[a](<http://a.example/b c>)", "[a](<<link http://a.example/b c>>)"),
        ("[a](<b c> 'd')", "[a](<<link b c>> 'd')"),
        ("[a](http://a.example/ \"b\")", "[a](|http://a.example/| \"b\")"),
        ("[a](http://a.example/ (b \\) c))", "[a](|http://a.example/| (b \\) c))"),
        ("[a](http://a.example/b\\_c\\)?d&amp;e&copy)", "[a](|http://a.example/b_c)?d&e&copy|)"),
        ("[a](http://a.example/\\b)", "[a](|http://a.example/\\b|)"),
        ("[a\nb](\nhttp://a.example/中文\n'c')", "[a\nb](\n|http://a.example/中文|\n'c')"),
        ("[a]() [b](c.md) ![d](#e)", "[a]() [b](<link c.md>) ![d](<image #e>)"),
    ]);
}

#[test]
fn not_destinations() {
    assert_all(&[
        ("[a](http://a.example/b c)", "[a](http://a.example/b c)"),
        ("[a](http://a.example/(b)", "[a](http://a.example/(b)"),
        ("[a] (b) \\[c](d)", "[a] (b) \\[c](d)"),
        ("[a](b 'c\"d)", "[a](b 'c\"d)"),
        ("[a](b'c')", "[a](<link b'c'>)"),
        ("[a](<b\nc>) a](b)", "[a](<b\nc>) a](b)"),
        ("[a [b](c) d](e)", "[a [b](<link c>) d](e)"),
        ("[![a](b)](c)", "[![a](<image b>)](<link c>)"),
        ("![[a](b)](c)", "![[a](<link b>)](<image c>)"),
        ("[a]\n\n(b)", "[a]\n\n(b)"),
    ]);
}

#[test]
fn definitions() {
    assert_all(&[
        ("[a]: http://a.example/b.", "[a]: |http://a.example/b.|"),
        (
            "> - [a b]:\n  <b c> 'd'\n[e]: f\ng",
            "> - [a b]:\n  <<definition b c>> 'd'\n[e]: <definition f>\ng",
        ),
        ("[a]: http://a.example/, and b", "[a]: http://a.example/, and b"),
        ("[^1]: http://a.example/.", "[^1]: http://a.example/."),
        ("[ ]: b\n\n[]: b\n\na\n[b]: c", "[ ]: b\n\n[]: b\n\na\n[b]: c"),
    ]);
}

#[test]
fn code() {
    assert_all(&[
        ("`[a](b)` ``[a](`b)`` `[a](b)", "`[a](b)` ``[a](`b)`` `[a](<link b>)"),
        (
            "    [a](b)\n    [c](d)\n\ne\n    [f](g)",
            "    [a](b)\n    [c](d)\n\ne\n    [f](<link g>)",
        ),
        (
            "- a\n\n    [b](c)\n\n      [d](e)\n\nf\n\n    [g](h)",
            "- a\n\n    [b](<link c>)\n\n      [d](e)\n\nf\n\n    [g](h)",
        ),
        ("```a\n[b](c)\n\n[d](e)\n````\n[f](g)", "```a\n[b](c)\n\n[d](e)\n````\n[f](<link g>)"),
        (
            "~~~\n```\n[b](c)\n~~\n~~~ a\n~~~\n[f](g)",
            "~~~\n```\n[b](c)\n~~\n~~~ a\n~~~\n[f](<link g>)",
        ),
        ("> ```\n> [a](b)\n\n[c](d)", "> ```\n> [a](b)\n\n[c](<link d>)"),
        ("```a``` [b](c)\n- ```\n  [d](e)\n  ```", "```a``` [b](<link c>)\n- ```\n  [d](e)\n  ```"),
        ("- `a\n- [b](c) `d", "- `a\n- [b](<link c>) `d"),
    ]);
}

#[test]
fn text() {
    assert_all(&[
        ("http://a.example/b\\_c?d&amp;e \\[ `\\_`", "http://a.example/b_c?d&e \\[ `\\_`"),
        ("<a title='[b](c)' href='d?e&amp;f'>", "<a title='[b](c)' href='<href d?e&f>'>"),
        (
            "<img\nsrc=\"http://a.example/b).&amp;\"/>[b](c)",
            "<img\nsrc=\"|http://a.example/b).&|\"/>[b](<link c>)",
        ),
        ("<a data-href='b' href=c>", "<a data-href='b' href=c>"),
        ("<http://a.example/?b&amp;c>", "<http://a.example/?b&c>"),
        ("<http://a.example/[b](c)>", "<http://a.example/[b](c)>"),
        ("a < [b](c)", "a < [b](<link c>)"),
        ("| ` | [a](http://a.example/\\|) ` |", "| ` | [a](|http://a.example/||) ` |"),
    ]);
}

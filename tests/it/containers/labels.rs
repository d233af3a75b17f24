//! The labels of links in markup.

use crate::kit::command;

/// The labels of links in markup, of references with a scheme and without.
#[test]
fn labels_of_links_in_markup() {
    for (format, text, labels) in [
        ("markdown", "[Read *this*\n one](http://a.example/b) [c](d.md)", "Read *this* one|c"),
        ("markdown", "![alt](http://a.example/b.png) <http://a.example/> [x]", ""),
        (
            "mediawiki",
            "[http://a.example/ a label] [[http://b.example/|c]] [http://d/]",
            "a label|c",
        ),
        ("asciidoc", "http://a.example/[a label] link:b.html[c]", "a label|c"),
        ("org", "[[http://a.example/][a label]] [[http://b.example/]]", "a label"),
        ("rst", "`a label <http://a.example/>`_ `<http://b.example/>`_", "a label"),
        ("latex", "\\href{http://a.example/}{a label} \\url{http://b.example/}", "a label"),
        ("textile", "\"a label\":http://a.example/ \"b\":/c", "a label|b"),
        ("bbcode", "[url=http://a.example/]a label[/url] [url]http://b.example/[/url]", "a label"),
        ("bbcode", "[url=http://a.example/]", ""),
    ] {
        let args = ["--as", format, "--base", "http://base.example/", "--json"];
        let output = command::fed(command::command(&args), text.as_bytes());
        let finds = command::objects(&output);
        let said: Vec<_> = finds.iter().filter_map(|find| find["link_text"].as_str()).collect();
        assert_eq!(said.join("|"), labels, "{format} {text}");
        // The finds are those of a search that tells no labels.
        let plain = command::fed(command::command(&args[..4]), text.as_bytes());
        let uris: Vec<_> = finds.iter().filter_map(|find| find["uri"].as_str()).collect();
        assert_eq!(String::from_utf8_lossy(&plain.stdout), uris.join("\n") + "\n");
    }
}

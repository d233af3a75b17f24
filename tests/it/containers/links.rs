//! What markup says of URIs besides their references: labels of links, and comments.

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
        let args =
            ["--as", format, "--base", "http://base.example/", "--json", "--columns=uri,link_text"];
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

/// URIs in comments, in pages, in mail, and in the strings of JSON, where a comment may have no end.
#[test]
fn comments_of_html() {
    let mail = "Subject: a\nTo: b\nContent-Type: text/html\n\n";
    let attached = format!("{}\nContent-Disposition: attachment\n\n", mail.trim_end());
    let page = "<!-- http://a.example/ --><a href=http://b.example/>http://c.example/</a>";
    let own = r#"["<p><!-- http://a.example/ ", "http://b.example/", "<b>http://c.example/</b>"]"#;
    for (format, text, expected) in [
        ("html", page.to_owned(), "a true null, b null null, c null null"),
        (
            "html",
            format!("{page}<!-- http://d.example/"),
            "a true null, b null null, c null null, d true null",
        ),
        ("html", "<!--[if mso]>http://a.example/<![endif]-->".to_owned(), "a null null"),
        ("html", "<!doctype html SYSTEM 'http://a.example/'>".to_owned(), "a null null"),
        ("json", own.to_owned(), "a true null, b null null, c null null"),
        ("mail", format!("{mail}{page}"), "a true comment, b null body, c null body"),
        (
            "mail",
            format!("{attached}{page}"),
            "a true attachment, b null attachment, c null attachment",
        ),
    ] {
        for args in [
            &["--columns=uri,is_commented,place"][..],
            &["--columns=uri,is_commented,place", "-C0"],
        ] {
            let args = [&["--as", format, "--json"], args].concat();
            let finds = command::objects(&command::fed(command::command(&args), text.as_bytes()));
            let told = finds.iter().map(|find| {
                let name = find["uri"].as_str().unwrap()["http://".len()..].chars().next().unwrap();
                let place = find["place"].as_str().unwrap_or("null");
                format!("{name} {} {place}", find["is_commented"])
            });
            assert_eq!(told.collect::<Vec<_>>().join(", "), expected, "{text}");
        }
    }
}

/// The record, the element and the attribute of a link, and finds by them.
#[test]
fn links_of_records() {
    let record = |kind: &str, block: &str| {
        let head = format!("WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:uuid:1>\r\n");
        let media = "WARC-Target-URI: http://page.example/\r\nContent-Type: application/http";
        format!("{head}{media}\r\nContent-Length: {}\r\n\r\n{block}\r\n\r\n", block.len())
    };
    let page = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n\
        <a href=/a>b</a><IMG src=/c>http://d.example/";
    let warc = [
        record("request", "GET / HTTP/1.1\r\nReferer: http://from.example/\r\n\r\n"),
        record("response", page),
    ]
    .concat();
    let found = |flags: &[&str]| {
        let args = [&["--json", "--columns=all"], flags].concat();
        command::objects(&command::fed(command::command(&args), warc.as_bytes()))
    };
    let uris = |flags: &[&str]| {
        let finds = found(flags).into_iter();
        finds.map(|find| find["uri"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(uris(&["--tag=A,img"]), ["http://page.example/a", "http://page.example/c"]);
    assert_eq!(uris(&["--attribute", "src"]), ["http://page.example/c"]);
    assert_eq!(uris(&["--tag=a", "--attribute=src"]), [""; 0]);
    assert_eq!(uris(&["--record-type=REQUEST"]), ["http://page.example/", "http://from.example/"]);
    let links = found(&["--record-type=response", "--attribute=href,src"]);
    let fields = ["page", "record_id", "record_type", "tag", "attribute"];
    let told = links.iter().map(|link| fields.map(|name| link[name].as_str().unwrap().to_owned()));
    assert_eq!(
        told.collect::<Vec<_>>(),
        [
            ["http://page.example/", "urn:uuid:1", "response", "a", "href"],
            ["http://page.example/", "urn:uuid:1", "response", "img", "src"],
        ]
    );
}

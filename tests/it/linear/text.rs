//! Plain text: every kind of `corpora/pathological`, and text that matters only with some flags.

use std::process::Command;

use super::family::{Family, numbered, repeated};
use crate::kit;

/// All switches that find more.
const MORE: &[&str] = &["--www", "--bare", "--email", "--refang"];

pub fn families() -> Vec<Family> {
    let kinds = made(&[]);
    let kinds = String::from_utf8(kinds).unwrap();
    assert!(kinds.lines().count() > 20);
    let pathological = kinds.lines().map(|kind| {
        let kind = kind.to_owned();
        let name = format!("text: {kind}");
        Family::new(name, move |size| {
            made(&[&kind, &(size / 1_000_000 + 1).to_string()])[..size].to_vec()
        })
        .with(MORE)
    });
    pathological.chain(more()).collect()
}

/// Runs the maker of hostile text.
fn made(arguments: &[&str]) -> Vec<u8> {
    let make = kit::project("corpora/pathological/make.sh");
    let out = Command::new("sh").arg(make).args(arguments).output().unwrap();
    assert!(out.status.success());
    out.stdout
}

fn more() -> Vec<Family> {
    let nested =
        |size| [repeated("(", size / 2), b"http://a/".to_vec(), repeated(")", size / 2)].concat();
    let pairs = |size| [b"http://a/".to_vec(), repeated("(b)", size)].concat();
    let opened =
        |size| [b"http://a/".to_vec(), repeated("(", size / 2), repeated(")", size / 2)].concat();
    vec![
        Family::new("text: brackets around a URI", nested),
        Family::new("text: pairs in a URI", pairs),
        Family::new("text: brackets in each other in a URI", opened),
        Family::of_piece(
            "text: opening brackets before URIs",
            "(((((((((([[[[[[[[[[{{{{{{{{{{http://a/b",
        ),
        Family::of_piece("text: brackets with URIs", "(http://a/(b(c(d(e(f "),
        Family::of_piece("text: quotes of all kinds", "“‘«「'\"http://a/'b"),
        Family::of_piece("text: apostrophes", "'http://a'b'c'd "),
        Family::after("text: apostrophes in one URI", "http://a/", "b'"),
        Family::after("text: trailing marks in one URI", "http://a/", "b.,;:!?'*_~"),
        Family::after("text: trailing entities in one URI", "http://a/", "&amp;"),
        Family::after("text: entities of letters in one URI", "http://a/", "&eacute;"),
        Family::after("text: ends of entities in one URI", "http://a/b", ";"),
        Family::of_piece("text: entities around URIs", "&quot;&lt;http://a/b&gt;&quot;&#39;"),
        Family::of_piece("text: schemes in each other", "jar:view-source:feed:"),
        Family::after("text: schemes in one URI", "http://a/", "jar:file:http://"),
        Family::of_piece(
            "text: schemes that are long",
            "abcdefghijklmnopqrstuvwxyz+-.0123456789abcdefghijklmnopqrstuvwxyz:",
        ),
        Family::new("text: one scheme", |size| [repeated("a", size), b"://b".to_vec()].concat()),
        Family::of_piece("text: URL: without end", "URL: URL:<URL:< URL:"),
        Family::of_piece("text: wrappers with leaders", "> <URL:http://a/\n> b\n> c\n"),
        Family::of_piece("text: leaders", "> > > | # // * ;; <http://a/b-\n"),
        Family::of_piece(
            "text: page breaks in wrappers",
            "<http://a/b\n\n\nX [Page 1]\n\x0c\nRFC 1\n\n",
        ),
        Family::of_piece("text: page breaks without end", "<http://a/b\n\n\n\n\n\n\n\n\n\n\n"),
        Family::of_piece(
            "text: lines that go on",
            "http://a.example/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p/q/r/s/t/u/v/w/x/\nb/c/d/e?f=g&\nh=i\n",
        ),
        Family::of_piece("text: lines joined wherever they may", "http://a/b\nc\nd\n")
            .with(&["--join", "always"]),
        Family::after("text: one URI on all lines", "http://a/b", "\nc")
            .with(&["--join", "always"]),
        Family::after("text: one URI on all lines, of any length", "http://a/b", "\nc")
            .with(&["--join=always", "--max-wrap=1G"]),
        Family::after("text: a wrapper of any length", "<http://a/b", "\nc")
            .with(&["--max-wrap", "1G"]),
        Family::of_piece("text: wrappers of any length", "<URL:http://a/b\nc ")
            .with(&["--max-wrap", "1G"]),
        Family::of_piece("text: wrappers around a colon, of any length", "<http:\nc ")
            .with(&["--max-wrap", "1G"]),
        Family::of_piece("text: quotes of any length", "\"http://a/b\nc\nd\n")
            .with(&["--max-wrap", "1G"]),
        Family::after("text: a quote of any length", "\"http://a/b", "\nc")
            .with(&["--max-wrap", "1G"]),
        Family::after("text: hyphens of one URI", "<http://a/", "b-\n").with(&["--max-wrap", "1G"]),
        Family::of_piece(
            "text: lines of a calendar",
            "URL:http://a.example/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n",
        ),
        Family::after(
            "text: one line of a calendar",
            "URL:http://a.example/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n",
            " aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n",
        ),
        Family::of_piece("text: cells", "| http://a?b|c|d | http://a?b|c "),
        Family::after("text: cells of one line", "|http://a?", "b|"),
        Family::after("text: tabs before URIs", "", "\t\t\t\t\t\t\t\t\t\t\t\thttp://a/-"),
        Family::after("text: a link in each other", "", "[a](http://b/[c](http://d/"),
        Family::of_piece("text: places of a trace", "http://a/b:1:2:3:4:5:6 "),
        Family::after("text: places of one trace", "http://a/b", ":1"),
        Family::after("text: data", "data:text/plain;base64,", "QUJD"),
        Family::after("text: parameters of data", "data:text/plain", ";a=b"),
        Family::after("text: parameters of data, quoted", "data:text/plain", ";a=\\\"b"),
        Family::after("text: addresses of one message", "mailto:a@b", ",c@d"),
        Family::after("text: one name of a resource", "urn:a:", "b:"),
        Family::after("text: escapes in one URI", "http:\\/\\/a\\/", "\\u0026\\/"),
        Family::after("text: escaped quotes", "\"http:\\/\\/a\\/b", "\\\""),
        Family::after("text: backslashes", "http:\\/\\/a", "\\\\\\\\\\\\\\\\\\\\\\\\"),
        Family::of_piece("text: backslashes before schemes", "\\\\\\\\\\\\\\\\http:\\/\\/"),
        Family::after("text: letters of scripts in one URI", "http://a/", "漢é"),
        Family::of_piece("text: letters of scripts", "http://漢/字#漢字=漢。"),
        Family::of_piece("text: letters everywhere", "http://a/✓漢✓漢").with(&["--iri", "always"]),
        Family::new("text: bytes of no characters", |size| {
            numbered(size, |i| [b"http://a/", &[0x80 | i as u8][..]].concat())
        }),
        Family::of_piece("text: dots in brackets", "hxxp[:]//a[.]b(dot)c[dot]").with(MORE),
        Family::after("text: dots in brackets of one URI", "hxxp[:]//a", "[.]b(dot)").with(MORE),
        Family::of_piece(
            "text: hosts of long labels",
            "www.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.",
        )
        .with(MORE),
        Family::of_piece(
            "text: addresses of long names",
            "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa=@",
        )
        .with(MORE),
        Family::of_piece("text: nothing", "\0\0\0\0"),
        Family::of_piece("text: short lines", "\n"),
        Family::of_piece("text: CR", "http://a/\r"),
    ]
}

//! The parser and the operations on its parts, on one long text: with the commands that take URIs.

use super::family::Family;

fn explained(name: &str, front: &'static str, piece: &'static str) -> Family {
    Family::after(&format!("explain: {name}"), front, piece).with(&["explain"]).piped()
}

pub fn families() -> Vec<Family> {
    [long(), schemes(), commands()].into_iter().flatten().collect()
}

fn long() -> Vec<Family> {
    vec![
        explained("a path", "http://a/", "b/"),
        explained("dots", "http://a/", "../"),
        explained("a user", "http://", "a:%40@"),
        explained("a host", "http://", "a."),
        explained("a host in letters", "http://", "é."),
        explained("a port", "http://a:", "80"),
        explained("an address", "http://[", "1:"),
        explained("a zone", "http://[fe80::1%25", "a"),
        explained("a query", "http://a/?", "a=b&"),
        explained("a fragment", "http://a/#", "?/"),
        explained("broken escapes", "http://a/", "%4"),
        explained("colons", "", "a:"),
        explained("many URIs", "", "http://a/b\n"),
    ]
}

/// Every scheme with a grammar of its own.
fn schemes() -> Vec<Family> {
    [
        ("ftp", "ftp://a/", "b;type=a/"),
        ("gopher", "gopher://a/1", "b%09c"),
        ("mailto", "mailto:a@b", ",\"c\"@d"),
        ("mailto, headers", "mailto:a@b?", "cc=a@b&"),
        ("news", "news:", "a."),
        ("news, an id", "news:a@b", ".c"),
        ("wais", "wais://a/b/", "c/"),
        ("prospero", "prospero://a/b", ";c=d"),
        ("mid", "mid:a@b/", "c@d"),
        ("urn", "urn:a:", "b:%41"),
        ("urn, parts", "urn:a:b?+", "c?="),
        ("urn:isbn", "urn:isbn:", "978-3-"),
        ("ldap", "ldap://a/", "b=c,"),
        ("ldap, filters", "ldap://a/b?c?sub?", "(&(a=b)"),
        ("sip", "sip:a@b", ";c=d"),
        ("sip, headers", "sip:a@b?", "c=d&"),
        ("tel", "tel:+1-2", ";a=b"),
        ("data", "data:text/plain", ";a=\"b\""),
        ("geo", "geo:1,2", ";a=b"),
        ("doi", "doi:10.1/", "<>("),
        ("magnet", "magnet:?", "xt=urn:btih:a&"),
        ("xmpp", "xmpp:a@b?", ";c=d"),
        ("irc", "irc://a/", "b,isnick"),
        ("jdbc", "jdbc:mysql:", "//a,b"),
        ("jar", "", "jar:file:/a!/"),
        ("view-source", "", "view-source:"),
        ("git", "git+ssh://a/", "b~"),
        ("file", "file:///", "c|/"),
        ("session", "telnet://", "a:b@"),
    ]
    .into_iter()
    .map(|(name, front, piece)| explained(name, front, piece))
    .collect()
}

fn commands() -> Vec<Family> {
    vec![
        Family::after("resolve: dots of one reference", "", "../")
            .with(&["resolve", "--base", "http://a/b/c/d"])
            .piped(),
        Family::after("resolve: segments of one reference", "", "b/./c/../")
            .with(&["resolve", "--base", "http://a/b/c/d"])
            .piped(),
        Family::of_piece("resolve: many references", "../b\n")
            .with(&["resolve", "--base", "http://a/b/c/d"])
            .piped(),
    ]
}

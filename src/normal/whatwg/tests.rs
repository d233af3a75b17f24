use url::Url;

use super::*;
use crate::testing::amount;

fn joined(base: &str, reference: &[u8]) -> Option<Repaired> {
    Written::parse(base.as_bytes())?.join(reference)?.mended()
}

#[test]
fn what_no_uri_may_contain_is_escaped() {
    let base = "http://w.example/d/e?f[]=1";
    for (reference, expected, at) in [
        ("r.html", "http://w.example/d/r.html", None),
        ("/x[1].jpg", "http://w.example/x%5B1%5D.jpg", Some("%5B1")),
        ("//f.example/css?family=A|B", "http://f.example/css?family=A%7CB", Some("%7C")),
        ("a b", "http://w.example/d/a%20b", Some("%20")),
        ("a\\b", "http://w.example/d/a/b", Some("/d/a/b")),
        ("\\\\x.example\\y?\\", "http://x.example/y?%5C", Some("%5C")),
        ("a?b\\c", "http://w.example/d/a?b%5Cc", Some("%5C")),
        ("##", "http://w.example/d/e?f%5B%5D=1#%23", Some("%5B")),
        ("a#b#c", "http://w.example/d/a#b%23c", Some("%23")),
        ("100%", "http://w.example/d/100%25", Some("%25")),
        ("a%zz%41", "http://w.example/d/a%25zz%41", Some("%25")),
        ("{a}^`\"<>", "http://w.example/d/%7Ba%7D%5E%60%22%3C%3E", Some("%7B")),
        ("\u{1} a\n\t b \r\n", "http://w.example/d/a%20b", Some("%20")),
        ("\u{e9}\u{e000}", "http://w.example/d/\u{e9}%EE%80%80", Some("%EE")),
        ("?\u{e000}", "http://w.example/d/e?\u{e000}", None),
        ("a|b/../c", "http://w.example/d/c", None),
        ("%2e%2E/.%2e/c", "http://w.example/c", None),
        ("a b:c", "http://w.example/d/a%20b:c", Some("%20")),
        ("1:2", "http://w.example/d/1:2", None),
        ("///x.example/y", "http://x.example/y", None),
        ("//u|@x.example/", "http://u%7C@x.example/", Some("%7C")),
        ("//{x}.example/", "http://%7Bx%7D.example/", Some("%7B")),
        ("//[::1]/", "http://[::1]/", None),
        ("http:g", "http://w.example/d/g", None),
        ("http:/g", "http://w.example/g", None),
        ("http:\\\\g\\h", "http://g/h", Some("/h")),
        ("https:g", "https://g", None),
        ("mailto:a b", "mailto:a%20b", Some("%20")),
        ("", "http://w.example/d/e?f%5B%5D=1", Some("%5B")),
    ] {
        let mended = joined(base, reference.as_bytes());
        let at = at.and_then(|at| expected.find(at));
        assert_eq!(mended, Some(Repaired { uri: expected.into(), at }), "{reference}");
    }
    for reference in ["//a b/", "//a|b/", "//[x]/", "//a:b/", "//%/", "//", "///", "C:\\a"] {
        assert_eq!(joined(base, reference.as_bytes()), None, "{reference}");
    }
}

#[test]
fn what_is_not_utf_8_is_read_as_in_a_page_without_a_charset() {
    let base = "http://w.example/";
    for (reference, expected, at) in [
        (&b"\xe9"[..], "http://w.example/%C3%A9", 17),
        (b"a\x93?\xe9#\x80", "http://w.example/a%E2%80%9C?%E9#%E2%82%AC", 18),
        (b"\x81\xef\x9e\x80\xff", "http://w.example/%C2%81%C3%AF%C5%BE%E2%82%AC%C3%BF", 17),
    ] {
        let at = Some(at);
        assert_eq!(joined(base, reference), Some(Repaired { uri: expected.into(), at }));
    }
    let base = Written::parse(b"http://w.example/\xe9/").unwrap();
    let mended = base.join(b"a").and_then(Written::mended).unwrap();
    assert_eq!((&*mended.uri, mended.at), ("http://w.example/%C3%A9/a", Some(17)));
}

#[test]
fn bases_of_all_kinds() {
    for (base, reference, expected) in [
        ("http://x.example/a|b/", "c", Some("http://x.example/a%7Cb/c")),
        ("http://x.example/a|b/", "/c", Some("http://x.example/c")),
        ("http:\\\\x.example\\a\\b", "c", Some("http://x.example/a/c")),
        ("HTTP:x.example", "c", Some("HTTP://x.example/c")),
        ("file:///a/b", "c", Some("file:///a/c")),
        ("file:\\a\\b", "///c", Some("file:///c")),
        ("thismessage:/a", "b\\c", Some("thismessage:/b%5Cc")),
        ("a+b:/x", "c", Some("a+b:/c")),
        ("urn:a:b", "#c", Some("urn:a:b#c")),
        ("urn:a:b", "c", None),
        ("mailto:a@b.example", "/c", None),
        ("http://x.example/a/..", "c", Some("http://x.example/c")),
        ("C:/x", "y", None),
        ("/x", "y", None),
        ("http:///", "y", None),
    ] {
        let uri = joined(base, reference.as_bytes()).map(|mended| mended.uri);
        assert_eq!(uri.as_deref(), expected, "{base} {reference}");
    }
}

/// The URL as a browser writes it.
fn normal(uri: &str) -> Option<String> {
    Url::parse(uri).ok().map(String::from)
}

/// Where a browser gives a result, this gives the same, but for: drive letters, which stay what they are;
/// hosts that IDNA or the rules for numbers refuse; hosts of unknown schemes, which may have any
/// character.
#[test]
fn a_browser_agrees() {
    const SCHEMES: [&str; 5] = [
        "http://h.example/",
        "https:\\\\h.example\\",
        "ftp:h.example/",
        "xx://h.example/",
        "xx:/p/",
    ];
    const PIECES: [&str; 27] = [
        "aa", "/", "?", "#", ":", "@", "[", "]", "|", "{", "}", "^", "\"", "`", " ", ".", "%", "é",
        "\u{e000}", "\u{1}", "%2e", "%41", "http:", "..", "//", "/../", "\\",
    ];
    let mut state = 88_172_645_463_325_252_u64;
    let mut below = |end: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        ((state >> 32) as usize * end) >> 32
    };
    let (mut both, mut one) = (0, 0);
    let count = amount(3_000, 30_000);
    for _ in 0..count {
        let scheme = SCHEMES[below(SCHEMES.len())];
        // The crate takes a backslash for a slash in any scheme.
        let pieces = if scheme.starts_with("xx") { &PIECES[..26] } else { &PIECES };
        let mut some =
            |most| (0..below(most)).map(|_| pieces[below(pieces.len())]).collect::<String>();
        let (base, reference) = (format!("{scheme}{}", some(5)), some(7));
        let theirs = Url::parse(&base).ok().and_then(|base| base.join(&reference).ok());
        let ours = joined(&base, reference.as_bytes());
        one += usize::from(ours.is_some() != theirs.is_some());
        if let Some(Repaired { uri, .. }) = &ours {
            assert_eq!(Written::parse(uri.as_bytes()).unwrap().mended().unwrap().uri, *uri);
        }
        let (Some(ours), Some(theirs)) = (ours, theirs) else { continue };
        both += 1;
        let theirs = Written::parse(theirs.as_str().as_bytes()).and_then(Written::mended);
        let theirs = theirs.and_then(|theirs| normal(&theirs.uri));
        assert_eq!(normal(&ours.uri), theirs, "{base:?} {reference:?}");
    }
    assert!(both * 6 > count * 5 && one * 100 < count, "{both} {one}");
}

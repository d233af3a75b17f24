use super::*;
use crate::input::drip::{Drip, UNCUT};
use crate::span::Span;

/// What is made of some markup.
#[derive(Debug, Default, PartialEq, Eq)]
struct Made {
    bytes: Vec<u8>,
    /// Of each byte.
    spans: Vec<Span>,
    links: Vec<Link>,
}

const MAX_LEN: usize = 1 << 20;

/// Passes so many bytes at a time.
fn read(text: &[u8], step: usize, pass: usize, max_len: usize) -> Made {
    let mut html = Html::new(Drip::plain(text, step), max_len);
    let mut made = Made::default();
    loop {
        let run = html.run();
        let count = run.bytes.len().min(pass);
        if count == 0 {
            assert!(html.run().bytes.is_empty());
            return made;
        }
        made.bytes.extend_from_slice(&run.bytes[..count]);
        made.spans.extend((0..count).map(|at| run.span(at..at + 1)));
        let (is_link, all) = (run.is_link, run.bytes.len());
        let link = html.take_link();
        assert_eq!((is_link, is_link && all != 1), (link.is_some(), false));
        made.links.extend(link);
        html.pass(count);
    }
}

/// It is the same however it is cut.
fn made(text: &str) -> Made {
    let made = read(text.as_bytes(), UNCUT, UNCUT, MAX_LEN);
    for step in 1..9 {
        for pass in [1, 3, UNCUT] {
            assert_eq!(read(text.as_bytes(), step, pass, MAX_LEN), made, "{step} {pass} {text}");
        }
    }
    made
}

/// Its text, with a bar for every boundary and link.
fn text(text: &str) -> String {
    String::from_utf8(made(text).bytes).unwrap().replace('\0', "|")
}

/// Its links, each by its name and value.
fn links(text: &str) -> String {
    let links = made(text).links;
    let link = |link: &Link| format!("{} {}", link.name, String::from_utf8_lossy(&link.value));
    links.iter().map(link).collect::<Vec<_>>().join(" | ")
}

#[test]
fn text_between_tags() {
    for (markup, expected) in [
        ("a<b>c</b>d", "a|c|d"),
        ("a &lt;b&gt; &amp;amp; &#x41;&eacute;", "a <b> &amp; Aé"),
        ("http://a/?b=1&amp;c=2&copy=3&d=4", "http://a/?b=1&c=2&copy=3&d=4"),
        (
            "a < b <3 <http://a/> <mailto:a@b> <a@b.example>",
            "a < b <3 <http://a/> <mailto:a@b> <a@b.example>",
        ),
        ("http://a/<wbr>b<WBR/>c", "http://a/bc"),
        ("<dc:title>a</dc:title>", "|a|"),
        ("a<!-- b &amp; <c> -->d<!-->e", "a| b &amp; <c> |d|--|e"),
        ("<![CDATA[a &amp; <b>]] ]]>c", "|a &amp; <b>]] |c"),
        ("<!DOCTYPE html SYSTEM \"about:a\">b", "|DOCTYPE html SYSTEM \"about:a\"|b"),
        ("<?xml version='1.0'?>a", "|xml version='1.0'?|a"),
        ("<script>a<b>&amp;</scripts></SCRIPT >c<b>d", "|a<b>&amp;</scripts>|c|d"),
        ("<script src=a />b<i>c", "|b|c"),
        ("<title>a &amp; <b></title>c<b>", "|a & <b>|c|"),
        ("<textarea>&lt;<a></textarea>", "|<<a>|"),
        ("<plaintext>a</plaintext>&amp;", "|a</plaintext>&amp;"),
    ] {
        assert_eq!(text(markup), expected, "{markup}");
    }
}

#[test]
fn text_in_tags() {
    for (markup, expected) in [
        ("a<p title='b.c &amp; d'>e", "a|b.c & d|e"),
        ("<p title=\"a.b\" alt=c.d>e", "|a.b|c.d|e"),
        ("<p id=a.b class='c.d' xmlns:e='f:g' rel=h.i>j", "|j"),
        ("<p title='without'>a", "|a"),
        ("<a onclick=\"go(&quot;http://a/&quot;)\">b", "|go(\"http://a/\")|b"),
        ("<meta content='a.b'><meta property=c content='5 to 6'>", "|a.b||5 to 6|"),
        ("<wbr title='a.b'>c", "|a.b|c"),
        ("<div style='a:url(b);c'>", "|a:url(|);c|"),
    ] {
        assert_eq!(text(markup), expected, "{markup}");
    }
}

#[test]
fn references_become_links() {
    for (markup, expected) in [
        ("<a href=\"b?c=1&amp;d=2&copy=3\">", "a@href b?c=1&d=2&copy=3"),
        ("<A\nHREF = ' b\n\tc ' >", "a@href bc"),
        ("<a href=b/>", "a@href b/"),
        ("<a href=b><a href='' href=' ' href><a href=>", "a@href b"),
        ("<img src=a lowsrc=b longdesc=c usemap=#d>", "img@src a | img@lowsrc b | img@longdesc c"),
        ("<img srcset='a,b 1x, c 2x'>", "img@srcset a,b | img@srcset c"),
        ("<link imagesrcset=a>", "link@imagesrcset a"),
        ("<form action=a><button formaction=b>", "form@action a | button@formaction b"),
        (
            "<object data=a codebase=b archive='c, d'>",
            "object@data a | object@codebase b | object@archive c | object@archive d",
        ),
        ("<a ping='b c'>", "a@ping b | a@ping c"),
        ("<meta http-equiv=refresh content=\"5; url='a'\">", "meta@content a"),
        ("<use xlink:href='#a'/>", "use@xlink:href #a"),
        ("<?xml-stylesheet href='a'?>", "xml-stylesheet@href a"),
        ("<div style=\"a:url(&quot;b&quot;) url('c\\3a /d')\">", "div@style b | div@style c:/d"),
        (
            "<style>@import 'a'; b{c:url(d)}</style><a href=e>",
            "style url() a | style url() d | a@href e",
        ),
        ("<style>a{b:url(c", "style url() c"),
        ("<script>'<a href=b>'</script><a href=c>", "a@href c"),
    ] {
        assert_eq!(links(markup), expected, "{markup}");
    }
}

#[test]
fn bases() {
    let made =
        made("<base target=a><base href=b><base href=c><d xml:base=e><d xml:base=f><a href=g>");
    let bases: Vec<_> = made.links.iter().map(|link| (&link.value[..], link.is_base)).collect();
    let expected: [(&[u8], bool); 5] =
        [(b"b", true), (b"c", false), (b"e", true), (b"f", true), (b"g", false)];
    assert_eq!(bases, expected);
}

#[test]
fn what_is_not_closed_is_text() {
    for (markup, expected) in [
        ("<a href=\"http://a/?b&amp;c <p>d", "| href=\"http://a/?b&c <p>d"),
        ("a<b href=c http://d/", "a| http://d/"),
        ("a<b", "a"),
        ("a<b c='d.e' f", "a|d.e| f"),
        ("<!-- a <b>", "| a <b>"),
        ("<script>a</scrip", "|a</scrip"),
        ("<style>a{b:c}</style", "|a{b:c}</style"),
        ("<title>a&amp", "|a&"),
        ("a<", "a<"),
        ("a&", "a&"),
        ("a</", "a</"),
        ("a<!-", "a<!-"),
    ] {
        assert_eq!(text(markup), expected, "{markup}");
    }
}

#[test]
fn places_are_exact() {
    let markup = "a &amp;<b title='&#58;c'>d</b> <a href=' &#104;ttp://e/&amp;&#32;'>\
                  <i style='a:url(\" f&amp;g \")'><a href=h.example>";
    let made = made(markup);
    for (byte, span) in made.bytes.iter().zip(&made.spans) {
        let raw = &markup[span.start as usize..span.end as usize];
        let meant = htmlize::unescape_attribute(raw);
        assert!(*byte == 0 || meant.as_bytes() == [*byte], "{raw}");
    }
    let expected = ["&#104;ttp://e/&amp;", "f&amp;g", "h.example"];
    assert_eq!(made.links.len(), expected.len());
    for (link, raw) in made.links.iter().zip(expected) {
        assert_eq!(&markup[link.raw.start as usize..link.raw.end as usize], raw);
        assert_eq!(htmlize::unescape_attribute(raw).as_bytes(), link.value);
        assert_eq!(link.decoded, raw != "h.example");
    }
}

/// The text, with every link in its place.
fn joined(made: &Made) -> Vec<u8> {
    let mut links = made.links.iter().peekable();
    let mut joined = Vec::new();
    for (byte, span) in made.bytes.iter().zip(&made.spans) {
        match byte {
            0 => joined.extend(
                links.next_if(|link| link.raw == *span).into_iter().flat_map(|link| &link.value),
            ),
            byte => joined.push(*byte),
        }
    }
    joined
}

#[test]
fn long_values_are_cut_and_not_lost() {
    let max_len = 100;
    for (start, end) in [
        ("<a href='", "'>b"),
        ("<a href='", ""),
        ("<a style='url(", ")'>b"),
        ("<a style='url(", ""),
        ("<style>@import 'c';url(", ")</style>b"),
        ("<style>url(", ""),
        ("<style>/*", "*/</style>b"),
        ("<a title='.", "'>b"),
        ("<a title='.", ""),
        ("<a ", ""),
        ("<a srcset='c d, ", " e'>b"),
    ] {
        for len in [max_len - 1, max_len, SLACK + max_len - 20, SLACK + max_len, 3 * SLACK] {
            let value: String = ('a'..='z').cycle().take(len).collect();
            let markup = format!("{start}{value}{end}");
            let made = read(markup.as_bytes(), UNCUT, UNCUT, max_len);
            assert_eq!(made, read(markup.as_bytes(), 7, 5, max_len));
            assert!(made.spans.is_sorted_by_key(|span| (span.start, span.end)));
            let joined = joined(&made);
            assert!(memchr::memmem::find(&joined, value.as_bytes()).is_some(), "{start} {len}");
            assert!(made.links.iter().all(|link| link.value.len() <= max_len));
            let is_cut = made.links.iter().any(|link| link.truncated);
            assert_eq!(
                is_cut,
                made.links.iter().any(|link| link.value.len() == max_len) && len > max_len
            );
        }
    }
}

#[test]
fn references_survive_a_cut() {
    let markup = format!("<a title='{}&amp;.'>", "x".repeat(SLACK - 3));
    let made = read(markup.as_bytes(), UNCUT, UNCUT, 0);
    assert!(made.bytes.ends_with(b"x&.\0"));
}

#[test]
fn hostile_markup_takes_linear_time() {
    for unit in [
        "<a href=\"",
        "<",
        "&",
        "<!--",
        "<style>url(",
        "<a b='",
        "</",
        "<a/",
        "&#",
        "<![CDATA[",
        "<style>/*",
        "<a srcset='a,",
    ] {
        let markup = unit.repeat((1 << 20) / unit.len());
        let made = read(markup.as_bytes(), UNCUT, UNCUT, MAX_LEN);
        assert!(made.bytes.len() <= markup.len());
        let cut = read(markup.as_bytes(), 1, UNCUT, MAX_LEN);
        assert_eq!(made, cut, "{unit}");
    }
}

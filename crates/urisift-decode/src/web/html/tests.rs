//! Markup, whole and cut anywhere.

mod hostile;

use super::*;
use crate::core::mapped::{Role, SCOPES};
use crate::testing::{self, Drip, Seen, UNCUT, seen};
use urisift::internal::found::FIELD_END;

const MAX_LEN: usize = 1 << 20;

/// The output for some markup, consuming `pass` bytes at a time.
fn read(text: &[u8], step: usize, pass: usize, max_len: usize) -> Seen {
    seen(&mut Html::new(Drip::plain(text, step), max_len), pass)
}

/// The output, which is the same however the input is cut, and whether its tokens are whole in what there is.
fn made(text: &str) -> Seen {
    let made = read(text.as_bytes(), UNCUT, UNCUT, MAX_LEN);
    for step in 1..9 {
        for pass in [1, 3, UNCUT] {
            assert_eq!(read(text.as_bytes(), step, pass, MAX_LEN), made, "{step} {pass} {text}");
        }
    }
    assert_same_reads(text.as_bytes(), MAX_LEN);
    // All tokens are whole if a text follows that is long enough to tell.
    assert_same_reads(&[text.as_bytes(), b">", &b" x".repeat(3 << 10)].concat(), MAX_LEN);
    made
}

/// Reads yield what the chunks do.
fn assert_same_reads(text: &[u8], max_len: usize) {
    let made = read(text, UNCUT, UNCUT, max_len);
    for (step, room) in [(UNCUT, 16 << 10), (UNCUT, 150), (50, 1 << 10), (5, 3), (1, 1)] {
        let found = testing::read(&mut Html::new(Drip::plain(text, step), max_len), room);
        let shown = String::from_utf8_lossy(&text[..text.len().min(1 << 10)]);
        assert_eq!(found.links, made.links, "{step} {room} {shown}");
        assert!(found == made, "{step} {room} {shown}");
    }
}

/// Its text, with a bar for each boundary and link.
fn text(text: &str) -> String {
    String::from_utf8(made(text).text).unwrap().replace(['\0', '\x01', '\x1f'], "|")
}

/// Its links, as name and value.
fn links(text: &str) -> String {
    let links = made(text).links;
    let link = |link: &Link| format!("{} {}", link.name, String::from_utf8_lossy(&link.value));
    links.iter().map(link).collect::<Vec<_>>().join(" | ")
}

#[test]
fn text_between_tags() {
    for (markup, expected) in [
        ("a<q>c</q>d", "a|c|d"),
        ("a &lt;b&gt; &amp;amp; &#x41;&eacute;", "a <b> &amp; Aé"),
        ("http://a/?b=1&amp;c=2&copy=3&d=4", "http://a/?b=1&c=2&copy=3&d=4"),
        (
            "a < b <3 <http://a/> <mailto:a@b> <a@b.example>",
            "a < b <3 <http://a/> <mailto:a@b> <a@b.example>",
        ),
        ("http://a/<wbr>b<WBR/>c", "http://a/bc"),
        ("<dc:title>a</dc:title>", "|a|"),
        ("a<!-- b &amp; <c> -->d<!-->e<!--->f", "a| b & <c> |d|--|e|---|f"),
        ("<!----->a<!-- &amp-->b<!-- > -- > &#45;->->c", "|-|a| &|b| > -- > -->->c"),
        ("<!--a--!>b<!----!>c<!--!>d-->e<!---!>f-->g", "|a|b||c|!>d|e|-!>f|g"),
        ("<!--a--!b--!-->c<!--->d<!--a<!--b-->c-->d", "|a--!b--!|c|---|d|a<!--b|c-->d"),
        (
            "a<!>b<!- c ->d<!1<e>f</>g</ <h>i</1>j<? k>l<?>m",
            "a||b|- c -|d|1<e|f||g| <h|i|1|j| k|l||m",
        ),
        ("<![CDATA[a &amp; <b>]] ]]>c", "|a & |]] |c"),
        ("<!DOCTYPE html SYSTEM \"about:a\">b", "|DOCTYPE html SYSTEM \"about:a\"|b"),
        ("<?xml version='1.0'?>a", "|xml version='1.0'?|a"),
        ("<script>a<b>&amp;</scripts></SCRIPT >c<q>d", "|a<b>&amp;</scripts>|c|d"),
        ("<script>a<<b></b>< </</script>c", "|a<<b></b>< </|c"),
        ("<script src=a />b<q>c", "|b|c"),
        ("a<p class=\"b:c>\" id=\"d\"e=f>g<P Class=\"\"class=\"h>\"\n/>i", "a|g|i"),
        ("<title>a &amp; <b></title>c<b>", "|a & <b>|c|"),
        ("<textarea>&lt;<a></textarea>", "|<<a>|"),
        ("<plaintext>a</plaintext>&amp;", "|a</plaintext>&amp;"),
    ] {
        assert_eq!(text(markup), expected, "{markup}");
    }
}

/// Values are told from the text of sentences.
#[test]
fn edges_of_values() {
    for (markup, expected) in [
        ("<loc>a</loc>b<p>c</p>", "EaEb|c|"),
        ("<p title='a:b'>c</p>", "Ea:bEc|"),
        ("<P CLASS=\"d\" Title=\"a:b\">c</P>", "Ea:bEc|"),
        ("<p title='a:b' alt='c:d'>", "Ea:bEc:dE"),
        ("<loc>a<br>b</loc>", "Ea|bE"),
        ("<loc>\n a:b&amp;c \n</loc>\n<loc> d</loc>", "Ea:b&cE\nE dE"),
        ("<loc> a:b c:d </loc><p> a:b </p>", "E a:b c:d E| a:b |"),
        ("<loc><![CDATA[a:b]]></loc><loc>\n<![CDATA[ c:d\n]]>\n</loc>", "EEa:bEEE\nEc:dE\nE"),
        ("<Relationship Id='a:b' Type='a:c' Target='d'/>", "Ea:cE"),
    ] {
        let text = String::from_utf8(made(markup).text).unwrap();
        assert_eq!(text.replace(['\0', '\x01'], "|").replace('\x1f', "E"), expected, "{markup}");
    }
}

/// The target says where the white space in the text is none of its own.
#[test]
fn anchors_that_are_broken_over_lines() {
    for (markup, expected) in [
        ("<a href='http://a/b/c'>http://a/\nb/c</a>d", "|http://a/b/c|d"),
        ("<a href=' http://a/?b&amp;c'>\n http:\n\t//a/?b&amp;\n c\n</a>", "|http://a/?b&c\n|"),
        ("<a href='http://a/b/c'>http://a/ b/c</a>", "|http://a/ b/c|"),
        ("<a href='http://a/b/c'>http://a/\nb</a>", "|http://a/\nb|"),
        ("<a href='http://a/b'>http://a/\nb/c</a>", "|http://a/\nb/c|"),
        ("<a href='http://a/b'>http://a/\nb, or</a>", "|http://a/\nb, or|"),
        ("<a href='http://a/b'>see\nhttp://a/\nb</a>", "|see\nhttp://a/\nb|"),
        ("<a href='http://a/b'><b>http://a/\nb</b></a>", "|http://a/b|"),
        (
            "<a href='http://a/b/c'><span class=d>http://</span><span>a/b</span><i>/c</i></a>e",
            "|http://a/b/c|e",
        ),
        ("<a href='http://a/b'>http://<b>a/c</b></a>", "|http://a/c|"),
        ("<a href='http://a/b'><span>http://a</span><span>/c</span></a>", "||http://a|/c|"),
        ("<a href='http://a/b'>http://<i title='c:d'>a/b</i></a>", "|http://|c:d|a/b|"),
        ("<a href='http://a/b'>http://a/\n", "|http://a/\n"),
    ] {
        assert_eq!(text(markup), expected, "{markup}");
    }
}

/// A URI goes on after a mark where its own text touches on both sides.
#[test]
fn marks_inside_a_word() {
    for (markup, expected) in [
        ("http://exam<b>ple.org</b>/a", "http://example.org/a"),
        ("http://exam<font color=red>ple</font>s.org", "http://examples.org"),
        ("http://exam<B\nclass=c>ple</B>s.org", "http://examples.org"),
        ("http://a/<i>b</i>/<var><em>c</em></var>/d", "http://a/b/c/d"),
        ("http://<strong>a.example</strong>/b", "http://a.example/b"),
        ("http:<span style='color: red'>//</span>a<span>/</span>b", "http://a/b"),
        ("http://a/<span class=b>c</span>?d=<font color=red>e</font>", "http://a/c?d=e|"),
        ("http://<span></span>a<span></span>.example", "http://a.example"),
        ("http://a/?b<b>&amp;</b>c<b>&d</b>", "http://a/?b&c&d|"),
        ("http://<b>ж</b>/<i>ж</i>.html", "http://ж/ж.html"),
        ("http://a<wbr><b><wbr>b</b>.example", "http://ab.example"),
        ("http://a/<b>&#47;</b>c", "http://a//c"),
        // White space, another sign or another tag: what was there is over.
        ("<b>http://a/</b> b", "|http://a/| b"),
        ("http://a/<b> b</b>", "http://a/| b|"),
        ("http://a/<b>(b)</b>, <i>c</i>", "http://a/|(b)|, |c|"),
        ("<b>http://a/</b><br>b<p>c", "|http://a/|b|c"),
        ("http://a/<b><img></b>b", "http://a/||b"),
        ("http://a/<b><</b>b", "http://a/|<|b"),
        ("http://a/<b><!-- c -->d</b>", "http://a/| c |d|"),
        ("http://a/<b title='c.d'>e</b>", "http://a/|c.d|e|"),
        ("http://a/<b style='c:url(d)'>e</b>", "http://a/|c:url(|)|e|"),
        // The next thing.
        ("<b>http://a/</b><b>b</b>", "|http://a/|b|"),
        ("<span>http://a</span><span>/b</span>", "|http://a|/b|"),
        ("<b>see:</b><i>http://a/</i>", "|see:|http://a/|"),
        ("see:<b>http://a/</b>", "see:|http://a/|"),
        ("see<b>mailto:a@b.example</b>", "see|mailto:a@b.example|"),
        ("see<b>www.a.example</b>", "see|www.a.example|"),
        ("http://www.<b>www.a.example</b>", "http://www.www.a.example|"),
        ("<b>http://a/b</b>and", "|http://a/b|and"),
        ("<b>http://a/b</b>-and", "|http://a/b|-and"),
        ("http://<b>a</b>-b.example", "http://a-b.example"),
        ("<b>http://a/b</b>.html, <i>http://a</i>.And", "|http://a/b.html, |http://a|.And"),
        ("<b>http://a</b>:80 <b>http://a/</b>:b", "|http://a:80 |http://a/|:b"),
        ("http<i>:</i>//a.example", "http://a.example"),
        ("<b>http://a/</b>And", "|http://a/|And"),
        ("<b>http://a/</b>и", "|http://a/|и"),
        ("http://a/b.<b>Next", "http://a/b.|Next"),
        ("http://a:<b>8080</b>:<b>b</b>", "http://a:8080:|b|"),
        ("http://a/b<span class=badge>new</span>", "http://a/b|new|"),
        ("http://a/b<sup>1</sup> http://a/b<sub>1</sub>", "http://a/b|1| http://a/b|1|"),
        ("http://a/b<small>c</small><del>d</del><ins>e</ins>", "http://a/b|c||d||e|"),
        ("http://a/<code>b</code>", "http://a/|b|"),
        ("http://a/<a>b</a>", "http://a/|b|"),
    ] {
        assert_eq!(text(markup), expected, "{markup}");
    }
}

#[test]
fn marks_keep_the_places_of_text() {
    let markup = "http://exam<b>ple</b>.org";
    let made = made(markup);
    for (byte, span) in made.text.iter().zip(&made.spans) {
        assert_eq!(&markup.as_bytes()[span.start as usize..span.end as usize], [*byte]);
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
        (
            "<Relationship Target='http://a/b?c&amp;d e' TargetMode='External'/><Relationship Target='../f.xml'/>",
            "relationship@target http://a/b?c&d e",
        ),
    ] {
        assert_eq!(links(markup), expected, "{markup}");
    }
}

#[test]
fn conditional_comments_hold_markup() {
    for (markup, expected_text, expected_links) in [
        (
            "a<!--[if mso]><v:roundrect href=\"http://x/?a=1&amp;b=2\">b&amp;<img src=c><![endif]-->d",
            "a|[if mso]||b&||[endif]|d",
            "v:roundrect@href http://x/?a=1&b=2 | img@src c",
        ),
        (
            "<!--[if !mso]><!--><a href=b>c</a><!--<![endif]-->d",
            "|[if !mso]||||c||<![endif]|d",
            "a@href b",
        ),
        ("<!--[if !supportLists]-->a<![endif]>b", "|[if !supportLists]|a|[endif]|b", ""),
        ("<!--[if IE]>a<a href=b> -->c", "|[if IE]|a| |c", "a@href b"),
        ("<!--[if IE]>http://a/-->b--!>c", "|[if IE]|http://a/|b--!>c", ""),
        ("<!--[If IE]>http://a/--!>b-->c", "|[If IE]|http://a/|b-->c", ""),
        // Anything open in it ends with it.
        ("<!--[if IE]><script>a--><a href=b>", "|[if IE]||a||", "a@href b"),
        (
            "<!--[if IE]><style>a{b:url(c--><a href=d>",
            "|[if IE]||a{b:url(|||",
            "style url() c | a@href d",
        ),
        ("<!--[if IE]><p title='a.b --><a href=c>", "|[if IE]|| title='a.b ||", "a@href c"),
        ("<!--[if IE]><!-- a --> b <![endif]-->c", "|[if IE]|| a | b |[endif]--|c", ""),
        ("<![CDATA[<!--[if IE]>a-->b]]>c", "||[if IE]|a-->b|c", ""),
        ("<!--[if IE]><![CDATA[a]]>b-->c", "|[if IE]||a]]>b|c", ""),
        // One that is not closed hides nothing.
        ("<!--[if IE]><a href=b>c<p><a href=d>", "|[if IE]||c||", "a@href b | a@href d"),
        ("<!--[if", "|[if", ""),
        ("<!-- <a href=b> -->", "| <a href=b> |", ""),
    ] {
        assert_eq!(text(markup), expected_text, "{markup}");
        assert_eq!(links(markup), expected_links, "{markup}");
    }
}

#[test]
fn sections_hold_markup() {
    for (markup, expected_text, expected_links) in [
        ("<x><![CDATA[<a href='b?c&amp;d'>e]]f]]></x>", "|||e]]f||", "a@href b?c&d"),
        // Anything open in it ends with it.
        ("<![CDATA[a <a href=\"http://b/...]]></x>'\">c", "|a | href=\"http://b/...||'\">c", ""),
        ("<![CDATA[<style>a{b:url(c)}]]><a href=d>", "||a{b:url(|)}||", "style url() c | a@href d"),
        ("<![CDATA[<script>a]]>&amp;<b>", "||a|&|", ""),
        ("<![CDATA[<!-- a]]>&amp;-->", "|| a|&-->", ""),
        ("<![CDATA[a<b]]><![CDATA[>]]>c", "|a||>|c", ""),
        ("<![CDATA[a<![CDATA[b]]>c]]>", "|a|b|c]]>", ""),
        ("<![CDATA[]]>&lt;]]]><![CDATA[]]]>a<![CDATA[]]", "||<]]]>|]|a|]]", ""),
        ("<script><![CDATA[<a href=b>&amp;]]></script>c", "|<![CDATA[<a href=b>&amp;]]>|c", ""),
        ("<![CDATA[a&am]]>p;<![CDATA[&amp", "|a&am|p;|&", ""),
    ] {
        assert_eq!(text(markup), expected_text, "{markup}");
        assert_eq!(links(markup), expected_links, "{markup}");
    }
}

#[test]
fn escaped_markup_of_feeds() {
    for (markup, expected_text, expected_links) in [
        (
            "<description>a &lt;a href=&quot;http://b/?c&amp;amp;d&quot;&gt;e&lt;/a&gt; &amp;lt;</description>f",
            "Ea |e| <Ef",
            "a@href http://b/?c&d",
        ),
        (
            "<x:encoded>\n&#60;IMG src='a' /&#x3e;</x:encoded><content><![CDATA[<p>&lt;p>]]></content>",
            "E\n|EEE|<p>EE",
            "img@src a",
        ),
        (
            "<content type='html'>a:?b&amp;amp;c &amp; &amp;amp;</content><d>&amp;lt;",
            "Ea:?b&c & &EE&lt;",
            "",
        ),
        ("<title type='html'>&lt;i&gt;a&lt;/i></title><title>&lt;i&gt;</title>", "||a|||<i>|", ""),
        (
            "<content type='text'>a &amp;lt;</content><content type='html'/>&amp;lt;",
            "Ea &lt;EE&lt;",
            "",
        ),
        // It ends with its element, whatever is open in it.
        ("<content type='html'>&lt;a href='b</content><c href='d'/>", "EE href='bE|", "c@href d"),
        ("<description>&lt;p>&lt;script>a</description><b>c", "E|EaE|c", ""),
        ("<description>&lt;p>&lt;!-- a</description>b-->", "E|| aEb-->", ""),
        ("<description>&lt;p><!-- a --></description>b", "E|| a |Eb", ""),
        (
            "<entry xml:base='a'><content type='html'>&lt;/entry>&lt;c href='d'></content><e href='f'/></entry>",
            "|EE|E||",
            "entry@xml:base a | c@href d | e@href f |  ",
        ),
        // Text, and what shows markup.
        (
            "<description>a &lt; b &amp;amp; &lt;c@d> &lt;T></description>",
            "Ea < b &amp; <c@d> <T>E",
            "",
        ),
        ("<summary>&lt;p>&amp;lt;</summary><code>&lt;p>&amp;lt;</code>", "|<p>&lt;||<p>&lt;|", ""),
        ("<programlisting>&lt;a href='b'></programlisting>", "E<a href='b'>E", ""),
    ] {
        let made = String::from_utf8(made(markup).text).unwrap();
        let made = made.replace(['\0', '\x01'], "|").replace('\x1f', "E");
        assert_eq!((made.as_str(), &*links(markup)), (expected_text, expected_links), "{markup}");
    }
}

#[test]
fn only_the_first_of_a_name_counts() {
    for (markup, expected_text, expected_links) in [
        ("<a href=b HREF=http://c/ src=d href='e'>", "||", "a@href b | a@src d"),
        ("<a href='' href=b><a href=c>", "||", "a@href c"),
        ("<a srcset='b, c' srcset=d><p title=a. title=b.>", "|||a.|b.|", "a@srcset b | a@srcset c"),
    ] {
        assert_eq!(links(markup), expected_links, "{markup}");
        assert_eq!(text(markup), expected_text, "{markup}");
    }
}

#[test]
fn a_document_in_a_value() {
    let markup =
        "<iframe srcdoc='<a href=&quot;http://b/?c=1&amp;amp;d=2&quot;>&amp;lt;e'>f&amp;lt;";
    assert_eq!(text(markup), "|<a href=\"http://b/?c=1&d=2\"><e|f&lt;");
    let made = made(markup);
    let at = made.text.iter().position(|b| *b == b'&').unwrap();
    let raw = made.spans[at];
    assert_eq!(&markup[raw.start as usize..raw.end as usize], "&amp;amp;");
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
        ("a<!-", "a|-"),
    ] {
        assert_eq!(text(markup), expected, "{markup}");
    }
}

#[test]
fn places_are_exact() {
    let markup = "a &amp;<b title='&#58;c'>d</b> <a href=' &#104;ttp://e/&amp;&#32;'>\
                  <i style='a:url(\" f&amp;g \")'><a href=h.example>";
    let made = made(markup);
    for (byte, span) in made.text.iter().zip(&made.spans) {
        let raw = &markup[span.start as usize..span.end as usize];
        let meant = match raw {
            "&amp;" => "&",
            "&#32;" => " ",
            "&#58;" => ":",
            "&#104;" => "h",
            one => one,
        };
        assert!([0, FIELD_END].contains(byte) || meant.as_bytes() == [*byte], "{raw}");
    }
    let expected =
        [("&#104;ttp://e/&amp;", "http://e/&"), ("f&amp;g", "f&g"), ("h.example", "h.example")];
    assert_eq!(made.links.len(), expected.len());
    for (link, (raw, meant)) in made.links.iter().zip(expected) {
        assert_eq!(&markup[link.raw.start as usize..link.raw.end as usize], raw);
        assert_eq!(meant.as_bytes(), link.value);
        assert_eq!(link.decoded, raw != "h.example");
    }
}

#[test]
fn bases() {
    let made =
        made("<base target=a><base href=b><base href=c><d xml:base=e><d xml:base=f><a href=g>");
    assert_eq!(roles(&made), "base b,c,scope e,scope f,g");
}

/// The role of each link.
fn roles(made: &Seen) -> String {
    let role = |link: &Link| match (link.role, String::from_utf8_lossy(&link.value)) {
        (Role::Reference, value) => value.into_owned(),
        (Role::Base, value) => format!("base {value}"),
        (Role::ScopedBase, value) => format!("scope {value}"),
        (Role::ScopeEnd, value) => format!("end{value}"),
        (Role::Column, value) => format!("column {value}"),
    };
    made.links.iter().map(role).collect::<Vec<_>>().join(",")
}

#[test]
fn bases_of_elements() {
    for (markup, expected) in [
        (
            "<feed xml:base=a><entry xml:base=b><link href=c /></entry><link href=d /></feed>\
             <link href=e>",
            "scope a,scope b,c,end,d,end,e",
        ),
        // Nested elements of the same name, empty or not; others with unmatched tags.
        ("<a xml:base=b><a></a><a/><p><br></i></a><c href=d>", "scope b,end,d"),
        ("</a></a><a xml:base=b></a></a><c href=d>", "scope b,end,d"),
        ("<a xml:base=b /><img xml:base=c src=d><e href=f>", "scope b,end,scope c,d,end,f"),
        ("<a xml:base=' ' href=b></a><a xml:base='&#32;'></a></a xml:base=c>", "b,c"),
        ("<a xml:base=b xml:base=c></a>", "scope b,end"),
        ("<a xml:base=b><!-- </a> --><script></a></script></A >", "scope b,end"),
        // A CDATA section is not part of the document, nor is a conditional comment.
        ("<!--[if IE]><base href=b><![endif]--><base href=c>", "b,base c"),
        ("<a xml:base=b><![CDATA[</a><a><base href=c><d xml:base=e></d>]]></a>", "scope b,c,e,end"),
        ("<a xml:base=b", ""),
        ("<a xml:base=b ", "scope b"),
    ] {
        assert_eq!(roles(&made(markup)), expected, "{markup}");
    }
}

#[test]
fn bases_of_elements_are_not_too_many() {
    let markup = "<a xml:base=b>".repeat(3 * SCOPES) + &"</a>".repeat(9 * SCOPES);
    let made = read(markup.as_bytes(), UNCUT, UNCUT, MAX_LEN);
    let count = |role| made.links.iter().filter(|link| link.role == role).count();
    assert_eq!((count(Role::ScopedBase), count(Role::ScopeEnd)), (SCOPES, SCOPES));
    assert_eq!(count(Role::Reference), 2 * SCOPES);
    let all = 3 * SCOPES * "<a xml:base=b></a>".len();
    assert_eq!(made.links.last().map(|link| link.raw.end), Some(all as u64));
}

#[test]
fn runs_of_office_documents() {
    for (markup, expected) in [
        (
            "<w:p><w:r><w:t>http://in-</w:t></w:r><w:r w:rsidR='0'><w:rPr><w:b/><w:rFonts w:ascii='B'/></w:rPr><w:t xml:space='preserve'>word.example</w:t></w:r><w:proofErr/><w:ins><w:r><w:rPr/><w:t>/a b</w:t></w:r></w:ins></w:p><w:p><w:r><w:t>c</w:t></w:r></w:p>",
            "|http://in-word.example/a b||c|",
        ),
        (
            "<w:r>\n <w:t>a</w:t>\n</w:r>\n<w:r>\n <w:rPr>\n  <w:b/>\n </w:rPr>\n <w:t>b </w:t>\n</w:r>\n<w:r><w:t> c</w:t></w:r></w:p>\n",
            "ab  c|\n",
        ),
        ("<w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t></w:r>", "a|b|c"),
        ("<w:t>a</w:t></w:r><w:hyperlink r:id='b'><w:r><w:t>c</w:t></w:r></w:hyperlink>", "a|c|"),
        (
            "<w:t>a</w:t></w:r><w:del><w:r><w:delText>b</w:delText></w:r></w:del><w:r><w:t>c</w:t>",
            "a||b||c",
        ),
        ("<w:t>a</w:t><w:noBreakHyphen/><w:t>b</w:t></w:r></w:p></w:tc><w:tc><w:p>", "a|b||||"),
        (
            "<w:instrText> HYPERLINK \"a</w:instrText></w:r><w:r><w:instrText>b\" </w:instrText></w:r><w:r><w:fldChar/></w:r><w:r><w:t>c</w:t>",
            " HYPERLINK \"ab\" |c",
        ),
        // Properties that are never closed end with the next run.
        ("<w:rPr><w:b/><w:t>a</w:t><w:tab/><w:t>b</w:t>", "a|b"),
        ("<w:rPr><w:b/><w:p><w:tab/>a", "||a"),
        ("<w:t>a</w:t></w:r><w:r><w:rPr><w:b w:val='b.c'/></w:rPr><w:t>d</w:t>", "a|b.c|d"),
        (
            "<a:p><a:r><a:rPr lang='en'/><a:t>a</a:t></a:r><a:r><a:rPr><a:hlinkClick r:id='b'/></a:rPr><a:t>c</a:t></a:r><a:br/><a:r><a:t>d</a:t></a:r></a:p><a:p>",
            "|ac|d||",
        ),
        (
            "<si><r><t>a</t></r><r><rPr><b/><x:c/></rPr><t>b</t></r><rPh><t>c</t></rPh></si><si><t>d</t></si>",
            "|ab|c|||d|",
        ),
        ("<is><x:t>a</x:t></is></c><c><v>b</v>", "|a||||b|"),
        // The same names elsewhere.
        ("<si><t>a</t></si><r><t>a</t></r><r><t>b</t></r>", "|a|||a||||b||"),
        (
            "<text:p>a<text:span text:style-name='b'>c</text:span>d<text:bookmark/> e<text:s/>f<text:tab/>g<text:a xlink:href='h'>i</text:a>j</text:p>",
            "|acd e|f|g|i|j|",
        ),
    ] {
        assert_eq!(text(markup), expected, "{markup}");
    }
}

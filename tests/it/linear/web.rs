//! Web pages, JSON, web archives, character sets.

use super::family::{Family, numbered, repeated};
use crate::kit::pack;

const PAGE: &str = "<!doctype html>";

fn page(name: &str, piece: &'static str) -> Family {
    Family::after(&format!("html: {name}"), PAGE, piece).with(&["--json", "--base", "http://a/b/"])
}

/// A page with repetitions of a piece after a front.
fn page_after(name: &str, front: &'static str, piece: &'static str) -> Family {
    Family::new(format!("html: {name}"), move |size| {
        [PAGE.as_bytes(), front.as_bytes(), &repeated(piece, size)].concat()
    })
    .with(&["--json", "--base", "http://a/b/"])
}

pub fn families() -> Vec<Family> {
    [tags(), contents(), json(), tables(), archives(), charsets()].into_iter().flatten().collect()
}

fn tags() -> Vec<Family> {
    vec![
        page("links", "<a href=../b>"),
        page("tags that are not closed", "<a "),
        page("starts of tags", "<"),
        page("ends of tags", "</a></"),
        page("tags in each other", "<div><p><table>"),
        page(
            "names of elements",
            "<aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        ),
        page_after("attributes of one tag", "<a ", "href=b "),
        page_after("attributes of many names", "<a ", "a=http://a/ b='c:' src=d "),
        page_after("attributes without values", "<a ", "a= b= ="),
        page_after("a value without end", "<a href='http://a/", "b "),
        page_after("a value of lines", "<a href='", "\n"),
        page_after("a value of text without end", "<a title='", "http://a/ "),
        page_after("many sources in one value", "<img srcset='", "a 1x, b 2x,"),
        page_after("commas in one value", "<img srcset='", ","),
        page_after("a list of links", "<a ping='", "a b "),
        page_after("styles in one value", "<p style='", "a:url(b);"),
        page("sources", "<img srcset='a 1x, b 2x'>"),
        page("documents in values", "<iframe srcdoc='&lt;a href=b>'>"),
        page_after("documents in documents", "<iframe srcdoc='", "&lt;iframe srcdoc=&quot;"),
        page("bases", "<base href=a/><a href=b>"),
        page("bases of elements", "<a xml:base='http://b/c/'><b href=d>"),
        page("marks in words", "a<b>b</b>"),
        page_after("marks in one URI", "http://a/", "b<i>c</i>/"),
        page("marks with nothing between them", "<b></b><span>"),
        page("marks before schemes", "<i>http</i>://a/"),
        page("anchors with marks", "<a href='http://a/b'><b>http://</b><b>a/</b>b</a>"),
        page_after("an anchor with marks", "<a href='http://a/b'>", "<b>a</b>"),
        page("breaks in URIs", "http://a/<wbr>b<wbr>"),
        page("refreshes", "<meta http-equiv=refresh content='0; url=a'>"),
    ]
}

fn contents() -> Vec<Family> {
    vec![
        page("references", "&amp;&#38;&#x26;&lt;http://a&gt;"),
        page("references without end", "&amp&#&#x&notit;&"),
        page_after("references in one value", "<a href='", "&amp;"),
        page_after("references without end in one value", "<a href='", "&am&#&#x"),
        page("comments", "<!-- http://a/ -->"),
        page("comments without end", "<!--"),
        page("ends of comments", "<!----!-->-->--"),
        page("ends of comments that are no ends", "<!--a--!b--!>"),
        page_after("dashes of one comment", "<!--", "-"),
        page_after("a conditional comment without end", "<!--[if IE]>", "<a href=b>--"),
        page("conditional comments", "<!--[if IE]><script>--><a href=b>"),
        page("bogus comments", "</ a><?><!>"),
        page("sections", "<![CDATA[http://a/]]>"),
        page("sections without end", "<![CDATA[]]"),
        page("instructions", "<?a http://b/?><!a>"),
        page("scripts", "<script>'http:\\/\\/a\\/'</script>"),
        page("scripts without end", "<script></scrip"),
        page("scripts in comments", "<script><!--<script></script>"),
        page("styles", "<style>a{b:url(c)}</style>"),
        page_after("one style", "<style>", "a{b:url('c')}@import 'd';"),
        page_after("a style without end", "<style>", "url("),
        page_after("strings of a style without end", "<style>", "url('"),
        page_after("comments of a style", "<style>", "/*url(*/"),
        page_after("escapes of a style", "<style>", "\\75 \\72 l(\\61 "),
        page("plain text", "<plaintext><textarea><title>&lt;"),
        page("escaped markup", "<description>&lt;a href='b'>&amp;amp;</description>"),
        page_after("one text of escaped markup", "<content type='html'>", "&lt;a href=b>&amp;amp;"),
        page("values with white space around them", "<loc> http://a/ </loc>"),
        page("runs", "<w:r><w:rPr><w:b/></w:rPr><w:t>http://a/</w:t></w:r>"),
        page_after("runs of one word", "<w:t>http://a/</w:t>", "<w:r> <w:t>b</w:t></w:r>"),
        page_after("a title without end", "<title>", "http://a/&amp;</titl"),
    ]
}

fn json() -> Vec<Family> {
    let of = |name: &str, front: &'static str, piece: &'static str| {
        Family::after(&format!("json: {name}"), front, piece).with(&["--json", "--as", "json"])
    };
    vec![
        of("arrays in each other", "", "["),
        of("objects in each other", "", "{\"a\":"),
        of("strings", "[", "\"http://a/b\","),
        of("strings with markup", "[", "\"<a href='http://a/b?c&amp;d'>\",").known(),
        of("tags in one string", "[\"", "<b>"),
        of("what starts no tag", "[\"", "<b &#x2F;\\u003"),
        of(
            "bodies of an archive",
            "{\"log\":{\"entries\":[",
            "{\"content\":{\"text\":\"http://a/\"}},",
        ),
        of("escapes in one string", "[\"http:", "\\/"),
        of("characters in one string", "[\"http:\\/\\/a\\/", "\\u0062"),
        of("surrogates", "[\"", "\\ud83d\\ude00\\ud83d"),
        of("backslashes", "[\"", "\\\\\\\\\\"),
        of("URIs in strings", "[\"", "\\u003chttp:\\/\\/a\\/b\\u003e\\n").known(),
        of("lines", "", "{\"a\":\"http://a/b\"}\n"),
        of("JSON in JSON", "\"", "{\\\"a\\\":\\\"http:\\\\/\\\\/a\\\"}"),
    ]
}

fn tables() -> Vec<Family> {
    let of = |name: &str, format: &'static str, front: &'static str, piece: &'static str| {
        Family::after(&format!("table: {name}"), front, piece).with(&["--json", "--as", format])
    };
    vec![
        of("rows", "csv", "a,b\n", "1,http://a/b\n"),
        of("cells of one row", "csv", "a,b\n", "http://a/b,"),
        of("numbers", "csv", "a,b\n", "1.5,2\n"),
        of("dots", "csv", "a,b\n", "a.b.c,"),
        of("empty cells", "csv", "", ","),
        of("quotes", "csv", "", "\""),
        of("cells in quotes", "csv", "a,b\n", "\"http://a/\"\"b\","),
        of("one cell in quotes", "csv", "a,b\n\"", "http://a/,b\n"),
        of("quotes that stay open", "csv", "a,b\n", "\"a\n"),
        of("quotes in lines with tabs", "tsv", "a\tb\n", "\"a\t"),
        of("titles", "csv", "", "a\n\n"),
        of("one cell", "csv", "a,b\n", "http://a/b;c: "),
    ]
}

/// The head of a record that claims a length.
fn record(len: &str) -> String {
    format!(
        "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: http://a/\r\n\
         Content-Type: text/plain\r\nContent-Length: {len}\r\n\r\n"
    )
}

fn of_records(name: &str, record: impl Fn() -> Vec<u8> + Send + Sync + 'static) -> Family {
    Family::new(format!("warc: {name}"), move |size| repeated(record(), size)).with(&["--json"])
}

/// A family of one HTTP response.
fn response(name: &str, fields: &'static str, body: fn(usize) -> Vec<u8>) -> Family {
    Family::new(format!("http: {name}"), move |size| {
        let block = [b"HTTP/1.1 200 OK\r\n", fields.as_bytes(), b"\r\n\r\n", &body(size)].concat();
        pack::warc("response", "http://a/", "application/http", &block)
    })
    .with(&["--json"])
}

fn archives() -> Vec<Family> {
    let chunked = "Content-Type: text/plain\r\nTransfer-Encoding: chunked";
    vec![
        of_records("records", || pack::warc("resource", "http://a/", "text/html", b"<a href=b>")),
        of_records("records of nothing", || pack::warc("resource", "http://a/", "text/html", b"")),
        of_records("lengths that are too short", || {
            record("2").into_bytes().into_iter().chain(*b"http://a/b\r\n\r\n").collect()
        }),
        of_records("lengths that are too long", || record("99999999999").into_bytes()),
        of_records("no lengths", || {
            record("x").into_bytes().into_iter().chain(*b"http://a/b\r\n\r\n").collect()
        }),
        of_records("heads without end", || b"WARC/1.0\r\nA: b\r\n".to_vec()),
        Family::after("warc: a head without end", "WARC/1.0\r\n", "A: http://a/b\r\n"),
        Family::after(
            "warc: lines between records",
            "WARC/1.0\r\nContent-Length: 0\r\n\r\n",
            "\nWARC/",
        ),
        of_records("responses", || {
            let block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Location: c/\r\n\r\n<a href=b>";
            pack::warc("response", "http://a/", "application/http", block)
        }),
        response("chunks", chunked, |size| repeated("1\r\nh\r\n", size)),
        response("chunks with extensions", chunked, |size| {
            repeated(format!("1;{}\r\nh\r\n", "a".repeat(2000)), size)
        }),
        response("chunks that are broken", chunked, |size| repeated("1\r\nhttp://a/\r\n", size)),
        response("a chunk without end", chunked, |size| [b"1;", &repeated("a", size)[..]].concat()),
        response(
            "chunks, compressed",
            "Transfer-Encoding: chunked\r\nContent-Encoding: gzip",
            |size| {
                pack::gz(&numbered(size, |i| format!("http://a/{i} ")))
                    .iter()
                    .flat_map(|b| [b'1', b'\r', b'\n', *b, b'\r', b'\n'])
                    .collect()
            },
        ),
        response("many fields", "Content-Type: text/plain", |size| {
            numbered(size, |i| format!("X-{i}: http://a/\r\n"))
        }),
        Family::new("http: a head of many fields", |size| {
            let head = [b"HTTP/1.1 200 OK\r\n", &repeated("X: http://a/\r\n", size)[..]].concat();
            pack::warc("response", "http://a/", "application/http", &head)
        }),
    ]
}

fn charsets() -> Vec<Family> {
    let mail = |charset: &'static str, piece: &'static str| {
        Family::new(format!("charset: {charset} with {}", piece.escape_debug()), move |size| {
            let head =
                format!("To: a\nContent-Type: text/plain; charset={charset}\nSubject: x\n\n");
            [head.as_bytes(), &repeated(piece, size)].concat()
        })
    };
    let wide = |text: Vec<u8>| -> Vec<u8> {
        [0xff, 0xfe].into_iter().chain(text.into_iter().flat_map(|b| [b, 0])).collect()
    };
    vec![
        Family::new("utf-16: URIs", move |size| wide(repeated("http://a/b ", size / 2))),
        Family::new("utf-16: one URI", move |size| {
            wide([b"http://a/".to_vec(), repeated("b", size / 2)].concat())
        }),
        Family::new("utf-16: a page", move |size| {
            wide([PAGE.as_bytes().to_vec(), repeated("<a href=b>&amp;", size / 2)].concat())
        })
        .with(&["--json"]),
        Family::new("utf-16: surrogates", |size| {
            [
                &[0xff, 0xfe][..],
                &repeated([0x3d, 0xd8, 0x3d, 0xd8, 0, 0xde, 0, 0xde, b'a', 0], size),
            ]
            .concat()
        }),
        Family::new("utf-16: without a mark", move |size| {
            wide(repeated("http://a/b ", size))[2..].to_vec()
        }),
        mail("utf-7", "+"),
        mail("utf-7", "+AGE"),
        mail("utf-7", "+AGEA-http://a/+AG"),
        mail("hz", "~{VP"),
        mail("hz", "~{VP~}~~http://a/~"),
        mail("iso-2022-kr", "\x0eGQ\x0f"),
        mail("iso-2022-jp-2", "\x1bN\x1b.A\x1bNa\x1b$"),
        mail("ebcdic-us", "http://a/ "),
        Family::new("charset: one that is declared late", |size| {
            [
                format!("{PAGE}{}<meta charset=shift_jis>", " ".repeat(900)).into_bytes(),
                repeated(b"<a href=\x83\x5c\x81>", size),
            ]
            .concat()
        })
        .with(&["--json"]),
        Family::new("ics: folded lines", |size| {
            [b"BEGIN:VCALENDAR\r\nURL:http://a/".to_vec(), repeated("b\r\n ", size)].concat()
        })
        .with(&["--json"]),
        Family::new("ics: lines", |size| {
            [b"BEGIN:VCALENDAR\r\n".to_vec(), repeated("URL:http://a/\\n\\,\r\n", size)].concat()
        })
        .with(&["--json"]),
    ]
}

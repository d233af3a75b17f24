//! Markup, whole and cut anywhere.

mod hostile;

use super::*;
use crate::core::mapped::{Role, SCOPES};
use crate::layers::base64::EXACT;
use crate::testing::cases::assert_texts;
use crate::testing::{self, Drip, Seen, UNCUT, opened, seen, stands_all_cuts};
use base64::Engine;
use bstr::ByteSlice;
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

/// Like `text`, with an `E` for each edge of a value.
fn edges(text: &str) -> String {
    let text = String::from_utf8(made(text).text).unwrap();
    text.replace(['\0', '\x01'], "|").replace('\x1f', "E")
}

/// Its links, as name and value.
fn links(text: &str) -> String {
    let links = made(text).links;
    let link = |link: &Link| format!("{} {}", link.name, String::from_utf8_lossy(&link.value));
    links.iter().map(link).collect::<Vec<_>>().join(" | ")
}

#[test]
fn text_between_tags() {
    assert_texts("html/text", text);
}

/// Values are distinguished from the text of sentences.
#[test]
fn edges_of_values() {
    assert_texts("html/edges", edges);
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
fn references_become_links() {
    assert_texts("html/links", links);
}

#[test]
fn conditional_comments_hold_markup() {
    assert_texts("html/text and links", |markup| format!("{} ¦ {}", text(markup), links(markup)));
}

#[test]
fn escaped_markup_of_feeds() {
    assert_texts("html/feeds", |markup| format!("{} ¦ {}", edges(markup), links(markup)));
}

#[test]
fn a_document_in_a_value() {
    let markup =
        "<iframe srcdoc='<a href=&quot;b/?c=1&amp;amp;d=2&quot;>&amp;lt;e'>f&amp;lt;<a href=g>";
    assert_eq!(text(markup), "||<e|f&lt;|");
    assert_eq!(links(markup), "a@href b/?c=1&d=2 | a@href g");
    let made = made(markup);
    let at = made.text.iter().position(|b| *b == b'<').unwrap();
    let raw = made.spans[at];
    assert_eq!(&markup[raw.start as usize..raw.end as usize], "&amp;lt;");
}

/// The base of a document in a value counts in it alone; what its tags do to the text is over with it.
#[test]
fn a_document_in_a_value_is_on_its_own() {
    for (document, found) in [
        ("<base href=b/><a href=c>", "base@href b/ ScopedBase, a@href c, - ScopeEnd"),
        (
            "<base href=b/><p xml:base=c><a href=d></p>",
            "base@href b/ ScopedBase, p@xml:base c, a@href d, - ScopeEnd",
        ),
        ("<base href=b/><base href=c/>", "base@href b/ ScopedBase, base@href c/, - ScopeEnd"),
        ("<script>x<!--", ""),
        ("<iframe srcdoc='&lt;a href=b>'>", ""),
    ] {
        let markup = format!("<iframe srcdoc=\"{document}\"></iframe><a href=z>");
        let links = made(&markup).links;
        let shown: Vec<_> = links
            .iter()
            .map(|link| {
                let value = String::from_utf8_lossy(&link.value);
                match link.role {
                    Role::Reference => format!("{} {value}", link.name),
                    Role::ScopeEnd => "- ScopeEnd".to_owned(),
                    role => format!("{} {value} {role:?}", link.name),
                }
            })
            .collect();
        let all = [found, "a@href z"].into_iter().filter(|it| !it.is_empty()).collect::<Vec<_>>();
        assert_eq!(shown.join(", "), all.join(", "), "{document}");
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
        (Role::TextEnd, _) => "text end".to_owned(),
        (Role::Column, value) => format!("column {value}"),
        (Role::Message, _) => "message".to_owned(),
        (Role::Label, _) => "label".to_owned(),
        (Role::Comment, _) => "comment".to_owned(),
        (Role::CommentEnd, _) => "comment end".to_owned(),
    };
    made.links.iter().map(role).collect::<Vec<_>>().join(",")
}

#[test]
fn bases_of_elements() {
    assert_texts("html/bases", |markup| roles(&made(markup)));
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
fn base64_in_xml_is_opened() {
    let encoded = |text: &str| {
        let encoded = EXACT.encode(text);
        encoded
            .as_bytes()
            .chunks(40)
            .map(|line| format!("\n\t{}", line.as_bstr()))
            .collect::<String>()
    };
    let page = encoded("<html><a href='http://b.example/?a&amp;b'>");
    for (front, start, end) in [
        ("<?xml version='1.0'?><plist><dict>", "<data>", "\n</data>"),
        (
            "<?xml version='1.0'?><items burpVersion='2'>",
            "<response base64=\"true\"><![CDATA[",
            "]]></response>",
        ),
    ] {
        let text = encoded("see http://a.example/ and more words");
        let bytes = format!(
            "{front}http://c.example/{start}{text}{end}<v>http://d.example/</v>{start}{page}{end}<v>e</v>"
        );
        let all = opened(bytes.as_bytes());
        assert_eq!(all.problems, [""; 0]);
        let shown = all.told();
        for part in [
            "http://c.example/",
            "html/data 1 ",
            "see http://a.example/ and",
            "http://d.example/",
            "http://b.example/?a&b",
        ] {
            assert!(shown.contains(part), "{part}: {shown}");
        }
        assert!(!shown.contains(&EXACT.encode("see")), "{shown}");
        stands_all_cuts(&Markup, bytes.as_bytes());
    }
    let other = "<?xml version='1.0'?><v><data>aHR0cA==</data></v>";
    assert!(opened(other.as_bytes()).told().contains("aHR0cA=="));
}

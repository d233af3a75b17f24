//! HTTP archives (HAR 1.2): JSON whose `content.text` are bodies of responses, perhaps in base64.

use std::ops::ControlFlow;

use memchr::memchr3;

use super::{Escapes, read};
use crate::core::bounded::Before;
use crate::core::detect::sniffs;
use crate::core::format::{Prefix, Sniff};
use crate::core::mapped::MappedRead;
use crate::core::peek::PeekReader;
use crate::core::step::StepKind;
use crate::core::walker::Walker;
use crate::layers::base64::Base64;
use crate::layers::body;
use crate::layers::coding::Recoded;
use crate::layers::media_type::Media;
use crate::layers::syntax::{MAX_UNIT, Parsed, Syntax, Unit};
use urisift::internal::byteset::{ALNUM, ByteSet};

/// How far from the start of a body what follows it may say what it is.
const SIGHT: usize = 16 << 10;
/// The longest string that is kept.
const MAX_STRING: usize = 4 << 10;
/// The first keys of a log.
const KEYS: &[&[u8]] =
    &[b"version\"", b"creator\"", b"browser\"", b"pages\"", b"entries\"", b"comment\""];
const DIGITS: ByteSet = ALNUM.or(ByteSet::of(b"+/=\\nr"));

/// Returns `true` if an archive starts here.
pub(super) fn is_at(reader: &mut PeekReader<'_>) -> bool {
    sniffs(reader, sniff)
}

fn sniff(head: Prefix<'_>) -> Sniff {
    let bytes = head.bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(head.bytes);
    let mut rest = Prefix { bytes, ..head };
    for token in [&b"{"[..], b"\"log\"", b":", b"{", b"\""] {
        rest.bytes = rest.bytes.trim_ascii_start();
        match rest.starts_with(token) {
            Sniff::Yes => rest.bytes = &rest.bytes[token.len()..],
            sniff => return sniff,
        }
    }
    KEYS.iter().fold(Sniff::No, |sniff, key| sniff.or(rest.starts_with(key)))
}

/// Reads an archive: each body as its type says, with the URI of its request as base, and JSON around them.
pub(super) fn open(reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
    let (mut scan, mut number) = (Scan::default(), 0);
    while !reader.is_at_end() {
        let mut json = Before::new(reader, 0, |bytes, _| scan.body(bytes));
        read(&mut json, to)?;
        if !json.is_found() {
            continue;
        }
        let url = scan.url.clone().map(|url| String::from_utf8_lossy(&url).into_owned());
        if scan.is_redirect {
            to.based(url, |to| redirect(reader, to))?;
        } else {
            number += 1;
            to.based(url, |to| body(number, &mut scan, reader, to))?;
        }
    }
    ControlFlow::Continue(())
}

/// Reads the string of a body.
fn body(
    number: u64,
    scan: &mut Scan,
    reader: &mut PeekReader<'_>,
    to: &mut Walker<'_>,
) -> ControlFlow<()> {
    let about = scan.content.about(reader.front(SIGHT));
    let media = Media::parse(about.media.as_deref().unwrap_or_default());
    let step = format!("{number} {}", media.essence);
    to.within(StepKind::Record, step.trim_end(), |to| {
        string(reader, to, |text, to| match about.is_base64 {
            true => body::read(&media, Base64::new(text), to),
            false => body::read(&media, text, to),
        })
    })
}

/// Reads the string of a redirect, which may be relative.
fn redirect(reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
    string(reader, to, |text, to| {
        to.text(&mut Parsed::new(&mut PeekReader::of_mapped(text), Reference))
    })
}

/// Reads a string, after its quote, without its escapes.
fn string(
    reader: &mut PeekReader<'_>,
    to: &mut Walker<'_>,
    read: impl FnOnce(&mut dyn MappedRead, &mut Walker<'_>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut end = StringEnd::default();
    let mut string = Before::new(reader, 0, |bytes, _| end.find(bytes));
    read(&mut Recoded::by(Escapes { is_in_string: true }, &mut string), to)?;
    to.skip(&mut string);
    if reader.peek(1).starts_with(b"\"") {
        to.advance(reader, 1);
    }
    ControlFlow::Continue(())
}

/// A text that is one reference.
struct Reference;

impl Syntax for Reference {
    fn unit(&mut self, reader: &mut PeekReader<'_>) -> usize {
        reader.front(MAX_UNIT).len()
    }

    fn read(&mut self, unit: &mut Unit<'_>) {
        unit.reference(0..unit.text.len(), None, "redirectURL");
    }
}

/// What is known of a body.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Content {
    media: Option<Vec<u8>>,
    is_base64: bool,
}

impl Content {
    /// Notes the value of a key.
    fn note(&mut self, key: &[u8], value: &[u8]) {
        match key {
            b"mimeType" => self.media = Some(value.to_vec()),
            b"encoding" => self.is_base64 = value == b"base64",
            _ => {}
        }
    }

    /// The content by what follows the string whose content is at the front. A long string is base64 if nothing else
    /// is in it.
    fn about(&self, front: &[u8]) -> Content {
        let mut about = self.clone();
        let Some(end) = StringEnd::default().find(front) else {
            about.is_base64 |= front.len() >= SIGHT && front.iter().all(|b| DIGITS.contains(*b));
            return about;
        };
        let mut scan = Scan { content: about, depth: 1, content_at: Some(1), ..Scan::default() };
        let rest = &front[end..];
        let rest = rest.strip_prefix(b"\"").unwrap_or(rest);
        for byte in rest.chunks(1) {
            if scan.content_at.is_none() || scan.body(byte).is_some() {
                break;
            }
        }
        scan.content
    }
}

/// Where a string ends whose start is passed.
#[derive(Default)]
pub(super) struct StringEnd {
    is_escaped: bool,
}

impl StringEnd {
    /// The end in the bytes that come next. A line ends any string.
    pub fn find(&mut self, bytes: &[u8]) -> Option<usize> {
        let mut at = usize::from(std::mem::take(&mut self.is_escaped)).min(bytes.len());
        while let Some(before) = memchr3(b'"', b'\\', b'\n', &bytes[at..]) {
            at += before;
            if bytes[at] != b'\\' {
                return Some(at);
            }
            self.is_escaped = at + 1 == bytes.len();
            at = bytes.len().min(at + 2);
        }
        None
    }
}

/// Reads JSON byte by byte, up to the next body.
#[derive(Default)]
struct Scan {
    in_string: Option<StringEnd>,
    /// The start of the last string.
    string: Vec<u8>,
    /// The key whose value comes next.
    key: Vec<u8>,
    /// How many objects and arrays are open.
    depth: usize,
    /// How many are in the open entry that has a request, and in the open `request`, `response` and `content`.
    entry_at: Option<usize>,
    request_at: Option<usize>,
    response_at: Option<usize>,
    content_at: Option<usize>,
    /// The string that was found is not a body.
    is_redirect: bool,
    /// The URI of the request, as far as the entry has one.
    url: Option<Vec<u8>>,
    content: Content,
}

impl Scan {
    /// The start of the next body or redirect, after its quote, in the bytes that come next.
    fn body(&mut self, bytes: &[u8]) -> Option<usize> {
        let mut at = 0;
        while at < bytes.len() {
            if let Some(end) = &mut self.in_string {
                let len = end.find(&bytes[at..]);
                let part = &bytes[at..len.map_or(bytes.len(), |len| at + len)];
                let room = MAX_STRING - self.string.len();
                self.string.extend_from_slice(&part[..part.len().min(room)]);
                at += part.len();
                if len.is_some() {
                    self.in_string = None;
                    self.ended();
                    at += 1;
                }
                continue;
            }
            match bytes[at] {
                b'"' if self.is_at_body() || self.is_at_redirect() => {
                    self.is_redirect = !self.is_at_body();
                    self.key.clear();
                    return Some(at + 1);
                }
                b'"' => {
                    self.string.clear();
                    self.in_string = Some(StringEnd::default());
                }
                byte => self.structure(byte),
            }
            at += 1;
        }
        None
    }

    /// Returns `true` if the string that comes next is a body.
    fn is_at_body(&self) -> bool {
        self.content_at == Some(self.depth) && self.key == b"text"
    }

    fn is_at_redirect(&self) -> bool {
        self.response_at == Some(self.depth) && self.key == b"redirectURL"
    }

    /// A string is complete.
    fn ended(&mut self) {
        let string = unescaped(&self.string);
        if self.content_at == Some(self.depth) {
            self.content.note(&self.key, &string);
        } else if self.request_at == Some(self.depth) && self.key == b"url" {
            self.url = Some(string);
        }
    }

    fn structure(&mut self, byte: u8) {
        match byte {
            b':' => self.key = std::mem::take(&mut self.string),
            b',' => self.key.clear(),
            b'{' | b'[' => {
                self.depth += 1;
                let at = (byte == b'{').then_some(self.depth);
                match &self.key[..] {
                    b"request" => {
                        (self.request_at, self.entry_at) = (at, Some(self.depth - 1));
                        self.url = None;
                    }
                    b"response" => self.response_at = at,
                    b"content" => (self.content_at, self.content) = (at, Content::default()),
                    _ => {}
                }
                self.key.clear();
            }
            b'}' | b']' => {
                if self.entry_at == Some(self.depth) {
                    (self.entry_at, self.url) = (None, None);
                }
                for at in [&mut self.request_at, &mut self.response_at, &mut self.content_at] {
                    at.take_if(|at| *at == self.depth);
                }
                self.depth = self.depth.saturating_sub(1);
                self.key.clear();
            }
            _ => {}
        }
    }
}

/// A string without its escapes.
pub(super) fn unescaped(string: &[u8]) -> Vec<u8> {
    if !string.contains(&b'\\') {
        return string.to_vec();
    }
    let (mut text, mut rest) = (Vec::new(), string);
    while let Some(first) = rest.first() {
        let head = Prefix { bytes: rest, is_all: true };
        let len = match super::escape(head) {
            super::Escape::Char { raw, char } if *first == b'\\' => {
                crate::layers::coding::push_char(char, &mut text);
                raw
            }
            _ => {
                text.push(*first);
                1
            }
        };
        rest = &rest[len..];
    }
    text
}

#[cfg(test)]
mod tests {
    use crate::data::json::Json;
    use crate::testing::cases::pieces;
    use crate::testing::{All, UNCUT, entered, in_steps};

    fn har(entries: &str) -> String {
        format!("{{\n  \"log\" : {{\"version\":\"1.2\",\"entries\":[{entries}]}}}}\n")
    }

    fn made(json: &str) -> All {
        in_steps(|step| entered(&Json, json.as_bytes(), step))
    }

    /// The bodies, with the base and the links of each.
    fn bodies(json: &str) -> String {
        let made = made(json);
        let bodies = made.texts.iter().filter(|text| text.path != "json").map(|text| {
            let shown = String::from_utf8_lossy(&text.text).replace(['\0', '\x01', '\x1f'], "|");
            let links =
                text.links.iter().map(|link| String::from_utf8_lossy(&link.value).into_owned());
            let links = links.collect::<Vec<_>>().join(" ");
            format!("{} {} {shown} {links}", text.path, text.bases.join(" "))
        });
        bodies.collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn bodies_are_read_by_their_types() {
        let entry = |content: &str| {
            har(&format!(
                r#"{{"_initiator":{{"url":"http://i/"}},"request":{{"headers":[{{"name":"url","url":"x"}}],"url":"http:\/\/a.example\/b"}},"response":{{"content":{content}}}}}"#
            ))
        };
        let base64 = "PGEgaHJlZj0iYz9kJmFtcDtlIj4=";
        let split = base64.replace('j', "j\\n");
        for (content, expected) in [
            (
                r#"{"size":1,"mimeType":"text\/html; charset=utf-8","text":"<a href=\"c?d&amp;e\">&lt;"}"#.to_owned(),
                "json/1 text/html http://a.example/b |< c?d&e",
            ),
            (
                format!(r#"{{"mimeType":"text/html","text":"{base64}","encoding":"base64"}}"#),
                "json/1 text/html http://a.example/b | c?d&e",
            ),
            (
                format!(r#"{{"encoding":"base64","text":"{split}","x":[{{"encoding":"y"}}],"mimeType":"text/html"}}"#),
                "json/1 text/html http://a.example/b | c?d&e",
            ),
            (
                format!(r#"{{"mimeType":"text/plain","text":"{base64}"}}"#),
                "json/1 text/plain http://a.example/b PGEgaHJlZj0iYz9kJmFtcDtlIj4= ",
            ),
            (
                r#"{"mimeType":"text/plain","text":"<a>&lt;"}"#.to_owned(),
                "json/1 text/plain http://a.example/b <a>&lt; ",
            ),
            (
                r#"{"mimeType":"text/css","text":"a{b:url(c)}"}"#.to_owned(),
                "json/1 text/css http://a.example/b a{b:url(|)} c",
            ),
            (r#"{"mimeType":"image/png","encoding":"base64","text":"iVBO"}"#.to_owned(), ""),
            (r#"{"mimeType":"text/html"}"#.to_owned(), ""),
        ] {
            assert_eq!(bodies(&entry(&content)), expected, "{content}");
        }
    }

    #[test]
    fn redirects_have_the_request_as_base() {
        let entry = |redirect: &str| {
            format!(
                r#"{{"request":{{"url":"http://a/b"}},"response":{{"content":{{"text":"x","redirectURL":"n"}},"redirectURL":"{redirect}","x":{{"redirectURL":"n"}}}}}}"#
            )
        };
        let two = ["\\/c?d", "http://e.example/"].map(entry);
        let all = made(&har(&two.join(",")));
        let links: Vec<_> = all
            .texts
            .iter()
            .flat_map(|text| {
                text.links.iter().map(|link| (&text.bases[..], &link.name[..], &link.value[..]))
            })
            .collect();
        assert_eq!(links, [(&["http://a/b".to_owned()][..], "redirectURL", &b"/c?d"[..])]);
        let whole = "\x1fhttp://e.example/\x1f";
        assert!(all.texts.iter().any(|text| text.text == whole.as_bytes()));
    }

    #[test]
    fn archives_and_other_logs() {
        let content =
            r#"{"content":{"mimeType":"text/html","text":"a&lt;"},"request":{"url":"http://b/"}}"#;
        let two = format!("{content},{content}");
        // The request of the entry before is not theirs.
        assert_eq!(bodies(&har(&two)), "json/1 text/html  a< \njson/2 text/html  a< ");
        assert_eq!(bodies(content), "");
        assert_eq!(bodies(&format!("{{\"log\":{{\"a\":{content}}}}}")), "");
        let late = r#"{"content":{"text":"YSZsdDs=","mimeType":"text/html","encoding":"base64"}}"#;
        let plain = r#"{"content":{"text":"a&lt;","mimeType":"text/plain"}}"#;
        let late = bodies(&har(&format!("{late},{plain}")));
        assert_eq!(late, "json/1 text/html  a< \njson/2 text/plain  a&lt; ");
        // Not closed.
        let cut = har(content);
        let cut = &cut[..cut.find("&lt;").unwrap() + 2];
        assert_eq!(bodies(cut), "json/1 text/html  a&l ");
        let all = made(&har(content));
        assert_eq!(all.texts.len(), 3);
    }

    #[test]
    fn places_of_bodies_in_base64() {
        let json = har(
            r#"{"content":{"mimeType":"text/plain","encoding":"base64","text":"YWJjaHR0cDo="}}"#,
        );
        let made = made(&json);
        let body = made.text("json/1 text/plain");
        let span = body.spans[3];
        assert_eq!(&json[span.start as usize..span.end as usize], "aHR0");
    }

    #[test]
    fn hostile_archives_take_linear_time() {
        for unit in pieces("data/hostile archives") {
            let json = har(&unit.repeat((1 << 16) / unit.len()));
            let read = |step| entered(&Json, json.as_bytes(), step).texts;
            assert!(read(UNCUT) == read(999), "{unit}");
        }
    }
}

//! Detection of HTML and XML documents.

use std::mem;
use std::ops::ControlFlow;

use super::address::{self, Address, address};
use super::document;
use super::items::skip;
use super::opening::SPACE;
use super::{Html, encoded};
use crate::core::format::{BodyReader, Format, Prefix, Sniff, ToUtf8, in_utf8};
use crate::core::mapped::MappedRead;
use crate::core::peek::PeekReader;
use crate::core::step::StepKind;
use crate::core::walker::Walker;
use crate::layers::charset::{PRESCAN, meta_charset};
use urisift::internal::byteset::ByteSet;

/// A document type or an XML declaration, with what must follow its name.
const DECLARATIONS: &[(&[u8], ByteSet)] =
    &[(b"!doctype", SPACE), (b"?xml", SPACE.or(ByteSet::of(b"-")))];
/// Elements of HTML at the start of documents or of fragments (much as in MIME Sniffing 7.1).
const HTML: &str = "html head body title meta link div table p a h1 h2 h3 h4 h5 h6 script style iframe br \
    br/ b font img span center ul ol li dl form pre blockquote article section header nav \
    main";
/// Elements at the root of documents in XML.
const XML: &str = "svg rss feed entry channel rdf:rdf rdf urlset sitemapindex opml kml gpx ncx package \
    container book";
/// The extensions of files that are HTML or XML whatever they start with: a fragment, or text around tags.
const EXTENSIONS: &[&str] = &[
    "atom", "gpx", "htm", "html", "kml", "ncx", "opf", "opml", "owl", "plist", "pom", "rdf",
    "rels", "rss", "shtml", "svg", "wsdl", "xhtml", "xml", "xsd", "xsl", "xslt",
];
const NAME_END: ByteSet = SPACE.or(ByteSet::of(b">"));
/// Only an HTML page starts so.
const PAGE: &[&[u8]] = &[b"<!doctype html", b"<html"];

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
const COMMENT: &[u8] = b"<!--";
const COMMENT_END: &[u8] = b"-->";

/// HTML and XML, well-formed or not.
pub struct Markup;

impl Format for Markup {
    fn name(&self) -> &'static str {
        "html"
    }

    fn has_magic(&self) -> bool {
        false
    }

    fn extensions(&self) -> &'static [&'static str] {
        EXTENSIONS
    }

    fn is_told_by_bytes(&self) -> bool {
        true
    }

    fn sniff(&self, head: Prefix<'_>) -> Sniff {
        let mark = head.bytes.strip_prefix(BYTE_ORDER_MARK);
        match mark {
            Some(bytes) => document(Prefix { bytes, ..head }),
            None if !head.is_all && BYTE_ORDER_MARK.starts_with(head.bytes) => Sniff::More,
            None => document(head),
        }
    }

    fn is_text(&self) -> bool {
        true
    }

    fn media_types(&self) -> &'static [&'static str] {
        &["text/html", "text/plain", "text/css", "text/xml", "application/xml", "+xml"]
    }

    fn body_reader(&self) -> Option<BodyReader> {
        Some(|body, to| match body.essence {
            "text/plain" => plain(body.charset, body.bytes, to),
            "text/css" => {
                let max_len = to.limits.max_len;
                body.in_utf8(|css| to.text(&mut Html::style_sheet(css, max_len)))
            }
            _ => markup(body.charset, &mut PeekReader::of_mapped(body.bytes), to),
        })
    }

    fn open(&self, reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
        to.within(StepKind::Layer, self.name(), |to| match encoded::marks(reader.front(PRESCAN)) {
            Some(marks) => encoded::read(marks, reader, to),
            None => markup(None, reader, to),
        })
    }
}

/// Reads text that is labelled as plain, and may be a page. It is buffered only if it may be one.
fn plain(
    charset: Option<&dyn ToUtf8>,
    body: &mut dyn MappedRead,
    to: &mut Walker<'_>,
) -> ControlFlow<()> {
    if let Some(charset) = charset.filter(|charset| !charset.has_ascii()) {
        return plain(None, &mut PeekReader::of_mapped(&mut *charset.decoded(body)), to);
    }
    let first = body.chunk().bytes.trim_ascii_start().first();
    if first.is_some_and(|first| *first != b'<') {
        return in_utf8(charset, body, |text| to.text(text));
    }
    let mut reader = PeekReader::of_mapped(body);
    match is_page(reader.front(PRESCAN)) {
        true => markup(charset, &mut reader, to),
        false => in_utf8(charset, &mut reader, |text| to.text(text)),
    }
}

/// Reads a document, which may declare its own charset.
pub fn markup(
    charset: Option<&dyn ToUtf8>,
    reader: &mut PeekReader<'_>,
    to: &mut Walker<'_>,
) -> ControlFlow<()> {
    let max_len = to.limits.max_len;
    let declared = if charset.is_none() { meta_charset(reader) } else { None };
    let charset = charset.or(declared.as_ref().map(|charset| charset as _));
    let is_alone = to.part.bases.is_empty();
    let may_have_base = address::may_have_base(reader);
    let address = if is_alone || may_have_base { address(reader, may_have_base) } else { None };
    let (base, canonical) = match address {
        Some(Address::Saved(uri)) if is_alone => (Some(uri), None),
        Some(Address::Canonical(uri)) if is_alone => (None, Some(uri)),
        Some(Address::Base(uri)) => (Some(uri), None),
        _ => (None, None),
    };
    let outer = mem::replace(&mut to.part.canonical, canonical);
    let flow = to.based(base, |to| {
        in_utf8(charset, reader, |text| {
            let details = to.visitor.details();
            let html = Html::new(text, max_len).with(details);
            to.text(&mut html.encoded_in(charset.and_then(|charset| charset.encoding())))
        })
    });
    to.part.canonical = outer;
    flow
}

/// Returns `true` if a document starts here, after whitespace and comments: comments alone make none.
fn document(head: Prefix<'_>) -> Sniff {
    let mut at = 0;
    loop {
        at = skip(SPACE, head.bytes, at);
        let rest = Prefix { bytes: &head.bytes[at..], ..head };
        if rest.starts_with(COMMENT) != Sniff::Yes {
            return rest.starts_with(COMMENT).or(element(rest));
        }
        let Some(len) = memchr::memmem::find(rest.bytes, COMMENT_END) else {
            return head.undecided();
        };
        at += len + COMMENT_END.len();
    }
}

/// Returns `true` if a declaration or an element of a document is here.
fn element(head: Prefix<'_>) -> Sniff {
    let Some(bytes) = head.bytes.strip_prefix(b"<") else { return Sniff::No };
    let (tag, head) = (head, Prefix { bytes, ..head });
    let declarations = DECLARATIONS.iter().map(|(start, then)| starts(head, start, *then));
    let elements = HTML.split(' ').chain(XML.split(' '));
    let elements = elements.map(|name| starts(head, name.as_bytes(), NAME_END));
    match declarations.chain(elements).fold(Sniff::No, Sniff::or) {
        Sniff::Yes => Sniff::Yes,
        sniff => sniff.or(document::sniff(tag)),
    }
}

/// Returns `true` if text that starts so is certainly a page. Other markup may be quoted in a text.
pub fn is_page(bytes: &[u8]) -> bool {
    let bytes = &bytes[skip(SPACE, bytes, 0)..];
    let head = Prefix { bytes, is_all: true };
    PAGE.iter().any(|start| starts(head, start, NAME_END) == Sniff::Yes)
}

/// Returns `true` if `start` is here, in any case, followed by a byte of `then`.
fn starts(head: Prefix<'_>, start: &[u8], then: ByteSet) -> Sniff {
    let known = &head.bytes[..head.bytes.len().min(start.len())];
    if !known.eq_ignore_ascii_case(&start[..known.len()]) {
        return Sniff::No;
    }
    match head.bytes.get(start.len()) {
        Some(byte) => Sniff::sure(then.contains(*byte)),
        None => head.undecided(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::cases::{assert_cases, sniffed};

    #[test]
    fn documents() {
        assert_cases("html/markup", |[text]| sniffed(text, |head| Markup.sniff(head)));
    }

    #[test]
    fn pages() {
        assert_cases("html/pages", |[text]| is_page(text));
    }
}

//! How a body of each media type is read.

use std::ffi::OsStr;
use std::mem;
use std::ops::ControlFlow;
use std::path::Path;

use super::detect::named;
use crate::core::lookahead::Lookahead;
use crate::core::mapped::MappedRead;
use crate::core::peek::PeekReader;
use crate::core::walker::Walker;
use crate::data::folded;
use crate::data::json;
use crate::layers::charset::{Charset, Decoded, PRESCAN, meta_charset};
use crate::layers::media_type::Media;
use crate::layers::utf16;
use crate::web::html::{self, Address, Html};

/// Binary signatures and certificates: anything in them that looks like a URI is cut off anyway.
const SIGNED: &[&str] = &[
    "application/pkcs7-signature",
    "application/x-pkcs7-signature",
    "application/pkix-cert",
    "application/x-x509-ca-cert",
];

/// How much of the label of a charset is shown, in bytes.
const MAX_LABEL: usize = 100;

/// How a body of that type is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reading {
    Text,
    /// Text, or a page that is labelled as text.
    Plain,
    Markup,
    StyleSheet,
    Json,
    /// Folded lines.
    Folded,
    /// By the format of that name.
    Named(&'static str),
    /// Contains no text.
    Nothing,
    /// By its first bytes.
    Detected,
}

impl Reading {
    fn of(essence: &str) -> Self {
        match essence {
            "text/html" | "text/xml" | "application/xml" => Reading::Markup,
            "text/plain" => Reading::Plain,
            "text/css" => Reading::StyleSheet,
            "text/markdown" | "text/x-markdown" => Reading::Named("markdown"),
            "application/json" | "text/json" => Reading::Json,
            "text/calendar" | "text/vcard" | "text/x-vcard" | "text/directory" => Reading::Folded,
            "message/rfc822" | "message/global" => Reading::Named("mail"),
            "text/csv" => Reading::Named("csv"),
            "text/tab-separated-values" => Reading::Named("tsv"),
            _ if SIGNED.contains(&essence) => Reading::Nothing,
            // Such a signature is in ASCII armor (RFC 3156 5), whose comment may hold a URI.
            "application/pgp-signature" | "application/pgp-keys" => Reading::Text,
            "application/warc-fields" => Reading::Text,
            _ if essence.ends_with("+xml") => Reading::Markup,
            _ if essence.ends_with("+json") => Reading::Json,
            _ => Reading::of_type(essence.split('/').next().unwrap_or_default()),
        }
    }

    fn of_type(main: &str) -> Self {
        match main {
            "text" | "message" | "multipart" => Reading::Text,
            "image" | "audio" | "video" | "font" => Reading::Nothing,
            _ => Reading::Detected,
        }
    }
}

/// Whether bytes are an image, audio or video (MIME Sniffing 6).
pub(super) fn is_media(bytes: &[u8]) -> bool {
    let starts: &[&[u8]] = &[
        b"\x89PNG\r\n\x1a\n",
        b"\xff\xd8\xff",
        b"GIF87a",
        b"GIF89a",
        b"OggS\0",
        b"ID3",
        b"wOFF",
        b"wOF2",
        b"\x1a\x45\xdf\xa3",
        b"\0\0\x01\0",
    ];
    let is_riff = bytes.starts_with(b"RIFF")
        && bytes
            .get(8..12)
            .is_some_and(|kind| [b"WEBP", b"WAVE", b"AVI "].iter().any(|k| kind == *k));
    is_riff || bytes.get(4..8) == Some(b"ftyp") || starts.iter().any(|s| bytes.starts_with(s))
}

/// Whether the name of a file says that it is one.
pub(super) fn is_name(name: &Path) -> bool {
    const ENDINGS: [&str; 14] = [
        "avi", "gif", "ico", "jpeg", "jpg", "m4a", "mov", "mp3", "mp4", "ogg", "png", "wav",
        "webm", "webp",
    ];
    let ending = name.extension().and_then(OsStr::to_str);
    ending.is_some_and(|ending| ENDINGS.iter().any(|it| it.eq_ignore_ascii_case(ending)))
}

/// A body without its transfer and content encodings.
pub(super) fn body(media: &Media, body: impl MappedRead, to: &mut Walker<'_>) -> ControlFlow<()> {
    let mut body = Lookahead::new(body);
    let charset = charset_of(media, &mut body, to);
    match Reading::of(&media.essence) {
        Reading::Text => in_utf8(charset, body, |text| to.text(text)),
        Reading::Plain => plain(charset, body, to),
        Reading::StyleSheet => {
            let max_len = to.limits.max_len;
            in_utf8(charset, body, |css| to.text(&mut Html::style_sheet(css, max_len)))
        }
        Reading::Markup => markup(charset, &mut PeekReader::of_mapped(body), to),
        Reading::Json => in_utf8(charset, body, |text| json::read(text, to)),
        Reading::Folded => in_utf8(charset, body, |text| folded::read(text, to)),
        Reading::Named(name) => in_utf8(charset, body, |text| {
            let mut reader = PeekReader::of_mapped(text);
            match named(name) {
                Some(format) => to.enter(format, &mut reader),
                None => to.open(&mut reader),
            }
        }),
        Reading::Nothing => ControlFlow::Continue(()),
        Reading::Detected => to.open(&mut PeekReader::of_mapped(body)),
    }
}

/// The charset that the label says, or the first bytes if there is no label.
fn charset_of(
    media: &Media,
    body: &mut Lookahead<impl MappedRead>,
    to: &mut Walker<'_>,
) -> Option<Charset> {
    let Some(label) = media.charset.as_deref().map(str::as_bytes) else {
        return utf16::charset(body);
    };
    let charset = Charset::named(label);
    if charset.is_none() && Charset::is_unknown(label) {
        let label = String::from_utf8_lossy(&label[..label.len().min(MAX_LABEL)]);
        let what = format!("unknown charset {label}; reading it as UTF-8");
        to.note(Some(body.chunk().raw), what);
    }
    charset
}

/// Text labelled as plain; it is buffered only if it may be something else.
fn plain(
    charset: Option<Charset>,
    mut body: impl MappedRead,
    to: &mut Walker<'_>,
) -> ControlFlow<()> {
    if let Some(charset) = &charset
        && !charset.has_ascii()
    {
        return plain(None, &mut PeekReader::of_mapped(Decoded::new(body, charset)), to);
    }
    let first = body.chunk().bytes.trim_ascii_start().first();
    if first.is_some_and(|first| *first != b'<') {
        return in_utf8(charset, body, |text| to.text(text));
    }
    let mut reader = PeekReader::of_mapped(body);
    match html::is_page(reader.front(PRESCAN)) {
        true => markup(charset, &mut reader, to),
        false => in_utf8(charset, reader, |text| to.text(text)),
    }
}

/// A document, which may declare its own charset.
pub(super) fn markup(
    charset: Option<Charset>,
    reader: &mut PeekReader<'_>,
    to: &mut Walker<'_>,
) -> ControlFlow<()> {
    let max_len = to.limits.max_len;
    let charset = charset.or_else(|| meta_charset(reader.peek(PRESCAN)));
    let address = if to.part.bases.is_empty() { html::address(reader) } else { None };
    let (base, canonical) = match address {
        Some(Address::Saved(uri)) => (Some(uri), None),
        Some(Address::Canonical(uri)) => (None, Some(uri)),
        None => (None, None),
    };
    let outer = mem::replace(&mut to.part.canonical, canonical);
    let flow = to
        .based(base, |to| in_utf8(charset, reader, |text| to.text(&mut Html::new(text, max_len))));
    to.part.canonical = outer;
    flow
}

/// Passes text on as UTF-8, decoded if its charset is known.
pub(super) fn in_utf8(
    charset: Option<Charset>,
    mut text: impl MappedRead,
    then: impl FnOnce(&mut dyn MappedRead) -> ControlFlow<()>,
) -> ControlFlow<()> {
    match charset {
        Some(charset) => then(&mut Decoded::new(text, &charset)),
        None => then(&mut text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::cases::{assert_cases, assert_texts};
    use crate::testing::{UNCUT, in_steps, utf_16, walked, wide};

    /// The text of a body, with a bar for each boundary and link, and the links.
    fn read(media: &str, bytes: &str, step: usize) -> (String, Vec<String>) {
        let all = walked(bytes.as_bytes(), step, |to, reader| {
            body(&Media::parse(media.as_bytes()), reader, to)
        });
        let [seen] = &all.texts[..] else { panic!("{:?}", all.shown()) };
        let show = |bytes: &[u8]| String::from_utf8_lossy(bytes).replace('\0', "|");
        let links = seen.links.iter().map(|link| format!("{} {}", link.name, show(&link.value)));
        (show(&seen.text), links.collect())
    }

    #[test]
    fn what_a_body_is() {
        assert_texts("web/bodies", |row| {
            let (media, body) = row.split_once(": ").unwrap();
            let (text, links) = in_steps(|step| read(media, body, step));
            format!("{text} ¦ {}", links.join(" ¦ "))
        });
    }

    #[test]
    fn wide_bodies() {
        let page = "<html><a href=b>&amp;";
        let little = wide(page);
        let big = utf_16(page, u16::to_be_bytes);
        let wider: Vec<u8> = page.chars().flat_map(|c| u32::from(c).to_be_bytes()).collect();
        let marked = [b"\xff\xfe", &little[..]].concat();
        for (media, bytes) in [
            ("text/plain; charset=utf-16", &little),
            ("text/plain; charset=utf-16", &big),
            ("text/html; charset=utf-16le", &little),
            ("text/html; charset=\"UTF-16BE\"", &big),
            ("text/html; charset=utf-32", &wider),
            ("text/html", &little),
            ("text/html", &marked),
            ("application/xhtml+xml", &big),
            ("text/plain", &wider),
            ("application/octet-stream", &marked),
        ] {
            for step in [1, 2, 3, 5, UNCUT] {
                let all = walked(bytes, step, |to, reader| {
                    body(&Media::parse(media.as_bytes()), reader, to)
                });
                let [seen] = &all.texts[..] else { panic!("{media}: {:?}", all.shown()) };
                assert_eq!((&seen.text[..], seen.links.len()), (&b"\0\0&"[..], 1), "{media}");
                assert_eq!(all.notes, [""; 0], "{media}");
            }
        }
    }

    #[test]
    fn a_label_that_no_one_knows_is_told() {
        for (media, count) in [
            ("text/plain; charset=ebcdic-us", 1),
            ("text/html; charset=x-unknown", 0),
            ("text/html; charset=utf-8", 0),
            ("text/html", 0),
        ] {
            let all = walked(b"http://a.example/", UNCUT, |to, reader| {
                body(&Media::parse(media.as_bytes()), reader, to)
            });
            assert_eq!((all.texts.len(), all.notes.len()), (1, count), "{media}");
        }
    }

    #[test]
    fn media_have_no_text() {
        assert_cases("web/media", |[bytes]| is_media(bytes));
    }

    #[test]
    fn what_a_type_is_read_as() {
        assert_texts("web/readings", |essence| format!("{:?}", Reading::of(essence)));
    }
}

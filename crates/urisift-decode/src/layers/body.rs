//! How a body of each media type is read.

use std::ops::ControlFlow;

use super::charset::Charset;
use super::media_type::Media;
use super::utf16;
use crate::core::format::{Body, ToUtf8};
use crate::core::lookahead::Lookahead;
use crate::core::mapped::MappedRead;
use crate::core::peek::PeekReader;
use crate::core::problem::ProblemKind;
use crate::core::walker::Walker;

/// Binary signatures and certificates: anything in them that looks like a URI is cut off anyway.
const SIGNED: &[&str] = &[
    "application/pkcs7-signature",
    "application/x-pkcs7-signature",
    "application/pkix-cert",
    "application/x-x509-ca-cert",
];

/// How much of the label of a charset is shown, in bytes.
const MAX_LABEL: usize = 100;

/// Returns `true` if a body of a type that no format has is text; `None` if its first bytes tell.
fn is_text(essence: &str) -> Option<bool> {
    match essence {
        // Such a signature is in ASCII armor (RFC 3156 5), whose comment may hold a URI.
        "application/pgp-signature" | "application/pgp-keys" | "application/warc-fields" => {
            Some(true)
        }
        _ if SIGNED.contains(&essence) => Some(false),
        _ => match essence.split('/').next().unwrap_or_default() {
            "text" | "message" | "multipart" => Some(true),
            "image" | "audio" | "video" | "font" => Some(false),
            _ => None,
        },
    }
}

/// Reads a body without its transfer and content encodings.
pub fn read(media: &Media, body: impl MappedRead, to: &mut Walker<'_>) -> ControlFlow<()> {
    let mut bytes = Lookahead::new(body);
    let charset = charset_of(media, &mut bytes, to);
    let charset = charset.as_ref().map(|charset| charset as &dyn ToUtf8);
    let body = Body { essence: &media.essence, charset, bytes: &mut bytes };
    if let Some(format) = to.registry.by_media_type(body.essence) {
        return match format.body_reader() {
            Some(read) => read(body, to),
            None => body.in_utf8(|text| to.enter(format, &mut PeekReader::of_mapped(text))),
        };
    }
    match is_text(body.essence) {
        Some(true) => body.in_utf8(|text| to.text(text)),
        Some(false) => ControlFlow::Continue(()),
        None => to.open(&mut PeekReader::of_mapped(body.bytes)),
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
        to.note(ProblemKind::Unread, body.chunk().raw, what);
    }
    charset
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::detect::Registry;
    use crate::testing::cases::assert_texts;
    use crate::testing::{UNCUT, in_steps, utf_16, walked, wide};

    /// The text of a body, with a bar for each boundary and link, and the links.
    fn read(media: &str, bytes: &str, step: usize) -> (String, Vec<String>) {
        let all = walked(bytes.as_bytes(), step, |to, reader| {
            super::read(&Media::parse(media.as_bytes()), reader, to)
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
                    super::read(&Media::parse(media.as_bytes()), reader, to)
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
                super::read(&Media::parse(media.as_bytes()), reader, to)
            });
            assert_eq!((all.texts.len(), all.notes.len()), (1, count), "{media}");
        }
    }

    #[test]
    fn what_a_type_is_read_as() {
        assert_texts("web/readings", |essence| {
            let format = Registry::default().by_media_type(essence);
            match (format, is_text(essence)) {
                (Some(format), _) => format.name(),
                (None, Some(true)) => "text",
                (None, Some(false)) => "nothing",
                (None, None) => "detected",
            }
            .to_owned()
        });
    }
}

//! What a header says of the body: its type, its encoding and its base.

use std::borrow::Cow;
use std::sync::Arc;

use super::word;
use crate::core::visitor::Side;
use crate::layers::fields::{Head, in_utf8};
use crate::layers::media_type::{Media, parameters};

/// The longest base, in bytes; the rest is dropped.
const MAX_BASE: usize = 4 << 10;

/// The longest name of a file, in bytes; the rest is dropped.
const MAX_NAME: usize = 1 << 10;

/// The fields that tell of a body.
const NAMES: [&str; 6] = [
    "Content-Type",
    "Content-Transfer-Encoding",
    "Content-Disposition",
    "Content-Base",
    "Content-Location",
    "Snapshot-Content-Location",
];

/// The content of a part, and its encoding.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Content {
    pub media: Media,
    pub encoding: Encoding,
    /// What separates the parts of a multipart.
    pub boundary: Option<Vec<u8>>,
    /// Lines that end in a blank continue in the next one, without the blank (RFC 3676 4.1).
    pub deletes_spaces: bool,
    /// The name of its file, which may be empty, if it is attached: Content-Disposition says so (RFC 2183), or it is
    /// not a text.
    pub attachment: Option<Arc<str>>,
    /// The base of its references: Content-Base, else Content-Location, which a browser that saves a page names
    /// `Snapshot-Content-Location`.
    pub base: Option<String>,
}

/// A Content-Transfer-Encoding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Encoding {
    /// 7bit, 8bit, binary, and anything unknown.
    #[default]
    None,
    QuotedPrintable,
    Base64,
    /// `x-uuencode`, in its many spellings.
    Uu,
}

impl Content {
    /// What a header says; `kind` is the default type.
    pub fn of(head: &Head, text: &[u8], kind: &str) -> Content {
        let [value, transfer, disposition, bases @ ..] = head.values(text, NAMES);
        let [value, transfer] = [value, transfer].map(Option::unwrap_or_default);
        let names = ["charset", "boundary", "delsp", "format", "name"];
        let [charset, boundary, delsp, format, name] = parameters(value, names);
        let is = |value: Option<Cow<'_, [u8]>>, other: &[u8]| {
            value.is_some_and(|value| value.eq_ignore_ascii_case(other))
        };
        let media = declared(Media::of(value, charset), kind);
        let boundary = boundary.filter(|value| media.is("multipart") && !value.is_empty());
        Content {
            attachment: attachment(&media, disposition, name),
            media,
            encoding: encoding(transfer),
            boundary: boundary.map(Cow::into_owned),
            deletes_spaces: is(delsp, b"yes") && is(format, b"flowed"),
            base: bases.into_iter().flatten().map(base).find(|base| is_base(base)),
        }
    }

    /// Text without any declaration.
    pub fn text() -> Content {
        let media = Media { essence: "text/plain".to_owned(), charset: None };
        Content { media, ..Content::default() }
    }

    /// Which form of a text it is.
    pub fn side(&self) -> Side {
        match &*self.media.essence {
            "text/plain" => Side::Text,
            "text/html" | "application/xhtml+xml" => Side::Html,
            _ => Side::Other,
        }
    }

    /// Returns `true` if it has parts, or is a message.
    pub fn nests(&self) -> bool {
        let is_message = self.media.essence == "message/rfc822";
        self.boundary.is_some() || is_message && self.encoding == Encoding::None
    }
}

/// The type, if it is valid; else the default.
fn declared(media: Media, default: &str) -> Media {
    let is_name = |name: &str| !name.is_empty() && !name.contains(char::REPLACEMENT_CHARACTER);
    let essence = match media.essence.split_once('/') {
        Some((main, sub)) if is_name(main) && is_name(sub) && !sub.contains('/') => media.essence,
        // `Content-Type: text` is from before there were subtypes.
        None if media.essence == "text" => "text/plain".to_owned(),
        _ => default.to_owned(),
    };
    Media { essence, ..media }
}

/// The name of the file of a part, if it is attached; `name` is that of its Content-Type. A disposition that is not known
/// is that of an attachment (RFC 2183 2.8).
fn attachment(
    media: &Media,
    disposition: Option<&[u8]>,
    name: Option<Cow<'_, [u8]>>,
) -> Option<Arc<str>> {
    let value = disposition.unwrap_or_default();
    let is_text = || ["text", "multipart", "message"].iter().any(|main| media.is(main));
    let is_inline = || matches!(&*Media::of(value, None).essence, "" | "inline");
    if (value.is_empty() || is_inline()) && is_text() {
        return None;
    }
    let [file_name] = parameters(value, ["filename"]);
    let name = file_name.or(name).unwrap_or_default();
    let name = word::decoded(&name[..name.len().min(MAX_NAME)]);
    Some(in_utf8(&name).into())
}

fn encoding(value: &[u8]) -> Encoding {
    // Some programs put it in quotes.
    let value = value.strip_prefix(b"\"").unwrap_or(value).trim_ascii_start();
    let is =
        |name: &[u8]| value.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name));
    match () {
        () if is(b"quoted-printable") => Encoding::QuotedPrintable,
        () if is(b"base64") => Encoding::Base64,
        () if is(b"x-uu") || is(b"uu") => Encoding::Uu,
        () => Encoding::None,
    }
}

/// The URI in a field, which may be in encoded words, and is without the whitespace at folds (RFC 2557 4.4.2).
fn base(value: &[u8]) -> String {
    let text = word::decoded(&value[..value.len().min(2 * MAX_BASE)]).into_iter();
    let text: Vec<u8> = text.filter(|b| !b.is_ascii_whitespace()).take(MAX_BASE).collect();
    in_utf8(&text).trim_matches(['"', '<', '>']).to_owned()
}

/// Returns `true` if references may be relative to it: the name of a part (RFC 2392) has no path.
fn is_base(uri: &str) -> bool {
    let is = |scheme: &str| uri.get(..4).is_some_and(|start| start.eq_ignore_ascii_case(scheme));
    !uri.is_empty() && !is("cid:") && !is("mid:")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mail::head;
    use crate::mail::terminator::Terminator;
    use crate::testing::cases::{assert_cases, or_dash};
    use crate::testing::dripping;

    #[test]
    fn bases() {
        assert_cases("mail/bases", |[header]| {
            let mut reader = dripping(header, 99);
            let head = head::read(&mut reader, &Terminator::default()).unwrap();
            or_dash(Content::of(&head, header, "text/plain").base)
        });
    }

    #[test]
    fn attachments() {
        assert_cases("mail/attachments", |[header]| {
            let mut reader = dripping(header, 99);
            let head = head::read(&mut reader, &Terminator::default()).unwrap();
            let name = Content::of(&head, header, "text/plain").attachment;
            name.map_or("-".to_owned(), |name| format!("'{name}'"))
        });
    }

    #[test]
    fn kinds() {
        assert_cases("mail/kinds", |[value]| declared(Media::parse(value), "x/y").essence);
    }
}

//! The formats that this crate reads: the one file that knows the families.

use std::sync::LazyLock;

use crate::archive::unread::Unread;
use crate::archive::{ar, arc, cpio, rpm, tar, zip};
use crate::compress;
use crate::core::detect::{Known, Registry};
use crate::core::format::Format;
use crate::data::{bencode, folded, json, plist, sqlite, table};
use crate::layers::{binary, utf16};
use crate::mail;
use crate::markup;
use crate::office::{ole, pdf, rtf, tnef};
use crate::web::{html, warc};

/// Every format, in the order in which they are tried.
pub const FORMATS: &[&dyn Format] = &[
    &compress::Gzip,
    &compress::Zstandard,
    &compress::Bzip2,
    &compress::Xz,
    &compress::Lz4,
    &compress::Lzip,
    &compress::Snappy,
    &compress::COMPRESS,
    &compress::LZMA,
    &compress::ZLIB,
    &compress::MOZLZ4,
    &compress::BROTLI,
    &utf16::Wide::Utf32,
    &utf16::Wide::Utf16,
    &tar::Tar,
    &zip::wacz::Wacz,
    &zip::Zip,
    &ole::Ole,
    &pdf::Pdf,
    &rtf::Document,
    &tnef::Tnef,
    &sqlite::Sqlite,
    &plist::Plist,
    &bencode::Bencode,
    &ar::Ar,
    &cpio::Cpio,
    &rpm::Rpm,
    &warc::Warc,
    &arc::Arc,
    &html::Markup,
    &mail::Cms,
    &mail::Mmdf,
    &mail::Babyl,
    &mail::Rnews,
    &mail::Emlx,
    &mail::Mbox,
    &mail::Mail,
    &folded::Objects,
    &json::Json,
    &markup::ChatLog::Told,
    &table::TSV,
    &table::CSV,
    &markup::MARKDOWN,
    &markup::Notebook,
    &markup::RST,
    &markup::ASCIIDOC,
    &markup::MEDIAWIKI,
    &markup::TEXTILE,
    &markup::BBCODE,
    &markup::ORG,
    &markup::LATEX,
    &markup::BIBTEX,
    &markup::ROFF,
    &markup::POD,
    &markup::TEXINFO,
    &markup::PROPERTIES,
    &markup::PO,
    &markup::ACCESS_LOG,
];

/// Formats that have no name, or that of another, after all that have one.
const OTHERS: &[&dyn Format] = &[&markup::ChatLog::Named, &Unread, &binary::Binary];

static KNOWN: Known =
    Known { formats: [FORMATS, OTHERS], by_extension: LazyLock::new(|| KNOWN.extensions()) };

impl Default for Registry {
    fn default() -> Self {
        Registry::of(&KNOWN)
    }
}

/// The format with that name.
pub fn named(name: &str) -> Option<&'static dyn Format> {
    FORMATS.iter().copied().find(|format| format.name() == name)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::core::detect::Choice;

    #[test]
    fn names_and_first_bytes() {
        let registry = Registry::default();
        for (name, bytes, expected) in [
            ("a.xml", "text <b>", "html"),
            ("a/b.xml.RELS", "", "html"),
            ("a.htm", "name,url\n\"a\",http://a.example/\n", "html"),
            ("a.html", "{\"a\": 1}", "json"),
            ("a.html", "From: a@b.example\nSubject: c\n\n", "mail"),
            ("a.html", "---\nlayout: a\n---\n<p>", "html"),
            ("a.txt", "text <b>", ""),
            ("a.md", "<html><p>", "markdown"),
            ("a.rst", "<html><p>", "html"),
            ("a.csv", "<a xmlns='b'>", "html"),
            ("a/2020-01-31.log", "[12:00] <ann> a\n", "chat"),
            ("a.log", "[12:00] <ann> a\n", ""),
            ("a.log", "[31/01/20, 12:00] Ann: a\n", "chat"),
        ] {
            let format = registry.prefer_name(
                match registry.detect(bytes.as_bytes(), true) {
                    Choice::Format(format) => Some(format),
                    _ => None,
                },
                Path::new(name),
            );
            assert_eq!(format.map_or("", |format| format.name()), expected, "{name} {bytes}");
        }
    }
}

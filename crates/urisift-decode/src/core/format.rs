//! Container formats: one row in a table and one file for each.

use std::fmt;
use std::ops::ControlFlow;

use super::peek::PeekReader;
use super::walker::Walker;
use crate::archive::ar;
use crate::archive::arc;
use crate::archive::cpio;
use crate::archive::rpm;
use crate::archive::tar;
use crate::archive::zip;
use crate::compress;
use crate::data::folded;
use crate::data::json;
use crate::data::sqlite;
use crate::data::table;
use crate::layers::utf16;
use crate::mail;
use crate::markup;
use crate::office::ole;
use crate::office::pdf;
use crate::web::html;
use crate::web::warc;

/// A container format.
pub trait Format: Sync {
    /// Its name, for a user who states the format: see [`named`](crate::named).
    fn name(&self) -> &'static str;

    /// Whether these first bytes are of this format.
    fn sniff(&self, head: Prefix<'_>) -> Sniff;

    /// Whether the format requires a magic number, so that nothing else is mistaken for it.
    fn has_magic(&self) -> bool {
        true
    }

    /// The extensions of file names that tell this format, in lower case, if its first bytes tell none.
    fn extensions(&self) -> &'static [&'static str] {
        &[]
    }

    /// The names of formats that may seem to be this one by their first bytes, but are not if the file's
    /// name tells this format: Markdown may start with a tag, and a notebook is JSON.
    fn may_start_as(&self) -> &'static [&'static str] {
        &[]
    }

    /// Whether the first bytes are a surer sign than the name of another format, unless that one may start so.
    fn is_told_by_bytes(&self) -> bool {
        self.extensions().is_empty()
    }

    /// Whether it is text in which a URI stands as it is, so that it can be replaced there.
    fn is_text(&self) -> bool {
        false
    }

    /// Decodes the container and passes each part to the walker. It ends where the reader does: anything
    /// after the container is read as it is.
    fn open(&self, reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()>;
}

impl fmt::Debug for dyn Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The first bytes of a source.
#[derive(Clone, Copy, Debug)]
pub struct Prefix<'h> {
    pub bytes: &'h [u8],
    /// Nothing follows them.
    pub is_all: bool,
}

impl Prefix<'_> {
    /// Whether the bytes start with `magic`; `More` if there are too few.
    pub fn starts_with(self, magic: &[u8]) -> Sniff {
        self.has(0, magic)
    }

    /// Whether `magic` is at the offset; `More` if there are too few bytes.
    pub fn has(self, at: usize, magic: &[u8]) -> Sniff {
        let known = self.bytes.get(at..).unwrap_or_default();
        let len = known.len().min(magic.len());
        match known[..len] == magic[..len] {
            true if len == magic.len() => Sniff::Yes,
            true => self.undecided(),
            false => Sniff::No,
        }
    }

    /// The answer when more bytes would tell: `No` if there are none.
    pub fn undecided(self) -> Sniff {
        if self.is_all { Sniff::No } else { Sniff::More }
    }
}

/// Whether bytes are of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sniff {
    Yes,
    No,
    /// More bytes are needed.
    More,
}

impl Sniff {
    /// Either.
    pub fn or(self, other: Sniff) -> Sniff {
        match (self, other) {
            (Sniff::Yes, _) | (_, Sniff::Yes) => Sniff::Yes,
            (Sniff::More, _) | (_, Sniff::More) => Sniff::More,
            _ => Sniff::No,
        }
    }

    /// Yes or no.
    pub fn sure(yes: bool) -> Sniff {
        if yes { Sniff::Yes } else { Sniff::No }
    }
}

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
    &compress::BROTLI,
    &utf16::Wide::Utf32,
    &utf16::Wide::Utf16,
    &tar::Tar,
    &zip::Zip,
    &ole::Ole,
    &pdf::Pdf,
    &sqlite::Sqlite,
    &ar::Ar,
    &cpio::Cpio,
    &rpm::Rpm,
    &warc::Warc,
    &arc::Arc,
    &html::Markup,
    &mail::Mmdf,
    &mail::Babyl,
    &mail::Rnews,
    &mail::Emlx,
    &mail::Mbox,
    &mail::Mail,
    &folded::Objects,
    &json::Json,
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
];

//! Containers: one row, and one file, for each format.

use std::fmt;
use std::ops::ControlFlow;

use super::folded;
use super::html;
use super::json;
use super::mail;
use super::peek::PeekReader;
use super::squeezed;
use super::tar;
use super::utf16;
use super::walker::Walker;
use super::warc;
use super::zip;

/// A way to pack texts.
pub trait Format: Sync {
    /// What the user calls it.
    fn name(&self) -> &'static str;

    /// Whether bytes that start so are of this format.
    fn sniff(&self, head: Prefix<'_>) -> Sniff;

    /// Whether its first bytes have to be what they are, so that nothing else can be read as it.
    fn has_magic(&self) -> bool {
        true
    }

    /// Takes it apart, and gives every part to the walker. It ends where the reader does: what comes
    /// behind the container is read as it is.
    fn open(&self, reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()>;
}

impl fmt::Debug for dyn Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The first bytes of something.
#[derive(Clone, Copy, Debug)]
pub struct Prefix<'h> {
    pub bytes: &'h [u8],
    /// Nothing comes behind them.
    pub is_all: bool,
}

impl Prefix<'_> {
    /// Whether the bytes start with these; it may be too early to say.
    pub fn starts_with(self, magic: &[u8]) -> Sniff {
        self.has(0, magic)
    }

    /// Whether these bytes stand at the offset; it may be too early to say.
    pub fn has(self, at: usize, magic: &[u8]) -> Sniff {
        let known = self.bytes.get(at..).unwrap_or_default();
        let len = known.len().min(magic.len());
        match known[..len] == magic[..len] {
            true if len == magic.len() => Sniff::Yes,
            true => self.undecided(),
            false => Sniff::No,
        }
    }

    /// What is said where more bytes would tell, if there are any.
    pub fn undecided(self) -> Sniff {
        if self.is_all { Sniff::No } else { Sniff::More }
    }
}

/// Whether bytes are of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sniff {
    Yes,
    No,
    /// It takes more of them to say.
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

/// Every format; what comes first is tried first.
pub const FORMATS: &[&dyn Format] = &[
    &squeezed::Gzip,
    &squeezed::Zstandard,
    &squeezed::Bzip2,
    &squeezed::Xz,
    &squeezed::Lz4,
    &utf16::Utf32,
    &utf16::Utf16,
    &tar::Tar,
    &zip::Zip,
    &warc::Warc,
    &html::Markup,
    &mail::Mbox,
    &mail::Mail,
    &folded::Objects,
    &json::Json,
];

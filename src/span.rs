//! Where something lies in a source: byte ranges and line positions.

use std::fmt;
use std::path::Path;

/// A range of bytes, `start..end`, counted from the first byte of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u64,
    /// Offset of the byte behind the last one.
    pub end: u64,
}

impl Span {
    /// Length in bytes.
    pub fn len(self) -> u64 {
        self.end - self.start
    }

    /// Whether it holds no byte.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.start, self.end)
    }
}

/// Where a find comes from: the source, and which part of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Origin<'a> {
    /// What the user knows the source by.
    pub path: &'a Path,
    /// The part, where the source is a container.
    pub part: Option<PartOrigin<'a>>,
    /// The text around it, where that is asked for and it stands in a text.
    pub context: Option<Context<'a>>,
}

/// The text around a find.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Context<'a> {
    /// What stands before it, up to its first byte.
    pub before: &'a [u8],
    /// What stands behind its last byte.
    pub after: &'a [u8],
}

/// Which part of a container a find comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PartOrigin<'a> {
    /// The way to the part from the outermost container, in steps with a slash between them.
    pub path: &'a str,
    /// The attribute, or whatever else of the markup, that makes the reference.
    pub link: Option<&'a str>,
    /// The reference as it is made, where that is not the URI.
    pub reference: Option<&'a [u8]>,
    /// What its relative references are resolved against, where the containers say it.
    pub base: Option<&'a str>,
    /// Where the find stands in the text of the part, unless it stands in none.
    pub text: Option<Span>,
    /// The raw bytes are not the text, but what it is decoded from.
    pub is_decoded: bool,
    /// Where in the source the compressed bytes start that the part is unpacked from, if it is.
    pub packed_at: Option<u64>,
    /// The Message-ID of the message it belongs to.
    pub message_id: Option<&'a str>,
    /// The date of that message, as it is written.
    pub date: Option<&'a str>,
}

/// What users know standard input by.
pub(crate) const STDIN: &str = "(standard input)";

/// A line and a column, both counted from 1; the column is in bytes.
///
/// A line ends with a line feed, as in grep: a bare carriage return ends none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The line's number, from 1.
    pub line: u64,
    /// The byte's number in its line, from 1.
    pub column: u64,
}

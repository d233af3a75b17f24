//! Where a find comes from.

use std::path::Path;

pub use urisift::{Position, Span};

/// Where a find comes from: the source, and which part of it.
#[derive(Clone, Copy, Debug)]
pub struct Origin<'a> {
    /// What the user knows the source by.
    pub path: &'a Path,
    /// The part, where the source is a container.
    pub part: Option<PartOrigin<'a>>,
    /// The text around it, where that is asked for and it stands in a text.
    pub context: Option<Context<'a>>,
}

/// The text around a find.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// What stands before it, up to its first byte.
    pub before: &'a [u8],
    /// What stands behind its last byte.
    pub after: &'a [u8],
}

/// Which part of a container a find comes from.
#[derive(Clone, Copy, Debug)]
pub struct PartOrigin<'a> {
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
pub const STDIN: &str = "(standard input)";

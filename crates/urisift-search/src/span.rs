//! Where a find comes from.

use std::path::Path;

pub use urisift::{Position, Span};

/// Where a find comes from: the source, and the part of it.
#[derive(Clone, Copy, Debug)]
pub struct Origin<'a> {
    /// The path that the user knows the source by.
    pub path: &'a Path,
    /// The part, if the source is a container.
    pub part: Option<PartOrigin<'a>>,
    /// The text around it, if that is asked for and the find is in a text.
    pub context: Option<Context<'a>>,
}

/// The text around a find.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// The text before its first byte.
    pub before: &'a [u8],
    /// The text after its last byte.
    pub after: &'a [u8],
}

/// The part of a container that a find comes from.
#[derive(Clone, Copy, Debug, Default)]
pub struct PartOrigin<'a> {
    /// The path to the part from the outermost container, with slashes between the steps.
    pub path: &'a str,
    /// The attribute or other markup that makes the reference.
    pub link: Option<&'a str>,
    /// The reference as it is written, if that is not the URI.
    pub reference: Option<&'a [u8]>,
    /// The base of its relative references, if a container sets one.
    pub base: Option<&'a str>,
    /// The span of the find in the text of the part, if it is in one.
    pub text: Option<Span>,
    /// The raw bytes are not the text itself: it is decoded from them.
    pub is_decoded: bool,
    /// The offset in the source of the compressed bytes that the part is unpacked from, if it is.
    pub packed_at: Option<u64>,
    /// The Message-ID of the message it belongs to.
    pub message_id: Option<&'a str>,
    /// The date of that message, as it is written.
    pub date: Option<&'a str>,
}

/// The name of standard input in messages and records.
pub const STDIN: &str = "(standard input)";

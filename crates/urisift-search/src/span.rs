//! Where a find comes from.

use std::path::Path;
use std::sync::Arc;

use crate::input::{Message, PartLocation};
use crate::time::Time;
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
    /// When that text was written, if that is asked for and known.
    pub time: Option<Time>,
}

impl<'a> Origin<'a> {
    /// A source of which nothing else is known.
    pub fn of(path: &'a Path) -> Self {
        Origin { path, part: None, context: None, time: None }
    }

    /// Where it stands in its message, or outside of messages.
    pub fn location(&self) -> PartLocation {
        self.part.map_or(PartLocation::File, |part| part.location)
    }
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
    /// Where its text stands.
    pub location: PartLocation,
    /// The name of the file that it is in, if that is attached to a message; it may be empty.
    pub attachment: Option<&'a str>,
    /// How deep its line is quoted, if that is asked for and it is.
    pub quoted: Option<u32>,
    /// The attribute or other markup that makes the reference.
    pub link: Option<&'a str>,
    /// The reference as it is written, if that is not the URI.
    pub reference: Option<&'a [u8]>,
    /// The text of the link, if it has one.
    pub link_text: Option<&'a [u8]>,
    /// The target of the link that the find is all the text of, if that has another host.
    pub link_target: Option<&'a [u8]>,
    /// The base of its relative references, if a container sets one.
    pub base: Option<&'a str>,
    /// The span of the find in the text of the part, if it is in one.
    pub text: Option<Span>,
    /// The raw bytes are not the text itself: it is decoded from them.
    pub is_decoded: bool,
    /// The offset in the source of the compressed bytes that the part is unpacked from, if it is.
    pub packed_at: Option<u64>,
    /// The path to the decompressed data that places count in, unless that is the source, or all of it decompressed.
    pub member: Option<&'a str>,
    /// It is in a comment of HTML, if that is asked for.
    pub is_commented: bool,
    /// The message or record that it belongs to.
    pub message: Option<&'a Arc<Message>>,
}

impl<'a> PartOrigin<'a> {
    /// Returns `true` if it is in a message.
    pub fn is_of_message(&self) -> bool {
        self.location != PartLocation::File
    }

    /// The element and the attribute of the link.
    pub fn tag_and_attribute(&self) -> Option<(&'a str, &'a str)> {
        self.link?.split_once('@')
    }

    /// A field of its message.
    pub fn of_message(
        &self,
        field: impl FnOnce(&'a Message) -> &'a Option<String>,
    ) -> Option<&'a str> {
        field(self.message?).as_deref()
    }
}

/// The name of standard input in messages and records.
pub const STDIN: &str = "(standard input)";

//! Containers, markup, transfer encodings and charsets: decodes bytes to text, and maps each byte of it
//! back to the raw source.
//!
//! A source that is a container (see [`Format`]) is decoded as it is read, in bounded memory, and each
//! text in it is passed to a [`Visitor`].

#![deny(unsafe_code)]
#![warn(missing_docs)]
// Fuzz targets use some test helpers.
#![cfg_attr(fuzzing, allow(dead_code, missing_docs))]

mod ar;
mod arc;
mod bounded;
mod budget;
mod charset;
mod codec;
mod coding;
mod cpio;
mod deadline;
mod decoder;
mod detect;
mod fields;
mod folded;
mod format;
mod html;
mod http;
mod json;
mod line_index;
mod lookahead;
mod mail;
mod mapped;
mod mapped_bytes;
mod marks;
mod markup;
mod media;
mod media_type;
mod message;
mod ole;
mod pdf;
mod peek;
mod pieces;
mod portion;
mod rpm;
mod spare;
mod sqlite;
mod squeezed;
mod start;
mod syntax;
mod table;
mod tar;
mod task;
#[cfg(any(test, fuzzing))]
mod testing;
#[cfg(test)]
mod tests;
mod transfer;
mod unread;
mod utf16;
mod walker;
mod warc;
mod zip;

#[cfg(all(
    fuzzing,
    feature = "xz",
    feature = "xz-rust",
    feature = "zstd",
    feature = "zstd-rust"
))]
#[doc(hidden)]
pub use codec::in_c_and_in_rust;
pub use deadline::Deadline;
pub use decoder::{Decoder, DecoderBuilder};
pub use detect::{Choice, Containers, named, read_at};
pub use format::{FORMATS, Format};
pub use line_index::LineIndex;
#[doc(hidden)]
pub use mail::Envelope;
pub use mapped::{
    ANCHOR_BOUNDARY, BOUNDARY, Chunk, Link, MappedRead, Notes, Role, SourceMap, TextKind,
};
pub use message::{Message, MessageFields};
pub use portion::Portion;
#[doc(hidden)]
pub use start::{Content, Member, Members, Place, Start};
pub use task::{Helpers, Task};
#[cfg(fuzzing)]
#[doc(hidden)]
pub use testing::{All, Seen, all, in_portions};
pub use walker::{Limits, Part, Side, Visitor, Walker};

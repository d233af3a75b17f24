//! Containers, markup, transfer encodings and charsets: decodes bytes to text, and maps each byte of it
//! back to the raw source.
//!
//! A source that is a container (see [`Format`]) is decoded as it is read, in bounded memory, and each
//! text in it is passed to a [`Visitor`].

#![deny(unsafe_code)]
#![warn(missing_docs)]
// Fuzz targets use some test helpers.
#![cfg_attr(fuzzing, allow(dead_code, missing_docs))]

mod archive;
mod compress;
mod core;
mod data;
mod decoder;
mod layers;
mod mail;
mod markup;
mod office;
mod options;
mod registry;
#[cfg(any(test, fuzzing))]
mod testing;
#[cfg(test)]
mod tests;
mod web;

pub use crate::core::deadline::Deadline;
pub use crate::core::detect::Choice;
pub use crate::core::format::{Format, Prefix, Sniff};
pub use crate::core::limits::Limits;
pub use crate::core::line_index::LineIndex;
pub use crate::core::mapped::{BOUNDARY, Chunk, Link, MappedRead, Notes, Role, TextKind};
pub use crate::core::message::{Message, MessageFields};
pub use crate::core::peek::PeekReader;
pub use crate::core::portion::Portion;
pub use crate::core::problem::ProblemKind;
pub use crate::core::source_map::SourceMap;
#[doc(hidden)]
pub use crate::core::start::{Content, Envelope, Member, Members, Place, Start};
pub use crate::core::step::{PartLocation, Step, StepKind};
pub use crate::core::task::{Helpers, Task};
pub use crate::core::visitor::{Details, Part, Side, Visitor};
pub use crate::core::walker::Walker;
#[cfg(all(
    fuzzing,
    feature = "xz",
    feature = "xz-rust",
    feature = "zstd",
    feature = "zstd-rust"
))]
#[doc(hidden)]
pub use compress::codec::in_c_and_in_rust;
pub use decoder::{Decoder, DecoderBuilder};
pub use options::{Containers, read_at};
pub use registry::{FORMATS, named};
#[cfg(fuzzing)]
#[doc(hidden)]
pub use testing::{All, Seen, all, in_portions};

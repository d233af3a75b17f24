//! Containers, markup, transfer encodings and charsets: text comes out of bytes, with a way back from each byte of it
//! to the raw ones.
//!
//! A source whose bytes are a container (see [`Format`]) is taken apart as it is read, with bounded memory, and every
//! text in it is given to a [`Visitor`].

#![deny(unsafe_code)]
#![warn(missing_docs)]
// The laws need some of what is there for the tests.
#![cfg_attr(fuzzing, allow(dead_code, missing_docs))]

mod ahead;
mod before;
mod budget;
mod charset;
mod codec;
mod coding;
mod decoder;
mod descent;
mod detect;
#[cfg(any(test, fuzzing))]
mod drip;
mod fields;
mod file;
mod folded;
mod format;
mod ground;
mod html;
mod http;
mod json;
mod kept;
mod mail;
mod media;
mod part;
mod pieces;
mod run;
#[cfg(any(test, fuzzing))]
mod seen;
mod squeezed;
mod tape;
mod tar;
#[cfg(test)]
mod tests;
mod transfer;
mod utf16;
mod warc;
mod zip;

pub use decoder::Decoder;
pub use descent::{Descent, Limits, Visitor};
pub use detect::{Choice, Containers, named};
pub use file::read_at;
pub use format::{FORMATS, Flow, Format};
pub use ground::Ground;
pub use part::{Message, Part, Side};
pub use run::{Link, Map, Notes, Role, Runs};
#[cfg(fuzzing)]
#[doc(hidden)]
pub use seen::{Seen, all};

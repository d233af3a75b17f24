//! Bytes in: which sources there are, how to open one, and what lies in it.
//!
//! A source is a file or a stream. Where its bytes are a container (see [`Format`]), it is taken apart
//! as it is read, and every text in it is given to a [`Visitor`], with a way back from each byte to the
//! raw ones.

mod ahead;
mod before;
mod budget;
mod charset;
mod closed;
mod codec;
mod coding;
mod descent;
mod detect;
#[cfg(any(test, fuzzing))]
mod drip;
mod fields;
mod folded;
mod format;
mod ground;
mod html;
mod http;
mod json;
mod kept;
mod list;
mod mail;
mod media;
mod part;
mod pieces;
mod pre;
mod run;
#[cfg(any(test, fuzzing))]
mod seen;
mod source;
mod squeezed;
mod tape;
mod tar;
#[cfg(test)]
mod tests;
mod transfer;
mod utf16;
mod warc;
mod zip;

pub(crate) use closed::{is_closed_output, stdin};
pub(crate) use descent::{Descent, Limits, Visitor};
pub(crate) use detect::{Choice, Containers, named};
pub(crate) use format::{FORMATS, Flow, Format};
pub(crate) use ground::Ground;
pub(crate) use list::{
    Kinds, KindsAsked, Named, PathList, Rules, RulesAsked, Separator, Sources, sources, total_len,
};
pub(crate) use part::{Message, Part, Side};
pub(crate) use pre::Pre;
pub(crate) use run::{Link, Map, Notes, Role, Runs};
#[cfg(fuzzing)]
pub(crate) use seen::{Seen, all};
#[cfg(test)]
pub(crate) use source::Origin;
pub(crate) use source::{Listed, Reader, Source, read_at, stdin_is_fed};

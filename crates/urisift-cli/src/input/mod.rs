//! Input: which sources there are, and how to open one. `urisift_decode` reads what is in it.

mod closed;
mod list;
mod pre;
mod source;

pub(crate) use urisift_decode::{
    Choice, Containers, FORMATS, Format, Limits, LineIndex, Link, MappedRead, Message, Notes, Part,
    Role, Side, SourceMap, Visitor, Walker, named, read_at,
};
#[cfg(fuzzing)]
pub(crate) use urisift_decode::{Seen, all};

pub(crate) use closed::{is_closed_output, stdin};
pub(crate) use list::{
    Kinds, KindsAsked, Named, PathList, Rules, RulesAsked, Separator, Sources, sources, total_len,
};
pub(crate) use pre::Pre;
#[cfg(test)]
pub(crate) use source::Origin;
pub(crate) use source::{Listed, Reader, Source, stdin_is_fed};

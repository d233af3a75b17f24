//! Input: which sources there are, and how to open one. `urisift_decode` reads what is in it.

mod closed;
mod list;
mod pre;
mod source;

pub use urisift_decode::{
    Choice, Containers, FORMATS, Format, Limits, LineIndex, Link, MappedRead, Message, Notes, Part,
    Role, Side, SourceMap, Visitor, Walker, named, read_at,
};

pub use closed::{is_closed_output, stdin};
pub use list::{
    DRAFT, Kinds, KindsAsked, Named, PathList, Rules, RulesAsked, Separator, Sources, is_draft,
    sources, total_len,
};
pub use pre::Pre;
#[cfg(test)]
pub use source::Origin;
pub use source::{Listed, Reader, Source, stdin_is_fed};

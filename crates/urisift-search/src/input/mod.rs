//! Input: which sources there are, and how to open one. `urisift_decode` reads what is in it.

mod closed;
mod list;
mod piece;
mod pre;
mod source;

pub use urisift_decode::{
    BOUNDARY, Choice, Chunk, Containers, Content, Deadline, Details, FORMATS, Format, Helpers,
    Limits, LineIndex, Link, MappedRead, Members, Message, MessageFields, Notes, Part,
    PartLocation, Place, Portion, Role, Side, SourceMap, Start, Step, StepKind, Task, Visitor,
    Walker, named, read_at,
};

pub use closed::{is_closed_output, stdin};
pub use list::{
    DRAFT, Kinds, MemberRules, Named, PathList, Rules, RulesAsked, Separator, Sources, is_draft,
    sources, total_len,
};
pub use piece::{InvalidPiece, Piece, TextState};
pub use pre::Pre;
#[cfg(test)]
pub use source::Origin;
pub use source::{Listed, Opened, Opener, Opening, Reader, Source, may_stall, stdin_is_fed};

/// The format of that name; `None` for `plain`, which is text.
///
/// # Errors
/// The names that there are.
pub fn parse_format(name: &str) -> Result<Option<&'static dyn Format>, String> {
    if name == "plain" {
        return Ok(None);
    }
    named(name).map(Some).ok_or_else(|| {
        let names: Vec<_> = FORMATS.iter().map(|format| format.name()).collect();
        format!("expected plain, {}", names.join(", "))
    })
}

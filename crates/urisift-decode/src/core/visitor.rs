//! What a walk reports, and to whom.

use std::io::Read;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::line_index::LineIndex;
use super::mapped::MappedRead;
use super::message::Message;
use super::portion::Portion;
use super::problem::ProblemKind;
use super::step::{PartLocation, Step, StepKind, Steps};
use super::task::Helpers;

/// Receives each text, in order of position.
pub trait Visitor {
    /// A text, to be searched. Anything that the visitor leaves of it is skipped.
    fn text(
        &mut self,
        part: &Part,
        line_index: &LineIndex,
        text: &mut dyn MappedRead,
    ) -> ControlFlow<()>;

    /// Returns `false` if a header, as it is written, can hold nothing that the visitor looks for. Such a header is left
    /// out, unless something in it is encoded.
    fn may_find(&self, _header: &[u8]) -> bool {
        true
    }

    /// Some whole messages or records of the source, if portions are asked for. A visitor takes the portion with
    /// [`Portion::take`] to have it walked elsewhere, and says whether it wants more; by default, it is walked
    /// here.
    fn portion(&mut self, _portion: &mut Portion) -> Option<ControlFlow<()>> {
        None
    }

    /// A long text comes, of decompressed bytes, if portions are asked for. A visitor may take the portion, and have it
    /// walked elsewhere on what it reads here: see [`Portion::followed_by`]. An error of the reader ends the text, and
    /// the portion should get one too. By default, [`Visitor::text`] gets it.
    fn long_text(
        &mut self,
        _read: &mut dyn Read,
        _portion: &mut Portion,
    ) -> Option<ControlFlow<()>> {
        None
    }

    /// Threads that decompress ahead of the walk, if portions are asked for. By default, there are none.
    fn helpers(&self) -> Option<Arc<dyn Helpers>> {
        None
    }

    /// A mail or a news article starts that is not attached to another one.
    fn message(&mut self) {}

    /// Returns `true` if messages should have their [`MessageFields`](crate::MessageFields), which costs some time; by
    /// default, they have a Message-ID and a date.
    fn wants_fields(&self) -> bool {
        false
    }

    /// What it asks of markup; by default, nothing.
    fn details(&self) -> Details {
        Details::default()
    }

    /// The texts that follow are forms of one text, until [`Visitor::alternatives_end`].
    fn alternatives_start(&mut self) {}

    /// There are no more forms.
    fn alternatives_end(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Something in the part could not be read, at that raw offset.
    fn problem(&mut self, _part: &Part, _at: Option<u64>, _kind: ProblemKind, _what: String) {}

    /// Something in the part is not as its format says, at that raw offset, but all of it was read.
    fn note(&mut self, _part: &Part, _at: Option<u64>, _kind: ProblemKind, _what: String) {}

    /// What starts at that raw offset is known to be a `kind`, such as an archive of 7z, which is not read. By
    /// default, it is a problem.
    fn unread(&mut self, part: &Part, at: Option<u64>, kind: &'static str) {
        self.problem(part, at, ProblemKind::Unread, format!("{kind}: not read"));
    }
}

/// What a visitor asks of markup besides its texts and references. Each costs some time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Details {
    /// The texts of links: those of `a` elements of HTML, and the labels of other markup.
    pub link_texts: bool,
    /// Where the comments of HTML start and end.
    pub comments: bool,
}

/// A text inside a container.
#[derive(Clone, Debug, Default)]
pub struct Part {
    /// The path to it from the outermost container, its steps separated by slashes; empty if the source
    /// itself is the text.
    pub path: String,
    /// What the steps of the path are: see [`Part::steps`].
    #[doc(hidden)]
    pub steps: Steps,
    /// The message it belongs to.
    pub message: Option<Arc<Message>>,
    /// The URIs that are its base, as written, outermost first (RFC 3986 5.1): each may be relative to
    /// the one before.
    pub bases: Vec<String>,
    /// The canonical address of a page that says no other, and whose containers say no base either: its base
    /// if nothing else is known (RFC 6596).
    pub canonical: Option<String>,
    /// If it is decompressed, the offset in the source of the compressed bytes; its offsets then count decompressed
    /// bytes.
    pub packed_at: Option<u64>,
    /// The length of the path up to the innermost step that decompresses; 0 if there is none.
    #[doc(hidden)]
    pub packed_len: usize,
    /// The name of the file that it is, or is in, if that is attached to its message; it may be empty.
    pub attachment: Option<Arc<str>>,
    /// Which alternative it is, if a message has several forms.
    pub side: Side,
}

impl Part {
    /// The steps to it from the outermost container. The path is made of them.
    pub fn steps(&self) -> impl DoubleEndedIterator<Item = Step<'_>> {
        self.steps.of(&self.path)
    }

    /// The path to the decompressed data that its offsets and lines count in, unless that is the source itself, or all of
    /// it decompressed.
    pub fn member(&self) -> Option<&str> {
        let first = self.steps().next()?;
        let is_source = first.kind == StepKind::Layer && first.text.len() == self.packed_len;
        (self.packed_len > 0 && !is_source).then(|| &self.path[..self.packed_len])
    }

    /// Where it stands: it is a file, or some part of a message. The fields of a header are not told apart.
    pub fn location(&self) -> PartLocation {
        PartLocation::of(self.steps(), self.attachment.is_some())
    }
}

/// The form of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Side {
    /// Plain text.
    Text,
    /// HTML.
    Html,
    /// Neither, or the only form.
    #[default]
    Other,
}

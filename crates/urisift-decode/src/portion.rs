//! Portions of a large container: whole messages or records, each of which is walked on its own, by any thread.
//!
//! Where a portion ends depends on the bytes alone, and each has a budget of its own. So the texts are the same
//! whoever walks it.

use std::mem;
use std::ops::{ControlFlow, Range};
use std::path::PathBuf;
use std::rc::Rc;

use urisift::Position;

use super::budget::Budget;
use super::line_index::LineIndex;
use super::peek::PeekReader;
use super::walker::{Limits, Part, Visitor, Walker};

/// How many bytes are seen of what follows a portion, to tell where its last message ends: the line before the
/// next one, and its first fields.
pub(super) const BEYOND: usize = 8 << 10;

/// Reads the messages or records at the front of the reader.
pub(super) type Walk =
    Box<dyn FnOnce(&mut PeekReader<'_>, &mut Walker<'_>) -> ControlFlow<()> + Send>;

/// Some whole messages or records of a source: see [`Visitor::portion`].
pub struct Portion {
    bytes: Vec<u8>,
    /// Where in them the portion is, and what is seen after it.
    range: Range<usize>,
    /// The offset of its first byte.
    at: u64,
    context: Context,
    budget: Budget,
    walk: Option<Walk>,
}

/// What a walker knows where a portion starts.
#[derive(Clone)]
pub(super) struct Context {
    pub limits: Limits,
    pub depth: usize,
    pub part: Part,
    pub name: PathBuf,
    /// The line and column there, if lines are counted.
    pub position: Option<Position>,
}

impl Portion {
    pub(super) fn new(
        bytes: Vec<u8>,
        range: Range<usize>,
        at: u64,
        context: Context,
        budget: Budget,
        walk: Walk,
    ) -> Self {
        Portion { bytes, range, at, context, budget, walk: Some(walk) }
    }

    /// Takes the portion out of the walk that made it, which passes it over.
    pub fn take(&mut self) -> Portion {
        let (bytes, range) = (self.bytes[self.range.clone()].to_vec(), 0..self.range.len());
        let (context, budget) = (self.context.clone(), mem::take(&mut self.budget));
        Portion { bytes, range, at: self.at, context, budget, walk: self.walk.take() }
    }

    /// How many bytes it holds.
    pub fn len(&self) -> usize {
        self.range.len()
    }

    /// Shows the visitor its texts.
    pub fn walk(mut self, visitor: &mut dyn Visitor) -> ControlFlow<()> {
        let line_index = Rc::new(LineIndex::from(self.at, self.context.position));
        line_index.note(&self.bytes[self.range.clone()], self.at);
        self.walk_on(visitor, line_index)
    }

    /// The same with a line index that knows the bytes.
    pub(super) fn walk_on(
        &mut self,
        visitor: &mut dyn Visitor,
        line_index: Rc<LineIndex>,
    ) -> ControlFlow<()> {
        let Some(walk) = self.walk.take() else { return ControlFlow::Continue(()) };
        let mut walker =
            Walker::of_portion(visitor, &self.context, mem::take(&mut self.budget), line_index);
        let (bytes, range) = (mem::take(&mut self.bytes), self.range.clone());
        let line_index = Rc::clone(&walker.line_index);
        let mut reader = PeekReader::of_buffer(bytes, range, self.at, line_index);
        let flow = walk(&mut reader, &mut walker);
        self.bytes = reader.take_buffer().0;
        flow
    }

    /// The buffer that it was made of.
    pub(super) fn into_buffer(self) -> Vec<u8> {
        self.bytes
    }
}

//! Portions of a source: messages or records that are walked elsewhere.

use std::ops::ControlFlow;
use std::rc::Rc;

use super::Walker;
use crate::core::peek::PeekReader;
use crate::core::portion::{BEYOND, Context, Portion, Walk, Whole};
use crate::core::start::{Content, Place, Start};

/// The messages or records at the front of a reader.
#[derive(Clone, Copy)]
pub(crate) struct Front {
    /// The number of the last one before.
    pub number: u64,
    /// Where those start that are left to others.
    pub end: u64,
    /// What they are, if a walk can start with them.
    pub content: Option<Content>,
}

impl Front {
    /// They have no numbers, and no walk starts with them.
    pub const ALL: Front = Front { number: 0, end: u64::MAX, content: None };
}

impl Walker<'_> {
    /// Hands out the messages or records at the front of the reader that `whole` says are whole, if portions are
    /// asked for and more follows than that. It is given the bytes, and a length from which on no more are wanted.
    /// `walk` reads them: it takes the number of the last one before them, and where they end. Returns the number of
    /// the last one.
    pub(crate) fn portions(
        &mut self,
        reader: &mut PeekReader<'_>,
        Front { mut number, end, content }: Front,
        whole: impl Fn(&[u8], u64) -> Whole,
        walk: impl Fn(&mut PeekReader<'_>, &mut Walker<'_>, u64, u64) -> ControlFlow<()>
        + Clone
        + Send
        + 'static,
    ) -> ControlFlow<(), u64> {
        let can = reader.is_of_source() && self.part.message.is_none();
        let Some(len) = self.portion_len.filter(|_| can) else {
            return ControlFlow::Continue(number);
        };
        while reader.at() >= reader.unportioned && reader.at() < end {
            reader.peek(len + BEYOND);
            let seen = reader.live().len().checked_sub(BEYOND).filter(|_| !reader.has_ended());
            let seen = seen.unwrap_or(0);
            let most = end.min(self.last_end(reader.at())) - reader.at();
            let Whole { len, count } = whole(&reader.live()[..seen], most);
            if count == 0 {
                // All that was seen may be seen again, but not for each message.
                reader.unportioned = reader.at() + (seen / 4) as u64;
                break;
            }
            let end = reader.at() + len as u64;
            let walk = walk.clone();
            let walk = move |reader: &mut PeekReader<'_>, to: &mut Walker<'_>| {
                walk(reader, to, number, end)
            };
            let start = content.and_then(|content| self.start_at(content.after(number), reader));
            self.portion(reader, len, Box::new(walk), start)?;
            number += count;
        }
        ControlFlow::Continue(number)
    }

    /// Where a portion ends at the latest, so that others may start: with the next member, or after that length.
    fn last_end(&self, at: u64) -> u64 {
        let (Some(members), Some(len)) = (&self.members, self.portion_len) else { return u64::MAX };
        let next = members.next_from(at).map(|next| next.unpacked).filter(|next| *next > at);
        next.unwrap_or(u64::MAX).min(at + len as u64)
    }

    /// How a walk starts with the messages or records at the front of the reader, if one can: they are those of the
    /// source, or those that it decompresses to, and a member starts there too.
    fn start_at(&self, content: Content, reader: &PeekReader<'_>) -> Option<Start> {
        let offset = reader.at();
        let here = Place { offset, position: self.line_index.position(offset) };
        match (self.depth, self.part.packed_at) {
            (1, None) => Some(Start { at: here, unpacked: None, content, end: u64::MAX }),
            (2, Some(0)) => {
                let next = self.members.as_ref()?.next_from(offset)?;
                let at = Some(next.at).filter(|_| next.unpacked == offset)?;
                Some(Start { at, unpacked: Some(here), content, end: u64::MAX })
            }
            _ => None,
        }
    }

    /// Takes where the walk starts. Returns that, and where it ends.
    pub(crate) fn take_start(&mut self) -> (Option<Content>, u64) {
        match self.start.take() {
            Some(start) => (Some(start.content), start.end),
            None => (None, u64::MAX),
        }
    }

    /// Ends the walk, unless it continues to the end of the source.
    pub(crate) fn end_at(&self, end: u64) -> ControlFlow<()> {
        if end == u64::MAX { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    /// Hands out the first `len` bytes of the reader, which `walk` reads.
    fn portion(
        &mut self,
        reader: &mut PeekReader<'_>,
        len: usize,
        walk: Walk,
        start: Option<Start>,
    ) -> ControlFlow<()> {
        let at = reader.at();
        let is_packed = self.part.packed_at.is_some();
        let seen = at + reader.live().len() as u64;
        let budget = self.budget.of_portion(len as u64, seen, is_packed);
        let (buffer, live) = reader.take_buffer();
        let context = self.context(at);
        let mut portion =
            Portion::new(buffer, live.start..live.start + len + BEYOND, at, context, budget, walk);
        portion.start = start;
        let flow = match self.visitor.portion(&mut portion) {
            Some(flow) => flow,
            None => portion.walk_on(self.visitor, Rc::clone(&self.line_index), None),
        };
        reader.put_back(portion.into_buffer());
        reader.pass_bytes(len);
        self.line_index.settle(reader.raw());
        flow
    }

    /// What is known at that offset of the line index.
    pub(super) fn context(&self, at: u64) -> Context {
        Context {
            registry: self.registry,
            limits: self.limits,
            depth: self.depth,
            part: self.part.clone(),
            name: self.name.clone(),
            wanted: self.wanted,
            position: self.line_index.position(at),
        }
    }
}

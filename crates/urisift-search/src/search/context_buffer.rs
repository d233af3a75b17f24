//! The text around finds. A find waits for the text after it, and the finds after it wait too, so
//! that all are emitted in order.
//!
//! The context of a find does not depend on how the text was read: it ends at fixed bytes of the
//! text, or if too much waits, at the end of the find that exceeded the limit.

use std::collections::VecDeque;
use std::path::Path;

use super::context_size::{After, ContextSize};
use crate::found::Found;
use crate::input::Side;
use crate::record::{ContextRecord, PartRecord};
use crate::span::{Origin, Span};
use crate::stream::Text;
use crate::time::Time;

/// The limit for waiting finds, in bytes; one more find may exceed it. The finds in 64 KiB of text take
/// less, unless they have long paths or bases, or are in markup, where a byte may stand for a long link.
const MAX_WAITING: usize = 8 << 20;

/// Finds that wait.
pub(super) struct ContextBuffer {
    reach: ContextSize,
    waiting: VecDeque<Waiting>,
    /// Their total size, in bytes.
    bytes: usize,
    /// What has been scanned after the first of them.
    after: After,
}

/// A find that waits.
struct Waiting {
    held: Held,
    /// Its span in the text; `None` for a link in markup, which has no context.
    text: Option<Span>,
}

/// The text that has been searched so far.
#[derive(Clone, Copy)]
pub(super) struct VisibleText<'t> {
    text: Text<'t>,
    /// The end of the text searched so far.
    to: u64,
    /// The text ends at `to`.
    is_all: bool,
    /// The bytes that are not shown, in order.
    markup: Option<&'t VecDeque<Mark>>,
}

/// A byte of the text that is not in the source, but stands for markup.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    pub at: u64,
    /// It separates the words around it, as the border of a field does not.
    pub separates: bool,
}

impl<'t> VisibleText<'t> {
    /// Up to the offset.
    pub fn to(to: u64, text: Text<'t>) -> Self {
        VisibleText { text, to, is_all: false, markup: None }
    }

    /// Up to the offset, or to the end if all text is there.
    pub fn to_or_end(to: u64, text: Text<'t>) -> Self {
        let end = text.base + text.bytes.len() as u64;
        VisibleText { to: if text.last { end } else { to }, is_all: text.last, text, markup: None }
    }

    /// Without the bytes that stand for markup.
    pub fn without(self, markup: &'t VecDeque<Mark>) -> Self {
        VisibleText { markup: Some(markup), ..self }
    }

    fn bytes(&self, span: Span) -> &'t [u8] {
        let [start, end] = [span.start, span.end].map(|at| at.saturating_sub(self.text.base));
        self.text.bytes.get(start as usize..end as usize).unwrap_or_default()
    }

    fn before(&self, at: u64) -> &'t [u8] {
        self.bytes(Span { start: self.text.base, end: at })
    }

    fn after(&self, at: u64) -> &'t [u8] {
        self.bytes(Span { start: at, end: self.to })
    }

    /// The piece of text at the offset as it is shown between two bytes. Markup becomes a space, unless whitespace or
    /// punctuation already separates the words.
    fn shown(&self, piece: &[u8], at: u64, between: [u8; 2]) -> Vec<u8> {
        let Some(markup) = self.markup else { return piece.to_vec() };
        let first = markup.partition_point(|mark| mark.at < at);
        let end = at + piece.len() as u64;
        let marks = markup.range(first..).take_while(|mark| mark.at < end);
        let mut shown = Vec::with_capacity(piece.len());
        let mut done = 0;
        for mark in marks {
            let place = (mark.at - at) as usize;
            shown.extend_from_slice(&piece[done..place]);
            done = place + 1;
            let last = shown.last().copied().unwrap_or(between[0]);
            let next = piece.get(done).copied().unwrap_or(between[1]);
            if mark.separates
                && !b" \t\r\n([".contains(&last)
                && !b"\0 \t\r\n.,;:!?)]".contains(&next)
            {
                shown.push(b' ');
            }
        }
        shown.extend_from_slice(&piece[done..]);
        shown
    }
}

impl ContextBuffer {
    pub fn new(reach: ContextSize) -> Self {
        ContextBuffer { reach, waiting: VecDeque::new(), bytes: 0, after: After::default() }
    }

    /// Queues a find; `text` is its span in the text, if it has one.
    pub fn hold(&mut self, held: Held, text: Option<Span>) {
        self.bytes += held.len();
        self.waiting.push_back(Waiting { held, text });
    }

    /// The offset from which the text must be kept, if all before `settled` is searched.
    pub fn needs(&self, settled: u64) -> u64 {
        let first = self.waiting.iter().find_map(|waiting| waiting.text);
        let oldest = first.map_or(settled, |text| text.start.min(settled));
        // One byte more shows whether the text continues before.
        oldest.saturating_sub(self.reach.most() as u64 + 1)
    }

    /// The next find that no longer waits.
    pub fn next(&mut self, sight: VisibleText<'_>) -> Option<Held> {
        let text = self.waiting.front()?.text;
        let after = match text {
            Some(text) => self.after(sight.after(text.end), sight.is_all)?,
            None => &[],
        };
        self.after = After::default();
        let held = self.waiting.pop_front()?.held;
        self.bytes -= held.len();
        Some(match text {
            Some(text) => self.with_context(held, text, after, sight),
            None => held,
        })
    }

    /// Takes the next find, without the text around it.
    pub fn take(&mut self) -> Option<Held> {
        Some(self.waiting.pop_front()?.held)
    }

    /// The text shown after the first find, once it is known.
    fn after<'t>(&mut self, text: &'t [u8], is_all: bool) -> Option<&'t [u8]> {
        let is_too_much = self.bytes > MAX_WAITING && self.waiting.len() > 1;
        match self.after.end(self.reach, text) {
            Some(end) => Some(&text[..end]),
            None if is_all => Some(self.reach.rest(text)),
            None => is_too_much.then_some(text),
        }
    }

    fn with_context(&self, held: Held, text: Span, after: &[u8], sight: VisibleText<'_>) -> Held {
        let before = self.reach.before(sight.before(text.start));
        let start = text.start - before.len() as u64;
        // The find is between the two, and counts as a word.
        let before = sight.shown(before, start, [b'\n', b'x']);
        held.with_context(before, sight.shown(after, text.end, [b'x', b'\n']))
    }
}

/// A find that is held, with all that is reported of it.
pub(super) struct Held {
    pub found: Found<'static>,
    /// The form of the text that it is in.
    pub side: Side,
    part: Option<PartRecord>,
    context: Option<ContextRecord>,
    time: Option<Time>,
}

impl Held {
    /// A find, its origin, and the form of the text.
    pub fn new(found: &Found<'_>, origin: &Origin<'_>, side: Side) -> Self {
        let found = found.clone().into_owned();
        let part = origin.part.as_ref().map(PartRecord::of);
        Held { found, side, part, context: None, time: origin.time }
    }

    /// Adds the text around it.
    pub fn with_context(self, before: Vec<u8>, after: Vec<u8>) -> Self {
        Held { context: Some(ContextRecord::new(before, after)), ..self }
    }

    /// Where it comes from.
    pub fn origin<'h>(&'h self, path: &'h Path) -> Origin<'h> {
        Origin {
            path,
            part: self.part.as_ref().map(PartRecord::origin),
            context: self.context.as_ref().map(ContextRecord::context),
            time: self.time,
        }
    }

    /// The memory used, in bytes.
    pub fn len(&self) -> usize {
        let part = self.part.as_ref().map_or(0, PartRecord::len);
        let context = self.context.as_ref().map_or(0, ContextRecord::len);
        size_of::<Held>() + self.found.raw().len() + 2 * self.found.uri().len() + part + context
    }
}

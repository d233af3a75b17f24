//! The text around finds. A find waits for what stands behind it, and those behind it wait too, so
//! that all are told in their order.
//!
//! What a find is told with does not depend on how the text came: it ends at bytes of the text, and
//! where too much waits, at the end of the find that made it too much.

use std::collections::VecDeque;

use super::held::Held;
use super::reach::{Behind, Reach};
use crate::span::Span;
use crate::stream::Text;

/// Finds may wait that take so many bytes together, and one more. Those of 64 KiB of text take less,
/// unless they have long paths or bases, or stand in markup, where a byte may stand for a long link.
const MAX_WAITING: usize = 8 << 20;

/// Finds that wait.
pub(super) struct Around {
    reach: Reach,
    waiting: VecDeque<Waiting>,
    /// How much they take together, in bytes.
    bytes: usize,
    /// What has been seen behind the first of them.
    behind: Behind,
}

/// A find that waits.
struct Waiting {
    held: Held,
    /// Where it stands in the text; a link in markup does not, and has nothing around it.
    text: Option<Span>,
}

/// Text as far as it has been searched.
#[derive(Clone, Copy)]
pub(super) struct Sight<'t> {
    text: Text<'t>,
    /// Where the next find may end.
    to: u64,
    /// The text ends there.
    is_all: bool,
    /// Where bytes stand that are not to be seen, in order.
    markup: Option<&'t VecDeque<u64>>,
}

impl<'t> Sight<'t> {
    /// As far as the offset.
    pub fn to(to: u64, text: Text<'t>) -> Self {
        Sight { text, to, is_all: false, markup: None }
    }

    /// As far as the offset, or the end of all text.
    pub fn to_or_end(to: u64, text: Text<'t>) -> Self {
        let end = text.base + text.bytes.len() as u64;
        Sight { to: if text.last { end } else { to }, is_all: text.last, text, markup: None }
    }

    /// Without the bytes at the offsets, which stand for markup.
    pub fn without(self, markup: &'t VecDeque<u64>) -> Self {
        Sight { markup: Some(markup), ..self }
    }

    fn bytes(&self, span: Span) -> &'t [u8] {
        let [start, end] = [span.start, span.end].map(|at| at.saturating_sub(self.text.base));
        self.text.bytes.get(start as usize..end as usize).unwrap_or_default()
    }

    fn before(&self, at: u64) -> &'t [u8] {
        self.bytes(Span { start: self.text.base, end: at })
    }

    fn behind(&self, at: u64) -> &'t [u8] {
        self.bytes(Span { start: at, end: self.to })
    }

    /// A piece of the text that starts at the offset, as it is shown between two bytes. Where markup
    /// stood, a blank keeps words apart, unless white space or punctuation does.
    fn shown(&self, piece: &[u8], at: u64, between: [u8; 2]) -> Vec<u8> {
        let Some(markup) = self.markup else { return piece.to_vec() };
        let first = markup.partition_point(|mark| *mark < at);
        let end = at + piece.len() as u64;
        let marks = markup.range(first..).take_while(|mark| **mark < end);
        let mut shown = Vec::with_capacity(piece.len());
        let mut done = 0;
        for mark in marks.map(|mark| (mark - at) as usize) {
            shown.extend_from_slice(&piece[done..mark]);
            done = mark + 1;
            let last = shown.last().copied().unwrap_or(between[0]);
            let next = piece.get(done).copied().unwrap_or(between[1]);
            if !b" \t\r\n([".contains(&last) && !b"\0 \t\r\n.,;:!?)]".contains(&next) {
                shown.push(b' ');
            }
        }
        shown.extend_from_slice(&piece[done..]);
        shown
    }
}

impl Around {
    pub fn new(reach: Reach) -> Self {
        Around { reach, waiting: VecDeque::new(), bytes: 0, behind: Behind::default() }
    }

    /// Lets a find wait, which stands in the text there, if it does.
    pub fn hold(&mut self, held: Held, text: Option<Span>) {
        self.bytes += held.len();
        self.waiting.push_back(Waiting { held, text });
    }

    /// The offset from which on the text has to stay in sight, where all before `settled` is searched.
    pub fn needs(&self, settled: u64) -> u64 {
        let first = self.waiting.iter().find_map(|waiting| waiting.text);
        let oldest = first.map_or(settled, |text| text.start.min(settled));
        // One byte more tells whether there is any.
        oldest.saturating_sub(self.reach.most() as u64 + 1)
    }

    /// The next find that need not wait any more.
    pub fn next(&mut self, sight: Sight<'_>) -> Option<Held> {
        let text = self.waiting.front()?.text;
        let after = match text {
            Some(text) => self.after(sight.behind(text.end), sight.is_all)?,
            None => &[],
        };
        self.behind = Behind::default();
        let held = self.waiting.pop_front()?.held;
        self.bytes -= held.len();
        Some(match text {
            Some(text) => self.with_context(held, text, after, sight),
            None => held,
        })
    }

    /// What is shown of the text behind the first find, once it is known.
    fn after<'t>(&mut self, text: &'t [u8], is_all: bool) -> Option<&'t [u8]> {
        let is_too_much = self.bytes > MAX_WAITING && self.waiting.len() > 1;
        match self.behind.end(self.reach, text) {
            Some(end) => Some(&text[..end]),
            None if is_all => Some(self.reach.rest(text)),
            None => is_too_much.then_some(text),
        }
    }

    fn with_context(&self, held: Held, text: Span, after: &[u8], sight: Sight<'_>) -> Held {
        let before = self.reach.before(sight.before(text.start));
        let start = text.start - before.len() as u64;
        // The find stands where they meet, and it is a word.
        let before = sight.shown(before, start, [b'\n', b'x']);
        held.with_context(before, sight.shown(after, text.end, [b'x', b'\n']))
    }
}

//! When the texts around finds were written.

use std::mem;
use std::sync::Arc;

use memchr::memrchr_iter;

use crate::found::Found;
use crate::input::{Message, Part, StepKind};
use crate::stream::Text;
use crate::time::{SIGHT, Time, TimeSource, of_longer_line};

/// How far after the start of its line a find has the line's time, in bytes.
pub(super) const REACH: u64 = 8 << 10;

/// The times of the texts in a source: that of the message, or of each line.
///
/// The time of a line does not depend on how the text is read: what may be its timestamp is kept when the text is
/// dropped.
#[derive(Default)]
pub(super) struct Times {
    /// When the file was last modified, in seconds since 1970.
    modified: Option<i64>,
    /// The text is a file in an archive, which may be older than that.
    is_member: bool,
    /// The last message, and its time.
    message: Option<(Arc<Message>, Option<Time>)>,
    line: Line,
}

/// The line that was reached in a text.
#[derive(Default)]
struct Line {
    /// Where it starts in the text.
    start: u64,
    /// No line starts between there and this offset.
    to: u64,
    /// Its first bytes, if they were dropped.
    head: Vec<u8>,
    /// The number of bytes in which a timestamp was looked for, and what it said.
    known: (usize, Option<i64>),
}

impl Times {
    /// Of a file that was modified then.
    pub fn new(modified: Option<i64>) -> Self {
        Times { modified, ..Times::default() }
    }

    /// The text of a part starts.
    pub fn start_part(&mut self, part: &Part) {
        self.is_member = part.steps().any(|step| step.kind != StepKind::Layer);
        self.start(0);
    }

    /// A new text starts at that offset, at the start of a line.
    pub fn start(&mut self, at: u64) {
        let mut head = mem::take(&mut self.line.head);
        head.clear();
        self.line = Line { start: at, to: at, head, known: (0, None) };
    }

    /// The time of a message.
    pub fn of_message(&mut self, message: &Arc<Message>) -> Option<Time> {
        match &self.message {
            Some((last, time)) if Arc::ptr_eq(last, message) => *time,
            _ => {
                let time = Time::of_message(message);
                self.message = Some((Arc::clone(message), time));
                time
            }
        }
    }

    /// The time of the line that a find is in, which starts at that offset. No later one was asked for. `ends` tells
    /// whether the line feed at an offset ends a line of the source, and does not stand for an escape.
    pub fn of_line(&mut self, text: Text<'_>, at: u64, ends: impl Fn(u64) -> bool) -> Option<Time> {
        self.line.advance(text, at, ends);
        self.of_reached(text, at)
    }

    /// Like `of_line`, for a find in a source that is its own text. Where lines are counted, nothing is searched again.
    #[inline]
    pub fn of_source(&mut self, text: Text<'_>, found: &Found<'_>) -> Option<Time> {
        let at = found.span().start;
        match found.position() {
            Some(position) => self.line.start_at(at + 1 - position.column, at),
            None => self.line.advance(text, at, |_| true),
        }
        self.of_reached(text, at)
    }

    fn of_reached(&mut self, text: Text<'_>, at: u64) -> Option<Time> {
        if at - self.line.start > REACH {
            return None;
        }
        let modified = self.modified.filter(|_| !self.is_member);
        let second = self.line.second(text, at, modified)?;
        Some(Time { second, source: TimeSource::Line })
    }

    /// How the line starts that a find is in, at most up to the find. As for `of_line`, no later one was asked for.
    pub fn line_front<'l>(
        &'l mut self,
        text: Text<'l>,
        at: u64,
        ends: impl Fn(u64) -> bool,
    ) -> &'l [u8] {
        self.line.advance(text, at, ends);
        self.line.front(text, at)
    }

    /// What lies before that offset will be dropped.
    pub fn settle(&mut self, text: Text<'_>, to: u64, ends: impl Fn(u64) -> bool) {
        self.line.advance(text, to, ends);
        self.line.keep(text, to);
    }
}

impl Line {
    /// The line of a find starts there.
    fn start_at(&mut self, start: u64, at: u64) {
        if start != self.start {
            self.start = start;
            self.head.clear();
            self.known = (0, None);
        }
        self.to = self.to.max(at);
    }

    /// Looks for the start of a line before that offset.
    fn advance(&mut self, text: Text<'_>, to: u64, ends: impl Fn(u64) -> bool) {
        let from = self.to.max(text.base);
        let Some(passed) = text.bytes.get((from - text.base) as usize..) else { return };
        let passed = &passed[..passed.len().min(to.saturating_sub(from) as usize)];
        let mut feeds = memrchr_iter(b'\n', passed).map(|feed| from + feed as u64);
        if let Some(feed) = feeds.find(|feed| ends(*feed)) {
            self.start = feed + 1;
            self.head.clear();
            self.known = (0, None);
        }
        self.to = self.to.max(to);
    }

    /// Keeps what may be its timestamp, up to that offset.
    fn keep(&mut self, text: Text<'_>, to: u64) {
        let len = to.saturating_sub(self.start).min(SIGHT as u64) as usize;
        if len > self.head.len() {
            let from = self.start + self.head.len() as u64;
            let rest = from.checked_sub(text.base).and_then(|at| text.bytes.get(at as usize..));
            let rest = rest.unwrap_or_default();
            self.head.extend_from_slice(&rest[..rest.len().min(len - self.head.len())]);
        }
    }

    /// What the timestamp says that is before that offset.
    fn second(&mut self, text: Text<'_>, at: u64, modified: Option<i64>) -> Option<i64> {
        let len = (at - self.start).min(SIGHT as u64) as usize;
        let (seen, second) = self.known;
        if second.is_some() || seen == len {
            return second;
        }
        let second = of_longer_line(self.front(text, at), seen, modified);
        self.known = (len, second);
        second
    }

    /// Its first bytes that are before that offset.
    fn front<'l>(&'l mut self, text: Text<'l>, at: u64) -> &'l [u8] {
        let len = (at - self.start).min(SIGHT as u64) as usize;
        let start = self.start.checked_sub(text.base);
        match start.and_then(|start| text.bytes.get(start as usize..)) {
            Some(line) => &line[..len],
            None => {
                self.keep(text, at);
                &self.head[..len.min(self.head.len())]
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The times at some offsets of a text that is read in pieces of that length.
    fn times(text: &str, at: &[u64], piece: usize) -> Vec<Option<i64>> {
        let (mut times, mut base, mut rest) = (Times::new(None), 0, at);
        let mut seen = Vec::new();
        for end in (piece..text.len() + piece).step_by(piece).map(|end| end.min(text.len())) {
            let bytes = &text.as_bytes()[base as usize..end];
            let window = Text { bytes, base, last: end == text.len() };
            while let [first, others @ ..] = rest
                && *first < end as u64
            {
                seen.push(times.of_line(window, *first, |_| true).map(|time| time.second));
                rest = others;
            }
            times.settle(window, end as u64 - 1, |_| true);
            base = end as u64 - 1;
        }
        seen
    }

    #[test]
    fn times_do_not_depend_on_how_a_text_is_read() {
        let long = "x".repeat(REACH as usize);
        let lines = [
            "2020-01-31 12:00:00 a b\n",
            "none\n",
            "2020-01-31 12:00:01 a b\n",
            "b 2020-01-31 12:00:02 a b",
            &long,
            "\n\n2020-01-31 12:00:03 a",
        ];
        let text = lines.concat();
        let at: Vec<u64> = (0..text.len() as u64)
            .filter(|at| b"ab".contains(&text.as_bytes()[*at as usize]))
            .collect();
        let is = times(&text, &at, text.len());
        let noon = 1_580_472_000;
        let [first, second, third, fourth] = [noon, noon + 1, noon + 2, noon + 3].map(Some);
        assert_eq!(is, [first, first, second, second, None, third, third, fourth]);
        for piece in [1, 2, 3, 7, 20, 100, 1000] {
            assert_eq!(times(&text, &at, piece), is, "{piece}");
        }
        let far = format!("2020-01-31 12:00:00 {long}a");
        assert_eq!(times(&far, &[REACH - 1, far.len() as u64 - 1], far.len()), [first, None]);
    }
}

//! The body of a message or of a part, up to the line that ends it.

use std::ops::Range;

use super::envelope;
use super::terminator::{Line, Stop, Terminator};
use crate::core::mapped::{Chunk, MappedRead};
use crate::core::peek::PeekReader;

/// The body at the front of a reader, as it is. The line break before its end is not part of it (RFC
/// 2046 5.1.1).
pub(super) struct Body<'t, 's> {
    reader: &'t mut PeekReader<'s>,
    terminator: &'t Terminator,
    /// How many of the live bytes are known to belong to the body.
    known: usize,
    /// What follows those.
    next: Next,
    /// How many bytes precede anything that may end it.
    kept: u64,
    /// A line feed is before the live bytes.
    after_feed: bool,
}

/// What follows the known bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    /// The middle of a line.
    Middle,
    /// The start of a line, or the line break before it, of this many bytes.
    Start(usize),
    /// The end, after a line break of this many bytes that is not part of the body.
    Stop(Stop, usize),
}

impl<'t, 's> Body<'t, 's> {
    pub fn new(reader: &'t mut PeekReader<'s>, terminator: &'t Terminator) -> Self {
        // What precedes a body is mostly a blank line.
        Body { reader, terminator, known: 0, next: Next::Start(0), kept: 0, after_feed: true }
    }

    /// A body of at least `kept` bytes, whatever they are.
    pub fn keeping(self, kept: u64) -> Self {
        Body { kept, ..self }
    }

    /// Consumes the rest; returns what ends it, which the reader is then at.
    pub fn finish(mut self) -> Stop {
        loop {
            let count = self.chunk().bytes.len();
            if count == 0 {
                return if let Next::Stop(stop, _) = self.next { stop } else { Stop::End };
            }
            self.advance(count);
        }
    }

    /// Looks at what comes next; nothing is known yet.
    fn look(&mut self) {
        match self.next {
            Next::Stop(..) => {}
            Next::Middle => self.lines(0),
            Next::Start(gap) => {
                let (before, text) = self.reader.live().split_at(gap);
                let after_blank = envelope::ends_blank(before, self.after_feed);
                let line = self.terminator.line(text, self.reader.has_ended(), after_blank);
                match line {
                    Line::Stop(stop) => self.stop(stop, 0, gap),
                    Line::Text => self.lines(gap),
                    Line::Quoted if gap > 0 => self.know(gap, Next::Start(0)),
                    Line::Quoted => {
                        self.reader.pass_bytes(1);
                        self.after_feed = false;
                        self.lines(0);
                    }
                    Line::More => {
                        self.reader.more();
                    }
                }
            }
        }
    }

    fn know(&mut self, count: usize, next: Next) {
        (self.known, self.next) = (count, next);
    }

    /// Ends it after `count` bytes. The line break that follows them is part of it only where nothing else
    /// does.
    fn stop(&mut self, stop: Stop, count: usize, gap: usize) {
        match stop {
            Stop::End => self.know(count + gap, Next::Stop(stop, 0)),
            _ => self.know(count, Next::Stop(stop, gap)),
        }
    }

    /// Looks for the next line that may end it, after `from` bytes that belong to it.
    fn lines(&mut self, from: usize) {
        let live = self.reader.live();
        if live.len() == from {
            self.wait(from);
            return;
        }
        let (is_all, after_feed) = (self.reader.has_ended(), self.after_feed);
        if let Some((start, line)) = self.terminator.first(live, from, is_all, after_feed) {
            let gap = line_break(live, start - 1, from);
            return match line {
                Line::Stop(stop) => self.stop(stop, start - gap, gap),
                _ => self.know(start - gap, Next::Start(gap)),
            };
        }
        let held = usize::from(live.ends_with(b"\r") && !self.reader.has_ended());
        if held > 0 && held == live.len() - from {
            return self.wait(from);
        }
        self.know(live.len() - held, Next::Middle);
    }

    /// Waits for more bytes.
    fn wait(&mut self, from: usize) {
        if !self.reader.more() {
            self.know(self.reader.live().len().max(from), Next::Stop(Stop::End, 0));
        }
    }

    /// Bytes that belong to it whatever they are.
    fn keep(&mut self) -> Option<Range<usize>> {
        if self.kept == 0 {
            return None;
        }
        let live = self.reader.peek(1).len() as u64;
        if live == 0 {
            self.kept = 0;
        }
        Some(0..live.min(self.kept) as usize).filter(|range| !range.is_empty())
    }
}

/// The length of the line break that ends with the line feed; the text starts at `from`.
fn line_break(text: &[u8], feed: usize, from: usize) -> usize {
    if feed > from && text[feed - 1] == b'\r' { 2 } else { 1 }
}

impl MappedRead for Body<'_, '_> {
    fn chunk(&mut self) -> Chunk<'_> {
        if let Some(range) = self.keep() {
            return self.reader.chunk_in(range);
        }
        while self.known == 0 {
            if let Next::Stop(stop, gap) = self.next {
                self.reader.pass_bytes(gap);
                self.next = Next::Stop(stop, 0);
                return Chunk::END;
            }
            self.look();
        }
        self.reader.chunk_in(0..self.known)
    }

    fn advance(&mut self, count: usize) {
        if let Some(last) = count.checked_sub(1) {
            self.after_feed = self.reader.live().get(last) == Some(&b'\n');
        }
        self.reader.pass_bytes(count);
        self.known = self.known.saturating_sub(count);
        self.kept = self.kept.saturating_sub(count as u64);
    }

    /// If its end is in sight.
    fn at_hand(&mut self) -> Option<usize> {
        let is_known = self.kept == 0 && matches!(self.next, Next::Stop(..));
        is_known.then_some(self.known)
    }

    /// The text, if all of it is at hand.
    fn whole(&mut self) -> Option<Chunk<'_>> {
        let is_known = self.at_hand().is_some();
        let chunk = self.reader.chunk_in(0..self.known);
        Some(chunk).filter(|chunk| is_known && chunk.bytes.len() == self.known)
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;
    use crate::core::line_index::LineIndex;
    use crate::core::start::Envelope;
    use crate::testing::cases::assert_texts;
    use crate::testing::{Drip, UNCUT, drained, text};

    /// The body at the front of a text, what ends it, and the rest, for reads of any size.
    fn body(mail: &str, kept: u64) -> (String, Stop, String) {
        let mailbox = Some(Envelope::Bare);
        let terminator = Terminator { boundaries: vec![b"b".to_vec()], mailbox, has_files: true };
        let with = |size, step| {
            let drip = Drip::plain(mail.as_bytes(), size);
            let mut reader = PeekReader::of_source(drip, Rc::new(LineIndex::default()), Vec::new());
            let mut body = Body::new(&mut reader, &terminator).keeping(kept);
            let all = text(&drained(&mut body, step));
            let stop = body.finish();
            let rest = text(&drained(&mut reader, UNCUT));
            (String::from_utf8(all).unwrap(), stop, String::from_utf8(rest).unwrap())
        };
        let whole = with(UNCUT, UNCUT);
        for (size, step) in [(1, 1), (1, 9), (2, 2), (3, 1), (5, 64), (7, 3)] {
            assert_eq!(with(size, step), whole, "{size} {step}");
        }
        whole
    }

    #[test]
    fn bodies_end_where_they_should() {
        let from = "From a@b Thu Jan  1 00:00:00 1970\nX: y\n";
        assert_texts("mail/bodies", |mail| {
            let (text, stop, rest) = body(mail, 0);
            format!("{text} ¦ {stop:?} ¦ {rest}")
        });
        let mail = format!("x\n{from}y\n{from}");
        let kept = 2 + from.len() as u64 + 2;
        assert_eq!(body(&mail, kept), (format!("x\n{from}y\n"), Stop::Message, from.to_owned()));
    }
}

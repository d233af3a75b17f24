//! A stream of bytes that can be looked at before it is passed over: what container formats read.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::ops::Range;
use std::rc::Rc;

use super::ground::Ground;
use super::run::{Map, Notes, Run, Runs};
use urisift::Span;

/// How many bytes one read asks for.
pub const CHUNK: usize = 64 << 10;

/// How many bytes a decoder is given at a time to which that makes a difference.
const STINT: usize = 16 << 10;

/// Bytes of a container, as far as they have been read and not been passed.
///
/// Invariant: `start <= end <= buffer.len()`, the live bytes are `buffer[start..end]`, and `at` is the
/// offset in the tape of `buffer[start]`; the map covers the live bytes where they are not the ground's
/// own.
pub struct Tape<'s> {
    feed: Feed<'s>,
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    at: u64,
    has_ended: bool,
    failure: Option<io::Error>,
}

/// What gives the bytes.
enum Feed<'s> {
    /// They are the ground, and are raw.
    Ground(Box<dyn Read + 's>, Rc<Ground>),
    /// They come from elsewhere.
    Runs(Box<dyn Runs + 's>, Map),
}

impl<'s> Tape<'s> {
    /// The bytes of a ground; some have been read already.
    pub fn of_ground(read: impl Read + 's, ground: Rc<Ground>, head: Vec<u8>) -> Self {
        ground.note(&head, 0);
        let tape = Tape::new(Feed::Ground(Box::new(read), ground));
        let tape = Tape { end: head.len(), buffer: head, ..tape };
        tape.tell_ahead();
        tape
    }

    /// The bytes of runs, which make no links.
    pub fn of_runs(runs: impl Runs + 's) -> Self {
        Tape::new(Feed::Runs(Box::new(runs), Map::default()))
    }

    fn new(feed: Feed<'s>) -> Self {
        let buffer = Vec::new();
        Tape { feed, buffer, start: 0, end: 0, at: 0, has_ended: false, failure: None }
    }

    /// What is there.
    pub fn live(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    /// The offset of the next byte in the tape.
    pub fn at(&self) -> u64 {
        self.at
    }

    /// Whether nothing comes behind what is there.
    pub fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// Why it has ended before its end, once.
    pub fn take_failure(&mut self) -> Option<io::Error> {
        self.failure.take()
    }

    /// At least so many bytes, or all that there are.
    pub fn peek(&mut self, count: usize) -> &[u8] {
        while self.end - self.start < count && self.more() {}
        self.live()
    }

    /// The bytes behind so many, up to the next multiple of [`STINT`]: the same pieces however the bytes
    /// come, which are waited for.
    pub fn stint(&mut self, behind: usize) -> &[u8] {
        let len = STINT - (self.at + behind as u64) as usize % STINT;
        let bytes = self.peek(behind + len);
        &bytes[behind..bytes.len().min(behind + len)]
    }

    /// Reads once; whether anything came.
    pub fn more(&mut self) -> bool {
        if self.has_ended {
            return false;
        }
        self.make_room();
        let live = (self.end - self.start) as u64;
        let (to, out) = (self.at + live, &mut self.buffer[self.end..]);
        let count = match &mut self.feed {
            Feed::Ground(read, ground) => match read_once(read, out) {
                Ok(count) => {
                    ground.note(&out[..count], to);
                    count
                }
                Err(error) => {
                    self.failure = Some(error);
                    0
                }
            },
            Feed::Runs(runs, map) => {
                // Nothing below a tape makes links.
                let links = &mut VecDeque::new();
                runs.read(out, to, &mut Notes { map, links, link_bytes: 0, at_once: false })
            }
        };
        self.end += count;
        self.has_ended = count == 0;
        self.tell_ahead();
        count > 0
    }

    /// Passes over so many bytes of what is there.
    pub fn pass_bytes(&mut self, count: usize) {
        let count = count.min(self.end - self.start);
        self.start += count;
        self.at += count as u64;
        if let Feed::Runs(_, map) = &mut self.feed {
            map.settle(self.at);
        }
        self.tell_ahead();
    }

    /// The raw bytes behind some of what is there.
    pub fn span(&self, range: Range<usize>) -> Span {
        let text = Span { start: self.at + range.start as u64, end: self.at + range.end as u64 };
        match &self.feed {
            Feed::Ground(..) => text,
            Feed::Runs(_, map) => map.span(text),
        }
    }

    /// The run at the front of a range of what is there.
    pub fn run_in(&self, range: Range<usize>) -> Run<'_> {
        let bytes = &self.live()[range.clone()];
        let from = self.at + range.start as u64;
        match &self.feed {
            Feed::Ground(..) => Run::plain(bytes, from),
            Feed::Runs(_, map) => {
                let (len, run) = map.run(from, from + bytes.len() as u64);
                Run { bytes: &bytes[..len], ..run }
            }
        }
    }

    fn tell_ahead(&self) {
        if let Feed::Ground(_, ground) = &self.feed {
            ground.set_ahead(self.end - self.start);
        }
    }

    /// Makes room for one more read: twice what is kept is enough for moves to cost no more than reads.
    fn make_room(&mut self) {
        if self.buffer.len() - self.end >= CHUNK / 2 {
            return;
        }
        let live = self.end - self.start;
        let wanted = (2 * live).max(CHUNK) + CHUNK / 2;
        if self.buffer.len() < wanted {
            // Memory of the system is zero as it comes.
            let mut buffer = vec![0; wanted];
            buffer[..live].copy_from_slice(&self.buffer[self.start..self.end]);
            self.buffer = buffer;
        } else {
            self.buffer.copy_within(self.start..self.end, 0);
        }
        (self.start, self.end) = (0, live);
    }
}

/// One read, however often it is interrupted.
fn read_once(read: &mut dyn Read, out: &mut [u8]) -> io::Result<usize> {
    loop {
        match read.read(out) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}

impl Runs for Tape<'_> {
    fn run(&mut self) -> Run<'_> {
        if self.start == self.end && !self.more() {
            return Run::END;
        }
        self.run_in(0..self.end - self.start)
    }

    fn pass(&mut self, count: usize) {
        self.pass_bytes(count);
    }

    /// What is not there yet goes where it is wanted, without a stop on the way.
    fn read(&mut self, out: &mut [u8], at: u64, notes: &mut Notes<'_>) -> usize {
        let is_empty = self.start == self.end && !self.has_ended;
        let count = match &mut self.feed {
            Feed::Ground(read, ground) if is_empty && out.len() >= CHUNK => {
                let count = read_once(read, out).unwrap_or_else(|error| {
                    self.failure = Some(error);
                    0
                });
                ground.note(&out[..count], self.at);
                notes.map.push(at, Run::plain(&out[..count], self.at));
                ground.set_ahead(0);
                count
            }
            _ => {
                let run = self.run();
                let count = run.bytes.len().min(out.len());
                out[..count].copy_from_slice(&run.bytes[..count]);
                notes.map.push(at, run.piece(0..count));
                self.pass_bytes(count);
                return count;
            }
        };
        self.at += count as u64;
        self.has_ended = count == 0;
        count
    }
}

impl Read for Tape<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let run = self.run();
        let count = run.bytes.len().min(out.len());
        out[..count].copy_from_slice(&run.bytes[..count]);
        self.pass_bytes(count);
        Ok(count)
    }
}

impl io::BufRead for Tape<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        Ok(self.peek(1))
    }

    fn consume(&mut self, count: usize) {
        self.pass_bytes(count);
    }
}

/// So many bytes of a tape, and no more.
pub struct Limited<'t, 's> {
    tape: &'t mut Tape<'s>,
    size: u64,
    left: u64,
}

impl<'t, 's> Limited<'t, 's> {
    pub fn new(tape: &'t mut Tape<'s>, size: u64) -> Self {
        Limited { tape, size, left: size }
    }

    /// How many there ought to be in all.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Passes over what is left; how much of it was missing.
    pub fn finish(mut self) -> u64 {
        loop {
            let count = self.run().bytes.len();
            if count == 0 {
                return self.left;
            }
            self.pass(count);
        }
    }
}

impl Runs for Limited<'_, '_> {
    fn run(&mut self) -> Run<'_> {
        if self.left == 0 {
            return Run::END;
        }
        let run = self.tape.run();
        let count = (run.bytes.len() as u64).min(self.left) as usize;
        run.piece(0..count)
    }

    fn pass(&mut self, count: usize) {
        self.tape.pass_bytes(count);
        self.left = self.left.saturating_sub(count as u64);
    }
}

impl Read for Limited<'_, '_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let run = self.run();
        let count = run.bytes.len().min(out.len());
        out[..count].copy_from_slice(&run.bytes[..count]);
        self.pass(count);
        Ok(count)
    }
}

impl io::BufRead for Limited<'_, '_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        Ok(self.run().bytes)
    }

    fn consume(&mut self, count: usize) {
        self.pass(count);
    }
}

/// Runs that somebody else has.
impl<R: Runs + ?Sized> Runs for &mut R {
    fn run(&mut self) -> Run<'_> {
        (**self).run()
    }

    fn pass(&mut self, count: usize) {
        (**self).pass(count);
    }

    fn take_link(&mut self) -> Option<super::run::Link> {
        (**self).take_link()
    }

    fn read(&mut self, out: &mut [u8], at: u64, notes: &mut Notes<'_>) -> usize {
        (**self).read(out, at, notes)
    }
}

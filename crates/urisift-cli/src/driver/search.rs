//! Searches sources from end to end.

use std::io::Read;
use std::mem;
use std::path::Path;
use std::rc::Rc;

use super::around::{Around, Sight};
use super::ending::Ending;
use super::held::Held;
use super::lane::Lane;
use super::meter::Metered;
use super::order::Order;
use super::outlet::Yield;
use super::parts::Parts;
use super::{Counting, Work, version};
use crate::found::Found;
use crate::input::{Choice, Containers, Descent, Format, Ground, Reader, Source};
use crate::problem::{Error, Problem};
use crate::report::{End, Total, Wish};
use crate::span::Origin;
use crate::stream::Stream;

/// Searches the sources of a job, one after the other. The buffer is used for all of them.
pub(super) fn sources(
    work: &Work<'_>,
    order: &Order<'_>,
    number: u64,
    sources: Vec<Result<Source, Problem>>,
    buffer: &mut Vec<u8>,
) {
    let mut lane = Lane::new(order, number);
    for source in sources {
        match source {
            Ok(source) => search(work, &source, &mut lane, buffer),
            Err(problem) => {
                lane.piece.count_source(Total::NOTHING);
                lane.piece.complain(problem);
            }
        }
        if lane.is_closed() {
            break;
        }
    }
    lane.end(|outlet, piece| outlet.take(piece));
}

fn search(work: &Work<'_>, source: &Source, lane: &mut Lane<'_, '_>, buffer: &mut Vec<u8>) {
    // Opening a pipe may block as reading it does.
    if source.may_block() && !has_turn(lane) {
        return;
    }
    let may_block = source.may_block();
    let opened = if may_block { work.meter.wait(|| source.open()) } else { source.open() };
    let opened = match opened {
        Ok(opened) => opened,
        Err(error) => {
            lane.piece.count_source(Total::NOTHING);
            return lane.piece.complain(Problem::io(source.path(), None, &error));
        }
    };
    let opened = Metered::new(Ending::new(opened), work.meter).may_block(may_block);
    let mut stream = work.extractor.stream_with(opened, mem::take(buffer));
    let total = match work.containers.map(|how| (how, format(&mut stream, how))) {
        Some((how, Choice::Format(format))) => {
            let (reader, head) = stream.into_reader();
            let opened = Opened { reader, head, how, format };
            opened.search(work, source, lane)
        }
        _ => {
            let mut telling = Telling::new(work, source.path());
            let end = whole(work, source, &mut stream, &mut telling, lane);
            let bytes = stream.reader().given();
            *buffer = stream.into_buffer();
            Total::new(telling.finds, bytes, end)
        }
    };
    if work.meter.is_stopped() {
        // What there is to it in all is not known.
        return;
    }
    let total = Total { version: source.listed().and_then(version), ..total };
    lane.piece.count_source(total);
    work.report.finish(source.path(), total, &mut lane.piece.out);
}

/// What the source is, as soon as what has been read says so. A failure is met again by whoever reads on.
fn format(stream: &mut Stream<impl Read>, how: Containers) -> Choice {
    loop {
        match how.choose(stream.bytes(), stream.has_ended()) {
            Choice::More if matches!(stream.fill(), Ok(true)) => {}
            choice => return choice,
        }
    }
}

/// A container, the head of which has been read.
struct Opened<'m> {
    reader: Metered<'m, Ending<Reader>>,
    head: Vec<u8>,
    how: Containers,
    format: &'static dyn Format,
}

impl Opened<'_> {
    /// Searches everything in it.
    fn search(mut self, work: &Work<'_>, source: &Source, lane: &mut Lane<'_, '_>) -> Total {
        let ground = Rc::new(Ground::new(work.extractor.counts_lines()));
        let mut parts = Parts::new(work, source.path(), lane, source.may_block());
        let mut descent = Descent::new(&mut parts, self.how.limits, ground);
        let mut tape = descent.tape(&mut self.reader, self.head);
        let _ = descent.enter(self.format, &mut tape);
        parts.finish();
        let (finds, messages) = (parts.telling.finds, parts.messages);
        let end = match tape.take_failure() {
            None => End::Whole,
            Some(error) => {
                lane.piece.complain(Problem::io(source.path(), Some(tape.at()), &error));
                End::Broken
            }
        };
        drop(tape);
        Total { messages, ..Total::new(finds, self.reader.given(), end) }
    }
}

/// Waits for the job's turn and writes what is there, since a read may block; whether anything is still
/// wanted.
fn has_turn(lane: &mut Lane<'_, '_>) -> bool {
    lane.flush();
    !lane.is_closed()
}

/// Everything that the stream gives and somebody wants.
fn whole(
    work: &Work<'_>,
    source: &Source,
    stream: &mut Stream<impl Read>,
    telling: &mut Telling<'_>,
    lane: &mut Lane<'_, '_>,
) -> End {
    loop {
        if telling.tell(stream, lane) != Wish::More || lane.is_closed() {
            return End::Whole;
        }
        if source.may_block() {
            if !has_turn(lane) {
                return End::Whole;
            }
        } else if lane.is_full(work.by_line) {
            lane.let_out();
        }
        telling.keep(stream);
        match stream.fill() {
            Ok(true) => {}
            Ok(false) => return End::Whole,
            Err(error) => {
                lane.piece.complain(unreadable(source.path(), error));
                return End::Broken;
            }
        }
    }
}

/// The problem of a source that cannot be read on.
pub(super) fn unreadable(path: &Path, error: Error) -> Problem {
    match error {
        Error::Read { at, source } => Problem::io(path, Some(at), &source),
        other => Problem { path: path.to_owned(), at: None, what: other.to_string() },
    }
}

/// Tells the report what is found in one source.
pub(super) struct Telling<'a> {
    work: &'a Work<'a>,
    path: &'a Path,
    /// How many finds there were.
    pub finds: u64,
    /// Finds that wait for the text behind them, where that is asked for.
    pub around: Option<Around>,
}

impl<'a> Telling<'a> {
    pub fn new(work: &'a Work<'a>, path: &'a Path) -> Self {
        Telling { work, path, finds: 0, around: work.context.map(Around::new) }
    }

    /// Tells what the stream has decided on so far, or as much as is wanted of that.
    fn tell(&mut self, stream: &mut Stream<impl Read>, lane: &mut Lane<'_, '_>) -> Wish {
        while let Some((found, beside)) = stream.next_and_beside() {
            let wish = match &mut self.around {
                None => self.tell_one(&found, &mut lane.piece),
                Some(around) => {
                    let at = found.span();
                    if (self.work.selects)(&found) {
                        around.hold(Held::of_source(&found), Some(at));
                    }
                    self.tell_waiting(Sight::to(at.end, beside.text), lane)
                }
            };
            if lane.is_full(self.work.by_line) {
                lane.let_out();
            }
            if wish != Wish::More || lane.is_closed() {
                return wish;
            }
        }
        if self.around.is_none() {
            return Wish::More;
        }
        let searched = stream.place().cursor;
        self.tell_waiting(Sight::to_or_end(searched, stream.beside().text), lane)
    }

    /// Tells the finds that need not wait any more.
    fn tell_waiting(&mut self, sight: Sight<'_>, lane: &mut Lane<'_, '_>) -> Wish {
        while let Some(held) = self.around.as_mut().and_then(|around| around.next(sight)) {
            let wish = self.tell_at(&held.origin(self.path), &held.found, &mut lane.piece);
            if lane.is_full(self.work.by_line) {
                lane.let_out();
            }
            if wish != Wish::More || lane.is_closed() {
                return wish;
            }
        }
        Wish::More
    }

    /// Keeps in sight what is needed of the text that has been searched.
    pub fn keep<R: Read>(&self, stream: &mut Stream<R>) {
        if let Some(around) = &self.around {
            stream.keep(around.needs(stream.settled()));
        }
    }

    /// Tells one find of the source itself, if it counts.
    pub fn tell_one(&mut self, found: &Found<'_>, piece: &mut Yield) -> Wish {
        self.tell_at(&Origin { path: self.path, part: None, context: None }, found, piece)
    }

    /// Tells one find, if it counts.
    pub fn tell_at(&mut self, origin: &Origin<'_>, found: &Found<'_>, piece: &mut Yield) -> Wish {
        if self.work.meter.is_stopped() {
            // It may go on where no more was read.
            return Wish::Nothing;
        }
        if !(self.work.selects)(found) {
            return Wish::More;
        }
        if found.truncated() {
            piece.complain(too_long(self.path, found));
        }
        self.finds += 1;
        piece.found = true;
        if self.work.counting == Counting::On {
            piece.stats.count(found);
        }
        let wish = self.work.report.found(origin, found, &mut piece.out);
        piece.heed(wish);
        match wish {
            Wish::More if self.work.max_count == Some(self.finds) => Wish::NextSource,
            wish => wish,
        }
    }
}

fn too_long(path: &Path, found: &Found<'_>) -> Problem {
    let len = found.raw().len();
    let what = format!("a URI was cut after {len} bytes; --max-len allows longer ones");
    Problem { path: path.to_owned(), at: Some(found.span().start), what }
}

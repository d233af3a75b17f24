//! For tests: a reader that is cut anywhere, what a layer above it yields, and what is in a source.

#[cfg(test)]
#[path = "../../../tests/kit/amount.rs"]
mod amount;
#[cfg(test)]
pub(super) mod cases;
mod layers;

use std::collections::VecDeque;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::{Arc, Mutex};
use std::thread;

use crate::core::format::Format;
use crate::core::limits::Limits;
use crate::core::line_index::LineIndex;
use crate::core::mapped::{Chunk, Link, MappedRead, Notes};
use crate::core::message::Message;
use crate::core::peek::PeekReader;
use crate::core::portion::Portion;
use crate::core::problem::ProblemKind;
use crate::core::source_map::SourceMap;
use crate::core::step::PartLocation;
use crate::core::task::{Helpers, Task};
use crate::core::visitor::Part;
use crate::core::visitor::Visitor;
use crate::core::walker::Walker;
use urisift::{Position, Span};

#[cfg(test)]
pub(crate) use amount::amount;
#[cfg(test)]
pub(crate) use layers::told;
pub(crate) use layers::{Drip, Traced, UNCUT, drained, places, shown, text, traced};

/// A text.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Seen {
    pub path: String,
    pub location: PartLocation,
    pub text: Vec<u8>,
    /// The raw span of each byte of `text`.
    pub spans: Vec<Span>,
    /// Raw offsets and their positions: those of every [`EVERY`]th byte of `text`.
    pub positions: Vec<(u64, Position)>,
    pub links: Vec<Link>,
    pub bases: Vec<String>,
    pub message: Option<Arc<Message>>,
    /// Offsets count decompressed bytes.
    pub is_unpacked: bool,
}

impl Seen {
    /// Each byte with its raw span.
    fn traced(self) -> Vec<Traced> {
        self.text.into_iter().zip(self.spans).collect()
    }

    /// See [`All::told`].
    #[cfg(test)]
    fn told(&self) -> String {
        let mut links = self.links.iter();
        let mut shown = String::new();
        for char in String::from_utf8_lossy(&self.text).chars() {
            match char {
                '\x1f' => shown.push('|'),
                '\0' => shown.push_str(&links.next().map_or("|".to_owned(), |link| {
                    format!("<{} {}>", link.name, String::from_utf8_lossy(&link.value))
                })),
                char => shown.push(char),
            }
        }
        let [start, end] = match &self.spans[..] {
            [] => [0; 2],
            [first, ..] => [first.start, self.spans[self.spans.len() - 1].end],
        };
        let about: Vec<_> = {
            let date = self.message.iter().filter_map(|message| message.date.as_ref());
            date.chain(&self.bases).map(String::as_str).collect()
        };
        format!("{} {start}..{end} ({}): {shown}", self.path, about.join(", "))
    }

    /// Checks what was said of what is at hand.
    fn is_at_most(&self, most: Option<usize>) {
        if let Some(most) = most {
            assert!(self.text.len() <= most, "more than {most} bytes were at hand");
            assert_eq!(self.links, [], "what is at hand has no links");
        }
    }

    /// Notes the raw span of the next byte.
    fn note(&mut self, span: Span, line_index: &LineIndex) {
        if self.spans.len().is_multiple_of(EVERY) {
            self.positions.extend(line_index.position(span.start).map(|place| (span.start, place)));
        }
        self.spans.push(span);
    }
}

/// All texts of a source, each consumed in steps; by reads, as a search does, if they are not cut.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct All {
    step: usize,
    /// Whether portions are taken, and how many there were.
    takes: bool,
    portions: usize,
    pub texts: Vec<Seen>,
    pub problems: Vec<String>,
    pub notes: Vec<String>,
}

impl All {
    /// The paths and the texts, in a form to compare.
    pub fn shown(&self) -> Vec<(&str, String)> {
        let show = |seen: &Seen| String::from_utf8_lossy(&seen.text).into_owned();
        self.texts.iter().map(|seen| (seen.path.as_str(), show(seen))).collect()
    }

    /// All texts, with their raw spans, dates and bases, and what is reported. A bar stands for a border, and `<name
    /// value>` for a link.
    #[cfg(test)]
    pub fn told(&self) -> String {
        let mut told: Vec<_> = self.texts.iter().map(Seen::told).collect();
        told.extend(self.problems.iter().map(|what| format!("! {what}")));
        told.extend(self.notes.iter().map(|what| format!("~ {what}")));
        told.join(" ¦ ")
    }

    /// The text with that path.
    pub fn text(&self, path: &str) -> &Seen {
        let found = self.texts.iter().find(|seen| seen.path == path);
        found.unwrap_or_else(|| panic!("no {path} in {:?}", self.shown()))
    }
}

impl Visitor for All {
    fn text(
        &mut self,
        part: &Part,
        line_index: &LineIndex,
        text: &mut dyn MappedRead,
    ) -> ControlFlow<()> {
        let message = part.message.clone();
        let (path, bases) = (part.path.clone(), part.bases.clone());
        let location = part.location();
        let is_unpacked = part.packed_at.is_some();
        let seen = match self.step {
            UNCUT => read_on(line_index, text, ROOM),
            step => seen_on(line_index, text, step),
        };
        self.texts.push(Seen { path, location, bases, message, is_unpacked, ..seen });
        ControlFlow::Continue(())
    }

    fn portion(&mut self, portion: &mut Portion) -> Option<ControlFlow<()>> {
        self.portions += 1;
        self.takes.then(|| portion.take(Vec::new()).walk(self))
    }

    fn helpers(&self) -> Option<Arc<dyn Helpers>> {
        self.takes.then(|| Arc::new(Few::default()) as Arc<dyn Helpers>)
    }

    fn problem(&mut self, _: &Part, _: Option<u64>, _: ProblemKind, what: String) {
        self.problems.push(what);
    }

    fn note(&mut self, _: &Part, _: Option<u64>, _: ProblemKind, what: String) {
        self.notes.push(what);
    }
}

/// Runs some tasks at once, some on threads of their own, others when it has to help, and others never.
#[derive(Default)]
pub(super) struct Few {
    tasks: Mutex<VecDeque<Arc<Task>>>,
    count: Mutex<usize>,
}

impl Helpers for Few {
    fn offer(&self, task: Arc<Task>) {
        let mut count = self.count.lock().unwrap();
        *count += 1;
        match *count % 4 {
            0 => drop(task.run()),
            1 => drop(thread::spawn(move || task.run())),
            2 => self.tasks.lock().unwrap().push_back(task),
            _ => {}
        }
    }

    fn help(&self) -> bool {
        let task = self.tasks.lock().unwrap().pop_front();
        task.is_some_and(|task| task.run())
    }

    fn room(&self) -> usize {
        3
    }
}

/// All of the chunks.
pub(super) fn seen(chunks: &mut dyn MappedRead, step: usize) -> Seen {
    seen_on(&LineIndex::new(false), chunks, step)
}

/// What reads into a buffer of `room` bytes yield.
pub(super) fn read(chunks: &mut dyn MappedRead, room: usize) -> Seen {
    read_on(&LineIndex::new(false), chunks, room)
}

/// As large a buffer as a search has.
const ROOM: usize = 64 << 10;

fn read_on(line_index: &LineIndex, chunks: &mut dyn MappedRead, room: usize) -> Seen {
    let (mut seen, mut out) = (Seen::default(), vec![0; room]);
    let (mut map, mut links) = (SourceMap::default(), VecDeque::new());
    let most = chunks.at_hand();
    loop {
        let from = seen.text.len() as u64;
        let at_once = from % 2 == 1;
        let spare = &mut vec![b"spare".to_vec()];
        let mut notes = Notes { map: &mut map, links: &mut links, spare, link_bytes: 0, at_once };
        let count = chunks.read(&mut out, from, &mut notes);
        if count == 0 {
            seen.is_at_most(most);
            return seen;
        }
        seen.text.extend_from_slice(&out[..count]);
        for at in from..from + count as u64 {
            let span = map.span(Span { start: at, end: at + 1 });
            seen.note(span, line_index);
        }
        for (at, link) in links.drain(..) {
            assert!(from <= at && at < from + count as u64, "a link is in its read");
            seen.links.push(link);
        }
        map.settle(from + count as u64);
    }
}

/// Positions are checked for one in this many bytes: it takes longer than all the rest.
const EVERY: usize = 16;

/// What chunks of `step` bytes yield, with line and column.
fn seen_on(line_index: &LineIndex, chunks: &mut dyn MappedRead, step: usize) -> Seen {
    let mut seen = Seen::default();
    // Half of the texts are asked for as a whole first.
    let whole = if step.is_multiple_of(2) { chunks.whole().map(bytes_and_spans) } else { None };
    let most = chunks.at_hand();
    loop {
        let chunk = chunks.chunk();
        let count = chunk.bytes.len().min(step);
        if count == 0 {
            assert!(step == 0 || chunks.chunk().bytes.is_empty(), "the end is for ever");
            if let Some(whole) = whole.filter(|_| step > 0) {
                assert!(whole == (seen.text.clone(), seen.spans.clone()), "the whole is all");
            }
            seen.is_at_most(most);
            return seen;
        }
        seen.text.extend_from_slice(&chunk.bytes[..count]);
        for at in 0..count {
            seen.note(chunk.span(at..at + 1), line_index);
        }
        let (first, is_link) = (chunk.bytes[0], chunk.is_link);
        assert!(!is_link || chunk.bytes.len() == 1, "a link is one byte");
        chunks.advance(0);
        assert_eq!(chunks.chunk().bytes.first(), Some(&first), "it stays until it is passed");
        let link = chunks.take_link();
        assert_eq!(link.is_some(), is_link, "a link is where it is told");
        seen.links.extend(link);
        chunks.advance(count);
    }
}

fn bytes_and_spans(chunk: Chunk<'_>) -> (Vec<u8>, Vec<Span>) {
    let spans = (0..chunk.bytes.len()).map(|at| chunk.span(at..at + 1));
    (chunk.bytes.to_vec(), spans.collect())
}

/// A reader that gets `step` bytes at a time.
pub(super) fn dripping(bytes: &[u8], step: usize) -> PeekReader<'_> {
    PeekReader::of_source(Drip::plain(bytes, step), Rc::new(LineIndex::new(true)), Vec::new())
}

/// The contents of a container that comes in steps.
pub(super) fn entered(format: &dyn Format, bytes: &[u8], step: usize) -> All {
    walked(bytes, step, |to, reader| to.enter(format, reader))
}

/// Like `entered`, if reading fails after the bytes.
fn entered_up_to(format: &dyn Format, bytes: &[u8], step: usize) -> All {
    let read = Drip::plain(bytes, step).chain(Broken);
    walked_from(b"", read, step, |to, reader| {
        let flow = to.enter(format, reader);
        assert!(reader.is_at_end() && reader.take_failure().is_some(), "it is not told");
        flow
    })
}

/// Fails on every read.
struct Broken;

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::Error::other("broken"))
    }
}

/// The contents of bytes of an unknown format.
pub(super) fn opened(bytes: &[u8]) -> All {
    opened_as("", bytes)
}

/// Like `opened`, of a file with that name.
pub(super) fn opened_as(name: &str, bytes: &[u8]) -> All {
    walked(bytes, UNCUT, |to, reader| to.open_file(name.into(), reader))
}

/// The contents of bytes that come in steps, in the named or the detected format.
///
/// # Panics
/// If there is no such format.
#[cfg(fuzzing)]
pub fn all(format: Option<&str>, bytes: &[u8], step: usize) -> All {
    let format = format.map(|name| super::named(name).expect("a format"));
    walked(bytes, step, |to, reader| match format {
        Some(format) => to.enter(format, reader),
        None => to.open(reader),
    })
}

/// The contents of bytes in the named or the detected format, in portions of at least `len` bytes, which are taken
/// or walked in place; and how many portions there were.
pub fn in_portions(format: Option<&str>, bytes: &[u8], len: usize, takes: bool) -> (All, usize) {
    let mut all = All { step: UNCUT, takes, ..All::default() };
    walk_from(&mut all, b"", bytes, |to, reader| {
        to.portion_len = Some(len);
        match format {
            Some(name) => to.enter(super::named(name).expect("a format"), reader),
            None => to.open(reader),
        }
    });
    all.takes = false;
    let portions = std::mem::take(&mut all.portions);
    (all, portions)
}

/// The result of a custom walk.
pub(super) fn walked(
    bytes: &[u8],
    step: usize,
    walk: impl FnOnce(&mut Walker<'_>, &mut PeekReader<'_>) -> ControlFlow<()>,
) -> All {
    stands_in(bytes, walked_from(b"", Drip::plain(bytes, step), step, walk))
}

/// The contents of bytes whose first read returned `head` of them and told the format.
pub(super) fn entered_after(format: &dyn Format, bytes: &[u8], head: usize, step: usize) -> All {
    let (head, rest) = bytes.split_at(head);
    let walk = |to: &mut Walker<'_>, reader: &mut PeekReader<'_>| to.enter(format, reader);
    stands_in(bytes, walked_from(head, Drip::plain(rest, step), UNCUT, walk))
}

/// Checks that the positions of the texts are those in the source.
fn stands_in(bytes: &[u8], all: All) -> All {
    let feeds: Vec<usize> = memchr::memchr_iter(b'\n', bytes).collect();
    for seen in all.texts.iter().filter(|seen| !seen.is_unpacked) {
        assert_eq!(seen.positions.len(), seen.spans.len().div_ceil(EVERY));
        for (raw, position) in &seen.positions {
            let line = feeds.partition_point(|feed| (*feed as u64) < *raw);
            let line_start = line.checked_sub(1).map_or(0, |last| feeds[last] as u64 + 1);
            let (line, column) = (line as u64 + 1, raw - line_start + 1);
            assert_eq!(*position, Position { line, column }, "of {raw} in {:?}", seen.path);
        }
    }
    all
}

fn walked_from(
    head: &[u8],
    read: impl Read,
    step: usize,
    walk: impl FnOnce(&mut Walker<'_>, &mut PeekReader<'_>) -> ControlFlow<()>,
) -> All {
    let mut all = All { step, ..All::default() };
    walk_from(&mut all, head, read, walk);
    all
}

fn walk_from(
    all: &mut All,
    head: &[u8],
    read: impl Read,
    walk: impl FnOnce(&mut Walker<'_>, &mut PeekReader<'_>) -> ControlFlow<()>,
) {
    let limits = Limits { depth: 8, expansion: 1000, max_len: 1 << 20, ..Limits::default() };
    let mut to = Walker::new(all, limits, Rc::new(LineIndex::new(true)));
    let mut reader = to.reader(read, head.to_vec(), 0..head.len());
    assert!(walk(&mut to, &mut reader).is_continue());
    assert!(reader.is_at_end(), "something is left");
    assert_eq!(to.part.path, "");
    all.step = 0;
}

/// However a container is cut, nothing panics or differs. Where it is truncated, all before that is
/// seen, and only problems of the truncated bytes are reported.
pub(super) fn stands_all_cuts(format: &dyn Format, bytes: &[u8]) {
    let whole = entered(format, bytes, UNCUT);
    for step in 1..9 {
        assert_eq!(entered(format, bytes, step), whole, "{step} at a time");
    }
    let every = bytes.len() / 800 + 1;
    for head in (1..bytes.len()).step_by(every) {
        assert!(entered_after(format, bytes, head, UNCUT) == whole, "{head} bytes first");
    }
    for end in (0..bytes.len()).step_by(every) {
        let cut = entered(format, &bytes[..end], UNCUT);
        entered(format, &bytes[..end], 1);
        let broken = entered_up_to(format, &bytes[..end], UNCUT);
        assert_eq!(broken.texts, cut.texts, "broken at {end}");
        let is_known = |problem: &String| cut.problems.contains(problem);
        assert!(broken.problems.iter().all(is_known), "broken at {end}: {:?}", broken.problems);
    }
}

/// All of what a reader has: of one that compresses, for instance.
#[cfg(test)]
pub(super) fn all_of(mut read: impl Read) -> Vec<u8> {
    let mut all = Vec::new();
    read.read_to_end(&mut all).unwrap();
    all
}

/// The text in UTF-16, in that order of bytes.
#[cfg(test)]
pub(super) fn utf_16(text: &str, order: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(order).collect()
}

/// Like `utf_16`, with the lower byte first.
#[cfg(test)]
pub(super) fn wide(text: &str) -> Vec<u8> {
    utf_16(text, u16::to_le_bytes)
}

/// What is read, which is the same for all steps.
#[cfg(test)]
pub(super) fn in_steps<T: PartialEq>(read: impl Fn(usize) -> T) -> T {
    let whole = read(UNCUT);
    for step in [1, 2, 3, 5, 7, 8, 9, 64, 1000] {
        assert!(read(step) == whole, "{step} at a time");
    }
    whole
}

/// Pseudo-random numbers, the same each time.
#[derive(Default)]
pub(super) struct Random(u64);

impl Random {
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % end
    }
}

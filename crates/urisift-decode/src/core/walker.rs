//! The walk through nested containers.

mod portions;

use std::fmt::{Display, Write};
use std::io::{self, Read};
use std::mem;
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use super::bounded::Limited;
use super::budget::{Budget, Counted, Memory, Rationed};
use super::deadline::Deadline;
use super::detect::{Choice, Registry, sniffs};
use super::format::Format;
use super::limits::Limits;
use super::line_index::LineIndex;
use super::mapped::MappedRead;
use super::media_file;
use super::peek::PeekReader;
use super::portion::{Context, Portion};
use super::problem::ProblemKind;
use super::start::{Members, Start};
use super::step::StepKind;
use super::visitor::{Part, Visitor};

pub(crate) use portions::Front;

/// The longest step of a path, in bytes.
const MAX_STEP: usize = 1 << 10;

/// How many bytes tell any format with a magic number: a header of tar (POSIX.1-1988).
const SIGHT: usize = 512;

/// The state of a walk through a source.
pub struct Walker<'v> {
    pub(crate) visitor: &'v mut dyn Visitor,
    /// The formats that are known.
    pub(crate) registry: Registry,
    /// How far containers are followed.
    pub limits: Limits,
    /// How many containers are open.
    depth: usize,
    budget: Rc<Budget>,
    /// The line index of the source itself.
    source: Rc<LineIndex>,
    /// The line index of the open raw bytes: the source, or what is decompressed from it.
    pub line_index: Rc<LineIndex>,
    /// The open part.
    pub part: Part,
    /// The name of the open file; empty if it has none.
    pub name: PathBuf,
    /// The length of a portion in bytes, if the source is handed out in portions: see [`Visitor::portion`]. That
    /// many bytes are waited for.
    pub portion_len: Option<usize>,
    /// Which files are wanted of the containers that are open at that depth.
    wanted: Option<(usize, Wanted)>,
    /// Where the walk starts, until it has, if that is not at the first byte of the source.
    #[doc(hidden)]
    pub start: Option<Start>,
    /// Notes where members of a compressed source start, if that is asked for.
    #[doc(hidden)]
    pub members: Option<Rc<Members>>,
}

/// Whether a file of that name in a container is to be read.
pub type Wanted = fn(&Path) -> bool;

/// The length of the path before a step.
#[must_use]
pub struct Level(usize);

impl<'v> Walker<'v> {
    /// A walk through a source whose lines `line_index` counts.
    pub fn new(visitor: &'v mut dyn Visitor, limits: Limits, line_index: Rc<LineIndex>) -> Self {
        let budget = Rc::new(Budget::of(&limits, None));
        let (part, source) = (Part::default(), Rc::clone(&line_index));
        let (depth, name, portion_len) = (0, PathBuf::new(), None);
        let (start, members) = (None, None);
        Walker {
            visitor,
            registry: Registry::default(),
            limits,
            depth,
            budget,
            source,
            line_index,
            part,
            name,
            portion_len,
            wanted: None,
            start,
            members,
        }
    }

    /// The walker with the formats of a program, which are tried first.
    pub fn formats(self, formats: &'static [&'static dyn Format]) -> Self {
        Walker { registry: self.registry.with(formats), ..self }
    }

    /// The walker of a source that is abandoned at a deadline: nothing more is decompressed then, and no problem is
    /// reported.
    pub fn until(self, deadline: Option<Arc<Deadline>>) -> Self {
        Walker { budget: Rc::new(Budget::of(&self.limits, deadline)), ..self }
    }

    /// A walk through a portion.
    pub(crate) fn of_portion(
        visitor: &'v mut dyn Visitor,
        context: &Context,
        budget: Budget,
        line_index: Rc<LineIndex>,
    ) -> Self {
        let Context { registry, limits, depth, part, name, wanted, .. } = context.clone();
        let budget = Rc::new(budget);
        Walker {
            registry,
            depth,
            part,
            name,
            wanted,
            budget,
            ..Walker::new(visitor, limits, line_index)
        }
    }

    /// A reader of the source, with a buffer that holds what has already been read at `live`.
    pub fn reader<'r>(
        &self,
        read: impl Read + 'r,
        buffer: Vec<u8>,
        live: Range<usize>,
    ) -> PeekReader<'r> {
        let budget = Rc::clone(&self.budget);
        budget.taken.set(live.len() as u64);
        let line_index = Rc::clone(&self.line_index);
        PeekReader::of_source_in(buffer, live, Counted { read, budget }, line_index)
    }

    /// A reader of the source from that offset on, where the line index starts.
    #[doc(hidden)]
    pub fn reader_from<'r>(&self, read: impl Read + 'r, offset: u64) -> PeekReader<'r> {
        let budget = Rc::clone(&self.budget);
        budget.taken.set(offset);
        let line_index = Rc::clone(&self.line_index);
        PeekReader::of_buffer(Vec::new(), 0..0, offset, line_index)
            .followed_by(Counted { read, budget })
    }

    /// Reads what has no name.
    pub fn open(&mut self, reader: &mut PeekReader<'_>) -> ControlFlow<()> {
        self.open_file(PathBuf::new(), reader)
    }

    /// Reads a container or text, by its first bytes or its name. Media files inside a container are skipped.
    pub fn open_file(&mut self, name: PathBuf, reader: &mut PeekReader<'_>) -> ControlFlow<()> {
        if self.wanted.is_some_and(|(depth, wants)| depth == self.depth && !wants(&name)) {
            self.skip(reader);
            return ControlFlow::Continue(());
        }
        let outer = mem::replace(&mut self.name, name);
        let flow = self.open_here(reader);
        self.name = outer;
        flow
    }

    fn open_here(&mut self, reader: &mut PeekReader<'_>) -> ControlFlow<()> {
        self.open_or(reader, Walker::text_of)
    }

    /// Like `open_file`, in a file that is open; what is of no known format is read by `otherwise`.
    pub fn open_or(
        &mut self,
        reader: &mut PeekReader<'_>,
        otherwise: impl FnOnce(&mut Self, &mut PeekReader<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if let Some(start) = self.start {
            if let Some(format) = self.registry.resumed(start.content) {
                return self.enter(format, reader);
            }
            self.start = None;
            return self.text(reader);
        }
        match self.registry.prefer_name(self.format_of(reader), &self.name) {
            // It opens what is in the file, and adds no layer or member to the path of that.
            Some(format) if format.name().is_empty() => {
                format.open(reader, self)?;
                self.rest(reader)
            }
            Some(format) => self.enter(format, reader),
            None if self.depth > 0 && media_file::is_media(reader.live()) => {
                self.skip(reader);
                ControlFlow::Continue(())
            }
            None => otherwise(self, reader),
        }
    }

    /// Detects the format of what the reader has.
    fn format_of(&self, reader: &mut PeekReader<'_>) -> Option<&'static dyn Format> {
        let mut wanted = SIGHT;
        loop {
            let len = reader.peek(wanted).len();
            match self.registry.detect(reader.live(), reader.has_ended()) {
                Choice::Text => return None,
                Choice::Format(format) => return Some(format),
                Choice::More if len < wanted => return None,
                Choice::More => wanted = len + 1,
            }
        }
    }

    /// Reads a container of a known format.
    pub fn enter(&mut self, format: &dyn Format, reader: &mut PeekReader<'_>) -> ControlFlow<()> {
        if self.depth >= self.limits.depth {
            let (Limits { depth, depth_name, .. }, name) = (self.limits, format.name());
            let what = format!(
                "nesting is deeper than {depth}; searching the innermost {name} undecoded (raise {depth_name})"
            );
            self.problem(ProblemKind::Limit, reader.raw(), what);
            return self.text(reader);
        }
        if self.start.is_none() && format.has_magic() && !sniffs(reader, |head| format.sniff(head))
        {
            let what = format!("not in {} format; searching it as plain text", format.name());
            self.problem(ProblemKind::Damaged, reader.raw(), what);
            return self.text(reader);
        }
        self.depth += 1;
        let flow = format.open(reader, self);
        self.depth -= 1;
        flow?;
        self.rest(reader)
    }

    /// Reads a container by another format, and skips the files in it that are not wanted.
    pub fn open_as(
        &mut self,
        format: &dyn Format,
        wants: Wanted,
        reader: &mut PeekReader<'_>,
    ) -> ControlFlow<()> {
        let outer = self.wanted.replace((self.depth, wants));
        let flow = format.open(reader, self);
        self.wanted = outer;
        flow
    }

    /// Passes what is of no known format to the visitor, and tells it first if it is decompressed and long.
    fn text_of(&mut self, reader: &mut PeekReader<'_>) -> ControlFlow<()> {
        let can =
            reader.is_of_source() && self.part.packed_at.is_some() && self.part.message.is_none();
        if let Some(len) = self.portion_len.filter(|_| can)
            && reader.peek(len).len() >= len
        {
            let at = reader.at();
            let mut portion = Portion::of_text(at, self.context(at));
            if let Some(flow) = self.visitor.long_text(&mut Raw(reader), &mut portion) {
                return flow;
            }
        }
        self.text(reader)
    }

    /// Reads what is left of a reader as text.
    pub fn rest(&mut self, reader: &mut PeekReader<'_>) -> ControlFlow<()> {
        if reader.is_at_end() { ControlFlow::Continue(()) } else { self.text(reader) }
    }

    /// Passes a text to the visitor.
    pub fn text(&mut self, text: &mut dyn MappedRead) -> ControlFlow<()> {
        self.visitor.text(&self.part, &self.line_index, text)?;
        self.skip(text);
        ControlFlow::Continue(())
    }

    /// Consumes the rest of the chunks.
    pub fn skip(&mut self, chunks: &mut dyn MappedRead) {
        loop {
            let chunk = chunks.chunk();
            let (count, at) = (chunk.bytes.len(), chunk.raw);
            if count == 0 {
                return;
            }
            self.line_index.settle(at);
            chunks.advance(count);
        }
    }

    /// Consumes `count` bytes of a reader.
    pub fn advance(&mut self, reader: &mut PeekReader<'_>, count: u64) {
        self.skip(&mut Limited::new(reader, count));
    }

    /// Consumes the rest of a member. Reports a problem if it is shorter than it should be.
    pub fn finish(&mut self, mut member: Limited<'_, '_>, name: impl Display, at: u64) {
        self.skip(&mut member);
        let size = member.size();
        let missing = member.finish();
        if missing > 0 {
            let len = size - missing;
            let what = format!("{name}: truncated: expected {size} bytes, found {len}");
            self.problem(ProblemKind::Cut, at, what);
        }
    }

    /// Reads a member of `size` bytes by that step of the path. Reports a problem if it is shorter.
    pub fn member(
        &mut self,
        step: &str,
        name: PathBuf,
        size: u64,
        reader: &mut PeekReader<'_>,
    ) -> ControlFlow<()> {
        let at = reader.raw();
        let mut data = Limited::new(reader, size);
        self.within(StepKind::Member, step, |to| {
            to.open_file(name, &mut PeekReader::of_mapped(&mut data))
        })?;
        self.finish(data, step, at);
        ControlFlow::Continue(())
    }

    /// Runs `inside` one step further down the path.
    pub fn within<T>(
        &mut self,
        kind: StepKind,
        step: impl Display,
        inside: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let level = self.enter_step(kind, step);
        let result = inside(self);
        self.leave_step(level);
        result
    }

    /// Goes one step down the path; returns what [`Walker::leave_step`] takes.
    pub fn enter_step(&mut self, kind: StepKind, step: impl Display) -> Level {
        let level = Level(self.part.path.len());
        if level.0 > 0 {
            self.part.path.push('/');
        }
        let start = self.part.path.len();
        let _ = write!(self.part.path, "{step}");
        shorten(&mut self.part.path, start);
        self.part.steps.0.push((kind, self.part.path.len()));
        level
    }

    /// Goes back up.
    pub fn leave_step(&mut self, Level(len): Level) {
        self.part.path.truncate(len);
        self.part.steps.0.pop();
    }

    /// Runs `inside` with one more base, if there is one.
    pub fn based<T>(&mut self, base: Option<String>, inside: impl FnOnce(&mut Self) -> T) -> T {
        let len = self.part.bases.len();
        self.part.bases.extend(base);
        let result = inside(self);
        self.part.bases.truncate(len);
        result
    }

    /// What the decoders of the source share.
    pub(crate) fn budget(&self) -> Rc<Budget> {
        Rc::clone(&self.budget)
    }

    /// The room for a container that is held in memory.
    pub(crate) fn room_to_hold(&self) -> Room {
        let mut memory = Memory::of(&self.budget);
        let Limits { held, memory_name, .. } = self.limits;
        let len = held.min(memory.left() / 4);
        // A buffer that grows takes three times as much as is in it. That much is there.
        let _ = memory.take(3 * len);
        let hint = if len < held { format!(" (raise {memory_name})") } else { String::new() };
        Room { len, hint, _memory: memory }
    }

    /// Reads the decompressed bytes of the reader by `inside`, with their own offsets and lines. Reports a problem if
    /// decompression fails.
    pub fn unpack<'t>(
        &mut self,
        kind: StepKind,
        step: &str,
        make: impl FnOnce() -> io::Result<Box<dyn Read + 't>>,
        at: u64,
        inside: impl FnOnce(&mut Self, &mut PeekReader<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let read = match make() {
            Ok(read) => read,
            Err(error) => {
                let what = format!("cannot decompress {step} data: {error}");
                self.problem(ProblemKind::of_decoder(&error), at, what);
                return ControlFlow::Continue(());
            }
        };
        let outer = Rc::clone(&self.line_index);
        let start = self.start.and_then(|start| start.unpacked);
        self.line_index = Rc::new(match start {
            Some(start) => LineIndex::from(start.offset, start.position.filter(|_| outer.counts())),
            None => outer.above(),
        });
        let first = start.map_or(0, |start| start.offset);
        self.budget.note_made(first);
        let read = Rationed::new(read, Rc::clone(&self.budget));
        let line_index = Rc::clone(&self.line_index);
        let mut reader =
            PeekReader::of_buffer(Vec::new(), 0..0, first, line_index).followed_by(read);
        let packed_at = self.part.packed_at;
        // These members continue with those at the front of the source.
        let at = if start.is_some() { 0 } else { at };
        let packed_len = self.part.packed_len;
        self.part.packed_at = packed_at.or(Some(at));
        let flow = self.within(kind, step, |to| {
            to.part.packed_len = to.part.path.len();
            let flow = inside(to, &mut reader);
            // It is damaged where it is compressed.
            to.part.packed_at = packed_at;
            if flow.is_continue()
                && let Some(error) = reader.take_failure()
            {
                let made = reader.at();
                let what = format!("corrupt after {made} decompressed bytes: {error}");
                to.problem(ProblemKind::of_decoder(&error), at, what);
            }
            flow
        });
        self.part.packed_len = packed_len;
        drop(reader);
        self.line_index = outer;
        flow
    }

    /// Reports a problem at that raw offset, unless a read error of the source, which is reported itself, explains it.
    pub fn problem(&mut self, kind: ProblemKind, at: u64, what: impl Into<String>) {
        if !self.is_cut_off() {
            self.visitor.problem(&self.part, Some(at), kind, what.into());
        }
    }

    /// Like `problem`, for what is sloppy, but hides nothing: all of it was read.
    pub fn note(&mut self, kind: ProblemKind, at: u64, what: impl Into<String>) {
        if !self.is_cut_off() {
            self.visitor.note(&self.part, Some(at), kind, what.into());
        }
    }

    /// Reports that the reader is not at the `what` that the format has there.
    pub fn expected(&mut self, format: &str, what: &str, reader: &PeekReader<'_>) {
        let message = format!("{format}: expected a {what}");
        self.problem(ProblemKind::Damaged, reader.raw(), message);
    }

    /// Reports that something is recognized and not read: `kind` names it, such as `7z archive`.
    pub fn unread(&mut self, at: u64, kind: &'static str) {
        self.visitor.unread(&self.part, Some(at), kind);
    }

    /// Returns `true` if the source ends near here because it cannot be read any further, or is abandoned.
    fn is_cut_off(&self) -> bool {
        self.budget.is_over() || self.budget.is_broken.get() && self.source.ahead() < SIGHT
    }
}

/// Room for a container that is held in memory.
pub(crate) struct Room {
    /// How long it may be, in bytes.
    pub len: usize,
    /// What allows more, for the problem with a longer one.
    pub hint: String,
    _memory: Memory,
}

/// The bytes of a reader, and an error at their end if they end early.
struct Raw<'t, 's>(&'t mut PeekReader<'s>);

impl Read for Raw<'_, '_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        match Read::read(self.0, out)? {
            0 if self.0.has_failed() && !out.is_empty() => {
                Err(io::Error::from(io::ErrorKind::UnexpectedEof))
            }
            count => Ok(count),
        }
    }
}

/// Truncates an overlong step.
fn shorten(path: &mut String, start: usize) {
    if path.len() - start > MAX_STEP {
        let end = (start..=start + MAX_STEP).rev().find(|at| path.is_char_boundary(*at));
        path.truncate(end.unwrap_or(start));
        path.push('…');
    }
}

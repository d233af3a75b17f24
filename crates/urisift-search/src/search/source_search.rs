//! Searches the texts of one source: its own, or those of the parts of a container.

mod complaints;
mod visitor;

use std::io::Read;
use std::mem;
use std::ops::{ControlFlow, Range};
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use super::Work;
use super::alternative_dedup::AlternativeDedup;
use super::context_buffer::{ContextBuffer, Held, VisibleText};
use super::emitter::Emitter;
use super::footers::Footers;
use super::job_output::JobOutput;
use super::line_front::{of_list, quote_depth};
use super::links::{self, Meaning, ShownLink};
use super::shared_source::{PortionQueue, SharedSource};
use super::split::section;
use super::stream_loop::{FindSink, search_stream};
use super::text::{AHEAD, NoteMemory, SourceText};
use super::times::Times;
use crate::found::{Found, UriMemory};
use crate::input::{
    Chunk, Containers, Content, Format, LineIndex, Link, MappedRead, Part, PartLocation, Piece,
    Side, Start, Walker,
};
use crate::problem::Problem;
use crate::record::Metadata;
use crate::span::{Origin, PartOrigin, Span};
use crate::stream::{ReaderSearch, Section, StreamView, Text};
use crate::time::Time;

/// How much of a part is searched at a time, in bytes: it stays in the cache.
const CHUNK: usize = 64 << 10;
/// A text that is at hand is read at once up to this length, in bytes.
const AT_ONCE: usize = 256 << 10;
/// A longer buffer is not kept for the next source, in bytes.
const MAX_BUFFER: usize = 4 << 20;
/// The maximum number of problems of a source that are reported one by one, and the same of notes.
pub(super) const MAX_PROBLEMS: u64 = 100;

/// Emits the finds in every text of a source.
pub(super) struct SourceSearch<'a, 'o, 'w> {
    pub work: &'a Work<'a>,
    pub emitter: Emitter<'a>,
    job: &'a mut JobOutput<'o, 'w>,
    may_block: bool,
    /// Finds that wait for the text after them, if that is asked for.
    around: Option<ContextBuffer>,
    doubles: Option<AlternativeDedup>,
    /// The form of the text that is searched.
    side: Side,
    /// What is asked of the texts.
    metadata: Metadata,
    pub times: Times,
    /// Where footers begin, if finds in them are left out.
    footers: Option<Footers>,
    /// The default base for relative references.
    pub base: Option<&'a str>,
    /// The buffer of the part before.
    pub buffer: Vec<u8>,
    /// The memory for the notes of the part before.
    pub notes: NoteMemory,
    /// The memory for the URIs of links.
    uri_memory: Option<UriMemory>,
    /// How many links of the part are resolved against a base that is a guess.
    guessed: u64,
    /// How many problems the parts had, reported or not, and how many notes.
    problems: [u64; 2],
    /// The kinds of what was recognized in the source and not read.
    unread: Vec<&'static str>,
    /// How many mails and news articles there were.
    pub messages: u64,
    /// Hands out its portions to them.
    pub divider: Option<PortionQueue<'o, 'w>>,
    /// How the search of the next text starts, if that is not at its first byte.
    section: Option<Section>,
}

impl<'a, 'o, 'w> SourceSearch<'a, 'o, 'w> {
    pub fn new(
        work: &'a Work<'a>,
        path: &'a Path,
        job: &'a mut JobOutput<'o, 'w>,
        may_block: bool,
    ) -> Self {
        SourceSearch {
            work,
            emitter: Emitter::new(work, path),
            job,
            may_block,
            around: work.context.map(ContextBuffer::new),
            doubles: work.prefers.map(AlternativeDedup::new),
            side: Side::default(),
            metadata: work.metadata(),
            times: Times::default(),
            footers: work.selection.excludes_noise().then(Footers::default),
            base: work.settings.base.as_deref(),
            buffer: Vec::new(),
            notes: NoteMemory::default(),
            uri_memory: None,
            guessed: 0,
            problems: [0; 2],
            unread: Vec::new(),
            messages: 0,
            divider: None,
            section: None,
        }
    }

    /// Hands out portions of the source to other threads.
    pub fn divide(&mut self, source: Arc<SharedSource>, divider: PortionQueue<'o, 'w>) {
        self.job.divided = Some(source);
        self.divider = Some(divider);
    }

    /// Emits the finds in the parts of a container, of which the first bytes are in the buffer, at `live`. Returns why
    /// it could not be read to its end.
    pub fn parts(
        &mut self,
        format: &'static dyn Format,
        reader: &mut impl Read,
        buffer: &mut Vec<u8>,
        from: From,
    ) -> Option<Problem> {
        let path = self.emitter.path;
        // Portions are for other threads, and wait for more than has come.
        let divides = self.divider.is_some() && !self.may_block;
        let portion_len = divides.then_some(self.work.portion_len);
        let counts = self.work.extractor.counts_lines();
        let line_index = match &from {
            From::First(_) => LineIndex::new(counts),
            From::Start(Start { at, .. }) => {
                LineIndex::from(at.offset, at.position.filter(|_| counts))
            }
        };
        let deadline = self.job.timer.deadline().cloned();
        let Containers { limits, formats, .. } = self.work.containers.unwrap_or_default();
        let walker = Walker::new(self, limits, Rc::new(line_index)).until(deadline);
        let mut walker = walker.formats(formats);
        walker.name = path.to_owned();
        walker.portion_len = portion_len;
        let mut reader = match from {
            From::First(live) => walker.reader(reader, mem::take(buffer), live),
            From::Start(start) => {
                walker.start = Some(start);
                walker.reader_from(reader, start.at.offset)
            }
        };
        let _ = walker.enter(format, &mut reader);
        if self.job.timer.is_up() {
            let _ = self.emit_held();
        }
        let used = reader.take_buffer().0;
        *buffer = if used.len() <= MAX_BUFFER { used } else { Vec::new() };
        let failure = reader.take_failure()?;
        Some(Problem::io(path, Some(reader.at()), &failure))
    }

    /// Emits the finds in a piece of a source, which is read from the start of that. Returns why it could not be read
    /// to its end.
    pub fn piece(
        &mut self,
        piece: &Piece,
        reader: &mut impl Read,
        buffer: &mut Vec<u8>,
    ) -> Option<Problem> {
        let Start { at, unpacked, content, .. } = piece.at;
        let Some(format) = piece.format else {
            self.times.start(at.offset);
            let text = SourceText::whole(reader);
            let section = section(piece, at, CHUNK);
            let mut stream = self.work.extractor.section(text, section, mem::take(buffer));
            let failure = search_stream(&mut stream, self).err();
            *buffer = stream.into_buffer();
            return failure.map(|error| self.emitter.unreadable(error));
        };
        if let (Content::Text, Some(unpacked)) = (content, unpacked) {
            self.section = Some(section(piece, unpacked, CHUNK));
        }
        self.parts(format, reader, buffer, From::Start(piece.at))
    }

    #[inline]
    fn let_out_if_full(&mut self) {
        if self.job.is_full(self.work.by_line) {
            if let Some(divider) = self.divider {
                divider.search_before(self.job.step);
            }
            self.job.let_out();
        }
    }

    /// Emits a find of the text.
    #[inline(always)]
    fn emit_found(
        &mut self,
        mut found: Found<'_>,
        reader: &SourceText<'_>,
        text: Text<'_>,
    ) -> ControlFlow<()> {
        let Span { start, end } = found.span();
        if let Some(footers) = &mut self.footers
            && reader.is_of_message()
            && footers.has(text, start)
        {
            return ControlFlow::Continue(());
        }
        let is_cut_off = reader.cuts_off(end, text);
        let mut origin = reader.locate(self.emitter.path, &mut found);
        if self.metadata.time {
            origin.time = match &origin.part {
                None => self.times.of_source(text, &found),
                Some(part) => self.time(part, reader, text, start),
            };
        }
        if self.metadata.lines
            && let Some(part) = &mut origin.part
            && reader.has_lines
            && part.is_of_message()
        {
            let front = self.times.line_front(text, start, |feed| reader.ends_line(feed));
            match part.location {
                PartLocation::Header if of_list(front) => part.location = PartLocation::ListHeader,
                PartLocation::Header => {}
                _ => part.quoted = quote_depth(front),
            }
        }
        if is_cut_off && !found.is_truncated() {
            found.set_truncated();
            self.emitter.broken_off = Some(found.span().start);
        }
        if let Some(label) = reader.label() {
            ShownLink::of(label, &mut found);
        }
        self.work.settings.note_imitated(&mut found);
        self.emit_or_hold(&found, &origin, reader.sight(VisibleText::to(end, text)))
    }

    /// When a part was written: the time of its message, or of the line at that offset of it.
    fn time(
        &mut self,
        part: &PartOrigin<'_>,
        reader: &SourceText<'_>,
        text: Text<'_>,
        at: u64,
    ) -> Option<Time> {
        match part.message.and_then(|message| self.times.of_message(message)) {
            None if reader.may_have_times() => {
                self.times.of_line(text, at, |feed| reader.ends_line(feed))
            }
            time => time,
        }
    }

    /// Emits all finds of a text that is one chunk, where it lies.
    fn search_whole(
        &mut self,
        part: &Part,
        line_index: &LineIndex,
        chunk: Chunk<'_>,
    ) -> ControlFlow<()> {
        let text = Text { bytes: chunk.bytes, base: 0, last: true };
        let mut finds = self.work.extractor.find_iter_in_part(text.bytes).peekable();
        if finds.peek().is_some() {
            let mut rest = chunk;
            let reader = SourceText::without_links(&mut rest, part, line_index, self.base);
            finds.try_for_each(|found| self.emit_found(found, &reader, text))?;
        }
        self.flush_before_wait(line_index, chunk.bytes.len());
        if self.job.is_closed() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Emits all finds of a text that is at hand, with at most `len` bytes, which are read together.
    fn search_at_hand(
        &mut self,
        part: &Part,
        line_index: &LineIndex,
        text: &mut dyn MappedRead,
        len: usize,
    ) -> ControlFlow<()> {
        let mut buffer = mem::take(&mut self.buffer);
        if buffer.len() <= len {
            buffer.resize(len + 1, 0);
        }
        let mut notes = mem::take(&mut self.notes);
        let len = notes.read_all(text, &mut buffer);
        let text = Text { bytes: &buffer[..len], base: 0, last: true };
        let mut finds = self.work.extractor.find_iter_in_part(text.bytes).peekable();
        let mut flow = ControlFlow::Continue(());
        if finds.peek().is_some() {
            let mut rest = Chunk::END;
            let reader = SourceText::without_links(&mut rest, part, line_index, self.base);
            let mut reader = reader.noting_in(notes);
            flow = finds.try_for_each(|found| self.emit_found(found, &reader, text));
            notes = reader.take_memory();
        }
        notes.clear();
        (self.notes, self.buffer) = (notes, buffer);
        self.flush_before_wait(line_index, 0);
        if flow.is_break() || self.job.is_closed() { ControlFlow::Break(()) } else { flow }
    }

    /// Flushes what is written if the source may be waited for after that many bytes.
    fn flush_before_wait(&mut self, line_index: &LineIndex, left: usize) {
        if self.may_block && line_index.ahead() < left + AHEAD {
            self.job.flush();
        }
    }

    /// Emits the links before an offset in the text.
    fn emit_links(
        &mut self,
        reader: &mut SourceText<'_>,
        text: Text<'_>,
        before: u64,
    ) -> ControlFlow<()> {
        while let Some((at, link)) = reader.next_link(before) {
            let sight = reader.sight(VisibleText::to(at, text));
            let (base, extractor) = (&reader.base, &self.work.extractor);
            let mut shown = None;
            match links::meaning(&link, base, extractor, &mut self.uri_memory) {
                Meaning::Uri(mut found) => {
                    self.guessed += u64::from(reader.base.guesses(&link));
                    if !link.text.is_empty() {
                        shown = ShownLink::of(&link.text, &mut found);
                    }
                    self.emit_in_link(found, &link, reader, (text, at), sight)?;
                }
                Meaning::Text => {
                    for found in self.work.extractor.find_iter(&link.value) {
                        let span = link.span(found.span());
                        let found = found.at(span, None);
                        self.emit_in_link(found, &link, reader, (text, at), sight)?;
                    }
                }
                Meaning::NoBase => self.job.results.stats.without_base += 1,
                Meaning::Nothing => {}
            }
            reader.follow(link, shown);
        }
        ControlFlow::Continue(())
    }

    fn emit_in_link(
        &mut self,
        mut found: Found<'_>,
        link: &Link,
        reader: &SourceText<'_>,
        (text, at): (Text<'_>, u64),
        sight: VisibleText<'_>,
    ) -> ControlFlow<()> {
        let mut origin = reader.locate_in_link(self.emitter.path, link, &mut found);
        if self.metadata.time
            && let Some(part) = &origin.part
        {
            origin.time = self.time(part, reader, text, at);
        }
        self.work.settings.note_imitated(&mut found);
        self.emit_or_hold(&found, &origin, sight)?;
        if let memory @ Some(_) = found.into_memory() {
            self.uri_memory = memory;
        }
        ControlFlow::Continue(())
    }

    /// Emits a find, or holds it while text around it or a double of it may follow.
    #[inline(always)]
    fn emit_or_hold(
        &mut self,
        found: &Found<'_>,
        origin: &Origin<'_>,
        sight: VisibleText<'_>,
    ) -> ControlFlow<()> {
        let holds = self.doubles.as_ref().is_some_and(AlternativeDedup::holds);
        match &mut self.around {
            None if !holds => self.emit_one(found, origin),
            None => self.emit_or_compare(Held::new(found, origin, self.side)),
            Some(around) => {
                if self.work.selection.selects(found) {
                    let text = origin.part.map_or(Some(found.span()), |part| part.text);
                    around.hold(Held::new(found, origin, self.side), text);
                }
                self.emit_waiting(sight)
            }
        }
    }

    /// Emits the finds that no longer wait for text.
    fn emit_waiting(&mut self, sight: VisibleText<'_>) -> ControlFlow<()> {
        while let Some(held) = self.around.as_mut().and_then(|around| around.next(sight)) {
            self.emit_or_compare(held)?;
        }
        ControlFlow::Continue(())
    }

    /// Emits a find, or holds it while a double of it may follow.
    fn emit_or_compare(&mut self, held: Held) -> ControlFlow<()> {
        match &mut self.doubles {
            Some(doubles) if doubles.holds() => {
                if doubles.hold(held) {
                    self.emit_held()?;
                }
                ControlFlow::Continue(())
            }
            _ => self.emit_one(&held.found, &held.origin(self.emitter.path)),
        }
    }

    /// Emits what waits for more of a source that does not come.
    fn emit_all(&mut self) -> ControlFlow<()> {
        while let Some(held) = self.around.as_mut().and_then(ContextBuffer::take) {
            self.emit_or_compare(held)?;
        }
        self.emit_held()
    }

    fn emit_held(&mut self) -> ControlFlow<()> {
        let held = self.doubles.as_mut().map(AlternativeDedup::take).unwrap_or_default();
        held.iter().try_for_each(|held| self.emit_one(&held.found, &held.origin(self.emitter.path)))
    }

    fn emit_one(&mut self, found: &Found<'_>, origin: &Origin<'_>) -> ControlFlow<()> {
        let flow = self.emitter.emit_at(origin, found, &mut self.job.results);
        self.let_out_if_full();
        if self.job.is_closed() { ControlFlow::Break(()) } else { flow }
    }
}

impl<'t> FindSink<SourceText<'t>> for SourceSearch<'_, '_, '_> {
    /// Emits the links before the find, and the find.
    #[inline]
    fn found(
        &mut self,
        found: Found<'_>,
        StreamView { text, reader }: StreamView<'_, SourceText<'t>>,
    ) -> ControlFlow<()> {
        let start = found.span().start;
        if reader.has_link(start) {
            self.emit_links(reader, text, start)?;
        }
        self.emit_found(found, reader, text)
    }

    /// Emits the links after the last find, and what no longer waits for text.
    fn before_read(&mut self, stream: &mut ReaderSearch<SourceText<'t>>) -> ControlFlow<()> {
        // A byte that stands for a link ends every URI, so no open URI extends past an earlier one.
        let searched = stream.search_state().cursor;
        let done = if stream.has_ended() { u64::MAX } else { searched };
        let settled = stream.settled();
        let StreamView { text, reader } = stream.view();
        self.emit_links(reader, text, done)?;
        self.emit_waiting(reader.sight(VisibleText::to_or_end(searched, text)))?;
        if self.may_block && reader.may_wait() {
            self.job.flush();
        }
        if self.job.is_closed() {
            return ControlFlow::Break(());
        }
        if self.metadata.time || self.metadata.lines {
            self.times.settle(text, settled, |feed| reader.ends_line(feed));
        }
        if let Some(footers) = &mut self.footers {
            footers.advance(text, settled);
        }
        if let Some(around) = &self.around {
            stream.keep(around.needs(settled));
        }
        ControlFlow::Continue(())
    }

    fn after_read(&mut self, stream: &mut ReaderSearch<SourceText<'t>>) {
        let (settled, kept) = (stream.settled(), stream.base());
        stream.reader().settle(settled, kept);
    }
}

/// From where the parts of a container are read.
pub(super) enum From {
    /// From its first byte on. What has been read of it is in the buffer there.
    First(Range<usize>),
    /// From there on.
    Start(Start),
}

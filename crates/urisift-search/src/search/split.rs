//! Splits a source into pieces, which are searched on their own, on other machines too.
//!
//! The source is read once, from end to end. Pieces of a mailbox or a web archive start where messages and records
//! start, which are not searched for that. A text is searched, since what a URI is depends on the text before it: each
//! piece knows where the search stands. Pieces of what is packed start with a member of it.

use std::ops::ControlFlow;
use std::path::Path;
use std::rc::Rc;

use super::PORTION_LEN;
use super::large_text::BACK;
use super::meter::Meter;
use super::source_reader::SourceReader;
use super::sources::choose;
use super::stream_loop::{FindSink, search_stream};
use super::text::SourceText;
use super::timer::Timer;
use crate::found::Found;
use crate::input::{
    Choice, Containers, Content, Format, LineIndex, MappedRead, Members, Part, Piece, Place,
    Portion, Reader, Start, Step, StepKind, TextState, Visitor, Walker,
};
use crate::span::Position;
use crate::stream::{Extractor, LineCounter, ReaderSearch, SearchState, Section, StreamView};

/// The least length of a piece, in bytes.
const LEAST: u64 = 8 * BACK;
/// How much of a text is searched at a time, in bytes.
const CHUNK: usize = 64 << 10;

/// How a source is split.
pub struct Splitting<'a> {
    /// How text is searched.
    pub extractor: &'a Extractor,
    /// How containers are unpacked; `None` if every source is read as it is.
    pub containers: Option<Containers>,
    /// The length of a piece, in bytes.
    pub size: u64,
    /// Counts the bytes read.
    pub meter: &'a Meter,
}

impl Splitting<'_> {
    /// The pieces of an open source, in order: at least one. If it cannot be read to its end, the last one meets that
    /// too.
    pub fn pieces(&self, path: &Path, opened: Reader) -> Vec<Piece> {
        let size = self.size.max(LEAST);
        let mut source = SourceReader::new(opened, Timer::default(), self.meter);
        let text = SourceText::whole(&mut source);
        let mut stream = self.extractor.stream_with(text, Vec::new());
        let choice = self.containers.map(|how| choose(&mut stream, path, how));
        let format = match choice {
            Some(Choice::Format(format)) => Some(format),
            _ => None,
        };
        let (buffer, live) = stream.into_live();
        let members = Rc::new(Members::default());
        members.want(size);
        let mut splitter = Splitter {
            extractor: self.extractor,
            format,
            size,
            next: size,
            members: Rc::clone(&members),
            pieces: Vec::new(),
        };
        let Containers { limits, formats, .. } = self.containers.unwrap_or_default();
        let line_index = Rc::new(LineIndex::new(true));
        let mut walker = Walker::new(&mut splitter, limits, line_index).formats(formats);
        walker.name = path.to_owned();
        walker.portion_len = Some(PORTION_LEN.min(size as usize / 4));
        walker.members = Some(members);
        let mut reader = walker.reader(&mut source, buffer, live);
        let _ = match format {
            Some(format) => walker.enter(format, &mut reader),
            None => walker.text(&mut reader),
        };
        splitter.finish()
    }
}

/// Notes where pieces start.
struct Splitter<'a> {
    extractor: &'a Extractor,
    format: Option<&'static dyn Format>,
    size: u64,
    /// The offset in the source from which the next piece is wanted.
    next: u64,
    members: Rc<Members>,
    /// All pieces but the first, each up to the end of the source.
    pieces: Vec<Piece>,
}

impl Splitter<'_> {
    fn add(&mut self, at: Start, state: TextState) {
        self.next = at.at.offset.max(self.next) + self.size;
        self.members.want(self.next);
        self.pieces.push(Piece { format: self.format, at, state });
    }

    /// The pieces, each up to the next one.
    fn finish(self) -> Vec<Piece> {
        let Some(second) = self.pieces.first() else { return vec![Piece::whole()] };
        let content = match second.at.content {
            Content::Text => Content::Text,
            Content::Messages { least, .. } => Content::Messages { number: 0, least },
            Content::Records { .. } => Content::Records { number: 0 },
        };
        let unpacked = second.at.unpacked.map(|_| Place::FIRST);
        let at = Start { at: Place::FIRST, unpacked, content, end: u64::MAX };
        let first = Piece { format: self.format, at, state: TextState::default() };
        let mut pieces = vec![first];
        pieces.extend(self.pieces);
        for index in 1..pieces.len() {
            pieces[index - 1].at.end = first_of(&pieces[index]);
        }
        pieces
    }

    /// Returns `true` if a text is that of the source, or what it unpacks to.
    fn is_split(&self, part: &Part) -> bool {
        match self.format {
            None => part.packed_at.is_none(),
            Some(format) => {
                let layer = Step { kind: StepKind::Layer, text: format.name() };
                part.packed_at == Some(0) && part.steps().eq([layer])
            }
        }
    }

    /// Where the next piece of a text may be read from, which is known up to `seen`.
    fn next_place(
        &self,
        part: &Part,
        line_index: &LineIndex,
        searched: u64,
        seen: u64,
    ) -> Option<Next> {
        let (at, from) = match part.packed_at {
            None => {
                let offset = self.next - BACK;
                (None, (offset <= seen).then_some(offset)?)
            }
            Some(_) => {
                let next = self.members.next_from(searched.saturating_sub(BACK))?;
                (Some(next.at), next.unpacked)
            }
        };
        let here = Place { offset: from, position: line_index.position(from) };
        let start = match at {
            Some(at) => Start { at, unpacked: Some(here), content: Content::Text, end: u64::MAX },
            None => Start { at: here, unpacked: None, content: Content::Text, end: u64::MAX },
        };
        Some(Next { start, limit: from + BACK })
    }

    fn split_text(&mut self, part: &Part, line_index: &LineIndex, text: &mut dyn MappedRead) {
        let text = SourceText::part(text, part, line_index, None);
        let mut stream = self.extractor.part(text, CHUNK, Vec::new());
        let mut sink = PieceStarts { splitter: self, part, line_index, next: None };
        sink.look_for_next(&mut stream);
        // The last piece meets the error too.
        let _ = search_stream(&mut stream, &mut sink);
    }
}

/// Searches a text up to the start of each piece, to know where the search stands there.
struct PieceStarts<'p, 'a> {
    splitter: &'p mut Splitter<'a>,
    part: &'p Part,
    line_index: &'p LineIndex,
    /// The next piece, once its place is known: the search stops there.
    next: Option<Next>,
}

impl PieceStarts<'_, '_> {
    fn look_for_next(&mut self, stream: &mut ReaderSearch<SourceText<'_>>) {
        let state = stream.search_state();
        let seen = stream.base() + stream.bytes().len() as u64;
        self.next = self.splitter.next_place(self.part, self.line_index, state.cursor, seen);
        let limit = self.next.map_or(u64::MAX, |next| next.limit);
        stream.search(state, limit, LineCounter::default());
    }
}

impl<'t> FindSink<SourceText<'t>> for PieceStarts<'_, '_> {
    fn found(&mut self, _: Found<'_>, _: StreamView<'_, SourceText<'t>>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn before_read(&mut self, stream: &mut ReaderSearch<SourceText<'t>>) -> ControlFlow<()> {
        let SearchState { cursor, free, skipping } = stream.search_state();
        while let Some(Next { start, limit }) = self.next
            && cursor >= limit
        {
            self.splitter.add(start, TextState { cursor, free, skipping });
            self.look_for_next(stream);
        }
        ControlFlow::Continue(())
    }

    fn after_read(&mut self, stream: &mut ReaderSearch<SourceText<'t>>) {
        if self.next.is_none() {
            self.look_for_next(stream);
        }
    }
}

/// The offset in the content from which on finds, messages or records are those of the piece.
fn first_of(piece: &Piece) -> u64 {
    let Start { at, unpacked, content, .. } = piece.at;
    let read_from = unpacked.unwrap_or(at).offset;
    if content == Content::Text { read_from + BACK } else { read_from }
}

/// How a text is searched from that place on, which is the place of the piece in it.
pub(super) fn section(piece: &Piece, at: Place, chunk: usize) -> Section {
    let TextState { cursor, free, skipping } = piece.state;
    let state = SearchState { cursor, free, skipping };
    let lines = match at.position {
        Some(Position { line, column }) => {
            LineCounter::after(line - 1, (at.offset + 1).saturating_sub(column), at.offset)
        }
        None => LineCounter::after(0, 0, at.offset),
    };
    Section { base: at.offset, state, limit: piece.at.end, lines, chunk }
}

/// Where the next piece of a text is read from, and where it starts.
#[derive(Clone, Copy)]
struct Next {
    start: Start,
    limit: u64,
}

impl Visitor for Splitter<'_> {
    fn text(
        &mut self,
        part: &Part,
        line_index: &LineIndex,
        text: &mut dyn MappedRead,
    ) -> ControlFlow<()> {
        if self.is_split(part) {
            self.split_text(part, line_index, text);
        }
        ControlFlow::Continue(())
    }

    fn portion(&mut self, portion: &mut Portion) -> Option<ControlFlow<()>> {
        if let Some(start) = portion.start()
            && start.at.offset >= self.next
        {
            self.add(start, TextState::default());
        }
        Some(ControlFlow::Continue(()))
    }
}

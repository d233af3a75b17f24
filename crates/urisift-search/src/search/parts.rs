//! Searches the parts of a container.

use std::mem;
use std::ops::ControlFlow;
use std::path::Path;

use super::Work;
use super::around::Sight;
use super::doubles::Doubles;
use super::flat::Flat;
use super::held::Held;
use super::job_output::JobOutput;
use super::links::{self, Base, Meaning};
use super::sources::Emitter;
use crate::found::Found;
use crate::input::{LineIndex, Link, MappedRead, Part, Visitor};
use crate::problem::Problem;
use crate::span::{Origin, PartOrigin};
use crate::stream::{Beside, Stream, Text};

/// How much of a part is searched at a time, in bytes: it stays in the cache.
const CHUNK: usize = 64 << 10;
/// How many characters of a part's path are shown with a problem.
const SHOWN: usize = 200;
/// With fewer bytes than this buffered, a read may block.
const AHEAD: usize = 1 << 10;

/// Emits the finds in every text of a source.
pub(super) struct Parts<'a, 'o, 'w> {
    work: &'a Work<'a>,
    path: &'a Path,
    pub emitter: Emitter<'a>,
    job: &'a mut JobOutput<'o, 'w>,
    may_block: bool,
    buffer: Vec<u8>,
    doubles: Option<Doubles>,
    /// How many problems there were, reported or not.
    problems: u64,
    /// How many mails and news articles there were.
    pub messages: u64,
}

/// The maximum number of problems of a source that are reported one by one.
const MAX_PROBLEMS: u64 = 100;

impl<'a, 'o, 'w> Parts<'a, 'o, 'w> {
    pub fn new(
        work: &'a Work<'a>,
        path: &'a Path,
        job: &'a mut JobOutput<'o, 'w>,
        may_block: bool,
    ) -> Self {
        let emitter = Emitter::new(work, path);
        let doubles = work.prefers.map(Doubles::new);
        let (buffer, problems, messages) = (Vec::new(), 0, 0);
        Parts { work, path, emitter, job, may_block, buffer, doubles, problems, messages }
    }

    /// Reports how many problems were left out.
    pub fn finish(&mut self) {
        if let Some(more @ 1..) = self.problems.checked_sub(MAX_PROBLEMS) {
            self.complain(None, format!("and {more} more"));
        }
    }

    fn complain(&mut self, at: Option<u64>, what: String) {
        if self.work.meter.is_stopped() {
            // The run was stopped: an early end is no fault of the source.
            return;
        }
        self.job.results.complain(Problem { path: self.path.to_owned(), at, what });
        if self.job.is_full(self.work.by_line) {
            self.job.let_out();
        }
    }

    /// Emits all finds of the stream, until no more are wanted.
    fn search(&mut self, stream: &mut Stream<Flat<'_>>, place: &PartPlace<'_>) -> ControlFlow<()> {
        let mut base = Base::of(self.work.base, &place.part.bases);
        loop {
            self.emit(stream, place, &mut base)?;
            if self.may_block && place.line_index.ahead() < AHEAD {
                self.job.flush();
            }
            if self.job.is_closed() {
                return ControlFlow::Break(());
            }
            self.emitter.keep(stream);
            let goes_on = stream.fill().unwrap_or(false);
            let (settled, kept) = (stream.settled(), stream.base());
            stream.reader().settle(settled, kept, place.line_index);
            if !goes_on {
                return ControlFlow::Continue(());
            }
        }
    }

    /// Emits what is decided so far: finds, and the links among them, in the order of the text.
    fn emit(
        &mut self,
        stream: &mut Stream<Flat<'_>>,
        place: &PartPlace<'_>,
        base: &mut Base,
    ) -> ControlFlow<()> {
        while let Some((found, Beside { text, reader: flat })) = stream.next_and_beside() {
            let at = found.span();
            self.emit_links(flat, text, at.start, place, base)?;
            let span = flat.map.span(at);
            let found = found.at(span, place.line_index.position(span.start));
            let is_decoded = !flat.map.is_plain(at);
            let origin = PartOrigin { text: Some(at), is_decoded, ..place.origin(base) };
            let sight = flat.sight(Sight::to(at.end, text));
            self.emit_or_hold(&found, place.part, origin, sight)?;
        }
        // A byte that stands for a link ends every URI, so no open URI extends past an earlier one.
        let searched = stream.place().cursor;
        let done = if stream.has_ended() { u64::MAX } else { searched };
        let Beside { text, reader: flat } = stream.beside();
        self.emit_links(flat, text, done, place, base)?;
        self.emit_waiting(flat.sight(Sight::to_or_end(searched, text)))
    }

    fn emit_links(
        &mut self,
        flat: &mut Flat<'_>,
        text: Text<'_>,
        before: u64,
        place: &PartPlace<'_>,
        base: &mut Base,
    ) -> ControlFlow<()> {
        while flat.links.front().is_some_and(|(at, _)| *at < before) {
            let Some((at, link)) = flat.links.pop_front() else { break };
            self.emit_link(&link, place, base, flat.sight(Sight::to(at, text)))?;
        }
        ControlFlow::Continue(())
    }

    fn emit_link(
        &mut self,
        link: &Link,
        place: &PartPlace<'_>,
        base: &mut Base,
        sight: Sight<'_>,
    ) -> ControlFlow<()> {
        match links::meaning(link, base, &self.work.extractor) {
            Meaning::Uri(found) => self.emit_in_link(found, link, place, base, sight)?,
            Meaning::Text => {
                for found in self.work.extractor.find_iter(&link.value) {
                    let span = link.span(found.span());
                    self.emit_in_link(found.at(span, None), link, place, base, sight)?;
                }
            }
            Meaning::Nothing => {}
        }
        base.follow(link);
        ControlFlow::Continue(())
    }

    fn emit_in_link(
        &mut self,
        found: Found<'_>,
        link: &Link,
        place: &PartPlace<'_>,
        base: &Base,
        sight: Sight<'_>,
    ) -> ControlFlow<()> {
        let span = found.span();
        let found = found.at(span, place.line_index.position(span.start));
        let is_resolved = found.has_readings() && found.raw() == link.value;
        let reference = is_resolved.then_some(&*link.value);
        let (is_decoded, name) = (link.decoded, Some(&*link.name));
        let origin = PartOrigin { link: name, reference, is_decoded, ..place.origin(base) };
        self.emit_or_hold(&found, place.part, origin, sight)
    }

    /// Emits a find, or holds it while text around it or a double of it may follow.
    fn emit_or_hold(
        &mut self,
        found: &Found<'_>,
        part: &Part,
        origin: PartOrigin<'_>,
        sight: Sight<'_>,
    ) -> ControlFlow<()> {
        if let Some(around) = &mut self.emitter.around {
            if (self.work.selects)(found) {
                around.hold(Held::of_part(found, part, &origin), origin.text);
            }
            self.emit_waiting(sight)
        } else if self.doubles.as_ref().is_some_and(Doubles::holds) {
            self.emit_or_compare(Held::of_part(found, part, &origin))
        } else {
            self.emit_one(found, &Origin { path: self.path, part: Some(origin), context: None })
        }
    }

    /// Emits the finds that no longer wait for text.
    fn emit_waiting(&mut self, sight: Sight<'_>) -> ControlFlow<()> {
        while let Some(held) = self.emitter.around.as_mut().and_then(|around| around.next(sight)) {
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
            _ => self.emit_one(&held.found, &held.origin(self.path)),
        }
    }

    fn emit_held(&mut self) -> ControlFlow<()> {
        let held = self.doubles.as_mut().map(Doubles::take).unwrap_or_default();
        held.iter().try_for_each(|held| self.emit_one(&held.found, &held.origin(self.path)))
    }

    fn emit_one(&mut self, found: &Found<'_>, origin: &Origin<'_>) -> ControlFlow<()> {
        let flow = self.emitter.emit_at(origin, found, &mut self.job.results);
        if self.job.is_full(self.work.by_line) {
            self.job.let_out();
        }
        if flow.is_break() || self.job.is_closed() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

impl Visitor for Parts<'_, '_, '_> {
    fn text(
        &mut self,
        part: &Part,
        line_index: &LineIndex,
        text: &mut dyn MappedRead,
    ) -> ControlFlow<()> {
        let place = PartPlace { part, line_index };
        let flat = Flat::new(text, self.may_block);
        let flat = if self.work.context.is_some() { flat.noting_markup() } else { flat };
        let buffer = mem::take(&mut self.buffer);
        let mut stream = self.work.extractor.part(flat, CHUNK, buffer);
        let flow = self.search(&mut stream, &place);
        self.buffer = stream.into_buffer();
        flow
    }

    fn message(&mut self) {
        self.messages += 1;
    }

    fn alternatives_start(&mut self) {
        if let Some(doubles) = &mut self.doubles {
            doubles.open();
        }
    }

    fn alternatives_end(&mut self) -> ControlFlow<()> {
        let is_last = self.doubles.as_mut().is_some_and(Doubles::close);
        if is_last { self.emit_held() } else { ControlFlow::Continue(()) }
    }

    fn problem(&mut self, part: &Part, at: Option<u64>, what: String) {
        let what = match cut(&part.path) {
            "" => what,
            path if path.len() < part.path.len() => format!("{path}…: {what}"),
            path => format!("{path}: {what}"),
        };
        // Offsets in unpacked data are no offsets in the file.
        let (at, what) = match (part.packed_at, at) {
            (Some(packed), Some(at)) => (Some(packed), format!("{what} (unpacked byte {at})")),
            (_, at) => (at, what),
        };
        self.problems += 1;
        if self.problems <= MAX_PROBLEMS {
            self.complain(at, what);
        }
    }
}

/// The start of a path, as a message shows it.
fn cut(path: &str) -> &str {
    let end = path.char_indices().nth(SHOWN).map_or(path.len(), |(at, _)| at);
    &path[..end]
}

/// The part that is searched.
struct PartPlace<'p> {
    part: &'p Part,
    line_index: &'p LineIndex,
}

impl PartPlace<'_> {
    fn origin<'o>(&'o self, base: &'o Base) -> PartOrigin<'o> {
        let message = self.part.message.as_deref();
        PartOrigin {
            path: &self.part.path,
            link: None,
            reference: None,
            base: base.said(),
            text: None,
            is_decoded: false,
            packed_at: self.part.packed_at,
            message_id: message.and_then(|message| message.id.as_deref()),
            date: message.and_then(|message| message.date.as_deref()),
        }
    }
}

//! Searches the parts of a container.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::mem;
use std::ops::ControlFlow;
use std::path::Path;

use super::Work;
use super::doubles::Doubles;
use super::lane::Lane;
use super::links::{self, Base, Meaning};
use super::search::{Telling, has_turn};
use crate::found::Found;
use crate::input::{Flow, Ground, Link, Map, Notes, Part, Runs, Visitor};
use crate::problem::Problem;
use crate::report::Wish;
use crate::span::{Origin, PartOrigin, Span};
use crate::stream::Stream;

/// How much of a part is looked at together, in bytes: it stays in the nearest memory.
const CHUNK: usize = 64 << 10;
/// How many characters of a part's path are shown with a problem.
const SHOWN: usize = 200;
/// Where less than this is there without a read, a reader may have to wait.
const AHEAD: usize = 1 << 10;

/// Tells what is found in every text of a source.
pub(super) struct Parts<'a, 'o, 'w> {
    work: &'a Work<'a>,
    path: &'a Path,
    pub telling: Telling<'a>,
    lane: &'a mut Lane<'o, 'w>,
    may_block: bool,
    buffer: Vec<u8>,
    doubles: Option<Doubles>,
    /// How many problems there were, told or not.
    problems: u64,
}

/// So many problems of a source are told one by one.
const MAX_PROBLEMS: u64 = 100;

impl<'a, 'o, 'w> Parts<'a, 'o, 'w> {
    pub fn new(
        work: &'a Work<'a>,
        path: &'a Path,
        lane: &'a mut Lane<'o, 'w>,
        may_block: bool,
    ) -> Self {
        let telling = Telling::new(work, path);
        let doubles = work.prefers.map(Doubles::new);
        Parts { work, path, telling, lane, may_block, buffer: Vec::new(), doubles, problems: 0 }
    }

    /// Says how many problems there were that nobody has been told.
    pub fn finish(&mut self) {
        if let Some(more @ 1..) = self.problems.checked_sub(MAX_PROBLEMS) {
            self.complain(None, format!("and {more} more"));
        }
    }

    fn complain(&mut self, at: Option<u64>, what: String) {
        self.lane.piece.complain(Problem { path: self.path.to_owned(), at, what });
        if self.lane.is_full(self.work.by_line) {
            self.lane.let_out();
        }
    }

    /// Everything that the stream gives and somebody wants.
    fn search(&mut self, stream: &mut Stream<Flat<'_>>, place: &PartPlace<'_>) -> Flow {
        let mut base = Base::of(self.work.base, &place.part.bases);
        loop {
            self.tell(stream, place, &mut base)?;
            if self.may_block && place.ground.ahead() < AHEAD && !has_turn(self.lane) {
                return ControlFlow::Break(());
            }
            let goes_on = stream.fill().unwrap_or(false);
            let from = stream.base();
            stream.reader().settle(from, place.ground);
            if !goes_on {
                return ControlFlow::Continue(());
            }
        }
    }

    /// What is decided so far: finds, and the links among them, in the order of the text.
    fn tell(
        &mut self,
        stream: &mut Stream<Flat<'_>>,
        place: &PartPlace<'_>,
        base: &mut Base,
    ) -> Flow {
        while let Some((mut found, flat)) = stream.next_and_reader() {
            let text = found.span();
            self.tell_links(flat, text.start, place, base)?;
            found.span = flat.map.span(text);
            found.position = place.ground.position(found.span.start);
            let is_decoded = !flat.map.is_plain(text);
            let origin = PartOrigin { text: Some(text), is_decoded, ..place.origin(base) };
            self.tell_or_hold(&found, place.part, origin)?;
        }
        // A byte that stands for a link ends every URI, so nothing open reaches over those before.
        let done = if stream.has_ended() { u64::MAX } else { stream.place().cursor };
        self.tell_links(stream.reader(), done, place, base)
    }

    fn tell_links(
        &mut self,
        flat: &mut Flat<'_>,
        before: u64,
        place: &PartPlace<'_>,
        base: &mut Base,
    ) -> Flow {
        while flat.links.front().is_some_and(|(at, _)| *at < before) {
            let Some((_, link)) = flat.links.pop_front() else { break };
            self.tell_link(&link, place, base)?;
        }
        ControlFlow::Continue(())
    }

    fn tell_link(&mut self, link: &Link, place: &PartPlace<'_>, base: &mut Base) -> Flow {
        match links::meaning(link, base, &self.work.extractor) {
            Meaning::Uri(found) => self.tell_in_link(found, link, place, base)?,
            Meaning::Text => {
                for mut found in self.work.extractor.find_iter(&link.value) {
                    found.span = link.span(found.span());
                    self.tell_in_link(found, link, place, base)?;
                }
            }
            Meaning::Nothing => {}
        }
        base.follow(link);
        ControlFlow::Continue(())
    }

    fn tell_in_link(
        &mut self,
        mut found: Found<'_>,
        link: &Link,
        place: &PartPlace<'_>,
        base: &Base,
    ) -> Flow {
        found.position = place.ground.position(found.span.start);
        let is_resolved = found.readings.is_some() && found.raw() == link.value;
        let reference = is_resolved.then_some(&*link.value);
        let (is_decoded, name) = (link.decoded, Some(&*link.name));
        let origin = PartOrigin { link: name, reference, is_decoded, ..place.origin(base) };
        self.tell_or_hold(&found, place.part, origin)
    }

    fn tell_or_hold(&mut self, found: &Found<'_>, part: &Part, origin: PartOrigin<'_>) -> Flow {
        match &mut self.doubles {
            Some(doubles) if doubles.holds() => {
                if doubles.hold(found, part, &origin) {
                    self.tell_held()?;
                }
                ControlFlow::Continue(())
            }
            _ => self.tell_one(found, origin),
        }
    }

    fn tell_held(&mut self) -> Flow {
        let held = self.doubles.as_mut().map(Doubles::take).unwrap_or_default();
        held.iter().try_for_each(|held| self.tell_one(&held.found, held.origin()))
    }

    fn tell_one(&mut self, found: &Found<'_>, part: PartOrigin<'_>) -> Flow {
        let origin = Origin { path: self.path, part: Some(part) };
        let wish = self.telling.tell_at(&origin, found, &mut self.lane.piece);
        if self.lane.is_full(self.work.by_line) {
            self.lane.let_out();
        }
        if wish != Wish::More || self.lane.is_closed() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

impl Visitor for Parts<'_, '_, '_> {
    fn text(&mut self, part: &Part, ground: &Ground, text: &mut dyn Runs) -> Flow {
        let place = PartPlace { part, ground };
        let flat = Flat::new(text, self.may_block);
        let buffer = mem::take(&mut self.buffer);
        let mut stream = self.work.extractor.part(flat, CHUNK, buffer);
        let flow = self.search(&mut stream, &place);
        self.buffer = stream.into_buffer();
        flow
    }

    fn alternatives_start(&mut self) {
        if let Some(doubles) = &mut self.doubles {
            doubles.open();
        }
    }

    fn alternatives_end(&mut self) -> Flow {
        let is_last = self.doubles.as_mut().is_some_and(Doubles::close);
        if is_last { self.tell_held() } else { ControlFlow::Continue(()) }
    }

    fn problem(&mut self, part: &Part, at: Option<u64>, what: String) {
        let what = match cut(&part.path) {
            "" => what,
            path if path.len() < part.path.len() => format!("{path}…: {what}"),
            path => format!("{path}: {what}"),
        };
        // Offsets of what is unpacked say nothing of the file.
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

/// As much of a path as a message shows.
fn cut(path: &str) -> &str {
    let end = path.char_indices().nth(SHOWN).map_or(path.len(), |(at, _)| at);
    &path[..end]
}

/// The part that is searched.
struct PartPlace<'p> {
    part: &'p Part,
    ground: &'p Ground,
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

/// Runs as one stream of bytes, with the way back.
struct Flat<'r> {
    runs: &'r mut dyn Runs,
    map: Map,
    links: VecDeque<(u64, Link)>,
    /// Where the next byte stands.
    at: u64,
    /// Give what there is rather than wait for more.
    at_once: bool,
}

impl<'r> Flat<'r> {
    fn new(runs: &'r mut dyn Runs, at_once: bool) -> Self {
        Flat { runs, map: Map::default(), links: VecDeque::new(), at: 0, at_once }
    }

    /// Forgets what lies before the offset.
    fn settle(&mut self, at: u64, ground: &Ground) {
        self.map.settle(at);
        if at < self.at {
            let raw = self.map.span(Span { start: at, end: at }).start;
            let first_link = self.links.front().map_or(raw, |(_, link)| link.raw.start.min(raw));
            ground.settle(first_link);
        }
    }
}

impl Read for Flat<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let Flat { runs, map, links, at, at_once } = self;
        let count =
            runs.read(out, *at, &mut Notes { map, links, link_bytes: 0, at_once: *at_once });
        *at += count as u64;
        Ok(count)
    }
}

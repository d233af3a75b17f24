//! Compound files (MS-CFB), also called OLE: messages of Outlook, documents of older Office programs, and
//! others. Each stream is a text or a container of its own, with offsets of its own.
//!
//! Tables of sectors say where a stream is, anywhere in the file, so the file is held in memory.

mod compound;
mod encrypted;
mod records;
#[cfg(test)]
pub mod tests;

use std::ops::ControlFlow;

use crate::core::format::{Format, Prefix, Sniff};
use crate::core::peek::PeekReader;
use crate::core::problem::ProblemKind;
use crate::core::step::StepKind;
use crate::core::walker::Walker;
use crate::layers::coding::Recoded;
use crate::layers::runs;
use crate::office::mapi::{FIXED, MAX_NAME, Mailing, Property};
use compound::{Compound, Entry, Kind, MAGIC, Place};
use records::Records;

/// How deep storages are named in a path.
const MAX_STORAGES: usize = 16;

/// Compound files.
pub struct Ole;

impl Format for Ole {
    fn name(&self) -> &'static str {
        "ole"
    }

    fn sniff(&self, head: Prefix<'_>) -> Sniff {
        head.starts_with(MAGIC)
    }

    fn open(&self, reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
        let (raw, room) = (reader.raw(), to.room_to_hold());
        let (limit, hint) = (room.len, &room.hint);
        if reader.peek(limit.saturating_add(1)).len() > limit {
            let what = format!("ole: longer than {limit} bytes{hint}; reading only runs of text");
            to.problem(ProblemKind::Limit, raw, what);
            return to.within(StepKind::Layer, self.name(), |to| runs::read(reader, to));
        }
        let Some(file) = Compound::parse(reader.live()) else {
            let what = "ole: missing directory; reading only runs of text";
            to.problem(ProblemKind::Damaged, raw, what);
            return to.within(StepKind::Layer, self.name(), |to| runs::read(reader, to));
        };
        Streams::of(file, reader).read(to)?;
        to.skip(reader);
        ControlFlow::Continue(())
    }
}

/// A stream.
struct Stream {
    index: usize,
    place: Place,
    /// What it is in a message.
    property: Option<Property>,
}

/// The streams of a file, in the order in which they are read.
struct Streams<'b, 's> {
    file: Compound<'b>,
    reader: &'b PeekReader<'s>,
    streams: Vec<Stream>,
    is_message: bool,
}

impl<'b, 's> Streams<'b, 's> {
    fn of(mut file: Compound<'b>, reader: &'b PeekReader<'s>) -> Self {
        let is_message = file.entries.iter().any(is_of_message);
        let indices = (1..file.entries.len()).filter(|at| file.entries[*at].kind == Kind::Stream);
        let mut streams = Vec::new();
        for index in indices.collect::<Vec<_>>() {
            let place = file.place(index);
            let property = Property::of(&file.entries[index].name).filter(|_| is_message);
            streams.push(Stream { index, place, property });
        }
        // Storages in the order of their first streams; in each, the parts of a message in theirs.
        let mut starts = vec![usize::MAX; file.entries.len()];
        for stream in &streams {
            let start = &mut starts[file.entries[stream.index].parent];
            *start = (*start).min(stream.place.start());
        }
        streams.sort_by_key(|stream| {
            let parent = file.entries[stream.index].parent;
            let rank = stream.property.map_or(u8::MAX, Property::rank);
            (starts[parent], parent, rank, stream.place.start(), stream.index)
        });
        Streams { file, reader, streams, is_message }
    }

    fn read(&self, to: &mut Walker<'_>) -> ControlFlow<()> {
        self.tell_missing(to);
        let parent = |stream: &Stream| self.file.entries[stream.index].parent;
        for storage in self.streams.chunk_by(|one, other| parent(one) == parent(other)) {
            if self.is_message {
                self.read_message(parent(&storage[0]), storage, to)?;
                continue;
            }
            for stream in storage {
                self.open(stream, to, |to, reader| self.contents(stream, reader, to))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Reports streams that are shorter than the directory says: once for all of them.
    fn tell_missing(&self, to: &mut Walker<'_>) {
        let mut cut = self.streams.iter().filter(|stream| stream.place.missing > 0);
        if let Some(first) = cut.next() {
            let (name, more) = (self.path(first.index), cut.count());
            let (len, at) = (first.place.len(), self.raw(&first.place));
            let size = len as u64 + first.place.missing;
            let what = format!("ole {name}: truncated: expected {size} bytes, found {len}");
            let rest = if more > 0 { format!(" (and {more} more streams)") } else { String::new() };
            to.problem(ProblemKind::Cut, at, what + &rest);
        }
    }

    fn raw(&self, place: &Place) -> u64 {
        self.reader.span(place.start()..place.start()).start
    }

    /// The names of the storages that an entry is in, and its own. A control character before a name only says who owns
    /// it (MS-OLEPS 2.23).
    fn path(&self, index: usize) -> String {
        let (mut names, mut at) = (Vec::new(), index);
        while at != 0 && names.len() < MAX_STORAGES {
            let Entry { name, parent, .. } = &self.file.entries[at];
            names.push(name.trim_matches(char::is_control));
            at = *parent;
        }
        names.reverse();
        names.join("/")
    }

    /// Reads a stream by `inside`, unless it is empty.
    fn open(
        &self,
        stream: &Stream,
        to: &mut Walker<'_>,
        inside: impl FnOnce(&mut Walker<'_>, &mut PeekReader<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if stream.place.ranges.is_empty() {
            return ControlFlow::Continue(());
        }
        let step = format!("ole {}", self.path(stream.index));
        let make = || Ok(Box::new(self.file.read(&stream.place)) as Box<_>);
        to.unpack(StepKind::Member, &step, make, self.raw(&stream.place), inside)
    }

    /// Reads a stream of a document.
    fn contents(
        &self,
        stream: &Stream,
        reader: &mut PeekReader<'_>,
        to: &mut Walker<'_>,
    ) -> ControlFlow<()> {
        if encrypted::is_encrypted(&self.file.entries[stream.index].name, reader) {
            to.unread(self.raw(&stream.place), "encrypted Office document");
            to.skip(reader);
            return ControlFlow::Continue(());
        }
        let records = match &*self.file.entries[stream.index].name {
            "PowerPoint Document" => Records::new(records::Kind::Presentation),
            "Workbook" => Records::new(records::Kind::Workbook),
            // Of a presentation: media files, each after a header.
            "Pictures" => return ControlFlow::Continue(()),
            _ => return to.open_or(reader, |to, reader| runs::read(reader, to)),
        };
        to.text(&mut Recoded::by(records, reader))
    }

    /// What is known of the properties in a storage of a message.
    fn mailing(&self, storage: usize, streams: &[Stream]) -> Mailing {
        let name = &*self.file.entries[storage].name;
        let find = |number: u16| {
            let of = |stream: &&Stream| stream.property.is_some_and(|it| it.number == number);
            streams.iter().find(of)
        };
        let fixed = streams.iter().find(|stream| self.file.entries[stream.index].name == FIXED);
        let fixed = fixed.map(|stream| self.file.bytes_of(&stream.place)).unwrap_or_default();
        let value = |number: u16| {
            let stream = find(number).filter(|stream| stream.place.len() <= MAX_NAME)?;
            Some((stream.property?, self.file.bytes_of(&stream.place)))
        };
        let mut mailing = Mailing::new(&fixed, |number| find(number).is_some(), value);
        mailing.is_message = storage == 0 || name == INNER;
        mailing.is_of_names = name == "__nameid_version1.0";
        mailing
    }

    /// Reads what a storage of a message holds.
    fn read_message(
        &self,
        storage: usize,
        streams: &[Stream],
        to: &mut Walker<'_>,
    ) -> ControlFlow<()> {
        let mailing = self.mailing(storage, streams);
        mailing.read_all(
            streams,
            |stream| stream.property,
            to,
            |stream, to| {
                self.open(stream, to, |to, reader| mailing.read(stream.property, reader, to))
            },
        )
    }
}

/// The storage of a message in a message.
const INNER: &str = "__substg1.0_3701000D";

/// Returns `true` if only messages have such an entry.
fn is_of_message(entry: &Entry) -> bool {
    entry.parent == 0 && entry.name == FIXED
}

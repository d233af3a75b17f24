//! Notes taken during the search: finds with their places, ends of sources, problems.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use super::find::Find;
use super::place;
use crate::aggregate::{Entry, Scheme, Subject};
use crate::found::{Found, Wrapper};
use crate::problem::{Problem, Severity};
use crate::record::{
    End, Metadata, RecordWriter, Skip, Total, Transforms, Unpack, pack_number, pack_numbers,
    pack_text, path_bytes,
};
use crate::search::ContextSize;
use crate::span::Origin;

/// How far a page looks for the ends of a find's line, in bytes.
const SIGHT: usize = 8 << 10;

/// Notes each find with its place, for [`PageSink`](super::page::PageSink).
pub struct NoteWriter {
    /// Applied to a URI first.
    transforms: Transforms,
    /// How much text around finds is asked for, and shown; without, it is the line.
    asked: Option<ContextSize>,
    /// How much of it a find has: what is shown, and enough to find the timestamp of a line; but no more than another
    /// output gets.
    pub reach: ContextSize,
    /// The second of two inputs that are compared.
    after: Option<PathBuf>,
}

impl NoteWriter {
    /// Notes for a page that is the only output, or one of two; `asked` is how much text around finds is asked for.
    pub fn new(transforms: Transforms, asked: Option<ContextSize>, is_alone: bool) -> Self {
        NoteWriter { transforms, asked, reach: Self::reach(asked, is_alone), after: None }
    }

    /// Returns how much context a report stores with its finds; `asked` is what the output asks for.
    pub fn reach(asked: Option<ContextSize>, is_alone: bool) -> ContextSize {
        match asked {
            Some(ContextSize::Bytes(count)) if is_alone => ContextSize::Bytes(count.max(SIGHT)),
            Some(reach) => reach,
            None => ContextSize::Line(SIGHT),
        }
    }

    /// The notes for a report that compares two inputs: `after` is the path of the second, if it does.
    pub fn comparing(self, after: Option<PathBuf>) -> Self {
        NoteWriter { after, ..self }
    }
}

impl RecordWriter for NoteWriter {
    fn found(
        &self,
        origin: &Origin<'_>,
        found: &Found<'_>,
        out: &mut Vec<u8>,
    ) -> ControlFlow<Skip> {
        let uri = self.transforms.meant(found);
        let subject = Subject::of(&uri, Scheme::of(found, &uri));
        // Credible times are not negative.
        let time = origin.time.map(|time| time.second as u64);
        let mut find = Find::new(&subject, place::pack(origin, found, &uri, time, self.asked));
        find.is_ambiguous = found.second_reading().is_some();
        find.is_cut = found.is_truncated() || found.is_truncated_by_source();
        find.is_after = self.after.as_ref().is_some_and(|after| origin.path.starts_with(after));
        find.link_text = found.link_text().unwrap_or_default().into();
        find.imitated = found.imitated().unwrap_or_default().into();
        let text = origin.part.and_then(|part| part.link_text).unwrap_or_default();
        let note = Note::Find {
            path: path_bytes(origin.path),
            text,
            message: &place::pack_message(origin.part.as_ref()),
            time,
            wrapper: found.wrapper(),
            is_folded: found.raw().contains(&b'\n'),
            find,
        };
        note.pack(out);
        ControlFlow::Continue(())
    }

    /// The page lists what could not be read, and nothing else.
    fn problem(&self, problem: &Problem, severity: Severity, out: &mut Vec<u8>) {
        if severity == Severity::Problem {
            Note::Problem(problem.to_string().as_bytes()).pack(out);
        }
    }

    fn finish(&self, _: &Path, total: Total, out: &mut Vec<u8>) {
        let Total { bytes, messages, end, .. } = total;
        Note::Source { bytes, messages, is_broken: end == End::Broken }.pack(out);
    }

    fn metadata(&self) -> Metadata {
        Metadata::ALL
    }
}

/// The kinds of notes.
const FIND: u64 = 1;
const SOURCE: u64 = 2;
const PROBLEM: u64 = 3;

/// A note.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Note<'n> {
    Find {
        path: &'n [u8],
        /// What [`place::pack_message`] says of its message.
        message: &'n [u8],
        /// The text of its link.
        text: &'n [u8],
        /// When the text around it was written, in seconds since 1970, if known.
        time: Option<u64>,
        wrapper: Wrapper,
        /// It is folded over several lines.
        is_folded: bool,
        find: Find,
    },
    /// The end of a file, or of another source.
    Source { bytes: u64, messages: u64, is_broken: bool },
    /// The message of a problem.
    Problem(&'n [u8]),
}

impl<'n> Note<'n> {
    /// Appends it.
    pub fn pack(&self, out: &mut Vec<u8>) {
        match self {
            Note::Find { path, message, text, time, wrapper, is_folded, find } => {
                let time = time.map_or(0, |time| time + 1);
                pack_numbers([FIND, time, *wrapper as u64, u64::from(*is_folded)], out);
                pack_text(path, out);
                pack_text(message, out);
                pack_text(text, out);
                find.pack(out);
            }
            Note::Source { bytes, messages, is_broken } => {
                pack_numbers([SOURCE, *bytes, *messages, u64::from(*is_broken)], out);
            }
            Note::Problem(what) => {
                pack_number(PROBLEM, out);
                pack_text(what, out);
            }
        }
    }

    /// Reads the next one.
    pub fn unpack(packed: &mut Unpack<'n>) -> Option<Self> {
        match packed.number()? {
            FIND => {
                let [time, wrapper, is_folded] = packed.numbers()?;
                Some(Note::Find {
                    time: time.checked_sub(1),
                    wrapper: *Wrapper::ALL.get(wrapper as usize)?,
                    is_folded: is_folded == 1,
                    path: packed.text()?,
                    message: packed.text()?,
                    text: packed.text()?,
                    find: Find::read(packed)?,
                })
            }
            SOURCE => {
                let [bytes, messages, is_broken] = packed.numbers()?;
                Some(Note::Source { bytes, messages, is_broken: is_broken == 1 })
            }
            PROBLEM => packed.text().map(Note::Problem),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_read_as_they_were_written() {
        for wrapper in Wrapper::ALL {
            for flags in 0..8 {
                let has = |bit: u32| flags >> bit & 1 == 1;
                let subject = Subject::of(b"a:\xff", Scheme::Written);
                let mut find = Find::new(&subject, b"\0\x01".to_vec());
                (find.is_ambiguous, find.is_cut, find.is_after) = (has(1), has(2), has(0));
                let notes = || {
                    let (path, time, find) = (&b"p"[..], has(0).then_some(0), find.clone());
                    let (message, text) = (&b"m"[..], &b"t"[..]);
                    [
                        Note::Find { path, message, text, time, wrapper, is_folded: has(0), find },
                        Note::Source { bytes: 1 << 40, messages: 3, is_broken: has(1) },
                        Note::Problem(b"why"),
                    ]
                };
                let mut packed = Vec::new();
                notes().iter().for_each(|note| note.pack(&mut packed));
                let mut unpack = Unpack(&packed);
                for note in notes() {
                    assert_eq!(Note::unpack(&mut unpack), Some(note));
                }
                assert_eq!(Note::unpack(&mut unpack), None);
            }
        }
    }
}

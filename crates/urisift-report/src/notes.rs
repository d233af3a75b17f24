//! Writes a note of each find.

use std::ops::ControlFlow;
use std::path::Path;

use super::dates;
use super::note::{Find, Note, Source, Traits};
use super::place::{self, Around};
use super::stamps;
use crate::aggregate::{Scheme, Subject};
use crate::found::Found;
use crate::problem::Problem;
use crate::record::{End, RecordWriter, Skip, Total, Transforms, path_bytes};
use crate::search::Reach;
use crate::span::{Context, Origin};

/// How far a page looks for the ends of a find's line, in bytes.
const SIGHT: usize = 8 << 10;

/// Notes each find with its place, for [`InPage`](super::page::InPage).
pub struct Notes {
    /// Applied to a URI first.
    transforms: Transforms,
    /// How much of the text around a find is shown.
    around: Around,
    /// Maximum length of the text before a find, in bytes.
    sight: usize,
}

impl Notes {
    /// Notes for a page that is alone, or beside another output; `asked` is how much text around finds is asked for.
    pub fn new(transforms: Transforms, asked: Option<Reach>, is_alone: bool) -> Self {
        let around = match asked {
            Some(Reach::Bytes(count)) => Around::Bytes(count),
            Some(_) => Around::Whole,
            None => Around::Line,
        };
        Notes { transforms, around, sight: Notes::reach(asked, is_alone).most() }
    }

    /// How much text around finds a page gets: what it shows, and enough to find the time stamp of a line;
    /// but no more than another output gets.
    pub fn reach(asked: Option<Reach>, is_alone: bool) -> Reach {
        match asked {
            Some(Reach::Bytes(count)) if is_alone => Reach::Bytes(count.max(SIGHT)),
            Some(reach) => reach,
            None => Reach::Line(SIGHT),
        }
    }
}

impl RecordWriter for Notes {
    fn found(
        &self,
        origin: &Origin<'_>,
        found: &Found<'_>,
        out: &mut Vec<u8>,
    ) -> ControlFlow<Skip> {
        let uri = self.transforms.meant(found);
        let subject = Subject::of(&uri, Scheme::of(found, &uri));
        let host = subject.host().unwrap_or_default();
        let scheme_len = subject.components().scheme().map_or(0, <[u8]>::len);
        let traits = traits(found);
        let find = Find {
            uri: &uri,
            scheme_len: scheme_len as u64,
            host: &host,
            domain_len: subject.domain_len().unwrap_or_default() as u64,
            traits,
            minute: minute(origin, self.sight),
            path: path_bytes(origin.path),
            place: &place::pack(origin, found, &uri, traits, self.around),
        };
        Note::Find(find).pack(out);
        ControlFlow::Continue(())
    }

    fn problem(&self, problem: &Problem, out: &mut Vec<u8>) {
        Note::Problem(problem.to_string().as_bytes()).pack(out);
    }

    fn finish(&self, _: &Path, total: Total, out: &mut Vec<u8>) {
        let is_broken = total.end == End::Broken;
        let Total { bytes, messages, .. } = total;
        Note::Source(Source { bytes, messages, is_broken }).pack(out);
    }
}

fn traits(found: &Found<'_>) -> Traits {
    Traits {
        wrapper: found.wrapper(),
        is_folded: found.raw().contains(&b'\n'),
        is_ambiguous: found.second_reading().is_some(),
        is_cut: found.truncated(),
    }
}

/// When the message or record around it was written; otherwise the line, if its start is in sight.
/// The stamp of a line in a message is that of something else.
fn minute(origin: &Origin<'_>, sight: usize) -> Option<u64> {
    if let Some(date) = origin.part.and_then(|part| part.date) {
        return dates::minute(date);
    }
    let Context { before, after } = origin.context?;
    let start = place::line_before(before);
    // Cut text has the maximum length, less part of a character.
    let is_whole = start.len() < before.len() || before.len() + 3 < sight;
    is_whole.then(|| stamps::of_line(start, place::line_after(after))).flatten()
}

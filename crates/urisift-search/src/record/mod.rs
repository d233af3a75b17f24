//! Records: what is reported of a find, and the writers.

mod batch;
mod bytes;
mod columns;
mod digits;
mod fields;
mod jsonl;
mod numbers;
mod object;
mod owned;
mod packed;
mod packed_finds;
mod row;
mod serde;
mod sink;
mod texts;
mod transforms;

use std::ops::ControlFlow;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::found::Found;
use crate::problem::{Problem, Severity};
use crate::span::Origin;

pub use batch::{Batch, Batches, Column as BatchColumn, InBatches};
pub use bytes::{Unpack, pack_number, pack_numbers, pack_record, pack_text};
pub use columns::{Columns, column};
pub use fields::{FINDS, Finds, Judged, part_path};
pub use jsonl::{Bytes, CautionRecord, FaultRecord, JsonLines, names};
pub use numbers::{grouped, parse_duration, parse_size, size};
pub(crate) use owned::Typed;
pub use owned::{ContextRecord, PartRecord, Record, origin_of};
pub use packed::{Cells, Packed, PackedCell, PackedKind, PackedRecords, push_end};
pub use packed_finds::{PackedFinds, TimeForm};
pub use row::{Cell, Column, JsonRows, Kind, Rows, Schema, Table, VERSION, legible};
pub use sink::{Headed, Plain, Sink};
pub use texts::{TEXT_FINDS, TextFinds};
pub use transforms::{Transforms, parse_unwrap_rule};

/// What a search hands over: a record, or what could not be read.
pub type Item = Result<Record, Problem>;

/// Writes records. Finds of a source arrive in order. Sources, and parts of one, may be written
/// concurrently, each to an output of its own.
pub trait RecordWriter: Send + Sync {
    /// Writes a find.
    fn found(&self, origin: &Origin<'_>, found: &Found<'_>, out: &mut Vec<u8>)
    -> ControlFlow<Skip>;

    /// A find as a typed record, for a sink that takes those: see [`RecordWriter::is_typed`].
    fn record(&self, _: &Origin<'_>, _: &Found<'_>) -> Option<Record> {
        None
    }

    /// Returns `true` if finds are records, and problems are handed over with them, in place of what is written.
    fn is_typed(&self) -> bool {
        false
    }

    /// Writes a problem, which is passed to [`Sinks`](crate::search::Sinks) too, or a note, which is not.
    fn problem(&self, _problem: &Problem, _severity: Severity, _out: &mut Vec<u8>) {}

    /// Writes text between finds, where the text is copied: whole characters and line ends.
    fn text(&self, text: &[u8], out: &mut Vec<u8>) {
        out.extend_from_slice(text);
    }

    /// Writes the end of a source.
    fn finish(&self, _source: &Path, _total: Total, _out: &mut Vec<u8>) {}

    /// Returns `true` if it always asks for more, so that a source may be searched in portions.
    fn wants_all(&self) -> bool {
        true
    }

    /// What it needs to know of the texts that finds are in.
    fn metadata(&self) -> Metadata {
        Metadata::NONE
    }
}

/// What is asked of the texts that finds are in. Each costs time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Metadata {
    /// All fields of their messages.
    pub fields: bool,
    /// When they were written.
    pub time: bool,
    /// The texts of links.
    pub link_texts: bool,
    /// How the lines of messages start.
    pub lines: bool,
}

impl Metadata {
    /// Nothing.
    pub const NONE: Metadata =
        Metadata { fields: false, time: false, link_texts: false, lines: false };
    /// The fields of messages.
    pub const FIELDS: Metadata = Metadata { fields: true, ..Metadata::NONE };
    /// The times: that of a message may be the one of its receipt, which is a field.
    pub const TIME: Metadata = Metadata { time: true, ..Metadata::FIELDS };
    /// The texts of links.
    pub const LINK_TEXTS: Metadata = Metadata { link_texts: true, ..Metadata::NONE };
    /// How the lines of messages start.
    pub const LINES: Metadata = Metadata { lines: true, ..Metadata::NONE };
    /// Everything.
    pub const ALL: Metadata = Metadata { fields: true, time: true, link_texts: true, lines: true };

    /// What either asks for.
    pub fn or(self, other: Metadata) -> Metadata {
        Metadata {
            fields: self.fields | other.fields,
            time: self.time | other.time,
            link_texts: self.link_texts | other.link_texts,
            lines: self.lines | other.lines,
        }
    }
}

/// The totals of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Total {
    /// How many finds.
    pub finds: u64,
    /// How many mails and news articles were read; 0 if it is not decoded.
    pub messages: u64,
    /// How many bytes were read.
    pub bytes: u64,
    /// How it ended.
    pub end: End,
    /// The version of the file, if it was one.
    pub version: Option<Version>,
}

impl Total {
    /// The source could not be read at all.
    pub const NOTHING: Total = Total::new(0, 0, End::Broken);

    /// Totals without messages or a version.
    pub const fn new(finds: u64, bytes: u64, end: End) -> Self {
        Total { finds, messages: 0, bytes, end, version: None }
    }

    /// Adds the totals of the next part; bytes are counted from the source's first.
    pub fn and(self, next: Total) -> Total {
        let (finds, bytes) = (self.finds + next.finds, self.bytes.max(next.bytes));
        let messages = self.messages + next.messages;
        Total { finds, messages, bytes, ..next }
    }
}

/// What is unlikely to stay the same when a file changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Version {
    /// Its length in bytes.
    pub len: u64,
    /// When it was last modified, in nanoseconds since 1970.
    pub modified: i64,
}

impl Version {
    /// Of a file with that length and date; `None` if the date is out of range.
    pub fn of(len: u64, modified: SystemTime) -> Option<Self> {
        let modified = match modified.duration_since(UNIX_EPOCH) {
            Ok(since) => i64::try_from(since.as_nanos()).ok()?,
            Err(before) => -i64::try_from(before.duration().as_nanos()).ok()?,
        };
        Some(Version { len, modified })
    }
}

/// How a source ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// All of it was read, or as much as was wanted.
    Whole,
    /// It could not be read to its end.
    Broken,
}

/// What a writer skips that needs no further find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Skip {
    /// The rest of the source.
    Source,
    /// Everything.
    All,
}

/// Writes nothing, and stops at the first find.
pub struct Quiet;

impl RecordWriter for Quiet {
    fn found(&self, _: &Origin<'_>, _: &Found<'_>, _: &mut Vec<u8>) -> ControlFlow<Skip> {
        ControlFlow::Break(Skip::All)
    }

    fn wants_all(&self) -> bool {
        false
    }
}

/// The bytes of a path as the system has them.
pub fn path_bytes(path: &Path) -> &[u8] {
    path.as_os_str().as_encoded_bytes()
}

/// Writes a number in decimal digits.
#[inline]
pub fn push_number(number: u64, out: &mut Vec<u8>) {
    out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn dates_lie_on_both_sides_of_1970() {
        let modified = |date| Version::of(1, date).map(|version| version.modified);
        let second = Duration::from_secs(1);
        assert_eq!(modified(UNIX_EPOCH + second), Some(1_000_000_000));
        assert_eq!(modified(UNIX_EPOCH - second), Some(-1_000_000_000));
        assert_eq!(modified(UNIX_EPOCH + Duration::from_secs(1 << 40)), None);
    }
}

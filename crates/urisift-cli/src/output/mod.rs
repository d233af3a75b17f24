//! Output: one file per format.

mod batch;
mod context;
mod count;
mod delimited;
mod draft;
mod file;
mod finds;
mod goto;
mod harvested;
mod hyperlink;
mod jsonl;
mod judgement;
mod looks;
mod numbers;
mod object;
mod packed;
mod packing;
mod paint;
mod palette;
mod place;
mod row;
mod shown;
mod sink;
mod store;
mod table;
mod template;
mod text;
mod texts;
mod transforms;
mod version;
mod visible;

use std::ops::ControlFlow;
use std::path::Path;

use crate::found::Found;
use crate::problem::Problem;
use crate::span::Origin;

pub use batch::{Batch, Column as BatchColumn};
pub(crate) use batch::{Batches, InBatches};
pub(crate) use count::{Counts, Paths};
pub(crate) use delimited::{Csv, Formulas, Texts, Tsv};
pub(crate) use draft::is_draft;
pub(crate) use file::InFile;
pub(crate) use finds::{FINDS, Finds};
pub(crate) use goto::{BadFormat, Format, Machine};
pub(crate) use harvested::Harvested;
pub(crate) use jsonl::{Bytes, JsonLines, Judged};
pub(crate) use judgement::{CautionRecord, FaultRecord, names};
pub(crate) use looks::{Links, Looks};
pub(crate) use numbers::{grouped, size};
pub(crate) use packed::{Packed, pack_number, unpack_number};
pub(crate) use packing::Packing;
pub(crate) use palette::{Change, Palette, Role};
pub(crate) use place::part as part_path;
pub use row::Kind;
pub(crate) use row::{Cell, Column, JsonRows, Rows, Schema};
pub(crate) use shown::Shown;
pub(crate) use sink::{Headed, Plain, Sink};
pub(crate) use store::{Known, parquet, sqlite, sqlite_harvest};
pub(crate) use table::Table;
pub(crate) use template::{Formatted, NAMES as TEMPLATES, Template, Wrong};
pub(crate) use text::Text;
pub(crate) use texts::{TEXT_FINDS, TextFinds};
pub(crate) use transforms::Transforms;
pub(crate) use version::Version;
pub(crate) use visible::{Visible, visible};

/// Writes records. Finds of a source arrive in order. Sources, and parts of one, may be written
/// concurrently, each to an output of its own.
pub(crate) trait RecordWriter: Send + Sync {
    /// Writes a find.
    fn found(&self, origin: &Origin<'_>, found: &Found<'_>, out: &mut Vec<u8>)
    -> ControlFlow<Skip>;

    /// Writes a problem, which is reported on standard error too.
    fn problem(&self, _problem: &Problem, _out: &mut Vec<u8>) {}

    /// Writes the end of a source.
    fn finish(&self, _source: &Path, _total: Total, _out: &mut Vec<u8>) {}

    /// Whether it always asks for more, so that a source may be searched in parts.
    fn wants_all(&self) -> bool {
        true
    }
}

/// The totals of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Total {
    /// How many finds.
    pub finds: u64,
    /// How many mails and news articles were read; 0 if it is not taken apart.
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

/// How a source ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// All of it was read, or as much as was wanted.
    Whole,
    /// It could not be read to its end.
    Broken,
}

/// What a writer skips that needs no further find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Skip {
    /// The rest of the source.
    Source,
    /// Everything.
    All,
}

/// Writes nothing, and stops at the first find.
pub(crate) struct Quiet;

impl RecordWriter for Quiet {
    fn found(&self, _: &Origin<'_>, _: &Found<'_>, _: &mut Vec<u8>) -> ControlFlow<Skip> {
        ControlFlow::Break(Skip::All)
    }

    fn wants_all(&self) -> bool {
        false
    }
}

/// The error for a feature left out of the build.
#[cfg(not(all(feature = "zstd", feature = "xz", feature = "sqlite", feature = "parquet")))]
fn cannot_write(what: &str, feature: &str) -> std::io::Error {
    std::io::Error::other(format!(
        "this build of urisift cannot write {what}: build it with `--features {feature}`"
    ))
}

/// The bytes of a path as the system has them.
pub(crate) fn path_bytes(path: &Path) -> &[u8] {
    path.as_os_str().as_encoded_bytes()
}

/// Writes a number in decimal digits.
#[inline]
pub(crate) fn push_number(number: u64, out: &mut Vec<u8>) {
    out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
}

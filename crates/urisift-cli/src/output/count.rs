//! Counts of finds per source, and the sources with or without finds.

use std::ops::ControlFlow;
use std::path::Path;

use super::paint::Looks;
use crate::found::Found;
use crate::record::{End, RecordWriter, Skip, Total, path_bytes, push_number};
use crate::span::Origin;

/// One count per source.
#[derive(Default)]
pub(crate) struct SourceCounts {
    /// Put the path in front.
    pub path: bool,
    /// End records and paths with NUL.
    pub null: bool,
    /// How paths look on a terminal.
    pub looks: Option<Looks>,
}

impl RecordWriter for SourceCounts {
    fn found(&self, _: &Origin<'_>, _: &Found<'_>, _: &mut Vec<u8>) -> ControlFlow<Skip> {
        ControlFlow::Continue(())
    }

    fn finish(&self, source: &Path, total: Total, out: &mut Vec<u8>) {
        if self.path {
            push_path(source, &self.looks, out);
            out.push(if self.null { b'\0' } else { b':' });
        }
        push_number(total.finds, out);
        out.push(if self.null { b'\0' } else { b'\n' });
    }
}

/// The paths of the sources with finds, or of those without.
#[derive(Default)]
pub(crate) struct SourcePaths {
    /// List those without.
    pub without: bool,
    /// End paths with NUL.
    pub null: bool,
    /// How paths look on a terminal.
    pub looks: Option<Looks>,
}

impl RecordWriter for SourcePaths {
    fn found(&self, _: &Origin<'_>, _: &Found<'_>, _: &mut Vec<u8>) -> ControlFlow<Skip> {
        ControlFlow::Break(Skip::Source)
    }

    /// A source that could not be read is not listed as one without finds.
    fn finish(&self, source: &Path, total: Total, out: &mut Vec<u8>) {
        let is_listed = if self.without {
            total.finds == 0 && total.end == End::Whole
        } else {
            total.finds > 0
        };
        if is_listed {
            push_path(source, &self.looks, out);
            out.push(if self.null { b'\0' } else { b'\n' });
        }
    }

    fn wants_all(&self) -> bool {
        false
    }
}

/// A path as the system has it, or as shown on a terminal.
fn push_path(path: &Path, looks: &Option<Looks>, out: &mut Vec<u8>) {
    match looks {
        None => out.extend_from_slice(path_bytes(path)),
        Some(looks) => looks.path(path, out),
    }
}

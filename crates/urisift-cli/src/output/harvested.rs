//! Finds and ends of sources, packed for a store that spans several runs.

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::path::Path;

use crate::found::Found;
use crate::record::{Cell, End, RecordWriter, Rows, Skip, Total, path_bytes};
use crate::record::{FINDS, Finds};
use crate::record::{Packed, push_end};
use crate::span::Origin;

/// How many cells the end of a source has: path, length, date, and whether it was read completely.
#[cfg(feature = "sqlite")]
pub(super) const END_LEN: usize = 4;

/// A packed row per find, and the end of each source. Every row has its path.
pub(crate) struct Harvested {
    finds: Finds,
}

impl Harvested {
    pub fn new(finds: Finds) -> Self {
        Harvested { finds: Finds { no_path: false, ..finds } }
    }
}

impl RecordWriter for Harvested {
    fn found(
        &self,
        origin: &Origin<'_>,
        found: &Found<'_>,
        out: &mut Vec<u8>,
    ) -> ControlFlow<Skip> {
        Packed.row(&FINDS, &self.finds.cells(origin, found), out);
        ControlFlow::Continue(())
    }

    fn finish(&self, source: &Path, total: Total, out: &mut Vec<u8>) {
        let path = Cell::Text(Cow::Borrowed(path_bytes(source)));
        let done = Cell::Truth(total.end == End::Whole);
        let version = total.version;
        let length = version.map_or(Cell::Null, |version| Cell::Number(version.len));
        let modified = version.map_or(Cell::Null, |version| Cell::Number(version.modified as u64));
        push_end(&[path, length, modified, done], out);
    }
}

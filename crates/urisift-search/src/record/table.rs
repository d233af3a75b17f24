//! Finds as rows of a table.

use std::ops::ControlFlow;

use crate::found::Found;
use crate::record::{FINDS, Finds, RecordWriter, Rows, Skip};
use crate::span::Origin;

/// Writes a row per find.
pub struct Table {
    /// What a row says.
    pub finds: Finds,
    /// How a row is written.
    pub rows: Box<dyn Rows>,
}

impl RecordWriter for Table {
    fn found(
        &self,
        origin: &Origin<'_>,
        found: &Found<'_>,
        out: &mut Vec<u8>,
    ) -> ControlFlow<Skip> {
        self.rows.row(&FINDS, &self.finds.cells(origin, found), out);
        ControlFlow::Continue(())
    }
}

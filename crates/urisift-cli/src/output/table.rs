//! Finds as rows of a table.

use std::ops::ControlFlow;

use super::finds::{FINDS, Finds};
use super::{RecordWriter, Rows, Skip};
use crate::found::Found;
use crate::span::Origin;

/// Writes a row per find.
pub(crate) struct Table {
    pub finds: Finds,
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

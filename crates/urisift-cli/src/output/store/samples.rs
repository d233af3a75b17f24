//! A table for tests.

use std::borrow::Cow;
use std::ops::Range;

use crate::record::{Cell, Column, Kind, Packed, Rows, Schema};

/// A table with a column of each kind.
pub(super) static TABLE: Schema = Schema {
    table: "a table",
    columns: &[
        Column { name: "text", kind: Kind::Text },
        Column { name: "number", kind: Kind::Number },
        Column { name: "truth", kind: Kind::Truth },
    ],
};

/// Rows of it by number. The first one has no text, and every other one a truth.
pub(super) fn packed(numbers: Range<u64>) -> Vec<u8> {
    let mut out = Vec::new();
    for number in numbers {
        let text = Cell::Text(Cow::Owned(format!("text {number}").into_bytes()));
        let text = if number == 0 { Cell::Null } else { text };
        let truth = if number % 2 == 0 { Cell::Truth(true) } else { Cell::Null };
        Packed.row(&TABLE, &[text, Cell::Number(number), truth], &mut out);
    }
    out
}

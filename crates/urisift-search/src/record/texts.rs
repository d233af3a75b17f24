//! Finds of many texts in one table: the row of the text, and the columns of [`FINDS`] that apply.

use std::path::Path;

use super::fields::{FINDS, Finds};
use super::row::{Cell, Column, Kind, Schema};
use crate::found::Found;
use crate::span::{Origin, Span};

/// Builds the columns of a table.
macro_rules! columns {
    ($($name:ident $kind:ident),+ $(,)?) => {
        &[$(Column { name: stringify!($name), kind: Kind::$kind }),+]
    };
}

/// The table of finds in unnamed texts.
pub static TEXT_FINDS: Schema = Schema {
    table: "finds",
    columns: columns![
        row Number, start Number, end Number, char_start Number, char_end Number,
        line Number, column Number,
        uri Text, raw Text, wrapper Text, reading Text, truncated Truth, truncated_by_source Truth,
        scheme Text, userinfo Text, host Text, port Text, uri_path Text, query Text, fragment Text,
        valid Truth, fault_at Number, fault_rule Text, conforms Text, cautions Text,
        unwrapped Text, unwrapped_via Text, resolved Text, normal Text, defanged Text,
    ],
};

/// What is said of a find in a row of [`TEXT_FINDS`].
#[derive(Debug)]
pub struct TextFinds {
    finds: Finds,
    /// For each column, its index in [`FINDS`].
    kept: Vec<Option<usize>>,
}

impl TextFinds {
    /// Says of a find what `finds` says.
    pub fn new(finds: Finds) -> Self {
        let place = |column: &Column| FINDS.columns.iter().position(|c| c.name == column.name);
        let kept = TEXT_FINDS.columns.iter().map(place).collect();
        TextFinds { finds: Finds { no_path: true, ..finds }, kept }
    }

    /// A cell for each column of [`TEXT_FINDS`]; the span is also given in characters, if they can
    /// be counted.
    pub fn cells<'a>(&self, row: u64, chars: Option<Span>, found: &'a Found<'_>) -> Vec<Cell<'a>> {
        let origin = Origin::of(Path::new(""));
        let mut cells = self.finds.cells(&origin, found);
        let mut kept = |at: &Option<usize>| {
            at.map_or(Cell::Null, |at| std::mem::replace(&mut cells[at], Cell::Null))
        };
        let mut kept: Vec<_> = self.kept.iter().map(&mut kept).collect();
        kept[0] = Cell::Number(row);
        if let Some(Span { start, end }) = chars {
            (kept[3], kept[4]) = (Cell::Number(start), Cell::Number(end));
        }
        kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_has_no_source_has_columns_of_its_own() {
        let span = Span { start: 3, end: 20 };
        let found = Found::of_link(span, b"http://a.example/", None, 4, false);
        let chars = Span { start: 2, end: 19 };
        let cells = TextFinds::new(Finds::default()).cells(7, Some(chars), &found);
        let named = |name: &str| {
            &cells[TEXT_FINDS.columns.iter().position(|column| column.name == name).unwrap()]
        };
        assert_eq!((named("row"), named("start")), (&Cell::Number(7), &Cell::Number(3)));
        assert_eq!((named("char_start"), named("char_end")), (&Cell::Number(2), &Cell::Number(19)));
        assert_eq!(named("host"), &Cell::Text(b"a.example".into()));
        let is_own = |column: &&Column| FINDS.columns.iter().all(|c| c.name != column.name);
        let own: Vec<_> = TEXT_FINDS.columns.iter().filter(is_own).map(|c| c.name).collect();
        assert_eq!(own, ["row", "char_start", "char_end"]);
        let same = |c: &Column| FINDS.columns.iter().any(|o| o.name == c.name && o.kind == c.kind);
        assert_eq!(TEXT_FINDS.columns.iter().filter(|c| same(c)).count(), cells.len() - 3);
    }
}

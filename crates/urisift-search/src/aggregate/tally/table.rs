//! Tallies as a table and as lines of text.

use std::borrow::Cow;

use super::{Names, Occurrence, Tally};
use crate::record::{Cell, Column, Kind, Rows, Schema, push_number};
use crate::sanitize::Reader;

/// A row per key: the count, and the first and last place, with paths and lines if they are kept.
pub static TALLY: Schema = Schema {
    table: "tally",
    columns: &[
        Column { name: "count", kind: Kind::Number },
        Column { name: "key", kind: Kind::Text },
        Column { name: "first_path", kind: Kind::Text },
        Column { name: "first_start", kind: Kind::Number },
        Column { name: "first_line", kind: Kind::Number },
        Column { name: "last_path", kind: Kind::Text },
        Column { name: "last_start", kind: Kind::Number },
        Column { name: "last_line", kind: Kind::Number },
    ],
};

/// Writes the row of a key.
pub(super) fn write(tally: &Tally, names: &mut Names, rows: &dyn Rows, out: &mut Vec<u8>) {
    let mut cells = vec![Cell::Number(tally.count), Cell::Text(Cow::Borrowed(&tally.key))];
    for place in [tally.first, tally.last] {
        cells.extend(place.cells(names));
    }
    rows.row(&TALLY, &cells, out);
}

impl Occurrence {
    /// Its path, offset and line.
    fn cells(self, names: &mut Names) -> [Cell<'static>; 3] {
        let path = match names.name(self.name) {
            b"" => Cell::Null,
            path => Cell::Text(Cow::Owned(path.to_vec())),
        };
        let line = if self.line > 0 { Cell::Number(self.line) } else { Cell::Null };
        [path, Cell::Number(self.start), line]
    }
}

/// Width of a count, as in `uniq -c`.
const WIDTH: usize = 7;

/// A line per key: the count, a space, the key; then, after tabs, the first and the last place, if
/// any part of them is asked for.
pub struct TallyLines {
    /// Write the paths of the places.
    pub path: bool,
    /// Write their lines.
    pub line: bool,
    /// Write their byte offsets.
    pub offset: bool,
    /// End each line with NUL.
    pub null: bool,
    /// Who reads the lines.
    pub reader: Reader,
}

impl Rows for TallyLines {
    fn row(&self, _: &Schema, cells: &[Cell<'_>], out: &mut Vec<u8>) {
        let [Cell::Number(count), Cell::Text(key), places @ ..] = cells else { return };
        out.extend_from_slice(format!("{count:WIDTH$} ").as_bytes());
        self.reader.push(key, out);
        for place in places.chunks(3) {
            self.place(place, out);
        }
        out.push(if self.null { b'\0' } else { b'\n' });
    }
}

impl TallyLines {
    /// Writes the requested parts of a place, after a tab.
    fn place(&self, place: &[Cell<'_>], out: &mut Vec<u8>) {
        let [path, start, line] = place else { return };
        let parts = [(self.path, path), (self.line, line), (self.offset, start)];
        let given = parts.into_iter().filter(|(is_asked, cell)| *is_asked && **cell != Cell::Null);
        for (nth, (_, cell)) in given.enumerate() {
            out.push(if nth == 0 { b'\t' } else { b':' });
            match cell {
                Cell::Text(text) => self.reader.push(text, out),
                Cell::Number(number) => push_number(*number, out),
                Cell::Null | Cell::Truth(_) => {}
            }
        }
    }
}

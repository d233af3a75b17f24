//! Tallies as a table and as lines of text.

use std::borrow::Cow;

use super::{Names, Occurrence, Tally};
use crate::aggregate::Key;
use crate::aggregate::key::BETWEEN;
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

/// How many columns are not keys.
const OTHERS: usize = TALLY.columns.len() - 1;

/// The table for these keys: `TALLY`, with a column for each if there are several. It is never freed.
pub fn tally(keys: &[Key]) -> &'static Schema {
    if keys.len() == 1 {
        return &TALLY;
    }
    let name =
        |key: &Key| Key::ALL.iter().find(|(_, of)| of == key).map_or("key", |(name, _)| name);
    let keys = keys.iter().map(|key| Column { name: name(key), kind: Kind::Text });
    let [count, _, places @ ..] = TALLY.columns else { return &TALLY };
    let columns: Vec<_> = [*count].into_iter().chain(keys).chain(places.iter().copied()).collect();
    Box::leak(Box::new(Schema { table: TALLY.table, columns: Vec::leak(columns) }))
}

/// Writes the row of a key, or of several.
pub(super) fn write(
    schema: &'static Schema,
    tally: &Tally,
    names: &mut Names,
    rows: &dyn Rows,
    out: &mut Vec<u8>,
) {
    let mut cells = vec![Cell::Number(tally.count)];
    let count = schema.columns.len() - OTHERS;
    let keys = tally.key.splitn(count, |byte| count > 1 && *byte == BETWEEN);
    cells.extend(keys.map(|key| Cell::Text(Cow::Borrowed(key))));
    for place in [tally.first, tally.last] {
        cells.extend(place.cells(names));
    }
    rows.row(schema, &cells, out);
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

/// How many columns the two places have.
const PLACES: usize = 6;

/// Width of a count, as in `uniq -c`.
const WIDTH: usize = 7;

/// The longest bar, in columns.
const BAR: u64 = 20;

/// A bar in eighths of a column, in proportion to the most; it is never empty unless the count is 0.
pub fn bar(count: u64, most: u64, columns: u64) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (u128::from(count) * u128::from(columns * 8) / u128::from(most.max(1))) as usize;
    let eighths = if count > 0 { eighths.max(1) } else { 0 };
    "█".repeat(eighths / 8) + EIGHTHS[eighths % 8]
}

/// A line per key: the count, a space, the key, or several with tabs between them; then, after tabs, the first and the
/// last place, if any part of them is asked for.
pub struct TallyLines {
    /// Write a bar before each key.
    pub bars: Bars,
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

/// Whether counts have bars.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bars {
    /// They have none.
    Off,
    /// They have bars in proportion to this count.
    Of(u64),
}

impl Rows for TallyLines {
    fn scale(&mut self, most: u64) {
        if let Bars::Of(of) = &mut self.bars {
            *of = most;
        }
    }

    fn row(&self, _: &Schema, cells: &[Cell<'_>], out: &mut Vec<u8>) {
        let Some((keys, places)) = cells.split_at_checked(cells.len().saturating_sub(PLACES))
        else {
            return;
        };
        let [Cell::Number(count), keys @ ..] = keys else { return };
        out.extend_from_slice(format!("{count:WIDTH$} ").as_bytes());
        if let Bars::Of(most) = self.bars {
            let bar = bar(*count, most, BAR);
            let room = BAR as usize;
            out.extend_from_slice(format!("{bar:room$} ").as_bytes());
        }
        for (nth, key) in keys.iter().enumerate() {
            if nth > 0 {
                out.push(b'\t');
            }
            if let Cell::Text(key) = key {
                self.reader.push(key, out);
            }
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars() {
        assert_eq!(
            [bar(0, 9, 24), bar(1, 192, 24), bar(9, 9, 24)],
            [String::new(), "▏".into(), "█".repeat(24)]
        );
    }

    #[test]
    fn several_keys_have_columns() {
        let names = |keys: &[Key]| {
            tally(keys).columns[1..].iter().map(|c| c.name).take(3).collect::<Vec<_>>()
        };
        assert_eq!(names(&[Key::Host]), ["key", "first_path", "first_start"]);
        assert_eq!(names(&[Key::Month, Key::Domain]), ["month", "domain", "first_path"]);
    }
}

//! Tables as text: values with a separator between them, a row a line, the columns' names first.

use super::push_number;
use super::row::{Cell, Rows, Schema, legible};

/// Comma-separated values (RFC 4180), with a line feed alone at the end of a row. An empty text is
/// quoted, so that it is not what is missing.
pub(crate) struct Csv;

/// Tab-separated values. What would end a value is written as in many languages: `\t`, `\n`, `\r`,
/// and `\\` for the backslash itself.
pub(crate) struct Tsv;

impl Rows for Csv {
    fn head(&self, schema: &Schema, out: &mut Vec<u8>) {
        head(schema, b',', out);
    }

    fn row(&self, _: &Schema, cells: &[Cell<'_>], out: &mut Vec<u8>) {
        row(cells, b',', push_quoted, out);
    }
}

impl Rows for Tsv {
    fn head(&self, schema: &Schema, out: &mut Vec<u8>) {
        head(schema, b'\t', out);
    }

    fn row(&self, _: &Schema, cells: &[Cell<'_>], out: &mut Vec<u8>) {
        row(cells, b'\t', push_escaped, out);
    }
}

/// The names of columns, none of which needs quotes or escapes.
fn head(schema: &Schema, separator: u8, out: &mut Vec<u8>) {
    for (index, column) in schema.columns.iter().enumerate() {
        if index > 0 {
            out.push(separator);
        }
        out.extend_from_slice(column.name.as_bytes());
    }
    out.push(b'\n');
}

fn row(cells: &[Cell<'_>], separator: u8, push: fn(&str, &mut Vec<u8>), out: &mut Vec<u8>) {
    for (index, cell) in cells.iter().enumerate() {
        if index > 0 {
            out.push(separator);
        }
        match cell {
            Cell::Null => {}
            Cell::Text(text) => push(&legible(text), out),
            Cell::Number(number) => push_number(*number, out),
            Cell::Truth(truth) => out.extend_from_slice(if *truth { b"true" } else { b"false" }),
        }
    }
    out.push(b'\n');
}

/// A value in quotes, if it needs them (RFC 4180 2).
fn push_quoted(text: &str, out: &mut Vec<u8>) {
    let needs_quotes = text.is_empty() || text.bytes().any(|b| b",\"\r\n".contains(&b));
    if !needs_quotes {
        return out.extend_from_slice(text.as_bytes());
    }
    out.push(b'"');
    for (index, piece) in text.split('"').enumerate() {
        if index > 0 {
            out.extend_from_slice(b"\"\"");
        }
        out.extend_from_slice(piece.as_bytes());
    }
    out.push(b'"');
}

/// A value in which nothing is left that would end it.
fn push_escaped(text: &str, out: &mut Vec<u8>) {
    let escape = |byte| match byte {
        b'\t' => Some(b't'),
        b'\n' => Some(b'n'),
        b'\r' => Some(b'r'),
        b'\\' => Some(b'\\'),
        _ => None,
    };
    for byte in text.bytes() {
        match escape(byte) {
            Some(letter) => out.extend_from_slice(&[b'\\', letter]),
            None => out.push(byte),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::super::{Column, Kind};
    use super::*;

    const TABLE: Schema = Schema {
        table: "t",
        columns: &[
            Column { name: "a", kind: Kind::Text },
            Column { name: "b", kind: Kind::Number },
            Column { name: "c", kind: Kind::Truth },
        ],
    };

    fn written(rows: &dyn Rows, text: &[u8]) -> String {
        let mut out = Vec::new();
        rows.head(&TABLE, &mut out);
        let text = Cell::Text(Cow::Borrowed(text));
        rows.row(&TABLE, &[text, Cell::Number(7), Cell::Truth(true)], &mut out);
        rows.row(&TABLE, &[Cell::Null, Cell::Null, Cell::Null], &mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn nothing_in_a_value_ends_it() {
        for (text, csv, tsv) in [
            (&b"http://a/b"[..], "http://a/b", "http://a/b"),
            (b"", "\"\"", ""),
            (b"a,b", "\"a,b\"", "a,b"),
            (b"\"a\"", "\"\"\"a\"\"\"", "\"a\""),
            (b"a\r\nb", "\"a\r\nb\"", "a\\r\\nb"),
            (b"a\tb\\", "a\tb\\", "a\\tb\\\\"),
            (b"\xff", "\"{\"\"bytes\"\":\"\"/w==\"\"}\"", "{\"bytes\":\"/w==\"}"),
        ] {
            assert_eq!(written(&Csv, text), format!("a,b,c\n{csv},7,true\n,,\n"));
            assert_eq!(written(&Tsv, text), format!("a\tb\tc\n{tsv}\t7\ttrue\n\t\t\n"));
        }
    }
}

//! Tables as delimited text: one line per row, column names first.

use std::borrow::Cow;

use crate::record::push_number;
use crate::record::{Cell, Rows, Schema, legible};
use crate::sanitize::Reader;

/// How the texts of a table are written.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Texts {
    pub reader: Reader,
    pub formulas: Formulas,
}

/// What is done with a text that a spreadsheet would take for a formula.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Formulas {
    #[default]
    Kept,
    /// Prefixed with an apostrophe, which makes it a text.
    Escaped,
}

/// How formulas start, and what a spreadsheet may skip before them (OWASP, CSV Injection).
const FORMULA: [char; 11] =
    ['=', '+', '-', '@', '\t', '\r', '\n', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}'];

impl Texts {
    /// The text of a cell.
    fn of(self, text: &[u8]) -> Cow<'_, str> {
        let text = legible(text);
        match self.formulas {
            Formulas::Escaped if text.starts_with(FORMULA) => Cow::Owned(format!("'{text}")),
            _ => text,
        }
    }
}

/// Comma-separated values (RFC 4180), with a bare line feed at the end of a row. An empty text is
/// quoted, to tell it from a missing one.
pub(crate) struct Csv(pub Texts);

/// Tab-separated values. What would end a value is escaped as in many languages: `\t`, `\n`, `\r`,
/// and `\\` for the backslash itself.
pub(crate) struct Tsv(pub Texts);

impl Rows for Csv {
    fn head(&self, schema: &Schema, out: &mut Vec<u8>) {
        head(schema, b',', out);
    }

    fn row(&self, _: &Schema, cells: &[Cell<'_>], out: &mut Vec<u8>) {
        row(cells, b',', |text, out| push_quoted(text, self.0, out), out);
    }
}

impl Rows for Tsv {
    fn head(&self, schema: &Schema, out: &mut Vec<u8>) {
        head(schema, b'\t', out);
    }

    fn row(&self, _: &Schema, cells: &[Cell<'_>], out: &mut Vec<u8>) {
        row(cells, b'\t', |text, out| push_escaped(text, self.0, out), out);
    }
}

/// Writes the column names, which never need quotes or escapes.
fn head(schema: &Schema, separator: u8, out: &mut Vec<u8>) {
    for (index, column) in schema.columns.iter().enumerate() {
        if index > 0 {
            out.push(separator);
        }
        out.extend_from_slice(column.name.as_bytes());
    }
    out.push(b'\n');
}

fn row(cells: &[Cell<'_>], separator: u8, push: impl Fn(&[u8], &mut Vec<u8>), out: &mut Vec<u8>) {
    for (index, cell) in cells.iter().enumerate() {
        if index > 0 {
            out.push(separator);
        }
        match cell {
            Cell::Null => {}
            Cell::Text(text) => push(text, out),
            Cell::Number(number) => push_number(*number, out),
            Cell::Truth(truth) => out.extend_from_slice(if *truth { b"true" } else { b"false" }),
        }
    }
    out.push(b'\n');
}

/// Writes a value, quoted if needed (RFC 4180 2).
fn push_quoted(text: &[u8], texts: Texts, out: &mut Vec<u8>) {
    let text = texts.of(text);
    let needs_quotes = text.is_empty() || text.bytes().any(|b| b",\"\r\n".contains(&b));
    if !needs_quotes {
        return texts.reader.push(text.as_bytes(), out);
    }
    out.push(b'"');
    for (index, piece) in text.split('"').enumerate() {
        if index > 0 {
            out.extend_from_slice(b"\"\"");
        }
        texts.reader.push(piece.as_bytes(), out);
    }
    out.push(b'"');
}

/// Writes a value with everything escaped that would end it.
fn push_escaped(text: &[u8], texts: Texts, out: &mut Vec<u8>) {
    for piece in texts.of(text).split_inclusive(['\t', '\n', '\r', '\\']) {
        let (text, escape) = match piece.as_bytes() {
            [text @ .., b'\t'] => (text, &br"\t"[..]),
            [text @ .., b'\n'] => (text, &br"\n"[..]),
            [text @ .., b'\r'] => (text, &br"\r"[..]),
            [text @ .., b'\\'] => (text, &br"\\"[..]),
            text => (text, &b""[..]),
        };
        texts.reader.push(text, out);
        out.extend_from_slice(escape);
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::*;
    use crate::record::{Column, Kind};

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
            assert_eq!(written(&Csv(Texts::default()), text), format!("a,b,c\n{csv},7,true\n,,\n"));
            assert_eq!(
                written(&Tsv(Texts::default()), text),
                format!("a\tb\tc\n{tsv}\t7\ttrue\n\t\t\n")
            );
        }
    }

    #[test]
    fn a_person_sees_one_line_a_row() {
        let texts = Texts { reader: Reader::Person, ..Texts::default() };
        for (text, csv, tsv) in [
            ("a\"\n\tb", r#""a""\n\tb""#, r#"a"\n\tb"#),
            ("a\u{1b}]0;b\u{7}\\", r"a\u{1b}]0;b\u{7}\", r"a\u{1b}]0;b\u{7}\\"),
            ("\u{202e}\u{9b}\0", r"\u{202e}\u{9b}\u{0}", r"\u{202e}\u{9b}\u{0}"),
        ] {
            let text = text.as_bytes();
            assert_eq!(written(&Csv(texts), text), format!("a,b,c\n{csv},7,true\n,,\n"));
            assert_eq!(written(&Tsv(texts), text), format!("a\tb\tc\n{tsv}\t7\ttrue\n\t\t\n"));
        }
    }

    #[test]
    fn a_formula_is_made_a_text() {
        let texts = Texts { formulas: Formulas::Escaped, ..Texts::default() };
        for start in FORMULA {
            let text = format!("{start}a");
            let [csv, tsv] = [&Csv(texts) as &dyn Rows, &Tsv(texts)]
                .map(|rows| written(rows, text.as_bytes()).lines().nth(1).unwrap().to_owned());
            assert!(csv.starts_with('\'') || csv.starts_with("\"'"), "{csv}");
            assert!(tsv.starts_with('\''), "{tsv}");
        }
        for text in ["a=", "'=a", "", " =a", "http://a/"] {
            let kept = written(&Csv(Texts::default()), text.as_bytes());
            assert_eq!(written(&Csv(texts), text.as_bytes()), kept);
        }
    }
}

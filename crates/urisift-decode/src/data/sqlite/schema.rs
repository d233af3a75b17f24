//! The names of tables and columns, from the statements that created them.

use std::borrow::Cow;

use super::pages::Encoding;
use super::record;

/// A table.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Table {
    name: String,
    /// Those of the values in a row; empty if that is not known.
    columns: Vec<String>,
}

/// The table of tables (2.6).
pub(super) fn of_schema() -> Table {
    let columns = ["type", "name", "tbl_name", "rootpage", "sql"].map(str::to_owned);
    Table { name: "sqlite_schema".to_owned(), columns: columns.to_vec() }
}

impl Table {
    /// That of a row of the schema, with its root page; `None` if it is an index or has no pages.
    pub fn of_row(row: &[u8], encoding: Encoding) -> Option<(u32, Self)> {
        let (mut texts, mut root) = ([const { String::new() }; 5], 0);
        let values = record::values(row, row.len())?;
        for value in &values {
            let text = decoded(&row[value.range.clone()], encoding);
            *texts.get_mut(value.column)? = text.into_owned();
        }
        // A number, between the texts around it.
        let end =
            |column: usize| values.iter().find(|v| v.column == column).map(|v| v.range.clone());
        let (before, after) = (end(2)?.end, end(4).map_or(row.len(), |sql| sql.start));
        for byte in &row[before..after] {
            root = root << 8 | u64::from(*byte);
        }
        let [kind, name, _, _, sql] = texts;
        let root = u32::try_from(root).ok().filter(|root| *root > 1 && kind == "table")?;
        Some((root, Table { name, columns: columns(&sql) }))
    }

    /// The name of a column of a row.
    pub fn column(&self, index: usize) -> String {
        match self.columns.get(index) {
            Some(column) => format!("{}.{column}", self.name),
            None => self.name.clone(),
        }
    }
}

/// Text in the encoding of the database, as UTF-8.
pub(super) fn decoded(bytes: &[u8], encoding: Encoding) -> Cow<'_, str> {
    let unit = match encoding {
        Encoding::Utf8 => return String::from_utf8_lossy(bytes),
        Encoding::Utf16Le => u16::from_le_bytes,
        Encoding::Utf16Be => u16::from_be_bytes,
    };
    let units: Vec<u16> = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]])).collect();
    String::from_utf16_lossy(&units).into()
}

/// The columns that a statement defines, in the order in which rows have them.
fn columns(sql: &str) -> Vec<String> {
    let Some(open) = sql.find('(') else { return Vec::new() };
    let (items, after) = items(&sql[open + 1..]);
    let (mut columns, mut keys) = (Vec::new(), Vec::new());
    for item in items {
        let (name, rest) = name(item.trim());
        let upper = format!(" {}", rest.to_ascii_uppercase());
        let has_key = upper.contains("PRIMARY KEY");
        match &*name.to_ascii_uppercase() {
            "PRIMARY" | "CONSTRAINT" | "UNIQUE" | "CHECK" | "FOREIGN"
                if item.trim_start().starts_with(|c: char| c.is_ascii_alphabetic()) =>
            {
                let at = item.to_ascii_uppercase().find("PRIMARY KEY");
                let list = at.and_then(|at| item[at..].split_once('(')).map_or("", |list| list.1);
                keys.extend(self::items(list).0.iter().map(|key| self::name(key.trim()).0));
                keys.retain(|key| !key.is_empty());
            }
            // A virtual column has no value in a row.
            _ if [" AS (", " AS("].iter().any(|of| upper.contains(of))
                && !upper.contains("STORED") => {}
            _ => {
                if has_key {
                    keys.push(name.clone());
                }
                columns.push(name);
            }
        }
    }
    // A table WITHOUT ROWID is ordered by its key, which comes first (2.4).
    if after.to_ascii_uppercase().contains("WITHOUT") {
        columns.retain(|column| !keys.iter().any(|key| key.eq_ignore_ascii_case(column)));
        keys.append(&mut columns);
        return keys;
    }
    columns
}

/// What commas separate, up to the closing parenthesis, and what is after that.
fn items(sql: &str) -> (Vec<&str>, &str) {
    let (mut items, mut start, mut depth, mut quote) = (Vec::new(), 0, 0, None);
    for (at, byte) in sql.bytes().enumerate() {
        match (quote, byte) {
            (Some(open), _) => quote = quote.filter(|_| byte != open),
            (None, b'"' | b'\'' | b'`') => quote = Some(byte),
            (None, b'[') => quote = Some(b']'),
            (None, b'(') => depth += 1,
            (None, b')') if depth == 0 => {
                items.push(&sql[start..at]);
                return (items, &sql[at + 1..]);
            }
            (None, b')') => depth -= 1,
            (None, b',') if depth == 0 => {
                items.push(&sql[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    items.push(&sql[start..]);
    (items, "")
}

/// The name at the front, without its quotes, and what follows.
fn name(item: &str) -> (String, &str) {
    let close = match item.as_bytes().first() {
        Some(quote @ (b'"' | b'`' | b'\'')) => Some(char::from(*quote)),
        Some(b'[') => Some(']'),
        _ => None,
    };
    let (inner, end) = match close {
        Some(close) => (&item[1..], item[1..].find(close)),
        None => (item, item.find(|c: char| c.is_whitespace() || c == '(' || c == ',')),
    };
    let end = end.unwrap_or(inner.len());
    (inner[..end].to_owned(), inner.get(end + 1..).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::cases::assert_texts;

    #[test]
    fn columns_of_statements() {
        assert_texts("data/columns", |sql| columns(sql).join(" ¦ "));
    }
}

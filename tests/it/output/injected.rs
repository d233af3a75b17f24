//! Values that would be commands if they were not treated as values: in a database and in Parquet they
//! are stored unchanged.

use std::fs::File;

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::{Field, Row};
use rusqlite::Connection;
use rusqlite::types::Value as Sql;
use serde_json::{Map, Value, json};

use super::*;

const INJECTED: &[&[u8]] = &[
    b"'); DROP TABLE finds; --",
    b"\"; DROP TABLE sources; --",
    b"x' OR '1'='1",
    b"?1, :a, @b, $c",
    b"\\'; --\n/* \x1b[31m",
    b"=cmd|'/c calc'!A1",
    b"\xff\xfe'\x80",
    "\u{202e}'\u{0301}\u{1f600}".as_bytes(),
];

/// A folder with files whose names and texts are such.
fn injected() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("in")).unwrap();
    for (nth, value) in INJECTED.iter().enumerate() {
        let name = match String::from_utf8(value.replace_slashes()) {
            Ok(name) => name.into(),
            Err(name) => raw(name.into_bytes()),
        };
        let uri = [b"http://me'@a.example/", *value, b"?'=\"#;--"].concat();
        let link = [b"<a href=\"", &*uri.quoted(), b"\">\0</a>"].concat();
        let mail = format!(
            "From: a\nMessage-ID: <'{nth}\");--@a>\nDate: '; DROP TABLE meta\n\nhttp://m.example/';"
        );
        let text = [b"\0 ", *value, b" <", &uri, b"> http://b.example/'a'\0 mailto:'a'@b.example"]
            .concat();
        let inner = folder.path().join("in").join(&name);
        fs::create_dir(&inner).unwrap();
        fs::write(inner.join("a.txt"), text).unwrap();
        fs::write(inner.join("a.html"), [b"<html>", &*link].concat()).unwrap();
        fs::write(inner.join("a.eml"), mail).unwrap();
    }
    folder
}

trait Put {
    fn replace_slashes(&self) -> Vec<u8>;
    fn quoted(&self) -> Vec<u8>;
}

impl Put for [u8] {
    /// A name of a file has no slashes.
    fn replace_slashes(&self) -> Vec<u8> {
        self.iter().map(|b| if *b == b'/' { b'_' } else { *b }).collect()
    }

    /// Text in quotes has no quotes.
    fn quoted(&self) -> Vec<u8> {
        self.iter().copied().filter(|b| *b != b'"').collect()
    }
}

#[cfg(target_os = "linux")]
fn raw(name: Vec<u8>) -> std::ffi::OsString {
    std::os::unix::ffi::OsStringExt::from_vec(name)
}

#[cfg(not(target_os = "linux"))]
fn raw(name: Vec<u8>) -> std::ffi::OsString {
    String::from_utf8_lossy(&name).into_owned().into()
}

/// An object of JSON lines as a row.
fn flat(line: &str) -> Map<String, Value> {
    let object: Map<String, Value> = serde_json::from_str(line).unwrap();
    let mut row = Map::new();
    for (name, value) in object {
        match (name.as_str(), &value) {
            ("readings", _) => row.insert("reading".to_owned(), text(&value[1])),
            ("fault", _) => {
                row.insert("fault_at".to_owned(), value["at"].clone());
                row.insert("fault_rule".to_owned(), value["rule"].clone())
            }
            ("conforms", Value::Array(names)) => {
                let names: Vec<_> = names.iter().filter_map(Value::as_str).collect();
                row.insert(name, names.join(" ").into())
            }
            _ => row.insert(name, text(&value)),
        };
    }
    row
}

/// A text that is not UTF-8, or a list, is JSON.
fn text(value: &Value) -> Value {
    if value.is_object() || value.is_array() { value.to_string().into() } else { value.clone() }
}

/// Rows without nulls and without their numbers.
fn of_sqlite(path: &Path, table: &str) -> Vec<Map<String, Value>> {
    let connection = Connection::open(path).unwrap();
    let mut statement = connection.prepare(&format!("SELECT * FROM {table} ORDER BY id")).unwrap();
    let names: Vec<_> = statement.column_names().map(str::to_owned).collect();
    let rows = statement.query_map([], |row| {
        let cells = names.iter().enumerate().skip(1);
        cells
            .map(|(at, name)| Ok((name.clone(), row.get::<_, Sql>(at)?)))
            .collect::<Result<Vec<_>, _>>()
    });
    let cell = |(name, cell): (String, Sql)| {
        let is_truth = ["decoded", "truncated", "truncated_by_source", "valid", "is_commented"]
            .contains(&name.as_str());
        let value = match cell {
            Sql::Null => return None,
            Sql::Integer(number) if is_truth => json!(number == 1),
            Sql::Integer(number) => json!(number),
            Sql::Text(text) => json!(text),
            other => panic!("{other:?}"),
        };
        Some((name, value))
    };
    rows.unwrap().map(|row| row.unwrap().into_iter().filter_map(cell).collect()).collect()
}

fn of_parquet(path: &Path) -> Vec<Map<String, Value>> {
    let reader = SerializedFileReader::new(File::open(path).unwrap()).unwrap();
    let cell = |(name, field): (&String, &Field)| {
        let value = match field {
            Field::Null => return None,
            Field::Long(number) => json!(number),
            Field::Bool(truth) => json!(truth),
            Field::Str(text) => json!(text),
            other => panic!("{other:?}"),
        };
        Some((name.clone(), value))
    };
    let row = |row: Row| row.get_column_iter().filter_map(cell).collect();
    reader.get_row_iter(None).unwrap().map(|next| row(next.unwrap())).collect()
}

/// Checks that a run prints the same in JSON as it writes to tables.
fn agreed(folder: &Path, flags: &[&str], table: &str) -> usize {
    // JSON has all fields then.
    let flags = [flags, &["--assess"]].concat();
    let json = run(folder, &[&flags[..], &["in", "--json"]].concat()).stdout;
    let expected: Vec<_> = String::from_utf8(json).unwrap().lines().map(flat).collect();
    for name in ["a.db", "a.parquet"] {
        let _ = fs::remove_file(folder.join(name));
        run(folder, &[&flags[..], &["in", "-o", name]].concat());
    }
    assert!(of_sqlite(&folder.join("a.db"), table) == expected, "{flags:?}");
    assert!(of_parquet(&folder.join("a.parquet")) == expected, "{flags:?}");
    expected.len()
}

#[test]
fn values_are_no_commands_in_a_harvest() {
    let folder = injected();
    let flags =
        ["--judge", "--email", "--fold=always", "--iri=always", "-C1", "--normalize", "--defang"];
    let count = agreed(folder.path(), &flags, "finds");
    assert!(count >= 4 * INJECTED.len(), "{count}");
    let sources = Connection::open(folder.path().join("a.db")).unwrap();
    let count = sources.query_row("SELECT count(*) FROM sources WHERE done", [], |row| row.get(0));
    assert_eq!(count, Ok(3 * INJECTED.len() as i64));
    // The paths are recognised, so nothing is searched twice.
    let ids = || -> String {
        let sql = "SELECT group_concat(id) || group_concat(first_id) FROM sources";
        Connection::open(folder.path().join("a.db"))
            .unwrap()
            .query_row(sql, [], |row| row.get(0))
            .unwrap()
    };
    let before = ids();
    quiet(folder.path(), &[&flags[..], &["in", "-o", "a.db"]].concat(), 0);
    assert_eq!(ids(), before);
}

#[test]
fn values_are_no_commands_in_what_is_gathered() {
    let folder = injected();
    for key in ["uri", "normal", "host", "path", "without-query"] {
        assert!(agreed(folder.path(), &["--fold=always", "--by", key], "tally") > 0, "{key}");
    }
    assert!(agreed(folder.path(), &["--fold=always", "--unique=path"], "finds") > 5);
}

/// The flags in the table `meta` are values too, and so is the name of the database.
#[test]
fn flags_and_names_are_no_commands() {
    let folder = injected();
    let name = "file:'); DROP TABLE finds; --?mode=memory.db";
    let flags = ["in", "--regex", "'|\"", "--base", "http://a'b/", "-o", name];
    quiet(folder.path(), &flags, 0);
    quiet(folder.path(), &flags, 0);
    let gathered = name.replace("memory", "gathered");
    let flags = ["in", "--by=uri", "-o", &gathered];
    quiet(folder.path(), &flags, 0);
    quiet(folder.path(), &flags, 0);
    assert_eq!(names(folder.path()), [&gathered, name, "in"]);
}

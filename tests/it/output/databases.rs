//! SQLite databases that are filled over several runs.

use std::process::Stdio;
use std::time::{Duration, Instant};

use rusqlite::types::Value;
use rusqlite::{Connection, OpenFlags};

use super::*;
use crate::kit;

type Rows = Vec<Vec<Value>>;

fn rows(folder: &Path, name: &str, sql: &str) -> Rows {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE;
    let connection = Connection::open_with_flags(folder.join(name), flags).unwrap();
    let mut statement = connection.prepare(sql).unwrap();
    let count = statement.column_count();
    let rows = statement.query_map([], |row| (0..count).map(|i| row.get(i)).collect()).unwrap();
    rows.map(Result::unwrap).collect()
}

fn finds(folder: &Path, name: &str) -> Rows {
    rows(folder, name, "SELECT * FROM finds ORDER BY id")
}

fn uris(folder: &Path) -> Vec<String> {
    let text = |row: Vec<Value>| match &row[0] {
        Value::Text(text) => text.clone(),
        other => format!("{other:?}"),
    };
    rows(folder, "a.db", "SELECT uri FROM finds ORDER BY id").into_iter().map(text).collect()
}

fn age(path: &Path) {
    let file = fs::File::options().write(true).open(path).unwrap();
    file.set_modified(std::time::SystemTime::UNIX_EPOCH).unwrap();
}

#[test]
fn only_what_has_changed_is_searched_again() {
    let folder = texts();
    let path = |name: &str| folder.path().join("in").join(name);
    quiet(folder.path(), &["in", "-o", "a.db"], 0);
    let first = finds(folder.path(), "a.db");
    assert_eq!(first.len(), 20);
    // Other text of the same length at the same time is not seen.
    let date = fs::metadata(path("1")).unwrap().modified().unwrap();
    let text = fs::read_to_string(path("1")).unwrap().replace("a.example", "c.example");
    fs::write(path("1"), &text).unwrap();
    fs::File::options().write(true).open(path("1")).unwrap().set_modified(date).unwrap();
    quiet(folder.path(), &["in", "-o", "a.db"], 0);
    assert_eq!(finds(folder.path(), "a.db"), first);
    age(&path("1"));
    quiet(folder.path(), &["in", "-o", "a.db"], 0);
    let uris = uris(folder.path());
    assert_eq!(uris.len(), 20);
    assert_eq!(uris[18..], ["http://c.example/1", "http://b.example/1"]);
    assert_eq!(names(folder.path()), ["a.db", "in"]);
}

#[test]
fn what_cannot_be_known_is_searched_every_time() {
    let folder = texts();
    let piped = |text: &str| {
        let text = folder.path().join(text);
        let mut command = urisift(folder.path(), &["-", "in/1", "-o", "a.db"]);
        assert!(command.stdin(fs::File::open(text).unwrap()).status().unwrap().success());
        uris(folder.path())
    };
    assert_eq!(piped("in/2").len(), 6);
    assert_eq!(piped("in/3").len(), 8);
    assert_eq!(piped("in/0").len(), 2);
}

#[test]
fn a_source_that_is_named_twice_is_there_once() {
    let folder = texts();
    quiet(folder.path(), &["in/2", "in/1", "in/2", "-o", "a.db"], 0);
    let first = finds(folder.path(), "a.db");
    assert_eq!(first.len(), 6);
    quiet(folder.path(), &["in/2", "in/1", "in/2", "-o", "a.db"], 0);
    assert_eq!(finds(folder.path(), "a.db"), first);
    // The first occurrence counts, for a changed file too.
    age(&folder.path().join("in/1"));
    quiet(folder.path(), &["in/1", "in/3", "in/1", "-o", "a.db"], 0);
    assert_eq!(
        uris(folder.path())[4..7],
        ["http://a.example/1", "http://b.example/1", "http://a.example/3"]
    );
}

#[test]
fn a_database_takes_only_what_goes_with_it() {
    let folder = texts();
    let refused = |args: &[&str], why: &str| {
        let output = run(folder.path(), args);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(said.contains(why), "{said}");
    };
    quiet(folder.path(), &["in", "-o", "a.db"], 0);
    refused(&["in", "-o", "a.db", "--www"], "a.db: database was made with different options");
    quiet(folder.path(), &["in", "-o", "a.db", "-j3", "-n"], 0);
    fs::write(folder.path().join("b.db"), "no database at all, however long it is".repeat(99))
        .unwrap();
    refused(&["in", "-o", "b.db"], "b.db: file is not a database");
    let other = Connection::open(folder.path().join("c.db")).unwrap();
    other.execute_batch("CREATE TABLE finds (a)").unwrap();
    refused(&["in", "-o", "c.db"], "c.db: not a urisift database");
    let ours = Connection::open(folder.path().join("a.db")).unwrap();
    ours.execute_batch("PRAGMA user_version = 7").unwrap();
    refused(&["in", "-o", "a.db"], "a.db: database has schema version 7, expected 2");
}

#[cfg(target_os = "linux")]
#[test]
fn what_could_not_be_read_is_tried_again() {
    let folder = texts();
    let output = run(folder.path(), &["in/1", "/proc/self/mem", "-o", "a.db"]);
    assert_eq!(output.status.code(), Some(2));
    let sources = rows(folder.path(), "a.db", "SELECT path FROM sources WHERE NOT done");
    assert_eq!(sources, [[Value::Text("/proc/self/mem".to_owned())]]);
}

/// Files of some finds each, with some large ones among them.
fn many() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("in")).unwrap();
    for n in 0..120usize {
        let count = if n % 40 == 3 { 30_000 } else { n * 37 % 300 };
        let line = |i| format!("http://h{i}.example/{n}?x={i} and so on\n");
        let text: String = (0..count).map(line).collect();
        fs::write(folder.path().join(format!("in/{n:03}")), text).unwrap();
    }
    folder
}

/// Whenever a run is killed, the next one continues, and the result is the same.
#[test]
fn a_run_that_is_killed_is_gone_on_with() {
    let folder = many();
    let start = Instant::now();
    quiet(folder.path(), &["in", "-o", "clean.db"], 0);
    let whole = start.elapsed();
    for nth in 1..=kit::amount(4, 10) as u32 {
        let mut child =
            urisift(folder.path(), &["in", "-o", "a.db"]).stdout(Stdio::null()).spawn().unwrap();
        // Moments all over the run, in no order.
        std::thread::sleep(whole * (nth * 7 % 11) / 11 + Duration::from_millis(nth.into()));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    quiet(folder.path(), &["in", "-o", "a.db"], 0);
    assert!(finds(folder.path(), "a.db") == finds(folder.path(), "clean.db"));
    // A source that was restarted has another number.
    let sources = |name| {
        let columns = "path, length, modified, finds, first_id, done";
        rows(folder.path(), name, &format!("SELECT {columns} FROM sources ORDER BY id"))
    };
    assert_eq!(sources("a.db"), sources("clean.db"));
}

#[test]
fn any_number_of_threads_makes_the_same_database() {
    let folder = many();
    quiet(folder.path(), &["in", "-j1", "-o", "a.db"], 0);
    quiet(folder.path(), &["in", "-j5", "-o", "b.db"], 0);
    assert!(finds(folder.path(), "a.db") == finds(folder.path(), "b.db"));
}

/// A harvest, or anything else that is no tally, is not replaced by one.
#[test]
fn only_what_was_gathered_is_replaced_by_what_is() {
    let folder = texts();
    quiet(folder.path(), &["in", "-o", "finds.db"], 0);
    let before = fs::read(folder.path().join("finds.db")).unwrap();
    for flag in ["--unique", "--by=host", "--top=3"] {
        let output = run(folder.path(), &["in", flag, "-o", "finds.db"]);
        assert_eq!(output.status.code(), Some(2), "{flag}");
        assert!(fs::read(folder.path().join("finds.db")).unwrap() == before, "{flag}");
    }
    quiet(folder.path(), &["in", "--unique", "-o", "own.db"], 0);
    quiet(folder.path(), &["in", "--top=3", "-o", "own.db"], 0);
}

/// The views and indexes that answer common questions.
#[test]
fn who_linked_what_and_when() {
    let folder = tempfile::tempdir().unwrap();
    let mail = |from: &str, day: u32, host: &str| {
        format!(
            "From a\nFrom: {from} <{from}@a.example>\nDate: {day} Jan 2020 12:00:00 +0000\n\nhttp://{host}/\n\n"
        )
    };
    let mails =
        [mail("x", 30, "b.example"), mail("y", 31, "b.example"), mail("x", 31, "c.example")];
    fs::write(folder.path().join("a.mbox"), mails.concat()).unwrap();
    for args in [&["a.mbox", "-o", "a.db"][..], &["a.mbox", "-o", "b.db", "--unique"]] {
        quiet(folder.path(), args, 0);
        let all = |sql: &str| -> Vec<String> {
            let text = |value: &Value| match value {
                Value::Text(text) => text.clone(),
                Value::Integer(number) => number.to_string(),
                other => format!("{other:?}"),
            };
            let rows = rows(folder.path(), args[2], sql);
            rows.iter().map(|row| row.iter().map(text).collect::<Vec<_>>().join(" ")).collect()
        };
        let is_all = args.len() == 3;
        assert_eq!(all("SELECT strftime('%d', time) FROM finds")[0], "30");
        assert_eq!(all("SELECT * FROM by_month WHERE host = 'c.example'"), ["2020-01 c.example 1"]);
        let first = "b.example 2020-01-30T12:00:00Z";
        let last = if is_all { "2020-01-31T12:00:00Z 2" } else { "2020-01-30T12:00:00Z 1" };
        assert_eq!(all("SELECT * FROM first_seen")[0], format!("{first} {last}"));
        let senders =
            all("SELECT \"from\", from_name, count FROM by_sender WHERE host = 'b.example'");
        assert_eq!(senders[0], "x@a.example x 1");
        let indexes = "SELECT count(*) FROM sqlite_schema WHERE name LIKE 'finds_by_%'";
        assert_eq!(all(indexes), ["3"]);
    }
}

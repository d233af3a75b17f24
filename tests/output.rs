//! Files that are written: whole or not at all, compressed, and databases that are gone on with.

mod kit;

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

/// The command in a folder.
fn urisift(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_urisift"));
    command.current_dir(folder).args(args);
    command
}

fn run(folder: &Path, args: &[&str]) -> Output {
    urisift(folder, args).output().unwrap()
}

/// Runs it, and sees that it says nothing, and ends with that status.
fn quiet(folder: &Path, args: &[&str], status: i32) {
    let output = run(folder, args);
    let said = [output.stdout, output.stderr].concat();
    assert_eq!((output.status.code(), String::from_utf8_lossy(&said)), (Some(status), "".into()));
}

/// A folder with texts in a folder `in`.
fn texts() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("in");
    fs::create_dir(&inner).unwrap();
    for n in 0..5 {
        let text = format!("http://a.example/{n} and <http://b.example/\n{n}>\n").repeat(n);
        fs::write(inner.join(n.to_string()), text).unwrap();
    }
    folder
}

fn names(folder: &Path) -> Vec<String> {
    let name = |entry: fs::DirEntry| entry.file_name().into_string().unwrap();
    let mut names: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| name(entry.unwrap())).collect();
    names.sort();
    names
}

#[test]
fn a_file_has_what_would_be_printed() {
    let folder = texts();
    for (name, flag) in
        [("a.txt", "-H"), ("a.jsonl", "--json"), ("a.CSV", "--csv"), ("a.x", "--tsv")]
    {
        let flags: &[&str] = if name == "a.x" || name == "a.txt" { &[flag] } else { &[] };
        quiet(folder.path(), &[&["in", "-o", name], flags].concat(), 0);
        let printed = run(folder.path(), &["in", flag]).stdout;
        assert!(!printed.is_empty());
        assert!(fs::read(folder.path().join(name)).unwrap() == printed, "{name}");
    }
}

#[test]
fn compressed_files_unpack_to_the_same() {
    let folder = texts();
    let printed = run(folder.path(), &["in", "--csv"]).stdout;
    for (ending, _) in kit::pack::PACKERS {
        let name = format!("a.csv.{ending}");
        quiet(folder.path(), &["in", "-o", &name], 0);
        let packed = fs::File::open(folder.path().join(name)).unwrap();
        let mut reader: Box<dyn Read> = match ending {
            "gz" => Box::new(flate2::read::GzDecoder::new(packed)),
            "zst" => Box::new(zstd::Decoder::new(packed).unwrap()),
            "bz2" => Box::new(bzip2::read::BzDecoder::new(packed)),
            "xz" => Box::new(liblzma::read::XzDecoder::new(packed)),
            _ => Box::new(lz4_flex::frame::FrameDecoder::new(packed)),
        };
        let mut text = Vec::new();
        reader.read_to_end(&mut text).unwrap();
        assert!(text == printed, "{ending}");
    }
}

#[test]
fn the_file_and_its_draft_are_no_input() {
    let folder = texts();
    let draft = folder.path().join(".urisift-killed.part");
    fs::write(&draft, "http://never.example/").unwrap();
    for name in ["a.txt", "a.txt.gz", "a.sqlite", "a.parquet"] {
        quiet(folder.path(), &[".", "-o", name], 0);
        // A database counts how often it was opened.
        let len = || fs::metadata(folder.path().join(name)).unwrap().len();
        let first = len();
        quiet(folder.path(), &[".", "-o", name], 0);
        assert_eq!(len(), first, "{name}");
        fs::remove_file(folder.path().join(name)).unwrap();
    }
    fs::remove_file(draft).unwrap();
    assert_eq!(names(folder.path()), ["in"]);
}

#[cfg(unix)]
#[test]
fn permissions_are_those_of_a_new_file() {
    use std::os::unix::fs::PermissionsExt;
    let folder = texts();
    let mode = |name: &str| fs::metadata(folder.path().join(name)).unwrap().permissions().mode();
    fs::write(folder.path().join("new"), "").unwrap();
    quiet(folder.path(), &["in", "-o", "a.csv"], 0);
    assert_eq!(mode("a.csv"), mode("new"));
}

/// A run that is killed leaves what was there.
#[cfg(unix)]
#[test]
fn an_early_end_leaves_the_old_file() {
    use std::io::Write;
    use std::process::Stdio;
    let folder = texts();
    let path = folder.path().join("a.csv.gz");
    fs::write(&path, "old").unwrap();
    let mut child =
        urisift(folder.path(), &["-", "-o", "a.csv.gz"]).stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.as_ref().unwrap().write_all(b"http://a.example/ b\n").unwrap();
    while names(folder.path()).len() < 3 {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(fs::read(path).unwrap(), b"old");
}

#[cfg(target_os = "linux")]
#[test]
fn a_device_is_written_to() {
    let folder = texts();
    quiet(folder.path(), &["in", "--csv", "-o", "/dev/null"], 0);
    let full = run(folder.path(), &["in", "--csv", "-o", "/dev/full"]);
    assert_eq!(full.status.code(), Some(2));
    assert_eq!(full.stderr, b"urisift: cannot write: No space left on device\n");
    assert!(!fs::metadata("/dev/full").unwrap().is_file());
}

#[test]
fn nothing_found_is_a_table_too() {
    let folder = texts();
    for name in ["a.csv", "a.txt", "a.sqlite", "a.parquet"] {
        quiet(folder.path(), &["in/0", "-o", name], 1);
        quiet(folder.path(), &["in", "-m0", "-o", &format!("b{name}")], 1);
    }
    assert_eq!(names(folder.path()).len(), 9);
    assert_eq!(
        fs::read(folder.path().join("a.csv")).unwrap(),
        run(folder.path(), &["in/0", "--csv"]).stdout
    );
}

/// Files of a kind that only a feature makes.
#[cfg(feature = "sqlite")]
mod databases {
    use std::process::Stdio;
    use std::time::{Duration, Instant};

    use rusqlite::types::Value;
    use rusqlite::{Connection, OpenFlags};

    use super::*;

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
        refused(&["in", "-o", "a.db", "--www"], "a.db: made with other flags");
        quiet(folder.path(), &["in", "-o", "a.db", "-j3", "-n"], 0);
        fs::write(folder.path().join("b.db"), "no database at all, however long it is".repeat(99))
            .unwrap();
        refused(&["in", "-o", "b.db"], "b.db: file is not a database");
        let other = Connection::open(folder.path().join("c.db")).unwrap();
        other.execute_batch("CREATE TABLE finds (a)").unwrap();
        refused(&["in", "-o", "c.db"], "c.db: a database with other tables");
        let ours = Connection::open(folder.path().join("a.db")).unwrap();
        ours.execute_batch("PRAGMA user_version = 7").unwrap();
        refused(&["in", "-o", "a.db"], "a.db: its tables are of version 7, and not 1");
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

    /// Whenever a run is killed, the next one goes on, and the end is the same.
    #[test]
    fn a_run_that_is_killed_is_gone_on_with() {
        let folder = many();
        let start = Instant::now();
        quiet(folder.path(), &["in", "-o", "clean.db"], 0);
        let whole = start.elapsed();
        for nth in 1..=10u32 {
            let mut child = urisift(folder.path(), &["in", "-o", "a.db"])
                .stdout(Stdio::null())
                .spawn()
                .unwrap();
            // Moments that lie all over the run, in no order.
            std::thread::sleep(whole * (nth * 7 % 11) / 11 + Duration::from_millis(nth.into()));
            child.kill().unwrap();
            child.wait().unwrap();
        }
        quiet(folder.path(), &["in", "-o", "a.db"], 0);
        assert!(finds(folder.path(), "a.db") == finds(folder.path(), "clean.db"));
        let sources = |name| rows(folder.path(), name, "SELECT * FROM sources ORDER BY id");
        assert_eq!(sources("a.db"), sources("clean.db"));
    }

    #[test]
    fn any_number_of_threads_makes_the_same_database() {
        let folder = many();
        quiet(folder.path(), &["in", "-j1", "-o", "a.db"], 0);
        quiet(folder.path(), &["in", "-j5", "-o", "b.db"], 0);
        assert!(finds(folder.path(), "a.db") == finds(folder.path(), "b.db"));
    }
}

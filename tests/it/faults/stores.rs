//! Databases that cannot be written, or that two runs write at once.

use std::fs;

use rusqlite::Connection;

use crate::kit;
use crate::kit::command::{Faults, Folder, has_strace, piped, said, says};

fn uris(folder: &Folder, name: &str) -> Vec<String> {
    let connection = Connection::open(folder.join(name)).unwrap();
    let mut statement = connection.prepare("SELECT uri FROM finds ORDER BY id").unwrap();
    let rows = statement.query_map([], |row| row.get(0)).unwrap();
    rows.map(Result::unwrap).collect()
}

fn texts() -> Folder {
    let folder = Folder::new();
    for n in 0..3 {
        folder.write(&format!("in/{n}"), format!("http://a.example/{n} and so on\n").repeat(400));
    }
    folder
}

/// Whatever fails, the next run continues, and nothing is stored twice.
#[test]
fn a_database_can_be_gone_on_with_after_any_failure() {
    if !has_strace() {
        return;
    }
    let folder = texts();
    assert_eq!(said(&folder.run(&["in", "-o", "whole.db"])), says("", "", 0));
    let whole = uris(&folder, "whole.db");
    assert_eq!(whole.len(), 1200);
    for (calls, error) in [("pwrite64", "ENOSPC"), ("pwrite64", "EIO"), ("fsync,fdatasync", "EIO")]
    {
        let numbers = [1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 50, 80];
        for number in numbers.into_iter().step_by(kit::amount(3, 1)) {
            let what = format!("error={error}:when={number}+");
            let faults = Faults { calls, what: &what, path: None };
            let faulty = faults.run(&folder, &["in", "-o", "a.db"]);
            let (printed, told, code) = said(&faulty.output);
            // Cleaning up after all is written may fail.
            let is_done = faulty.times == 0 || code == Some(0);
            assert_eq!((&*printed, told.lines().count()), ("", usize::from(!is_done)), "{told}");
            assert!(
                is_done
                    || code == Some(2) && told.contains(": a.db: ")
                    || told.starts_with("urisift: a.db: "),
                "{told}"
            );
            assert_eq!(said(&folder.run(&["in", "-o", "a.db"])), says("", "", 0), "{number}");
            assert_eq!(uris(&folder, "a.db"), whole, "{calls} {number}");
            fs::remove_file(folder.join("a.db")).unwrap();
            assert_eq!(folder.names(), ["in", "whole.db"]);
            if faulty.times == 0 {
                break;
            }
        }
    }
}

/// A new database is written whole or not at all.
#[test]
fn counts_that_cannot_be_written_leave_the_old_ones() {
    if !has_strace() {
        return;
    }
    let folder = texts();
    let args = ["in", "--by", "uri", "-o", "a.db"];
    assert_eq!(said(&folder.run(&args)), says("", "", 0));
    let old = fs::read(folder.join("a.db")).unwrap();
    for (calls, error) in [
        ("pwrite64", "ENOSPC"),
        ("pwrite64", "EIO"),
        ("fsync,fdatasync", "EIO"),
        ("rename,renameat,renameat2", "EIO"),
    ] {
        for number in (1..9).step_by(kit::amount(3, 1)) {
            let what = format!("error={error}:when={number}+");
            let faulty = Faults { calls, what: &what, path: None }.run(&folder, &args);
            if faulty.times == 0 {
                assert!(number > 1, "{calls}");
                break;
            }
            let (_, told, code) = said(&faulty.output);
            assert_eq!((told.lines().count(), code), (1, Some(2)), "{calls} {number}: {told}");
            assert!(told.contains("a.db: "), "{told}");
            assert_eq!(fs::read(folder.join("a.db")).unwrap(), old, "{calls} {number}");
            assert_eq!(folder.names(), ["a.db", "in"]);
        }
    }
}

/// Of two runs that begin at once, one may fail with a message about the other.
#[test]
fn two_first_runs_at_once_leave_a_database() {
    for _ in 0..kit::amount(3, 10) {
        let folder = texts();
        let runs = [(); 3].map(|()| piped(&folder.path(), &["in", "-o", "a.db"]));
        let mut done = 0;
        for run in runs {
            let (printed, told, code) = said(&run.wait_with_output().unwrap());
            let is_known = told.contains("another program modified the database during the run")
                || told.contains("database is locked by another program");
            assert!(
                printed.is_empty() && (code == Some(0) && told.is_empty() || is_known),
                "{told}"
            );
            done += usize::from(code == Some(0));
        }
        assert!(done > 0);
        assert_eq!(said(&folder.run(&["in", "-o", "a.db"])), says("", "", 0));
        assert_eq!(uris(&folder, "a.db").len(), 1200);
    }
}

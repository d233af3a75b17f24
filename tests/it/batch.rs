//! Finds as columns, for programs: what the command finds, in its order.

use crate::kit;
use std::fs;
use std::path::Path;
use std::process::Command;

use urisift_cli::batch::{Batch, Column, Event, Kind, Problem, Scan};

/// A value of a column as CSV would have it, without quotes.
fn value(column: &Column, at: usize) -> String {
    let bit = |bits: &[u8]| bits[at / 8] >> (at % 8) & 1 == 1;
    let offset = |at: usize| {
        u32::from_ne_bytes(column.offsets()[4 * at..][..4].try_into().unwrap()) as usize
    };
    match column.kind() {
        _ if column.is_null() || !bit(column.validity()) => "null".to_owned(),
        Kind::Text => {
            let text = &column.values()[offset(at)..offset(at + 1)];
            String::from_utf8(text.to_vec()).unwrap()
        }
        Kind::Number => {
            i64::from_ne_bytes(column.values()[8 * at..][..8].try_into().unwrap()).to_string()
        }
        Kind::Truth => bit(column.values()).to_string(),
    }
}

/// Those columns of every row, with tabs between them.
fn rows(batch: &Batch, names: &[&str]) -> Vec<String> {
    let column = |name: &&str| batch.columns().iter().find(|column| column.name() == *name);
    let columns: Vec<_> = names.iter().map(|name| column(name).unwrap()).collect();
    let row = |at| columns.iter().map(|column| value(column, at)).collect::<Vec<_>>().join("\t");
    (0..batch.rows()).map(row).collect()
}

/// The results of a search: rows and problems.
fn scanned(flags: &[&str], paths: &[&Path], names: &[&str]) -> (Vec<String>, Vec<Problem>) {
    let (mut all, mut problems) = (Vec::new(), Vec::new());
    for event in Scan::start(flags, paths).unwrap() {
        match event.unwrap() {
            Event::Batch(batch) => all.extend(rows(&batch, names)),
            Event::Problem(problem) => problems.push(problem),
        }
    }
    (all, problems)
}

/// The lines that the command prints.
fn printed(arguments: &[&str], path: &Path) -> Vec<String> {
    let command =
        Command::new(env!("CARGO_BIN_EXE_urisift")).args(arguments).arg(path).output().unwrap();
    String::from_utf8(command.stdout).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn a_program_is_given_what_the_command_prints() {
    let path = kit::project("corpora");
    let names = ["path", "start", "end", "line", "column", "uri", "valid"];
    let template = r"%{path}\t%{start}\t%{end}\t%{line}\t%{column}\t%{uri}\t%{valid}";
    let expected = printed(&["--format", template], &path);
    assert!(expected.len() > 100);
    for threads in ["--threads=1", "--threads=4"] {
        let (rows, problems) = scanned(&[threads], &[&path], &names);
        assert_eq!((&rows, &problems[..]), (&expected, &[][..]), "{threads}");
    }
}

#[test]
fn what_is_counted_has_columns_of_its_own() {
    let path = kit::project("corpora/logs");
    let (rows, _) = scanned(&["--by=scheme"], &[&path], &["count", "key"]);
    let scan = Scan::start(["--by=scheme"], [&path]).unwrap();
    let names: Vec<_> = scan.columns().map(|(name, _)| name).collect();
    assert_eq!(names[..2], ["count", "key"]);
    let expected = printed(&["--by", "scheme"], &path);
    let cleaned = |line: &String| line.trim_start().replacen(' ', "\t", 1);
    assert_eq!(rows, expected.iter().map(cleaned).collect::<Vec<_>>());
}

#[test]
fn problems_are_told_and_the_rest_is_searched() {
    let folder = tempfile::tempdir().unwrap();
    let [missing, there] = ["missing", "there"].map(|name| folder.path().join(name));
    fs::write(&there, "http://a.example/").unwrap();
    let (rows, problems) = scanned(&[], &[&missing, &there], &["uri"]);
    assert_eq!(rows, ["http://a.example/"]);
    assert_eq!((problems.len(), &problems[0].path), (1, &missing));
}

#[test]
fn a_search_that_nobody_waits_for_ends() {
    let folder = tempfile::tempdir().unwrap();
    for number in 0..200 {
        fs::write(folder.path().join(number.to_string()), "http://a.example/ ".repeat(5000))
            .unwrap();
    }
    let mut scan = Scan::start(["--threads=3"], [folder.path()]).unwrap();
    assert!(matches!(scan.next(), Some(Ok(Event::Batch(_)))));
    drop(scan);
}

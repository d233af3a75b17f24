//! Finds as columns, for programs: what the command finds, in its order.

use crate::kit;
use std::fs;
use std::path::Path;
use std::process::Command;

use urisift_search::{
    Batch, BatchBuilder, Column, ColumnKind as Kind, Event, Key, Patterns, Problem, Ranking,
    Search, Steps,
};

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
        Kind::Number | Kind::Time => {
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
fn scanned(search: BatchBuilder, names: &[&str]) -> (Vec<String>, Vec<Problem>) {
    let (mut all, mut problems) = (Vec::new(), Vec::new());
    for event in search.build().unwrap() {
        match event.unwrap() {
            Event::Batch(batch) => all.extend(rows(&batch, names)),
            Event::Problem(problem) | Event::Failure(problem) => problems.push(problem),
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
    for threads in [1, 4] {
        let search = Search::builder().path(&path).threads(threads).batches();
        let (rows, problems) = scanned(search, &names);
        assert_eq!((&rows, &problems[..]), (&expected, &[][..]), "{threads}");
    }
}

#[test]
fn finds_are_transformed_and_judged_as_by_the_command() {
    let path = kit::project("corpora");
    let names = ["uri", "unwrapped", "unwrapped_via", "resolved", "normal", "defanged", "conforms"];
    let template =
        r"%{uri}\t%{unwrapped}\t%{unwrapped_via}\t%{resolved}\t%{normal}\t%{defanged}\t%{conforms}";
    let base = "http://base.example/";
    let flags = ["--unwrap", "--base", base, "--normalize", "--defang", "--judge"];
    let expected = printed(&[&flags[..], &["--format", template]].concat(), &path);
    let search = Search::builder().path(&path).base(base).batches();
    let search = search.unwrap_redirects(true).normalize(Steps::SCHEME).defang(true).judge(true);
    let (rows, _) = scanned(search, &names);
    let shown = |row: &String| row.replace("null", "");
    assert_eq!(rows.iter().map(shown).collect::<Vec<_>>(), expected);
}

#[test]
fn the_first_find_of_each_key_is_the_command_s() {
    let path = kit::project("corpora");
    for (name, key) in Key::ALL {
        let search = Search::builder().path(&path).threads(3).batches().unique(key);
        let (rows, _) = scanned(search, &["uri"]);
        assert_eq!(rows, printed(&[&format!("--unique={name}")], &path), "{name}");
    }
}

#[test]
fn what_is_counted_has_columns_of_its_own() {
    let path = kit::project("corpora/logs");
    let ranking = Ranking::MostFrequent(None);
    let search = || Search::builder().path(&path).batches().counts(Key::Scheme, ranking);
    let (rows, _) = scanned(search(), &["count", "key"]);
    let names: Vec<_> = search().build().unwrap().columns().map(|(name, _)| name).collect();
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
    let (rows, problems) = scanned(Search::builder().paths([&missing, &there]).batches(), &["uri"]);
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
    let search = Search::builder().path(folder.path()).threads(3).batches();
    let mut search = search.build().unwrap();
    assert!(matches!(search.next(), Some(Ok(Event::Batch(_)))));
    drop(search);
}

#[test]
fn texts_in_memory_have_no_files() {
    let texts = ["http://a.example/ http://b.example/", "ä http://c.example/"];
    let rows_of = |search: urisift_search::SearchBuilder| {
        let found = search.batches().texts().unwrap();
        let batches = found.batches(texts.map(|text| Some(text.as_bytes()))).unwrap();
        batches
            .iter()
            .flat_map(|batch| rows(batch, &["row", "start", "char_start", "uri"]))
            .collect::<Vec<_>>()
    };
    let all = [
        "0\t0\t0\thttp://a.example/",
        "0\t18\t18\thttp://b.example/",
        "1\t3\t2\thttp://c.example/",
    ];
    assert_eq!(rows_of(Search::builder()), all);
    assert_eq!(rows_of(Search::builder().max_count(1)), [all[0], all[2]]);
    let host = Patterns::new().host("b.example");
    assert_eq!(rows_of(Search::builder().include(host)), [all[1]]);
    for search in [
        Search::builder().path(".").batches(),
        Search::builder().input_format("mail").batches(),
        Search::builder().context_lines(1).batches(),
        Search::builder().glob("*.txt").batches(),
        Search::builder().batches().unique(Key::Uri),
    ] {
        assert!(search.texts().unwrap_err().to_string().contains("not to texts"));
    }
}

#[test]
fn files_are_listed_as_they_are_searched() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["b.log", "a.log", "c.txt"] {
        fs::write(folder.path().join(name), "text").unwrap();
    }
    let missing = folder.path().join("missing");
    let search = Search::builder().path(folder.path()).path(&missing).file_type("log");
    let listed = search.list().unwrap();
    let names = |file: &Result<urisift_search::FileEntry, Problem>| match file {
        Ok(file) => {
            assert!(file.len == Some(4) && file.modified.is_some());
            file.path.file_name().unwrap().to_str().unwrap().to_owned()
        }
        Err(problem) => format!("!{}", problem.path.file_name().unwrap().display()),
    };
    assert_eq!(listed.iter().map(names).collect::<Vec<_>>(), ["a.log", "b.log", "!missing"]);
}

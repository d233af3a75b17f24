//! The search as a library: the same records as the command prints, typed.

use std::collections::BTreeSet;
use std::process::Command;
use std::time::Duration;

use urisift_search::{BodyForm, Patterns, Record, Search, SearchBuilder, Separator};

use crate::kit;

/// The records of a search as JSON lines, and its problems as the command says them.
fn lines(search: SearchBuilder) -> (String, Vec<String>) {
    let (mut out, mut problems) = (Vec::new(), Vec::new());
    for found in search.build().unwrap() {
        match found {
            Ok(record) => {
                let start = out.len();
                record.write_json(&mut out);
                let line = serde_json::to_string(&record).unwrap() + "\n";
                assert_eq!(line.as_bytes(), &out[start..], "serde has the same fields");
            }
            Err(problem) => problems.push(problem.to_string()),
        }
    }
    (String::from_utf8(out).unwrap(), problems)
}

/// What the command prints with these arguments.
fn printed(arguments: &[&str]) -> (String, Vec<String>) {
    let out =
        Command::new(env!("CARGO_BIN_EXE_urisift")).arg("--json").args(arguments).output().unwrap();
    let problems = String::from_utf8(out.stderr).unwrap();
    let problems = problems.lines().map(|line| line.strip_prefix("urisift: ").unwrap().to_owned());
    (String::from_utf8(out.stdout).unwrap(), problems.collect())
}

fn corpora() -> String {
    kit::project("corpora").to_str().unwrap().to_owned()
}

#[test]
fn records_are_those_of_the_command() {
    let corpora = corpora();
    for threads in [1, 2, 5] {
        let search = Search::builder().path(&corpora).threads(threads);
        let (all, problems) = lines(search);
        assert!(all.lines().count() > 100);
        assert_eq!((all, problems), printed(&[&corpora]));
    }
}

#[test]
fn settings_are_the_flags_of_the_command() {
    let corpora = corpora();
    let search = || Search::builder().path(&corpora);
    let mut options = urisift::Options::default();
    (options.www, options.email) = (true, true);
    let bare = Patterns::new();
    let cases: Vec<(SearchBuilder, &[&str])> = vec![
        (search().raw(true), &["--raw"]),
        (search().input_format("mail"), &["--as", "mail"]),
        (search().glob("*.mbox"), &["--glob", "*.mbox"]),
        (search().file_type("mail"), &["--type", "mail"]),
        (search().max_depth(1), &["--max-depth", "1"]),
        (search().base("http://base.example/x/"), &["--base", "http://base.example/x/"]),
        (search().prefer(BodyForm::Html), &["--prefer", "html"]),
        (search().max_count(2), &["--max-count", "2"]),
        (search().timeout(Duration::from_secs(3600)), &["--timeout", "1h"]),
        (
            search().message_id("20140303.0912@list.example"),
            &["--message-id", "<20140303.0912@list.example>"],
        ),
        (search().since("2014-03"), &["--since", "2014-03"]),
        (search().until("2014-03-03T08:12:44Z"), &["--until", "2014-03-03T08:12:44Z"]),
        (search().context_lines(1), &["--context", "1"]),
        (search().context_lines(2).context_after(0), &["-C2", "-A0"]),
        (search().context_before(1), &["-B1"]),
        (search().context_bytes(20), &["--context-bytes", "20"]),
        (search().valid(false), &["--invalid"]),
        (search().exclude_cut(true), &["--exclude-cut"]),
        (
            search().include(bare.clone().scheme("mailto").scheme("ftp")),
            &["--scheme", "mailto,ftp"],
        ),
        (search().include(bare.clone().host("*.example")), &["--host", "*.example"]),
        (search().include(bare.clone().regex("[?]")), &["--regex", "[?]"]),
        (search().include(bare.clone().private()), &["--private"]),
        (search().exclude(bare.clone().noise()), &["--exclude-noise"]),
        (search().exclude(bare.clone().tld("example")), &["--exclude-tld", "example"]),
        (search().exclude(bare.uri_path("/x")), &["--exclude-path", "/x"]),
    ];
    for (search, flags) in cases {
        let mut found = lines(search);
        let mut wanted = printed(&[flags, &[&corpora]].concat());
        // The command prints the form that it makes with a base beside the find.
        if flags[0] == "--base" {
            let uris = |lines: &str| -> BTreeSet<String> {
                let uri = |line| {
                    serde_json::from_str::<serde_json::Value>(line).unwrap()["uri"].to_string()
                };
                lines.lines().map(uri).collect()
            };
            assert_eq!(uris(&found.0), uris(&wanted.0));
            (found.0, wanted.0) = (String::new(), String::new());
        }
        assert_eq!(found, wanted, "{flags:?}");
    }
    let (found, _) = lines(search().options(options));
    assert!(found.contains("\"www.") && found.contains("@"));
}

#[test]
fn problems_come_in_their_place() {
    let folder = tempfile::tempdir().unwrap();
    let [a, b, missing] = ["a", "b", "missing"].map(|name| folder.path().join(name));
    std::fs::write(&a, "http://a.example/").unwrap();
    std::fs::write(&b, "http://b.example/").unwrap();
    let search = Search::builder().paths([&a, &missing, &b]).threads(2).build().unwrap();
    let names: Vec<_> = search.map(|found| found.map_or_else(|p| p.path, |r| r.path)).collect();
    assert_eq!(names, [a, missing, b]);
}

#[test]
fn wrong_settings_are_errors() {
    let said = |search: SearchBuilder| search.build().unwrap_err().to_string();
    assert!(said(Search::builder()).contains("nothing to search"));
    let search = || Search::builder().path(".");
    assert!(said(search().input_format("mial")).contains("'mial'"));
    assert!(said(search().include(Patterns::new().scheme("a b"))).contains("'a b'"));
    assert!(said(search().exclude(Patterns::new().host("http://x"))).contains("without scheme"));
    assert!(said(search().include(Patterns::new().regex("("))).contains("'('"));
    assert!(said(search().file_type("nothing")).contains("nothing"));
    assert!(said(search().raw(true).input_format("mial")).contains("mbox"));
    assert!(said(search().base("b")).contains("invalid base URI"));
    let stdin = || Search::builder().path("-");
    assert!(said(stdin().files_from("-", Separator::Line)).contains("only once"));
}

/// Nothing waits for a program that has had enough, and a search of endless input ends with it.
#[test]
fn it_may_be_dropped_or_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("large");
    std::fs::write(&path, "http://a.example/ and more\n".repeat(200_000)).unwrap();
    let first: Option<Record> =
        Search::builder().path(&path).build().unwrap().next().map(Result::unwrap);
    assert_eq!(first.unwrap().uri(), "http://a.example/");
    let search = Search::builder().path(&path).build().unwrap();
    search.stopper().stop();
    assert!(search.stopper().is_stopped());
    assert!(search.count() <= 200_000);
}

/// A page without the time that it took.
fn timeless(page: &[u8]) -> String {
    let page = String::from_utf8(page.to_vec()).unwrap();
    let (before, after) = page.split_once("<dt>time</dt><dd>").unwrap();
    before.to_owned() + after.split_once("</dd>").unwrap().1
}

/// The page that a program writes is the command's, but for the time that it took.
#[test]
fn a_report_is_that_of_the_command() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("page.html");
    let corpora = corpora();
    let search = || Search::builder().path(&corpora);
    let cases: [(SearchBuilder, &[&str]); 4] = [
        (search(), &[]),
        (search().context_lines(1), &["--context", "1"]),
        (search().context_bytes(20), &["--context-bytes", "20"]),
        (search().base("http://base.example/x/"), &["--base", "http://base.example/x/"]),
    ];
    for (search, flags) in cases {
        let mut command = Command::new(env!("CARGO_BIN_EXE_urisift"));
        command.arg("report").arg("-o").arg(&page).args(flags).arg(&corpora);
        assert!(command.status().unwrap().success());
        let mut written = Vec::new();
        urisift_report::Report::new(&*corpora).write(search, &mut written, |_| {}).unwrap();
        assert_eq!(timeless(&written), timeless(&std::fs::read(&page).unwrap()), "{flags:?}");
    }
}

#[test]
fn a_report_lists_what_could_not_be_read() {
    let missing = kit::project("missing");
    let (mut written, mut problems) = (Vec::new(), Vec::new());
    let report = urisift_report::Report::new("a < b").rows(1).places(1).memory(0);
    let complain = |problem: &urisift_search::Problem| problems.push(problem.path.clone());
    report.write(Search::builder().path(&missing), &mut written, complain).unwrap();
    assert_eq!(problems, [missing]);
    let page = String::from_utf8(written).unwrap();
    assert!(page.contains("a &lt; b") && page.contains("1 problem"));
    assert!(report.write(Search::builder(), Vec::new(), |_| {}).is_err());
}

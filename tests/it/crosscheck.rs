//! Compares the finds in real mail with Python's own libraries: `tests/crosscheck`. Runs if the mail is
//! beside the project and Python is installed.

use crate::kit;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// The counts of a script of that name; `None`, with a message, if there is no Python.
fn counted(script: &str, argument: &Path) -> Option<Value> {
    let script = kit::project(&format!("tests/crosscheck/{script}.py"));
    let urisift = env!("CARGO_BIN_EXE_urisift");
    let output = match Command::new("python3").arg(&script).arg(urisift).arg(argument).output() {
        Ok(output) => output,
        Err(error) => {
            eprintln!("skipped: python3: {error}");
            return None;
        }
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let last = String::from_utf8(output.stdout).unwrap().lines().last().unwrap().to_owned();
    eprintln!("{}: {last}", script.display());
    Some(serde_json::from_str(&last).unwrap())
}

/// Real text as a file.
fn file(name: &str) -> Option<tempfile::NamedTempFile> {
    let text = kit::shared(name)?;
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(file.path(), text).unwrap();
    Some(file)
}

fn number(counts: &Value, name: &str) -> f64 {
    counts[name].as_f64().unwrap()
}

/// Python splits at every line that starts with `From `, which is right for this mailbox.
#[test]
fn every_uri_that_python_finds_in_mail() {
    let Some(mailbox) = file("mail.mbox") else { return };
    let Some(counts) = counted("mail", mailbox.path()) else { return };
    assert_eq!(counts["messages"], counts["last"]);
    assert!(number(&counts, "expected") > 2000.0);
    assert!(number(&counts, "missed") <= 0.01 * number(&counts, "expected"), "{counts}");
}

#[test]
fn raw_bytes_decode_to_what_was_found() {
    for name in ["mail.mbox", "news.txt", "rfc.txt", "logs.txt", "web.txt"] {
        let Some(text) = file(name) else { return };
        let Some(counts) = counted("raw", text.path()) else { return };
        assert!(number(&counts, "finds") > 2000.0);
        assert_eq!(counts["wrong"], 0, "{name}");
    }
}

#[test]
fn labelled_uris_that_are_encoded() {
    let labels = kit::project("../shared/corpora/gold-dev/gold.jsonl");
    if !labels.exists() {
        eprintln!("skipped: {} is not here", labels.display());
        return;
    }
    let Some(counts) = counted("encoded", &labels) else { return };
    assert!(number(&counts, "asked") > 30.0);
    assert!(number(&counts, "right") >= 0.9 * number(&counts, "asked"), "{counts}");
}

#[test]
fn cells_of_tables_are_those_of_python() {
    let folder = tempfile::tempdir().unwrap();
    let Some(counts) = counted("cells", folder.path()) else { return };
    assert_eq!(counts["shapes"], 20);
    assert!(number(&counts, "cells") > 3000.0);
    assert!(number(&counts, "wrong") <= 0.001 * number(&counts, "cells"), "{counts}");
}

/// Tables, as other programs read them, hold the same as JSON lines.
#[test]
fn tables_hold_what_json_lines_do() {
    let names = ["news.txt", "mail.mbox", "rfc.txt", "logs.txt", "web.txt"];
    let shared = names[..kit::amount(1, 5)].iter().map(|name| file(name)).collect::<Vec<_>>();
    let shared = shared.iter().flatten().map(|file| file.path().to_owned());
    for text in shared.chain([kit::project("corpora")]) {
        let Some(counts) = counted("tables", &text) else { return };
        assert!(number(&counts, "finds") > 1000.0);
        for (kind, wrong) in counts.as_object().unwrap() {
            assert!(kind == "finds" || wrong == 0, "{}: {counts}", text.display());
        }
    }
}

/// The bench runs, and has a line for everything that it measures.
#[test]
fn the_bench_of_containers_runs() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new("python3");
    command.arg(kit::project("benches/containers.py")).arg(env!("CARGO_BIN_EXE_urisift"));
    command.arg(folder.path()).arg(kit::project("corpora/mail/list.mbox"));
    let output = match command.args(["--rounds", "1", "--megabytes", "1"]).output() {
        Ok(output) if !output.stderr.ends_with(b"is not here\n") => output,
        _ => return eprintln!("skipped: python3, gzip or zstd is not here"),
    };
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text.lines().filter(|line| line.ends_with("MB/s")).count(), 8, "{text}");
}
